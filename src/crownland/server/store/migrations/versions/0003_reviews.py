"""Adds reviews, and the position where a game begins."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("start", sa.Text))
    op.create_table(
        "reviews",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("version", sa.SmallInteger, nullable=False),
        sa.Column("review", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("reviews_made", "reviews", ["made"])


def downgrade() -> None:
    op.drop_table("reviews")
    op.drop_column("tables", "start")
