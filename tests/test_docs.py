"""The documentation says what the program does: commands, options, questions, kinds."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import readme_session

import queries
from kg.cli import cli
from kg.export import kinds
from kg.readers import readers
from kg.schema import RELATION_TYPES, ROLES

ROOT = Path(__file__).resolve().parent.parent
CONTEXT = click.Context(cli)
NAMES = cli.list_commands(CONTEXT)


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def sections(text: str) -> dict[str, str]:
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def options(command: click.Command) -> Iterator[str]:
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield max(parameter.opts, key=len)


#: A number that stands alone, as counts and confidences do, and the spaces that align it.
NUMBER = re.compile(r" *(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


def numbers(text: str) -> list[float]:
    return list(map(float, NUMBER.findall(text)))


COMMANDS = sections(text_of("docs/commands.md"))
SHARED = COMMANDS["Options that many commands take"]


def test_the_commands_are_these() -> None:
    assert NAMES == [
        "build",
        "curate",
        "cypher",
        "doctor",
        "eval",
        "export",
        "extract",
        "info",
        "load",
        "plot",
        "query",
        "remove",
        "resolve",
        "schema",
        "search",
        "show",
        "table",
        "viz",
    ]


def test_every_command_has_its_section_and_no_other_has() -> None:
    others = {"Options that many commands take", "Shell completion"}
    assert set(COMMANDS) - others == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_command_is_described(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    short = {"--graph": "`-g`", "--output": "`-o`"}
    for option in options(command):
        described = (option, short.get(option, option))
        assert any(form in COMMANDS[name] for form in described) or (
            name == "build" and option in SHARED
        ), f"kg {name}: {option}"


@pytest.mark.parametrize("name", NAMES)
def test_every_option_that_a_section_names_exists(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    known = set(options(command))
    if isinstance(command, click.Group):
        for question in command.list_commands(CONTEXT):
            found = command.get_command(CONTEXT, question)
            assert found is not None
            known |= set(options(found))
    if name == "extract":
        known.add("--claims")  # of kg build, to which its lines are piped
    assert set(re.findall(r"--[a-z][a-z0-9-]+", COMMANDS[name])) <= known | {"--help"}


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_short_help(name: str) -> None:
    command = cli.get_command(CONTEXT, name)
    assert command is not None
    assert command.get_short_help_str(limit=100).rstrip(".")


def test_every_question_is_described_and_no_other() -> None:
    table = COMMANDS["query"]
    named = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`([a-z][a-z-]+)[ `]", line.split("|")[1])
    }
    assert named == set(queries.questions())


def test_the_formats_document_names_every_relation_role_and_export_kind() -> None:
    text = text_of("docs/formats.md")
    for name in (*RELATION_TYPES, *ROLES, *kinds()):
        assert f"`{name}`" in text
    for kind in kinds().values():
        assert all(f"`{suffix}`" in text for suffix in kind.suffixes)


def test_the_formats_document_names_every_input_format_and_no_other() -> None:
    table = text_of("docs/formats.md").partition("## Claims")[0]
    first = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    named = {name for cell in first for name in re.findall(r"`([a-z0-9-]+)`", cell)}
    assert named == {reader.name for reader in readers()}


def test_the_session_in_the_readme_prints_what_the_readme_shows(tmp_path: Path) -> None:
    if not (ROOT / "extractors" / "model" / "model.json").exists():
        pytest.skip("the extraction model is not in this checkout")
    session = readme_session.shown(text_of("README.md"))
    lines = readme_session.commands(session)
    assert lines[0] == "build seeds"
    printed = readme_session.played(lines, tmp_path)
    behind = "the README is behind: python -m tests.readme_session refreshes it"
    assert NUMBER.sub("#", printed) == NUMBER.sub("#", session), behind
    # Processors differ in how they multiply int8, and so a little in confidences and counts.
    near = pytest.approx(numbers(session), rel=0.02, abs=0.02)
    assert numbers(printed) == near, behind
    assert (tmp_path / "papers.html").exists()


def test_the_document_of_pictures_gives_the_page_of_the_seeds_one_size() -> None:
    rows = [line.split("|") for line in text_of("docs/pictures.md").splitlines() if "|" in line]
    (measured,) = (row[3] for row in rows if row[1].startswith(" `seeds/`"))
    (compared,) = (row[2] for row in rows if row[1] == " one file to mail ")
    assert compared == measured


@pytest.mark.parametrize("name", ["README.md", *(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))])
def test_links_between_documents_lead_somewhere(name: str) -> None:
    folder = (ROOT / name).parent
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text_of(name)):
        assert (folder / target).exists(), f"{name}: {target}"
