"""Plays through the page: looks at what it offers, and chooses by mouse, finger or keys.

Nothing here knows a rule, a game or a token: what can be done is what is lit, labelled or focusable.
"""

from random import Random
from typing import Protocol, TypeAlias, TypedDict

from playwright.sync_api import Locator, Page

__all__ = ["CONFIRM", "WEIGHTS", "Finger", "Hand", "Keys", "Mouse", "Player", "Spot"]

PATIENCE = 30_000.0
CONFIRM = '[aria-keyshortcuts="Enter"]'
TURN = '[aria-keyshortcuts="R"]'
ARROWS = ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft")


class Spot(TypedDict):
    x: float
    y: float


# What the page offers now, by what marks it; some is only there or not.
Offer: TypeAlias = dict[str, list[str]]

# How often each is chosen where there are several.
WEIGHTS: dict[str, int] = {
    "placing": 1,
    "confirm": 1,
    "slots": 4,
    "picks": 4,
    "choices": 2,
    "spells": 1,
    "aims": 1,
    "calls": 1,
}


LOOK = """() => {
  const isThere = (one) => one.checkVisibility() && !one.disabled;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isThere);
  const fresh = (one) => one.ariaPressed !== "true" && one.ariaExpanded !== "true";
  const told = (name) => shown(`[data-${name}]`).filter(fresh).map((one) => one.dataset[name]);
  const placing = shown('[aria-keyshortcuts="R"]').length > 0;
  return {
    placing,
    confirm: !placing && shown('[aria-keyshortcuts="Enter"]').length > 0,
    slots: told("slot"), picks: told("pick"), choices: told("choice"), spells: told("spell"), aims: told("aim"),
    calls: told("call"),
  };
}"""

# The middles of the squares that are lit for the domino as it is turned now.
LIT = """() => {
  const path = document.querySelector("[data-lit]");
  if (!path) return [];
  const matrix = path.getScreenCTM();
  return [...path.getAttribute("d").matchAll(/M(\\S+) (\\S+?)h(\\d+)/g)].map(([, x, y, side]) => {
    const { x: left, y: top } = new DOMPoint(+x + side / 2, +y + side / 2).matrixTransform(matrix);
    return { x: left, y: top };
  });
}"""

# Either a sheet lies on the table, or something newer than *seq* is to be done and no sheet is about to come.
READY = """(seq) => {
  if (document.querySelector("dialog[open]")) return true;
  const table = document.querySelector("main[data-seq]");
  return table && !("untold" in table.dataset) && Number(table.dataset.seq) > seq && document.title.startsWith("●");
}"""


class Hand(Protocol):
    """How somebody chooses."""

    def press(self, page: Page, target: Locator) -> None:
        """Press a button."""

    def lay(self, page: Page, rng: Random) -> None:
        """Lay the domino in hand on a lit spot."""


class Mouse:
    """Hovers until the ghost lies, and clicks; every third domino is dragged."""

    def __init__(self) -> None:
        self._laid = 0

    def press(self, page: Page, target: Locator) -> None:
        target.click()

    def lay(self, page: Page, rng: Random) -> None:
        spot = lit_spot(page, rng, lambda: page.mouse.wheel(0, 120))
        self._laid += 1
        if self._laid % 3 == 0:
            box = page.locator("[data-hand]").bounding_box()
            assert box is not None
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.mouse.move(spot["x"], spot["y"], steps=4)
            ghost(page).wait_for()
            page.mouse.up()
        else:
            page.mouse.move(spot["x"], spot["y"])
            ghost(page).wait_for()
            page.mouse.click(spot["x"], spot["y"])


class Finger:
    """Taps a lit spot, and then what confirms it."""

    def press(self, page: Page, target: Locator) -> None:
        target.tap()

    def lay(self, page: Page, rng: Random) -> None:
        spot = lit_spot(page, rng, lambda: page.locator(TURN).tap())
        page.touchscreen.tap(spot["x"], spot["y"])
        ghost(page).wait_for()
        page.locator(CONFIRM).tap()


class Keys:
    """Never touches anything: Tab, arrows, digits, R and Enter."""

    def press(self, page: Page, target: Locator, *, backwards: bool = False) -> None:
        if target.get_attribute("data-numbered") is not None:
            self._count_to(page, target)
        else:
            self.reach(page, target, backwards=backwards)
        page.keyboard.press("Enter")

    def lay(self, page: Page, rng: Random) -> None:
        if rng.random() < 0.3:
            page.keyboard.press("r")
        for _ in range(rng.randint(1, 3)):
            page.keyboard.press(rng.choice(ARROWS))
        ghost(page).wait_for()
        page.keyboard.press("Enter")

    def reach(self, page: Page, target: Locator, *, backwards: bool = False, limit: int = 120) -> None:
        """Go on with Tab until *target* has the focus."""
        target.wait_for()
        passed: list[str] = []
        for _ in range(limit):
            if has_focus(target):
                return
            page.keyboard.press("Shift+Tab" if backwards else "Tab")
            passed.append(page.evaluate("document.activeElement.outerHTML.slice(0, 90)"))
        raise AssertionError(f"{target} cannot be reached with Tab, but: {passed}")

    def _count_to(self, page: Page, target: Locator) -> None:
        """What lies in lines has digits, from the top."""
        above = target.evaluate("one => [...document.querySelectorAll('[data-numbered]:enabled')].indexOf(one)")
        page.keyboard.press(str(above + 1))
        assert has_focus(target), f"{target} is not reached with {above + 1}"


def has_focus(target: Locator) -> bool:
    return bool(target.evaluate("one => one === document.activeElement"))


def ghost(page: Page) -> Locator:
    return page.locator("[data-ghost]")


def lit_spot(page: Page, rng: Random, turn: "TurnDomino") -> Spot:
    """A lit square, after as many turns as it takes."""
    for _ in range(5):
        lit: list[Spot] = page.evaluate(LIT)
        if lit:
            return rng.choice(lit)
        turn()
        page.wait_for_timeout(150)
    raise AssertionError("no spot is lit, however the domino is turned")


class TurnDomino(Protocol):
    def __call__(self) -> object: ...


class Player:
    """Plays one of a table's persons, or all that sit at this device."""

    def __init__(self, page: Page, hand: Hand, rng: Random | None = None) -> None:
        self.page, self.hand = page, hand
        self.rng = rng or Random(1)
        self.weights = WEIGHTS
        self.seq = -1  # what was shown when something was last done
        self.done: list[str] = []  # the kinds of what was done

    def wait(self) -> bool:
        """Wait until there is something to do; False when a sheet lies on the table instead."""
        self.page.wait_for_function(READY, arg=self.seq, timeout=PATIENCE)
        return not self.page.locator("dialog[open]").count()

    def play_out(self, limit: int = 400) -> None:
        """Play until the reckoning lies on the table."""
        for _ in range(limit):
            if not self.wait():
                return
            self.act()
        raise AssertionError(f"the game did not end after {limit} actions")

    def play(self, actions: int) -> None:
        for _ in range(actions):
            assert self.wait(), "the game ended too early"
            self.act()

    def act(self) -> None:
        """Do one thing, which may take more than one press: a building and its square, a spell and what it does."""
        self.seq = self._shown()
        for _ in range(8):
            offer: Offer = self.page.evaluate(LOOK)
            kind = self._way(offer)
            self.done.append(kind)
            if getattr(self, f"_{kind}")(offer):
                return
        raise AssertionError(f"nothing came of {self.done[-8:]}")

    def _shown(self) -> int:
        return int(self.page.locator("main[data-seq]").get_attribute("data-seq") or 0)

    def _way(self, offer: Offer) -> str:
        ways = [kind for kind, weight in self.weights.items() for _ in range(weight * bool(offer.get(kind)))]
        assert ways, f"nothing is offered: {offer}, {self.page.locator('[role=status]').all_inner_texts()}"
        return self.rng.choice(ways)

    def _press(self, name: str, offered: list[str]) -> str:
        chosen = self.rng.choice(offered)
        self.hand.press(self.page, self.page.locator(f'[data-{name}="{chosen}"]'))
        return chosen

    # Each returns whether something was done; otherwise it was only a step towards it.

    def _placing(self, offer: Offer) -> bool:
        self.hand.lay(self.page, self.rng)
        return True

    def _confirm(self, offer: Offer) -> bool:
        self.hand.press(self.page, self.page.locator(CONFIRM))
        return True

    def _picks(self, offer: Offer) -> bool:
        self._press("pick", offer["picks"])
        return True

    def _choices(self, offer: Offer) -> bool:
        self._press("choice", offer["choices"])
        return True

    def _calls(self, offer: Offer) -> bool:
        """A step that must be called before anything of it can be chosen."""
        chosen = self._press("call", offer["calls"])
        self.page.locator(f'[data-call="{chosen}"][aria-pressed=true]').wait_for()
        self._slots(self.page.evaluate(LOOK))
        return True

    def _spells(self, offer: Offer) -> bool:
        """A spell that asks for more: which face, which two dice."""
        self._press("spell", offer["spells"])
        return False

    def _aims(self, offer: Offer) -> bool:
        """Which of several things is aimed at the board."""
        self._press("aim", offer["aims"])
        return False

    def _slots(self, offer: Offer) -> bool:
        """Something in a tray: taken at once, or held until its square or another one is picked."""
        chosen = self._press("slot", offer["slots"])
        how: str = self.page.wait_for_function(
            """([slot, seq]) => {
              if (Number(document.querySelector("main[data-seq]").dataset.seq) > seq) return "taken";
              return document.querySelector(`[data-slot="${slot}"][aria-pressed=true]`) ? "picked" : "";
            }""",
            arg=[chosen, self.seq],
            timeout=PATIENCE,
        ).json_value()
        self.done.append(chosen.split()[0])
        if how == "taken":
            return True
        seen = self.page.evaluate(LOOK)
        if seen["picks"]:
            return self._picks(seen)
        # What a finger touches in a line is shown first.
        return isinstance(self.hand, Finger) and bool(seen["confirm"]) and self._confirm(seen)
