"""From the start page to a table, and what is read from its last sheet."""

import re
from collections.abc import Sequence

from playwright.sync_api import Page

from crownland.notation.record import Record, read_record

__all__ = ["new_table", "record_of", "standings"]


def new_table(
    page: Page,
    game: str,
    players: int,
    *options: str,
    seats: Sequence[str] = (),
    bot: str = "beginner",
    home: str = "/",
) -> None:
    """Make a table on the page for it, in English: *seats* after the first are as its menus call them, else bots."""
    page.goto(home)
    page.locator(".games").get_by_role("link", name=re.compile(f"^{game}")).click()
    page.get_by_role("radio", name=str(players), exact=True).or_(page.get_by_text("Who plays")).first.wait_for()
    if page.get_by_role("radio", name=str(players), exact=True).count():
        page.get_by_role("radio", name=str(players), exact=True).check()
    if options:
        page.locator("summary").filter(has_text="Options").click()
    for option in options:
        page.get_by_role("checkbox", name=option).check()
    for at in range(1, players):
        menu = page.get_by_label(f"Who sits in seat {at + 1}")
        if at <= len(seats):
            menu.select_option(label=seats[at - 1])
        else:
            menu.select_option(f"bot {bot}")
    page.get_by_role("button", name="Start").or_(page.get_by_role("button", name="Invite others")).click()
    page.wait_for_url("**/table/*")


def standings(page: Page) -> list[tuple[str, int]]:
    """The kingdoms and their points on the last sheet, from first to last."""
    sheet = page.get_by_role("dialog")
    rows = sheet.locator(".standings ol > li")
    rows.first.wait_for()
    names, totals = rows.locator(".name").all_inner_texts(), rows.locator("strong").all_inner_texts()
    return [(name, int(total)) for name, total in zip(names, totals, strict=True)]


def record_of(page: Page) -> Record:
    """The record of the table on the page, as its last sheet offers it."""
    with page.expect_download() as download:
        sheet = page.get_by_role("dialog")
        sheet.get_by_role("link", name="Save record").or_(sheet.get_by_role("button", name="Save record")).click()
    record = read_record(download.value.path().read_text(encoding="utf-8"))
    assert record.errors == ()
    return record
