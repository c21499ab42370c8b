"""Effect of installing and removing static kernels on the target, also on failure."""

from __future__ import annotations

import ast
import json
import os
import pty
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.kernel.static.conftest import VERSIONS, MakeRun
from tests.utils.vendor_package import clean_environment, run_archive

SOC = "ascend910b"
SCRIPTS = Path(__file__).parents[3] / "custom_compiler/kernel/static/scripts"


def packages_in(opp: Path) -> Path:
    return opp / "static_kernel/ai_core"


def kernels(opp: Path, soc: str = SOC) -> dict[str, str]:
    """Return the code of the kernel that programs find for each shape, "8,800" in hexadecimal."""
    path = packages_in(opp) / "config" / soc / "binary_info_config.json"
    index = json.loads(path.read_text())
    return {
        entry["simplifiedKey"].split("(")[1].split(")")[0]: (
            packages_in(opp) / entry["binPath"]
        ).read_text()
        for entry in index["AddCustom"]["staticList"]
    }


def priority(opp: Path) -> str:
    return (packages_in(opp) / "config.ini").read_text()


def install(run: Path, opp: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return run_archive(run, f"--install-path={opp}", *options)


def uninstall(script: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", script], env=clean_environment(), capture_output=True, text=True, check=False
    )


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def fill(disk: Path) -> None:
    """Leave not a byte free."""
    with (disk / "rest").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"0" * 4096)


def listing(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_installs_into_the_opp_directory(make_run: MakeRun, tmp_path: Path) -> None:
    opp = tmp_path / "opp"
    opp.mkdir()
    done = run_archive(make_run("p", [8, 2048]), ASCEND_OPP_PATH=str(opp))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert f"installed p into {packages_in(opp)}" in done.stdout
    assert kernels(opp) == {"8,800": "p"}
    assert priority(opp) == "load_priority=p\n"
    names = {path.name for path in packages_in(opp).iterdir()}
    assert names == {"config", "config.ini", "p", "uninstall.sh", "version.info"}
    assert os.access(packages_in(opp) / "p/uninstall.sh", os.R_OK)
    assert not (packages_in(opp) / "p/scripts/uninstall.sh").exists()
    assert (packages_in(opp) / "config" / SOC / "shape_info/AddCustom_8_2048_d0.json").exists()
    assert [path.name for path in opp.iterdir()] == ["static_kernel"]


def test_the_later_package_wins_and_the_earlier_is_found_again(
    make_run: MakeRun, tmp_path: Path
) -> None:
    opp = tmp_path / "opp"
    for name, sizes in (("a", (1, 2)), ("b", (2, 3)), ("c", (3,))):
        assert install(make_run(name, *([size] for size in sizes)), opp).returncode == 0
    assert priority(opp) == "load_priority=a,b,c\n"
    assert kernels(opp) == {"1": "a", "2": "b", "3": "c"}
    shapes = packages_in(opp) / "config" / SOC / "shape_info"
    assert len(list(shapes.iterdir())) == 3
    done = uninstall(packages_in(opp) / "b/uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert priority(opp) == "load_priority=a,c\n"
    assert kernels(opp) == {"1": "a", "2": "a", "3": "c"}
    assert uninstall(packages_in(opp) / "c/uninstall.sh").returncode == 0
    assert kernels(opp) == {"1": "a", "2": "a"}
    assert len(list(shapes.iterdir())) == 2
    assert uninstall(packages_in(opp) / "a/uninstall.sh").returncode == 0
    assert list(opp.iterdir()) == []


def test_values_that_an_earlier_package_needs_are_read(make_run: MakeRun, tmp_path: Path) -> None:
    """The calls of the later one leave the input out; CANN then reads none for either."""
    read = {"name": "x", "index": 0, "param_type": "required", "dtype": "int8", "format": "ND"}
    read |= {"shape": [1], "value_depend": True, "const_data": [1]}
    index = packages_in(tmp_path) / "config" / SOC / "binary_info_config.json"
    assert install(make_run("a", [1], inputs=[read]), tmp_path).returncode == 0
    assert json.loads(index.read_text())["AddCustom"]["valueDependIndex"] == [0]
    assert install(make_run("b", [2], inputs=[None]), tmp_path).returncode == 0
    assert json.loads(index.read_text())["AddCustom"]["valueDependIndex"] == [0]
    assert uninstall(packages_in(tmp_path) / "a/uninstall.sh").returncode == 0
    assert "valueDependIndex" not in json.loads(index.read_text())["AddCustom"]


def test_removing_all(make_run: MakeRun, tmp_path: Path) -> None:
    for name in ("a", "b"):
        install(make_run(name, [1]), tmp_path / "opp")
    done = uninstall(packages_in(tmp_path / "opp") / "uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "opp").iterdir()) == []


def test_the_archive_removes_too(make_run: MakeRun, tmp_path: Path) -> None:
    a, b = make_run("a", [1]), make_run("b", [1])
    for run in (a, b):
        install(run, tmp_path / "opp")
    assert install(b, tmp_path / "opp", "--uninstall").returncode == 0
    assert kernels(tmp_path / "opp") == {"1": "a"}
    done = install(b, tmp_path / "opp", "--uninstall")
    assert done.returncode == 1
    assert "b is not installed" in done.stderr
    done = install(b, tmp_path / "elsewhere", "--uninstall")
    assert "nothing is installed" in done.stderr
    assert not (tmp_path / "elsewhere").exists()


def test_reinstalling_asks_nobody_and_leaves_nothing_old(make_run: MakeRun, tmp_path: Path) -> None:
    first, other = make_run("a", [1], [2], content="old"), make_run("b", [2])
    for run in (first, other):
        install(run, tmp_path / "opp")
    second = make_run("a", [2], [3], content="new")
    done = subprocess.run(
        ["sh", second, f"--install-path={tmp_path}/opp", "--quiet"],
        env=clean_environment(),
        stdin=subprocess.PIPE,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert kernels(tmp_path / "opp") == {"2": "new", "3": "new"}
    assert priority(tmp_path / "opp") == "load_priority=b,a\n"
    assert not list(packages_in(tmp_path / "opp").rglob("AddCustom_1_d0.*"))


def on_a_terminal(run: Path, opp: Path, answer: bytes, *options: str) -> tuple[int, bytes]:
    """Install with a terminal as standard input; the exit code and what was printed."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        ["sh", run, f"--install-path={opp}", *options],
        stdin=terminal,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=clean_environment(),
    )
    os.write(controller, answer)
    output, _ = process.communicate(timeout=60)
    os.close(controller)
    os.close(terminal)
    return process.returncode, output


def test_somebody_at_a_terminal_is_asked_before_a_package_is_replaced(
    make_run: MakeRun, tmp_path: Path
) -> None:
    first, second = (make_run("a", [1], content=content) for content in ("old", "new"))
    assert first == second
    install(make_run("a", [1], content="old"), tmp_path)
    run = make_run("a", [1], content="new")
    code, output = on_a_terminal(run, tmp_path, b"n\n")
    assert code == 1
    assert b"Replace it? (y/n)" in output
    assert kernels(tmp_path) == {"1": "old"}
    assert on_a_terminal(run, tmp_path, b"y\n")[0] == 0
    assert kernels(tmp_path) == {"1": "new"}
    code, output = on_a_terminal(run, tmp_path, b"", "--quiet")
    assert (code, output) == (0, b"")


@pytest.mark.parametrize(
    ("options", "env", "says"),
    [
        ((), {}, "ASCEND_OPP_PATH"),
        ((), {"ASCEND_OPP_PATH": "/no/such\nplace"}, r"/no/such\nplace"),
        (("--install-path=relative",), {}, "absolute"),
        (("--install-path=/dev/null/x",), {}, "/dev/null"),
    ],
)
def test_bad_target_is_one_clear_line(
    make_run: MakeRun, options: tuple[str, ...], env: dict[str, str], says: str
) -> None:
    done = run_archive(make_run("p", [1]), *options, **env)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert says in line
    assert "[ERROR]" in line


@pytest.mark.parametrize(
    "place", ["plain", "sp ace", "quo'te", 'dou"ble', "$(touch x)", "ümläut", "new\nline", "-dash"]
)
def test_any_path_will_do(make_run: MakeRun, tmp_path: Path, place: str) -> None:
    opp = tmp_path / place
    for name in ("a", "b"):
        assert install(make_run(name, [1]), opp).returncode == 0
    assert kernels(opp) == {"1": "b"}
    assert uninstall(packages_in(opp) / "b/uninstall.sh").returncode == 0
    assert kernels(opp) == {"1": "a"}
    assert uninstall(packages_in(opp) / "uninstall.sh").returncode == 0
    assert list(opp.iterdir()) == []


def test_all_folders_of_socs_are_installed(make_run: MakeRun, tmp_path: Path) -> None:
    a, b = make_run("a", [1], soc="ascend910b"), make_run("b", [2], soc="ascend310p")
    stages = [run.with_suffix(".files") for run in (a, b)]
    for run, stage in zip((a, b), stages, strict=True):
        run_archive(run, f"--extract={stage}")
    text = json.dumps(
        json.loads((packages_in(stages[1]) / "b/config/ascend310p" / INDEX).read_text())
    )
    shutil.copytree(
        packages_in(stages[1]) / "b/ascend310p", packages_in(stages[0]) / "a/ascend310p"
    )
    config = packages_in(stages[0]) / "a/config/ascend310p"
    config.mkdir()
    (config / INDEX).write_text(text.replace("b/ascend310p", "a/ascend310p"))
    done = subprocess.run(
        ["sh", stages[0] / "install.sh", f"--install-path={tmp_path}/opp"],
        env=clean_environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert kernels(tmp_path / "opp") == {"1": "a"}
    assert kernels(tmp_path / "opp", "ascend310p") == {"2": "b"}
    install(make_run("c", [1]), tmp_path / "opp")
    assert uninstall(packages_in(tmp_path / "opp") / "a/uninstall.sh").returncode == 0
    assert [path.name for path in (packages_in(tmp_path / "opp") / "config").iterdir()] == [SOC]


INDEX = "binary_info_config.json"


def test_the_index_is_made_again_of_the_packages(make_run: MakeRun, tmp_path: Path) -> None:
    for name in ("a", "b"):
        install(make_run(name, [1]), tmp_path)
    before = listing(packages_in(tmp_path))
    shutil.rmtree(packages_in(tmp_path) / "config")
    (packages_in(tmp_path) / "config.ini").unlink()
    (packages_in(tmp_path) / "uninstall.sh").unlink()
    script = packages_in(tmp_path) / "a/scripts/install.py"
    done = subprocess.run([sys.executable, "-B", script, "--rebuild", "--here"], check=False)
    assert done.returncode == 0
    assert listing(packages_in(tmp_path)) == before


@pytest.mark.parametrize(
    "damage", [b"", b"[]", b'{"A": 1}', b'{"A": {"staticList": [{}]}}', b"\xff"]
)
def test_a_damaged_package_does_not_stop_the_others(
    make_run: MakeRun, tmp_path: Path, damage: bytes
) -> None:
    install(make_run("a", [1]), tmp_path)
    (packages_in(tmp_path) / "a/config" / SOC / INDEX).write_bytes(damage)
    done = install(make_run("b", [2]), tmp_path)
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert "[WARNING]" in line
    assert f"a/config/{SOC}/{INDEX}" in line
    assert kernels(tmp_path) == {"2": "b"}


def test_packages_that_cann_has_made_say_no_version(make_run: MakeRun, tmp_path: Path) -> None:
    for name in ("a", "b"):
        install(make_run(name, [1]), tmp_path)
    (packages_in(tmp_path) / "a/version.info").unlink()
    (packages_in(tmp_path) / "a/package.info").unlink()
    assert uninstall(packages_in(tmp_path) / "b/uninstall.sh").returncode == 0
    assert kernels(tmp_path) == {"1": "a"}
    assert (packages_in(tmp_path) / "version.info").read_text() == "Version=8.5.0\n"


def test_kernels_are_installed_where_they_run(make_run: MakeRun, tmp_path: Path) -> None:
    run = make_run("p", [1])
    opp = tmp_path / "cann/opp"
    (opp / "built-in").mkdir(parents=True)
    (opp / "version.info").write_text("Version=8.1\n")
    done = run_archive(run, ASCEND_OPP_PATH=str(opp))
    assert done.returncode == 1
    assert "for simulated cores only" in done.stderr
    assert not (opp / "static_kernel").exists()
    assert run_archive(run, "--force", ASCEND_OPP_PATH=str(opp)).returncode == 0
    (opp / "version.info").write_text(VERSIONS)
    assert run_archive(run, ASCEND_OPP_PATH=str(opp)).returncode == 0


def test_another_cpu_needs_force(
    make_run: MakeRun, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    run = make_run("p", [1])
    done = install(run, tmp_path / "opp")
    assert done.returncode == 1
    assert "riscv64" in done.stderr
    assert not (tmp_path / "opp").exists()
    assert install(run, tmp_path / "opp", "--force").returncode == 0


def test_installs_at_once_all_succeed(make_run: MakeRun, tmp_path: Path) -> None:
    archives = [make_run(f"p{number}", [number], [99]) for number in range(1, 5)] * 2
    command = [f"--install-path={tmp_path}/opp", "--quiet"]
    running = [
        subprocess.Popen(["sh", archive, *command], env=clean_environment()) for archive in archives
    ]
    assert [process.wait(120) for process in running] == [0] * len(archives)
    found = kernels(tmp_path / "opp")
    last = priority(tmp_path / "opp").strip().rpartition(",")[2]
    assert found == {"1": "p1", "2": "p2", "3": "p3", "4": "p4", "63": last}
    assert not [name for name in names_in(packages_in(tmp_path / "opp")) if name[0] == "."]


@pytest.mark.parametrize("action", ["install", "reinstall", "uninstall"])
def test_killed_anywhere_programs_find_kernels_and_the_next_run_heals(
    make_run: MakeRun, tmp_path: Path, action: str
) -> None:
    opp = tmp_path / "opp"
    install(make_run("a", [1], [2]), opp)
    if action != "install":
        install(make_run("b", [2], [3], content="old"), opp)
    before = kernels(opp)
    stage, results = tmp_path / "stage", tmp_path / "results"
    run_archive(make_run("b", [2], [4], content="new"), f"--extract={stage}")
    without = {"1": "a", "2": "a"}
    after = without if action == "uninstall" else {"1": "a", "2": "new", "4": "new"}
    option = "--uninstall" if action == "uninstall" else "--install"
    script = packages_in(stage) / "b/scripts/install.py"
    driver = Path(__file__).with_name("killed_steps.py")
    command: list[Any] = [sys.executable, "-B", driver, script, opp, results, option]
    subprocess.run(command, env=clean_environment(), stdin=subprocess.DEVNULL, check=True)
    steps = sorted(results.iterdir())
    assert len(steps) > 10
    for step in steps:
        # What the index names is there, with its right code.
        assert kernels(step / "killed") in (before, without, after), step
        found = kernels(step / "healed")
        assert found in (before, after), step
        packages = {"a"} if found == without else {"a", "b"}
        files = {"config", "config.ini", "version.info", "uninstall.sh"}
        assert names_in(packages_in(step / "healed")) == packages | files, step
        assert priority(step / "healed") == f"load_priority={','.join(sorted(packages))}\n"
    assert kernels(steps[0] / "healed") == before
    assert kernels(steps[-1] / "killed") == after


def test_killed_at_any_time(make_run: MakeRun, tmp_path: Path) -> None:
    opp = tmp_path / "opp"
    install(make_run("a", [1]), opp)
    run = make_run("b", [1])
    chance = random.Random(7)
    for _ in range(6):
        process = subprocess.Popen(
            ["sh", run, f"--install-path={opp}", "--quiet"],
            env=clean_environment(),
            start_new_session=True,
        )
        time.sleep(chance.uniform(0.02, 0.25))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert kernels(opp) in ({"1": "a"}, {"1": "b"})
    assert install(run, opp).returncode == 0
    assert kernels(opp) == {"1": "b"}
    assert not [name for name in names_in(packages_in(opp)) if name[0] == "."]


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_interrupted_while_it_waits(make_run: MakeRun, tmp_path: Path, stop: int) -> None:
    import fcntl

    opp = tmp_path / "opp"
    opp.mkdir()
    stage = tmp_path / "stage"
    run_archive(make_run("p", [1]), f"--extract={stage}")
    script = packages_in(stage) / "p/scripts/install.py"
    descriptor = os.open(opp, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    process = subprocess.Popen(
        [sys.executable, "-B", script, f"--install-path={opp}"],
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Shells let what they start in the background ignore it, these tests among them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    assert process.stdout is not None
    assert b"waiting for another installation" in process.stdout.readline()
    process.send_signal(stop)
    _, errors = process.communicate(timeout=60)
    os.close(descriptor)
    assert (process.returncode, errors) == (128 + stop, b"")
    assert list(opp.iterdir()) == []


def test_full_disk_leaves_what_was_there(make_run: MakeRun, small_disk: Any) -> None:
    disk = small_disk("400k")
    assert install(make_run("a", [1], content="a" * 50_000), disk).returncode == 0
    before = listing(disk)
    big = make_run("b", [2], content="b" * 400_000)
    for _ in range(2):
        done = install(big, disk)
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "no space" in line
        assert listing(disk) == before
    fill(disk)
    # Nothing can be written, but removing frees space.
    assert uninstall(packages_in(disk) / "a/uninstall.sh").returncode == 0
    assert [path.name for path in disk.iterdir()] == ["rest"]


def test_one_of_two_is_removed_from_a_full_disk(make_run: MakeRun, small_disk: Any) -> None:
    disk = small_disk("600k")
    for name in ("a", "b"):
        assert install(make_run(name, [1], content=name * 100_000), disk).returncode == 0
    fill(disk)
    done = uninstall(packages_in(disk) / "b/uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert kernels(disk) == {"1": "a" * 100_000}
    assert not [name for name in names_in(packages_in(disk)) if name[0] == "."]


def test_read_only_target_is_one_clear_line(make_run: MakeRun, small_disk: Any) -> None:
    disk = small_disk("400k")
    run = make_run("a", [1])
    install(run, disk)
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    script = packages_in(disk) / "a/uninstall.sh"
    for done in (install(run, disk), uninstall(script)):
        assert done.returncode == 1
        (line,) = done.stderr.splitlines()
        assert "not writable" in line
    assert kernels(disk) == {"1": "a"}


@pytest.mark.parametrize("python", ["none", "old"])
def test_without_python_it_says_so(make_run: MakeRun, tmp_path: Path, python: str) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    if python == "old":
        (tools / "python3").write_text("#!/bin/sh\nexit 1\n")
        (tools / "python3").chmod(0o755)
    for name in (
        "sh",
        "tail",
        "gzip",
        "tar",
        "wc",
        "dd",
        "sed",
        "sha256sum",
        "cut",
        "mktemp",
        "rm",
    ):
        (tools / name).symlink_to(str(shutil.which(name)))
    for name in ("mkdir", "dirname"):
        (tools / name).symlink_to(str(shutil.which(name)))
    done = run_archive(make_run("p", [1]), f"--install-path={tmp_path}", PATH=str(tools))
    assert done.returncode == 1
    assert "needs python3" in done.stderr


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.name)
def test_installers_are_written_in_old_python(script: Path) -> None:
    ast.parse(script.read_text(), feature_version=(3, 7))
