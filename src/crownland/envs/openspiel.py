"""Our games in OpenSpiel, with explicit chance nodes: ``pyspiel.load_game("crownland_duel")``.

Importing this module registers every game. Parameters: ``players``, ``options`` (such as ``dynasty+opening:draw``),
``reward`` (``win`` or ``margin``). Action numbers and observations are those of the other
environments (docs/environments.md). States are those of the reference, so that a clone costs nothing.

Chance draws one item at a time. Where only the set matters, as in a line of dominoes, items come in ascending order.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, TypeAlias

import numpy as np

from crownland.dealer import Dealer, derived_seed
from crownland.envs import require
from crownland.envs.observing import FEATURES, layout_of
from crownland.fast.convert import action_number, action_of, to_words
from crownland.fast.jit import filled
from crownland.fast.twin import require_twin
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game, games
from crownland.games.setup import Game, Setup
from crownland.kernel.action import Seat

pyspiel: Any = require("pyspiel", "openspiel")

__all__ = ["CrownlandGame", "CrownlandState", "kind_of", "short_name"]

REWARDS = {"win": 1.0, "margin": 500.0}  # and the most that each can be
MOST_DECISIONS = 2000  # more than any game has, chance included


Kind: TypeAlias = Callable[[int], Any]  # returns OpenSpiel's GameType for a number of players


@dataclass(frozen=True)
class _Now:
    """A state of the reference, and what chance has drawn of its next action."""

    state: State[Any]
    drawn: tuple[int, ...] = ()

    def __deepcopy__(self, memo: object) -> "_Now":
        return self  # nothing in it ever changes


class CrownlandGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours for OpenSpiel; *key* is its key in our registry, *kind* makes its type."""

    def __init__(self, key: str, kind: Kind, params: Mapping[str, Any]) -> None:
        words = filter(None, str(params.get("options", "")).split("+"))
        options = {key: value or True for key, _, value in (word.partition(":") for word in words)}
        self.setup = find_game(key).setup(params.get("players"), options)
        self.reward = str(params.get("reward", "win"))
        if self.reward not in REWARDS:
            raise ValueError(f"expected a reward: {', '.join(REWARDS)}, got: {self.reward!r}")
        most = REWARDS[self.reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=require_twin(self.setup).actions,
            max_chance_outcomes=_most_outcomes(self.setup),
            num_players=self.setup.players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if self.setup.players == 2 else None,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(kind(self.setup.players), info, dict(params))

    def start(self) -> State[Any]:
        """Returns the first state."""
        return find_game(self.setup.game).start(self.setup)

    def new_initial_state(self) -> "CrownlandState":
        return CrownlandState(self, self.start())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise ValueError(f"expected no parameters of the observation, got: {params}")
        return Observer(self.setup)


class CrownlandState(pyspiel.State):  # type: ignore[misc]
    """A position, or a draw of chance that is begun."""

    def __init__(self, game: CrownlandGame, start: State[Any]) -> None:
        super().__init__(game)
        self._now, self._reward = _Now(start), game.reward

    @property
    def position(self) -> State[Any]:
        """The state of the reference; during a draw, the one before it."""
        return self._now.state

    def current_player(self) -> int:
        state = self._now.state
        if state.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if state.actor is None else state.actor

    def _legal_actions(self, player: int) -> list[int]:
        state = self._now.state
        return [action_number(state, action) for action in state.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _outcomes(self._now.state, self._now.drawn)

    def _apply_action(self, action: int) -> None:
        state, drawn = self._now.state, self._now.drawn
        if state.actor is not None:
            self._now = _Now(state.play(action_of(state, action)))
            return
        drawn = (*drawn, action)
        if len(drawn) < _draw(state).count:
            self._now = _Now(state, drawn)
        else:
            self._now = _Now(state.play(_chance_action(state, drawn)))

    def _action_to_string(self, player: int, action: int) -> str:
        state = self._now.state
        if player == pyspiel.PlayerId.CHANCE:
            draw = _draw(state)
            return f"draw {draw.name(_kinds(draw.items)[action])}"
        return str(action_of(state, action))

    def is_terminal(self) -> bool:
        return self._now.state.is_over

    def returns(self) -> list[float]:
        state = self._now.state
        if not state.is_over:
            return [0.0] * state.setup.players
        made = [_result(state, kingdom)[self._reward == "margin"] for kingdom in range(len(state.kingdoms))]
        return [made[state.kingdom_of(Seat(seat))] for seat in range(state.setup.players)]

    def __str__(self) -> str:
        draw = f" drawn:{'.'.join(map(str, self._now.drawn))}" if self._now.drawn else ""
        return f"{self._now.state}{draw}"


class Observer:
    """The observation that the other environments have, as floats."""

    def __init__(self, setup: Setup) -> None:
        self._layout = layout_of(setup, FEATURES)
        self._desk = self._layout.desk()
        self.tensor = np.zeros(self._layout.width, np.float32)
        self.dict = self._layout.split(self.tensor)

    def set_from(self, state: CrownlandState, player: int) -> None:
        row, out = to_words(state.position), np.zeros(self._layout.width, np.int8)
        self._layout.write(row, len(row), 0, 1, filled([state.position.kingdom_of(Seat(player))]), out, self._desk)
        self.tensor[:] = out

    def string_from(self, state: CrownlandState, player: int) -> str:
        return str(state)


def short_name(game: str) -> str:
    """Returns the name of one of our games in OpenSpiel."""
    return f"crownland_{game.replace('-', '_')}"


def kind_of(name: str, game: Game, counts: tuple[int, ...], parameters: Mapping[str, Any]) -> Kind:
    """Returns what makes OpenSpiel's type of a game that can be played by any of the *counts* of players."""
    utility = pyspiel.GameType.Utility
    return lambda players: pyspiel.GameType(
        short_name=name,
        long_name=f"Crownland: {game.key}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.ZERO_SUM if players == 2 else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(parameters),
    )


def _draw(state: State[Any]) -> Any:
    assert state.chance is not None
    return state.chance


@cache
def _kinds(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Returns what is in a pile, each kind once: outcomes are numbered by it."""
    return tuple(dict.fromkeys(items))


def _chance_action(state: State[Any], drawn: tuple[int, ...]) -> Action:
    kinds = _kinds(_draw(state).items)
    return state.chance_action(tuple(kinds[one] for one in drawn))


def _outcomes(state: State[Any], drawn: tuple[int, ...]) -> list[tuple[int, float]]:
    """Returns the numbers of the items that may be drawn next, with their probabilities."""
    draw = _draw(state)
    kinds = _kinds(draw.items)
    left = Counter(draw.items) - Counter(draw.gone)
    for one in drawn:
        left[kinds[one]] -= 1
    wanted = draw.count - len(drawn)
    there = [number for number, kind in enumerate(kinds) if left[kind] > 0]
    if _is_set(state, draw, len(kinds)):
        there = [number for number in there if not drawn or number > drawn[-1]]
        many = len(there)
        shares = [comb(many - 1 - rank, wanted - 1) / comb(many, wanted) for rank in range(many)]
        return [(number, share) for number, share in zip(there, shares, strict=True) if share]
    total = sum(left[kinds[number]] for number in there)
    return [(number, left[kinds[number]] / total) for number in there]


def _is_set(state: State[Any], draw: Any, kinds: int) -> bool:
    """Returns whether only the set of what is drawn matters, not its order."""
    if draw.count == 1 or kinds < len(draw.items):
        return False
    first = draw.take(draw.items)
    return bool(state.chance_action(first) == state.chance_action(first[::-1]))


@cache
def _most_outcomes(setup: Setup) -> int:
    """Returns the most outcomes of a chance node: the piles are the same in every game."""
    state, dealer, most = find_game(setup.game).start(setup), Dealer(derived_seed(setup)), 1
    while not state.is_over:
        if state.chance is None:
            state = state.apply(state.legal_actions()[0])
        else:
            most = max(most, len(_kinds(state.chance.items)))
            state = state.play(dealer.deal(state))
    return most


def _result(state: State[Any], kingdom: int) -> tuple[float, float]:
    """Returns the rewards win and margin of one kingdom; those who share the first place share the win."""
    ranking = state.ranking()
    firsts = [one.kingdom for one in ranking if one.rank == 1]
    totals = [score.total for score in state.scores()]
    others = max(total for other, total in enumerate(totals) if other != kingdom)
    return (2 / len(firsts) - 1 if kingdom in firsts else -1.0), float(totals[kingdom] - others)


def _register(game: Game) -> None:
    parameters = {"players": game.players[0], "options": "", "reward": "win"}
    kind = kind_of(short_name(game.key), game, game.players, parameters)

    class Registered(CrownlandGame):  # a class: OpenSpiel frees what it has registered after Python has ended
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game.key, kind, params or {})

    pyspiel.register_game(kind(max(game.players)), Registered)


for _game in games():
    _register(_game)
