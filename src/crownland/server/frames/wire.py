"""What goes over the wire: every frame of the socket, and every answer of the REST side.

The page's TypeScript types are generated from this module. Squares, dominoes, buildings and spells go by the names of
the notation and of the data tables; seats and kingdoms are numbers from 0. A page knows no rules: it receives the
legal actions and their meanings.
"""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

__all__ = [
    "Accepted",
    "Act",
    "Back",
    "Badge",
    "BotLevel",
    "Brief",
    "Catalogue",
    "Change",
    "Choice",
    "ClientFrame",
    "Coached",
    "Event",
    "Exercise",
    "Explain",
    "Explained",
    "GameInfo",
    "Graded",
    "Guest",
    "Half",
    "Hello",
    "Judged",
    "Kingdom",
    "Meaning",
    "News",
    "Offer",
    "OptionInfo",
    "Pace",
    "PaceName",
    "PadField",
    "PadInfo",
    "PadLand",
    "PadNote",
    "PadSize",
    "Piece",
    "Ping",
    "Pong",
    "Position",
    "Puzzle",
    "PuzzleInfo",
    "Puzzles",
    "Reason",
    "Refused",
    "Rematch",
    "Replay",
    "Review",
    "ReviewedKingdom",
    "Reviewing",
    "ScoreLine",
    "Scored",
    "ScoredKingdom",
    "Seat",
    "ServerFrame",
    "Share",
    "Slot",
    "Standing",
    "Step",
    "Sync",
    "Table",
    "TableChanged",
    "Tile",
    "Tray",
    "Trouble",
    "Verdict",
    "View",
    "Way",
]


class Wire(Struct, kw_only=True, forbid_unknown_fields=True):
    """An object on the wire: every field is there, nothing else is."""


class Sparse(Wire, omit_defaults=True):
    """An object on the wire that is sent often: a field is left out if it has its default."""


Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
PaceName: TypeAlias = Literal["slow", "normal", "fast", "once"]
ClientId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[^\x00]*$")]  # as databases keep it


# What can be played


class OptionInfo(Wire):
    """An option of a game: the *values* that can be chosen with each number of players, the default first.

    *partners* is the kingdom of every seat, by number of players, where seats share kingdoms when a flag is on.
    """

    key: str
    is_flag: bool
    values: dict[str, list[str]]
    partners: dict[str, list[int]]


class PadLand(Wire):
    """A land of a score pad: its letter in the text of a kingdom, and the most crowns of one square."""

    key: str
    letter: str
    most: int


class PadSize(Wire):
    """How large kingdoms are with so many *players* and these *options*."""

    players: int
    options: dict[str, str]
    columns: int
    rows: int


class PadField(Wire):
    """Something to fill in besides a kingdom; its name is the text ``pad.field.KEY``.

    A number, a flag, one of the *choices*, or several of them with the copies that the box has. *picture* is the key
    of its badge, or the kind of the pieces to choose from. *most* is how much of it a game has, if that is known.
    """

    key: str
    kind: Literal["number", "flag", "one", "several"]
    picture: str
    choices: dict[str, int]
    most: int | None


class PadInfo(Wire):
    """The score pad of a game. *options* are those that change a score; the first of *sizes* that fits counts."""

    lands: list[PadLand]
    sizes: list[PadSize]
    fixed: bool  # the castle stands in the middle; otherwise it may stand anywhere
    fields: list[PadField]
    options: list[str]
    games: dict[str, int]  # K10: how many games are played in a row, by the option that is on


class GameInfo(Wire):
    """A game that can be played."""

    key: str
    players: list[int]
    options: list[OptionInfo]
    pad: PadInfo | None
    rules: str  # the letters of its rule numbers
    version: int  # of its rules


class BotLevel(Wire):
    """A bot that can be chosen; *about* is in English."""

    key: str
    about: str


class Catalogue(Wire):
    """Everything that menus and boards are made from.

    *lands* are the sets of what a square can show: letters of the notation and their keys. *components* are tables of
    pieces, which drawings of them know.
    """

    games: list[GameInfo]
    bots: list[BotLevel]  # the weakest first
    lands: dict[str, dict[str, str]]
    components: dict[str, Any]
    numbers: dict[str, int]  # of the rules: texts write {kingdomino.harmony.points}
    texts: dict[str, dict[str, str]]  # from outside the package, by language and key
    nearby: str | None  # the address for others, where links made on the server's own machine would lead nobody
    version: str


class Guest(Wire):
    """The current guest. *name* is empty until it is set."""

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
    host: bool  # its person is the host
    asked: Literal["me", "other"] | None  # for whom an open seat is kept; if for nobody, *name* is who has declined it
    here: bool  # its person is connected; a bot always is
    gave_up: bool  # a bot plays on for the one called *name*
    stand_in: bool  # a bot plays for its person, until the person is back
    secret: str | None  # sent once, to the guest who took the seat: it takes the seat again from elsewhere


class Share(Wire):
    """A value that the player in *seat* mixes into the deal."""

    seat: int
    promise: str | None  # its fingerprint; None until the player has promised a value
    value: str | None  # revealed when everybody has promised


class Rematch(Wire):
    """An offer to play again at another *table*, where the seats of those who have not answered are kept."""

    table: str
    seat: int | None  # of the one who offers it; None if that was before offers were kept
    answer: Literal["yes", "no", "open"] | None  # of the one who reads this; None for whom it is not offered


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
    seed: str | None  # sent when the game is over
    created: str  # ISO 8601, UTC
    rematch: Rematch | None
    watching: int  # people who look on
    coached: bool  # the one who reads this can ask the coach: nobody else plays from elsewhere
    shares: list[Share] | None  # of a mixed deal, one for each guest who plays


# What a position looks like


class ScoreLine(Wire):
    """One reason for points: *reason* is a key of the catalogue, *squares* are to be lit up."""

    reason: str
    points: int
    factors: list[int]
    squares: list[str]
    game: int  # K10: which game of a Dynasty
    divisor: int  # so many of what was counted make a point


Half: TypeAlias = tuple[str, int] | None  # what a square shows, and its crowns; None may become anything


class Piece(Struct, frozen=True, array_like=True):
    """Something that lies on the table; *kind* and *key* name its picture and its words."""

    kind: str
    key: str
    halves: list[Half]


class Badge(Struct, frozen=True, array_like=True):
    """A small sign, with a number or without; not *on* when it is spent or away."""

    key: str
    count: int | None
    on: bool


class Slot(Struct, frozen=True, array_like=True):
    """A place in a tray: *seat* stands on the piece or owns it; *filled* are the boxes of each kingdom."""

    piece: Piece | None
    seat: int | None
    price: int | None
    done: bool  # laid, or used up
    filled: list[int]
    boxes: int


class Tray(Wire):
    """Pieces beside the kingdoms. *kind* chooses the drawing, *key* the title."""

    kind: str
    key: str
    slots: list[Slot]
    badges: list[Badge]


class Tile(Struct, frozen=True, array_like=True):
    """A half of a domino that lies on a square: the domino's key, and 0 for its left half or 1 for its right one."""

    domino: str
    half: int


class Kingdom(Wire):
    """A kingdom: *land* is its rows from north to south as the notation writes them, the castle c on g7.

    *lands* names the set of letters. *reach* are the south-western and north-eastern corners of what it may still
    cover; a *fixed* one is shown whole. *tiles* are the dominoes that were laid. *fresh* was laid last. *pending* is
    decided and not laid yet.
    """

    seats: list[int]
    lands: str
    land: str
    reach: tuple[str, str]
    fixed: bool
    tiles: dict[str, Tile]  # by square
    fresh: list[str]
    pieces: dict[str, list[Piece]]  # by square
    pending: dict[str, Half]
    badges: list[Badge]
    total: int
    lines: list[ScoreLine]


class Step(Struct, frozen=True, array_like=True):
    """A step of the turn, and whether it was taken."""

    key: str
    done: bool


class Standing(Wire):
    """A kingdom's place, from first to last; *decided_by* is what parts it from the one before.

    That is ``total``, a tie-break, ``shared``, or ``resigned``: a player who has resigned is last.
    """

    kingdom: int
    rank: int
    total: int
    decided_by: str | None


class View(Wire):
    """A position, all of it public."""

    seq: int
    round: int
    rounds: int | None  # None in a game that ends when it ends
    game: int  # of a Dynasty, from 1
    games: int
    actor: int | None
    order: list[int]  # the seats still to act in this round
    kingdoms: list[Kingdom]
    trays: list[Tray]
    steps: list[Step]  # of this turn
    hand: list[Half]  # what the seat to act is about to place
    past: list[list[Kingdom]]  # K10: the kingdoms of earlier games of a Dynasty
    standings: list[Standing]  # as if the game ended now
    over: bool


class Position(Wire):
    """How a game stands, in short. *kingdom* is one's own, or the first of them, without the lines of its score."""

    round: int
    rounds: int | None
    actor: int | None  # the seat to act
    standings: list[Standing]  # as if the game ended now
    kingdom: Kingdom | None


class Brief(Wire):
    """A table in one's list. *position* is None before the game begins, and for tables far down the list.

    *result* is one's own, once the game is over: ``resigned`` for who gave up, None for who plays several kingdoms.
    """

    table: Table
    played: str  # ISO 8601, UTC: when something last happened
    position: Position | None
    result: Literal["won", "lost", "shared", "resigned"] | None
    known: bool  # the server has its rules; its host can only close a table without


@dataclass(frozen=True)
class Part:
    """Marks a dictionary with some of the fields of a type."""

    of: type[Struct]


ViewChange: TypeAlias = Annotated[dict[str, Any], Part(View)]
KingdomChange: TypeAlias = Annotated[dict[str, Any], Part(Kingdom)]


class Meaning(Sparse, kw_only=True):
    """What an action is about.

    Two *squares* are a spot and a rotation, one is pointed at; *spaces* are picked in the *tray* of that key; what has
    neither is a button. *step* is the step of the turn that it belongs to, left out where that is the kind itself.
    """

    kind: str
    step: str = ""
    squares: list[str] = []  # the first half's first
    pieces: list[Piece]
    tray: str
    spaces: list[int] = []
    coins: int = 0
    seats: list[int] = []


class Choice(Struct, frozen=True, array_like=True):
    """A legal action of an offer. *gain* is in points now."""

    token: str
    squares: list[str]
    gain: int


class Offer(Sparse, kw_only=True):
    """Legal actions that differ only in their squares; all else is as in their meanings."""

    kind: str
    step: str = ""
    pieces: list[Piece]
    tray: str
    spaces: list[int] = []
    coins: int = 0
    choices: list[Choice]


class Event(Sparse, kw_only=True):
    """Something that happened: *seat* is None for chance; *back* takes the action before it back.

    After *resign* with the token ``forfeit`` the game is over; without it a bot plays on. After *close* nothing comes.
    """

    seq: int
    kind: Literal["action", "chance", "back", "resign", "close"]
    seat: int | None
    token: str
    round: int
    points: int = 0  # what it brought the seat
    bot: bool = False  # a bot did it, for itself or for its person
    at: str  # ISO 8601, UTC
    meaning: Meaning | None  # of an action


class Change(Wire):
    """A line of the score that an action makes, and the lines it grows from."""

    after: ScoreLine
    before: list[ScoreLine]


# What a finished game was like


class Reason(Wire):
    """A fact that speaks for an action: *key* is that of its text, ``why.KEY``.

    Of *values*, ``land`` is a reason of a score line, ``piece`` and ``other`` are ``kind.key``, ``badge`` the key of a
    badge and ``seat`` a seat; the others stand in the text as they are.
    """

    key: str
    values: dict[str, int | str]


class Way(Wire):
    """Something that could be done: the chances of every kingdom after it, and what it brings now.

    *best* is where a domino that it claims would bring most at once.
    """

    token: str
    wins: list[float]
    gain: int
    meaning: Meaning
    changes: list[Change]
    best: Choice | None


class Judged(Wire):
    """What an action did to the chances: a draw brings *luck*, a decision may have *lost* something against the best.

    *ways* are the best that could be done, the best first, and what was done; none where there was no choice. *reasons*
    are what the best has over what was done. *right* are the tokens of all that would have been as good as the best,
    where what was done is not.
    """

    seq: int  # of the action, from 1
    round: int
    kingdom: int | None  # that decided
    wins: list[float]  # of every kingdom, after it
    luck: list[float]
    lost: float
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    ways: list[Way]
    reasons: list[Reason]
    right: list[str]


class ReviewedKingdom(Wire):
    """The sums of a kingdom, how well it decided, and the actions of its greatest loss and of its best choice."""

    luck: float
    skill: float
    rest: float
    accuracy: float | None
    worst: int | None
    finest: int | None


class Review(Wire):
    """What luck and decisions did in a game: for every kingdom, end - start = luck + skill + rest."""

    judge: str
    over: bool
    start: list[float]
    end: list[float]  # the chances after the last action
    loser: int | None  # the kingdom that gave up
    result: list[float]  # the same as *end*, unless somebody gave up
    kingdoms: list[ReviewedKingdom]
    moments: list[Judged]
    turning: list[int]  # the actions that changed most


class Reviewing(Wire):
    """How far a review is. *place* is the number of reviews before it; *done* of *of* actions are judged."""

    place: int
    done: int
    of: int
    review: Review | None  # once it is made


# What a coach says


class Graded(Struct, frozen=True, array_like=True):
    """What an action loses against the best, in win chance from 0 to 1."""

    lost: float
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class Coached(Wire):
    """What can be done after event *seq*: the best of it, *graded* all of it, by token.

    *reasons* speak for the best; where the question was about an action, for the best and against that one.
    """

    seq: int
    token: str  # of the best
    gain: int  # that it brings now
    meaning: Meaning
    graded: dict[str, Graded]
    reasons: list[Reason]


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
    """Ask what a legal *token* would change in the score, or why nothing of that *kind* goes on *squares*."""

    seq: Seq
    token: Token | None = None
    kind: Token | None = None
    squares: Annotated[list[Token], Meta(max_length=2)] = []


class Sync(Wire, tag="sync"):
    """Ask for everything after *seq*: hello is the answer."""

    seq: Seq


class Ping(Wire, tag="ping"):
    """Ask whether anybody is there."""


class Pace(Wire, tag="pace"):
    """Say how long bots should wait before they act; the slowest wish of those who play counts, normal at first."""

    pace: PaceName


ClientFrame: TypeAlias = Act | Back | Explain | Sync | Ping | Pace


# To the page


class Hello(Wire, tag="hello"):
    """The first frame, and the answer to sync: the table, the position once the game has begun, and what came since."""

    table: Table
    events: list[Event]
    view: View | None
    offers: list[Offer]
    can_take_back: bool
    turn_ends: str | None  # ISO 8601, UTC: when the clock runs out


class News(Sparse, tag="news"):
    """What happened, and what it has changed in the view after event *since*, which everybody has.

    *view* has its fields that are different now, *kingdoms* those of kingdoms. In *lines* of a score, by kingdom, and
    in the slots of *trays*, a number stands for what was in that place before. *tiles*, by kingdom and square, were
    laid; None was taken back. *offers* are sent to the one who is to act only.
    """

    since: int
    events: list[Event]
    view: ViewChange  # with seq, actor and over in any case
    kingdoms: dict[int, KingdomChange] = {}
    lines: dict[int, list[int | ScoreLine]] = {}
    tiles: dict[int, dict[str, Tile | None]] = {}
    trays: dict[int, list[int | Slot]] = {}
    offers: list[Offer] = []
    can_take_back: bool = False
    turn_ends: str | None = None


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
    """What *token* would bring; or the *rule* that forbids it, and why.

    *best* is where a domino that *token* claims would bring most if it were placed now; None when it fits nowhere.
    """

    token: str | None
    gain: int
    changes: list[Change]
    best: Choice | None
    rule: str | None
    message: str | None


class Pong(Wire, tag="pong"):
    """Somebody is here."""


ServerFrame: TypeAlias = Hello | News | TableChanged | Accepted | Refused | Explained | Pong


# Exercises and puzzles


class Exercise(Wire):
    """A position in which *seat* chooses one action, without a table. After an action, *events* tell it."""

    position: str
    game: str
    players: int
    options: dict[str, str]
    seat: int
    kingdoms: list[int]  # of every seat
    view: View
    offers: list[Offer]  # nothing after an action
    events: list[Event]


class PuzzleInfo(Struct, frozen=True, array_like=True):
    """A puzzle in a list."""

    key: str
    game: str
    players: int
    options: list[str]  # that are on
    themes: list[str]
    difficulty: str


class Puzzles(Wire):
    """All puzzles, and the one of the *day*, which is a date in UTC."""

    day: str
    today: str
    themes: list[str]  # in their order
    difficulties: list[str]  # from easy to hard
    puzzles: list[PuzzleInfo]


class Puzzle(Wire):
    """A position in which one action is clearly the best. *solved* is the share of tries in which a level finds it."""

    key: str
    themes: list[str]
    difficulty: str
    solved: dict[str, float]
    exercise: Exercise


class Verdict(Wire):
    """What an action in a puzzle is worth. *answer* is sent with the right one, or to those who give up."""

    right: bool
    lost: int  # hundredths of the chance to win
    win: float  # the chance with the answer
    less: float  # the chance with what the answer is compared with
    answer: str | None
    others: list[str]  # answers that mean the same
    reasons: list[Reason]  # for the answer
    after: Exercise


class Replay(Wire):
    """A recorded game: the view at its start, and what every action has changed.

    *positions* are texts from which one can play on: at the start, and after every action.
    """

    record: str
    game: str
    players: int
    options: dict[str, str]
    names: list[str]  # of the seats
    kingdoms: list[int]  # of every seat
    mine: list[int]  # the seats of the one who asks
    start: View
    news: list[News]
    positions: list[str]


# The score pad


class ScoredKingdom(Wire):
    """A kingdom's score, and what breaks ties, in the order of ``Scored.tie_breaks``."""

    total: int
    lines: list[ScoreLine]
    ties: list[int]


class PadNote(Wire):
    """Something that cannot happen in a game: *key* is that of its text, ``pad.note.KEY``, *rule* forbids it.

    Of *values*, ``land`` is a reason of a score line, ``field`` a field of the pad and ``piece`` a ``kind.key``; the
    others stand in the text as they are. *kingdoms* are those it is about, with the *squares* to light up in each.
    """

    key: str
    rule: str
    values: dict[str, int | str]
    kingdoms: list[int]
    squares: list[list[str]]


class Scored(Wire):
    """What kingdoms of the real box are worth, in the order in which they were sent; castles are on g7."""

    kingdoms: list[ScoredKingdom]
    notes: list[PadNote]
    tie_breaks: list[str]
    standings: list[Standing]
