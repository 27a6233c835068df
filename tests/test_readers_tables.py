"""Tables: delimiters, quotes, columns, cells."""

from collections.abc import Callable
from pathlib import Path

import pytest
from reader_sample import TEXT, read

from kg.errors import InputError
from kg.readers import FileRead
from kg.records import Paper

Table = Callable[..., tuple[FileRead, list[Paper]]]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    def read_table(
        content: str, name: str = "x.csv", **options: object
    ) -> tuple[FileRead, list[Paper]]:
        path = tmp_path / name
        path.write_text(content, encoding="utf-8", newline="")
        return read(path, **options)

    return read_table


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("first", ["", "\ufeff", "sep={}\r\n", "\n"])
def test_the_delimiter_is_told_by_the_names_of_the_columns(
    table: Table, delimiter: str, first: str
) -> None:
    rows = (("Title", "Abstract", "Year"), ("T, or; T", f'"{TEXT}"', "2021"))
    if delimiter in ",;":
        rows = (rows[0], ('"T, or; T"', *rows[1][1:]))
    text = "\r\n".join(delimiter.join(row) for row in rows)
    _, (paper,) = table(first.format(delimiter) + text)
    assert (paper.title, paper.abstract, paper.year) == ("T, or; T", TEXT, 2021)


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        (
            "Key,Item Type,Publication Year,Author,Title,Publication Title,DOI,Url,Abstract Note",
            "YATVDUB",
        ),
        ("Authors,Title,Year,Source title,DOI,Link,Abstract,PubMed ID", "ATYVDUBP"),
        (
            "Document Title,Authors,Publication Title,Publication Year,Abstract,DOI,PDF Link",
            "TAVYBDU",
        ),
        ("Item Title,Publication Title,Item DOI,Authors,Publication Year,URL,Abstract", "TVDAYUB"),
        ("Title,Author Names,Source title,Publication Year,Abstract,Medline PMID,DOI", "TAVYBPD"),
        ("PT,AU,TI,SO,AB,DI,PY,UT,PM", "ATVBDYWP"),
        ("id,title,authors,abstract,keywords,venue,forum", "TABVO"),
        ("paper_title,summary,creator,journal,date,doi", "TBAVYD"),
    ],
)
def test_the_columns_of_many_sources_are_known(table: Table, header: str, fields: str) -> None:
    value = {
        "T": ("title", "Parsing"), "B": ("abstract", TEXT), "A": ("authors", "Lee, Ann; Wu, Bo"),
        "Y": ("year", "2021"), "V": ("venue", "Venue"), "D": ("doi", "10.1000/a"),
        "U": ("url", "https://x.org/1"), "P": ("pmid", "77"), "W": ("wos", "WOS:000123456789"),
        "O": ("forum", "https://openreview.net/forum?id=abcDEF123"),
    }  # fmt: skip
    cells = dict(zip(_known_names(header), [value[f][1] for f in fields], strict=True))
    row = ",".join(f'"{cells.get(name, "")}"' for name in header.split(","))
    _, (paper,) = table(f"{header}\n{row}\n")
    assert (paper.title, paper.abstract) == ("Parsing", TEXT)
    assert paper.authors == ("Lee, Ann", "Wu, Bo")
    assert ("Y" in fields) == (paper.year == 2021)
    assert paper.venue == "Venue"
    ids = {paper.id, *paper.ids}
    assert ("D" in fields) == ("doi:10.1000/a" in ids)
    assert ("P" in fields) == ("pmid:77" in ids)
    assert ("W" in fields) == ("wos:000123456789" in ids)
    assert ("O" in fields) == ("openreview:abcDEF123" in ids)


def _known_names(header: str) -> list[str]:
    return [n for n in header.split(",") if n not in ("Key", "Item Type", "PT", "id", "keywords")]


def test_a_column_of_another_name_is_mapped(table: Table) -> None:
    content = f"Name of it;What it says;Whole\nParsing;{TEXT};x\n"
    with pytest.raises(InputError, match=r"no column of titles or abstracts among Name of it"):
        table(content)
    columns = {"title": "name of it", "abstract": "What it says"}
    _, (paper,) = table(content, columns=columns)
    assert (paper.title, paper.abstract) == ("Parsing", TEXT)
    with pytest.raises(
        InputError, match=r"no column 'Nothing'; it has Name of it, What it says, Whole"
    ):
        table(content, columns={"abstract": "Nothing"})
    with pytest.raises(InputError, match=r"no paper has the field 'abstrct'; known: title"):
        table(content, columns={"abstrct": "Whole"})


def test_cells_of_48000_characters_and_lines_in_cells_are_read(table: Table) -> None:
    long = "word " * 9_600
    file, papers = table(f'title,abstract\nT,"{long}"\nU,"{TEXT}\n\nMore, ""quoted""."\n')
    assert [len(papers[0].abstract), papers[1].abstract] == [48_000, f'{TEXT}\n\nMore, "quoted".']
    assert not file.skipped


def test_a_quote_that_is_never_closed_costs_one_row(table: Table) -> None:
    rows = "".join(f'T{n},"{TEXT}"\n' for n in range(3))
    file, papers = table(f'title,abstract\n{rows}Broken,"No end\n{rows}Last,x y\n')
    assert [p.title for p in papers] == ["T0", "T1", "T2", "T0", "T1", "T2", "Last"]
    assert [str(s) for s in file.skipped] == [
        "x.csv:5: a quote that is never closed; reading goes on in the next line"
    ]


def test_text_beyond_the_last_column_belongs_to_it_and_is_told(table: Table) -> None:
    file, (paper,) = table("title,abstract\nT,One, two, three.\n")
    assert paper.abstract == "One, two, three."
    assert file.notes == [
        "x.csv: 1 row has more cells than the header names (first: line 2); the last column was given the rest"
    ]


def test_rows_that_say_nothing_are_named_and_short_rows_read(table: Table) -> None:
    file, papers = table("title,abstract,year\nT,One.\n , ,2021\n\nU\nV,Two.,2020,\n")
    assert [(p.title, p.abstract, p.year) for p in papers] == [
        ("T", "One.", None),
        ("U", "", None),
        ("V", "Two.", 2020),
    ]
    assert [str(s) for s in file.skipped] == ["x.csv:3: has neither title, abstract nor id"]


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Lee A.B., Wu C., Kalé L.-X.", ("Lee A.B.", "Wu C.", "Kalé L.-X.")),
        ("P. Kogge; J. Shalf", ("P. Kogge", "J. Shalf")),
        ("['Lee, Ann', 'Wu, Bo']", ("Lee, Ann", "Wu, Bo")),
        ('["Ann Lee", "Bo Wu"]', ("Ann Lee", "Bo Wu")),
    ],
)
def test_authors_are_parted_as_their_source_joins_them(
    table: Table, given: str, names: tuple[str, ...]
) -> None:
    cell = given.replace('"', '""')
    assert table(f'title,authors,abstract\nT,"{cell}",x y\n')[1][0].authors == names


def test_names_that_springer_runs_together_are_parted(table: Table) -> None:
    content = f'Item Title,Authors,Abstract\nT,"Araz R. AlievNigar T. McIntoshBo Wu",{TEXT}\n'
    assert table(content)[1][0].authors == ("Araz R. Aliev", "Nigar T. McIntosh", "Bo Wu")


@pytest.mark.parametrize(
    "said",
    ["[No abstract available]", "No abstract.", "N/A", "Abstract not available © 2020 X", "-"],
)
def test_a_cell_that_says_there_is_no_abstract_is_none(table: Table, said: str) -> None:
    file, papers = table(f'title,abstract\nT,"{said}"\nU,"{TEXT}"\n')
    assert [p.abstract for p in papers] == ["", TEXT]
    assert file.without_abstract == 1


def test_prose_with_commas_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("Title, abstract, and more are read by this model.\n\nSecond one.\n")
    assert read(path)[0].format == "text"
