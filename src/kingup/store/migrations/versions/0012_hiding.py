"""What analyses say of bluffs and hidden favourites, apart from the rest: statistics read it."""

from __future__ import annotations

import json
import zlib
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0012_hiding"
down_revision = "0011_puzzles"

BLUFF = -0.5


def upgrade() -> None:
    """Add the column, and fill it from the analyses that are done."""
    op.add_column("analyses", sa.Column("hiding", sa.Text))
    analyses = sa.table(
        "analyses",
        sa.column("code", sa.String),
        sa.column("body", sa.LargeBinary),
        sa.column("hiding", sa.Text),
    )
    done = sa.select(analyses.c.code).where(analyses.c.body.is_not(None))
    database = op.get_bind()
    for (code,) in database.execute(done).all():
        this = analyses.c.code == code
        body = database.execute(sa.select(analyses.c.body).where(this)).scalar_one()
        hiding = json.dumps(_hiding(json.loads(zlib.decompress(body))))
        database.execute(sa.update(analyses).where(this).values(hiding=hiding))


def _hiding(found: dict[str, Any]) -> list[tuple[int, int, int]]:
    """Return bluffs, kept secrets and rounds by player, as analyses of version 1 have them."""
    ends = {int(name[1 : name.index(".")]): name for name in found["beliefs"]["moments"]}
    bluffs = [
        each["player"]
        for each in found["decisions"]
        if each["told"] and each["told"][0] <= BLUFF and each["loss"] < found["thresholds"][0]
    ]
    kept = [
        each["player"] for each in found["secrets"] if each["uncovered"] == ends[each["round"]]
    ]
    players = range(sum(len(each["names"]) for each in found["players"]))
    return [(bluffs.count(player), kept.count(player), len(ends)) for player in players]
