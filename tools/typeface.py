"""Makes the files of the page's typeface, and the one of pictures in pixels, from the package that publishes it.

    uv run --no-project --with fonttools --with brotli python -m tools.typeface

The results are in the repository, so neither building the page nor testing it needs this. Latin and Latin Extended
are what every visit loads and together stay below 60 KB; Cyrillic is loaded when a text has a Cyrillic letter.
"""

import subprocess
import tarfile
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

PACKAGE = "@fontsource-variable/alegreya@5.3.0"
ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "web/src/typeface"
PICTURES = ROOT / "src/crownland/envs/alegreya.ttf"
# The characters of each file; typeface.css has the same ranges.
RANGES = {
    "latin": "20-7E A0-A3 A7 A9 AB B0-B1 B4 B7 BB BF-FF 131 152-153 "
    "2013-2014 2018-201A 201C-201E 2026 2039-203A 20AC 2212",
    "latin-ext": "100-130 134-137 139-13E 141-148 14C-151 154-165 168-17E 218-21B",
    "cyrillic": "400-45F 490-491",
}
# Serbian has letters of its own shape (locl). Italics are for short labels, so they do without kerning.
FEATURES = {"latin": ("tnum",), "latin-ext": (), "cyrillic": ("locl",)}
STYLES = {"normal": ((400, 700), ("kern",)), "italic": ((400, 400), ())}  # weights from and to, and features


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packed = subprocess.run(
            ["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, capture_output=True, text=True
        )
        with tarfile.open(folder / packed.stdout.split()[-1]) as package:
            package.extractall(folder, filter="data")
        for style, (weights, features) in STYLES.items():
            for script in RANGES:
                source = folder / f"package/files/alegreya-{script}-wght-{style}.woff2"
                made = FOLDER / f"alegreya-{script}-{style}.woff2"
                cut(source, made, characters(script), weights, (*FEATURES[script], *features))
                print(f"{made.name}: {made.stat().st_size:,} bytes")
        # Pictures in pixels are small and have no names: bold letters, figures and signs.
        source = folder / "package/files/alegreya-latin-wght-normal.woff2"
        cut(source, PICTURES, (*range(0x20, 0x7F), 0xD7, 0x2013, 0x2026, 0x2212), (600, 600), ("kern",), packed=False)
        print(f"{PICTURES.name}: {PICTURES.stat().st_size:,} bytes")


def characters(script: str) -> Iterator[int]:
    """Returns the code points of a file."""
    for part in RANGES[script].split():
        first, _, last = part.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def cut(
    source: Path,
    made: Path,
    code_points: Iterable[int],
    weights: tuple[int, int],
    features: Sequence[str],
    *,
    packed: bool = True,
) -> None:
    """Writes the part of a font with these characters and weights. Its figures stand on the line.

    Browsers read it *packed*, other programs do not.
    """
    from fontTools import subset
    from fontTools.ttLib import TTFont
    from fontTools.varLib import instancer

    font = TTFont(source)
    raise_figures(font)
    names = [0, 1, 2, 13, 14] if packed else [0, 1, 2, 6, 13, 14]  # resvg finds no font without a PostScript name
    options = subset.Options(layout_features=list(features), hinting=False, name_IDs=names)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=code_points)
    subsetter.subset(font)
    least, most = weights
    font = instancer.instantiateVariableFont(font, {"wght": least if least == most else weights})
    font.flavor = "woff2" if packed else None
    font.save(made)


def raise_figures(font: Any) -> None:
    """Makes lining figures the plain ones: 1 and 7 of a score are as tall as capitals, on a canvas too."""
    plain = font["GSUB"].table
    for record in plain.FeatureList.FeatureRecord:
        if record.FeatureTag == "lnum":
            for index in record.Feature.LookupListIndex:
                for part in plain.LookupList.Lookup[index].SubTable:
                    lining = getattr(part, "ExtSubTable", part).mapping
                    for table in font["cmap"].tables:
                        table.cmap.update({code: lining.get(glyph, glyph) for code, glyph in table.cmap.items()})


if __name__ == "__main__":
    main()
