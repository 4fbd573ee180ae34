"""The tables of the database. ``migrations/`` creates them; a test compares the two."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, SmallInteger, String, Table, Text

__all__ = ["events", "guests", "metadata", "pulse", "reviews", "secrets", "sitters", "tables"]

metadata = MetaData()

# A game table: its setup, and its lobby as JSON. `version` counts the changes of the lobby.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", SmallInteger, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", SmallInteger, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("phase", String(8), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("lobby", Text, nullable=False),
    Column("record", Text),  # the finished game as text, which does not change when the rules do
    Column("touched", BigInteger, nullable=False, server_default="0"),  # when somebody was last seen at it
    Column("start", Text),  # the position where the game begins, if that is not the first one of its setup
    Index("tables_public", "public", "phase", "created"),
    Index("tables_touched", "phase", "touched"),
)

# The guests to whom a table belongs: its host and its players.
sitters = Table(
    "sitters",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)

# The events of a table. Rows are only ever added; the key (table_id, seq) decides which of two writers was first.
events = Table(
    "events",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("token", String(200), nullable=False),
    Column("points", Integer, nullable=False),
    Column("bot", Boolean, nullable=False),
    Column("client", String(64)),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Reviews of games, by the digest of their records: they take seconds to make, and are made anew when they are gone.
reviews = Table(
    "reviews",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("version", SmallInteger, nullable=False),
    Column("review", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("reviews_made", "made"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# Secrets of the server: the key that signs cookies.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)

# What a server writes to find out whether it can write, and when it last looked for what has expired.
pulse = Table(
    "pulse",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
