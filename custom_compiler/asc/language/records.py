"""Structures that users declare, and that kernels are given: `asc.language.core.struct`."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, ClassVar

from custom_compiler.asc.ir import builder
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.values import Scalar, to_scalar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from enum import IntEnum

    from typing_extensions import Self
    from xdsl.ir import Attribute, SSAValue

    from custom_compiler.asc.language.dtypes import DataType

_CTYPES: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "int8": ctypes.c_int8,
    "int16": ctypes.c_int16,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "uint8": ctypes.c_uint8,
    "uint16": ctypes.c_uint16,
    "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}


class Field:
    """A number in a structure.

    Args:
        dtype: its type.
        default: its value in a new structure.
        name: its name in C++; None: as in Python.
        enum: the enumeration that it is a member of.
    """

    def __init__(
        self,
        dtype: DataType,
        default: float = 0,
        name: str | None = None,
        enum: type[IntEnum] | None = None,
    ) -> None:
        if dtype.name not in _CTYPES:
            message = f"a field of a structure cannot be {dtype}; only {' '.join(_CTYPES)}"
            raise TypeError(message)
        self.dtype = dtype
        self.default = default
        self.name = name
        self.enum = enum

    if TYPE_CHECKING:  # structures have numbers where their classes have fields

        def __get__(self, owner: object, kind: object) -> Any: ...

        def __set__(self, owner: object, value: Any) -> None: ...


class StructField:
    """A structure in a structure.

    Args:
        struct: its class.
        name: its name in C++; None: as in Python.
    """

    def __init__(self, struct: type[Struct], name: str | None = None) -> None:
        self.struct = struct
        self.name = name

    if TYPE_CHECKING:

        def __get__(self, owner: object, kind: object) -> Any: ...

        def __set__(self, owner: object, value: Any) -> None: ...


class Struct(Object):
    """A structure of numbers: subclasses have `Field` and `StructField` attributes.

    Outside of kernels it is a structure of C, packed to 8, whose fields are attributes; a kernel
    that gets one as an argument has a copy of it, and a kernel may make one.
    """

    fields_: ClassVar[Mapping[str, Field | StructField]] = {}
    layout_: ClassVar[type[ctypes.Structure]]
    cpp_name_: ClassVar[str] = ""  # where CANN declares it

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        own = {k: v for k, v in vars(cls).items() if isinstance(v, (Field, StructField))}
        for name in own:
            delattr(cls, name)
        cls.fields_ = {**cls.fields_, **own}
        members = []
        for name, field in cls.fields_.items():
            inner = isinstance(field, StructField)
            members.append((name, field.struct.layout_ if inner else _CTYPES[field.dtype.name]))  # type: ignore[union-attr]
        body = {"_pack_": 8, "_fields_": members}
        cls.layout_ = type(cls.__name__, (ctypes.Structure,), body)

    def __init__(self, **values: object) -> None:
        if builder.is_active():
            variable = builder.current(f"asc.{type(self).__name__}").value(
                "emitasc.variable", (), self.ir_type()
            )
            self.__dict__.update(handle=variable, path_="")
        else:
            self.__dict__["memory_"] = self.layout_()
        self._set_defaults()
        for name, value in values.items():
            setattr(self, name, value)

    def _set_defaults(self) -> None:
        for name, field in self.fields_.items():
            if isinstance(field, StructField):
                getattr(self, name)._set_defaults()  # noqa: SLF001 - of this class
            elif field.default:
                setattr(self, name, field.default)

    @classmethod
    def ir_type(cls) -> Attribute:
        """Return its type in the IR."""
        from custom_compiler.asc.ir import types

        fields = []
        for name, field in cls.fields_.items():
            inner = isinstance(field, StructField)
            kind = field.struct.ir_type() if inner else types.element(field.dtype.name)  # type: ignore[union-attr]
            fields.append((field.name or name, kind))
        return types.py_struct(cls.cpp_name_ or cls.__name__, fields)

    @classmethod
    def of(cls, handle: SSAValue, like: Object | None = None) -> Self:
        """Return the structure of a value; it is the same part as `like`."""
        struct = cls.__new__(cls)
        struct.__dict__.update({"path_": ""} if like is None else like.__dict__)
        struct.__dict__["handle"] = handle
        return struct

    def addressof(self) -> int:
        """Return the address of the bytes, outside of kernels."""
        return ctypes.addressof(self.__dict__["memory_"])

    def sizeof(self) -> int:
        """Return its size in bytes."""
        return ctypes.sizeof(self.layout_)

    def tobytes(self) -> bytes:
        """Return its bytes."""
        return bytes(self.__dict__["memory_"])

    def __getattr__(self, name: str) -> Any:
        field = self.fields_.get(name)
        if field is None:
            message = f"{type(self).__name__} has no field {name!r}"
            raise AttributeError(message)
        if "handle" in self.__dict__:
            return self._load(name, field)
        inner = getattr(self.__dict__["memory_"], name)
        if isinstance(field, StructField):
            struct = field.struct.__new__(field.struct)
            struct.__dict__["memory_"] = inner
            return struct
        return inner if field.enum is None else field.enum(inner)

    def __setattr__(self, name: str, value: object) -> None:
        field = self.fields_.get(name)
        if field is None:
            message = f"{type(self).__name__} has no field {name!r}"
            raise AttributeError(message)
        if "handle" in self.__dict__:
            self._store(name, field, value)
        elif isinstance(field, StructField):
            if not isinstance(value, field.struct):
                message = f"{type(self).__name__}.{name} must be {field.struct.__name__}"
                raise TypeError(message)
            setattr(self.__dict__["memory_"], name, value.__dict__["memory_"])
        else:
            if not field.dtype.holds(value):  # type: ignore[arg-type]
                message = f"{type(self).__name__}.{name}: {value} does not fit {field.dtype}"
                raise OverflowError(message)
            setattr(self.__dict__["memory_"], name, value)

    def _load(self, name: str, field: Field | StructField) -> object:
        from custom_compiler.asc.ir import types

        path = self.__dict__["path_"] + (field.name or name)
        if isinstance(field, StructField):
            struct = field.struct.__new__(field.struct)
            struct.__dict__.update(handle=self.handle, path_=f"{path}.")
            return struct
        made_ = builder.current("asc.Struct").value(
            "emitasc.member",
            (self.handle,),
            types.element(field.dtype.name),
            {"field": types.text(path)},
        )
        return Scalar(made_, field.dtype)

    def _store(self, name: str, field: Field | StructField, value: object) -> None:
        from custom_compiler.asc.ir import types

        if isinstance(field, StructField):
            for inner in field.struct.fields_:
                setattr(getattr(self, name), inner, getattr(value, inner))
            return
        stored = to_scalar(value, field.dtype).handle  # type: ignore[arg-type]
        attributes = {"field": types.text(self.__dict__["path_"] + (field.name or name))}
        builder.current("asc.Struct").create(
            "emitasc.set_member", (self.handle, stored), (), attributes
        )
