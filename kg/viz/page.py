"""Data and assets into one HTML text that fetches nothing and in which every text is inert."""

import base64
import hashlib
import json
from importlib.resources import files
from typing import Any

from kg.viz.network import drawing_library

#: Joined into one script in this order: at once a file may use only what stands before it.
SCRIPTS = (
    "elements.js",
    "model.js",
    "state.js",
    "path.js",
    "lines.js",
    "places.js",
    "islands.js",
    "labels.js",
    "canvas.js",
    "camera.js",
    "search.js",
    "cards.js",
    "tables.js",
    "panel.js",
    "controls.js",
    "history.js",
    "export.js",
    "keys.js",
    "explorer.js",
    "start.js",
)

# What could end the script element or a line of it, wherever it stands in the data.
_ESCAPES = {c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def page(data: dict[str, Any], *, title: str) -> str:
    """The whole page. `data` is plain JSON data; `title` is its heading, as text."""
    from jinja2 import Environment
    from markupsafe import Markup

    library = drawing_library()
    explorer = '(() => {\n"use strict";\n' + "\n".join(map(_asset, SCRIPTS)) + "})();\n"
    style = _asset("explorer.css")
    template = Environment(autoescape=True, trim_blocks=True).from_string(_asset("page.html.j2"))
    return template.render(
        title=title,
        policy=policy([library, explorer], [style]),
        style=Markup(style),
        data=Markup(json_in_script(data)),
        scripts=[Markup(library), Markup(explorer)],
    )


def json_in_script(data: Any) -> str:
    """`data` as JSON that cannot leave a script element; values that JSON lacks become text."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=_plain)
    for character, escaped in _ESCAPES.items():  # many times faster than str.translate
        text = text.replace(character, escaped)
    return text


def policy(scripts: list[str], styles: list[str]) -> str:
    """A Content-Security-Policy that lets exactly these inline texts act, and nothing load or leave."""
    return "; ".join(
        [
            "default-src 'none'",
            "script-src " + " ".join(map(_hash, scripts)),
            "style-src " + " ".join(map(_hash, styles)),
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def _plain(value: Any) -> Any:
    if isinstance(value, set | frozenset):
        return sorted(value, key=str)
    return value.item() if hasattr(value, "item") else str(value)


def _asset(name: str) -> str:
    return files("kg.viz").joinpath("assets", name).read_text("utf-8")
