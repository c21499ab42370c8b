"""The directory a build works in: what the tool leaves there, and how to remove exactly that."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from custom_compiler.errors import MisuseError, is_full, write_error
from custom_compiler.support.files import write_atomic
from custom_compiler.support.owned_files import BuiltFiles

_MANIFEST = ".custom_compiler.json"

# Files that the tool may write next to the project.
_LOGS = ("build.log", "install.log")
_COMMANDS = Path("build_out", "compile_commands.json")
_BEGINNINGS = {"build.log": (b"$ cmake ", b"$ ninja "), "install.log": (b"$ sh ",)}  # ours


@dataclass(frozen=True)
class Workspace:
    """The paths of a build below `root`.

    `CustomProject/` is the generated project and `CustomProject/build_out/` has the results;
    `build_out` leads there, and `compile_commands.json`, which editors look for next to or above
    sources, to the one there. A manifest in the project tells what belongs to the tool.
    """

    root: Path

    @property
    def project(self) -> Path:
        """The generated CMake project."""
        return self.root / "CustomProject"

    @property
    def results(self) -> Path:
        """The build directory: package, staged tree, `set_env.bash`."""
        return self.project / "build_out"

    @property
    def link(self) -> Path:
        """The short way to the results."""
        return self.root / "build_out"

    @property
    def commands(self) -> Path:
        """The compilation database, for editors."""
        return self.root / _COMMANDS.name

    @property
    def build_log(self) -> Path:
        """Everything the build tools printed."""
        return self._log("build.log")

    @property
    def install_log(self) -> Path:
        """The output of the installation."""
        return self._log("install.log")

    def _log(self, name: str) -> Path:
        """Return a log's path in a claimed directory: in the project if the name is taken."""
        return (self.root if name in self._read_manifest()["logs"] else self.project) / name

    def claim(self, op_kernel: Path | None = None) -> None:
        """Prepare the directory for a build; reject files in the way that are not the tool's.

        Args:
            op_kernel: The folder whose kernels will be built, recorded for reports on the package's
                copies of them.
        """
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            if self.project.exists() and not self._owned():
                self._reject(self.project)
            if not self._leads_to_results() and os.path.lexists(self.link):
                self._reject(self.link)
            self.project.mkdir(exist_ok=True)
            logs = [log for log in _LOGS if _is_free(self.root / log)]
            for log in _LOGS:
                if log not in logs and not _is_free(self.project / log):
                    self._reject(self.project / log)
            self._write_manifest(logs, op_kernel)
            if not self._leads_to_results():
                self.link.symlink_to(self.results.relative_to(self.root))
            if not os.path.lexists(self.commands):  # another project's stay
                self.commands.symlink_to(_COMMANDS)
        except OSError as error:
            hint = "choose a directory with --work-dir"
            if is_full(error):
                raise write_error(self.root, error, hint) from error
            raise MisuseError(f"cannot build in {self.root}: {error.strerror}", hint) from error

    def clear(self) -> list[Path]:
        """Remove logs and results that the tool made; return what was removed.

        The generated project stays, with whatever the user put into it or among the results, and so
        does a log that the tool did not write.
        """
        if not self._owned():
            return []
        removed = [self.results] if self._built.remove() else []
        if self._leads_to_results():
            self.link.unlink()
            removed.append(self.link)
        if self.commands.is_symlink() and self.commands.readlink() == _COMMANDS:
            self.commands.unlink()
            removed.append(self.commands)
        for log in (self.build_log, self.install_log):
            if log.is_file() and _is_free(log):
                log.unlink()
                removed.append(log)
        self._write_manifest([])  # a file of such a name that comes now is the user's
        return removed

    def add_result(self, path: Path) -> None:
        """Note a file that was written among the results after the build."""
        self._built.add(path)

    @property
    def _built(self) -> BuiltFiles:
        return BuiltFiles(self.project, self.results)

    def _owned(self) -> bool:
        return (self.project / _MANIFEST).is_file()

    def _leads_to_results(self) -> bool:
        return self.link.is_symlink() and self.link.readlink() == self.results.relative_to(
            self.root
        )

    def _read_manifest(self) -> dict[str, list[str]]:
        try:
            logs = json.loads((self.project / _MANIFEST).read_text(encoding="utf-8"))["logs"]
        except (OSError, ValueError, KeyError, TypeError):
            return {"logs": []}
        return {"logs": [name for name in logs if name in _LOGS]}

    def _write_manifest(self, logs: list[str], op_kernel: Path | None = None) -> None:
        folder = {"op_kernel": os.path.relpath(op_kernel, self.root)} if op_kernel else {}
        text = json.dumps({"logs": logs, **folder}) + "\n"
        write_atomic(str(self.project / _MANIFEST), text.encode())

    def _reject(self, path: Path) -> None:
        raise MisuseError(
            f"{path} exists and was not made by this tool",
            "move it away, or build elsewhere with --work-dir",
        )


def _is_free(log: Path) -> bool:
    """Return whether a log may be written there: nothing is, or an earlier log of this tool."""
    if not os.path.lexists(log):
        return True
    try:
        if log.is_symlink() or not log.is_file():
            return False
        with log.open("rb") as file:
            beginning = file.read(16)
            return not beginning or beginning.startswith(_BEGINNINGS[log.name])
    except OSError:
        return False
