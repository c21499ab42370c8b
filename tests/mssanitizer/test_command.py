"""mssanitizer: its options, the program's own output and status, and programs that go wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_compiler.sanitize.options import SanitizerOptions, SanitizerUsageError, parse_options

Mssanitizer = Callable[..., subprocess.CompletedProcess[str]]
CommandLine = Callable[..., list[str]]


def test_the_report_follows_what_the_program_says(mssanitizer: Mssanitizer, program: Path) -> None:
    done = mssanitizer(program, "true")
    assert done.returncode == 0
    said, started, *_, finished = done.stdout.splitlines()
    assert said == "it says true"
    assert started == (
        "[mssanitizer] Start memcheck, racecheck, initcheck and synccheck sanitizer "
        "on kernel AddCustom_1f2e"
    )
    assert finished.endswith("See all detected errors above.")
    assert not done.stderr


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("exit 3", 3, "exited abnormally"),
        ("kill -SEGV $$", 139, "exited by signal(11)"),
        ("kill -KILL $$", 137, "exited by signal(9)"),
    ],
)
def test_the_program_s_end_is_passed_on(
    mssanitizer: Mssanitizer, program: Path, command: str, status: int, says: str
) -> None:
    done = mssanitizer(program, command)
    assert done.returncode == status
    assert done.stdout.splitlines()[-1] == f"[mssanitizer] user program {program} {says}"
    assert "illegal write of size 768" in done.stdout


def test_standard_streams_are_the_program_s_own(mssanitizer: Mssanitizer) -> None:
    done = mssanitizer("bash", "-c", "echo out; echo err >&2")
    assert done.stdout.startswith("out\n")
    assert done.stderr == "err\n"
    assert "WARN: bash launched no kernel that could be checked" in done.stdout


def test_an_exit_code_for_findings(mssanitizer: Mssanitizer, program: Path) -> None:
    assert mssanitizer("--error-exitcode=7", program, "true").returncode == 7
    assert mssanitizer("--error-exitcode=7", "--tool=memcheck", program, "true").returncode == 7


@pytest.mark.parametrize("option", ["--kernel-name=Mul", "--log-level=warn"])
def test_an_exit_code_where_nothing_was_checked(mssanitizer: Mssanitizer, option: str) -> None:
    done = mssanitizer("--error-exitcode=7", option, "true")
    assert done.returncode == 7
    assert "true launched no kernel that could be checked: NOTHING WAS CHECKED" in done.stdout
    assert mssanitizer(option, "true").returncode == 0


def test_the_exit_code_is_the_program_s_where_nothing_was_found(
    mssanitizer: Mssanitizer, lines: str, tmp_path: Path
) -> None:
    kept = [line for line in lines.splitlines() if '"event":"finding"' not in line]
    (tmp_path / "clean").write_text("\n".join(kept) + "\n")
    command = f'cp {tmp_path}/clean "$ASCENDC_OBSERVE_OUTPUT/9.findings.jsonl"; exit 4'
    assert mssanitizer("--error-exitcode=7", "bash", "-c", command).returncode == 4


def test_what_was_not_checked_is_counted(
    mssanitizer: Mssanitizer, lines: str, tmp_path: Path
) -> None:
    unobserved = {"event": "unobserved", "kernel": "Mul_1", "op_type": "", "reason": "no sources"}
    (tmp_path / "some").write_text(f"{lines.rstrip()}\n{json.dumps(unobserved)}\n")
    command = f'cp {tmp_path}/some "$ASCENDC_OBSERVE_OUTPUT/9.findings.jsonl"'
    said = mssanitizer("bash", "-c", command).stdout
    assert "WARN: kernel Mul_1 is not checked: no sources" in said
    assert "WARN: 1 of 2 kernels are NOT CHECKED" in said


def test_options_may_follow_the_program(mssanitizer: Mssanitizer, program: Path) -> None:
    done = mssanitizer(program, "--tool=racecheck", "--", "true")
    assert "Start racecheck sanitizer" in done.stdout
    assert "illegal write" not in done.stdout
    kept = mssanitizer("--", "echo", "--tool=racecheck")
    assert kept.stdout.startswith("--tool=racecheck\n")


def test_reports_go_to_the_log_file(
    mssanitizer: Mssanitizer, program: Path, tmp_path: Path
) -> None:
    done = mssanitizer("--log-file=all.log", program, "true")
    assert done.stdout == "[mssanitizer] logging to file: all.log\nit says true\n"
    assert "illegal write of size 768" in (tmp_path / "all.log").read_text()
    assert (tmp_path / "all.log").stat().st_mode & 0o777 == 0o600


def test_a_child_is_waited_for(mssanitizer: Mssanitizer, program: Path) -> None:
    done = mssanitizer("bash", "-c", f"{program} 'sleep 1; exit 4' & sleep 0.3")
    assert done.returncode == 0
    assert "illegal write of size 768" in done.stdout


def test_two_at_once_do_not_mix(command_line: CommandLine, program: Path) -> None:
    runs = [
        subprocess.Popen(
            command_line("--tool", tool, program, "sleep 0.5"), stdout=subprocess.PIPE, text=True
        )
        for tool in ("racecheck", "synccheck")
    ]
    first, second = (run.communicate(timeout=60)[0] for run in runs)
    assert "Potential RAW hazard" in first
    assert "Unpaired" not in first
    assert "Unpaired set_flag" in second
    assert "RAW" not in second


@pytest.mark.parametrize("stubborn", [False, True])
def test_ctrl_c_ends_the_program_and_reports(
    command_line: CommandLine, program: Path, tmp_path: Path, *, stubborn: bool
) -> None:
    stays = "sleep 47.11 & trap : INT; touch ready; while true; do sleep 0.1; done"
    # A builtin makes the file: a shell that waits for a child takes the interrupt for the child.
    command = stays if stubborn else ": > ready; exec sleep 60"
    run = subprocess.Popen(
        command_line(program, command),
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Shells let what they start in the background ignore it, these tests among them.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    while not (tmp_path / "ready").exists():
        assert run.poll() is None
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    if stubborn:
        assert run.stderr
        assert "which still runs: again kills it" in run.stderr.readline()
        run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=60)
    assert "illegal write of size 768" in output
    assert run.returncode == (137 if stubborn else 130)
    assert not _runs("sleep", "47.11")  # nothing that it started lives on


def _runs(*words: str) -> bool:
    line = "\0".join((*words, ""))
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            if (process / "cmdline").read_text(errors="replace") == line:
                return True
    return False


def test_reports_are_bounded(mssanitizer: Mssanitizer, tmp_path: Path, lines: str) -> None:
    finding = lines.splitlines()[1]
    (tmp_path / "many").write_text("\n".join([lines.splitlines()[0], *[finding] * 5000]))
    command = f'cp {tmp_path}/many "$ASCENDC_OBSERVE_OUTPUT/9.findings.jsonl"'
    done = mssanitizer("--max-debuglog-size=1", "bash", "-c", command)
    assert len(done.stdout) < (1 << 20) + 1000
    assert "more than 1 MB of reports, cut here" in done.stdout


def test_json_has_everything(
    mssanitizer: Mssanitizer, program: Path, tmp_path: Path, source: Path
) -> None:
    mssanitizer("--json", "found.json", program, "exit 3")
    report = json.loads((tmp_path / "found.json").read_text())
    assert report["exit_status"] == 3
    assert report["program"] == [str(program), "exit 3"]
    assert report["findings"] == 7
    (launch,) = report["launches"]
    assert launch["op_type"] == "AddCustom"
    first = launch["findings"][0]
    assert first["frames"][0]["file"] == str(source)
    assert first["source"] == "Add(zLocal, xLocal, yLocal, 256);"
    assert first["allocation"] == {"name": "outQueueZ[0]", "address": 0, "size": 256}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "ERROR: no program specified"),
        (["./missing"], "ERROR: program path NOT found"),
        (["no-such-program"], "ERROR: find executable from PATH environment FAILED"),
        (["./plain"], "ERROR: User program (./plain) has no execute permission"),
        (["--tool=memchek", "true"], "ERROR: --tool param is invalid"),
        (["--bad", "true"], "ERROR: unrecognized option '--bad'"),
        (["--check", "true"], "ERROR: option '--check' is ambiguous"),
        (["--block-id=201", "true"], "ERROR: --block-id param is invalid"),
        (["--log-file=a b", "true"], "ERROR: --log-file param is invalid"),
        (["--check-device-heap=yes", "true"], "ERROR: --check-device-heap is not offered"),
        (["--check-cross-npu-races=yes", "true"], "ERROR: --check-cross-npu-races is not offered"),
        (["--json=no/such/file", "true"], "ERROR: --json: no such folder"),
        (["--sarif=.", "true"], "is a folder"),
    ],
)
def test_misuse_is_named(
    mssanitizer: Mssanitizer, tmp_path: Path, words: list[str], says: str
) -> None:
    (tmp_path / "plain").write_text("no program")
    done = mssanitizer(*words)
    assert done.returncode == 2
    assert says in done.stdout.splitlines()[0]
    assert "Traceback" not in done.stdout + done.stderr


def test_options_without_effect_say_so_once(mssanitizer: Mssanitizer) -> None:
    done = mssanitizer("--cache-size=200", "--padding=64", "--leak-check=no", "true")
    notes = [line for line in done.stdout.splitlines() if "NOTE" in line]
    assert [note.split()[2] for note in notes] == ["--cache-size", "--padding"]


def test_abbreviated_and_short_options() -> None:
    options = parse_options(["-t", "memcheck", "-tinitcheck", "--log-l", "error", "app", "x"])
    assert options.selection.tools == ("memcheck", "initcheck")
    assert options.selection.lowest == "error"
    assert options.program == ("app", "x")
    assert parse_options(["--version"]).wants == "version"


def test_version_and_help(mssanitizer: Mssanitizer) -> None:
    assert mssanitizer("-V").stdout.startswith("mssanitizer ")
    assert "deprecated" in mssanitizer("-v").stderr
    assert "usage: mssanitizer" in mssanitizer("--help").stdout


def test_a_command_line_without_sense_is_misuse_or_sense() -> None:
    words = st.one_of(
        st.text(max_size=20),
        st.sampled_from(["--tool", "-t", "--", "-", "--log-level=warn", "--block-id", "-h", "x"]),
    )

    @given(st.lists(words, max_size=6))
    def check(line: list[str]) -> None:
        with suppress(SanitizerUsageError):
            assert isinstance(parse_options(line), SanitizerOptions)

    check()


def test_a_full_disk_is_named(mssanitizer: Mssanitizer, program: Path) -> None:
    done = mssanitizer("--json=/dev/full", program, "true")
    assert done.returncode == 1
    assert "cannot write /dev/full: No space left on device" in done.stdout


@pytest.mark.parametrize("place", ["bin", "tools/mssanitizer/bin"])
def test_the_toolkit_has_the_command_where_cann_has_it(cann_home: Path, place: str) -> None:
    command = [str(cann_home / place / "mssanitizer"), "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("mssanitizer ")


def test_reports_that_nobody_takes_do_not_end_the_program(
    command_line: CommandLine, program: Path, tmp_path: Path
) -> None:
    words = command_line(program, f"sleep 1; touch {tmp_path}/done; exit 3")
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert run.stdout
    assert run.stderr
    assert run.stdout.readline().startswith("it says")
    run.stdout.close()
    assert run.wait(60) == 3
    assert (tmp_path / "done").exists()
    assert "Traceback" not in run.stderr.read()


def test_a_full_log_is_named(
    mssanitizer: Mssanitizer, program: Path, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("4k")
    (disk / "fill").write_bytes(bytes(4096))
    done = mssanitizer(f"--log-file={disk}/log", program, "true")
    assert done.returncode == 0
    assert "[mssanitizer] ERROR: reports end here: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_place_for_lines_is_said(
    mssanitizer: Mssanitizer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "file"))
    done = mssanitizer("true")
    assert "Traceback" not in done.stderr
