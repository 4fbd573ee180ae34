"""How many complete random games a second the reference engine plays on one core.

    python benchmarks/reference.py [--seconds 5] [--json]

Every action is chosen from ``legal_actions()``, as a bot would; the deal comes from the dealer and is checked.
The best of several short runs is told, because other work on the machine only ever makes a run slower. The last column
is the ratio to a fixed pure-Python loop timed in the same run, so that figures of different machines can be compared.
"""

import argparse
import json
from random import Random
from time import process_time

from crownland.dealer import Dealer, derived_seed
from crownland.games.registry import find_game
from crownland.games.setup import Setup

CASES = {
    "kingdomino, 2 players": ("kingdomino", 2, {}),
    "kingdomino, 3 players": ("kingdomino", 3, {}),
    "kingdomino, 4 players": ("kingdomino", 4, {}),
    "kingdomino, Mighty Duel": ("kingdomino", 2, {"mighty-duel": "true"}),
    "queendomino, 2 players": ("queendomino", 2, {}),
    "queendomino, 4 players": ("queendomino", 4, {}),
    "royal-wedding, 6 players": ("royal-wedding", 6, {}),
    "royal-wedding, 4 in teams": ("royal-wedding", 4, {"teams": "true"}),
    "duel": ("duel", 2, {}),
}


def play_random(setup: Setup, number: int) -> None:
    """One game to its end and its scores."""
    rng, dealer = Random(number), Dealer(derived_seed(number))
    state = find_game(setup.game).start(setup)
    while not state.is_over:
        if state.actor is None:
            state = state.play(dealer.deal(state))
        else:
            state = state.apply(rng.choice(state.legal_actions()))
    state.scores()


def yardstick() -> None:
    """A fixed amount of work of the same kind: shifts and masks of Python integers."""
    mask = (1 << 200) - 1
    for shift in range(2000):
        mask ^= mask >> (shift % 13) & mask << 1


def per_second(seconds: float, setup: Setup | None) -> float:
    """The best rate over runs of a tenth of a second or more."""
    best, number, end = 0.0, 0, process_time() + seconds
    while process_time() < end:
        start, before = process_time(), number
        while process_time() - start < 0.1:
            number += 1
            yardstick() if setup is None else play_random(setup, number)
        best = max(best, (number - before) / (process_time() - start))
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each line")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    unit = per_second(options.seconds, None)
    rows = {}
    for name, (key, players, chosen) in CASES.items():
        rate = per_second(options.seconds, find_game(key).setup(players, chosen))
        rows[name] = {"games_per_second": round(rate), "ratio": round(rate / unit, 3)}
    if options.json:
        print(json.dumps(rows))
        return
    print(f"{'random games':28}{'games/s':>10}{'ratio':>10}")
    for name, row in rows.items():
        print(f"{name:28}{row['games_per_second']:10}{row['ratio']:10}")


if __name__ == "__main__":
    main()
