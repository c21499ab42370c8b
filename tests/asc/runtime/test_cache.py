"""Kernels on the disk: shared, damaged, on a full disk, built by many processes at once."""

import json
import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from custom_compiler.asc.runtime import cache
from tests.utils.caches import cache_with_headers

KEY = "ab" + "0" * 62


def _build(folder):
    (Path(folder) / "k.o").write_bytes(b"object")
    return {"name": "k", "prints": False}


def _store(root, key=KEY, build=_build, *, rebuild=False):
    return cache.store(str(root), key, build, rebuild=rebuild)


def test_stored_kernels_are_found(tmp_path):
    assert cache.find(str(tmp_path), KEY) is None
    stored = _store(tmp_path)
    assert stored is not None
    assert Path(stored.object_path).read_bytes() == b"object"
    assert cache.find(str(tmp_path), KEY) == stored
    assert list((tmp_path / "work").iterdir()) == []


def test_what_is_there_is_not_built_again(tmp_path):
    _store(tmp_path)
    assert _store(tmp_path, build=lambda _: pytest.fail("built again")) is not None


@pytest.mark.parametrize("name", ["k.o", "kernel.json"])
@pytest.mark.parametrize("content", [b"", b"{}", b"damaged"])
def test_damaged_kernels_are_made_again(tmp_path, name, content):
    stored = _store(tmp_path)
    Path(stored.folder, name).write_bytes(content)
    assert cache.find(str(tmp_path), KEY) is None
    again = _store(tmp_path)
    assert Path(again.object_path).read_bytes() == b"object"


def test_a_kernel_of_another_key_in_its_place_is_not_taken(tmp_path):
    stored = _store(tmp_path)
    record = json.loads(Path(stored.folder, "kernel.json").read_text())
    Path(stored.folder, "kernel.json").write_text(json.dumps({**record, "key": "other"}))
    assert cache.find(str(tmp_path), KEY) is None


def test_a_failed_build_leaves_nothing(tmp_path):
    def fail(folder):
        (Path(folder) / "half").write_text("")
        raise RuntimeError("no kernel")

    with pytest.raises(RuntimeError, match="no kernel"):
        _store(tmp_path, build=fail)
    assert list((tmp_path / "work").iterdir()) == []
    assert cache.find(str(tmp_path), KEY) is None


_STORE_FOUR = """
import os, sys
from pathlib import Path
from custom_compiler.asc.runtime import cache

def build(folder):
    Path(folder, "k.o").write_bytes(bytes(10_000))
    return {"name": "k"}

for i in range(4):
    stored = cache.store(sys.argv[1], f"{i}0" * 32, build, rebuild=False)
    os.utime(stored.folder, (i, i))
"""


def test_old_kernels_go_first(tmp_path, monkeypatch):
    # In a folder of PyAsc's variables, too, within the limit of all caches.
    subprocess.run([sys.executable, "-c", _STORE_FOUR, tmp_path], check=True)
    (tmp_path / "pruned").unlink()
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "25000")
    _store(tmp_path, "f0" + KEY)
    left = sorted(folder.parent.name for folder in tmp_path.glob("kernel/*/*"))
    assert left == ["20", "30", "f0"]


def test_a_kernel_that_a_process_found_stays(tmp_path, monkeypatch):
    stored = _store(tmp_path)
    os.utime(stored.folder, (0, 0))
    (tmp_path / "pruned").unlink()
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "0")
    pruning = "import sys; from custom_compiler.support.store import Store; "
    pruning += "from custom_compiler.support.store_kinds import python_kernels; "
    pruning += "Store(sys.argv[1], python_kernels('')).prune()"
    subprocess.run([sys.executable, "-c", pruning, tmp_path], check=True)
    assert Path(stored.object_path).is_file()


def test_the_place_follows_the_variables(monkeypatch, tmp_path):
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path))
    assert cache.asc_cache_root() == str(tmp_path / "asc")
    monkeypatch.setenv("PYASC_HOME", str(tmp_path / "home"))
    assert cache.asc_cache_root() == str(tmp_path / "home/.pyasc/cache")
    monkeypatch.setenv("PYASC_CACHE_DIR", str(tmp_path / "own"))
    assert cache.asc_cache_root() == str(tmp_path / "own")


_PROGRAM = textwrap.dedent("""
    import sys
    import numpy as np
    import asc

    @asc.jit
    def answer(z: asc.GlobalAddress):
        out = asc.GlobalTensor()
        out.set_global_buffer(z)
        out.set_value(0, 42)

    z = np.zeros(1, np.int32)
    answer[1](z)
    print(z[0], "xdsl" in sys.modules)
""")


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A program with one kernel, and a separate cache."""
    monkeypatch.setenv("PYASC_CACHE_DIR", cache_with_headers(tmp_path / "cache"))
    path = tmp_path / "program.py"
    path.write_text(_PROGRAM)
    return path


def _start(program, *before):
    command = [sys.executable, *before, str(program)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def _run(program, *before):
    process = _start(program, *before)
    output, errors = process.communicate()
    return output.strip(), errors, process.returncode


def test_a_kernel_of_the_cache_needs_no_xdsl(program):
    assert _run(program) == ("42 True", "", 0)
    assert _run(program) == ("42 False", "", 0)


def test_eight_processes_at_once(program):
    processes = [_start(program) for _ in range(8)]
    results = [process.communicate() for process in processes]
    assert [output.split()[0] for output, _ in results] == ["42"] * 8
    assert [errors for _, errors in results] == [""] * 8
    assert len(list(program.parent.glob("cache/kernel/*/*"))) == 1


def test_a_killed_process_leaves_no_half_kernel(program):
    process = _start(program)
    while not list(program.parent.glob("cache/work/*/codegen.mlir")):
        assert process.poll() is None
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert list(program.parent.glob("cache/kernel/*/*")) == []
    assert _run(program)[0] == "42 True"


def test_a_cache_that_cannot_be_written(program):
    shutil.rmtree(program.parent / "cache")
    (program.parent / "cache").write_text("a file")
    output, errors, code = _run(program)
    assert (output, code) == ("42 True", 0)
    assert f"kernels cannot be cached in {program.parent}/cache (" in errors
    assert "set PYASC_CACHE_DIR to a folder that can be written" in errors


def test_a_disk_that_is_full(program):
    program.write_text(
        "from custom_compiler.asc.runtime import cache\n"
        "place, os_error = cache.asc_cache_root(), OSError(28, 'No space left on device', 'f')\n"
        "build = cache._build\n"
        "def full(root, *rest):\n"
        "    if root == place:\n"
        "        raise os_error\n"
        "    return build(root, *rest)\n"
        "cache._build = full\n" + _PROGRAM
    )
    output, errors, code = _run(program)
    assert (output, code) == ("42 True", 0)
    assert f"kernels cannot be cached in {program.parent}/cache (No space left on device)" in errors


def test_without_any_place_to_compile(program, monkeypatch):
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", "/dev/null/x")
    _, errors, code = _run(program)
    assert code == 1
    assert errors.splitlines()[-1] == (
        "RuntimeError: kernel answer cannot be compiled: Not a directory: /dev/null/x; "
        "CUSTOM_COMPILER_CACHE and TMPDIR name folders that can be written and have space"
    )


def test_without_xdsl_one_line_says_what_to_install(program):
    hidden = program.parent / "hidden.py"
    hidden.write_text(
        "import runpy, sys\nsys.modules['xdsl'] = None\nrunpy.run_path(sys.argv[1])\n"
    )
    _, errors, code = _run(program, str(hidden))
    assert code == 1
    assert errors.splitlines()[-1] == (
        "ImportError: kernels are compiled with xDSL, which is not installed: "
        "pip install 'custom_compiler[asc]'"
    )


def test_fork_behind_a_launch_is_an_error(program):
    program.write_text(
        _PROGRAM
        + textwrap.dedent("""
        import os
        sys.stdout.flush()
        if os.fork() == 0:
            try:
                answer[1](z)
            except RuntimeError as error:
                print(error)
            sys.stdout.flush()
            os._exit(0)
        os.wait()
    """)
    )
    output, errors, code = _run(program)
    assert (errors, code) == ("", 0)
    assert "forked from one that had used the device" in output
