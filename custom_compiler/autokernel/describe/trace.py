"""State of a trace of a description's function: its axes and stages by name."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from inspect import currentframe
from pathlib import Path
from traceback import walk_stack
from typing import TYPE_CHECKING, NoReturn, TypeVar

from custom_compiler.autokernel.describe.rules import fault
from custom_compiler.autokernel.describe.tree import Axis, Load, Stage, at
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Node

    AnyNode = TypeVar("AnyNode", bound=Node)

_HERE = Path(__file__).parents[1]
_PACKAGE = _HERE.parent


@dataclass
class DescriptionTrace:
    """Axes and stages that one trace of a function has named so far."""

    axes: dict[str, Axis] = field(default_factory=dict)
    stages: dict[tuple[tuple[Axis, ...], Node], Stage] = field(default_factory=dict)

    def axis(self, name: str, size: Size) -> Axis:
        """Return the axis of this name; the same name is always the same axis.

        Raises:
            MisuseError: It has another size.
        """
        axis = self.axes.setdefault(name, Axis(name, size))
        if axis.size != size:
            fail(
                f"axis {name!r} has {axis.size} places, and elsewhere {size}",
                "give one of them another name: ak.rename, or name= where it is made",
            )
        return axis

    def stage(self, axes: tuple[Axis, ...], body: Node) -> Load:
        """Return a load of a value that is computed as a separate stage."""
        stage = self.stages.get((axes, body))
        if stage is None:
            stage = Stage(f"stage{len(self.stages) + 1}", axes, body)
            self.stages[axes, body] = stage
        return checked(Load(stage, tuple(at(axis) for axis in axes)))


_CURRENT: ContextVar[DescriptionTrace] = ContextVar("_CURRENT")


@contextmanager
def followed() -> Iterator[DescriptionTrace]:
    """Follow a description within the context."""
    token = _CURRENT.set(DescriptionTrace())
    try:
        yield _CURRENT.get()
    finally:
        _CURRENT.reset(token)


def current() -> DescriptionTrace:
    """Return the active trace.

    Raises:
        MisuseError: No description is being traced.
    """
    trace = _CURRENT.get(None)
    if trace is None:
        fail("this is only for descriptions", "call it in a function with @ak.op before it")
    return trace


def checked(node: AnyNode) -> AnyNode:
    """Return a node after its validation.

    Raises:
        MisuseError: The node's operands are inconsistent.
    """
    wrong = fault(node)
    if wrong:
        fail(wrong.message, wrong.hint)
    return node


def fail(message: str, hint: str = "") -> NoReturn:
    """Report an error of a description with its line; errors of a command have none."""
    for frame, line in walk_stack(currentframe()):
        folders = Path(frame.f_code.co_filename).parents
        if _HERE not in folders:
            if _PACKAGE in folders:
                break
            raise MisuseError(f"{frame.f_code.co_filename}:{line}: {message}", hint)
    raise MisuseError(message, hint)
