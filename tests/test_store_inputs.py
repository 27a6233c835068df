"""What inputs gave, as the store keeps it."""

import sqlite3
from pathlib import Path

from kg.records import Paper
from kg.store.inputs import Inputs
from kg.store.tables import TABLES


def steps_of_adopting(size: int) -> int:
    """About how many steps the database makes when `size` papers are given again, and none is lost."""
    db = sqlite3.connect(":memory:")
    for statement in TABLES:
        db.execute(statement)
    inputs = Inputs(db, Path("g.kg"))
    source = inputs.source("/x", "x", "")
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    for _ in range(2):
        for n in range(size):
            inputs.stage(source, Paper(str(n), f"About {n}."), None, (), "", ())
        db.set_progress_handler(count, 100)
        inputs.adopt({source: True}, (), keep=True)
        db.set_progress_handler(None, 0)
    assert len(inputs.records()) == size
    db.close()
    return steps


def test_the_work_of_giving_papers_again_grows_as_they_do() -> None:
    assert steps_of_adopting(800) < 6 * steps_of_adopting(200)
