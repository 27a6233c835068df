"""`kg build`: inputs to a graph."""

import shlex
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.options import (
    curation_option,
    emit,
    graph_option,
    input_options,
    inputs_argument,
    min_confidence_option,
    note,
    note_some,
    output_options,
    paper_options,
    refuse_input,
    workers_option,
)
from kg.cli.progress import progress

if TYPE_CHECKING:
    from kg.build import BuildReport

_INFO = "; kg info lists them all"


@click.command()
@inputs_argument
@click.option("--claims", is_flag=True, help="INPUT holds claims, as `kg extract` writes them.")
@click.option("--keep", is_flag=True, help="Keep papers that an input file no longer holds.")
@workers_option
@min_confidence_option
@input_options
@paper_options
@curation_option
@graph_option
@output_options
def command(
    inputs: tuple[str, ...],
    claims: bool,
    keep: bool,
    workers: int,
    min_confidence: float,
    input_format: str | None,
    input_encoding: str | None,
    titles: bool,
    columns: dict[str, str],
    verbose: bool,
    curation: Path | None,
    graph: Path,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Build a graph from files or folders of papers; `-` reads standard input.

    Run again after a change: what is known already is not extracted again, and what an input file no
    longer holds is removed. A build that was stopped goes on where it was.
    """
    refuse_input(output, inputs)
    from kg.build import build

    extractor = None
    if not claims:
        import extractors

        extractor = extractors.load()
    with progress() as advance:
        report = build(
            inputs,
            graph=graph,
            extractor=extractor,
            claims=claims,
            keep=keep,
            workers=workers,
            min_confidence=min_confidence,
            input_format=input_format,
            encoding=input_encoding,
            titles=titles,
            columns=columns,
            curation=curation,
            progress=advance,
        )
    summarise(report, graph, verbose=verbose)
    if fmt or output:
        emit([counts(report)], fmt, output)


def counts(report: "BuildReport") -> dict[str, int]:
    """The counts of a report as a flat row; what is a list in it is counted."""
    values = {field.name: getattr(report, field.name) for field in fields(report)}
    del values["sources"]
    return {name: v if isinstance(v, int) else len(v) for name, v in values.items()}


def sizes(report: "BuildReport") -> str:
    """What the graph of a report holds: "1 paper, 2 entities, 0 edges"."""
    return (
        f"{_counted(report.papers, 'paper')}, {_counted(report.entities, 'entity', 'entities')}, "
        f"{_counted(report.edges, 'edge')}"
    )


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or f'{one}s'}"


def summarise(report: "BuildReport", graph: Path, *, verbose: bool = False) -> None:
    """Tells on stderr what a build did and what to do next."""
    # A file that no reader took is told once, by the reason.
    unread = sum(not source["format"] for source in report.sources)
    note(
        f"read {_counted(report.read, 'paper')}, {report.without_abstract} without abstract, "
        f"{len(report.skipped) - unread} skipped"
        + (f"; {_counted(unread, 'file')} not read" if unread else "")
    )
    if len(report.sources) > 1:
        files = [f"{s['source']}: {s['summary']}" for s in report.sources if s["format"]]
        note_some(files, " files (--verbose)", every=verbose, indent="  ")
    skipped = [f"skipped: {reason}" for reason in report.skipped]
    note_some(skipped, _INFO, every=verbose, indent="  ")
    for text in (text for source in report.sources for text in source.get("notes", ())):
        note(f"  note: {text}")
    changes = {
        "new": report.new,
        "unchanged": report.unchanged,
        "replaced": report.replaced,
        "removed": report.removed,
        "folded into others": len(report.merged),
    }
    told = [f"{count} {name}" for name, count in changes.items() if count]
    note(f"papers: {', '.join(told) or 'none'}; {report.extracted} extracted")
    if verbose:
        for fold in report.merged:
            note(f"  folded: {fold}")
    if report.rejected_relations:
        rejected = _counted(report.rejected_relations, "relation")
        note(f"{rejected} rejected, which the schema does not allow")
    differing = [
        f"warning: {paper} came with different abstracts; the longest is kept"
        for paper in report.differing
    ]
    note_some(differing, _INFO, every=verbose, indent="  ")
    for trouble in report.undecided:
        note(f"  warning: {trouble.text}")
    note(f"{graph}: {sizes(report)}")
    where = "" if graph == Path("papers.kg") else f" -g {shlex.quote(str(graph))}"
    if report.entities:
        note(f"next: kg query top{where}, or kg viz{where}")
    else:
        note(f"no task, method or dataset found: kg info{where} says why")
