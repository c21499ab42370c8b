"""Kills an install script before each change of files that it makes, one run after the other.

    killed_steps.py SCRIPT OPP RESULTS [OPTION]...

RESULTS/<step>/killed is what the run that was killed at that step left of OPP, and
RESULTS/<step>/healed that after the next run has looked at it.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

_CHANGES = ("rename", "replace", "mkdir", "unlink", "rmdir", "link", "chmod")


def main(script: str, opp: str, results: str, *options: str) -> None:
    sys.path.insert(0, str(Path(script).parent))
    spec = importlib.util.spec_from_file_location("install", script)
    assert spec is not None
    assert spec.loader is not None
    install = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(install)
    killed, step = True, 0
    while killed:
        folder = Path(results, f"{step:03}")
        shutil.copytree(opp, folder / "killed", symlinks=True)
        words = ["install.py", f"--install-path={folder}/killed", "--quiet", *options]
        killed = in_child(run_step, install, words, step) == -signal.SIGKILL
        shutil.copytree(folder / "killed", folder / "healed", symlinks=True)
        assert in_child(heal, install, f"{folder}/healed") == 0
        step += 1


def in_child(function: Callable[..., None], *arguments: Any) -> int:
    """Do something in a child process; its exit code, or the signal that ended it, negative."""
    child = os.fork()
    if child == 0:
        function(*arguments)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def run_step(install: Any, words: list[str], step: int) -> None:
    left = step

    def counted(function: Any) -> Any:
        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
            return function(*arguments, **options)

        return call

    for name in _CHANGES:
        setattr(os, name, counted(getattr(os, name)))
    sys.argv = words
    install.common.run(install.TAG, install.main)


def heal(install: Any, opp: str) -> None:
    if install.TAG == "static_kernel":
        say = install.common.Reporter(install.TAG)
        install.StaticFolder(f"{opp}/static_kernel/ai_core", say).heal()
    else:
        install.DebugFolder(opp).heal()


if __name__ == "__main__":
    main(*sys.argv[1:])
