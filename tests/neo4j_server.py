"""A real Neo4j for tests and benchmarks, without containers: from Maven Central, as a child process.

    python tests/neo4j_server.py COMMAND [ARGUMENT...]

runs COMMAND with NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD pointing to a fresh server, which stops with it.
Needs Java 17 or 21 (a JDK) and Maven. The first run downloads about 130 MB, kept in the user's cache folder.
"""

import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Self

VERSION = "5.26.0"
PARTS = ("neo4j", "neo4j-bolt", "neo4j-import-tool")
SOURCE = Path(__file__).with_name("Neo4jServer.java")

#: A server that lives for a minute starts faster when Java compiles little; benchmarks leave this out.
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def libraries(maven: str = "mvn") -> Path:
    """The folder of Neo4j's jars, filled by Maven the first time."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "paper-kg"
    folder = cache / f"neo4j-{VERSION}"
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as name:
            work = Path(name)
            (work / "pom.xml").write_text(_pom(), encoding="utf-8")
            goal = ["dependency:copy-dependencies", f"-DoutputDirectory={work / 'lib'}"]
            subprocess.run([maven, "-q", "-B", "-f", str(work / "pom.xml"), *goal], check=True)
            if not folder.exists():  # another run may have been faster
                (work / "lib").rename(folder)
    return folder


def _pom() -> str:
    parts = "".join(
        f"<dependency><groupId>org.neo4j</groupId><artifactId>{part}</artifactId>"
        f"<version>{VERSION}</version></dependency>"
        for part in PARTS
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>local</groupId><artifactId>neo4j-for-tests</artifactId><version>1</version>"
        f"<dependencies>{parts}</dependencies></project>"
    )


def program(jars: Path) -> Path:
    """The folder of the compiled `Neo4jServer.java`, compiled when it is new."""
    digest = sha256(SOURCE.read_bytes()).hexdigest()[:12]
    folder = jars.with_name(f"{jars.name}-server-{digest}")
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=jars.parent) as name:
            made = Path(name) / "classes"
            subprocess.run(["javac", "-cp", f"{jars}/*", "-d", str(made), str(SOURCE)], check=True)
            if not folder.exists():
                made.rename(folder)
    return folder


class Server:
    """A running server over the data in `home`; a context manager. Without `password` anyone may log in."""

    def __init__(
        self,
        home: Path,
        *,
        password: str = "",
        options: tuple[str, ...] = QUICK,
        maven: str = "mvn",
    ) -> None:
        self.home = home
        self.password = password
        jars = libraries(maven)
        classes = f"{program(jars)}{os.pathsep}{jars}/*"
        self._command = ["java", "-Xmx1g", *options, "-cp", classes, SOURCE.stem]
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that point a program to this server."""
        return {
            "NEO4J_URI": self.uri,
            "NEO4J_USERNAME": "neo4j",
            "NEO4J_PASSWORD": self.password or "any",
        }

    def start(self) -> None:
        """Starts on a free port; also again after `kill`."""
        self._log = (self.home / "server.log").open("ab")
        environment: Mapping[str, str] = {
            **{k: v for k, v in os.environ.items() if not k.startswith("NEO4J_")},
            **({"NEO4J_PASSWORD": self.password} if self.password else {}),
        }
        self._process = subprocess.Popen(
            [*self._command, str(self.home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment,
            text=True,
        )
        word, _, port = self._answer().partition(" ")
        if word != "ready":
            self.kill()
            log = (self.home / "server.log").read_text(errors="replace")
            raise RuntimeError(f"Neo4j does not start:\n{log[-2000:]}")
        self.port = int(port)

    def say(self, word: str) -> None:
        """Sends `readonly` or `writable` and waits until it holds."""
        assert self._process.stdin
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        assert self._answer() == "done"

    def kill(self) -> None:
        """Ends it at once, as a crash would; an orderly end takes ten seconds."""
        self._process.kill()
        self._end()

    def _answer(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def _end(self) -> None:
        self._process.wait(timeout=60)
        for stream in (self._process.stdin, self._process.stdout, self._log):
            if stream:
                stream.close()


def main() -> int:
    home = Path(tempfile.mkdtemp(prefix="paper-kg-neo4j-"))
    try:
        with Server(home, password=secrets.token_urlsafe(12), options=()) as server:
            return subprocess.call(sys.argv[1:], env={**os.environ, **server.environment})
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
