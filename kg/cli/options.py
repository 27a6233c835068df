"""Options that commands share, one decorator each, and the one way in which answers leave."""

import math
import shutil
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from kg import output as answers
from kg.cli.failures import without_control
from kg.output.atomic import opened
from kg.records import PaperNode

F = TypeVar("F", bound=Callable[..., Any])

#: The greatest count that an option takes: more than any graph holds, and a number that every home of it takes.
MOST = 10**9

_NO_PAPERS = "--format {} needs an answer that lists papers; this has none"
# Lines of a list that are told unless all are asked for.
_SOME = 10
# Suffixes that say nothing about the form of a text.
_NEUTRAL = frozenset(("", ".txt"))


class Confidence(click.FloatRange):
    """A number from 0 to 1, which NaN is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number from 0 to 1", param, ctx)
        return number


def graph_option(function: F) -> F:
    """Adds `-g/--graph`; the command gets `graph: Path`."""
    return click.option(
        "-g",
        "--graph",
        type=click.Path(path_type=Path),
        envvar="KG_GRAPH",
        default="papers.kg",
        show_default=True,
        show_envvar=True,
        metavar="PATH",
        help="The graph file.",
    )(function)


def unread_graph_option(function: F) -> F:
    """Adds `-g/--graph`, which stands on every command, to one that reads no graph; the command gets nothing."""
    return click.option(
        "-g",
        "--graph",
        type=click.Path(path_type=Path),
        expose_value=False,
        metavar="PATH",
        help="Accepted on every command; this one reads no graph.",
    )(function)


def curation_option(function: F) -> F:
    """Adds `--curation`; the command gets `curation: Path | None`."""
    return click.option(
        "--curation",
        type=click.Path(path_type=Path),
        metavar="PATH",
        help="Decisions about names; by default curation.toml beside the graph.",
    )(function)


def output_options(function: F) -> F:
    """Adds `--format` and `-o/--output`; the command gets `fmt: str | None` and `output: Path | None`."""
    return output_options_with()(function)


def paper_output_options(function: F) -> F:
    """`output_options` of an answer that may list papers, for reference managers."""
    return output_options_with(papers=True)(function)


def output_options_with(*more: str, papers: bool = False) -> Callable[[F], F]:
    """`output_options` with further formats, which the command writes itself; `papers` as in `paper_output_options`."""
    names = [*sorted(answers.formats(), key=_table_first), *more]

    def possible(
        context: click.Context, option: click.Parameter, output: Path | None
    ) -> Path | None:
        # Told before the work that it would be too late after.
        fmt = context.params.get("fmt")
        if fmt in more or (output and output.suffix.lower().removeprefix(".") in more):
            return output
        name = chosen_format(fmt, output)
        if answers.formats()[name].kind == "papers" and not papers:
            raise click.UsageError(_NO_PAPERS.format(name))
        return output

    def add(function: F) -> F:
        function = click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write to FILE instead of the screen.",
            callback=possible,
        )(function)
        return click.option(
            "--format",
            "fmt",
            type=click.Choice(names),
            # Read before --output, which it speaks for.
            is_eager=True,
            help="Form of the answer; by default by FILE's suffix, a table without one.",
        )(function)

    return add


def path_format_option(function: F) -> F:
    """Adds `--format` to a command whose `-o` is what it makes; the command gets `fmt: str | None`."""
    names = [name for name, each in answers.formats().items() if each.kind != "papers"]
    return click.option(
        "--format",
        "fmt",
        type=click.Choice(sorted(names, key=_table_first)),
        help="Print the path of what was written in this form.",
    )(function)


def min_confidence_option(function: F) -> F:
    """Adds `--min-confidence`; the command gets `min_confidence: float`."""
    return click.option(
        "--min-confidence",
        type=Confidence(0, 1),
        default=0.0,
        metavar="0..1",
        help="Leave out claims below this confidence.",
    )(function)


def input_options(function: F) -> F:
    """Adds `--input-format` and `--input-encoding` (`input_format`, `input_encoding`: str | None)."""
    function = click.option(
        "--input-encoding",
        metavar="NAME",
        help="Encoding of the input; by default judged by content.",
    )(function)
    return click.option(
        "--input-format", metavar="NAME", help="Format of the input; by default judged by content."
    )(function)


def paper_options(function: F) -> F:
    """Adds `--titles`, `--map` and `--verbose` (`titles`: bool, `columns`: dict[str, str], `verbose`: bool)."""
    function = click.option(
        "-v", "--verbose", is_flag=True, help="Name every record that is skipped or folded."
    )(function)
    function = click.option(
        "--map",
        "columns",
        multiple=True,
        metavar="FIELD=COLUMN",
        callback=_columns,
        help='Read a field from a column of another name: --map abstract="Abstract Note".',
    )(function)
    return click.option(
        "--titles",
        is_flag=True,
        help="Extract from the title where a paper has no abstract.",
    )(function)


def _columns(
    context: click.Context, option: click.Parameter, given: tuple[str, ...]
) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    wrong = next((a + b for a, b, c in pairs if not (a.strip() and b and c.strip())), None)
    if wrong is not None:
        raise click.BadParameter(f'{wrong!r}: give FIELD=COLUMN, such as abstract="Abstract Note"')
    return {field.strip(): column.strip() for field, _, column in pairs}


def inputs_argument(function: F) -> F:
    """Adds INPUT...; the command gets `inputs: tuple[str, ...]`. `-` is standard input, which is read once."""
    return click.argument(
        "inputs", metavar="INPUT...", nargs=-1, required=True, callback=_one_standard_input
    )(function)


def _one_standard_input(
    context: click.Context, argument: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    if given.count("-") > 1:
        raise click.UsageError("standard input (-) can be read once; name it once")
    return given


def workers_option(function: F) -> F:
    """Adds `--workers`; the command gets `workers: int`, 0 where the extractor is to take one a core."""
    return click.option(
        "--workers",
        type=click.IntRange(1),
        callback=lambda _context, _option, given: given or 0,
        metavar="N",
        help="Processes that extract; by default one a core.",
    )(function)


def chosen_format(fmt: str | None, output: Path | None, default: str = "table") -> str:
    """`fmt` if given, else what the suffix of `output` says, else `default`.

    Refuses as wrong usage a suffix that promises what no format writes.
    """
    suffix = output.suffix.lower() if output else ""
    if fmt or suffix in _NEUTRAL:
        return fmt or default
    by_suffix = {f.suffix: name for name, f in answers.formats().items() if f.suffix}
    if suffix not in by_suffix:
        raise click.UsageError(
            f"no format of answers writes {suffix} ({output}); end the name in one of"
            f" {', '.join(sorted(by_suffix))}, .txt, or give --format"
        )
    return by_suffix[suffix]


def emit(
    rows: Iterable[Mapping[str, Any]],
    fmt: str | None = None,
    output: Path | None = None,
    *,
    columns: Sequence[str] | None = None,
    spare: Collection[str] = (),
    papers: Callable[[], Iterable[PaperNode]] | None = None,
    default: str = "table",
) -> None:
    """Write an answer to stdout, or to `output` (whole or not at all).

    `columns` fixes keys and their order (else as in the rows), of which a table on a terminal does without
    `spare`; `papers` gives the papers that the rows list,
    for the formats of reference managers: without it these are refused as wrong usage. `default` is the
    format where neither `fmt` nor the suffix of `output` says.
    """
    name = chosen_format(fmt, output, default)
    if answers.formats()[name].kind == "papers":
        if papers is None:
            raise click.UsageError(_NO_PAPERS.format(name))
        with opened(output) as stream:
            answers.write_papers(papers(), name, stream)
        return
    to_terminal = output is None and sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if to_terminal else None
    if name == "table":
        rows = list(rows)
        if not rows:
            note("nothing found")
    if to_terminal and name == "table" and columns:
        columns = [column for column in columns if column not in spare]
    with opened(output) as stream:
        answers.write_rows(rows, name, stream, columns=columns, width=width)


def note(text: str) -> None:
    """Write a line for the user to stderr, apart from the results."""
    click.echo(without_control(text), err=True)


def note_some(lines: Sequence[str], more: str, *, every: bool = False, indent: str = "") -> None:
    """Notes the first few of `lines`, or every one; then how many are left, and `more`: what shows them."""
    shown = lines if every else lines[:_SOME]
    for line in shown:
        note(indent + line)
    if len(lines) > len(shown):
        note(f"{indent}and {len(lines) - len(shown)} more{more}")


def refuse_input(output: Path | None, inputs: Iterable[str]) -> None:
    """Refuses as wrong usage to write an answer over one of its inputs, or to where the next run would read it
    as one."""
    if output is None or str(output) == "-":
        return
    target = output.resolve()
    for path in map(Path, inputs):
        if str(path) == "-" or not path.exists():
            continue
        if output.exists() and output.samefile(path):
            raise click.UsageError(f"{output} is an input; name another file with -o")
        folder = path.resolve()
        if path.is_dir() and folder in target.parents and not _hidden(target.relative_to(folder)):
            raise click.UsageError(
                f"{output} lies in {path}, so that the next run would read it; name a file elsewhere with -o"
            )


def _hidden(path: Path) -> bool:
    """Whether a folder that is read leaves out what lies at `path` in it."""
    return any(part.startswith(".") for part in path.parts)


def _table_first(name: str) -> int:
    order = ["table", "json", "jsonl", "csv", "markdown"]
    return order.index(name) if name in order else len(order)
