"""XML: what an attacker would try, what real files hold, and what is broken."""

from pathlib import Path

import pytest
from reader_sample import ACL, ARXIV_ATOM, ENDNOTE, OAI_PMH, PUBMED, TEXT, read

from kg.errors import InputError
from kg.records import Paper

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


def with_doctype(doctype: str, body: str = TEXT) -> str:
    return f'<?xml version="1.0"?>\n{doctype}\n' + ARXIV_ATOM.partition("?>")[2].strip().replace(
        TEXT, body
    )


def papers_of(tmp_path: Path, content: str) -> list[Paper]:
    path = tmp_path / "x.xml"
    path.write_text(content, encoding="utf-8")
    return read(path)[1]


@pytest.mark.parametrize(
    ("doctype", "why"),
    [
        (f'<!DOCTYPE feed [<!ENTITY l0 "lol">{LAUGHS}]>', "no single character"),
        (f'<!DOCTYPE feed [<!ENTITY long "{"x" * 10_000}">]>', "no single character"),
        ('<!DOCTYPE feed [<!ENTITY f SYSTEM "file:///etc/passwd">]>', "by a file or address"),
        ('<!DOCTYPE feed [<!ENTITY f SYSTEM "http://x.example/y">]>', "by a file or address"),
        (
            '<!DOCTYPE feed [<!ENTITY % p SYSTEM "http://x.example/y.dtd"> %p;]>',
            "by a file or address",
        ),
        ('<!DOCTYPE feed SYSTEM "file:///etc/x.dtd">', "with a DTD at"),
        ('<!DOCTYPE feed SYSTEM "/etc/x.dtd">', "with a DTD at"),
        ("<!-- " + "x" * 2**20 + " -->", "whose first megabyte holds no element"),
    ],
)
def test_tricks_with_entities_and_dtds_are_refused_in_one_line(
    doctype: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.xml"
    path.write_text(with_doctype(doctype, "&l9;&long;&f;"), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(path, input_format="arxiv-atom")
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_characters_that_a_dtd_declares_are_read_and_its_address_is_not_fetched(
    tmp_path: Path,
) -> None:
    doctype = (
        '<!DOCTYPE feed PUBLIC "-//X//DTD" "http://dtd.example.org/x.dtd"'
        ' [<!ENTITY eacute "&#233;"><!ENTITY amp "&#38;#38;">]>'
    )
    (paper,) = papers_of(tmp_path, with_doctype(doctype, "Caf&eacute; &amp; &lt;5 &#x3b1;."))
    assert paper.abstract == "Café & <5 α."


def test_an_entity_that_nothing_declares_is_told_not_dropped(tmp_path: Path) -> None:
    for doctype in ("", '<!DOCTYPE feed SYSTEM "http://dtd.example.org/x.dtd">'):
        with pytest.raises(InputError, match="undefined entity"):
            papers_of(tmp_path, with_doctype(doctype, "A &nbsp; b."))


@pytest.mark.parametrize("content", [ARXIV_ATOM, OAI_PMH, PUBMED, ENDNOTE, ACL])
@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1", "windows-1252"])
def test_the_encoding_is_the_one_that_the_document_names(
    content: str, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.xml"
    text = content.partition("?>")[2].replace(TEXT, "Größe é.")
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?>{text}', encoding=encoding)
    assert "Größe é." in read(path)[1][0].abstract


def test_a_cut_document_keeps_what_went_before_and_says_so(tmp_path: Path) -> None:
    entry = ARXIV_ATOM[ARXIV_ATOM.index("  <entry>") : ARXIV_ATOM.index("</feed>")]
    content = ARXIV_ATOM.replace("</feed>", entry * 2)
    path = tmp_path / "x.xml"
    path.write_text(content[: -len(entry) // 2], encoding="utf-8")
    file, papers = read(path)
    assert len(papers) == 2
    assert str(file.skipped[0]).startswith(
        "x.xml: after record 2: not well-formed XML: no element found"
    )


@pytest.mark.parametrize("depth", [300, 100_000])
def test_deep_nesting_is_refused(depth: int, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nested too deeply"):
        papers_of(tmp_path, with_doctype("", "<a>" * depth + "</a>" * depth))


def test_a_translated_title_and_an_abstract_beside_are_read(tmp_path: Path) -> None:
    start, end = PUBMED.index("<Abstract>"), PUBMED.index("</Abstract>") + len("</Abstract>")
    content = PUBMED[:start] + PUBMED[end:]
    content = content.replace("Parsing with H<sub>2</sub>O.", "[Not Available].")
    content = content.replace(
        "</AuthorList>", "</AuthorList><VernacularTitle>Titel</VernacularTitle>"
    )
    other = f'<OtherAbstract Type="Publisher"><AbstractText>{TEXT}</AbstractText></OtherAbstract>'
    content = content.replace("</Article>", f"</Article>{other}", 1)
    (paper,) = papers_of(tmp_path, content)
    assert (paper.title, paper.abstract) == ("Titel", TEXT)


def test_years_in_ids_of_the_anthology_are_read(tmp_path: Path) -> None:
    content = ACL.replace("<year>2021</year>", "").replace("2021.acl-long.1<", "P98-1001<")
    (paper,) = papers_of(tmp_path, content)
    assert (paper.year, paper.ids) == (1998, ("acl:P98-1001",))
