"""Marked sources of an operator: what can be set, changed files, and patches."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from custom_compiler.autokernel.marks.sources import MarkedSources, marked_sources
from custom_compiler.errors import MisuseError

_HOST = "int f() {\n    Run(8);  // tunable: Blocks in Run(8);, Run(4);\n}\n"
_KERNEL = "constexpr int TILE = 128; // tunable\nint other = 1; // tunable\n"


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)

    def call(
        host: str = _HOST, kernel: str = _KERNEL, given: Mapping[str, Sequence[str]] | None = None
    ) -> MarkedSources:
        for side, text in (("op_host", host), ("op_kernel", kernel)):
            (tmp_path / side).mkdir(exist_ok=True)
            (tmp_path / side / "a.cpp").write_text(text, newline="")
        in_host, in_kernel = (
            {"a.cpp": tmp_path / side / "a.cpp"} for side in ("op_host", "op_kernel")
        )
        return marked_sources(in_host, in_kernel, given or {})

    return call


def test_values_of_lines_and_of_the_user_make_the_space(read) -> None:
    sources = read(given={"TILE": ["256", "64", "128"]})
    knobs = {knob.name: knob.values for knob in sources.space.knobs}
    assert knobs == {"Blocks": ("Run(8);", "Run(4);"), "TILE": ("64", "128", "256")}
    assert sources.untouched == {"Blocks": "Run(8);", "TILE": "128"}


def test_a_patch_makes_the_sources_those_of_a_setting(read, tmp_path: Path) -> None:
    sources = read(kernel=_KERNEL.rstrip("\n"), given={"TILE": ["64"], "other": ["2"]})
    setting = {"Blocks": "Run(4);", "TILE": "64", "other": "2"}
    patch = sources.patch(setting)
    assert patch.startswith("--- op_host/a.cpp\n+++ op_host/a.cpp\n")
    subprocess.run(["patch", "-p0"], cwd=tmp_path, input=patch, text=True, check=True)
    for file in sources.files:
        assert (tmp_path / file.shown_path).read_text() == file.changed(setting)
    assert "Run(4);  // tunable: Blocks in" in (tmp_path / "op_host/a.cpp").read_text()
    assert (tmp_path / "op_kernel/a.cpp").read_text() == (
        "constexpr int TILE = 64; // tunable\nint other = 2; // tunable"
    )


def test_the_untouched_setting_changes_nothing(read) -> None:
    sources = read(given={"TILE": ["64"]})
    assert sources.patch(sources.untouched) == ""


@pytest.mark.parametrize(
    ("kernel", "given", "message", "hint"),
    [
        ("", {"TILE": ["1"]}, "TILE matches no line marked tunable in op_host/a.cpp", "Blocks"),
        (
            _KERNEL.replace("other", "TILE"),
            {"TILE": ["1"]},
            "TILE is marked twice: op_kernel/a.cpp:1 and op_kernel/a.cpp:2",
            "Alias",
        ),
        ("Run(8); // tunable\n", {}, "op_kernel/a.cpp:1: a line marked // tunable", "Alias"),
    ],
)
def test_marks_and_values_that_do_not_fit_are_refused(
    read, kernel: str, given: dict[str, list[str]], message: str, hint: str
) -> None:
    with pytest.raises(MisuseError) as error:
        read(kernel=kernel, given=given)
    assert message in error.value.message
    assert hint in error.value.hint


def test_sources_without_marks_or_values_are_refused(read) -> None:
    with pytest.raises(MisuseError, match="no line of these sources is marked // tunable"):
        read("int a;\n", "int b;\n")
    with pytest.raises(MisuseError, match="no value to try is given for TILE, other"):
        read("int a;\n")
    with pytest.raises(MisuseError, match="no value to try"):
        read("int a;\n", given={"TILE": ["128"]})
