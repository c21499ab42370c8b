"""The operations of the language: one row each, from which everything else follows.

Rows are in files by family, read at the first question about an operation.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from custom_compiler.asc.table.model import Enumeration, Operation, Overload, ParameterStruct
    from custom_compiler.asc.table.tilings import TilingStructure

FAMILIES = (
    "cube",
    "data_copy",
    "library",
    "library_math",
    "list_tensor",
    "matmul",
    "queues",
    "scalar",
    "synchronisation",
    "system",
    "tensors",
    "vector_binary",
    "vector_cast",
    "vector_mask",
    "vector_move",
    "vector_reduce",
    "vector_scalar",
    "vector_select",
    "vector_sort",
    "vector_unary",
)


@cache
def all_operations() -> tuple[Operation, ...]:
    """Return all operations of the language, family by family."""
    modules = (import_module(f"{__name__}.{family}") for family in FAMILIES)
    return tuple(row for module in modules for row in module.OPERATIONS)


def all_enumerations() -> tuple[Enumeration, ...]:
    """Return all enumerations."""
    return tuple(_enumerations().values())


def all_structs() -> tuple[ParameterStruct, ...]:
    """Return all structures of parameters."""
    return tuple(_structs().values())


def operation(qualified: str) -> Operation:
    """Return a function or method by its name after `asc.`: "add", "adv.exp", "TPipe.init_buffer".

    Raises:
        KeyError: there is none.
    """
    return _by_name()[qualified]


def ir_operation(name: str) -> tuple[Operation, Overload]:
    """Return operation and overload with the name `name` in the dialect `ascendc`, as in "add_l2".

    Raises:
        KeyError: the dialect has no such operation, or the table has no row for it.
    """
    return _by_ir_name()[name]


def enumeration(name: str) -> Enumeration:
    """Return an enumeration by its name.

    Raises:
        KeyError: there is none.
    """
    return _enumerations()[name]


def is_enumeration(name: str) -> bool:
    """Return whether an enumeration is called so."""
    return name in _enumerations()


def is_struct(name: str) -> bool:
    """Return whether a structure of parameters is called so."""
    return name in _structs()


def struct(name: str) -> ParameterStruct:
    """Return a structure of parameters by its name, without "adv.".

    Raises:
        KeyError: there is none.
    """
    return _structs()[name]


def ir_struct(mnemonic: str) -> ParameterStruct:
    """Return the structure of parameters called `mnemonic` in the IR, as in "unary_repeat_params".

    Raises:
        KeyError: there is none.
    """
    return _structs_by_mnemonic()[mnemonic]


def tiling(name: str) -> TilingStructure:
    """Return a tiling structure of `asc.adv` by its name.

    Raises:
        KeyError: there is none.
    """
    return {row.name: row for row in all_tilings()}[name]


def all_tilings() -> tuple[TilingStructure, ...]:
    """Return the tiling structures of `asc.adv`."""
    from custom_compiler.asc.table.tilings import TILINGS

    return TILINGS


@cache
def _by_name() -> dict[str, Operation]:
    return {row.qualified: row for row in all_operations()}


@cache
def _by_ir_name() -> dict[str, tuple[Operation, Overload]]:
    return {
        name: (row, form)
        for row in all_operations()
        for form in row.overloads
        for name in form.ir_names
    }


@cache
def _enumerations() -> dict[str, Enumeration]:
    from custom_compiler.asc.table.enums import ENUMERATIONS

    return {row.name: row for row in ENUMERATIONS}


@cache
def _structs() -> dict[str, ParameterStruct]:
    from custom_compiler.asc.table.structs import STRUCTS

    return {row.name: row for row in STRUCTS}


@cache
def _structs_by_mnemonic() -> dict[str, ParameterStruct]:
    return {row.ir: row for row in _structs().values()}
