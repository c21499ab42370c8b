"""Projects judged: right ones, wrong ones, and those that try something else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.judge import verdict
from custom_compiler.judge.inside import LANDLOCK, NAMESPACES
from custom_compiler.judge.judging import JudgeSettings, judge
from custom_compiler.judge.reference import Prepared, prepare, read_reference
from custom_compiler.judge.sandbox import SandboxLimits, modes
from custom_compiler.judge.surroundings import Surroundings, own_place, surroundings
from custom_compiler.judge.verdict import Verdict


@pytest.fixture(scope="module")
def around() -> Surroundings:
    """Return the environment of sandboxes, made once."""
    return surroundings()


def read(reference: Path) -> Prepared:
    """A reference's file with its cases."""
    return prepare(read_reference(reference), 1)


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text in a source."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_right_and_what_is_said_of_it(project: Path, reference: Path, around: Surroundings) -> None:
    right = judge(project, read(reference), JudgeSettings(), around)
    assert right.verdict == verdict.RIGHT, right
    assert (right.operator, right.cases, right.sandbox) == ("AddCustom", 7, modes()[0])
    assert (right.findings, right.unchecked, right.infer_shape) == ((), "", "")
    (launch,) = right.model
    # 16384 halves in whole tiles on blocks of 4 KiB at least: what the host's tiling says.
    assert launch["cycles"]["aiv"]["cores"] == 8
    assert 0 < launch["cycles"]["aiv"]["vec"] < launch["cycles"]["aiv"]["cycles"]
    assert launch["microseconds"] > 0
    assert any(line.startswith("model: AddCustom: ") for line in right.more_lines())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("z->SetDimNum(1); z->SetDim(0, 3);", "it gives z [3]"),
        ("__builtin_trap();", "it ends the process"),
    ],
)
def test_shapes_are_the_references_and_those_of_infer_shape_are_told(
    project: Path, reference: Path, around: Surroundings, line: str, said: str
) -> None:
    host = project / "op_host" / "add_custom.cpp"
    edit(host, "*z = *x;", line)
    right = judge(project, read(reference), JudgeSettings(observed=False), around)
    assert (right.verdict, right.infer_shape) == (verdict.RIGHT, said)
    assert any(said in more for more in right.more_lines())


def test_wrong_and_what_the_checker_says(
    project: Path, reference: Path, around: Surroundings
) -> None:
    kernel = project / "op_kernel" / "add_custom.cpp"
    edit(kernel, "AscendC::Add(zLocal", "AscendC::Sub(zLocal")
    # After EnQue, which all waits for the result go by.
    late = "AscendC::Adds(zLocal, zLocal, T(0), static_cast<int32_t>(count));"
    edit(kernel, "outQueueZ.EnQue<T>(zLocal);", f"outQueueZ.EnQue<T>(zLocal);\n{late}")
    wrong = judge(project, read(reference), JudgeSettings(), around)
    assert wrong.verdict == verdict.WRONG
    assert wrong.reason.startswith("z[0, 0] is ")
    assert "written by aiv block 0, DataCopy" in wrong.reason
    assert wrong.case.startswith("random: x [8, 2048]")
    assert wrong.findings


def test_compile_errors_are_told(project: Path, reference: Path, around: Surroundings) -> None:
    with (project / "op_kernel" / "add_custom.cpp").open("a") as file:
        file.write("#error of the test\n")
    found = judge(project, read(reference), JudgeSettings(), around)
    assert found.verdict == verdict.NO_BUILD
    assert found.reason.startswith("op_kernel/add_custom.cpp:"), found
    assert "#error of the test" in found.reason
    assert not [line for line in found.more_lines() if "cmake" in line or "ninja" in line]


_TOUCHES = "touch /usr/harm /tmp/harm /root/harm ../../in/project/harm; "
_HOSTILE = """
#include <cstdlib>
#include <unistd.h>
__attribute__((constructor)) static void Hostile() {
    std::system("%s");
    %s
}
"""
# Never without namespaces: it is what the other ways do not hold, or not for sure.
_WORST = (_TOUCHES + "rm -rf / 2>/dev/null", "while (true) { if (fork() < 0) { sleep(1); } }")
_BAD = (_TOUCHES, "while (true) { sleep(1); }")


@pytest.mark.parametrize(
    ("mode", "code"),
    [(mode, code) for mode, code in ((NAMESPACES, _WORST), (LANDLOCK, _BAD)) if mode in modes()],
)
def test_hostile_host_code(
    project: Path, reference: Path, around: Surroundings, mode: str, code: tuple[str, str]
) -> None:
    """It runs commands, writes everywhere and does not end, while it is built."""
    with (project / "op_host" / "add_custom.cpp").open("a") as file:
        file.write(_HOSTILE % code)
    settings = JudgeSettings(limits=SandboxLimits(seconds=10, processes=100), sandbox=mode)
    found = judge(project, read(reference), settings, around)
    assert found.verdict in {verdict.LIMIT, verdict.NO_BUILD, verdict.FAULT}
    assert found.sandbox == mode
    for place in ("/usr/harm", "/tmp/harm", "/root/harm"):
        assert not Path(place).exists()
    assert {path.name for path in project.iterdir()} == {"op_host", "op_kernel"}


def test_links_to_what_is_the_judges_own_are_not_followed(
    project: Path, reference: Path, around: Surroundings, tmp_path: Path
) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "add_custom.cpp").write_text("#error secret\n")
    (project / "op_kernel").rename(tmp_path / "kernel")
    (project / "op_kernel").symlink_to(tmp_path / "own")
    found = judge(project, read(reference), JudgeSettings(observed=False), around)
    assert (found.verdict, found.reason) == (verdict.REFUSED, "op_kernel is a link, not a folder")
    assert "secret" not in found.json()


def test_no_terminal_obeys_what_projects_say() -> None:
    said = Verdict(
        "p\udcff", verdict.NO_BUILD, reason="\x1b]0;mine\x07 \x1b[2J", details=("", "\ta\x1bc\r")
    )
    assert said.line() == r"p\udcff: does not build: \x1b]0;mine\x07 \x1b[2J"
    assert list(said.more_lines()) == [r"        a\x1bc\r"]


def command(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run custom-compiler judge."""
    program = [sys.executable, "-m", "custom_compiler", "judge", *map(str, words)]
    return subprocess.run(program, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_command_and_journal(project: Path, reference: Path, tmp_path: Path) -> None:
    journal = tmp_path / "verdicts.jsonl"
    (tmp_path / "empty").mkdir()
    words = (project, tmp_path / "empty", "--reference", reference, "--json", "--journal", journal)
    first = command(*words)
    assert first.returncode == 1, first.stderr
    found = {Path(one["project"]).name: one for one in map(json.loads, first.stdout.splitlines())}
    assert found["project"]["verdict"] == "right"
    assert found["empty"]["reason"] == "there is no folder op_host"
    journal.write_text(journal.read_text() + '{"project": "half')  # as a killed run leaves it
    again = command(*words)
    assert {*again.stdout.splitlines()} == {*first.stdout.splitlines()}
    plain = command(project, "--reference", reference, "--journal", journal)
    assert plain.returncode == 0
    assert plain.stdout.startswith(f"{project}: right (AddCustom, 7 calls, ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "there is no function `reference`"),
        ("def reference(x): return x", "INPUTS is no list of inputs"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ('INPUTS = {"x": ("half", (-1,))}\ndef reference(x): return x', "INPUTS has "),
        ('INPUTS = {"x": ("int7", (1,))}\ndef reference(x): return x', "INPUTS has "),
        ('INPUTS = {"y": ("fp16", 8)}\ndef reference(x): return x', "reference(x) is given y"),
        (
            'INPUTS = {"x": ("fp16", 8)}\nTOLERANCE = 1\ndef reference(x): return x',
            "TOLERANCE = 1 is no pair of numbers",
        ),
    ],
)
def test_references_are_checked(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "reference.py"
    path.write_text(text)
    with pytest.raises(MisuseError) as error:
        read_reference(path)
    assert message in error.value.message


def test_environments_have_homes_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each repairs its home when it begins, which another one's sandboxes would see."""
    place = own_place()
    assert place == own_place()
    monkeypatch.setattr(sys, "prefix", "/another/environment")
    assert own_place() != place


def test_misuse(tmp_path: Path) -> None:
    done = command(tmp_path / "none", "--reference", tmp_path / "none.py")
    assert done.returncode == 2
    assert "there is no such folder" in done.stderr
