"""`clean`: the passes in their order."""

from kg.text import characters, html
from kg.text.escaped_latex import unescape_latex
from kg.text.furniture import strip_furniture
from kg.text.latex import strip_latex
from kg.text.markdown import strip_markdown
from kg.text.offsets import Buffer, Clean
from kg.text.protect import show


def clean(raw: str) -> Clean:
    """The text a reader would see, with its offset map.

    Pure and linear in the length of raw. Markdown, LaTeX, HTML and JATS markup, control and
    zero-width characters, the word "Abstract" in front and copyright lines at the ends go, white space
    becomes single spaces; all other characters stay.
    """
    buffer = Buffer(raw)
    characters.repair_mojibake(buffer)
    html.decode_entities(buffer)
    characters.drop_controls(buffer)
    html.strip_tags(buffer)
    characters.join_broken_words(buffer)
    unescape_latex(buffer)
    strip_latex(buffer)
    strip_markdown(buffer)
    strip_furniture(buffer)
    characters.compose(buffer)
    characters.collapse_spaces(buffer)
    buffer.text = show(buffer.text)
    return buffer.freeze()
