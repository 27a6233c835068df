"""A page opened in a browser with its network cut, and what a reader does there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kg.viz import write_picture

# Counts the painted pixels of the canvas, made small, after each frame has been shown.
_WATCH = """() => {
  const small = new OffscreenCanvas(300, 200);
  const ctx = small.getContext("2d", { willReadFrequently: true });
  const shown = new MessageChannel();
  const frame = () => requestAnimationFrame(() => shown.port2.postMessage(0));
  window.painted = [];
  shown.port1.onmessage = () => {
    ctx.clearRect(0, 0, 300, 200);
    ctx.drawImage(document.querySelector("#canvas canvas"), 0, 0, 300, 200);
    const bytes = ctx.getImageData(0, 0, 300, 200).data;
    window.painted.push(bytes.filter((value, i) => i % 4 === 3 && value > 0).length);
    frame();
  };
  frame();
}"""

# The counts since the last call, five frames from now.
_PAINTED = """() => new Promise((answer) => {
  const enough = window.painted.length + 5;
  const look = () => (window.painted.length < enough ? setTimeout(look, 20) : answer(window.painted.splice(0)));
  look();
})"""


class Visit:
    """An open page and what it did: requests besides itself, console messages, dialogs."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.requests: list[str] = []
        self.messages: list[str] = []
        self.dialogs: list[str] = []
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))

    def search(self, text: str) -> None:
        """Pick the first suggestion for `text`."""
        self.page.fill("#query", text)
        self.page.press("#query", "Enter")

    def text(self, selector: str) -> str:
        """The visible text, its spaces made single."""
        return " ".join(self.page.inner_text(selector).split())

    def drawn(self) -> int:
        """How many nodes the page says are drawn."""
        return int(self.text("#summary").partition(" of ")[0].replace(",", ""))

    def point(self, one: str, other: str = "") -> tuple[float, float]:
        """Where a node, or the middle between two, lies on the screen."""
        point = self.page.evaluate("([a, b]) => window.kgPicture.middle(a, b)", [one, other or one])
        box = self.page.locator("#canvas").bounding_box()
        return box["x"] + point["x"], box["y"] + point["y"]

    def watch(self) -> None:
        """Look at every frame from now on."""
        self.page.evaluate(_WATCH)

    def painted(self) -> list[int]:
        """How many pixels were painted in each frame since the last call, a few more frames awaited."""
        seen: list[int] = self.page.evaluate(_PAINTED)
        return seen

    def settled(self) -> None:
        """Wait until the canvas has its room and the view has come to rest."""
        self.page.wait_for_timeout(400)


def opener(browser: Any, folder: Path) -> tuple[Callable[..., Visit], Callable[[], None]]:
    """A function that writes the picture of a store and opens it, and one that closes all."""
    contexts: list[Any] = []

    def open_page(
        store: Any,
        *,
        size: tuple[int, int] = (1200, 800),
        scheme: str = "light",
        fragment: str = "",
        name: str = "page.html",
        **view: Any,
    ) -> Visit:
        path = folder / name
        write_picture(store, path, **view)
        # Without motion, tests need not wait for it.
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        contexts.append(context)
        visit = Visit(context.new_page(), path.as_uri())

        def cut(route: Any) -> None:
            if route.request.url.partition("#")[0] == path.as_uri():
                route.continue_()
            else:
                visit.requests.append(route.request.url)
                route.abort()

        context.route("**/*", cut)
        visit.page.goto(path.as_uri() + fragment)
        return visit

    def close() -> None:
        for context in contexts:
            context.close()

    return open_page, close
