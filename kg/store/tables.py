"""The tables of a graph file, its application id and its schema version.

Three layers: what the inputs gave (source, staged, support, record, extraction), what resolution made of
it (paper, entity, edge, form and the search indexes; replaced as a whole by every build), and `meta`
(JSON values). Nodes share one numbering, papers first, each in id order, so that an edge is five integers.
"""

from typing import Final

from kg.schema import RELATION_TYPES, ROLES, edge_type

#: "KGpa" in ASCII: tells a graph file from any other SQLite database.
APPLICATION_ID: Final = 0x4B477061

#: Raised by one whenever the tables below change in a way that older code cannot read.
SCHEMA_VERSION: Final = 1

#: Edge types by the integer that stands for them in the table `edge`; append only.
EDGE_TYPES: Final = (*(edge_type(role) for role in ROLES), *RELATION_TYPES)

EDGE_CODES: Final = {name: code for code, name in enumerate(EDGE_TYPES)}

TABLES: Final = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # What the inputs gave. `staged` fills while an input is read, and replaces `support` once it is
    # read to its end: a file read by half supports nothing.
    # `place` is a hash of where the file lies, `root` hashes of the archive and the folders that hold it, a
    # space between: enough to know them again, and no path of the builder's machine is in a graph that is
    # handed on. The place of standard input is '', that of a file in an archive given there '-/' and its name.
    """CREATE TABLE source (id INTEGER PRIMARY KEY, place TEXT UNIQUE NOT NULL, name TEXT NOT NULL,
        root TEXT NOT NULL, report TEXT NOT NULL)""",
    """CREATE TABLE record (id INTEGER PRIMARY KEY, hash TEXT UNIQUE NOT NULL, paper TEXT NOT NULL,
        data TEXT NOT NULL, ids TEXT NOT NULL, title TEXT NOT NULL, families TEXT NOT NULL,
        abstract TEXT NOT NULL, claims TEXT)""",
    "CREATE INDEX record_paper ON record (paper)",
    """CREATE TABLE staged (source INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (source, record)) WITHOUT ROWID""",
    """CREATE TABLE support (source INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (source, record)) WITHOUT ROWID""",
    """CREATE TABLE extraction (key TEXT NOT NULL, version TEXT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (key, version)) WITHOUT ROWID""",
    # What resolution made of it.
    """CREATE TABLE paper (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, title TEXT NOT NULL,
        given_title TEXT NOT NULL, abstract TEXT NOT NULL, year INTEGER, venue TEXT NOT NULL,
        authors TEXT NOT NULL, url TEXT NOT NULL, ids TEXT NOT NULL, extra TEXT NOT NULL,
        hash TEXT NOT NULL)""",
    """CREATE TABLE paper_name (name TEXT NOT NULL, paper INTEGER NOT NULL,
        PRIMARY KEY (name, paper)) WITHOUT ROWID""",
    """CREATE TABLE paper_record (paper INTEGER NOT NULL, record INTEGER NOT NULL,
        PRIMARY KEY (paper, record)) WITHOUT ROWID""",
    """CREATE TABLE entity (id INTEGER PRIMARY KEY, key TEXT UNIQUE NOT NULL, type TEXT NOT NULL,
        name TEXT NOT NULL, aliases TEXT NOT NULL, papers INTEGER NOT NULL)""",
    """CREATE TABLE edge (id INTEGER PRIMARY KEY, head INTEGER NOT NULL, type INTEGER NOT NULL,
        tail INTEGER NOT NULL, paper INTEGER NOT NULL, confidence REAL NOT NULL,
        head_start INTEGER, head_end INTEGER, tail_start INTEGER, tail_end INTEGER)""",
    "CREATE INDEX edge_head ON edge (head)",
    "CREATE INDEX edge_tail ON edge (tail)",
    "CREATE INDEX edge_paper ON edge (paper)",
    # Every surface form of a node: `rank` 0 its name or title, 1 an alias, 2 a normal form.
    """CREATE TABLE form (id INTEGER PRIMARY KEY, text TEXT NOT NULL, folded TEXT NOT NULL,
        node INTEGER NOT NULL, rank INTEGER NOT NULL)""",
    "CREATE INDEX form_folded ON form (folded)",
    """CREATE TABLE merge (id INTEGER PRIMARY KEY, entity INTEGER NOT NULL, form TEXT NOT NULL,
        reason TEXT NOT NULL, detail TEXT NOT NULL)""",
    "CREATE INDEX merge_entity ON merge (entity)",
    "CREATE TABLE note (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, paper TEXT NOT NULL, text TEXT NOT NULL)",
    # Trigrams serve parts of words and typos. Names are short and keep positions; abstracts do not
    # (detail=none): a hit there is checked against the text, and the index is a third of the size.
    "CREATE VIRTUAL TABLE form_index USING fts5(text, content='form', content_rowid='id', tokenize='trigram')",
    """CREATE VIRTUAL TABLE abstract_index USING fts5(abstract, content='paper', content_rowid='id',
        tokenize='trigram', detail='none')""",
)

#: The tables that a build replaces as a whole, children first.
RESOLVED: Final = (
    "merge",
    "note",
    "form",
    "edge",
    "entity",
    "paper_name",
    "paper_record",
    "paper",
)
