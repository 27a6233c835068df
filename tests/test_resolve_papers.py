"""Which records are one paper, and which of them stands for it."""

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.assemble import group_papers, identity
from kg.ids import paper_id
from kg.records import Paper
from kg.resolve.papers import group_records
from kg.store.rows import StoredRecord, digest


@dataclass(frozen=True)
class Record:
    row: int
    paper: str
    ids: tuple[str, ...] = ()
    title: str = ""
    families: tuple[str, ...] = ()
    abstract: str = "text"
    claims: str | None = None


def grouped(*records: Record) -> list[tuple[str, list[int]]]:
    groups = group_records(
        records,
        clean_text=lambda r: r.abstract,
        normal_text=lambda r: r.abstract.lower(),
        content=lambda r: f"{r.paper}{r.title}{r.abstract}{r.row}",
        id_rank=lambda r: not r.paper.startswith("doi:"),
    )
    return [(group.id, [r.row for r in group.records]) for group in groups]


def same(*papers: Paper) -> bool:
    """Whether the papers are one, by all that a build goes by."""
    records = [
        StoredRecord(row, paper.id, *identity(paper), digest(paper.abstract), None)
        for row, paper in enumerate(papers)
    ]
    return len(group_papers(records, lambda record: papers[record.row])) == 1


def paper(title: str, *authors: str, abstract: str = "a", ids: tuple[str, ...] = ()) -> Paper:
    id_ = paper_id(title=title, abstract=abstract, authors=authors, schemes={})
    return Paper(id_, abstract, title, authors=authors, ids=ids)


def test_titles_and_names_are_compared_however_they_are_written() -> None:
    assert same(paper("On X", "Ann Lee", "B Cy"), paper("*On* x!", "Lee, A."))
    assert not same(paper("Learning I", "A B"), paper("Learning II", "A B"))
    assert not same(paper("", "A B", abstract="one"), paper("", "A B", abstract="two"))


def test_abstracts_are_compared_without_markup() -> None:
    assert same(paper("Preface", abstract="We *do*."), paper("Preface", "A B", abstract="we do"))
    assert not same(paper("Preface", abstract="one"), paper("Preface", abstract="two"))


def test_only_ids_of_a_scheme_are_equal_whatever_the_titles() -> None:
    assert same(paper("Old", ids=("doi:10.1/x",)), paper("New", ids=("doi:10.1/x",)))
    assert not same(paper("A", ids=("17",)), paper("B", ids=("17",)))


def test_an_equal_scheme_id_makes_one_paper() -> None:
    one = Record(1, "doi:x", ("arxiv:1", "doi:x"), abstract="short")
    two = Record(2, "arxiv:1", ("arxiv:1",), abstract="much longer")
    assert grouped(one, two) == [("doi:x", [2, 1])]


def test_the_best_id_is_the_papers_whichever_record_is_kept() -> None:
    def id_of(*papers: Paper) -> str:
        records = [
            StoredRecord(row, paper.id, *identity(paper), digest(paper.abstract), None)
            for row, paper in enumerate(papers)
        ]
        (group,) = group_papers(records, lambda record: papers[record.row])
        assert papers[group.records[0].row].abstract == "longer than others"
        return group.id

    def titled(id_: str, text: str = "short", *, own: bool = False) -> Paper:
        return Paper(id_, text, "On X", authors=("A B",), input_id=id_ if own else "")

    hashed, arxiv, doi = "ea138bc0b3ab8d5d", "arxiv:2401.00001", "doi:10.1000/x"
    long = "longer than others"
    assert id_of(titled(hashed, long), titled("pmid:7"), titled(doi), titled(arxiv)) == doi
    assert id_of(titled(hashed, long), titled("pmid:7"), titled(arxiv)) == arxiv
    assert id_of(titled(hashed), titled("pmid:7", long)) == "pmid:7"
    assert id_of(titled(doi, long), titled("mine", own=True)) == "mine"
    assert id_of(titled(doi), titled(arxiv, long, own=True)) == doi
    assert id_of(titled(doi), titled("doi:10.1000/y", long)) == "doi:10.1000/y"


def test_an_equal_title_needs_an_author_in_common() -> None:
    one = Record(1, "a", title="same", families=("byron", "noether"))
    two = Record(2, "b", title="same", families=("noether",), abstract="longer text")
    three = Record(3, "c", title="same", families=("gauss",))
    assert grouped(one, two, three) == [("b", [2, 1]), ("c", [3])]


def test_where_one_has_no_authors_the_abstracts_must_be_equal_too() -> None:
    one = Record(1, "a", title="same", families=("byron",), abstract="Text A")
    assert grouped(one, Record(2, "b", title="same", abstract="text a")) == [("a", [1, 2])]
    assert len(grouped(one, Record(2, "b", title="same", abstract="text b"))) == 2


def test_records_without_a_title_share_only_ids() -> None:
    assert len(grouped(Record(1, "a", ("a",)), Record(2, "b", ("b",)))) == 2


def test_two_papers_with_one_id_from_the_title_get_two_ids() -> None:
    found = grouped(
        Record(1, "h", title="preface", abstract="aaaaaaaa first"),
        Record(2, "h", title="preface", abstract="bbbbbbbb 2nd"),
    )
    assert [id_ for id_, _ in found] == ["h", "h-bbbbbbbb"]


def test_papers_with_one_id_and_one_abstract_get_an_id_each() -> None:
    found = grouped(
        *(Record(n, "h", title=title, abstract="") for n, title in enumerate("pqr")),
        Record(3, "h-", title="whose own id is one of those"),
    )
    assert [id_ for id_, _ in found] == ["h", "h-", "h--2", "h--3"]


def test_the_longest_text_stands_for_a_paper_then_text_order_then_claims() -> None:
    records = [
        Record(1, "x", ("x",), abstract="bb"),
        Record(2, "x", ("x",), abstract="aa"),
        Record(3, "x", ("x",), abstract="aa", claims="c"),
        Record(4, "x", ("x",), abstract="ccc"),
    ]
    assert grouped(*records) == [("x", [4, 3, 2, 1])]


_RECORDS = st.lists(
    st.builds(
        Record,
        row=st.integers(0, 99),
        paper=st.sampled_from(["a", "b", "a-one"]),
        ids=st.lists(st.sampled_from(["doi:1", "doi:2"]), max_size=1).map(tuple),
        title=st.sampled_from(["", "t", "u"]),
        families=st.lists(st.sampled_from("xy"), max_size=1).map(tuple),
        abstract=st.sampled_from(["one", "two", "three"]),
    ),
    max_size=8,
    unique_by=lambda record: record.row,
)


@settings(max_examples=60)
@given(_RECORDS, st.randoms())
def test_the_order_of_records_does_not_matter(records: list[Record], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = records[:]
    random.shuffle(shuffled)
    assert grouped(*shuffled) == grouped(*records)


@settings(max_examples=60)
@given(_RECORDS)
def test_every_record_is_in_one_paper_and_every_paper_has_its_own_id(records: list[Record]) -> None:
    ids = [id_ for id_, _ in grouped(*records)]
    assert len(set(ids)) == len(ids)
    rows = [row for _, group in grouped(*records) for row in group]
    assert sorted(rows) == sorted(record.row for record in records)
