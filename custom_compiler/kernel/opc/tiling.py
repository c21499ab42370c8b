"""Tiling structures: asked from the operator's tiling library, written as C++ for the kernel."""

from __future__ import annotations

import hashlib
import json
import os
import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError
from custom_compiler.kernel.opc.includes import included_files
from custom_compiler.support.files import write_atomic
from custom_compiler.support.processes import ask_fork

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.cache import KernelCache

_OWN_STRUCTURE = re.compile(r"\bREGISTER_TILING_(?:DEFAULT|FOR_TILINGKEY)\s*\(")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class TilingClass(NamedTuple):
    """One structure: its C++ name, size in bytes, fields as registered, or a library structure."""

    name: str
    size: int
    fields: list[dict[str, Any]]
    builtin: bool


class TilingDefinition(NamedTuple):
    """Structures that an operator's tiling function writes: the default, and per tiling key."""

    default: str
    by_key: dict[int, str]
    classes: list[TilingClass]

    @property
    def max_size(self) -> int:
        """Bytes of the largest structure a tiling key can select; 0 without structures."""
        sizes = {entry.name: entry.size for entry in self.classes}
        selected = {self.default, *self.by_key.values()} - {""}
        return max((sizes.get(name, 0) for name in selected), default=0)


NO_TILING = TilingDefinition("", {}, [])


def cached_definition(
    op_type: str, tiling_library: str, register_library: str, cache: KernelCache
) -> TilingDefinition:
    """Return the structures that `op_type` registers, cached per state of the two libraries.

    An operator without any (its kernel declares a standard C++ structure) gives NO_TILING.
    Raise BuildError if a library cannot be loaded.
    """
    path = _definition_path(op_type, tiling_library, register_library, cache)
    with suppress(OSError, ValueError):
        return _read(path)
    data = _query(op_type, tiling_library, register_library)
    with suppress(OSError):
        write_atomic(path, json.dumps(data).encode())
    return parse_definition(data)


def is_definition_known(
    op_type: str, tiling_library: str, register_library: str, cache: KernelCache
) -> bool:
    """Return whether `cached_definition` loads no library."""
    with suppress(OSError, ValueError):
        _read(_definition_path(op_type, tiling_library, register_library, cache))
        return True
    return False


@lru_cache(maxsize=64)
def _read(path: str) -> TilingDefinition:
    with open(path, encoding="utf-8") as file:
        return parse_definition(json.load(file))


def _definition_path(
    op_type: str, tiling_library: str, register_library: str, cache: KernelCache
) -> str:
    """Return the path of the cache file for this state of the libraries."""
    states = [op_type]
    for path in (tiling_library, register_library):
        with suppress(OSError):
            status = os.stat(path)
            # Files keep no change from the last of these, whatever sets the other time.
            times = f"{status.st_mtime_ns} {status.st_ctime_ns}"
            states.append(f"{path} {status.st_ino} {status.st_size} {times}")
    key = hashlib.sha256("\n".join(states).encode("utf-8", "surrogateescape")).hexdigest()
    return os.path.join(cache.root, "tiling", key[:32])


def _query(op_type: str, tiling_library: str, register_library: str) -> dict[str, Any]:
    """Query a separate process, since libraries of two packages register the same operators."""
    code, text = ask_fork(lambda: _answer(op_type, tiling_library, register_library))
    if code:
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        message = f"the tiling library of operator {op_type} ends its process with {how}"
        raise BuildError(message, f"{tiling_library} does so when it is loaded")
    data: dict[str, Any] = json.loads(text)
    if "error" in data:
        message = f"the tiling library of operator {op_type} cannot be loaded: {data['error']}"
        raise BuildError(message)
    return data


def _answer(op_type: str, tiling_library: str, register_library: str) -> bytes:
    from custom_compiler.support.tiling_structures import registered_structures

    try:
        return registered_structures(register_library, tiling_library, [op_type])[op_type]
    except (OSError, AttributeError) as error:
        return json.dumps({"error": str(error)}).encode()


def parse_definition(data: dict[str, Any]) -> TilingDefinition:
    """Return the definition from libregister.so's JSON (contract: classes before use)."""
    classes = [
        TilingClass(
            name, int(entry.get("size", 0)), entry.get("fields", []), bool(entry.get("builtin"))
        )
        for name, entry in data.get("classes", {}).items()
    ]
    by_key = {int(key): name for key, name in data.get("by_key", {}).items()}
    default = data.get("class") or ""
    if not default and len(set(by_key.values())) == 1:
        default = next(iter(by_key.values()))
    return TilingDefinition(default, by_key, classes)


def declared_definition(
    definition: TilingDefinition, source: str, options: list[str]
) -> TilingDefinition:
    """Return the structures that are declared before the kernel `source`.

    A kernel that registers its own structure (REGISTER_TILING_DEFAULT) gets none of the
    registered classes, as CANN's opc does it, if its files define one of their names: they may do
    so in a namespace that the kernel uses. `options` are those of the compiler.
    """
    names = "|".join(re.escape(entry.name) for entry in definition.classes if not entry.builtin)
    if not names or not _OWN_STRUCTURE.search(_text(source)):
        return definition
    own = re.compile(rf"\b(?:struct|class)\s+(?:{names})\s*(?:final\s*)?[:{{]")
    is_own = any(own.search(_text(path)) for path in included_files(source, options))
    return NO_TILING if is_own else definition


def _text(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return _COMMENT.sub(" ", file.read())


def cpp_declarations(definition: TilingDefinition) -> str:
    """Return C++ text that declares the structures, and the default for GET_TILING_DATA."""
    default = definition.default
    if any(entry.name == default and entry.builtin for entry in definition.classes):
        default = f"AscendC::tiling::{default}"
    alias = f"using AscendcTilingDefault = {default};\n" if default else ""
    return f"#pragma pack(push, 8)\n{cpp_structures(definition)}{alias}#pragma pack(pop)\n"


def cpp_structures(definition: TilingDefinition) -> str:
    """Return C++ text that declares the structures; the layout is the registered one, padded."""
    builtin = {entry.name for entry in definition.classes if entry.builtin}
    lines = ['#include "kernel_tiling/kernel_tiling.h"'] if builtin else []
    for entry in definition.classes:
        if entry.builtin:
            continue
        lines.append(f"struct {entry.name} {{")
        lines += [f"    {_cpp_field(field, builtin)}" for field in entry.fields]
        lines.append("};")
        lines.append(
            f'static_assert(sizeof({entry.name}) == {entry.size}, "layout is not the host\'s");'
        )
    return "\n".join(lines) + ("\n" if lines else "")


def _cpp_field(field: dict[str, Any], builtin: set[str]) -> str:
    if field["kind"] == "struct":
        type_name = field["type"]
        if type_name in builtin:
            type_name = f"AscendC::tiling::{type_name}"
        return f"alignas(8) {type_name} {field['name']};"
    if field["kind"] == "array":
        return f"{field['dtype']} {field['name']}[{field['length']}];"
    return f"{field['dtype']} {field['name']};"
