"""The names of `asc` and its modules, and the module that defines each.

Nothing of the language is imported before it is used: a public module is asked for a name and
finds it then. Functions, enumerations and structures are those of the table; the names below are
of what it does not describe.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = "custom_compiler.asc"

FRAMEWORK = ("TBuf", "TBufPool", "TPipe", "TQue", "TQueBind", "get_tpipe_ptr")
TYPES = (
    *("DataType", "void", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "bfloat16", "float32", "float64", "half", "float_", "double", "int_"),
)
_CORE = (
    *TYPES,
    *("ConstExpr", "GlobalAddress", "GlobalTensor", "LocalMemAllocator", "LocalTensor"),
    *("LocalTensorAuto", "array", "ceildiv", "inline"),
    *("number", "property", "range", "static_assert", "static_range"),
    *("DEFAULT_C0_SIZE", "ONE_BLK_SIZE", "TOTAL_L0C_SIZE", "TOTAL_L1_SIZE"),
)
_BASIC = ("ListTensorDesc", "TensorDesc")
_ADV = ("Matmul", "MatmulType")
PARTS = ("adv", "basic", "core", "fwk")
OWN = {  # of `asc` itself, and the package that defines each
    "CodegenOptions": "runtime.options",
    "CompileOptions": "runtime.options",
    "LaunchOptions": "runtime.options",
    "Tiling": "export",
    "export": "export",
    "jit": "runtime.jit",
}
_MODULES = {
    "asc": ("codegen", "language", "lib", "runtime"),
    "asc.codegen": ("errors",),
    "asc.language": PARTS,
    "asc.lib": ("host", "runtime"),
    "asc.runtime": ("compiler", "config", "jit", "launcher"),
}
# Names that programs use in addition to the public ones.
_INSIDE = {
    "asc.language.core.dtype": ("KnownTypes", *TYPES),
    "asc.language.core.struct": ("Field", "Struct", "StructField"),
    "asc.language.core.utils": ("ceildiv", "global_builder", "static_assert"),
    "asc.language.fwk.tpipe": FRAMEWORK,
}


def lazy_attributes(module: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` of a public module; names that were found are stored."""

    def find(name: str) -> object:
        value = listed(module) if name == "__all__" else _find(module, name)
        setattr(sys.modules[module], name, value)
        return value

    return find, lambda: listed(module)


def become(module: str, implementation: str) -> None:
    """Let `module`, which is being imported, be another one: what is patched there counts here."""
    sys.modules[module] = import_module(f"{_PACKAGE}.{implementation}")


def listed(module: str) -> list[str]:
    """Return the public names of a public module, sorted."""
    if module == "asc":
        return sorted({*OWN, *listed("asc.language")})
    if module == "asc.language":
        parts = [listed(f"asc.language.{part}") for part in PARTS if part != "adv"]
        return sorted({*PARTS, *(name for part in parts for name in part)})
    part = module.removeprefix("asc.language.")
    if part in PARTS:
        return sorted(_of_part(part))
    return sorted(_INSIDE.get(module, _MODULES.get(module, ())))


def _of_part(part: str) -> set[str]:
    """Return the names of `asc.language.<part>`."""
    if part == "fwk":
        return set(FRAMEWORK)
    table = import_module(f"{_PACKAGE}.table")
    functions = {
        row.name
        for row in table.all_operations()
        if row.owner in {"", "adv"} and row.group.startswith(f"{part} /")
    }
    structs = {
        row.name
        for row in table.all_structs()
        if row.owner == part.replace("core", "") and row.constructors and row.name not in _BASIC
    }
    enumerations = {row.name for row in table.all_enumerations() if row.exported}
    return (
        functions
        | {
            "core": {*_CORE, *structs, *enumerations},
            "basic": {*_BASIC},
            "adv": {*_ADV, *structs, *(row.name for row in table.all_tilings())},
        }[part]
    )


def _find(module: str, name: str) -> object:
    value: object = None
    if name in _MODULES.get(module, ()):
        value = import_module(f"{module}.{name}")
    elif module == "asc" and name in PARTS:
        value = import_module(f"asc.language.{name}")
    elif module == "asc" and name in OWN:
        value = getattr(import_module(f"{_PACKAGE}.{OWN[name]}"), name)
    elif not name.startswith("_") and (module == "asc" or module.startswith("asc.language")):
        value = _of_language(f"adv.{name}" if module == "asc.language.adv" else name)
    if value is None:
        message = f"module {module!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules.get(module))
    return value


def _of_language(qualified: str) -> object:
    """Return a class, type or function of the language, or None."""
    language = import_module(f"{_PACKAGE}.language")
    value: object = getattr(language, qualified.removeprefix("adv."), None)
    if value is None:
        value = import_module(f"{_PACKAGE}.language.functions").function(qualified)
    return value
