"""The catalogue: what menus are made from."""

from crownland.server.frames.catalogue import catalogue


def test_the_catalogue_says_who_are_partners() -> None:
    options = {game.key: {option.key: option.partners for option in game.options} for game in catalogue("").games}
    assert options["royal-wedding"]["teams"] == {
        "4": [0, 0, 1, 1],
        "6": [0, 0, 1, 1, 2, 2],
        "8": [0, 0, 1, 1, 2, 2, 3, 3],
    }
    assert not any(options["kingdomino"].values())
