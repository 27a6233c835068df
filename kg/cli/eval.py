"""`kg eval`: how well extraction does against annotated abstracts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kg.cli.options import (
    chosen_format,
    emit,
    note,
    output_options,
    refuse_input,
    unread_graph_option,
    workers_option,
)
from kg.schema import ENTITY_TYPES, RELATION_TYPES, ROLES

_ERROR = ("id", "kind", "type", "name")
_MISTAKE = ("kind", "group", "cluster", "entity", "names")
_HEADLINE = ("abstracts", "entity_f1", "role_f1", "relation_f1")


@click.command()
@click.argument("gold", type=click.Path(path_type=Path), required=False)
@click.option(
    "--predicted",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Score these claims instead of extracting.",
)
@click.option(
    "--linking",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Score resolution against claims that were clustered by reading.",
)
@click.option(
    "--claims",
    multiple=True,
    metavar="FILE",
    help="Claims to resolve for --linking; may be repeated.",
)
@click.option("--errors", is_flag=True, help="List what was missed and what is spurious.")
@workers_option
@unread_graph_option
@output_options
def command(
    gold: Path | None,
    predicted: Path | None,
    linking: Path | None,
    claims: tuple[str, ...],
    errors: bool,
    workers: int,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Score extraction against GOLD, annotated claims in JSON Lines.

    The abstracts of GOLD are extracted and compared with its claims; the figures are F1, precision and
    recall in per cent. With --linking and --claims, resolution is scored instead.
    """
    refuse_input(output, map(str, filter(None, (gold, predicted, linking, *claims))))
    if bool(linking) != bool(claims) or bool(linking) == bool(gold) or (linking and predicted):
        raise click.UsageError("give GOLD, or --linking with --claims")
    if linking:
        _score_linking(linking, claims, errors, fmt, output)
        return
    assert gold is not None
    from kg.evaluate import evaluate, evaluate_pairs

    annotated = list(_records(gold))
    if predicted:
        figures, mistakes = evaluate(_records(predicted), annotated)
    else:
        extracted = _extracted(annotated, workers)
        figures, mistakes = evaluate_pairs(zip(extracted, annotated, strict=True))
    if errors:
        note(", ".join(f"{name} {figures[name]}" for name in _HEADLINE))
        emit((dict(zip(_ERROR, m, strict=True)) for m in mistakes), fmt, output, columns=_ERROR)
    elif chosen_format(fmt, output) == "table":
        emit(_lines(figures), fmt, output)
    else:
        emit([figures], fmt, output)


def _score_linking(
    linking: Path, claims: tuple[str, ...], errors: bool, fmt: str | None, output: Path | None
) -> None:
    from kg.assign import assignments
    from kg.linking import score_linking
    from kg.readers import read_inputs

    reads = read_inputs(claims, claims=True)
    items = ((p, found) for read in reads for p, found in read.items() if found is not None)
    judged = (record for _, record in _json_lines(linking))
    figures, mistakes = score_linking(assignments(items), judged)
    if errors:
        note(", ".join(f"{name} {value}" for name, value in figures.items()))
        emit(mistakes, fmt, output, columns=_MISTAKE)
    elif chosen_format(fmt, output) == "table":
        emit(({"figure": name, "value": value} for name, value in figures.items()), fmt, output)
    else:
        emit([figures], fmt, output)


def _lines(figures: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Figures as lines of a table: precision, recall and F1 of one thing side by side."""
    entities = {"precision": figures["precision"], "recall": figures["recall"]}
    yield {"of": "entities", **entities, "f1": figures["entity_f1"]}
    for name in ("untyped", "role", "relation", *ENTITY_TYPES, *ROLES, *RELATION_TYPES):
        yield {
            "of": name,
            "precision": figures.get(f"{name}_precision"),
            "recall": figures.get(f"{name}_recall"),
            "f1": figures.get(f"{name}_f1", figures.get(name)),
        }


def _records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file of claims, as they are; what is broken is told on stderr."""
    from kg.claims import from_record
    from kg.errors import RecordError

    for where, record in _json_lines(path):
        if "entities" not in record:
            raise RecordError(f'{where}: has no "entities"; give what kg extract writes')
        from_record(record, where)  # raises for a wrong type, before anything is extracted
        yield record


def _json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """("file:line", object) of a JSON Lines file; what is broken is told on stderr."""
    from kg.errors import InputError
    from kg.readers import ReadLog
    from kg.readers.jsonl import json_records
    from kg.readers.source import InputText

    log, count = ReadLog(), 0
    with InputText(str(path), str(path), None) as text:
        for where, record in json_records(text, log):
            count += 1
            yield where, record
    if not count:
        why = f" (the first: {log.skipped[0]})" if log.skipped else ""
        raise InputError(f"{path}: no claims in it{why}; give what kg extract writes")
    for reason in log.skipped:
        note(f"skipped: {reason}")


def _extracted(annotated: list[dict[str, Any]], workers: int) -> Iterator[dict[str, Any]]:
    import extractors
    from kg.claims import from_record, to_record
    from kg.extract import extract_papers

    papers = (from_record(record, str(record.get("id", "")))[0] for record in annotated)
    for paper, extraction in extract_papers(papers, extractors.load(), workers=workers):
        yield to_record(paper, extraction)
