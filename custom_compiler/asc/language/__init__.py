"""Language of kernels. Names are imported from the modules of this package when they are used."""

from __future__ import annotations

from importlib import import_module

_MODULES = {
    "constants": ("ConstExpr", "range", "static_assert", "static_range"),
    "dtypes": ("DataType", "KnownTypes"),
    "matmul": ("Matmul", "MatmulType"),
    "numbers": ("array", "ceildiv", "inline", "number", "property"),
    "queues": (
        *("LocalMemAllocator", "TBuf", "TBufPool", "TPipe", "TQue", "TQueBind"),
        "get_tpipe_ptr",
    ),
    "records": ("Field", "Struct", "StructField"),
    "tensors": ("GlobalAddress", "GlobalTensor", "LocalTensor", "LocalTensorAuto"),
    "tracing": ("global_builder",),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}
_PROPERTIES = ("DEFAULT_C0_SIZE", "ONE_BLK_SIZE", "TOTAL_L0C_SIZE", "TOTAL_L1_SIZE")


def __getattr__(name: str) -> object:
    if name in _HOME:
        value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    elif name in _PROPERTIES:
        value = name
    else:
        value = _type_or_class(name)
    if value is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    globals()[name] = value
    return value


def _type_or_class(name: str) -> object:
    """Return a data type, or an enumeration or structure of the table; None for other names."""
    if name.startswith("_"):
        return None
    dtype: object = getattr(import_module(f"{__name__}.dtypes").KnownTypes, name, None)
    if dtype is not None:
        return dtype
    table = import_module("custom_compiler.asc.table")
    if table.is_enumeration(name):
        return import_module(f"{__name__}.enumerations").enumeration(name)
    if table.is_struct(name):
        return import_module(f"{__name__}.structs").structure(name)
    if name in {row.name for row in table.all_tilings()}:
        return import_module(f"{__name__}.structs").tiling(name)
    return None
