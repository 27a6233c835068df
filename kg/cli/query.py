"""`kg query`: one subcommand a named question, made from the table of questions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

import queries
from kg.cli.options import emit, note
from kg.cli.query_options import COMMON, MAX_DF, parameter, tokens
from kg.records import PaperNode
from queries.base.options import parse_years

_PAPER_KEYS = ("paper", "paper_a", "paper_b")


class QuestionGroup(click.Group):
    """Its commands are the questions; options before a question's name are handed on to it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(queries.questions())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        question = queries.questions().get(name)
        return _command(question) if question else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing:
            near = get_close_matches(name, queries.questions(), n=3, cutoff=0.5)
            hint = f"; near it: {', '.join(near)}" if near else ""
            ctx.fail(f"no question is named {name!r}{hint}; `kg query` lists them")
        given = {
            option: ctx.params[option.name]
            for option in self.params
            if option.name is not None
            and ctx.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
        }
        return name, command, [*tokens(given), *args[1:]]


def _command(question: queries.Question) -> click.Command:
    extra = [MAX_DF] if question.pairs else []
    return click.Command(
        question.name,
        params=[*map(parameter, question.parameters), *extra, *COMMON],
        callback=partial(_ask, question),
        help=question.doc,
        short_help=question.help,
    )


def _ask(
    question: queries.Question,
    *,
    graph: Path,
    fmt: str | None,
    output: Path | None,
    year: str | None,
    neo4j: bool,
    limit: int,
    min_confidence: float,
    mentions: bool,
    evidence: bool,
    venue: str,
    max_df: int | None = None,
    **values: Any,
) -> None:
    options = queries.Options(
        limit=limit,
        min_confidence=min_confidence,
        mentions=mentions,
        evidence=evidence,
        year=parse_years(year) if year else (None, None),
        venue=venue,
        max_df=max_df,
    )
    with _home(graph, neo4j=neo4j) as (ask, paper):
        answer = ask(question.name, values, options)
        for line in answer.notes:
            note(line)
        papers = _papers(answer.rows)
        listed = evidence or question.always_evidence or question.keys[0] in _PAPER_KEYS
        emit(
            answer.rows,
            fmt,
            output,
            columns=queries.columns(question, evidence=evidence),
            spare=question.spare,
            papers=(lambda: map(paper, papers)) if listed else None,
        )


@contextmanager
def _home(
    graph: Path, *, neo4j: bool
) -> Iterator[tuple[Callable[..., queries.Answer], Callable[[str], PaperNode]]]:
    """What answers questions and what gives a paper by its id: the graph file or Neo4j."""
    if neo4j:
        from kg.neo4j.ask import ask as ask_neo4j
        from kg.neo4j.connect import address, connected
        from kg.neo4j.names import Names

        with connected(address()) as database:
            yield partial(ask_neo4j, database), Names(database).paper
    else:
        from kg.ask import ask as ask_graph
        from kg.store import open_store

        with open_store(graph) as store:
            yield partial(ask_graph, store), store.paper


def _papers(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """The papers that an answer lists, each once, in order."""
    return list(dict.fromkeys(row[key] for row in rows for key in _PAPER_KEYS if key in row))


@click.group(
    cls=QuestionGroup,
    params=[*COMMON, MAX_DF],
    invoke_without_command=True,
    subcommand_metavar="[QUESTION [ARGS]...]",
)
@click.pass_context
def command(ctx: click.Context, /, fmt: str | None, output: Path | None, **_: Any) -> None:
    """Ask a named question; without one, list them."""
    if ctx.invoked_subcommand is None:
        emit(_listed(), fmt, output)


def _listed() -> list[dict[str, str]]:
    return [
        {
            "question": question.name,
            "arguments": " ".join(
                parameter(p).make_metavar(click.Context(command))
                for p in question.parameters
                if p.kind != "choice"
            ),
            "answers": question.help,
        }
        for question in queries.questions().values()
    ]
