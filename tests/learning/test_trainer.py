"""Both back ends: gradients, steps, averages, symmetries and states."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crownland.fast.network import MARGIN, Shape
from crownland.kernel.errors import SetupError, UnknownNameError
from crownland.learning.trainer import Lesson, Weights, averaging, first_weights, folded, make_trainer, parts_of
from crownland.networks.file import Network, read_network, write_network
from tests.learning.support import INSTALLED, MIRRORED, PLAIN, SCALES, SHAPE, TURNED, samples

ON_CPU = "cpu"
both = pytest.mark.parametrize("back_end", INSTALLED)


def outputs(weights: Any, records: Any, shape: Shape = SHAPE) -> Any:
    """Returns what the network says of records, calculated in the plainest way from the description of Shape."""
    part = {name: np.asarray(weights, np.float64)[place].reshape(size) for name, place, size in parts_of(shape)}
    found = []
    for record in records:
        stage = record[-1]
        second = part["second"] + record[shape.kingdoms * shape.block : -1] @ part["table"]
        for kingdom in range(shape.kingdoms):
            block = record[kingdom * shape.block : (kingdom + 1) * shape.block]
            first = part["first"] + block[shape.squares :] @ part["numbers"]
            for square, code in enumerate(block[: shape.squares]):
                if code:
                    first = first + part["squares"][square * shape.codes + code - 1]
            second = second + np.maximum(first, 0) @ part["kingdoms"][kingdom]
        third = np.maximum(np.maximum(second, 0) @ part["stages"][stage] + part["third"][stage], 0)
        found.append(part["out"][stage] @ third + part["bias"][stage])
    return np.array(found)


def loss_of(weights: Any, records: Any, targets: Any) -> tuple[float, float]:
    """Returns the losses of win and margin."""
    out, count = outputs(weights, records), SHAPE.kingdoms
    chances = out[:, :count] - np.log(np.exp(out[:, :count]).sum(1, keepdims=True))
    margins = ((out[:, count:] - targets[:, count:] / MARGIN) ** 2).mean()
    return -(chances * targets[:, :count]).sum(1).mean(), margins


def gradient_of(trainer: Any) -> Any:
    row = trainer._gradient
    return np.array(row if isinstance(row, np.ndarray) else row.cpu().numpy(), np.float64)


@both
def test_the_losses_are_those_of_the_description(back_end: str) -> None:
    trainer = make_trainer(PLAIN, 1, back_end, ON_CPU)
    records, targets = samples(50)
    before = loss_of(trainer.weights(), records, targets)
    assert tuple(map(float, trainer.step(records, targets, 1e-3))) == pytest.approx(before, rel=1e-4)


@both
def test_gradients_are_those_of_numeric_differences(back_end: str) -> None:
    trainer: Any = make_trainer(PLAIN, 1, back_end, ON_CPU)
    records, targets = samples(40)
    trainer.find_gradient(records, targets)
    found, weights = gradient_of(trainer), first_weights(SHAPE, 1).astype(np.float64)

    def loss(row: Any) -> float:
        win, margin = loss_of(folded(PLAIN, row), records, targets)
        return win + 0.5 * margin

    random = np.random.default_rng(3)
    for name, place, _ in parts_of(SHAPE):
        for at in random.integers(place.start, place.stop, size=6):
            steps = [weights.copy(), weights.copy()]
            steps[0][at] -= 1e-6
            steps[1][at] += 1e-6
            numeric = (loss(steps[1]) - loss(steps[0])) / 2e-6
            assert found[at] == pytest.approx(numeric, rel=1e-3, abs=1e-6), name
        assert np.abs(found[place]).max() > 1e-4, name


def test_the_back_ends_agree_after_some_steps() -> None:
    trainers = [make_trainer(PLAIN, 5, name, ON_CPU) for name in INSTALLED]
    for seed in range(20):
        records, targets = samples(64, seed)
        losses = [tuple(map(float, one.step(records, targets, 3e-3))) for one in trainers]
        assert losses == [pytest.approx(losses[0], rel=1e-3)] * len(trainers)
    for one in trainers[1:]:
        np.testing.assert_allclose(one.weights(), trainers[0].weights(), atol=2e-4)


@both
def test_steps_are_those_of_adamw(back_end: str) -> None:
    """Two steps, calculated here in the plainest way."""
    trainer: Any = make_trainer(PLAIN, 1, back_end, ON_CPU)
    weights = first_weights(SHAPE, 1).astype(np.float64)
    average, moments, squares = weights.copy(), 0.0, 0.0
    for step in (1, 2):
        trainer.step(*samples(30, step), 0.01)
        slope = gradient_of(trainer)
        moments = 0.9 * moments + 0.1 * slope
        squares = 0.999 * squares + 0.001 * slope**2
        weights *= 1 - 0.01 * 1e-4
        weights -= 0.01 * (moments / (1 - 0.9**step)) / (np.sqrt(squares / (1 - 0.999**step)) + 1e-8)
        average = 0.98 * average + 0.02 * weights
        # Where the slope is almost 0 its sign is a matter of rounding.
        np.testing.assert_allclose(trainer.state()["weights"], weights, atol=2e-5)
    np.testing.assert_allclose(trainer.weights(), folded(PLAIN, average.astype(np.float32)), atol=2e-5)
    assert (averaging(2000), averaging(2001)) == (0.98, 0.999)


@both
def test_a_small_problem_is_learned(back_end: str) -> None:
    trainer = make_trainer(TURNED, 2, back_end, ON_CPU)
    ring = trainer.make_ring(4000)
    ring.add(*samples(4000))
    for _ in range(400):
        trainer.step(*ring.draw(256), 5e-3)
    records, targets = samples(500, seed=9)
    win, margin = loss_of(trainer.weights(), records, targets)
    first_win, first_margin = loss_of(folded(TURNED, first_weights(SHAPE, 2)), records, targets)
    assert win < 0.5 * first_win
    assert margin < 0.3 * first_margin
    chosen = outputs(trainer.weights(), records)[:, : SHAPE.kingdoms].argmax(1)
    assert (targets[np.arange(500), chosen] > 0).mean() > 0.85


@both
def test_each_kingdom_is_turned_by_itself(back_end: str) -> None:
    """Only the first square says who wins; when kingdoms are mirrored at random, the third says as much."""
    records, targets = samples(2000)
    for lesson in (PLAIN, TURNED):
        trainer: Any = make_trainer(lesson, 1, back_end, ON_CPU)
        trainer.find_gradient(records[:1], targets[:1])
        slopes = gradient_of(trainer)[: 9 * 4 * 16].reshape(9, 4, 16)
        filled_squares = {
            square for square in range(9) if any(records[0, kingdom * SHAPE.block + square] for kingdom in range(3))
        }
        touched = {square for square in range(9) if np.abs(slopes[square]).max() > 0}
        mirrored = {MIRRORED[square] for square in filled_squares}
        assert touched <= (filled_squares if lesson is PLAIN else filled_squares | mirrored)
    # Over many draws each kingdom is seen both ways, whatever the others are.
    one = np.zeros((1, SHAPE.record), np.int8)
    one[0, 0], one[0, SHAPE.block] = 1, 2
    seen = set()
    for seed in range(40):
        trainer = make_trainer(TURNED, seed, back_end, ON_CPU)
        trainer.find_gradient(one, targets[:1])
        slopes = np.abs(gradient_of(trainer)[: 9 * 4 * 16].reshape(9, 4, 16)).max(2)
        seen.add((int(slopes[:, 0].argmax()), int(slopes[:, 1].argmax())))
    assert seen == {(0, 0), (0, 2), (2, 0), (2, 2)}


@both
def test_the_same_seed_gives_the_same_weights(back_end: str) -> None:
    def trained(seed: int) -> Weights:
        trainer = make_trainer(TURNED, seed, back_end, ON_CPU)
        ring = trainer.make_ring(300)
        ring.add(*samples(200))
        for _ in range(5):
            trainer.step(*ring.draw(32), 1e-3)
        return trainer.weights()

    assert (trained(1) == trained(1)).all()
    assert (trained(1) != trained(2)).any()


@both
def test_weights_come_back_from_a_file(back_end: str, tmp_path: Path) -> None:
    trainer = make_trainer(PLAIN, 1, back_end, ON_CPU)
    trainer.step(*samples(50), 1e-3)
    weights, file = trainer.weights(), tmp_path / "some.net"
    write_network(file, Network(SHAPE, weights, {"game": "some", "setups": [], "rules": 1, "encoder": 1}))
    read = read_network(file).weights
    np.testing.assert_allclose(read, weights, rtol=1e-3, atol=1e-6)
    other = make_trainer(PLAIN, 2, back_end, ON_CPU)
    other.load(read)
    np.testing.assert_allclose(other.weights(), read, rtol=1e-6)
    assert other.steps == 0


@pytest.mark.parametrize("later", INSTALLED)
@both
def test_a_state_is_continued_by_any_back_end(back_end: str, later: str) -> None:
    first = make_trainer(PLAIN, 1, back_end, ON_CPU)
    for seed in range(3):
        first.step(*samples(40, seed), 1e-3)
    second = make_trainer(PLAIN, 2, later, ON_CPU)
    second.restore(first.state())
    for seed in range(3, 6):
        first.step(*samples(40, seed), 1e-3)
        second.step(*samples(40, seed), 1e-3)
    assert (first.steps, second.steps) == (6, 6)
    np.testing.assert_allclose(second.weights(), first.weights(), atol=1e-4)


@both
def test_a_ring_has_the_newest_samples(back_end: str) -> None:
    ring = make_trainer(PLAIN, 1, back_end, ON_CPU).make_ring(10)
    records, targets = samples(26)
    for at in (0, 6, 12, 20):  # it wraps around, in the middle of a block too
        ring.add(records[at : at + 6], targets[at : at + 6])
        assert ring.filled == min(10, at + 6)
    newest = {bytes(one) for one in records[16:18]} | {bytes(one) for one in records[20:26]}
    drawn_records, drawn_targets = (np.asarray(part) for part in ring.draw(500))
    drawn = {bytes(one) for one in drawn_records}
    assert newest <= drawn
    assert len(drawn) == 10
    of = {bytes(record): target for record, target in zip(records, targets, strict=True)}
    for record, target in zip(drawn_records, drawn_targets, strict=True):
        assert (of[bytes(record)] == target).all()


def test_all_stages_begin_alike() -> None:
    weights = first_weights(SHAPE, 1)
    for name, place, size in parts_of(SHAPE):
        part = weights[place].reshape(size)
        if name in ("stages", "out"):
            assert (part == part[0]).all()
        assert part.any() == (name not in ("first", "second", "third", "bias"))


def test_a_lesson_is_checked() -> None:
    with pytest.raises(ValueError, match="expected 5 scales, got: 1"):
        Lesson(SHAPE, [1.0], [range(9)])
    with pytest.raises(ValueError, match="expected permutations of 9 squares as symmetries"):
        Lesson(SHAPE, SCALES, [range(8)])


def test_what_cannot_be_had_is_one_clear_sentence() -> None:
    with pytest.raises(UnknownNameError, match="unknown back end: 'jax'; known: numpy, torch"):
        make_trainer(PLAIN, 1, "jax")
    with pytest.raises(SetupError, match="expected the device cpu for the back end numpy, got: 'cuda'"):
        make_trainer(PLAIN, 1, "numpy", "cuda")
    if "torch" in INSTALLED:
        with pytest.raises(SetupError, match="expected a device of PyTorch like cuda or cpu, got: 'moon'"):
            make_trainer(PLAIN, 1, "torch", "moon")
    else:
        with pytest.raises(SetupError, match=r"expected PyTorch for the back end torch, got: .*; install it with: pip"):
            make_trainer(PLAIN, 1, "torch")
