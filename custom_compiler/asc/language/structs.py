"""Structures made of the table's rows: of parameters (`asc.UnaryRepeatParams`), of tilings."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

from custom_compiler.asc import table
from custom_compiler.asc.ir import builder
from custom_compiler.asc.language import arguments
from custom_compiler.asc.language.dtypes import KnownTypes
from custom_compiler.asc.language.enumerations import enumeration
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.records import Field, Struct
from custom_compiler.asc.language.values import Scalar

if TYPE_CHECKING:
    from typing_extensions import Self
    from xdsl.ir import SSAValue

    from custom_compiler.asc.language.arguments import BoundForm
    from custom_compiler.asc.table.model import ParameterStruct

_TILING_KINDS = {"i32": KnownTypes.int32, "f32": KnownTypes.float32}


class Structure(Object):
    """A structure of parameters.

    A kernel makes it where it is written; elsewhere the operation that takes it makes it, and so
    it is with records, whose fields can be set.
    """

    row_: ClassVar[ParameterStruct]  # fields may be called like it without the stroke

    def __init__(self, *positional: object, **keywords: object) -> None:
        reasons = []
        form = 0
        for form, constructor in enumerate(self.row_.constructors):  # noqa: B007 - the one that fits
            bound = arguments.bind(constructor, positional, keywords)
            if isinstance(bound, arguments.BoundForm):
                break
            reasons.append(f"{self.row_.name}({arguments.signature(constructor)}): {bound}")
        else:
            text = reasons[0] if len(reasons) == 1 else "\n  ".join(("no form fits:", *reasons))
            message = f"asc.{self.row_.name}: {text}"
            raise TypeError(message)
        self.__dict__["form"] = form
        self.__dict__["bound"] = bound
        if self.row_.record:
            self.__dict__.update(bound.values)
        elif builder.is_active():
            self.__dict__["handle"] = self._construct(bound)

    def fields(self) -> dict[str, object]:
        """Return its fields by name, with the values that were set last."""
        return {
            name: self.__dict__.get(name, v) for name, v in self.__dict__["bound"].values.items()
        }

    @property
    def handle(self) -> SSAValue:
        """Its value in the IR."""
        handle: SSAValue | None = self.__dict__.get("handle")
        if handle is not None:
            return handle
        bound: BoundForm = self.__dict__["bound"]
        return self._construct(bound._replace(values=self.fields()))

    @handle.setter
    def handle(self, handle: SSAValue) -> None:
        self.__dict__["handle"] = handle

    def __setattr__(self, name: str, value: object) -> None:
        if name == "handle" or name.startswith("_") or name == "name":
            super().__setattr__(name, value)
        elif self.row_.record and name in self.__dict__["bound"].values:
            self.__dict__[name] = value
        else:
            message = (
                f"field {name!r} of asc.{self.row_.name} cannot be set; give it when it is made"
            )
            raise AttributeError(message)

    def __getattr__(self, name: str) -> Any:
        if name == "dtype" and "bound" in self.__dict__ and "dtype" in self.fields():
            return self.fields()["dtype"]
        if name in self.row_.attributes:
            return self._member(name)
        return super().__getattr__(name)

    def _member(self, name: str) -> Scalar:
        from custom_compiler.asc.ir import types

        current = builder.current(f"asc.{self.row_.name}.{name}")
        field = {"field": types.text(arguments.camel_case(name))}
        kind = types.element("int32")
        return Scalar(
            current.value("emitasc.member", (self.handle,), kind, field), KnownTypes.int32
        )

    def _construct(self, bound: BoundForm) -> SSAValue:
        from custom_compiler.asc.ir import operations, types

        name = f"asc.{self.row_.name}"
        self._check_newer(bound)
        operands, attributes, sizes = arguments.lower(name, bound, None, exact=True)
        if len(self.row_.constructors) > 1:
            attributes[operations.FORM] = types.number(self.__dict__["form"])
        operation = builder.current(name).create(
            "ascendc.construct", operands, (types.plain(self.row_.ir),), attributes, segments=sizes
        )
        return operation.results[0]

    def _check_newer(self, bound: BoundForm) -> None:
        """Reject values of fields that CANN 8.1 lacks, since the row's text leaves them out."""
        text = bound.overload.emit
        usual = arguments.bind(bound.overload, (), {})
        for parameter in bound.overload.parameters:
            name = parameter.name
            written = f"{{{name}" in text or "dtype" in parameter.kinds
            if written or not isinstance(usual, arguments.BoundForm):
                continue
            if bound.values[name] != usual.values[name]:
                message = f"asc.{self.row_.name}: {name} is of newer CANN than 8.1"
                raise ValueError(f"{message}; leave it {usual.values[name]!r}")


class _FixpipeConfig(Structure):
    """The layouts of a matrix that leaves the cube, by their names in Ascend C."""

    @classmethod
    def cfg_nz(cls) -> Self:
        """Return the layout of fractals, as the cube has them."""
        return cls(enumeration("CO2Layout")["NZ"])

    @classmethod
    def cfg_row_major(cls) -> Self:
        """Return the layout row by row."""
        return cls(enumeration("CO2Layout")["ROW_MAJOR"])


@cache
def structure(name: str) -> type[Structure]:
    """Return the class of a structure of the table.

    Raises:
        KeyError: there is none of that name.
    """
    base = _FixpipeConfig if name == "FixpipeConfig" else Structure
    return type(name, (base,), {"row_": table.struct(name), "__module__": "asc"})


@cache
def tiling(name: str) -> type[Struct]:
    """Return the class of a tiling structure.

    Raises:
        KeyError: the table has none of that name.
    """
    row = table.tiling(name)
    fields = {f.name: Field(_TILING_KINDS[f.kind], row.default, f.cpp) for f in row.fields}
    body = {**fields, "cpp_name_": row.cpp, "__module__": "asc.language.adv"}
    return type(name, (Struct,), body)
