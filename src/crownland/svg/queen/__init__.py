"""The special drawings of Queendomino and Royal Wedding."""

from crownland.games.queen.building import BUILDINGS
from crownland.games.view import Piece
from crownland.kernel.domino import Half
from crownland.kernel.terrain import Terrain
from crownland.svg.queen.pieces import building, knight
from crownland.svg.queen.shelf import shelf, shelf_text
from crownland.svg.registry import EXAMPLES, PIECES, TRAYS, PieceDrawing, TrayDrawing, one_by_one

TRAYS["builders"] = TrayDrawing(one_by_one(shelf), shelf_text)
PIECES["building"] = PieceDrawing(building, replaces=True)
PIECES["knight"] = PieceDrawing(knight)
EXAMPLES["town"] = tuple(
    (Half(Terrain.TOWN, BUILDINGS[key].crowns), Piece("building", key)) for key in ("church", "statue", "queens_tower")
)
