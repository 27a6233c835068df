"""The resolved graph of all supported records, from their stored claims: papers, entities, edges, notes."""

import gc
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NamedTuple

from kg import __version__
from kg.errors import StoreError
from kg.ids import (
    all_scheme_ids,
    display_title,
    family_names,
    normal_abstract,
    normal_title,
    own_id,
)
from kg.records import Edge, Extraction, Paper, PaperNode
from kg.resolve import Decision, Resolution, claims_of, resolve
from kg.resolve.edges import PaperEdges, confident, edges_of
from kg.resolve.papers import Group, group_records
from kg.schemes import SCHEMES, is_scheme_id
from kg.store import Writer
from kg.store.inputs import Inputs
from kg.store.resolved import EntityRow, Note, PaperRow
from kg.store.rows import NO_ABSTRACT, StoredRecord, digest, paper_to_json
from kg.store.tables import SCHEMA_VERSION
from kg.text import clean

#: Below this, an abstract is too short to expect anything in it.
_FEW_WORDS: Final = 5


class Identity(NamedTuple):
    """What makes records one paper: ids, the normalised title, and the authors' family names."""

    ids: tuple[str, ...]
    title: str
    families: tuple[str, ...]


def identity(paper: Paper) -> Identity:
    """The identity of a record. Its own id counts if it is a scheme's, the project's own form gave it, or it was
    made from the abstract; one that was made from a title does not, since two prefaces share it."""
    own = {paper.id} if paper.id == own_id(paper.input_id) or not paper.title else set()
    return Identity(
        tuple(sorted(all_scheme_ids(paper) | own)),
        normal_title(paper.title),
        tuple(sorted(family_names(paper.authors))),
    )


def merged_papers(stored: Inputs) -> list[Group[StoredRecord]]:
    """The papers that the supported records make, by id."""
    return group_papers(stored.records(), lambda record: stored.paper(record.row))


def group_papers(
    records: Sequence[StoredRecord], paper_of: Callable[[StoredRecord], Paper]
) -> list[Group[StoredRecord]]:
    """The papers that `records` make, by id; `paper_of` gives a record's paper."""
    return group_records(
        records,
        clean_text=lambda record: clean(paper_of(record).abstract).text,
        normal_text=lambda record: normal_abstract(paper_of(record).abstract),
        content=lambda record: paper_to_json(paper_of(record)),
        id_rank=lambda record: _id_rank(paper_of(record)),
    )


def _id_rank(paper: Paper) -> int:
    """How good an id is for records that are one paper, 0 the best: one of the input's own making, which is
    authoritative, then those of schemes in their order, then a hash."""
    if is_scheme_id(paper.id):
        return 1 + SCHEMES.index(paper.id.partition(":")[0])
    return 0 if paper.id == own_id(paper.input_id) else 1 + len(SCHEMES)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the search for cycles of references: millions of small records have none, and a quarter of the
    time went into it."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_uncollected()
def assemble(
    writer: Writer,
    stored: Inputs,
    version: str,
    min_confidence: float,
    decisions: Sequence[Decision] = (),
    read: Sequence[tuple[str, Sequence[int]]] = (),
) -> dict[str, Any]:
    """Replaces the resolved graph, in the transaction of `stored`; gives counts for a `BuildReport`.

    `read` are the names of the files that were read, each with the rows of its records: of these the papers
    and folds are told.
    """
    groups = merged_papers(stored)
    standing, folds = _papers_and_folds(stored, groups, read)
    before = writer.paper_hashes()

    def extraction(group: Group[StoredRecord]) -> Extraction:
        record = group.records[0]
        found = stored.extraction(record, version)
        if found is None and record.abstract == NO_ABSTRACT:
            return Extraction("")
        if found is None:
            raise StoreError(f"{writer.path}: the last build was not finished: run kg build again")
        return confident(found, min_confidence)

    resolution = resolve(
        [c for group in groups for c in claims_of(group.id, extraction(group))], decisions
    )
    papers: list[PaperRow] = []
    edges: list[Edge] = []
    notes: list[Note] = []
    for group in groups:
        paper, own = _paper(stored, group), extraction(group)
        found = edges_of(group.id, own, _entity_ids(group.id, own, resolution))
        papers.append(_paper_row(stored, paper, group, own))
        edges.extend(found.edges)
        notes.extend(_notes(paper, own, found, _texts_differ(stored, group)))
        if len(group.records) > 1:
            told = f"{len(group.records)} different records are one paper"
            notes.append(Note("folded", paper.id, f"{told}, by {_why_one(stored, group)}"))
    meta = {
        "built": True,
        "extractor": version,
        "min_confidence": min_confidence,
        "versions": {"kg": __version__, "schema": SCHEMA_VERSION, "extractor": version},
        "ignored": _ignored(decisions, resolution),
    }
    writer.replace(papers, _entity_rows(resolution), edges, notes, meta)
    stored.forget_unsupported(version)
    return {
        **_changes(before, {row.node.id: row.hash for row in papers}, standing),
        "merged": folds,
        "rejected_relations": sum(note.kind == "rejected" for note in notes),
        "differing": tuple(note.paper for note in notes if note.kind == "texts"),
        "undecided": tuple(resolution.troubles),
        "papers": len(papers),
        "entities": len(resolution.entities),
        "edges": len(edges),
    }


def _paper(stored: Inputs, group: Group[StoredRecord]) -> Paper:
    """What the records of a paper say together: the first, and from the others what it lacks."""
    paper, *others = (stored.paper(record.row) for record in group.records)
    for other in others:
        paper = replace(
            paper,
            title=paper.title or other.title,
            year=paper.year if paper.year is not None else other.year,
            venue=paper.venue or other.venue,
            authors=paper.authors or other.authors,
            url=paper.url or other.url,
        )
    ids = {id_ for each in (paper, *others) for id_ in each.ids}
    own = {record.paper for record in group.records}
    if group.id in own:  # else another paper has the id that these have, too
        ids |= own
    return replace(paper, id=group.id, ids=tuple(sorted(ids - {group.id})))


def _paper_row(
    stored: Inputs, paper: Paper, group: Group[StoredRecord], extraction: Extraction
) -> PaperRow:
    node = PaperNode(
        id=paper.id,
        title=display_title(paper, _proposed(extraction)),
        given_title=paper.title,
        abstract=paper.abstract,
        year=paper.year,
        venue=paper.venue,
        authors=paper.authors,
        url=paper.url,
        ids=paper.ids,
        extra=paper.extra,
    )
    content = digest(f"{paper_to_json(paper)}{group.records[0].claims}")
    names = {stored.paper(record.row).input_id for record in group.records} - {""}
    return PaperRow(node, content, tuple(sorted(names)), tuple(r.row for r in group.records))


def _proposed(extraction: Extraction) -> str | None:
    """The name of what a paper proposes, if the text names it: the surest, then the earliest."""
    proposed = [claim for claim in extraction.entities if claim.role == "proposes"]
    if not proposed:
        return None
    return min(proposed, key=lambda c: (-c.confidence, c.spans[:1] or ((0, 0),), c.name)).name


def _entity_ids(paper: str, extraction: Extraction, resolution: Resolution) -> dict[str, str]:
    return {
        claim.name: node.id
        for claim in claims_of(paper, extraction)
        if (node := resolution.entity_of(claim)) is not None
    }


def _entity_rows(resolution: Resolution) -> list[EntityRow]:
    return [
        EntityRow(e.node, e.keys, tuple((m.form, m.reason, m.detail) for m in e.merges))
        for e in resolution.entities
    ]


def _ignored(decisions: Sequence[Decision], resolution: Resolution) -> list[tuple[int, str, str]]:
    """(number, type, name) of the decisions that leave an entity out, for lookups to tell."""
    without_effect = {trouble.place for trouble in resolution.troubles}
    return [
        (place + 1, decision.type, decision.names[0])
        for place, decision in enumerate(decisions)
        if decision.do == "ignore" and place not in without_effect
    ]


def _notes(paper: Paper, extraction: Extraction, found: PaperEdges, differ: bool) -> Iterator[Note]:
    if not extraction.entities:
        yield Note("nothing", paper.id, _why_nothing(paper))
    for text in found.rejected:
        yield Note("rejected", paper.id, text)
    for text in found.loops:
        yield Note("loop", paper.id, text)
    if differ:
        yield Note("texts", paper.id, "one id with different texts; the longest is kept")


def _why_one(stored: Inputs, group: Group[StoredRecord]) -> str:
    """Why several records are one paper: ids that they share, and what of title, authors and text is equal."""
    made = {record.paper for record in group.records if not record.title}
    made -= {own_id(stored.paper(record.row).input_id) for record in group.records}
    told = (
        "equal text, neither has a title" if why in made and not is_scheme_id(why) else why
        for why in group.why
    )
    return ", ".join(dict.fromkeys(told))


def _why_nothing(paper: Paper) -> str:
    if not paper.abstract:
        return "no abstract"
    count = len(clean(paper.abstract).text.split())
    if count < _FEW_WORDS:
        return f"an abstract of {count} word{'s' * (count != 1)}"
    return "no task, method or dataset found in the text"


def _texts_differ(stored: Inputs, group: Group[StoredRecord]) -> bool:
    """Whether one id came with several texts, markup and spacing aside."""
    by_id: dict[str, set[str]] = {}
    for record in group.records:
        by_id.setdefault(record.paper, set()).add(record.abstract)
    if all(len(abstracts) == 1 for abstracts in by_id.values()):
        return False
    texts: dict[str, set[str]] = {}
    for record in group.records:
        texts.setdefault(record.paper, set()).add(
            normal_abstract(stored.paper(record.row).abstract)
        )
    return any(len(found - {""}) > 1 for found in texts.values())


def _papers_and_folds(
    stored: Inputs, groups: Sequence[Group[StoredRecord]], read: Sequence[tuple[str, Sequence[int]]]
) -> tuple[set[str], tuple[str, ...]]:
    """What became of each record that was read: the ids of the papers for which one stands, and a line for each
    of the others, which are folded into the record that stands for their paper or are given twice."""
    group_of = {record.row: group for group in groups for record in group.records} if read else {}
    papers: set[str] = set()
    folds = []
    seen: set[int] = set()
    reasons: dict[str, str] = {}  # once a paper: each looks at all of its records
    for source, rows in read:
        for row in rows:
            group = group_of[row]
            if row not in seen and row == group.records[0].row:
                papers.add(group.id)
            else:
                if row not in seen and group.id not in reasons:
                    reasons[group.id] = _why_one(stored, group)
                why = "an equal record" if row in seen else reasons[group.id]
                name = display_title(stored.paper(row), None)
                folds.append(f"{source}: {name}: one paper with {group.id}, by {why}")
            seen.add(row)
    return papers, tuple(folds)


def _changes(
    before: Mapping[str, str], after: Mapping[str, str], read: Collection[str]
) -> dict[str, int]:
    """How many papers are gone, and what became of those that were read."""
    same = sum(before.get(id_) == after[id_] for id_ in read)
    new = sum(id_ not in before for id_ in read)
    return {
        "new": new,
        "unchanged": same,
        "replaced": len(read) - same - new,
        "removed": len(before.keys() - after.keys()),
    }
