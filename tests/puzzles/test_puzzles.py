"""The puzzles of the package, and how they are made."""

from collections import Counter
from datetime import date
from random import Random

import pytest

from crownland.bots.analysis import Evaluation
from crownland.bots.greedy import Greedy, greedy_actions
from crownland.bots.protocol import Limit
from crownland.fast.outlook import Outlook
from crownland.games.protocol import Action, State
from crownland.kernel.errors import InvalidTextError, UnknownNameError
from crownland.kernel.kingdom import Kingdom
from crownland.notation.position import parse_position
from crownland.puzzles import Puzzle, find_puzzle, puzzle_of_day, puzzles, read_puzzles
from crownland.puzzles.alike import best_alike, turned_texts
from crownland.puzzles.mining import Measure, Miner
from crownland.puzzles.puzzle import DIFFICULTIES, LEVELS_TRIED, TRIES, puzzle_line
from crownland.puzzles.themes import THEMES, themes_of

LEAST = {"kingdomino": 400, "queendomino": 150, "duel": 100}
SAMPLE = 6  # puzzles that are judged again

CLAIM = (
    "kingdomino players=2 opening=snake A:.wm2/.wm1/gwcff/g2/lll B:l/l/cgw1/ff1w/f claiming:A old:43B.47B "
    "new:4.10.18.30A gone:5.6.7.8.15.21.25.40.42.45"
)


def test_there_are_enough_puzzles_of_every_game_in_a_good_mix() -> None:
    count = Counter(one.game for one in puzzles())
    assert all(count[game] >= least for game, least in LEAST.items()), count
    kinds = Counter(" ".join(word for word in one.position.split() if ":" not in word) for one in puzzles())
    assert len(kinds) == 5
    assert min(kinds.values()) >= 50, kinds
    themes = Counter(theme for one in puzzles() for theme in one.themes)
    assert set(themes) == set(THEMES)
    levels = Counter(one.difficulty for one in puzzles())
    assert all(levels[name] >= 0.15 * len(puzzles()) for name in DIFFICULTIES), levels
    assert len({one.key for one in puzzles()}) == len(puzzles())


def test_every_puzzle_has_a_legal_answer_that_greedy_does_not_find() -> None:
    """All of them, by the rules alone."""
    measure = Measure()
    for puzzle in puzzles():
        state = puzzle.state()
        assert str(state) == puzzle.position
        tokens = [str(action) for action in state.legal_actions()]
        assert len(tokens) == len(puzzle.losses) >= 3
        lost = dict(zip(tokens, puzzle.losses, strict=True))
        assert all(lost[answer] == 0 for answer in puzzle.answers), puzzle.key
        least = measure.margin if len(state.kingdoms) == 2 else measure.margin_of_many
        wrong = [loss for token, loss in lost.items() if token not in puzzle.answers]
        assert min(wrong) >= round(100 * least), puzzle.key
        greedy = {str(action) for action in greedy_actions(state)}
        assert puzzle.greedy in greedy
        assert not greedy & set(puzzle.answers), puzzle.key
        assert set(puzzle.themes) <= set(THEMES)
        assert puzzle.themes
        assert len(puzzle.solved) == len(LEVELS_TRIED)
        assert all(0 <= tries <= TRIES for tries in puzzle.solved)
        assert 0 < puzzle.win <= 1


def test_the_judge_agrees_again_from_another_seed() -> None:
    sample = [puzzles()[at * (len(puzzles()) // SAMPLE)] for at in range(SAMPLE)]
    for puzzle in sample:
        state = puzzle.state()
        best = Miner(state.setup).look(state, seed=7)[0]
        assert str(best.action) in puzzle.answers, puzzle.key
        assert best.win == pytest.approx(puzzle.win, abs=0.1), puzzle.key


def test_the_puzzle_of_a_day_is_the_same_for_everybody_and_another_one_on_other_days() -> None:
    days = [date(2026, 11, day) for day in range(1, 29)]
    assert [puzzle_of_day(day) for day in days] == [puzzle_of_day(day) for day in days]
    assert len({puzzle_of_day(day).key for day in days}) > 20
    assert puzzle_of_day() in puzzles()
    assert find_puzzle(puzzles()[3].key) == puzzles()[3]
    with pytest.raises(UnknownNameError, match="unknown puzzle: 'nothing'"):
        find_puzzle("nothing")


def test_a_puzzle_is_a_line_of_a_file_and_back() -> None:
    puzzle = Puzzle(CLAIM, ("K4",), "K10", ("claim", "order"), 0.648, (0, 27, 99), (2, 0, 0, 10, 10))
    line = puzzle_line(puzzle)
    (read,) = read_puzzles([line])
    assert read.losses == (0, 27, 61)  # more is not told
    assert (read.answer, read.greedy, read.game, read.difficulty) == ("K4", "K10", "kingdomino", "easy")
    with pytest.raises(InvalidTextError, match="expected a puzzle as JSON in line 2, got: "):
        list(read_puzzles([line, "{}"]))


@pytest.mark.parametrize(
    ("solved", "difficulty"), [((9, 9, 0, 9, 10), "easy"), ((0, 0, 0, 7, 10), "medium"), ((9, 9, 9, 5, 10), "hard")]
)
def test_levels_that_play_for_points_do_not_count_in_the_difficulty(solved: tuple[int, ...], difficulty: str) -> None:
    assert Puzzle(CLAIM, ("K4",), "K10", ("claim",), 0.6, (0, 9, 9), solved).difficulty == difficulty


def test_greedy_chooses_one_of_its_favourites() -> None:
    state = parse_position(CLAIM)
    assert Greedy().choose(state, Limit(), Random(1)) in greedy_actions(state)


# Actions that mean the same


def evaluation(state: State[Action], token: str, win: float, margin: float = 0.0) -> Evaluation:
    action = next(one for one in state.legal_actions() if str(one) == token)
    return Evaluation(action, win, margin, 0, (Outlook(win, margin), Outlook(1 - win, -margin)))


def alike(position: str, *found: tuple[str, float], is_solved: bool = False) -> list[str]:
    state = parse_position(position)
    evaluations = [evaluation(state, token, win) for token, win in found]
    return [str(one.action) for one in best_alike(state, evaluations, is_solved=is_solved)]


def test_mirrored_placements_mean_the_same() -> None:
    first = "kingdomino players=2 opening=snake A:c B:c old:4A.10B.18B.30A new:5.6.7.8"
    assert alike(first, ("4@h7e", 0.6), ("4@g8n", 0.5), ("4@h7n", 0.59)) == ["4@h7e", "4@g8n"]


def test_a_kingdom_has_eight_texts_and_a_map_four() -> None:
    from crownland.games.duel.coat import Map

    assert len(set(turned_texts(Kingdom.parse("m3w/..c")))) == 8
    assert len(set(turned_texts(Map.parse("dD/.c")))) == 4


def test_equal_ends_mean_the_same_where_the_end_is_known() -> None:
    assert alike(CLAIM, ("K4", 1.0), ("K10", 1.0), ("K18", 0.0), is_solved=True) == ["K4", "K10"]
    assert alike(CLAIM, ("K4", 1.0), ("K10", 1.0), ("K18", 0.0)) == ["K4"]


def test_one_building_means_the_same_on_two_plots() -> None:
    """Found by hand: two plots, and a building with fixed points."""
    puzzle = next(one for one in puzzles() if one.game == "queendomino" and len(one.answers) > 1)
    state = puzzle.state()
    meanings = [state.meaning(next(a for a in state.legal_actions() if str(a) == token)) for token in puzzle.answers]
    assert len({(one.kind, one.spaces, one.pieces) for one in meanings}) == 1


# Themes


def themes(position: str, answer: str, tempting: str) -> tuple[str, ...]:
    state = parse_position(position)
    actions = {str(action): action for action in state.legal_actions()}
    return themes_of(state, actions[answer], actions[tempting], lambda state: state.legal_actions()[-1])


def test_a_claim_that_acts_sooner_and_brings_no_more_is_about_the_order() -> None:
    assert "order" in themes(CLAIM, "K4", "K18")
    assert "order" not in themes(CLAIM, "K18", "K4")
