"""Small inputs of our own making, one a format, and what they give."""

import gzip
import io
import json
import zipfile
from pathlib import Path

from kg.readers import FileRead, read_inputs
from kg.records import Paper

TEXT = "We propose AlphaNet, a network for parsing."
OTHER = "BetaNet is compared with AlphaNet on TreeSet."

OPENALEX = json.dumps(
    {
        "meta": {"count": 2},
        "results": [
            {
                "id": "https://openalex.org/W11",
                "doi": "https://doi.org/10.1000/a",
                "title": "Parsing",
                "publication_year": 2021,
                "authorships": [{"author": {"display_name": "Ann Lee"}}],
                "primary_location": {"source": {"display_name": "Venue"}, "landing_page_url": None},
                "ids": {"openalex": "https://openalex.org/W11", "pmid": "https://pubmed.ncbi.nlm.nih.gov/77"},
                "abstract_inverted_index": {"the": [0, 2], "cat": [1], "end": [3]},
            },
            {"id": "https://openalex.org/W12", "title": None, "display_name": None,
             "authorships": [], "abstract_inverted_index": None},
        ],
    }
)  # fmt: skip

CROSSREF = json.dumps(
    {
        "status": "ok",
        "message-type": "work-list",
        "message": {
            "facets": {},
            "items": [
                {
                    "DOI": "10.1000/A",
                    "title": ["Parsing with <i>nets</i>"],
                    "container-title": ["Venue"],
                    "issued": {"date-parts": [[2021, 3]]},
                    "author": [{"given": "Ann", "family": "Lee"}, {"name": "A Group"}],
                    "URL": "https://doi.org/10.1000/a",
                    "abstract": f"<jats:title>Abstract</jats:title><jats:p>{TEXT}</jats:p>",
                }
            ],
        },
    },
    indent=1,
)

SEMANTIC_SCHOLAR = json.dumps(
    {
        "total": 2,
        "data": [
            {
                "paperId": "a" * 40,
                "externalIds": {"DOI": "10.1000/a", "ArXiv": "2101.00001", "CorpusId": 5},
                "title": "Parsing",
                "abstract": TEXT,
                "year": 2021,
                "venue": "Venue",
                "authors": [{"authorId": None, "name": "Ann Lee"}],
                "url": None,
            },
            {"paperId": "b" * 40, "title": None, "abstract": None, "authors": None, "year": None},
        ],
    }
)

S2ORC = "\n".join(
    json.dumps(record)
    for record in (
        {"paper_id": "12", "title": "Parsing", "abstract": TEXT, "year": 2021, "venue": None,
         "journal": "Venue", "doi": None, "arxiv_id": "2101.00001", "s2_url": None, "has_pdf_parse": True,
         "authors": [{"first": "Ann", "middle": ["B."], "last": "Lee", "suffix": ""}]},
        {"paper_id": "13", "title": "Nulls", "abstract": None, "authors": None, "s2_url": None},
    )
)  # fmt: skip

ARXIV_JSON = "\n".join(
    json.dumps(record)
    for record in (
        {"id": "0704.0002", "submitter": "A", "authors": "Ann Lee and Bo Wu (Some\n  University)",
         "title": "Parsing\n  with nets", "journal-ref": None, "doi": None, "categories": "cs.CL",
         "abstract": f"  {TEXT}\n", "versions": [{"version": "v1", "created": "Sat, 31 Mar 2007 02:26:18 GMT"}],
         "update_date": "2008-12-13", "authors_parsed": [["Lee", "Ann", ""], ["Wu", "Bo", "Jr"]]},
        {"id": "hep-th/9608091", "title": "Old", "abstract": OTHER, "categories": "hep-th",
         "update_date": "2009-10-30", "doi": "10.1000/b"},
    )
)  # fmt: skip

OPENREVIEW = json.dumps(
    {
        "notes": [
            {
                "id": "abcDEF123", "forum": "abcDEF123", "cdate": 1609459200000,
                "content": {
                    "title": {"value": "Parsing"}, "abstract": {"value": TEXT},
                    "authors": {"value": ["Ann Lee"]}, "venue": {"value": "ICLR 2021 poster"},
                    "keywords": {"value": ["nets"]},
                },
            },
            {
                "id": "zzzDEF123", "forum": "zzzDEF123", "cdate": 1609459200000,
                "content": {"title": "First version", "abstract": OTHER, "authors": ["Bo Wu"]},
            },
            {"id": "rrrDEF123", "forum": "abcDEF123", "replyto": "abcDEF123",
             "content": {"review": {"value": "Good."}}},
        ]
    }
)  # fmt: skip

PAPERLIST = json.dumps(
    [
        {"title": "Parsing", "author": "Ann Lee;Bo Wu", "abstract": TEXT, "keywords": "nets;trees",
         "site": "https://openreview.net/forum?id=abcDEF123", "id": "abcDEF123", "status": "Poster",
         "track": "main"}
    ]
)  # fmt: skip

ARXIV_ATOM = f"""<?xml version='1.0' encoding='UTF-8'?>
<feed xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">
  <id>https://arxiv.org/api/x</id>
  <entry>
    <id>http://arxiv.org/abs/2101.00001v2</id>
    <title>Parsing
  with nets</title>
    <summary>{TEXT}</summary>
    <published>2021-01-02T00:00:00Z</published>
    <author><name>Ann Lee</name></author>
    <arxiv:doi>10.1000/a</arxiv:doi>
  </entry>
</feed>"""

OAI_PMH = f"""<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords>
<record><header><identifier>oai:arXiv.org:2101.00001</identifier></header><metadata>
 <arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>2101.00001</id><created>2021-01-02</created>
 <authors><author><keyname>Lee</keyname><forenames>Ann</forenames></author></authors>
 <title>Parsing</title><abstract>{TEXT}</abstract></arXiv></metadata></record>
<record><header><identifier>oai:x.org:7</identifier></header><metadata>
 <oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Old</dc:title><dc:creator>Wu, Bo</dc:creator>
  <dc:description>{OTHER}</dc:description><dc:description>12 pages</dc:description>
  <dc:date>2007-03-31</dc:date><dc:identifier>https://doi.org/10.1000/b</dc:identifier></oai_dc:dc>
 </metadata></record>
<record><header status="deleted"><identifier>oai:x.org:8</identifier></header></record>
</ListRecords></OAI-PMH>"""

PUBMED = f"""<?xml version="1.0"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "http://dtd.example.org/pubmed.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">77</PMID>
<Article><Journal><JournalIssue><PubDate><Year>2021</Year></PubDate></JournalIssue><Title>Venue</Title></Journal>
<ArticleTitle>Parsing with H<sub>2</sub>O.</ArticleTitle>
<ELocationID EIdType="doi" ValidYN="Y">10.1000/a</ELocationID>
<Abstract><AbstractText Label="BACKGROUND">{TEXT}</AbstractText>
<AbstractText Label="RESULTS">It <i>works</i>, p &lt; 0.05.</AbstractText></Abstract>
<AuthorList><Author><LastName>Lee</LastName><ForeName>Ann</ForeName></Author>
<Author><CollectiveName>A Group</CollectiveName></Author></AuthorList></Article>
<CommentsCorrectionsList><CommentsCorrections><PMID>99</PMID></CommentsCorrections></CommentsCorrectionsList>
</MedlineCitation></PubmedArticle></PubmedArticleSet>"""

ENDNOTE = f"""<?xml version="1.0" encoding="UTF-8"?><xml><records><record>
<contributors><authors><author><style face="normal">Lee, Ann</style></author></authors></contributors>
<titles><title><style>Parsing</style><style face="italic"> nets</style></title>
<secondary-title>Venue</secondary-title></titles><dates><year><style>2021</style></year></dates>
<abstract><style>{TEXT}</style></abstract><electronic-resource-num>10.1000/a</electronic-resource-num>
<keywords><keyword>nets</keyword></keywords></record></records></xml>"""

ACL = f"""<?xml version='1.0' encoding='UTF-8'?><collection id="2021.acl"><volume id="long">
<meta><booktitle>Proceedings of X</booktitle><year>2021</year></meta>
<frontmatter><url>2021.acl-long.0</url></frontmatter>
<paper id="1"><title><fixed-case>P</fixed-case>arsing in <tex-math>O(n^2)</tex-math></title>
<author><first>Ann</first><last>Lee</last></author><abstract>{TEXT}</abstract>
<url>2021.acl-long.1</url><doi>10.1000/a</doi></paper></volume></collection>"""

CSV = f'Title,Abstract Note,Author,Publication Year,DOI\nParsing,"{TEXT}","Lee, Ann; Wu, Bo",2021,10.1000/a\n'

WOS_TAB = f'PT\tAU\tTI\tSO\tAB\tDI\tPY\tUT\nJ\tLee, A; Wu, B\t"Parsing" nets\tVENUE\t{TEXT}\t10.1000/a\t2021\tWOS:000123456789\n'

MARKDOWN = f"""# ICLR 2021

## [Parsing](https://arxiv.org/abs/2101.00001)

*Ann Lee, Bo Wu*

{TEXT}

## Second

**Authors:** Cy Xi
DOI: 10.1000/b

### Abstract

{OTHER}
"""

#: File name -> content of every format here.
INPUTS: dict[str, str] = {
    "openalex.json": OPENALEX,
    "crossref.json": CROSSREF,
    "s2.json": SEMANTIC_SCHOLAR,
    "s2orc.jsonl": S2ORC,
    "arxiv.json": ARXIV_JSON,
    "openreview.json": OPENREVIEW,
    "paperlist.json": PAPERLIST,
    "atom.xml": ARXIV_ATOM,
    "oai.xml": OAI_PMH,
    "pubmed.xml": PUBMED,
    "endnote.xml": ENDNOTE,
    "acl.xml": ACL,
    "zotero.csv": CSV,
    "wos.txt": WOS_TAB,
    "list.md": MARKDOWN,
    "own.jsonl": json.dumps({"id": "p", "title": "Parsing", "abstract": TEXT}) + "\n",
    "text.txt": f"ICLR 2021 Papers\n\n{TEXT}\n\n{OTHER}\n",
}


def read(path: Path, **options: object) -> tuple[FileRead, list[Paper]]:
    """The only file of an input and its papers."""
    (found,) = read_all(path, **options)
    return found


def read_all(path: Path, **options: object) -> list[tuple[FileRead, list[Paper]]]:
    """The files of an input, each with its papers."""
    return [(f, [p for p, _ in f.items()]) for f in read_inputs([path], **options)]  # type: ignore[arg-type]


def gzipped(content: str) -> bytes:
    """The content packed by gzip."""
    return gzip.compress(content.encode())


def zipped(contents: dict[str, bytes]) -> bytes:
    """A zip archive of the contents by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return stream.getvalue()
