"""What goes over the wire: every frame of the socket, and every answer of the REST side.

The page's TypeScript types are generated from this module. Squares, dominoes, buildings and spells go by the names of
the notation and of the data tables; seats and kingdoms are numbers from 0. A page knows no rules: it is told what may
be done, and what each action means.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

__all__ = [
    "Accepted",
    "Act",
    "Back",
    "Book",
    "BotLevel",
    "Builders",
    "BuildingInfo",
    "Catalogue",
    "Change",
    "Choice",
    "ClientFrame",
    "Dice",
    "Estate",
    "Event",
    "Explain",
    "Explained",
    "FaceInfo",
    "GameInfo",
    "Guest",
    "Hello",
    "Kingdom",
    "LineDomino",
    "News",
    "OptionInfo",
    "Ping",
    "Pong",
    "Refused",
    "ScoreLine",
    "Seat",
    "ServerFrame",
    "SpellInfo",
    "Standing",
    "Sync",
    "Table",
    "TableChanged",
    "Trouble",
    "View",
]


class Wire(Struct, kw_only=True, forbid_unknown_fields=True):
    """An object on the wire: every field is there, nothing else is."""


Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
ClientId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]  # as databases keep it


# What can be played


class OptionInfo(Wire):
    """An option of a game: the *values* that can be chosen with each number of players, the default first."""

    key: str
    is_flag: bool
    values: dict[str, list[str]]
    default: dict[str, str]


class GameInfo(Wire):
    """A game that can be played."""

    key: str
    players: list[int]
    options: list[OptionInfo]
    rules: int  # the version


class BotLevel(Wire):
    """A bot that can be chosen; *about* is in English."""

    key: str
    about: str


class BuildingInfo(Wire):
    """A building tile of Queendomino; *points_per* is ``fixed`` or what the points are for each of."""

    copies: int
    crowns: int
    knights: int
    towers: int
    points: int
    points_per: str
    tax_bonus: str
    assumed: bool  # Q15: an icon of it has not been seen by us


class SpellInfo(Wire):
    """A row of Duel's spell book."""

    key: str
    coat: str
    boxes: int
    lightning: bool


class FaceInfo(Wire):
    """A face of a die of Duel; a wild one has no coat."""

    coat: str | None
    crosses: int


class Catalogue(Wire):
    """Everything that menus and boards are made from. Dominoes are two halves each: terrain and crowns, ``m3``."""

    games: list[GameInfo]
    bots: list[BotLevel]  # the weakest first
    dominoes: dict[str, tuple[str, str]]
    buildings: dict[str, BuildingInfo]
    spells: list[SpellInfo]
    dice: list[list[FaceInfo]]  # die by die, face by face
    numbers: dict[str, int]  # of the rules: texts write {kingdomino.harmony.points}
    texts: dict[str, dict[str, str]]  # from outside the package, by language and key
    nearby: str | None  # the address for others, where links made on the server's own machine would lead nobody
    version: str


class Guest(Wire):
    """The one who asks. *name* is empty until it is told."""

    name: str


class Trouble(Wire):
    """What every refusal of the REST side says; *rule* is the number of the rule that forbids it."""

    code: str
    message: str
    rule: str | None


# What a table is


class Seat(Wire):
    """A seat of a table. Partners share a *kingdom* (W3)."""

    name: str
    kind: Literal["person", "bot", "open"]
    bot: str | None  # the level of a bot
    kingdom: int
    mine: bool  # the one who reads this may act for it
    here: bool  # its person is connected; a bot always is
    stand_in: bool  # a bot plays for its person, until the person is back
    secret: str | None  # told once, to whoever has just sat down: it takes the seat again from another device


class Table(Wire):
    """A table, as the one who asks may see it."""

    id: str
    game: str
    players: int
    options: dict[str, str]
    phase: Literal["open", "playing", "over", "closed"]
    ended: Literal["finished", "resigned", "abandoned"] | None
    public: bool
    host: bool  # the one who reads this made the table, and may start it
    seats: list[Seat]
    clock: int | None  # seconds for a turn
    commitment: str
    seed: str | None  # told when the game is over
    created: str  # ISO 8601, UTC
    rematch: str | None  # the table where it goes on
    watching: int  # people who look on


# What a position looks like


class ScoreLine(Wire):
    """One reason for points: *reason* is a key of the catalogue, *squares* are to be lit up."""

    reason: str
    points: int
    factors: list[int]
    squares: list[str]
    game: int  # K10: which game of a Dynasty


class LineDomino(Wire):
    """A domino of a line; *king* is the seat that stands on it; *laid* says that its king has placed it already."""

    domino: str
    king: int | None
    laid: bool


class Estate(Wire):
    """What a kingdom of Queendomino owns beside its land."""

    coins: int
    knights: int  # in the reserve
    towers: int
    posted: list[str]  # the squares with a knight
    buildings: dict[str, str]  # by square
    queen: bool


class Book(Wire):
    """A player's side of Duel's spell book, row by row."""

    boxes: list[int]
    spells: list[str]  # won and not used
    used: list[str]
    castle: bool  # the castle bonus is still there
    coat: str | None  # where the bonus for a coat was put


class Kingdom(Wire):
    """A kingdom: *land* is its rows from north to south as the notation writes them, the castle c on g7.

    *reach* are the south-western and north-eastern corners of what it may still cover. *fresh* was laid last.
    """

    seats: list[int]
    land: str
    reach: tuple[str, str]
    fresh: list[str]
    total: int
    lines: list[ScoreLine]
    estate: Estate | None
    book: Book | None


class Builders(Wire):
    """Queendomino's builders' board: the tiles on the spaces priced 0 to 5, as the one to act pays them."""

    tiles: list[str | None]
    prices: list[int]
    dragon: bool  # at home
    step: Literal["place", "tax", "build", "dragon", "claim"]


class Dice(Wire):
    """Duel's four dice: the face each shows, None before the roll, and the seat that took it.

    *drawn* tells how the die will be drawn so far: the coat a wild was named, and its crosses.
    """

    faces: list[int | None]
    coats: list[str | None]
    crosses: list[int]
    taken: list[int | None]
    first: int | None  # player A of this round
    spells: list[str]  # spells and bonus used in this drawing


class Standing(Wire):
    """A kingdom's place, from first to last; *decided_by* is what parts it from the one before.

    That is ``total``, a tie-break, ``shared``, or ``resigned``: whoever has resigned is last.
    """

    kingdom: int
    rank: int
    total: int
    decided_by: str | None


class View(Wire):
    """A position, all of it public."""

    seq: int
    round: int
    rounds: int | None  # Duel ends when a map is full
    game: int  # of a Dynasty, from 1
    games: int
    actor: int | None
    order: list[int]  # the seats whose kings are still to act in this round
    old: list[LineDomino]
    new: list[LineDomino]
    kingdoms: list[Kingdom]
    past: list[list[Kingdom]]  # K10: the kingdoms of earlier games of a Dynasty
    builders: Builders | None
    dice: Dice | None
    standings: list[Standing]  # as if the game ended now
    over: bool


Kind: TypeAlias = Literal[
    "place",
    "discard",
    "claim",
    "tax",
    "build",
    "dragon",
    "end",
    "take",
    "turn_die",
    "name_wild",
    "castle_bonus",
    "free_placement",
    "split",
    "draw_pair",
    "draw_die",
    "coat_bonus",
    "extra_cross",
]


class Choice(Struct, frozen=True, array_like=True):
    """A legal action. *gain* is in points now, *subject* is what it is about.

    That is the domino of place, discard and claim; the coins of tax; the building of build and dragon; the dice of take
    and draw_pair (``1.3``); the die of castle_bonus and draw_die; die and face of turn_die (``1.4``); die and coat of
    name_wild (``1.double_dot``); the coat of coat_bonus.
    """

    token: str
    kind: Kind
    squares: list[str]  # the left half's first
    subject: str
    gain: int


class Event(Wire):
    """Something that happened: *seat* is None for chance; *back* takes the action before it back.

    After *resign* with the token ``forfeit`` the game is over; without it a bot plays on. After *close* nothing comes.
    """

    seq: int
    kind: Literal["action", "chance", "back", "resign", "close"]
    seat: int | None
    token: str
    round: int
    points: int  # what it brought whoever acted
    bot: bool  # a bot did it, for itself or for its person
    at: str  # ISO 8601, UTC


class Change(Wire):
    """A line of the score that an action makes, and the lines it grows from."""

    after: ScoreLine
    before: list[ScoreLine]


# From the page


class Act(Wire, tag="act"):
    """Play *token*. *seq* is the last event the page knows; what is sent again with the same *id* is played once."""

    token: Token
    seq: Seq
    id: ClientId


class Back(Wire, tag="back"):
    """Take back the last action, one's own, which nobody has answered yet."""

    seq: Seq
    id: ClientId


class Explain(Wire, tag="explain"):
    """Ask what *token* would change in the score."""

    token: Token
    seq: Seq


class Sync(Wire, tag="sync"):
    """Ask for everything after *seq*: hello is the answer."""

    seq: Seq


class Ping(Wire, tag="ping"):
    """Ask whether anybody is there."""


ClientFrame: TypeAlias = Act | Back | Explain | Sync | Ping


# To the page


class Hello(Wire, tag="hello"):
    """The first frame, and the answer to sync: the table, the position once the game has begun, and what came since."""

    table: Table
    events: list[Event]
    view: View | None
    choices: list[Choice]
    can_take_back: bool
    turn_ends: str | None  # ISO 8601, UTC: when the clock runs out


class News(Wire, tag="news"):
    """What happened, and how things stand now. *choices* are there for whoever is to act only."""

    events: list[Event]
    view: View
    choices: list[Choice]
    can_take_back: bool
    turn_ends: str | None


class TableChanged(Wire, tag="table"):
    """Somebody came, went, took a seat, or the game began or ended."""

    table: Table


class Accepted(Wire, tag="accepted"):
    """The action with that *id* is played, and is kept; it is event *seq*."""

    id: str
    seq: int


class Refused(Wire, tag="refused"):
    """Nothing has changed. *code* is stable; *rule* is the number of the rule that forbids it."""

    id: str | None
    code: str
    rule: str | None
    message: str


class Explained(Wire, tag="explained"):
    """What *token* would bring."""

    token: str
    gain: int
    changes: list[Change]


class Pong(Wire, tag="pong"):
    """Somebody is here."""


ServerFrame: TypeAlias = Hello | News | TableChanged | Accepted | Refused | Explained | Pong
