"""Installs the package of static kernels that it is in, or removes it.

usage: install.py [--quiet] [--install-path=<absolute dir>] [--install-for-all] [--force]
                  [--uninstall] [--rebuild]

Packages are next to each other in static_kernel/ai_core; config.ini has their order, in which later
ones win, and config/<SoC>/binary_info_config.json is made of their lists. What is new is staged
under hidden names and takes its place by renames, so that the index only ever names kernels that
are there. A run that dies leaves hidden folders; the next one completes or undoes it.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from typing import Any

import common

TAG = "static_kernel"
_INDEX = "binary_info_config.json"
_SHAPES = "shape_info"
_VALUES = "valueDependIndex"  # inputs whose values are in keys; calls may leave optional ones out
_FILES = ("config.ini", "version.info", "uninstall.sh")  # of all packages
_NEW, _OLD = ".new.", ".old."
_STAGED = ".new.config"
_SWAPPING = ".swap"  # the staged files while they are put in place
_UNINSTALL_ALL = """#!/bin/sh
# Removes all packages of static kernels.
# usage: uninstall.sh [--quiet]
here=$(cd "$(dirname "$0")" && pwd) || exit 1
exec python3 -B "$here"/'{name}'/scripts/uninstall.py --all "$@"
"""


def main(options: common.InstallOptions) -> str:
    """Do what the command line says; the last line to print."""
    say = common.Reporter(TAG, quiet=options.quiet)
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    name = options.package or os.path.basename(package)
    installed_in = os.path.dirname(os.path.dirname(os.path.dirname(package)))
    base = installed_in if options.here else common.target_folder(options)
    store = StaticFolder(os.path.join(base, "static_kernel", "ai_core"), say)
    if options.uninstall or options.rebuild:
        if not os.path.isdir(store.root):
            raise common.FailedError(f"{store.root} no exist: nothing is installed")
        with common.locked(base, say):
            return _rebuild(store) if options.rebuild else _uninstall(store, name, options)
    if not options.force:
        common.check_fits(package, base)
    _confirm(store, name, options)
    with common.locked(base, say):
        store.heal()
        store.install(package)
        if options.for_all:
            common.open_to_all(os.path.dirname(store.root), say)
    return f"installed {name} into {store.root}"


def _confirm(store: StaticFolder, name: str, options: common.InstallOptions) -> None:
    """Ask whether to replace a package, if somebody is there to answer."""
    is_interactive = sys.stdin is not None and sys.stdin.isatty() and not options.quiet
    if is_interactive and name in store.names():
        answer = input(f"{name} is installed in {store.root}. Replace it? (y/n) ")
        if not answer.lower().startswith("y"):
            raise common.FailedError("nothing was installed")


def _rebuild(store: StaticFolder) -> str:
    store.heal()
    store.repair()
    return f"the index of {store.root} lists the kernels of {', '.join(store.names())}"


def _uninstall(store: StaticFolder, name: str, options: common.InstallOptions) -> str:
    store.heal()
    names = store.names()
    if options.everything or names == [name]:
        store.remove_all()
        return f"removed {', '.join(names)} from {store.root}"
    if name not in names:
        raise common.FailedError(f"{name} is not installed in {store.root}")
    store.uninstall(name)
    return f"removed {name} from {store.root}"


class StaticFolder:
    """The folder static_kernel/ai_core of an opp directory. Who changes it holds the lock."""

    def __init__(self, root: str, say: common.Reporter) -> None:
        self.root = root
        self._say = say
        self._damaged: set[str] = set()

    def _path(self, *names: str) -> str:
        return os.path.join(self.root, *names)

    def names(self) -> list[str]:
        """Return the installed packages, the latest last."""
        present = [name for name in listed(self.root) if self._is_package(name)]
        order = [name for name in self._order() if name in present]
        return order + [name for name in present if name not in order]

    def _order(self) -> list[str]:
        order = common.read_lines(self._path("config.ini"), "=").get("load_priority", "")
        return list(dict.fromkeys(filter(None, order.split(","))))

    def _is_package(self, name: str) -> bool:
        script = self._path(name, "scripts", "install.py")
        return not name.startswith(".") and os.path.isfile(script)

    def install(self, package: str) -> None:
        """Put a package in place, as the latest."""
        name = os.path.basename(package)
        others = [other for other in self.names() if other != name]
        new = self._path(_NEW + name)
        try:
            common.copy_package(package, new)
            script = os.path.join(new, "scripts", "uninstall.sh")
            os.rename(script, os.path.join(new, "uninstall.sh"))
            folders = [self._path(other) for other in others]
            self._stage([*others, name], [*folders, new])
            replaces = self._is_package(name)
            if replaces:
                self._stage_index("before", folders)
            os.rename(self._path(_STAGED), self._path(_SWAPPING))
            if replaces:
                self._swap_indices("before")
                os.rename(self._path(name), self._path(_OLD + name))
            os.rename(new, self._path(name))
            self._swap_files()
            self._swap_indices("after")
        except BaseException:
            self._undo()
            raise
        self._remove_leftovers()

    def uninstall(self, name: str) -> None:
        """Remove one of several packages; kernels that it hid are found again."""
        others = [other for other in self.names() if other != name]
        try:
            self._stage(others, [self._path(other) for other in others])
        except OSError as error:
            if not common.is_full(error):
                self._undo()
                raise
            self._uninstall_without_space(name)
            return
        try:
            os.rename(self._path(_STAGED), self._path(_SWAPPING))
            self._swap_indices("after")
            os.rename(self._path(name), self._path(_NEW + name))
            self._swap_files()
        except BaseException:
            self._undo()
            raise
        self._remove_leftovers()

    def _uninstall_without_space(self, name: str) -> None:
        """Remove the index for a moment if there is no space for another one."""
        for soc in listed(self._path("config")):
            common.remove(self._path("config", soc, _INDEX))
        os.rename(self._path(name), self._path(_NEW + name))
        self._remove_leftovers()
        self.repair()

    def remove_all(self) -> None:
        """Remove all packages, and the folder unless somebody has put something else there."""
        parent = os.path.dirname(self.root)
        own = {*self.names(), "config", *_FILES}
        if any(name not in own and not name.startswith(".") for name in listed(self.root)):
            for name in ("config", *_FILES):  # what programs go by goes first
                common.remove(self._path(name))
            for name in self.names():
                os.rename(self._path(name), self._path(_NEW + name))
            self._remove_leftovers()
            return
        os.rename(self.root, os.path.join(parent, _OLD + "all"))
        common.remove(os.path.join(parent, _OLD + "all"))
        with suppress(OSError):
            os.rmdir(parent)  # what is not ours stays

    def heal(self) -> None:
        """Complete or undo what a run that died has left."""
        common.remove(os.path.join(os.path.dirname(self.root), _OLD + "all"))
        for name in listed(self.root):
            path = self._path(name[len(_OLD) :])
            if name.startswith(_OLD) and not os.path.lexists(path):
                os.rename(self._path(name), path)
        if os.path.exists(self._path(_SWAPPING)) or self._order() != self.names():
            for name in listed(self.root):
                if name.startswith((_NEW, _OLD)):
                    common.remove(self._path(name))
            self.repair()
        self._remove_leftovers()

    def _undo(self) -> None:
        with suppress(OSError):  # the next run tries again
            self.heal()
        with suppress(OSError):
            os.rmdir(self.root)
            os.rmdir(os.path.dirname(self.root))

    def _remove_leftovers(self) -> None:
        for name in listed(self.root):
            if name.startswith((_NEW, _OLD)):
                common.remove(self._path(name))
        common.remove(self._path(_SWAPPING))  # last: until then there is something to repair

    def repair(self) -> None:
        """Write the index and config.ini again from those of the packages."""
        names = self.names()
        if not names:
            return
        self._stage(names, [self._path(name) for name in names])
        common.remove(self._path(_SWAPPING))
        os.rename(self._path(_STAGED), self._path(_SWAPPING))
        self._swap_files()
        self._swap_indices("after")
        common.remove(self._path(_SWAPPING))

    def _stage(self, names: list[str], folders: list[str]) -> None:
        """Write what the folder says when it has these packages, whose files are in `folders`."""
        common.remove(self._path(_STAGED))
        self._stage_index("after", folders)
        newest = names[-1].replace("'", "'\\''")
        for name, text in (
            ("version.info", self._version(folders)),
            ("config.ini", f"load_priority={','.join(names)}\n"),
            ("uninstall.sh", _UNINSTALL_ALL.format(name=newest)),
        ):
            with open(self._path(_STAGED, name), "w", encoding="utf-8") as file:
                file.write(text)
        os.chmod(self._path(_STAGED, "uninstall.sh"), 0o755)  # noqa: S103 - as all that is installed

    def _version(self, folders: list[str]) -> str:
        """Return the version of the latest package that states one; those made by CANN do not."""
        places = [
            os.path.join(folder, "version.info") for folder in (*reversed(folders), self.root)
        ]
        path = next((candidate for candidate in places if os.path.isfile(candidate)), os.devnull)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def _stage_index(self, which: str, folders: list[str]) -> None:
        os.makedirs(self._path(_STAGED, which))
        for soc in sorted({soc for folder in folders for soc in _socs(folder)}):
            configs = [os.path.join(folder, "config", soc) for folder in folders]
            staged = self._path(_STAGED, which, soc)
            os.makedirs(os.path.join(staged, _SHAPES))
            with open(os.path.join(staged, _INDEX), "w", encoding="utf-8") as file:
                json.dump(self._merged_index(configs), file, indent=1)
            for shapes in (os.path.join(config, _SHAPES) for config in configs):
                for name in listed(shapes):
                    _link(os.path.join(shapes, name), os.path.join(staged, _SHAPES, name))

    def _merged_index(self, configs: list[str]) -> dict[str, Any]:
        """Return the kernels of all packages; for equal keys, that of the latest."""
        merged: dict[str, Any] = {}
        for config in configs:
            path = os.path.join(config, _INDEX)
            try:
                index = read_index(path) if os.path.exists(path) else {}
            except (OSError, ValueError) as error:
                if path not in self._damaged:
                    self._say.warn(f"{path}: {error}; its kernels are left out: install it again")
                self._damaged.add(path)
                continue
            for op_type, entry in index.items():
                static_kernels = merged.get(op_type, {}).get("staticList", {})
                static_kernels.update(
                    {kernel["simplifiedKey"]: kernel for kernel in entry["staticList"]}
                )
                read = {*merged.get(op_type, {}).get(_VALUES, ()), *entry.get(_VALUES, ())}
                merged[op_type] = {**entry, "staticList": static_kernels}
                if read:
                    merged[op_type][_VALUES] = sorted(read)
        return {
            op_type: {**entry, "staticList": list(entry["staticList"].values())}
            for op_type, entry in merged.items()
        }

    def _swap_files(self) -> None:
        for name in _FILES:
            os.replace(self._path(_SWAPPING, name), self._path(name))

    def _swap_indices(self, which: str) -> None:
        staged = self._path(_SWAPPING, which)
        socs = listed(staged)
        for soc in socs:
            folder = self._path("config", soc)
            os.makedirs(folder, exist_ok=True)
            os.replace(os.path.join(staged, soc, _INDEX), os.path.join(folder, _INDEX))
            common.remove(os.path.join(folder, _SHAPES))
            os.rename(os.path.join(staged, soc, _SHAPES), os.path.join(folder, _SHAPES))
        for soc in set(listed(self._path("config"))) - set(socs):
            common.remove(self._path("config", soc))


def listed(folder: str) -> list[str]:
    """Return the names in a folder, sorted; empty if it does not exist."""
    try:
        return sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return []


def _socs(package: str) -> list[str]:
    config = os.path.join(package, "config")
    return [soc for soc in listed(config) if os.path.isdir(os.path.join(config, soc))]


def read_index(path: str) -> dict[str, Any]:
    """Return operator types and their entries; raise ValueError if the file has no such thing."""
    with open(path, encoding="utf-8") as file:
        index = json.load(file)
    if not _is_index(index):
        raise ValueError("is no index of static kernels")
    return dict(index)


def _is_index(index: Any) -> bool:
    if not isinstance(index, dict):
        return False
    entries = [entry for entry in index.values() if isinstance(entry, dict)]
    lists = [entry.get("staticList") for entry in entries]
    values = [entry.get(_VALUES, []) for entry in entries]
    has_values = all(isinstance(v, list) and all(isinstance(n, int) for n in v) for v in values)
    return (
        has_values
        and len(lists) == len(index)
        and all(
            isinstance(kernels, list)
            and all(
                isinstance(kernel, dict) and isinstance(kernel.get("simplifiedKey"), str)
                for kernel in kernels
            )
            for kernels in lists
        )
    )


def _link(path: str, target: str) -> None:
    """Link or copy a file to `target`, and replace a file there."""
    common.remove(target)
    try:
        os.link(path, target)
    except OSError:
        shutil.copy(path, target)


if __name__ == "__main__":
    common.run(TAG, main)
