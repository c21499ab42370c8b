"""Compilers that are none are named by variable and value, and do not stop the world."""

from __future__ import annotations

import ctypes
import shutil
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.support import host_compiler
from custom_compiler.support.host_compiler import HostCompiler, find_compiler, named_program

PATH = {"PATH": "/usr/bin:/bin"}


def program(folder: Path, text: str, mode: int = 0o755) -> str:
    path = folder / "compiler"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(mode)
    return str(path)


def test_no_file(tmp_path: Path) -> None:
    plain = program(tmp_path, "", 0o644)
    for value, why in (
        ("no-such-c++", "not found on PATH"),
        ("/no/such/c++ -m64", "no such program"),
        (str(tmp_path), "this is a directory"),
        (plain, "not executable"),
    ):
        with pytest.raises(MisuseError) as caught:
            find_compiler({**PATH, "CXX": value})
        assert caught.value.message == f"CXX={value}: {why}"
        assert "CXX" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("exit 1", "failed with exit code 1 at -dumpmachine"),
        ("exit 0", "no compiler, it names no target"),
        ("sleep 1000", "no answer to -dumpmachine in 0 seconds"),
        ('[ "$1" = -dumpmachine ] && exec c++ "$1"; sleep 1000', "no answer to --version"),
    ],
)
def test_no_compiler(tmp_path: Path, monkeypatch, text: str, why: str) -> None:
    monkeypatch.setattr(host_compiler, "_SECONDS_TO_ANSWER", 0.4)
    value = program(tmp_path, text)
    with pytest.raises(MisuseError) as caught:
        find_compiler({**PATH, "CXX": value}).identity()
    assert caught.value.message.startswith(f"CXX={value}: {why}")


def test_what_cannot_be_started(tmp_path: Path) -> None:
    value = program(tmp_path, "")
    Path(value).write_bytes(b"\x7fELF no program")
    with pytest.raises(MisuseError, match=r"CXX=.*: cannot be started: Exec format error"):
        find_compiler({**PATH, "CXX": value}).identity()


def test_launchers_options_and_paths_with_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    folder.mkdir()
    launcher = program(folder, 'exec "$@"')
    own = shutil.which("g++", path=PATH["PATH"])
    assert own
    plain = HostCompiler([own], "", "").identity()
    for value, command in (
        ("g++ -m64", [own, "-m64"]),
        (f"'{launcher}' g++", [launcher, "g++"]),
        (own, [own]),
    ):
        found = find_compiler({**PATH, "CXX": value})
        assert found.command == command
        assert found.identity() == plain
    assert find_compiler({**PATH, "CXX": launcher}).command == [launcher]


def test_launchers_are_lists_of_cmake() -> None:
    variable = "CMAKE_CXX_COMPILER_LAUNCHER"
    found = named_program(variable, {**PATH, variable: "env;A=1"})
    assert found
    assert found.command == ["/usr/bin/env", "A=1"]
    assert named_program(variable, {**PATH, variable: ""}) is None
    with pytest.raises(MisuseError, match=f"{variable}=no-such: not found on PATH"):
        named_program(variable, {**PATH, variable: "no-such"})


def test_without_any(tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match="no C\\+\\+ compiler found on PATH"):
        find_compiler({"PATH": str(tmp_path)})


def test_shared_objects_are_whole_or_absent(tmp_path: Path) -> None:
    compiler = find_compiler()
    source, target = tmp_path / "source.cpp", tmp_path / "made.so"
    source.write_text('extern "C" int seven() { return SEVEN; }\n')
    errors = compiler.compile_shared([str(source)], str(target))
    assert "SEVEN" in errors
    assert {path.name for path in tmp_path.iterdir()} == {"source.cpp"}
    assert not compiler.compile_shared([str(source)], str(target), ["-DSEVEN=7"], ["-lm"])
    assert ctypes.CDLL(str(target)).seven() == 7
    assert {path.name for path in tmp_path.iterdir()} == {"source.cpp", "made.so"}
