"""Installed kernels by the names that logs, profiles and reports call them."""

from __future__ import annotations

import json
import os
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.op_compiler.static_index import IndexedKernel

# Reports name the part of a kernel that ran on one kind of core.
_PARTS = ("_mix_aic", "_mix_aiv")


class InstalledKernels:
    """Static kernels, then those below the folders of packages in their order; read once."""

    def __init__(self, static: list[IndexedKernel], folders: list[str]) -> None:
        self._folders = folders
        self._paths: dict[str, list[str]] = {}
        for kernel in static:  # one for each kind of determinism may have the name
            self._paths.setdefault(_whole(kernel.name), []).append(kernel.path)
        for path, description in _descriptions(folders):
            for name in _names(description):
                self._paths.setdefault(name, [path])

    def paths(self, name: str) -> list[str]:
        """Return the paths of the objects of the kernel called `name`.

        Raises:
            MisuseError: There is none; the hint has names that look like it.
        """
        full_name = _whole(name)
        if full_name in self._paths:
            return self._paths[full_name]
        near = get_close_matches(full_name, self._paths, n=3)
        hint = f"did you mean {', '.join(near)}?" if near else f"searched: {self._searched()}"
        raise MisuseError(f"-k {name}: no installed kernel is called so", hint)

    def _searched(self) -> str:
        return ", ".join(["static kernels", *self._folders])


def _descriptions(folders: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects with their descriptions; damaged ones are passed over."""
    for top in folders:
        for folder, inner, names in os.walk(top):
            inner.sort()
            for name in sorted(names):
                path = os.path.join(folder, name.removesuffix(".json") + ".o")
                if not name.endswith(".json") or not os.path.isfile(path):
                    continue
                try:
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        description = json.load(file)
                except (OSError, ValueError, RecursionError):
                    continue
                if isinstance(description, dict):
                    yield path, description


def _names(description: dict[str, Any]) -> Iterator[str]:
    """Yield the kernel's name, then those of its tiling keys."""
    keys = description.get("kernelList")
    entries = [description, *(keys if isinstance(keys, list) else [])]
    for entry in entries:
        name = entry.get("kernelName") if isinstance(entry, dict) else None
        if isinstance(name, str) and name:
            yield _whole(name)


def _whole(name: str) -> str:
    for part in _PARTS:
        name = name.removesuffix(part)
    return name
