"""The frame of the command line: help, failures, exit codes, encodings."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from cli_sample import write_claims
from click.testing import CliRunner, Result

import kg.cli
from kg.cli import cli
from kg.cli.failures import explain
from kg.cli.options import emit, graph_option, output_options
from kg.errors import NotFoundError

KG = [sys.executable, "-m", "kg"]


def run_failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> Result:
    @click.command()
    def failing() -> None:
        raise error

    monkeypatch.setattr(kg.cli.CommandGroup, "get_command", lambda *_: failing)
    return CliRunner().invoke(cli, ["failing"])


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\nfrom kg.cli import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0\n"
        "print(sorted({'spacy', 'networkx', 'pyvis', 'numpy', 'onnxruntime', 'neo4j'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def leaves(command: click.Command, *names: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from leaves(found, *names, name)
    else:
        yield " ".join(names), command


LEAVES = dict(leaves(cli))


@pytest.mark.parametrize("name", LEAVES)
def test_the_graph_and_the_output_may_be_named_on_every_command(name: str) -> None:
    known = {form for parameter in LEAVES[name].params for form in parameter.opts}
    assert known >= {"-g", "--graph", "--format", "-o", "--output"}


def test_a_command_that_reads_no_graph_takes_one_all_the_same(tmp_path: Path) -> None:
    claims = write_claims(tmp_path / "claims.jsonl")
    words = ["eval", str(claims), "--predicted", str(claims), "-g", str(tmp_path / "none.kg")]
    assert CliRunner().invoke(cli, words).exit_code == 0


@pytest.mark.parametrize("command", [["export", "-o", "g.json"], ["viz", "-o", "g.html"]])
def test_what_was_written_is_told_in_the_format_asked_for(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_claims(tmp_path / "claims.jsonl")
    assert CliRunner().invoke(cli, ["build", "--claims", "claims.jsonl"]).exit_code == 0
    done = CliRunner().invoke(cli, [*command, "--format", "jsonl"])
    assert json.loads(done.stdout) == {"path": command[-1]}


def test_an_intended_error_is_one_line_and_exit_1(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_failing(monkeypatch, NotFoundError("no method named\n 'x\x1b[31m'; near: 'y'"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "kg: error: no method named 'x [31m'; near: 'y'\n"


def test_an_error_of_the_system_names_the_path_and_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = run_failing(monkeypatch, OSError(28, "No space left on device", "papers.kg"))
    assert result.exit_code == 1
    assert result.stderr == (
        "kg: error: papers.kg: No space left on device; free some space or write to another disk\n"
    )


def test_an_unexpected_error_asks_for_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KG_DEBUG", raising=False)
    result = run_failing(monkeypatch, ZeroDivisionError("division by zero"))
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert "ZeroDivisionError: division by zero" in result.stderr
    assert "KG_DEBUG=1" in result.stderr


def test_debugging_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KG_DEBUG", "1")
    result = run_failing(monkeypatch, ZeroDivisionError("division by zero"))
    assert "Traceback" in result.stderr


def test_an_interrupt_is_one_line_and_exit_130(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_failing(monkeypatch, KeyboardInterrupt())
    assert result.exit_code == 130
    assert result.stderr.count("\n") == 1


def test_a_closed_pipe_is_silent() -> None:
    assert explain(BrokenPipeError()) == ("", 141)


def test_wrong_usage_exits_2() -> None:
    result = CliRunner().invoke(cli, ["no-such-command"])
    assert result.exit_code == 2
    assert "no-such-command" in result.stderr


PRINT_MANY = (
    "import click, kg.cli\n"
    "@click.command()\n"
    "def many():\n"
    "    click.echo('Schr\\u00f6dinger \\u6f22 \\U0001d538')\n"
    "    for _ in range(100000): print('x')\n"
    "kg.cli.CommandGroup.get_command = lambda *_: many\n"
    "kg.cli.main()\n"
)


def test_a_reader_that_goes_away_early_leaves_no_complaint(tmp_path: Path) -> None:
    script = tmp_path / "many.py"
    script.write_text(PRINT_MANY)
    with subprocess.Popen(
        [sys.executable, script, "many"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "Schrödinger 漢 𝔸\n".encode()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 128 + signal.SIGPIPE


def test_a_full_disk_under_stdout_is_one_line(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("no /dev/full here")
    script = tmp_path / "many.py"
    script.write_text(PRINT_MANY)
    with full.open("w") as stdout:
        done = subprocess.run(
            [sys.executable, script, "many"], stdout=stdout, stderr=subprocess.PIPE
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"No space left" in done.stderr


def test_output_and_arguments_are_utf8_in_a_plain_c_locale(tmp_path: Path) -> None:
    script = tmp_path / "echo.py"
    script.write_text(
        "import click, kg.cli\n"
        "@click.command()\n"
        "@click.argument('name')\n"
        "def echo(name):\n"
        "    assert name == 'Schr\\u00f6dinger \\u6f22', ascii(name)\n"
        "    click.echo(name)\n"
        "kg.cli.CommandGroup.get_command = lambda *_: echo\n"
        "kg.cli.main()\n"
    )
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    env.pop("PYTHONIOENCODING", None)
    done = subprocess.run(
        [sys.executable, script, "echo", "Schrödinger 漢"], env=env, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == "Schrödinger 漢\n".encode()


@click.command()
@graph_option
@output_options
def answer(graph: Path, fmt: str | None, output: Path | None) -> None:
    emit([{"graph": str(graph)}], fmt, output)


@click.command()
@output_options
def slow(fmt: str | None, output: Path | None) -> None:
    click.echo("worked")
    emit([], fmt, output)


def test_the_graph_comes_from_the_option_then_the_environment_then_a_default() -> None:
    runner = CliRunner(env={"KG_GRAPH": "from-env.kg"})
    assert "from-option.kg" in runner.invoke(answer, ["-g", "from-option.kg"]).stdout
    assert "from-env.kg" in runner.invoke(answer, []).stdout
    assert "papers.kg" in CliRunner(env={"KG_GRAPH": None}).invoke(answer, []).stdout


def test_the_format_follows_the_suffix_unless_it_is_given(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    runner = CliRunner(env={"KG_GRAPH": "x.kg"})
    assert runner.invoke(answer, ["-o", str(target)]).stdout == ""
    assert target.read_text() == "graph\nx.kg\n"
    runner.invoke(answer, ["-o", str(target), "--format", "jsonl"])
    assert target.read_text() == '{"graph": "x.kg"}\n'


def test_a_suffix_that_no_format_writes_is_refused(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    result = CliRunner().invoke(answer, ["-o", str(target)])
    assert result.exit_code == 2
    assert "no format of answers writes .pdf" in result.stderr
    assert not target.exists()
    assert CliRunner().invoke(answer, ["-o", str(target), "--format", "csv"]).exit_code == 0
    assert target.exists()


def test_a_suffix_is_refused_before_the_work(tmp_path: Path) -> None:
    result = CliRunner().invoke(slow, ["-o", str(tmp_path / "a.pdf")])
    assert (result.exit_code, result.stdout) == (2, "")


def test_reference_formats_are_refused_where_no_papers_are_listed(tmp_path: Path) -> None:
    result = CliRunner().invoke(answer, ["--format", "bibtex"])
    assert result.exit_code == 2
    assert "needs an answer that lists papers" in result.stderr
