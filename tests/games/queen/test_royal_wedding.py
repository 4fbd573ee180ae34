"""Royal Wedding: both boxes together, three to eight players, alone or in teams of two (W1–W4)."""

from random import Random

import pytest

from crownland.dealer import Dealer, derived_seed
from crownland.games.protocol import kingdom_names
from crownland.games.queen.state import State
from crownland.games.registry import ROYAL_WEDDING
from crownland.kernel.action import Claim, Discard, Place, Reveal
from crownland.kernel.domino import domino_name
from crownland.kernel.errors import SetupError
from crownland.notation.position import parse_position
from tests.games.queen.helpers import BOARD, legal, played, purses, refusal, start_of

ALONE = [3, 4, 5, 6]
TEAMS = [4, 6, 8]
MODES = [f"players={players}" for players in ALONE] + [f"players={players} teams=true" for players in TEAMS]


@pytest.mark.parametrize(
    ("options", "size", "length", "lines", "kingdom_of"),
    [
        ("players=3", 7, 4, 24, (0, 1, 2)),
        ("players=4", 7, 4, 24, (0, 1, 2, 3)),
        ("players=5", 5, 8, 12, (0, 1, 2, 3, 4)),
        ("players=6", 5, 8, 12, (0, 1, 2, 3, 4, 5)),
        ("players=4 teams=true", 7, 8, 12, (0, 0, 1, 1)),
        ("players=6 teams=true", 7, 8, 12, (0, 0, 1, 1, 2, 2)),
        ("players=8 teams=true", 7, 8, 12, (0, 0, 1, 1, 2, 2, 3, 3)),
        # by the first rules partners sat opposite each other
        ("players=4 rules=1 teams=true", 7, 8, 12, (0, 1, 0, 1)),
        ("players=6 rules=1 teams=true", 7, 8, 12, (0, 1, 2, 0, 1, 2)),
        ("players=8 rules=1 teams=true", 7, 8, 12, (0, 1, 2, 3, 0, 1, 2, 3)),
        ("players=5 rules=1", 5, 8, 12, (0, 1, 2, 3, 4)),
    ],
)
def test_players_and_teams_decide_the_setup(
    options: str, size: int, length: int, lines: int, kingdom_of: tuple[int, ...]
) -> None:
    state = start_of(f"royal-wedding {options}")
    rules = state.rules
    assert (rules.size, rules.line_length, rules.lines, rules.opening.key) == (size, length, lines, "draw")
    assert rules.kings == tuple(range(len(kingdom_of)))  # one king each
    assert rules.kingdom_of == kingdom_of
    assert purses(state) == [(7, 1, 0)] * (max(kingdom_of) + 1)  # a team has one purse and one knight
    assert len(state.kingdoms) == len(state.estates) == max(kingdom_of) + 1
    assert str(state).startswith(f"royal-wedding {options} A:c;7c.1k.0t B:c;7c.1k.0t ")


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (2, {}, "royal-wedding is for 3, 4, 5, 6 or 8 players, got: 2"),
        (7, {}, "royal-wedding is for 3, 4, 5, 6 or 8 players, got: 7"),
        (7, {"teams": "true"}, "royal-wedding is for 3, 4, 5, 6 or 8 players, got: 7"),
        (9, {}, "royal-wedding is for 3, 4, 5, 6 or 8 players, got: 9"),
        (8, {"teams": "false"}, "teams=false is for 3, 4, 5 or 6 players (W1), got: 8"),
        (3, {"teams": "true"}, "teams=true is for 4, 6 or 8 players (W3), got: 3"),
        (5, {"teams": "true"}, "teams=true is for 4, 6 or 8 players (W3), got: 5"),
        (4, {"teams": "yes"}, "expected teams to be false or true, got: 'yes'"),
    ],
)
def test_a_table_that_the_rules_do_not_know_is_refused(players: int, options: dict[str, str], why: str) -> None:
    with pytest.raises(SetupError) as caught:
        ROYAL_WEDDING.setup(players, options)
    assert str(caught.value) == why


@pytest.mark.parametrize(("players", "teams"), [(3, False), (4, False), (5, False), (6, False), (8, True)])
def test_teams_are_played_only_when_asked_for_and_always_by_eight(players: int, teams: bool) -> None:
    assert ROYAL_WEDDING.setup(players).is_on("teams") is teams


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_deals_from_both_boxes_in_turn(mode: str) -> None:
    """Lines, rounds and turns of one random game, counted from its actions."""
    state = start_of(f"royal-wedding {mode}")
    rules, rng, dealer = state.rules, Random(mode), Dealer(derived_seed("wedding", mode))
    reveals: list[Reveal] = []
    placing = dict.fromkeys(rules.seats, 0)
    claiming = dict.fromkeys(rules.seats, 0)
    rounds: dict[int, list[int]] = {}  # the order in which kings placed, round by round
    while not state.is_over:
        seat = state.actor
        action = dealer.deal(state) if seat is None else rng.choice(state.legal_actions())
        if isinstance(action, Reveal):
            reveals.append(action)
        if seat is not None and isinstance(action, Place | Discard):
            placing[seat] += 1
            rounds.setdefault(state.round, []).append(action.domino)
        if seat is not None and isinstance(action, Claim):
            claiming[seat] += 1
        state = state.play(action)
    players, lines = len(rules.seats), rules.lines
    assert placing == claiming == dict.fromkeys(rules.seats, lines)  # every king places every line once
    assert sorted(rounds) == list(range(2, lines + 2))  # round 1 only claims
    boxes = ["".join({domino_name(domino)[:1] for domino in line.dominoes} & {"Q"}) for line in reveals]
    assert boxes == ["Q", ""] * (lines // 2)
    for number, laid in rounds.items():
        line = reveals[number - 2].dominoes
        assert laid == sorted(laid)
        assert set(laid) < set(line) if players < rules.line_length else tuple(laid) == line
    dealt = [domino for line in reveals for domino in line.dominoes]
    assert len(set(dealt)) == len(dealt) == 96
    assert state.seen.bit_count() == 96


@pytest.mark.parametrize(
    ("history", "token", "why"),
    [
        ("", "L1.2.3.4", "C8: this line is dealt from the pile Q1 to Q48"),
        ("", "L1.Q2.Q3.Q4", "C8: this line is dealt from the pile Q1 to Q48"),
        ("", "LQ1.Q2.Q3", "C8: a line has 4 dominoes here"),
        ("LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3", "LQ5.Q6.Q7.Q8", "C8: this line is dealt from the pile 1 to 48"),
        ("LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3", "L1.2.3.Q5", "C8: this line is dealt from the pile 1 to 48"),
        (
            "LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3 L1.2.3.4 Q1@g8n K2 Q2@g8n K3 Q3@g8n K4",
            "L5.6.7.8",
            "C8: this line is dealt from the pile Q1 to Q48",
        ),
        (
            "LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3 L1.2.3.4 Q1@g8n K2 Q2@g8n K3 Q3@g8n K4",
            "LQ4.Q6.Q7.Q8",  # left over in the first round
            "C8: a domino of this line has left the pile before",
        ),
    ],
)
def test_a_line_from_the_wrong_box_is_refused(history: str, token: str, why: str) -> None:
    state = played(start_of("royal-wedding players=3"), f"OABC S{BOARD} {history}")
    assert refusal(state, token) == why


def test_equal_numbers_of_both_boxes_are_different_dominoes() -> None:
    state = played(start_of("royal-wedding players=3"), f"OABC S{BOARD} LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3 L1.2.3.4")
    assert refusal(state, "1@g8n") == "C10: the king on Q1 is to act"
    state = played(state, "Q1@g8n")
    assert refusal(state, "KQ1") == "C9: domino Q1 is not in the line"
    state = played(state, "K1")
    assert str(state).endswith(" old:Q2B.Q3C new:1A.2.3.4 gone:Q1.Q4")


@pytest.mark.parametrize(
    ("players", "line", "claims", "gone"),
    [
        (3, "LQ1.Q2.Q3.Q4", "KQ4 KQ2 KQ1", "gone:Q3"),
        (5, "LQ1.Q2.Q3.Q4.Q5.Q6.Q7.Q8", "KQ8 KQ2 KQ4 KQ6 KQ1", "gone:Q3.Q5.Q7"),
        (6, "LQ1.Q2.Q3.Q4.Q5.Q6.Q7.Q8", "KQ8 KQ2 KQ4 KQ6 KQ1 KQ7", "gone:Q3.Q5"),
    ],
)
def test_unclaimed_dominoes_leave_the_game_each_round(players: int, line: str, claims: str, gone: str) -> None:
    opening = "OABCDEF"[: players + 1]
    state = played(start_of(f"royal-wedding players={players}"), f"{opening} S{BOARD} {line} {claims}")
    assert str(state).split()[-1] == gone
    assert state.chance is not None
    assert state.chance.pile == "dominoes 1"


def test_four_alone_claim_every_domino() -> None:
    state = played(start_of("royal-wedding players=4"), f"OABCD S{BOARD} LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3 KQ4")
    assert str(state).endswith(" old:Q1A.Q2B.Q3C.Q4D")


# --- teams (W3): A and B share the kingdom A, C and D the kingdom B -----------------------------------------

TEAM_START = f"OACBD S{BOARD} LQ3.Q5.Q9.Q21.Q33.Q46.Q47.Q48"


def test_partners_act_in_their_own_turns_for_one_kingdom() -> None:
    state = played(start_of("royal-wedding players=4 teams=true"), f"{TEAM_START} KQ46 KQ5 KQ3 KQ21")
    state = played(state, "L1.2.3.4.5.6.7.8 Q3@h7e")  # B lays two forests
    assert state.actor == 1
    assert [state.kingdom_of(seat) for seat in state.rules.seats] == [0, 0, 1, 1]
    state = played(state, "N@h7 K8 Q5@g8n K7 Q21@f7w K6")
    assert purses(state) == [(9, 0, 0), (7, 1, 0)]  # the shared knight is on the shared land
    assert state.actor == 0
    state = played(state, "Q46@g8n")  # A lays two towns beside its partner's forests
    assert str(state).split()[3] == "A:t/t/cff;9c.0k.0t;N@h7"
    assert refusal(state, "N@g8") == "Q5: there is no knight in the reserve"  # the partner used it
    state = played(state, "B3@g8 D5")  # a tavern, then the dragon, from the shared purse
    assert purses(state) == [(9 - 3 - 1, 2, 0), (7, 1, 0)]
    assert refusal(state, "K8") == "C9: a king already stands on 8"  # its partner's, but another king
    state = played(state, "K5")
    assert str(state).split(" old:")[1].split()[0] == "5A.6D.7C.8B"


def position(a: str, b: str, rest: str, queen: str = "", board: str = "guardtower.-.-.-.-.-") -> State:
    text = f"royal-wedding players=4 teams=true A:{a} B:{b} board:{board}"
    state = parse_position(f"{text} queen:{queen} {rest}" if queen else f"{text} {rest}")
    assert isinstance(state, State)
    return state


LINES = "old:Q3A.Q5C.Q9B.Q21D new:1.2.3.4.5.6.7.8 gone:Q1.Q2.Q4.Q6"


def test_the_queen_visits_a_team_and_both_partners_have_her_discount_and_not_the_dragon() -> None:
    state = position("t/t/c;7c.1k.1t", "c;7c.1k.3t", LINES, queen="B")
    state = played(state, "Q3@f6n B0@g8")  # A's tower: the team has as many as the other
    assert state.queen == 0
    assert refusal(state, "D0") == "Q10: the dragon does not serve the queen's host"
    state = played(state, "K1 Q5@g8n K2 Q9@g5n")
    assert state.actor == 1  # the partner
    assert [state.price(space, state.kingdom_of(state.actor)) for space in range(6)] == [0, 0, 1, 2, 3, 4]
    assert refusal(state, "D0") == "Q10: the dragon does not serve the queen's host"


def test_the_dragon_flies_once_in_a_round_for_both_teams_together() -> None:
    state = position("c;7c.1k.0t", "c;7c.1k.0t", LINES)
    state = played(state, "Q3@f6n D0 K1 Q5@g8n")
    assert refusal(state, "D0") == "Q10: the dragon flies once in a round"
    state = played(state, "K2 Q9@g5n")
    assert refusal(state, "D0") == "Q10: the dragon flies once in a round"


def test_one_building_a_turn_is_counted_for_each_partner() -> None:
    state = position("t/t/c;7c.1k.0t", "c;7c.1k.0t", LINES, board="statue.church.-.-.-.-")
    state = played(state, "Q3@f6n B0@g8 K1 Q5@g8n K2 Q9@g5n")
    assert [token for token in legal(state).split() if token[0] == "B"] == ["B1@g9"]


def test_the_ranking_is_of_teams() -> None:
    gone = ".".join(str(number) for number in range(1, 49)) + "." + ".".join(f"Q{number}" for number in range(1, 49))
    state = position("cww;9c.0k.0t", "cw1w;9c.0k.0t", f"gone:{gone}", queen="A")
    assert state.is_over
    assert [(place.kingdom, place.rank, place.total) for place in state.ranking()] == [(0, 1, 5), (1, 1, 5)]
    assert kingdom_names(state, ["Ada", "Bob", "Cleo", "Dan"]) == ("Ada & Bob", "Cleo & Dan")
    assert [[line.reason for line in score.lines] for score in state.scores()] == [
        ["coins", "wheat", "queen"],
        ["coins", "wheat"],
    ]


def test_a_team_of_eight_players_claims_every_domino() -> None:
    state = played(start_of("royal-wedding players=8"), f"OABCDEFGH S{BOARD} LQ1.Q2.Q3.Q4.Q5.Q6.Q7.Q8")
    state = played(state, "KQ8 KQ7 KQ6 KQ5 KQ4 KQ3 KQ2 KQ1")
    assert str(state).endswith(" old:Q1H.Q2G.Q3F.Q4E.Q5D.Q6C.Q7B.Q8A")
    assert legal(state) == ""
