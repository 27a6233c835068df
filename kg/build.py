"""From inputs to a finished graph: read, extract what is new, resolve.

Reading and extracting commit batch by batch, so a killed build resumes where it was; resolution replaces
the resolved graph in one transaction, and until then the previous graph stays readable. The graph is a
function of the set of supported records, their extractions and the least confidence.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from kg.assemble import assemble, identity, merged_papers
from kg.curation import Curation, decisions_for
from kg.errors import CurationError, InputError, KgError, StoreError
from kg.readers import FileRead, read_inputs
from kg.readers.source import STDIN
from kg.records import Extraction
from kg.resolve import Decision, Trouble
from kg.store import Writer, open_writer
from kg.store.rows import NO_ABSTRACT, StoredRecord

#: Papers in a transaction: seconds of work lost at most when a build is killed.
_BATCH = 256

#: What is known of a file while it is built, and not told.
_INNER = frozenset({"id", "whole", "rows"})

Progress = Callable[[str, int, int | None], None]
"""Called with a stage (`reading`, `extracting`, `resolving`), how much is done, and of how much if known."""


class Extractor(Protocol):
    """Text to claims; `version` changes whenever results may change."""

    version: str

    def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
        """One extraction an abstract, in input order, the same for any number of workers."""
        ...


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    `read` counts records, with and without abstract. Each of them stands for a paper, which is `new`, `unchanged`
    or `replaced` against the graph before, or is folded into another: `merged` names these and says why.
    `removed` counts papers that are gone, `rejected_relations` claims that the schema does not allow. `skipped`
    says what was not read and why; `differing` are ids that came with different texts, `undecided` the decisions
    of curation that could not be applied.
    """

    read: int = 0
    without_abstract: int = 0
    skipped: tuple[str, ...] = ()
    new: int = 0
    unchanged: int = 0
    replaced: int = 0
    removed: int = 0
    extracted: int = 0
    merged: tuple[str, ...] = ()
    rejected_relations: int = 0
    differing: tuple[str, ...] = ()
    undecided: tuple[Trouble, ...] = ()
    papers: int = 0
    entities: int = 0
    edges: int = 0
    sources: tuple[dict[str, Any], ...] = field(default=())


def build(
    inputs: Sequence[str | Path],
    *,
    graph: Path,
    extractor: Extractor | None,
    claims: bool = False,
    keep: bool = False,
    workers: int = 1,
    min_confidence: float = 0.0,
    input_format: str | None = None,
    encoding: str | None = None,
    titles: bool = False,
    columns: Mapping[str, str] = MappingProxyType({}),
    curation: Path | None = None,
    progress: Progress | None = None,
) -> BuildReport:
    """Builds `inputs` into `graph`; what the same input files gave before is replaced (see `keep`).

    Decisions about names are those of the file `curation`, by default `curation.toml` beside the graph.
    How inputs are read, and what `titles` and `columns` are, `kg.readers.read_inputs` says.

    Without an extractor, only claims can be built. Raises InputError for inputs that hold no paper (the
    graph stays as it is), RecordError for broken claims, StoreError where the graph cannot be written,
    CurationError for decisions that cannot be read.
    """
    decisions = decisions_for(graph, curation)
    tell = progress or _silent
    reads = iter(
        read_inputs(
            inputs,
            input_format=input_format,
            encoding=encoding,
            claims=claims,
            titles=titles,
            columns=columns,
        )
    )
    first = next(reads, None)
    if first is None:
        raise InputError(f"{_named(inputs)}: nothing to read; name files or folders with papers")
    fresh = not graph.exists()
    try:
        with open_writer(graph) as writer:
            sources = _read(writer, _chain(first, reads), tell)
            given = [os.path.abspath(path) for path in inputs if str(path) != STDIN]
            with writer.transaction() as stored:
                stored.adopt({s["id"]: s["whole"] for s in sources}, given, keep=keep)
            version = extractor.version if extractor else writer.meta().get("extractor", "")
            extracted = _extract(writer, extractor, version, workers, tell)
            tell("resolving", 0, None)
            with writer.transaction() as stored:
                rows = [(s["source"], s["rows"]) for s in sources]
                outcome = assemble(writer, stored, version, min_confidence, decisions, rows)
    except KgError:
        if fresh and not _holds_extractions(graph):
            graph.unlink(missing_ok=True)
        raise
    return BuildReport(
        read=sum(s["read"] for s in sources),
        without_abstract=sum(s["without_abstract"] for s in sources),
        skipped=tuple(reason for s in sources for reason in s["skipped"]),
        extracted=extracted,
        rejected_relations=outcome.pop("rejected_relations")
        + sum(sum(s["rejected"].values()) for s in sources),
        sources=tuple({k: v for k, v in s.items() if k not in _INNER} for s in sources),
        **outcome,
    )


def remove(graph: Path, paper_id: str, *, curation: Path | None = None) -> BuildReport:
    """Removes one paper and all that only it supports; a later build of its input brings it back.

    Raises StoreError where the graph has no such paper or its last build was not finished.
    """
    decisions = decisions_for(graph, curation)
    with open_writer(graph, create=False) as writer:
        records = writer.records_of(paper_id)
        meta = writer.meta()
        if not records:
            raise StoreError(f"{graph}: no paper has the id {paper_id!r}; kg search finds papers")
        version = meta["extractor"]
        with writer.transaction() as stored:
            stored.drop(records)
            outcome = assemble(writer, stored, version, meta["min_confidence"], decisions)
    return BuildReport(**outcome)


def curate(graph: Path, curation: Curation, *, new: Decision | None = None) -> BuildReport:
    """Applies decisions to a graph without extracting again; `curation` is saved if they can be applied.

    `new` is the decision that was just added: where it cannot be applied, CurationError says why, and graph
    and file stay as they are. StoreError where the last build was not finished.
    """
    with open_writer(graph, create=False) as writer:
        meta = writer.meta()
        if not meta.get("built"):
            raise StoreError(f"{graph}: build not finished: run kg build again")
        with writer.transaction() as stored:
            outcome = assemble(
                writer, stored, meta["extractor"], meta["min_confidence"], curation.decisions
            )
            for trouble in outcome["undecided"]:
                if new is not None and curation.decisions[trouble.place] == new:
                    raise CurationError(trouble.text)
            curation.save()
    return BuildReport(**outcome)


def _read(writer: Writer, reads: Iterable[FileRead], tell: Progress) -> list[dict[str, Any]]:
    """Stages every record of the inputs; gives for each file its counts, its records and what was skipped."""
    sources = []
    done = 0
    with writer.transaction() as stored:
        stored.begin()
    for read in reads:
        items = read.items()
        rows: list[int] = []
        with writer.transaction() as stored:
            source = stored.source(read.place, read.source, read.within)
        while batch := list(islice(items, _BATCH)):
            with writer.transaction() as stored:
                for paper, extraction in batch:
                    rows.append(stored.stage(source, paper, extraction, *identity(paper)))
            done += len(batch)
            tell("reading", done, None)
        report: dict[str, Any] = {
            "read": read.read,
            "without_abstract": read.without_abstract,
            "skipped": [str(skip) for skip in read.skipped],
            "rejected": dict(sorted(read.log.rejected.items())),
            "notes": list(read.notes),
        }
        with writer.transaction() as stored:
            if not read.whole and stored.supports(source):
                report["notes"] += [f"{read.source}: what it gave before is kept"]
            stored.report(source, report)
        named = {"id": source, "whole": read.whole, "rows": rows}
        shown = {"source": read.source, "format": read.format, "summary": read.summary()}
        sources.append({**named, **shown, **report})
    return sources


def _extract(
    writer: Writer, extractor: Extractor | None, version: str, workers: int, tell: Progress
) -> int:
    """Extracts the papers that have no claims yet, and gives how many there were."""
    with writer.reading() as stored:
        done = stored.extracted(version)
        kept = [group.records[0] for group in merged_papers(stored)]
    # A paper without an abstract states nothing.
    pending = {
        r.abstract: r
        for r in kept
        if not r.claims and r.abstract != NO_ABSTRACT and r.abstract not in done
    }
    if not pending:
        return 0
    if extractor is None:
        n = len(pending)
        need = "1 paper without claims needs" if n == 1 else f"{n} papers without claims need"
        raise StoreError(f"{writer.path}: {need} the extractor")
    results = zip(
        pending, extractor.extract(_abstracts(writer, pending), workers=workers), strict=True
    )
    count = 0
    while batch := list(islice(results, _BATCH)):
        with writer.transaction() as stored:
            stored.keep_extractions(version, batch)
        count += len(batch)
        tell("extracting", count, len(pending))
    return count


def _abstracts(writer: Writer, pending: dict[str, StoredRecord]) -> Iterator[str]:
    for record in pending.values():
        with writer.reading() as stored:
            abstract = stored.paper(record.row).abstract
        yield abstract


def _holds_extractions(graph: Path) -> bool:
    """Whether a build that failed left work worth resuming."""
    if not graph.exists() or graph.stat().st_size == 0:
        return False
    try:
        with open_writer(graph) as writer, writer.reading() as stored:
            return bool(stored.records())
    except StoreError:
        return False


def _chain(first: FileRead, rest: Iterable[FileRead]) -> Iterator[FileRead]:
    yield first
    yield from rest


def _named(inputs: Sequence[str | Path]) -> str:
    return ", ".join(map(str, inputs)) or "no input"


def _silent(stage: str, done: int, total: int | None) -> None:
    pass
