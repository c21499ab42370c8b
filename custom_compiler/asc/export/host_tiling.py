"""The toolkit's tilings of matrix multiplications in functions that become C++ of the host."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from custom_compiler.asc.ir import builder, types
from custom_compiler.asc.language.dtypes import KnownTypes
from custom_compiler.asc.language.records import Struct
from custom_compiler.asc.language.values import Scalar, describe, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import SSAValue

_NAMESPACE = "matmul_tiling"
_COMPUTED = "TCubeTiling"


class TracedTiling:
    """An object of the tiling library; calls of its methods become statements.

    Attributes:
        handle: Its value in the IR.
    """

    def __init__(self, kind: str) -> None:
        self.handle = builder.current(f"host.{kind}").value(
            "emitasc.variable",
            (),
            types.py_struct(f"{_NAMESPACE}::{kind}", ()),
            {"arguments": types.text("platform")},
        )
        self.handle.name_hint = "planner"

    def call(self, method: str, arguments: Sequence[object]) -> Scalar:
        """Return the result of a method; whole numbers must fit into 32 bits when it is called.

        Raises:
            TypeError: an argument is neither a number nor a member of an enumeration.
        """
        values: list[SSAValue] = []
        texts = []
        for argument in arguments:
            if isinstance(argument, IntEnum):
                texts.append(f"{_NAMESPACE}::{type(argument).__name__}::{argument.name}")
            elif isinstance(argument, bool):
                texts.append(str(argument).lower())
            elif is_number(argument):
                texts.append(str(argument))
            elif isinstance(argument, Scalar):
                values.append(argument.handle)
                texts.append(f"${len(values)}")
            else:
                message = f"{method}: {describe(argument)} is no whole number"
                raise TypeError(message)
        return self._call(f"$0.{method}({', '.join(texts)})", values)

    def results(self, method: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - a Planner
        """Reject the call, since its settings are in the tiling, too.

        Raises:
            TypeError: always.
        """
        message = f"{method} is not for functions of asc.export; read the tiling's fields"
        raise TypeError(message)

    def compute(self, tiling: object) -> Scalar:
        """Write the tiling: 0, or -1 if there is none; unless this is looked at, calls fail then.

        Raises:
            TypeError: it is no tiling of the function's.
        """
        if not isinstance(tiling, Struct) or tiling.cpp_name_ != _COMPUTED:
            message = f"get_tiling: {describe(tiling)} is no asc.adv.{_COMPUTED}"
            raise TypeError(message)
        return self._call("$0.GetTiling($1)", [tiling.handle], required=True)

    def _call(self, text: str, values: Sequence[SSAValue], *, required: bool = False) -> Scalar:
        value = builder.current("host").value(
            "emitasc.host_call",
            (self.handle, *values),
            types.element("int64"),
            {"value": types.text(text), "required": types.flag(value=required)},
        )
        return Scalar(value, KnownTypes.int64)
