"""LaTeX that was escaped as if it were text: `{\\textbackslash}alpha` for `\\alpha`.

Reference managers write the abstracts that they hold so into BibTeX. Only a backslash escaped before a name or a
brace tells such a text: then all its escapes go one layer, and the LaTeX passes read what comes out.
"""

import re

from kg.text.offsets import Buffer

_NAMES = "backslash|asciicircum|asciitilde|braceleft|braceright|less|greater|bar"
_SIGN = re.compile(r"(?:\{\\textbackslash\}|\\textbackslash\{\})[A-Za-z{}\\]")
_ESCAPE = re.compile(
    rf"\{{\\text(?P<grouped>{_NAMES})\}}|\\text(?P<ended>{_NAMES})\{{\}}|\\(?P<plain>[{{}}$_#&])"
)
_CHARACTER = {
    "backslash": "\\",
    "asciicircum": "^",
    "asciitilde": "~",
    "braceleft": "{",
    "braceright": "}",
    "less": "<",
    "greater": ">",
    "bar": "|",
}


def unescape_latex(buffer: Buffer) -> None:
    """One layer of escapes off a text that holds escaped LaTeX; any other stays as it is."""
    if "textbackslash" not in buffer.text or not _SIGN.search(buffer.text):
        return
    buffer.apply((*match.span(), _character(match)) for match in _ESCAPE.finditer(buffer.text))


def _character(match: re.Match[str]) -> str:
    return match["plain"] or _CHARACTER[match["grouped"] or match["ended"]]
