"""The score pad over the wire: one stateless request, and what faces need to know to ask it."""

from pathlib import Path

from crownland.server.frames.catalogue import catalogue
from tests.server.support import Guest, generous, running

WRITTEN = {
    "game": "kingdomino",
    "players": 2,
    "options": {"harmony": "true"},
    "kingdoms": [{"land": "cf1f1"}, {"land": "cffff1.w"}],
}


async def test_written_kingdoms_are_scored_line_by_line_with_notes_and_standings(tmp_path: Path) -> None:
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            answer = await guest.post("/score", WRITTEN)
    first, second = answer["kingdoms"]
    assert (first["total"], first["ties"], second["total"], second["ties"]) == (4, [2, 2], 4, [4, 1])
    assert [(line["reason"], line["factors"], line["squares"]) for line in first["lines"]] == [
        ("forest", [2, 2], ["h7", "i7"])
    ]
    assert answer["tie_breaks"] == ["largest-property", "most-crowns"]
    assert [(one["kingdom"], one["decided_by"]) for one in answer["standings"]] == [(1, None), (0, "largest-property")]
    notes = [(note["key"], note["rule"], note["kingdoms"], note["squares"]) for note in answer["notes"]]
    assert notes == [("too-wide", "C4", [1], [["m7"]]), ("unconnected", "C5", [1], [["m7"]])]


async def test_what_cannot_be_read_is_refused_in_one_sentence(tmp_path: Path) -> None:
    cases = [
        ({**WRITTEN, "game": "chess"}, "score/invalid"),
        ({**WRITTEN, "players": 7}, "score/invalid"),
        ({**WRITTEN, "options": {"harmony": "maybe"}}, "score/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "c"}]}, "score/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "x"}, {"land": "c"}]}, "score/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "c", "values": {"coins": 3}}, {"land": "c"}]}, "score/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "c" * 500}, {"land": "c"}]}, "body/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "c"}] * 40}, "body/invalid"),
        ({**WRITTEN, "kingdoms": [{"land": "c", "values": {"coins": 1e9}}, {"land": "c"}]}, "body/invalid"),
    ]
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            for body, code in cases:
                answer = await guest.http.post("/api/score", json=body)
                assert (answer.status_code, answer.json()["code"]) == (422, code), body


def test_the_catalogue_describes_every_pad() -> None:
    pads = {game.key: game.pad for game in catalogue("").games}
    classic, royal, duel = pads["kingdomino"], pads["royal-wedding"], pads["duel"]
    assert classic is not None and royal is not None and duel is not None  # noqa: PT018
    assert [(land.letter, land.most) for land in classic.lands] == [
        ("w", 1), ("f", 1), ("l", 1), ("g", 2), ("s", 2), ("m", 3)
    ]  # fmt: skip
    sizes = [(size.players, size.options, size.columns) for size in classic.sizes]
    assert sizes == [(2, {"mighty-duel": "true"}, 7), (2, {}, 5), (3, {}, 5), (4, {}, 5)]
    assert classic.games == {"dynasty": 3}
    assert [(size.players, size.options, size.columns) for size in royal.sizes if size.players == 6] == [
        (6, {"teams": "true"}, 7),
        (6, {}, 5),
    ]
    assert {field.key: (field.kind, field.picture, field.most) for field in royal.fields} == {
        "coins": ("number", "coin", None),
        "knights": ("number", "knight", 22),
        "towers": ("number", "tower", 15),
        "queen": ("flag", "queen", 1),
        "buildings": ("several", "building", None),
    }
    assert (duel.fixed, classic.fixed) == (True, False)
    assert (duel.sizes[0].columns, duel.sizes[0].rows) == (7, 5)
