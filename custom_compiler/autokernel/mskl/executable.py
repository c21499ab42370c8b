"""Programs that launch kernels themselves: compiled by a script, and run."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from custom_compiler.autokernel.mskl import log
from custom_compiler.autokernel.mskl.context import last
from custom_compiler.autokernel.mskl.kernel import run_script, with_toolkit
from custom_compiler.autokernel.mskl.launcher import existing_file
from custom_compiler.errors import BuildError
from custom_compiler.support.processes import run

_SECONDS = 600  # that a program may take


class CompiledExecutable:
    """A program: `executable(a, b)` runs it with these words."""

    def __init__(self, path: str) -> None:
        """Store the command; `path` is not looked at before it is run."""
        self._path = path

    def get_executable_path(self) -> str:
        """Return the path of the executable."""
        return self._path

    def __call__(self, *args: Any) -> str:
        """Run it; what it prints is printed. BuildError if it fails."""
        last.arguments = args
        if last.only_noted:
            return ""
        printed = run_program(self._path, args, dict(os.environ))
        if printed.strip():
            log.result(f"Command output: {printed.rstrip()}")
        return ""


def run_program(path: str, arguments: tuple[Any, ...], environment: dict[str, str]) -> str:
    """Run a program and return its output; raise BuildError on failure, or after ten minutes."""
    command = [existing_file(path, "executable"), *map(str, arguments)]
    ended = run(command, env=with_toolkit(environment), seconds=_SECONDS)
    if ended.is_late:
        raise BuildError(f"{' '.join(command)} did not end within {_SECONDS} s")
    if ended.code != 0:
        raise BuildError(f"Run executable failed.\ncmd: {' '.join(command)}\n{ended.error_text}")
    return ended.output_text


def compile_executable(
    build_script: str,
    src_file: str,
    output_bin_path: str = "_gen_executable",
    use_cache: bool = False,  # noqa: FBT001, FBT002 - mskl's parameter
) -> CompiledExecutable:
    """Compile a source with a script, which receives the source and the output path.

    Args:
        build_script: A bash script.
        src_file: The source.
        output_bin_path: The program.
        use_cache: Use an existing `output_bin_path`.

    Raises:
        MisuseError: A file does not exist.
        BuildError: The script failed.
    """
    script = existing_file(build_script, "build_script")
    source = existing_file(src_file, "src_file")
    output = str(Path(output_bin_path).absolute())
    last.build_script, last.kernel_file = script, source
    if last.only_noted:
        return CompiledExecutable(output)
    if use_cache:
        existing_file(output, "output_bin_path (use_cache=True)")
    else:
        printed = run_script(script, source, output, os.environ)
        if printed.strip():
            log.result(f"Compile command output: {printed.rstrip()}")
    return CompiledExecutable(output)
