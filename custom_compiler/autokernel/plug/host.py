"""An operator's compiled libraries for this kind of machine, one per element type."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.classes import classify, scheduled
from custom_compiler.autokernel.describe.gradients import gradient
from custom_compiler.autokernel.host.halide import halide_errors
from custom_compiler.autokernel.host.library import HostLibrary, Version, build
from custom_compiler.autokernel.host.lower import lower
from custom_compiler.errors import BuildError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from custom_compiler.autokernel.describe.description import Description
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget


@dataclass(frozen=True)
class Request:
    """What is to be plugged in.

    Attributes:
        description: The operator.
        dtypes: Element types, each a tree of its own.
        targets: Instruction sets, the more able ones first; libraries choose when they run.
        sizes: Sizes that get versions of their own, in front of the one for all.
        constants: Values of the description's constants.
    """

    description: Description
    dtypes: tuple[str, ...]
    targets: tuple[HostTarget, ...]
    sizes: tuple[Mapping[str, int], ...] = ()
    constants: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The operator's name."""
        return self.description.name

    def operators(self) -> dict[str, Operator]:
        """The trees, by element type.

        Raises:
            MisuseError: the description does not take a type, a constant or a size.
        """
        made = {
            dtype: self.description.operator(dtype=dtype, **self.constants) for dtype in self.dtypes
        }
        for dtype, operator in made.items():
            known = {str(axis.size) for one in operator.inputs for axis in one.axes}
            for unknown in {name for sizes in self.sizes for name in sizes} - known:
                raise MisuseError(
                    f"{self.name} of {dtype} has no size {unknown!r}",
                    f"it has {', '.join(sorted(known))}",
                )
        return made


def host_libraries(
    request: Request, folder: Path, on_step: Callable[[str], None]
) -> dict[str, HostLibrary]:
    """The libraries by element type, in `folder`; functions are called `<operator>_<type>`.

    Raises:
        MisuseError: no class of operators has a schedule for it, or there is no Halide.
        BuildError: a version cannot be compiled.
    """
    made = {}
    for dtype, operator in request.operators().items():
        name = f"{operator.name}_{dtype}"
        on_step(f"compile {name}")
        versions = [
            Version(scheduled(operator, sizes, target), target)
            for target in request.targets
            for sizes in (*request.sizes, None)
        ]
        made[dtype] = build(versions, name, folder / name)
    return made


def gradient_libraries(
    request: Request, wrt: str, folder: Path, on_step: Callable[[str], None]
) -> dict[str, HostLibrary]:
    """The libraries of the gradient along an input, likewise.

    What no class has a schedule for is computed reduction by reduction.

    Raises:
        MisuseError: there is no such gradient; or as `host_libraries`.
        BuildError: as `host_libraries`.
    """
    made = {}
    for dtype, operator in request.operators().items():
        derived = gradient(operator, operator.outputs[0].name, wrt)
        name = f"{derived.name}_{dtype}"
        on_step(f"compile {name}")
        versions = [Version(_any_schedule(derived, target), target) for target in request.targets]
        made[dtype] = build(versions, name, folder / name)
    return made


def _any_schedule(operator: Operator, target: HostTarget) -> Lowered:
    if classify(operator) is not None:
        with suppress(BuildError), halide_errors(operator.name):
            return scheduled(operator, None, target)
    lowered = lower(operator)
    for func in lowered.funcs.values():
        func.compute_root()
    return lowered
