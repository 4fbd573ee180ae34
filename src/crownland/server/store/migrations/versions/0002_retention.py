"""Adds when a table was last used, and the row that readiness writes."""

from time import time_ns

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("touched", sa.BigInteger, nullable=False, server_default="0"))
    tables = sa.table("tables", sa.column("touched", sa.BigInteger))
    op.execute(tables.update().values(touched=time_ns() // 1_000_000))  # nothing expires because of an upgrade
    op.create_index("tables_touched", "tables", ["phase", "touched"])
    op.create_table(
        "pulse",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("pulse")
    op.drop_index("tables_touched", "tables")
    op.drop_column("tables", "touched")
