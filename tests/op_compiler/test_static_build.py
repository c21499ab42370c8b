"""Static kernels of the sample, from information files to the package."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.op_compiler.conftest import OpCompiler, command_line
from tests.op_compiler.information_files import add_custom, tensor, write
from tests.utils.caches import cache_with_headers
from tests.utils.compiler_processes import is_compiling
from tests.utils.dask_cluster import dask_cluster
from tests.utils.installed_sample import InstalledSample

_SOC = ("-v", "ascend910b3")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Holds the precompiled header after the first test."""
    return Path(cache_with_headers(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def variables(installed_sample: InstalledSample, cache: Path) -> dict[str, str]:
    return {
        "ASCEND_CUSTOM_OPP_PATH": str(installed_sample.vendor),
        "CUSTOM_COMPILER_CACHE": str(cache),
        "ASCEND_OPP_PATH": str(installed_sample.home / "opp"),
    }


def keys_in(package: Path) -> dict[str, str]:
    """Files of kernels by key, as the index in a package says."""
    folder = package.with_suffix(".files")
    extract = ["sh", str(package), f"--extract={folder}"]
    subprocess.run(extract, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    (path,) = folder.glob("static_kernel/ai_core/*/config/ascend910b/binary_info_config.json")
    found = {}
    for operator in json.loads(path.read_text()).values():
        for entry in operator["staticList"]:
            kernel = folder / "static_kernel/ai_core" / entry["binPath"]
            assert kernel.is_file()
            assert kernel.with_suffix(".json").is_file()
            found[entry["simplifiedKey"]] = entry["binPath"]
    return found


def test_package(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path, cache: Path
) -> None:
    """Both kinds of determinism are one compile: the sample does not tell them apart."""
    write(tmp_path / "dump/a/one.json", add_custom())
    write(tmp_path / "dump/one.json", add_custom())
    mode = (Path(variables["ASCEND_OPP_PATH"])).stat().st_mode
    done = op_compiler("-p", "dump", *_SOC, "-o", "net", "--report", "net.json", **variables)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    wanted = [
        "static kernel compile start",
        "[op_compiler] information files: 2, kernels: 2",
        "[Opc compile]",
        "generate run package net.run success",
    ]
    wanted.append("static compiler success")
    assert [line for line in lines if line in wanted] == wanted
    assert "total 2, success 2 (1 from the cache), fail 0" in lines[-2]
    found = keys_in(tmp_path / "net.run")
    assert set(found) == {
        f"AddCustom/d={d},p=0/1,2,(8,800)/1,2,(8,800)/1,2,(8,800)/" for d in (0, 1)
    }
    assert [name.rpartition("_")[2] for name in sorted(found.values())] == ["d0.o", "d1.o"]
    report = json.loads((tmp_path / "net.json").read_text())
    assert (report["package"], report["success"]) == (str(tmp_path / "net.run"), 2)
    assert {kernel["state"] for kernel in report["kernels"]} == {"success"}
    logs = {path.name for path in (tmp_path / "net_compile_log").iterdir()}
    names = {kernel["kernel"] for kernel in report["kernels"]}
    assert logs == {f"{name}_compile_succ.log" for name in names} | {"summary.txt"}
    assert {path.name for path in tmp_path.iterdir()} == {
        *("dump", "net.run", "net.files", "net.json", "net_compile_log"),
    }, "nothing else is left"
    assert (Path(variables["ASCEND_OPP_PATH"])).stat().st_mode == mode
    assert not list((cache / "work").iterdir())

    again = op_compiler("-p", "dump", *_SOC, "-o", "net", **variables)
    assert again.returncode == 0
    assert "success 2 (2 from the cache)" in again.stdout


def test_the_same_files_give_the_same_package(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "dump/one.json", add_custom())
    packages = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        done = op_compiler("-p", "dump", *_SOC, "-o", f"{folder}/net", **variables)
        assert done.returncode == 0, done.stderr
        packages.append((tmp_path / folder / "net.run").read_bytes())
    assert packages[0] == packages[1]


def test_what_fails_is_left_out(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    """One bad file of several: CANN stops after all compiles, or says success."""
    write(tmp_path / "dump/a.json", add_custom((8, 1024)))
    write(tmp_path / "dump/b.json", "{")
    write(tmp_path / "dump/c.json", add_custom(op_type="NoSuchOperator"))
    odd = [tensor("x", (8, 64), "int4"), tensor("y", (8, 64), "int4", index=1)]
    write(tmp_path / "dump/d.json", add_custom((8, 64), inputs=odd))
    write(tmp_path / "dump/e.json", add_custom((8, 64), inputs=odd[:1]))
    done = op_compiler("-p", "dump", *_SOC, "-f", "-o", "out/", **variables)
    assert done.returncode == 1
    assert "there is no folder" in done.stderr
    (tmp_path / "out").mkdir()
    done = op_compiler("-p", "dump", *_SOC, "-o", "out/", **variables)
    assert done.returncode == 1
    assert done.stderr.count("op_compiler: error: ") == 4, "not one for each determinism"
    for text in ("b.json: ", "operator NoSuchOperator: no installed package", "d.json", "e.json"):
        assert text in done.stderr
    assert "Traceback" not in done.stderr
    assert "total 9, success 2" in done.stdout
    assert done.stdout.endswith("static compiler fail\n")
    (package,) = (tmp_path / "out").glob("static_kernel_*.run")
    ports = "/1,2,(8,400)" * 3
    assert list(keys_in(package)) == [f"AddCustom/d={d},p=0{ports}/" for d in (0, 1)]
    summary = (tmp_path / "out" / f"{package.stem}_compile_log/summary.txt").read_text()
    assert summary.startswith("total 9, success 2")
    assert "misuse" in summary


def test_nothing_to_pack(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "dump/a.json", add_custom(op_type="NoSuchOperator"))
    done = op_compiler("-p", "dump", *_SOC, "-o", "net", **variables)
    assert done.returncode == 1
    assert "generate run package fail" in done.stdout
    assert "success\n" not in done.stdout.replace("compile 2/2", "")
    assert not (tmp_path / "net.run").exists()


def test_packages_of_one_second_have_names_of_their_own(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "dump/one.json", add_custom())
    for _ in range(2):
        assert op_compiler("-p", "dump", *_SOC, **variables).returncode == 0
    assert len(list(tmp_path.glob("static_kernel_*.run"))) == 2


def test_odd_paths(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    """CANN puts paths into shell commands unmodified."""
    folder = tmp_path / "a b;$(touch hacked)'\"&"
    write(folder / "dump/o n e.json", add_custom())
    done = op_compiler("-p", folder / "dump", *_SOC, "-o", f"{folder}/n e t", **variables)
    assert done.returncode == 0, done.stderr
    assert (folder / "n e t.run").is_file()
    assert not list(tmp_path.rglob("hacked"))


def test_log_levels(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "dump/one.json", add_custom())
    write(tmp_path / "dump/two.json", "{")
    done = op_compiler("-p", "dump", *_SOC, "-o", "a", "-l", "null", **variables)
    assert done.returncode == 1
    assert not done.stderr
    done = op_compiler("-p", "dump", *_SOC, "-o", "b", "-l", "info", **variables)
    assert "op_compiler: error: " in done.stderr
    assert len([line for line in done.stdout.splitlines() if " compile " in line]) == 2 + 1
    done = op_compiler("-p", "dump", *_SOC, "-o", "c", "-l", "debug", **variables)
    kept = {path.suffix for path in (tmp_path / "c_compile_log").iterdir()}
    assert kept == {".log", ".txt", ".o", ".json"}
    assert {path.suffix for path in (tmp_path / "b_compile_log").iterdir()} == {".log", ".txt"}


@pytest.mark.slow
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(
    variables: dict[str, str], tmp_path: Path, cann_home: Path, signal_: signal.Signals
) -> None:
    """Nothing half-written, no process left."""
    for number in range(40):
        write(tmp_path / f"dump/{number}.json", add_custom((8, 64 + number)))
    (tmp_path / "temporary").mkdir()
    process = subprocess.Popen(
        command_line(cann_home, "-p", "dump", *_SOC, "-j", "2", "-o", "net"),
        cwd=tmp_path,
        env={**os.environ, **variables, "TMPDIR": str(tmp_path / "temporary")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Shells let what they start in the background ignore it, these tests among them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert process.stdout is not None
    while "compile" not in (line := process.stdout.readline()) or "tiling" in line:
        assert line, process.communicate()[1]
        if line.startswith("[Opc"):
            break
    while not is_compiling(process.pid):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal_)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors.splitlines()[-1].startswith("op_compiler: interrupted")
    assert "Traceback" not in errors
    assert not (tmp_path / "net.run").exists()
    assert not list((tmp_path / "temporary").iterdir())
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)


def test_full_disk(
    op_compiler: OpCompiler,
    variables: dict[str, str],
    tmp_path: Path,
    small_disk: Callable[[str], Path],
) -> None:
    write(tmp_path / "dump/one.json", add_custom())
    disk = small_disk("8k")
    done = op_compiler("-p", "dump", *_SOC, "-o", f"{disk}/net", **variables)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "op_compiler: error: " in done.stderr
    assert "static compiler success" not in done.stdout
    assert not list(disk.glob("*.run*"))


@pytest.mark.parametrize("what", ["report", "cache"])
def test_other_files_on_a_full_disk(
    op_compiler: OpCompiler,
    variables: dict[str, str],
    tmp_path: Path,
    small_disk: Callable[[str], Path],
    what: str,
) -> None:
    write(tmp_path / "dump/one.json", add_custom())
    disk = small_disk("16k")
    (disk / "rest").write_bytes(bytes(4 << 10))
    with suppress(OSError), (disk / "rest").open("ab", buffering=0) as rest:
        while rest.write(bytes(4 << 10)):
            pass
    words = ("-p", "dump", *_SOC, "-o", "net")
    if what == "report":
        done = op_compiler(*words, "--report", f"{disk}/net.json", **variables)
        assert f"op_compiler: error: {disk}/net.json: No space left on device" in done.stderr
    else:
        done = op_compiler(*words, **variables | {"CUSTOM_COMPILER_CACHE": f"{disk}/cache"})
        assert "op_compiler: hint: free some space there, or choose others" in done.stderr
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def test_output_that_nobody_takes(
    variables: dict[str, str], tmp_path: Path, cann_home: Path
) -> None:
    """The program's own output is on a full disk."""
    write(tmp_path / "dump/one.json", add_custom())
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command_line(cann_home, "-p", "dump", *_SOC, "-o", "net"),
            cwd=tmp_path,
            env={**os.environ, **variables},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "op_compiler: error: No space left on device",
        "op_compiler: hint: free some space there",
    ]


@pytest.mark.slow
def test_cluster(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    """The same package as here; the workers have nothing but the wheel."""
    for number in range(3):
        write(tmp_path / f"dump/{number}.json", add_custom((8, 96 + number)))
    words = ("-p", "dump", *_SOC, "-o")
    (tmp_path / "here").mkdir()
    assert op_compiler(*words, "here/net", **variables).returncode == 0
    (tmp_path / "there").mkdir()
    variables["CUSTOM_COMPILER_CACHE"] = str(tmp_path / "cache")
    with dask_cluster(tmp_path / "cluster", workers=1) as cluster:
        address = ("--scheduler", cluster.address, "--report", "report.json")
        done = op_compiler(*words, "there/net", *address, **variables)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert {kernel["worker"].partition(" ")[0] for kernel in report["kernels"]} != {"local"}
    packages = [(tmp_path / folder / "net.run").read_bytes() for folder in ("here", "there")]
    assert packages[0] == packages[1]
    # The scheduler is gone; with all kernels in the cache nobody asks for it.
    again = op_compiler(*words, "there/net", *address, **variables)
    assert again.returncode == 0, again.stderr
    assert "success 6 (6 from the cache)" in again.stdout
    assert (tmp_path / "there/net.run").read_bytes() == packages[0]


@pytest.mark.slow
def test_cluster_that_does_not_answer(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    write(tmp_path / "dump/one.json", add_custom((8, 112)))
    for address, says in (
        ("nowhere", "'nowhere' is no scheduler's address"),
        ("tcp://127.0.0.1:1", "the scheduler tcp://127.0.0.1:1 does not answer"),
    ):
        done = op_compiler("-p", "dump", *_SOC, "--scheduler", address, **variables)
        assert done.returncode == 1
        assert f"op_compiler: error: {says}" in done.stderr
        assert "Traceback" not in done.stderr


def test_time_limit(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "dump/one.json", add_custom((8, 40)))
    words = ("-p", "dump", *_SOC, "-o", "net", "--time-limit", "0.01", "--report", "net.json")
    done = op_compiler(*words, **variables)
    assert done.returncode == 1
    report = json.loads((tmp_path / "net.json").read_text())
    assert [kernel["state"] for kernel in report["kernels"]] == ["timed out"] * 2
    assert report["package"] == ""
    assert not (tmp_path / "net.run").exists()


def test_terminal(variables: dict[str, str], tmp_path: Path, cann_home: Path) -> None:
    """A bar, which goes when it is done; the lines stay."""
    write(tmp_path / "dump/one.json", add_custom())
    leader, follower = pty.openpty()
    with os.fdopen(leader, "rb", buffering=0) as screen:
        process = subprocess.Popen(
            command_line(cann_home, "-p", "dump", *_SOC, "-o", "net"),
            cwd=tmp_path,
            env={**os.environ, **variables, "TERM": "xterm"},
            stdin=subprocess.DEVNULL,
            stdout=follower,
            stderr=follower,
        )
        os.close(follower)
        shown = b""
        with suppress(OSError):  # how the end of a terminal reads
            while part := screen.read(4096):
                shown += part
        assert process.wait() == 0, shown
    assert b"\x1b[" in shown
    assert shown.rstrip().endswith(b"static compiler success")
