"""Records a second of each reader beside the bare parser under it, and memory over a long arXiv snapshot.

    python benchmarks/readers.py [--records 5000] [--lines 200000]

Both figures of a row come from the same text in the same run, so that the ratio holds when absolute figures drift;
the best of three counts. Texts are generated: abstracts of about 1,300 characters, with the keys and columns that
real exports have. "Bare" is `csv`, `json`, expat through `xml.etree`, or, for formats that no library reads, the
splitting of lines. `bibtexparser` and `rispy` are timed, too, where they are installed. The snapshot is made while
it is read, so that it needs no disk.
"""

import argparse
import csv
import io
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from kg.readers import ReadLog, named_reader
from kg.readers.source import InputText

ABSTRACT = (
    "We propose AlphaNet, a network for parsing sentences into trees, and train it on TreeBank with $k$ heads. "
    * 12
)
#: Key of a generated record -> the value for record n.
_TITLE = "On parsing, number {n}"


def arxiv_line(n: int) -> str:
    """A line of the arXiv snapshot."""
    return json.dumps(
        {
            "id": f"{n % 10000:04}.{n:05}",
            "submitter": "Ann Lee",
            "authors": "Ann Lee and Bo Wu",
            "title": _TITLE.format(n=n),
            "comments": "12 pages",
            "journal-ref": None,
            "doi": f"10.1000/{n}",
            "report-no": None,
            "categories": "cs.CL",
            "license": None,
            "abstract": f"  {ABSTRACT}\n",
            "versions": [{"version": "v1", "created": "Sat, 31 Mar 2007 02:26:18 GMT"}],
            "update_date": "2008-12-13",
            "authors_parsed": [["Lee", "Ann", ""], ["Wu", "Bo", ""]],
        }
    ) + "\n"  # fmt: skip


def _openalex(n: int) -> str:
    index: dict[str, list[int]] = {}
    for at, word in enumerate(ABSTRACT.split()):
        index.setdefault(word, []).append(at)
    return json.dumps(
        {
            "id": f"https://openalex.org/W{n + 1}",
            "doi": f"https://doi.org/10.1000/{n}",
            "title": _TITLE.format(n=n),
            "publication_year": 2021,
            "authorships": [{"author": {"display_name": "Ann Lee"}}],
            "abstract_inverted_index": index,
        }
    )


def _crossref(n: int) -> str:
    return json.dumps(
        {
            "DOI": f"10.1000/{n}",
            "title": [_TITLE.format(n=n)],
            "issued": {"date-parts": [[2021]]},
            "author": [{"given": "Ann", "family": "Lee"}],
            "abstract": f"<jats:p>{ABSTRACT}</jats:p>",
        }
    )


def _own(n: int) -> str:
    return json.dumps({"id": f"p{n}", "title": _TITLE.format(n=n), "abstract": ABSTRACT}) + "\n"


def _atom(n: int) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/2101.{n:05}v1</id><title>{_TITLE.format(n=n)}</title>"
        f"<summary>{ABSTRACT}</summary><published>2021-01-01</published><author><name>Ann Lee</name>"
        "</author></entry>\n"
    )


def _pubmed(n: int) -> str:
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{n + 1}</PMID><Article><Journal><JournalIssue><PubDate>"
        f"<Year>2021</Year></PubDate></JournalIssue></Journal><ArticleTitle>{_TITLE.format(n=n)}</ArticleTitle>"
        f'<Abstract><AbstractText Label="AIM">{ABSTRACT}</AbstractText></Abstract><AuthorList><Author>'
        "<LastName>Lee</LastName><ForeName>Ann</ForeName></Author></AuthorList></Article></MedlineCitation>"
        "</PubmedArticle>\n"
    )


def _csv(n: int) -> str:
    return f'"{_TITLE.format(n=n)}","{ABSTRACT}","Lee, Ann; Wu, Bo",2021,10.1000/{n}\n'


def _bibtex(n: int) -> str:
    return (
        f"@article{{k{n},\n  title = {{{_TITLE.format(n=n)}}},\n  author = {{Lee, Ann and Wu, Bo}},\n"
        f"  year = {{2021}},\n  doi = {{10.1000/{n}}},\n  abstract = {{{ABSTRACT}}},\n}}\n\n"
    )


def _ris(n: int) -> str:
    return (
        f"TY  - JOUR\nTI  - {_TITLE.format(n=n)}\nAU  - Lee, Ann\nPY  - 2021\nDO  - 10.1000/{n}\n"
        f"AB  - {ABSTRACT}\nER  - \n\n"
    )


def _nbib(n: int) -> str:
    return f"PMID- {n + 1}\nTI  - {_TITLE.format(n=n)}\nFAU - Lee, Ann\nDP  - 2021\nAB  - {ABSTRACT}\n\n"


def _array(open_: str, close: str, record: Callable[[int], str]) -> Callable[[int], str]:
    return lambda count: open_ + ",\n".join(map(record, range(count))) + close


def _lines(record: Callable[[int], str], before: str = "", after: str = "") -> Callable[[int], str]:
    return lambda count: before + "".join(map(record, range(count))) + after


def _bare_csv(text: str) -> int:
    return sum(1 for _ in csv.reader(io.StringIO(text)))


def _bare_json_lines(text: str) -> int:
    return sum(1 for _ in map(json.loads, io.StringIO(text)))


def _bare_json(text: str) -> int:
    return len(json.loads(text))


def _bare_xml(text: str) -> int:
    return sum(1 for _ in ElementTree.iterparse(io.BytesIO(text.encode())))


def _bare_lines(text: str) -> int:
    return sum(1 for line in io.StringIO(text) if line.strip())


def _bibtexparser(text: str) -> int:
    import bibtexparser

    return len(bibtexparser.parse_string(text).entries)


def _rispy(text: str) -> int:
    import rispy

    return len(rispy.loads(text))


#: Format -> how its text is made, and the parsers that it is timed beside.
FORMATS: dict[str, tuple[Callable[[int], str], dict[str, Callable[[str], int]]]] = {
    "jsonl": (_lines(_own), {"json": _bare_json_lines}),
    "arxiv-json": (_lines(arxiv_line), {"json": _bare_json_lines}),
    "openalex": (_array('{"results": [', "]}", _openalex), {"json": _bare_json}),
    "crossref": (_array('{"message": {"items": [', "]}}", _crossref), {"json": _bare_json}),
    "csv": (_lines(_csv, "Title,Abstract Note,Author,Year,DOI\n"), {"csv": _bare_csv}),
    "arxiv-atom": (
        _lines(_atom, '<feed xmlns="http://www.w3.org/2005/Atom">', "</feed>"),
        {"xml.etree": _bare_xml},
    ),
    "pubmed-xml": (_lines(_pubmed, "<PubmedArticleSet>", "</PubmedArticleSet>"), {"xml.etree": _bare_xml}),
    "bibtex": (_lines(_bibtex), {"lines": _bare_lines, "bibtexparser": _bibtexparser}),
    "ris": (_lines(_ris), {"lines": _bare_lines, "rispy": _rispy}),
    "nbib": (_lines(_nbib), {"lines": _bare_lines}),
}  # fmt: skip


def read(name: str, text: str) -> int:
    """How many papers the reader `name` finds in `text`."""
    with InputText("", name, None, stream=io.BytesIO(text.encode())) as source:
        return sum(1 for _ in named_reader(name).read(source, ReadLog()))


def seconds(run: Callable[[], int]) -> float:
    """The shortest of three runs."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def compare(count: int) -> None:
    """Prints a row for each reader and parser: records a second, and how many times the parser's time we take."""
    print(f"{'format':<12} {'ours/s':>9}  {'beside':<13} {'records/s':>9}  time, ours / theirs")
    for name, (make, others) in FORMATS.items():
        text = make(count)
        found = read(name, text)
        assert found == count, f"{name}: {found} of {count} read"
        ours = seconds(lambda name=name, text=text: read(name, text))  # type: ignore[misc]
        for other, parse in others.items():
            try:
                theirs = seconds(lambda parse=parse, text=text: parse(text))  # type: ignore[misc]
            except ImportError:
                print(f"{name:<12} {count / ours:>9,.0f}  {other:<13} not installed")
                continue
            print(
                f"{name:<12} {count / ours:>9,.0f}  {other:<13} {count / theirs:>9,.0f}  {ours / theirs:.1f}"
            )


class Snapshot(io.RawIOBase):
    """An arXiv snapshot of so many lines, made while it is read."""

    def __init__(self, lines: int) -> None:
        self._parts: Iterator[str] = map(arxiv_line, range(lines))
        self._held = b""

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fills the buffer as far as lines are left."""
        while len(self._held) < len(buffer) and (part := next(self._parts, "")):
            self._held += part.encode()
        piece, self._held = self._held[: len(buffer)], self._held[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def resident() -> float:
    """The most memory that the process has held so far, in MiB."""
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def snapshot(lines: int) -> None:
    """Reads a snapshot of so many lines; prints the memory held after each tenth."""
    start, done = time.perf_counter(), 0
    held = []
    stream = io.BufferedReader(Snapshot(lines))
    with InputText("", "snapshot", None, stream=stream) as source:
        for done, _ in enumerate(named_reader("arxiv-json").read(source, ReadLog()), 1):
            if done % max(1, lines // 10) == 0:
                held.append(resident())
    took = time.perf_counter() - start
    assert done == lines, f"{done} of {lines} lines read"
    print(
        f"\narXiv snapshot of {lines:,} lines: {lines / took:,.0f} records/s (making them included);"
    )
    print("most memory after each tenth, MiB: " + ", ".join(f"{m:.1f}" for m in held))


def main() -> None:
    """Runs both."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--records", type=int, default=5000, help="records a format; 0 for none")
    parser.add_argument(
        "--lines", type=int, default=200_000, help="lines of the snapshot; 0 for none"
    )
    options = parser.parse_args()
    # The snapshot first: what the comparison holds would hide its memory.
    if options.lines:
        snapshot(options.lines)
    if options.records:
        compare(options.records)


if __name__ == "__main__":
    main()
