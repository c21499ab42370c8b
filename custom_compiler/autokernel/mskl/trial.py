"""One configuration of a kernel, tried in a worker: built, launched, and timed by the model."""

from __future__ import annotations

import os
import pickle
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from custom_compiler.autokernel.marks.lines import with_values
from custom_compiler.autokernel.mskl.arguments import Declared, Sent, received
from custom_compiler.autokernel.mskl.executable import run_program
from custom_compiler.autokernel.mskl.kernel import Module, run, run_script, with_toolkit
from custom_compiler.autokernel.mskl.launcher import launch_source
from custom_compiler.errors import BuildError
from custom_compiler.kernel.op_compiler.tuning.observed import modelled_microseconds
from custom_compiler.observe.program import AFTER_WARM_UP, observed_environment
from custom_compiler.support import processes
from custom_compiler.support.files import write_atomic

_OPTIONS = "ASCENDC_BISHENG_OPTIONS"  # of the toolkit's bisheng, whatever the script says
_TRIAL = "custom_compiler.autokernel.mskl.trial:main"
_SHOWN = 500  # characters of what a launch that fails says


class Configuration(NamedTuple):
    """Configuration of a trial."""

    number: int
    values: dict[str, str]  # by the names of marks
    source: str  # with the marks
    build_script: str
    folder: str  # for what is built
    keeps_files: bool


class KernelCall(NamedTuple):
    """Launch that is common to all configurations."""

    kernel: str
    declared: Declared
    blocks: int
    arguments: Sent


class _KernelLaunch(NamedTuple):
    module: str
    call: KernelCall


def time_kernel(configuration: Configuration, call: KernelCall) -> float:
    """Return the estimated microseconds of one launch; BuildError or MisuseError for none."""
    number = configuration.number
    launch_file = f"{configuration.folder}/_gen_launch_{number}.cpp"
    module = f"{configuration.folder}/_gen_launch_{number}.so"
    with _Changed(configuration) as source:
        text = launch_source(source, call.kernel, call.declared)
        write_atomic(launch_file, text.encode())
        _build(configuration, launch_file, module)
    with tempfile.TemporaryDirectory(prefix="mskl-") as folder:
        request = Path(folder, "launch")
        request.write_bytes(pickle.dumps(_KernelLaunch(module, call)))
        command = processes.python_command(_TRIAL, str(request))
        ended = processes.run(command, env=with_toolkit(_timing_environment(folder)))
        if ended.code != 0:
            raise BuildError(ended.reason[:_SHOWN])
        return modelled_microseconds(folder)


def time_program(configuration: Configuration, arguments: tuple[Any, ...]) -> float:
    """Return the estimated microseconds of all launches of a program; errors as `time_kernel`."""
    program = f"{configuration.folder}/{configuration.number}.bin"
    with _Changed(configuration) as source:
        _build(configuration, source, program)
    with tempfile.TemporaryDirectory(prefix="mskl-") as folder:
        run_program(program, arguments, _timing_environment(folder))
        return modelled_microseconds(folder)


def main(request: str) -> None:
    """Make the launch that a file describes."""
    launch: _KernelLaunch = pickle.loads(Path(request).read_bytes())  # noqa: S301 - of our caller
    call = launch.call
    run(Module(launch.module, call.kernel), call.blocks, received(call.arguments), timeout=-1)


class _Changed:
    """Write the source with other values next to the source, since it includes relative files."""

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        source = Path(configuration.source)
        self._path = source.with_name(f"_gen_{source.stem}_{configuration.number}{source.suffix}")

    def __enter__(self) -> str:
        source, values = self._configuration.source, self._configuration.values
        text = Path(source).read_text(encoding="utf-8")
        write_atomic(str(self._path), with_values(text, source, values).encode())
        return str(self._path)

    def __exit__(self, *_: object) -> None:
        if not self._configuration.keeps_files:
            self._path.unlink(missing_ok=True)


def _build(configuration: Configuration, source: str, output: str) -> None:
    words = [os.environ.get(_OPTIONS, ""), "-sanitizer"]  # kernels that the model can observe
    environment = {**os.environ, _OPTIONS: " ".join(filter(None, words))}
    run_script(configuration.build_script, source, output, environment)


def _timing_environment(folder: str) -> dict[str, str]:
    return observed_environment("profile", Path(folder), {"timeline": "off", **AFTER_WARM_UP})
