"""`kg table`: the survey table, one row a paper."""

from pathlib import Path

import click

from kg.cli.options import emit, graph_option, output_options_with


@click.command()
@graph_option
@output_options_with("xlsx", papers=True)
def command(graph: Path, fmt: str | None, output: Path | None) -> None:
    """Write one row a paper: title, year, venue, tasks, proposed, used, compared with, datasets, url.

    With -o FILE.xlsx as a workbook, which needs the extra `xlsx`.
    """
    from kg.store import open_store
    from kg.table import COLUMNS, table_rows, write_xlsx

    by_suffix = fmt is None and output is not None and output.suffix.lower() == ".xlsx"
    if fmt == "xlsx" and output is None:
        raise click.UsageError("a workbook needs a file: -o FILE.xlsx")
    with open_store(graph) as store:
        rows = table_rows(store)
        if output is not None and (fmt == "xlsx" or by_suffix):
            write_xlsx(rows, output)
        else:
            emit(rows, fmt, output, columns=COLUMNS, papers=store.papers)
