"""Whether the compiled kernels that bots search with are there yet: loading takes a second, compiling some ten."""

from threading import Event, Thread

from crownland.games.registry import find_game
from crownland.games.setup import Setup

__all__ = ["are_ready", "make_ready"]

_READY: dict[str, Event] = {}


def are_ready(setup: Setup, within: float) -> bool:
    """Whether a search in a game of that kind can begin *within* so many seconds. Loading begins now if it has not."""
    return _begun(setup).wait(within)


def make_ready(setup: Setup) -> None:
    """Waits until a search can begin, however long it takes."""
    _begun(setup).wait()


def _begun(setup: Setup) -> Event:
    ready = _READY.get(setup.game)
    if ready is None:
        ready = _READY[setup.game] = Event()
        Thread(target=_load, args=(setup, ready), daemon=True, name=f"kernels of {setup.game}").start()
    return ready


def _load(setup: Setup, ready: Event) -> None:
    from crownland.bots.playouts import Budget, play_out
    from crownland.dealer import Dealer, derived_seed

    state, dealer = find_game(setup.game).start(setup), Dealer(derived_seed(setup))
    while state.actor is None:
        state = state.play(dealer.deal(state))
    play_out(state, Budget(sims=1), seed=0)
    ready.set()
