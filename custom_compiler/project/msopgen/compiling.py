"""`msopgen compile`: a project's own build.sh, with a toolkit's environment."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from custom_compiler.project.msopgen.messages import Code, MsopgenError, info
from custom_compiler.support.processes import run_shown

if TYPE_CHECKING:
    from pathlib import Path

# Sources the environment, then becomes the project's build.sh.
_SCRIPT = 'source "$1/set_env.sh" && exec bash ./build.sh'


def compile_project(root: Path, project: Path, cann: str) -> None:
    """Build a project; its output goes where ours goes.

    Args:
        root: The toolkit to build with, unless `cann` names another one.
        project: The project's folder.
        cann: A toolkit, or "".
    """
    toolkit = _existing(root if not cann else root.__class__(cann))
    folder = _existing(project)
    lacks = [name for name in ("build.sh", "op_host", "op_kernel") if not (folder / name).exists()]
    if lacks:
        message = f"The project {folder} does not contain operator deliverables: "
        raise MsopgenError(Code.PATH, f"{message}{', '.join(lacks)} is missing.")
    if not (toolkit / "set_env.sh").is_file():
        message = f"The path {toolkit} is no toolkit: set_env.sh is missing."
        raise MsopgenError(Code.PATH, message)
    info(f"Execute command line: {folder / 'build.sh'}")
    command = ["bash", "-c", _SCRIPT, "msopgen", str(toolkit)]
    environment = {**os.environ, "ASCEND_HOME_PATH": str(toolkit)}
    code = run_shown(command, cwd=str(folder), env=environment)
    if code != 0:
        message = f"Failed to execute command: {folder / 'build.sh'} (exit code {code})"
        raise MsopgenError(Code.PATH, message)


def _existing(path: Path) -> Path:
    if not path.is_dir():
        message = f"The path {path} does not exist. Please check whether the path exists."
        raise MsopgenError(Code.PATH, message)
    return path.absolute()
