"""msprof and msopprof: their options, messages, trees, and programs that go wrong."""

from __future__ import annotations

import csv
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from custom_compiler.profile.app_options import MsprofUsageError as AppUsageError
from custom_compiler.profile.app_options import parse_options as parse_app
from custom_compiler.profile.op_options import MsopprofUsageError, parse_options
from tests.profile.make_lines import SOURCE, write

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    (tmp_path / "add.cpp").write_text(SOURCE)
    write(tmp_path / "lines", tmp_path / "add.cpp", launches=3)
    return tmp_path / "lines"


@pytest.fixture
def program(tmp_path: Path, lines: Path) -> Path:
    """Leaves the lines of three launches, then does what its arguments say."""
    script = tmp_path / "net"
    copy = f'cp {shlex.quote(str(lines))}/*.jsonl "$ASCENDC_OBSERVE_OUTPUT"'
    script.write_text(f'#!/bin/bash\n{copy}\necho "$ASCENDC_OBSERVE $*"\neval "$1"\n')
    script.chmod(0o755)
    return script


@pytest.fixture
def run(tmp_path: Path) -> Command:
    def start(name: str, *words: object) -> subprocess.CompletedProcess[str]:
        code = (
            f"import sys; from custom_compiler.profile.{name} import main; "
            "sys.exit(main('', sys.argv[1:]))"
        )
        return subprocess.run(
            [sys.executable, "-c", code, *map(str, words)],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return start


def _table(folder: Path, pattern: str) -> list[dict[str, str]]:
    (file,) = folder.rglob(pattern)
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


def test_msprof_makes_a_tree_per_process(run: Command, program: Path, tmp_path: Path) -> None:
    done = run("msprof", f"--output={tmp_path}/out", program, "true")
    assert done.returncode == 0, done.stdout
    assert "profile true" in done.stdout
    assert "[INFO] Start profiling....\n" in done.stdout
    (made,) = (tmp_path / "out").iterdir()
    assert f"[INFO] Process profiling data complete. Data is saved in {made}\n" in done.stdout
    index, stamp, letters = made.name.removeprefix("PROF_").split("_")
    assert (index, len(letters)) == ("000001", 16)
    assert stamp.isdigit()
    output = made / "mindstudio_profiler_output"
    assert len(_table(output, "op_summary_*.csv")) == 3
    assert len(_table(output, "task_time_*.csv")) == 3
    assert _table(output, "op_statistic_*.csv")[0]["Count"] == "3"
    (trace,) = output.glob("msprof_*.json")
    # msprof-analyze 26.2 reads a list of events, whose first ones name the processes.
    assert [event["ph"] for event in json.loads(trace.read_text())] == ["M"] * 3 + ["X"] * 3


def test_msprof_makes_tables_again(run: Command, program: Path, tmp_path: Path) -> None:
    run("msprof", f"--output={tmp_path}/out", program, "true")
    (made,) = (tmp_path / "out").iterdir()
    for file in (made / "mindstudio_profiler_output").iterdir():
        file.unlink()
    done = run("msprof", "--export=on", f"--output={made}", "--aic-metrics=Memory")
    assert done.returncode == 0, done.stdout
    assert "aiv_mte2_instructions" in _table(made, "op_summary_*.csv")[0]


@pytest.mark.parametrize("words", [[], ["simulator"]])
def test_first_kernel_is_timed_by_default(
    run: Command, program: Path, tmp_path: Path, words: list[str]
) -> None:
    done = run("msopprof", *words, f"--output={tmp_path}/out", program, "true")
    assert done.returncode == 0, done.stdout
    assert done.stdout.splitlines()[-1] == "[INFO]  Op profiling finish. Welcome to next use."
    (made,) = (tmp_path / "out").iterdir()
    (row,) = _table(made, "OpBasicInfo.csv")
    assert row["Task Duration(us)"] == "4.25"
    assert (made / "report.html").is_file()


def test_the_device_s_tree(run: Command, program: Path, tmp_path: Path) -> None:
    done = run("msprof", "op", f"--output={tmp_path}/out", program, "true")
    assert "Operator Basic Information:" in done.stdout
    (made,) = (tmp_path / "out").iterdir()
    assert made.name.startswith("OPPROF_")
    names = {path.name for path in made.iterdir()}
    assert names == {
        *("OpBasicInfo.csv", "PipeUtilization.csv", "Memory.csv", "MemoryL0.csv", "MemoryUB.csv"),
        *("ArithmeticUtilization.csv", "L2Cache.csv", "ResourceConflictRatio.csv"),
        *("visualize_data.bin", "report.html", "dump"),
    }


def test_the_simulator_s_tree(run: Command, program: Path, tmp_path: Path) -> None:
    words = ["simulator", "--core-id=1", "--dump=on", f"--output={tmp_path}/out"]
    done = run("msopprof", *words, program, "true")
    assert done.returncode == 0, done.stdout
    (made,) = (tmp_path / "out").iterdir()
    core = "core1.veccore0"
    assert {path.name for path in (made / "simulator").iterdir()} == {
        *("trace.json", "visualize_data.bin", core),
    }
    assert {path.name for path in (made / "simulator" / core).iterdir()} == {
        *("trace.json", f"{core}_code_exe.csv", f"{core}_instr_exe.csv"),
    }
    again = run("msopprof", "simulator", f"--export={made}/dump", f"--output={tmp_path}/again")
    assert again.returncode == 0, again.stdout
    (second,) = (tmp_path / "again").iterdir()
    assert (second / "simulator/core0.veccore0/trace.json").is_file()


def test_several_kernels_have_folders_of_their_own(
    run: Command, program: Path, tmp_path: Path
) -> None:
    run("msopprof", "--launch-count=5", f"--output={tmp_path}/out", program, "true")
    (made,) = (tmp_path / "out").iterdir()
    assert {path.name for path in (made / "AddCustom").iterdir()} == {"0", "1", "2"}
    (file,) = (made / "AddCustom/2").glob("L2Cache_*.csv")
    assert len(file.stem.partition("_")[2]) == 17


def test_msprof_finds_a_program_in_the_current_folder(run: Command, program: Path) -> None:
    """As scripts of ATVOSS name it; shells are those on PATH."""
    assert run("msprof", f"--application={program.name} true").returncode == 0
    (program.parent / "sh").write_text("exit 3\n")
    done = run("msprof", f"--application=sh {shlex.quote(str(program))} true")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "status"), [("exit 3", 3), ("kill -SEGV $$", 139), ("kill -KILL $$", 137)]
)
def test_the_program_s_end_is_passed_on(
    run: Command, program: Path, command: str, status: int
) -> None:
    assert run("msopprof", program, command).returncode == status
    assert run("msprof", program, command).returncode == status


@pytest.mark.parametrize("name", ["msprof", "msopprof"])
def test_a_checked_program_runs_as_it_is(
    run: Command, program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("ASCENDC_OBSERVE", "check")
    monkeypatch.setenv("ASCENDC_OBSERVE_OUTPUT", str(tmp_path / "checked"))
    (tmp_path / "checked").mkdir()
    done = run(name, f"--output={tmp_path}/out", program, "exit 3")
    assert done.returncode == 3
    assert "check exit 3" in done.stdout
    assert "mssanitizer checks this program: it runs unmodified" in done.stdout
    assert list((tmp_path / "checked").iterdir())
    assert not (tmp_path / "out").exists()


def test_program_without_launches_fails(run: Command, program: Path) -> None:
    empty = run("msopprof", "true")
    assert empty.returncode == 1
    assert "[ERROR]  Profiling results are empty." in empty.stdout
    other = run("msopprof", "--kernel-name=Mul", program, "true")
    assert other.returncode == 1
    assert "No profiling data matched --kernel-name=Mul" in other.stdout
    assert run("msprof", "true").returncode == 1


def test_a_program_that_never_ends_is_ended(run: Command, program: Path, tmp_path: Path) -> None:
    done = run("msopprof", "--kill=on", f"--output={tmp_path}/out", program, "exec sleep 100")
    assert done.returncode == 0, done.stdout
    assert len(list((tmp_path / "out").rglob("OpBasicInfo.csv"))) == 1


def test_damaged_lines_are_named(run: Command, program: Path, lines: Path, tmp_path: Path) -> None:
    with (lines / "77.profile.jsonl").open("a") as file:
        file.write('{"event":"profile","clock_mhz":0}\n{"event":"prof')
    done = run("msprof", f"--output={tmp_path}/out", program, "true")
    assert done.returncode == 0
    assert "77.profile.jsonl:4: clock_mhz is no clock" in done.stdout
    assert "77.profile.jsonl:5: no JSON" in done.stdout


def test_a_full_disk_is_named(
    run: Command, program: Path, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("16k")
    (disk / "fill").write_bytes(bytes(8192))
    done = run("msprof", f"--output={disk}/out", program, "true")
    assert done.returncode == 1
    assert f"[ERROR] cannot write {disk}/out" in done.stdout
    assert "No space left on device; free some space there" in done.stdout


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], "launch_state=icache_warm"),
        (["--warm-up=0"], ""),
        (["simulator"], ""),
        (["--kernel-name=Add"], "kernel=Add*;launch_state=icache_warm"),
    ],
)
def test_a_warm_up_leaves_the_code_in_the_instruction_cache(
    run: Command, program: Path, words: list[str], options: str
) -> None:
    done = run("msopprof", *words, program, 'echo "$ASCENDC_OBSERVE_OPTIONS"')
    assert options in done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--launch-count=0", "x"], "Launch count should be number and within [1, 5000]"),
        (["--warm-up=501", "x"], "Warm up times should within [0, 500]"),
        (["--kill=yes", "x"], "Kill should be on/off"),
        (["--aic-metrics=Nothing", "x"], "Invalid metric options!"),
        (["--aic-metrics=KernelScale", "x"], "not modelled"),
        (["--replay-mode=range", "x"], "needs no replays"),
        (["--mstx=on", "x"], "--mstx"),
        (["--config=a.json"], "--config"),
        (["simulator", "--aic-metrics=MemoryUB", "x"], "Unexpected argument"),
        (["simulator", "--timeout=0", "x"], "--timeout is invalid"),
        (["simulator", "--core-id=50", "x"], "--core-id is invalid"),
        (["simulator", "--kill=on", "x"], "unrecognized option"),
        (["--timeout=5", "x"], "unrecognized option"),
        ([], "give one program"),
    ],
)
def test_wrong_options_of_msopprof(words: list[str], says: str) -> None:
    with pytest.raises(MsopprofUsageError) as caught:
        parse_options(words)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--output"], "Argument --output: expected one argument"),
        (["--type=db", "x"], "Argument --type: invalid value: db"),
        (["--aic-metrics=X", "x"], "Argument --aic-metrics: invalid value: X"),
        (["--dynamic=on", "x"], "Argument --dynamic: not offered"),
        (["--nonsense=on", "x"], "unrecognized option '--nonsense=on'"),
        ([], "give one program"),
    ],
)
def test_wrong_options_of_msprof(words: list[str], says: str) -> None:
    with pytest.raises(AppUsageError) as caught:
        parse_app(words)
    assert says.partition("=")[0] in str(caught.value)


def test_wrong_use_is_255(run: Command) -> None:
    for name in ("msprof", "msopprof"):
        for words in (["--nonsense"], ["./missing"], ["--output=/dev/null", "true"]):
            done = run(name, *words)
            assert done.returncode == 255, (name, words)
            assert done.stdout.startswith("[ERROR]")
            assert not done.stderr


def test_what_is_not_collected_is_said() -> None:
    options = parse_app(["--hccl=on", "--aicpu=off", "--ascendcl=on", "app"])
    assert [note.split("=")[0] for note in options.notes] == ["--hccl", "--ascendcl"]


@pytest.mark.parametrize("place", ["bin/msprof", "tools/profiler/bin/msprof"])
def test_the_toolkit_has_the_commands_where_cann_has_them(cann_home: Path, place: str) -> None:
    for command in ([place], [place, "op"], ["tools/msopt/bin/msopprof"]):
        words = [str(cann_home / command[0]), *command[1:], "--version"]
        assert subprocess.run(words, capture_output=True, text=True, check=True).stdout
