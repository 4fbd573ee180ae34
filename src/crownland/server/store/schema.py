"""The tables of the database. ``migrations/`` makes them; a test holds the two together."""

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, SmallInteger, String, Table, Text

__all__ = ["events", "guests", "metadata", "secrets", "sitters", "tables"]

metadata = MetaData()

# A table of players: what it was made with, and its lobby as JSON, of which `version` counts the changes.
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
    Column("record", Text),  # the finished game as text: it stays as it is, whatever becomes of the rules
    Index("tables_public", "public", "phase", "created"),
)

# To whom a table belongs: its host and whoever sits at it.
sitters = Table(
    "sitters",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)

# What happened at a table: rows are only ever added, and (table_id, seq) decides who was first.
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

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("seen", BigInteger, nullable=False),
)

# What nobody outside may know: the key that signs cookies.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", String(128), nullable=False),
)
