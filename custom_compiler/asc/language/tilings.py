"""The tiling structures of `asc.adv`."""

from __future__ import annotations

from functools import cache

from custom_compiler.asc import table
from custom_compiler.asc.language.dtypes import KnownTypes
from custom_compiler.asc.language.records import Field, Struct

_KINDS = {"i32": KnownTypes.int32, "f32": KnownTypes.float32}


@cache
def tiling(name: str) -> type[Struct]:
    """Return the class of a tiling structure.

    Raises:
        KeyError: the table has none of that name.
    """
    row = table.tiling(name)
    fields = {f.name: Field(_KINDS[f.kind], row.default, f.cpp) for f in row.fields}
    body = {**fields, "cpp_name_": row.cpp, "__module__": "asc.language.adv"}
    return type(name, (Struct,), body)
