"""Which entity each claim of an input is about, as a build of the same input decides it."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from kg.assemble import group_papers, identity
from kg.records import Extraction, Paper
from kg.resolve import Decision, claims_of, resolve
from kg.store.rows import StoredRecord, digest, extraction_to_json


def assignments(
    items: Iterable[tuple[Paper, Extraction]],
    decisions: Sequence[Decision] = (),
    *,
    tell: Callable[[str], None] | None = None,
) -> Iterator[dict[str, str | None]]:
    """A row a claim, in input order: `paper`, `type`, `name` as given, `entity` (its id), `entity_name`.

    As in a build, a paper given twice is one, whose claims are those of the record kept for it; a claim of
    the others has the entity that it fits, if any, else None; so has one that `decisions` leave out. `tell`
    is called with a line for each decision that cannot be applied.
    """
    listed = list(items)
    records = [_record(row, paper, found) for row, (paper, found) in enumerate(listed)]
    groups = group_papers(records, lambda record: listed[record.row][0])
    claims = [c for g in groups for c in claims_of(g.id, listed[g.records[0].row][1])]
    resolution = resolve(claims, decisions)
    if tell:
        for trouble in resolution.troubles:
            tell(trouble.text)
    paper_of = {record.row: group.id for group in groups for record in group.records}
    for row, (paper, extraction) in enumerate(listed):
        for claim in claims_of(paper_of[row], extraction):
            node = resolution.entity_of(claim)
            yield {
                "paper": paper.input_id or paper.id,
                "type": claim.type,
                "name": claim.name,
                "entity": node.id if node else None,
                "entity_name": node.name if node else None,
            }


def _record(row: int, paper: Paper, extraction: Extraction) -> StoredRecord:
    claims = digest(extraction_to_json(extraction))
    return StoredRecord(row, paper.id, *identity(paper), digest(paper.abstract), claims)
