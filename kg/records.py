"""Plain frozen records that pass between the rooms; no behaviour beyond what derives from their fields."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int]
"""[start, end) character offsets into a paper's abstract as given."""


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as a reader gives it.

    `id` is the graph's id (see `kg.ids`), `input_id` the input's own, verbatim, where it has one.
    `abstract` stays as given; `ids` are further ids of the same paper; `extra` keeps unknown fields
    (JSON values). `source` is the input file, relative to the input argument; it is never exported.
    """

    id: str
    abstract: str
    title: str = ""
    year: int | None = None
    venue: str = ""
    authors: tuple[str, ...] = ()
    url: str = ""
    ids: tuple[str, ...] = ()
    input_id: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class EntityClaim:
    """That a paper names an entity, and what it is to the paper.

    `mentions` are the distinct strings of the clean text by first occurrence, `spans` every occurrence
    in text order, `aliases` short forms read only from markup. `evidence` is the span of the mention that
    gave the role (highest role confidence, earliest on a tie). Confidence is in [0, 1].
    """

    type: str
    name: str
    mentions: tuple[str, ...]
    role: str
    confidence: float = 1.0
    spans: tuple[Span, ...] = ()
    aliases: tuple[str, ...] = ()
    evidence: Span | None = None


@dataclass(frozen=True, slots=True)
class RelationClaim:
    """That a paper states `head` TYPE `tail` (entity names of the same extraction), with its closest mentions."""

    head: str
    type: str
    tail: str
    confidence: float = 1.0
    head_span: Span | None = None
    tail_span: Span | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What one abstract gave: its claims, and its clean text."""

    text: str
    entities: tuple[EntityClaim, ...] = ()
    relations: tuple[RelationClaim, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperNode:
    """A paper of the resolved graph. `title` is the display title (never empty); `given_title` may be."""

    id: str
    title: str
    given_title: str
    abstract: str
    year: int | None
    venue: str
    authors: tuple[str, ...]
    url: str
    ids: tuple[str, ...]
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EntityNode:
    """An entity of the resolved graph: `id` is `Type:key`; `aliases` are its other surface forms, sorted."""

    id: str
    type: str
    name: str
    aliases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge with its provenance: one paper's claim, resolved.

    From a paper (`head` is `paper`), `tail_span` is the evidence mention and `head_span` None; between
    entities both spans are the closest pair of mentions. Key in the MultiDiGraph: `TYPE|paper`.
    """

    head: str
    type: str
    tail: str
    paper: str
    confidence: float
    head_span: Span | None
    tail_span: Span | None


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where an edge is stated: a slice [start, end) of the abstract as given, from the first to the
    last sentence touched; `sentence` is its clean text, `marks` the mentions' [start, end) in it."""

    paper: str
    sentence: str
    start: int
    end: int
    marks: tuple[Span, ...]
