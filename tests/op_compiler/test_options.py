"""The command line of op_compiler against CANN's rules for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.options import (
    Count,
    Coverage,
    DebugBuild,
    Help,
    StaticBuild,
    parse_options,
)

SOC = ("-v", "Ascend910B1")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with information files in `dump` and a debugging configuration."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dump").mkdir()
    (tmp_path / "dump/one.json").write_text("{}")
    (tmp_path / "debug.cfg").write_text("op_debug_config=ccec_g\n")
    (tmp_path / "calls.log").write_text("")
    return tmp_path


def static(*words: str) -> StaticBuild:
    request = parse_options(["-p", "dump", *SOC, *words])
    assert isinstance(request, StaticBuild)
    return request


def message_of(*words: str) -> str:
    with pytest.raises(MisuseError) as caught:
        parse_options(words)
    return f"{caught.value.message}; {caught.value.hint}"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        ("-p", "dump", "-v", "Ascend910B1"),
        ("-pdump", "-vAscend910B1"),
        ("--op_params_dir", "dump", "--soc_version", "Ascend910B1"),
        ("--op_params_dir=dump", "--soc_version=Ascend910B1"),
        ("--op_params=dump", "--soc=Ascend910B1"),
        ("-p", "missing", "-p", "dump", "-v", "nothing", "-v", "Ascend910B1"),
    ],
)
def test_forms_of_options(words: tuple[str, ...]) -> None:
    request = parse_options(words)
    assert isinstance(request, StaticBuild)
    assert (request.folder, request.common.soc) == ("dump", "Ascend910B1")


# All that CANN 9 has, so that no option of ours makes an abbreviation ambiguous.
CANN_OPTIONS = {
    "help": "", "log": "error", "op_params_dir": "dump", "count": "", "output": "name",
    "op_debug_config": "debug.cfg", "soc_version": "Ascend910B1", "compile_mode": "opc",
    "job": "3", "op_type": "Add", "kernel_name": "k", "follow_op_params_jit": "",
    "enable_super_kernel": "", "super_kernel_options": "a=b",
    "super_kernel_optimize_options": "{}", "super_kernel_debug_options": "{}",
}  # fmt: skip
_VALUES = {name for name, value in CANN_OPTIONS.items() if value}


def _abbreviations() -> list[tuple[str, str]]:
    found = []
    for name in CANN_OPTIONS:
        for length in range(1, len(name) + 1):
            short = name[:length]
            if [other for other in CANN_OPTIONS if other.startswith(short)] == [name]:
                found.append((short, name))
    return found


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("short", "name"), _abbreviations())
def test_abbreviations_that_cann_takes(short: str, name: str) -> None:
    """Help is asked for, too: it is given if and only if all options can be read."""
    value = [f"--{short}={CANN_OPTIONS[name]}"] if name in _VALUES else [f"--{short}"]
    assert parse_options([*value, "-h"]) == Help()


@pytest.mark.parametrize("words", [("--op=x",), ("--op_=x",), ("--c",), ("--super_kernel=x",)])
def test_ambiguous_abbreviations_are_no_options(words: tuple[str, ...]) -> None:
    assert "op_compiler --help" in message_of(*words)


@pytest.mark.parametrize("words", [("-x",), ("--nothing",), ("-p",), ("--log",), ("--count=3",)])
def test_unknown_options_and_missing_values(words: tuple[str, ...]) -> None:
    assert "op_compiler --help" in message_of(*words)


@pytest.mark.usefixtures("folder")
def test_reading_stops_at_the_first_other_word() -> None:
    request = static("-j", "2", "oh", "-j", "5", "--nonsense")
    assert request.common.workers == 2
    assert "'oh' belongs to no option" in request.common.notes[0]
    says = message_of("-p", "dump", "oh", *SOC)
    assert "-v is missing" in says
    assert "'oh' belongs to no option" in says


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", [("-h",), ("--help",), ("-h", "-v", "X"), ("-v", "X", "--he")])
def test_help(words: tuple[str, ...]) -> None:
    assert parse_options(words) == Help()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("word", ["debug", "INFO", "Warning", "error", "null"])
def test_log_levels(word: str) -> None:
    assert static("-l", word).common.log_level == word.lower()


@pytest.mark.usefixtures("folder")
def test_defaults() -> None:
    request = static()
    assert request.common.log_level == "error"
    assert request.common.workers is None
    assert request.common.notes == ()
    assert (request.follow, request.verifies) == (False, False)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "-p is missing"),
        (("-k", "name"), "-k: -d is missing"),
        (("-k", "name", *SOC), "-k: -d is missing"),
        (("-p", "dump", "-k", "name", *SOC), "-p and -k exclude each other"),
        (("-d", "debug.cfg", *SOC), "-p is missing"),
        (("-p", "dump"), "-v is missing"),
        (("-p", "dump", "-v", ""), "-v is missing"),
        (("--count",), "--count: -p is missing"),
        (("-p", "missing", *SOC), "-p missing: no such folder"),
        (("-p", "", *SOC), "-p : no such folder"),
        (("-p", "dump/one.json", *SOC), "this is no folder"),
        (("-l", "loud"), "-l loud"),
        (("-p", "dump", *SOC, "-m", "fast"), "-m fast"),
        (("-p", "dump", *SOC, "--tune-trials", "9"), "--tune-trials: nothing is tuned"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-trials", "0"), "--tune-trials 0: not a number"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-time", "0"), "--tune-time 0: not a number"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-time", "nan"), "--tune-time nan: not a number"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-seed", "x"), "--tune-seed x: not a number"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-sampler", "best"), "--tune-sampler best"),
        (("-p", "dump", *SOC, "-m", "tune", "--tune-judge", "luck"), "--tune-judge luck"),
        (("-p", "dump", *SOC, "-j", "many"), "-j many: not a number"),
        (("-p", "dump", *SOC, "-j", "1.5"), "-j 1.5: not a number"),
        (("-p", "dump", *SOC, "-d", "missing.cfg"), "-d missing.cfg: no such file"),
        (("-p", "dump", *SOC, "-d", "dump"), "-d dump: no such file"),
        (("-p", "dump", *SOC, "-d", "debug.cfg", "--verify"), "--verify"),
        (("--diff", "calls.log", "--verify", "-j", "2"), "--diff goes with -p alone, not with job"),
        (("--diff", "calls.log", "oh"), "--diff goes with -p alone"),
        (("--diff", "missing.log"), "--diff missing.log: no such file"),
        (("-p", "dump", *SOC, "--report", "missing/a.json"), "--report missing/a.json"),
        (("-p", "dump", *SOC, "--report", "dump"), "--report dump: this is no file"),
        (("-p", "dump", *SOC, "--report", ""), "--report : this is no file"),
        (("-p", "dump", *SOC, "--tls-cert", "debug.cfg"), "--tls-cert: --scheduler is missing"),
        (("-p", "dump", *SOC, "--time-limit", "soon"), "--time-limit soon"),
        (("-p", "dump", *SOC, "--time-limit", "0"), "--time-limit 0"),
        (("-p", "dump", *SOC, "--time-limit", "nan"), "--time-limit nan"),
    ],
)
def test_rules(words: tuple[str, ...], says: str) -> None:
    assert says in message_of(*words)


@pytest.mark.usefixtures("folder")
def test_order_of_rules() -> None:
    """Count, -p with -k, neither of them, -d, -p alone, -k alone."""
    assert parse_options(["--count", "-p", "dump", "-k", "x"]) == Count("dump")
    assert "exclude" in message_of("-p", "dump", "-k", "x", "-d", "debug.cfg")
    assert "-p is missing" in message_of("-d", "debug.cfg")
    debug = parse_options(["-d", "debug.cfg", "-p", "dump", *SOC, "-m", "nonsense"])
    assert isinstance(debug, DebugBuild)  # which has no modes
    assert (debug.config, debug.folder, debug.kernels) == ("debug.cfg", "dump", ())


@pytest.mark.usefixtures("folder")
def test_kernels_to_debug() -> None:
    request = parse_options(["-d", "debug.cfg", "-k", "a", "--kernel_name=b", *SOC])
    assert isinstance(request, DebugBuild)
    assert (request.folder, request.kernels) == ("", ("a", "b"))


@pytest.mark.usefixtures("folder")
def test_coverage() -> None:
    assert parse_options(["--diff", "calls.log"]) == Coverage("calls.log", "")
    assert parse_options(["--diff=calls.log", "-p", "dump"]) == Coverage("calls.log", "dump")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "workers"), [("4", 4), ("1", 1), ("0", 1), ("-3", 1), ("9" * 30, 1024)]
)
def test_jobs(text: str, workers: int) -> None:
    common = static(f"-j{text}").common
    assert common.workers == workers
    assert len(common.notes) == (int(text) != workers)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("mode", ["", "opc"])
def test_modes(mode: str) -> None:
    assert static("-m", mode) == static()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "follow"),
    [
        ((), False),
        (("-f",), True),
        (("-f", "true"), True),
        (("-f", "True", "-j", "3"), True),
        (("-f", "false"), False),
        (("--follow_op_params_jit",), True),
        (("--follow_op_params_jit", "true"), True),
        (("--follow=false",), False),
        (("-j", "3", "-f"), True),
    ],
)
def test_following_the_recorded_determinism(words: tuple[str, ...], *, follow: bool) -> None:
    request = static(*words)
    assert request.follow is follow
    assert request.common.workers == (3 if "3" in words else None)
    assert request.common.notes == ()


_ON = "--enable_super_kernel"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--super_kernel_options", "stream-fusion=1:strict=on"),
        ("--super_kernel_debug_options", '{"debug_sync_all":1,"debug_op_exec_trace":1}'),
        ("--super_kernel_optimize_options", "{'a': [1, 2]}", "--super_kernel_debug_options", "{}"),
    ],
)
def test_super_kernels_have_no_effect(words: tuple[str, ...]) -> None:
    (note,) = static(_ON, *words).common.notes
    assert note == "--enable_super_kernel has no effect here: kernels are launched one by one"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--super_kernel_options", "a=b"), "--enable_super_kernel is missing"),
        (("--super_kernel_debug_options", "{}"), "--enable_super_kernel is missing"),
        ((_ON, "--super_kernel_options", "a"), "no list of options"),
        ((_ON, "--super_kernel_debug_options", "[1]"), "no dictionary"),
        ((_ON, "--super_kernel_debug_options", "{1: 2}"), "no dictionary"),
        ((_ON, "--super_kernel_debug_options", "__import__('os')"), "no dictionary"),
        (
            (_ON, "--super_kernel_options", "a=b", "--super_kernel_debug_options", "{}"),
            "exclude each other",
        ),
        (
            (_ON, "--super_kernel_optimize_options", "{'a': 1}", "--super_kernel_debug_options",
             '{"a": 2}'),
            "both have a",
        ),
        ((_ON, "-v", "Ascend310P3"), "Ascend310P3 has no super kernels"),
    ],
)  # fmt: skip
def test_rules_of_super_kernels(words: tuple[str, ...], says: str) -> None:
    assert says in message_of("-p", "dump", *SOC, *words)


@pytest.mark.usefixtures("folder")
def test_clusters() -> None:
    assert static().common.scheduler is None
    common = static("--scheduler", "tcp://host:8786", "--insecure-cluster").common
    assert common.scheduler == ("tcp://host:8786", None, True)
    files = [f"--tls-{name}=debug.cfg" for name in ("ca-file", "cert", "key")]
    common = static("--scheduler=tls://host:8786", *files).common
    assert common.scheduler == ("tls://host:8786", ("debug.cfg",) * 3, False)
    says = message_of("-p", "dump", *SOC, "--scheduler=tcp://host:8786")
    assert "would travel over a network without TLS" in says
    says = message_of("-p", "dump", *SOC, "--scheduler=tls://host:8786", *files[:2])
    assert "--tls-ca-file: --tls-key is missing" in says


@pytest.mark.usefixtures("folder")
def test_what_does_nothing_is_said() -> None:
    assert static("-t", "Add").common.notes[0].startswith("-t has no meaning")
    debug = parse_options(["-d", "debug.cfg", "-p", "dump", *SOC, "-m", "opc", "-f"])
    assert isinstance(debug, DebugBuild)
    assert [note[:2] for note in debug.common.notes] == ["-m", "-f"]
