"""Output of `build`: kernels by types, JSON, nothing, commands, annotations."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from clang import cindex

from custom_compiler.cli.messages import annotation
from custom_compiler.cli.progress import kernel_step
from custom_compiler.errors import BuildError, MisuseError

REPOSITORY = Path(__file__).parents[2]


class Folder:
    """The AddCustom sample's sources, built where they are."""

    def __init__(self, folder: Path, cann_home: Path) -> None:
        self.path = folder
        for name in ("op_host", "op_kernel"):
            shutil.copytree(REPOSITORY / name, folder / name)
        dropped = ("ASCEND", "GITHUB")
        base = {k: v for k, v in os.environ.items() if not k.startswith(dropped)}
        self.environment = base | {"ASCEND_HOME_PATH": str(cann_home)}
        self.command = [
            sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
            "--soc_version", "ascend910b",
        ]  # fmt: skip

    def build(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self.command, *words], cwd=self.path, env=self.environment | env,
            capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.fixture(scope="module")
def folder(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return Folder(tmp_path_factory.mktemp("sample"), cann_home)


def test_steps_name_types_in_place_of_sums(folder: Folder) -> None:
    done = folder.build()
    assert done.returncode == 0, done.stderr
    steps = {line.partition("] ")[2] for line in done.stderr.splitlines() if "Kernel Add" in line}
    assert steps == {f"Kernel AddCustom {kind} (ascend910b)" for kind in
                     ("float16", "float32", "int32")}  # fmt: skip
    assert "Kernel AddCustom_" in (folder.path / "build.log").read_text()


def test_json_says_what_was_built(folder: Folder) -> None:
    done = folder.build("--json")
    assert done.stderr == ""
    found = json.loads(done.stdout)
    assert found["built"] is True
    assert (found["operators"], found["units"], found["kernels"]) == (
        ["AddCustom"],
        ["ascend910b"],
        3,
    )
    for name in ("package", "vendor", "log", "environment"):
        assert Path(found[name]).exists()


def test_quiet_is_quiet_and_verbose_shows_commands(folder: Folder) -> None:
    done = folder.build("-q")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (folder.path / "op_kernel/add_custom.cpp").touch()
    source = folder.path / "op_kernel/add_custom.cpp"
    source.write_text(source.read_text() + "\n// changed\n")
    done = folder.build("-v")
    assert "compile_kernel.py --op AddCustom" in done.stderr
    # What opc calls, too: at least the preprocessor, even of what the cache knows.
    assert re.search(
        r"^cd /\S+ && .*-std=c\+\+17 .*-o kernel\.ii ascendc\.wrapper\.cpp",
        done.stderr,
        re.MULTILINE,
    )
    done = folder.build("-v", "-q")
    assert done.returncode == 2
    assert "choose one" in done.stderr


def test_compile_commands_are_of_the_users_files_and_a_clang_takes_them(folder: Folder) -> None:
    assert folder.build("-q").returncode == 0
    (folder.path / "op_kernel/add_custom.cpp").touch()
    assert folder.build("-q").returncode == 0  # written once more, of itself
    entries = json.loads((folder.path / "build_out/compile_commands.json").read_text())
    files = [Path(entry["file"]) for entry in entries]
    host, kernel = (folder.path / part / "add_custom.cpp" for part in ("op_host", "op_kernel"))
    assert files.count(host) == 1
    assert files.count(kernel) == 3  # one for each type
    assert all(path.is_file() and path.is_absolute() for path in files)
    index = cindex.Index.create()
    system = _system_folders()
    for entry in entries:
        if Path(entry["file"]) != kernel:
            assert f"-I{folder.path / 'op_host'}" in entry["arguments"]
            continue
        words = [word for word in entry["arguments"][1:] if word not in {"-c", str(kernel)}]
        # libclang has no headers, unlike clangd.
        words += system
        wrong = kernel.read_text().replace("op.Process();", "op.Proces();")
        assert _errors(index.parse(str(kernel), words)) == []
        (said,) = _errors(index.parse(str(kernel), words, [(str(kernel), wrong)]))
        assert "Proces" in said


def test_clangd_opens_the_sources_without_errors(folder: Folder) -> None:
    if not shutil.which("clangd"):
        pytest.skip("clangd is not installed")
    assert folder.build("-q").returncode == 0
    for part in ("op_host", "op_kernel"):
        source = folder.path / part / "add_custom.cpp"
        done = subprocess.run(
            ["clangd", f"--check={source}"], cwd="/", capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "All checks completed, 0 errors" in done.stderr, done.stderr


def _errors(tree: cindex.TranslationUnit) -> list[str]:
    return [said.spelling for said in tree.diagnostics if said.severity >= cindex.Diagnostic.Error]


def _system_folders() -> list[str]:
    told = subprocess.run(
        ["g++", "-x", "c++", "-E", "-v", os.devnull], capture_output=True, text=True, check=True
    ).stderr
    found = told.partition("search starts here:\n#include <...>")[2].partition("End of")[0]
    return ["-nostdinc", *(f"-isystem{line.strip()}" for line in found.splitlines()[1:])]


def test_failures_as_json_and_annotations(folder: Folder) -> None:
    source = folder.path / "op_kernel/add_custom.cpp"
    right = source.read_text()
    source.write_text(right.replace("op.Process();", "op.Proces();"))
    try:
        done = folder.build("--json", GITHUB_ACTIONS="true", GITHUB_WORKSPACE=str(folder.path))
    finally:
        source.write_text(right)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["built"] is False
    assert "Proces" in found["details"] + found["message"]
    assert Path(found["log"]).is_file()
    last = done.stderr.splitlines()[-1]
    line = right[: right.index("op.Process();")].count("\n") + 1
    assert last.startswith(f"::error file=op_kernel/add_custom.cpp,line={line},col=")
    assert "Proces" in last


def test_annotations_escape_what_github_reads() -> None:
    error = BuildError("failed", details="/w/a,b:c/k.cpp:3: error: 100% wrong\nmore")
    assert annotation(error) == "::error::failed"  # no path has a colon
    error = BuildError("failed", details="note\n/w/a,b/k.cpp:3: error: 100% wrong\nmore")
    assert annotation(error) == "::error file=/w/a%2Cb/k.cpp,line=3::100%25 wrong"
    assert annotation(MisuseError("a\nb")) == "::error::a%0Ab"


def test_what_cannot_be_named_stays(tmp_path: Path) -> None:
    for text in ("Linking x", f"Kernel Add_{'0' * 32} (ascend910b)", "Kernel lists"):
        assert kernel_step(text, tmp_path) == text


def test_watch_builds_again_when_a_source_is_saved(folder: Folder) -> None:
    log = folder.path / "watch.txt"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*folder.command, "--watch"], cwd=folder.path, env=folder.environment, stderr=output,
            stdout=subprocess.DEVNULL, preexec_fn=_heed_interrupts,  # noqa: PLW1509
        )  # fmt: skip
        try:
            _wait(log, "waiting for changes", 1)
            source = folder.path / "op_kernel/add_custom.cpp"
            right = source.read_text()
            source.write_text("this is wrong;\n" + right)
            _wait(log, "waiting for changes", 2)
            assert "error: " in log.read_text()
            source.write_text(right)
            _wait(log, "waiting for changes", 3)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 130
        finally:
            process.kill()


def _heed_interrupts() -> None:
    """Restore interrupts, which a shell's background processes ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait(log: Path, text: str, times: int) -> None:
    end = time.monotonic() + 240
    while log.read_text().count(text) < times:
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)
