"""Installs the package of debug kernels that it is in, in place of an earlier one, or removes it.

usage: install.py [--install] [--quiet] [--install-path=<absolute dir>] [--install-for-all]
                  [--force] [--uninstall]

The new debug_kernel is staged next to the old one and takes its place by renames. A run that dies
leaves hidden folders; the next one completes or undoes it.
"""

from __future__ import annotations

import os
from contextlib import suppress

import common

TAG = "debug_kernel"


def main(options: common.InstallOptions) -> str:
    """Do what the command line says; the last line to print."""
    say = common.Reporter(TAG, quiet=options.quiet)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    base = os.path.dirname(package) if options.here else common.target_folder(options)
    debug_folder = DebugFolder(base)
    if options.uninstall:
        with common.locked(base, say):
            debug_folder.heal()
            return debug_folder.uninstall()
    if not options.force:
        common.check_fits(package, base)
    with common.locked(base, say):
        debug_folder.heal()
        debug_folder.install(package)
        if options.for_all:
            common.open_to_all(debug_folder.path, say)
    say(
        "programs take these kernels when aclInit is given"
        ' {"op_debug_config": {"enable_debug_kernel": "on"}}'
    )
    return f"installed {debug_folder.path}"


class DebugFolder:
    """The folder debug_kernel of an opp directory. Who changes it holds the lock."""

    def __init__(self, base: str) -> None:
        self.path = os.path.join(base, "debug_kernel")
        self._new = os.path.join(base, ".debug_kernel.new")
        self._old = os.path.join(base, ".debug_kernel.old")

    def install(self, package: str) -> None:
        """Put `package` in place of what is there."""
        try:
            common.copy_package(package, self._new)
            script = os.path.join(self._new, "scripts", "uninstall.sh")
            os.rename(script, os.path.join(self._new, "uninstall.sh"))
            if os.path.lexists(self.path):
                os.rename(self.path, self._old)
            os.rename(self._new, self.path)
        finally:
            with suppress(OSError):  # the next run tries again
                self.heal()

    def uninstall(self) -> str:
        """Remove it; the last line to print."""
        if not os.path.isdir(self.path):
            raise common.FailedError(f"{self.path} no exist: nothing to uninstall")
        os.rename(self.path, self._new)
        common.remove(self._new)
        return f"removed {self.path}"

    def heal(self) -> None:
        """Complete or undo what a run that died, or this one, has left."""
        common.remove(self._new)
        if os.path.lexists(self._old) and not os.path.lexists(self.path):
            os.rename(self._old, self.path)
        common.remove(self._old)


if __name__ == "__main__":
    common.run(TAG, main)
