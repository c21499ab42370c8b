"""Operators that crash or never end, executed by `custom-compiler run`: who, what and where."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCES = Path(__file__).parent / "faulty_op"

HOST = "op_host/faulty.cpp"
KERNEL = "faulty.cpp"
TILING = rf"Misbehave, {HOST}:\d+, called by optiling::TilingFunc, {HOST}:47$"


def line_of(file: str, text: str) -> int:
    """The line of a source that contains a text."""
    lines = (SOURCES / file).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.fixture(scope="module")
def command(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """The command that runs the faulty operator, in the environment of its package."""
    folder = tmp_path_factory.mktemp("faulty")
    for kind, source in (("op_host", "faulty.cpp"), ("op_kernel", "faulty_kernel.cpp")):
        (folder / kind).mkdir()
        shutil.copy(SOURCES / source, folder / kind / "faulty.cpp")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "faulty", "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/faulty"))
    np.save(folder / "x.npy", np.zeros(8, np.float32))

    def make(fault: str, *options: str) -> list[str]:
        return ["env", f"ASCEND_CUSTOM_OPP_PATH={vendor}", sys.executable, "-m", "custom_compiler",
                "run", "Faulty", "--input", str(folder / "x.npy"), "--attr", f"fault={fault}",
                "--ascend_cann_package_path", str(cann_home), *options]  # fmt: skip

    return make


@pytest.fixture
def failure(command: Callable[..., list[str]]) -> Callable[..., str]:
    """Return a function that returns the command's message about a fault, in one line."""

    def run(fault: str, *options: str) -> str:
        done = subprocess.run(
            command(fault, *options), capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 1, done.stderr
        errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
        assert len(errors) == 1, done.stderr
        assert "Traceback" not in done.stderr
        return errors[0].removeprefix("error: ")

    return run


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("null", r"crashed: access to address \(nil\) \(SIGSEGV\) in (optiling::)?" + TILING),
        ("abort", r"crashed: abort \(SIGABRT\) in (optiling::)?" + TILING),
        ("throw", r"crashed: uncaught std::out_of_range \(SIGABRT\) in (optiling::)?" + TILING),
        ("recurse", rf"crashed: access to .* \(SIGSEGV\) in (optiling::)?Deep, {HOST}:\d+"),
    ],
)
def test_crashes_of_tiling_name_function_and_line(
    failure: Callable[..., str], fault: str, says: str
) -> None:

    text = failure(fault)
    assert re.match("Faulty: tiling function " + says, text), text


def test_a_division_by_zero_is_an_error_of_the_call(failure: Callable[..., str]) -> None:
    """Not the end of the process, which on hosts of NPUs (aarch64) it is not either."""
    text = failure("divide")
    crash = r"Faulty: tiling function crashed: division by zero \(SIGFPE\) in (optiling::)?"
    assert re.search("failed with 561002: .*" + crash + TILING.removesuffix("$"), text), text


def test_crashes_of_shape_inference_name_function_and_line(failure: Callable[..., str]) -> None:
    text = failure("infer")
    line = line_of("faulty.cpp", "zero = 7 / zero")
    assert text.startswith(
        "Faulty: shape inference crashed: division by zero (SIGFPE) in "
        f"optiling::Misbehave, {HOST}:{line}, called by ge::InferShape, {HOST}:"
    )


@pytest.mark.parametrize("fault", ["loop", "pause"])
def test_endless_tiling_ends_at_the_time_limit(failure: Callable[..., str], fault: str) -> None:
    text = failure(fault, "--timeout", "0.5")
    assert text.startswith("Faulty: tiling function did not end within 0.5 s in ")
    assert re.search("in (optiling::)?" + TILING, text), text


def test_endless_kernel_ends_at_the_time_limit(failure: Callable[..., str]) -> None:
    text = failure("kernel loop", "--timeout", "0.5")
    line = line_of("faulty_kernel.cpp", "while (forever)")
    assert "ran longer than its limit of 0.5 s: 1 of 2 blocks had not ended, AIV block 1" in text
    assert text.endswith((f"at faulty, {KERNEL}:{line}", f"at faulty, {KERNEL}:{line + 1}"))


def test_faults_of_kernels_name_instruction_and_line(failure: Callable[..., str]) -> None:
    text = failure("kernel fault")
    line = line_of("faulty_kernel.cpp", "Duplicate(")
    assert "failed on AIV block 1: " in text
    assert "accessed UB offset " in text
    assert " in Duplicate(dst UB+400000, count 64); " in text
    assert text.endswith(f"; at Duplicate in faulty, {KERNEL}:{line}")


def test_addresses_outside_of_buffers_name_the_parameter(failure: Callable[..., str]) -> None:
    text = failure("kernel address")
    line = line_of("faulty_kernel.cpp", "SetValue(")
    assert re.search(
        r"accessed address 0x[0-9a-f]+, which is no allocated memory, at "
        rf"\S+\+0x[0-9a-f]+; at GlobalTensor::SetValue in faulty, {KERNEL}:{line}; that is 65536 "
        "bytes from the start of a buffer of 32 bytes, that of the kernel's parameter 2 \\(y\\)$",
        text,
    ), text


@pytest.mark.parametrize("text", ["-1", "soon", "nan"])
def test_senseless_time_limits_are_refused(command: Callable[..., list[str]], text: str) -> None:
    done = subprocess.run(
        command("none", f"--timeout={text}"), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"no number of seconds: {text}" in done.stderr


def workers_of(marker: str) -> list[int]:
    """The processes with a variable in their environment, but for the one that has others."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (
                marker.encode() in (folder / "environ").read_bytes().split(b"\0")
                and b"custom_compiler.call.worker" in (folder / "cmdline").read_bytes()
            ):
                found.append(int(folder.name))
    return found


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_nothing_goes_on_when_the_command_is_killed(command: Callable[..., list[str]]) -> None:
    marker = f"FAULTY_TEST={os.getpid()}"
    words = command("kernel loop")
    process = subprocess.Popen(
        ["env", marker, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    wait_for(lambda: workers_of(marker) != [])
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_for(lambda: workers_of(marker) == [])


def test_an_interrupted_run_gives_no_advice_of_other_commands(
    command: Callable[..., list[str]],
) -> None:
    marker = f"FAULTY_TEST={os.getpid()}i"
    # What a shell starts in the background ignores the signal, and would pass that on.
    process = subprocess.Popen(
        ["env", "--default-signal=INT", marker, *command("kernel loop")],
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: workers_of(marker) != [])
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors == "error: interrupted\n"
    wait_for(lambda: workers_of(marker) == [])
