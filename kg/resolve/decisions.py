"""What people decided about names."""

from dataclasses import dataclass
from typing import Final

KINDS: Final = ("merge", "split", "keep-apart", "rename", "retype", "ignore")


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: `do` is of `KINDS`; `names` are what it is about (for a split the entity, then the forms
    that leave it), by type and name and never by id; `to` is the new name or type."""

    do: str
    type: str
    names: tuple[str, ...]
    to: str = ""

    def told(self) -> str:
        """The decision in words: `merge Method 'LoRA', 'low-rank adapters'`."""
        names = ", ".join(map(repr, self.names))
        return f"{self.do} {self.type} {names}" + (f" to {self.to!r}" if self.to else "")


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a decision, by its place in the list, changes nothing: one line."""

    place: int
    text: str
