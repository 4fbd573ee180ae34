"""Draws the pictures of the documentation anew: ``python docs/pictures.py``. A test compares them with the files."""

from pathlib import Path

from crownland import svg
from crownland.kernel.domino import QUEENDOMINO as QUEENDOMINO_BOX
from crownland.kernel.kingdom import Kingdom
from crownland.notation import parse_position

FOLDER = Path(__file__).parent / "pictures"

# Every terrain, no gap, the castle in the middle: 48 points, and 63 with Harmony and Middle Kingdom.
KINGDOM = Kingdom.parse("wm2ssw/m3m2ssw1/ll1cww/lff1f1f1/llgff")
# Round 9: Clio has placed and claimed 47, Ben is next.
TABLE = parse_position(
    "kingdomino players=4 opening=draw A:.mw1ll/ww1wff1/ww1wc/.gs1 B:.w/.s2s1gg1/fws2gl/ff1cll"
    " C:m3m2m2s/wwwc/llf1fg/.l1fff D:gg2w/gg2ll/m1fll/wc/.ff old:12B.15D.26A new:3.25.31.47C"
    " gone:1.4.5.6.7.8.9.10.13.17.18.20.21.23.24.27.28.32.37.38.39.40.41.42.43.44.45.46.48"
)
# Round 10: Ben has placed, sent the dragon to the builders' board and claimed 22; Clio, the queen's host, is next.
QUEENDOMINO = parse_position(
    "queendomino players=4"
    " A:.gg/.ggw/.cgg1/w.t1tf1/m2m1tl1l;6c.0k.1t;N@j5;N@g8;N@h8;queenstower@h6;archeryrange@h5;witchhouse@i6"
    " B:fl1tfm/.l1tcw1/.ttlw1/.m2www/...ww;21c.0k.2t;N@g4;N@h4;N@f5;N@h5;N@e7"
    ";guardtower@f8;bigtavern@f7;bakery@e6;fishmarket@f6"
    " C:..tt/.f1tt/wf1cm3/w1fff1/wf1fg;2c.0k.3t;N@h6;N@g8;travellingcastle@g8;mineworks@h8;towerstreasury@g9"
    " D:ss1t1t/ss2sg/lww1/tcw/ttl1;12c.1k.3t;N@f9;N@f10"
    ";sawmill@g6;knightstreasury@f7;fortress@f6;queenstower@h10;fishmarket@i10"
    " board:church.weaver.sawmill.-.witchhouse.mineworks"
    " burned:church.queenstower.statue.tavern.tavern.travellingcastle queen:C dragon:away"
    " old:Q4C.Q15A.Q29D new:Q22B.Q23.Q26.Q41"
    " gone:Q1.Q2.Q3.Q7.Q8.Q9.Q10.Q11.Q13.Q14.Q16.Q17.Q18.Q19.Q20.Q21.Q24.Q28.Q30.Q31.Q32.Q33.Q35.Q36.Q38.Q39.Q40"
    ".Q42.Q43.Q45.Q46.Q47.Q48"
)
# Round 12: Ada has drawn her dice, Ben has named the wild one.
DUEL = parse_position(
    "duel players=2 A:Dd1ff/ddd1d1s/dsscssd/f..dssd/...q2qqd;551032;free_placement;-split;-coat_bonus;castle;coat.s"
    " B:...dd/S1SS1dd1/SS1dcs/SS1D1Ds/sDDD1Df2;124402;turn_die;-pick_two first:A round:12 dice:6.5.4.3 taken:ABAB"
    " drewA:d part:name showing:5.3 named:4S"
)
NAMES = ("Ada", "Ben", "Clio", "Dora")


def pictures() -> dict[str, svg.Svg]:
    """The pictures by the name of their file."""
    return {
        "terrains.svg": svg.legend(),
        "kingdom.svg": svg.kingdom(KINGDOM),
        "table.svg": svg.table(TABLE, NAMES),
        "queendomino.svg": svg.table(QUEENDOMINO, NAMES),
        "queendomino-terrains.svg": svg.legend(dominoes=QUEENDOMINO_BOX),
        "buildings.svg": svg.buildings(),
        "duel.svg": svg.table(DUEL, NAMES[:2]),
        "coats.svg": svg.coats(),
    }


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8", newline="\n")
