"""What an eye sees on a screen: does it scroll sideways, is anything covered, cut off or on top of something else?"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

__all__ = ["THEMES", "barriers", "dress", "flaws"]

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"

LOOK = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

THEMES = ("light", "dark", "forced")

# What a new size or a new text asks for has been drawn when nothing has moved for three frames and no typeface is on
# its way. The look comes in the same breath: if something moves a moment later, the page has its next frame to adapt.
LOOK_WHEN_STILL = f"""() => new Promise((done) => {{
  const places = () => [...document.querySelectorAll("button, a, svg, select, h1, h2, h3, p")]
    .map((one) => one.getBoundingClientRect())
    .map(({{ x, y, width, height }}) => [x, y, width, height].join())
    .join(";");
  let [last, still] = ["", 0];
  const wait = () => {{
    const now = places();
    still = now === last && document.fonts.status === "loaded" ? still + 1 : 0;
    last = now;
    if (still < 3) requestAnimationFrame(wait);
    else done(({LOOK})());
  }};
  requestAnimationFrame(wait);
}})"""


def flaws(page: Page, size: tuple[int, int] | None = None) -> list[str]:
    """Everything that is wrong with how the screen lies, at *size*."""
    if size is not None:
        page.set_viewport_size({"width": size[0], "height": size[1]})
    found: list[str] = page.evaluate(LOOK_WHEN_STILL)
    return found


def dress(page: Page, theme: str) -> None:
    """Show the page in light, in dark, or in the colours that a system forces on it."""
    page.emulate_media(
        color_scheme="dark" if theme == "dark" else "light", forced_colors="active" if theme == "forced" else "none"
    )


def barriers(page: Page) -> list[str]:
    """What axe-core finds."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # In forced colours the system chooses text and ground together; axe takes the text's colour from the style sheet
    # and compares it with the system's ground.
    is_forced = page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    rules = {"target-size": {"enabled": True}, "color-contrast": {"enabled": not is_forced}}
    violations: list[dict[str, Any]] = page.evaluate(
        "async (options) => (await axe.run(options)).violations",
        {"resultTypes": ["violations"], "rules": rules},
    )
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in violations
        for node in violation["nodes"]
    ]
