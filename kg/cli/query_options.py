"""Options that every question takes, and those made from a question's own parameters."""

from collections.abc import Mapping
from typing import Any

import click

from kg.cli.options import MOST, graph_option, min_confidence_option, paper_output_options
from kg.errors import QueryError
from queries.base.options import DEFAULT_LIMIT, Options, parse_years
from queries.base.registry import Parameter


class Years(click.ParamType[str]):
    """`A:B`, checked and left as text."""

    name = "A:B"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            Options(year=parse_years(str(value)))
        except QueryError as error:
            self.fail(str(error), param, ctx)
        return str(value)


@click.command()
@graph_option
@paper_output_options
@click.option(
    "--limit",
    type=click.IntRange(0, MOST),
    default=DEFAULT_LIMIT,
    show_default=True,
    help="How many rows, 0 for all.",
)
@min_confidence_option
@click.option("--mentions", is_flag=True, help="Count bare mentions too.")
@click.option("--evidence", is_flag=True, help="Add the sentences behind each row, a row each.")
@click.option("--year", type=Years(), help="Only papers of these years: 2020:2023, 2020:, :2023.")
@click.option("--venue", default="", metavar="TEXT", help="Only papers whose venue holds TEXT.")
@click.option("--neo4j", is_flag=True, help="Ask Neo4j instead of the graph file.")
def _common() -> None:
    """Carries the options; never run."""


COMMON: list[click.Parameter] = _common.params

MAX_DF = click.Option(
    ["--max-df"],
    type=click.IntRange(1, MOST),
    metavar="N",
    help="Leave out what stands in more than N papers; by default the larger of 20 and 2 % of them.",
)


def parameter(of: Parameter) -> click.Parameter:
    """The argument or option for a question's parameter."""
    if of.kind == "choice":
        return click.Option(
            [f"--{of.name}"], type=click.Choice(of.choices, case_sensitive=False), help=of.help
        )
    return click.Argument(
        [of.name], nargs=-1 if of.many else 1, required=not of.optional, metavar=_metavar(of)
    )


def tokens(given: Mapping[click.Parameter, Any]) -> list[str]:
    """Options with their values as they would be typed."""
    return [
        option.opts[-1] if isinstance(option, click.Option) and option.is_flag
        else f"{option.opts[-1]}={value}"
        for option, value in given.items()
    ]  # fmt: skip


def _metavar(of: Parameter) -> str:
    name = of.name.upper() + ("..." if of.many else "")
    return f"[{name}]" if of.optional else name
