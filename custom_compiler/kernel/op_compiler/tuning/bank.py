"""The knowledge bank, which dynamic tiling consults (`nnopbase/tiling_bank.h`), and static too."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.support.files import write_atomic
from custom_compiler.support.kernel_origin import stated_origin
from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.kernel.opc.engine import KernelRequest
    from custom_compiler.kernel.opc.static_tiling import StaticTiling

_MOST_BLOCKS = 65535  # as the runtime has it


def bank_folder(soc: str, environment: Mapping[str, str]) -> str:
    """Return the folder of the bank of `soc` (its long name), from CANN's variables."""
    if environment.get("TUNE_BANK_PATH"):
        return os.path.join(environment["TUNE_BANK_PATH"], soc)
    if environment.get("ASCEND_CACHE_PATH"):
        return os.path.join(environment["ASCEND_CACHE_PATH"], "aoe_data", soc)
    home = environment.get("HOME", "")
    return os.path.join(home, "Ascend", "latest", "data", "aoe", "custom", "op", soc)


def update_bank(path: str, key: str, entry: Mapping[str, Any] | None) -> bool:
    """Put an entry into the file of an operator, in place of the one with its key.

    No entry: the key's is taken out. Returns whether the file has changed.

    Raises:
        OSError: It cannot be written.
    """
    if entry is None and not os.path.exists(path):
        return False
    with locked(f"{path}.lock"):
        old = _lines(path)
        retained = [line for line in old if _key(line) != key]
        new = retained if entry is None else [*retained, json.dumps(entry)]
        changed = sorted(new) != sorted(old)
        if changed:
            text = "".join(f"{line}\n" for line in new)
            write_atomic(path, text.encode("utf-8", "surrogateescape"))
    return changed


class Bank:
    """The tilings of a bank, for static kernels as the runtime takes them for dynamic ones.

    Attributes:
        folder: Where it is.
    """

    def __init__(self, soc: str, cores: str, environment: Mapping[str, str]) -> None:
        """Open the bank of `soc` with so many AI cores."""
        self.folder = bank_folder(soc, environment)
        self._start = os.path.join(self.folder, f"{soc}_{cores}_AiCore_")
        self._files: dict[str, dict[str, dict[str, Any]]] = {}

    def tiling(self, request: KernelRequest) -> StaticTiling | None:
        """Return the bank's replacement of the tiling of a static kernel, or None.

        Raises:
            MisuseError: The bank has an entry that does not fit.
        """
        tiling, origin = request.static, stated_origin(request.signature.raw)
        if tiling is None or origin is None:
            return None
        path = f"{self._start}{request.signature.op_type}_runtime_kb.json"
        if path not in self._files:
            try:
                self._files[path] = _entries(path)
            except OSError as error:
                self._files[path] = {}
                message = f"the knowledge bank {path} cannot be read: {error.strerror}"
                raise MisuseError(message, "see that it can, or remove it") from error
        entry = self._files[path].get(f"{origin.key}#{tiling.call}")
        if entry is None:
            return None
        try:
            key, blocks = int(entry["tiling_key"]), int(entry["block_dim"])
            data = bytes.fromhex(entry["tiling_data"])
            same = (entry["kernel"], entry.get("tiling", origin.tiling)) == origin[1:]
            fits = same and len(data) == len(tiling.data)
        except (KeyError, TypeError, ValueError):
            fits = False
        keys = dict(request.kernel_types)
        if not fits or not 0 < blocks <= _MOST_BLOCKS or (keys and key not in keys):
            message = (
                f"{request.signature.op_type}: the entry of the knowledge bank for"
                f" {entry.get('arguments')} is damaged or for another version of the operator"
            )
            raise MisuseError(message, f"tune it again (-m tune), or remove {path}")
        return tiling._replace(tiling_key=key, block_dim=blocks, data=data)


def _entries(path: str) -> dict[str, dict[str, Any]]:
    """Return the entries of an operator by their keys; other lines are ignored."""
    entries: dict[str, dict[str, Any]] = {}
    for line in _lines(path):
        key = _key(line)
        if key:
            entries[key] = json.loads(line)
    return entries


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def _key(line: str) -> str:
    try:
        return str(json.loads(line)["key"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
