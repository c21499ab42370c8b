"""Objects of Ascend C that kernels hold: their methods are rows of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.asc.language import functions
from custom_compiler.asc.language.values import RuntimeValue

if TYPE_CHECKING:
    from typing_extensions import Self
    from xdsl.ir import SSAValue


class Object(RuntimeValue):
    """An object of a class of Ascend C; what the table calls `<class>.<method>` are its methods."""

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for kind in type(self).__mro__:
                method = functions.method(kind.__name__, name, self)
                if method is not None:
                    return method
        message = f"{type(self).__name__} has no attribute {name!r}"
        raise AttributeError(message)

    @classmethod
    def of(cls, handle: SSAValue, like: Object | None = None) -> Self:
        """Return the object of a value, with the other attributes of `like`."""
        copy = cls.__new__(cls)
        if like is not None:
            copy.__dict__.update(like.__dict__)
        copy.handle = handle
        return copy
