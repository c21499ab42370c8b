"""An operator's compiled libraries for this kind of machine, one per element type."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.gradients import gradient
from custom_compiler.autokernel.host.halide import halide_errors
from custom_compiler.autokernel.host.library import HostLibrary, build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import targets_here
from custom_compiler.autokernel.tune.versions import known_version, one_by_one, tuned_version
from custom_compiler.errors import BuildError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from custom_compiler.autokernel.describe.description import Description
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.autokernel.tune.driver import Effort


@dataclass(frozen=True)
class ExportRequest:
    """Operator to export.

    Attributes:
        description: The operator.
        dtypes: Element types, each with a separate tree.
        targets: Instruction sets, the most capable first; libraries choose at run time.
        sizes: Sizes with specialised versions, which precede the general one.
        effort: Search for the best schedules at these sizes; None: no search.
        constants: Values of the description's constants.
    """

    description: Description
    dtypes: tuple[str, ...]
    targets: tuple[HostTarget, ...]
    sizes: tuple[Mapping[str, int], ...] = ()
    effort: Effort | None = None
    constants: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The operator's name."""
        return self.description.name

    def operators(self) -> dict[str, Operator]:
        """Return the trees, by element type.

        Raises:
            MisuseError: The description rejects a type, a constant or a size.
        """
        operators = {
            dtype: self.description.operator(dtype=dtype, **self.constants) for dtype in self.dtypes
        }
        for dtype, operator in operators.items():
            known_sizes = {str(axis.size) for port in operator.inputs for axis in port.axes}
            for unknown in {name for sizes in self.sizes for name in sizes} - known_sizes:
                raise MisuseError(
                    f"{self.name} of {dtype} has no size {unknown!r}",
                    f"it has {', '.join(sorted(known_sizes))}",
                )
        return operators


def host_libraries(
    request: ExportRequest, folder: Path, on_step: Callable[[str], None]
) -> dict[str, HostLibrary]:
    """Build the libraries by element type in `folder`; functions are called `<operator>_<type>`.

    Raises:
        MisuseError: Halide is not installed, or sizes for tuning are missing.
        BuildError: A version cannot be compiled.
    """
    libraries = {}
    for dtype, operator in request.operators().items():
        name = f"{operator.name}_{dtype}"
        on_step(f"compile {name}")
        versions = [
            Version(_scheduled(request, operator, sizes, target, on_step), target)
            for target in request.targets
            for sizes in (*request.sizes, None)
        ]
        libraries[dtype] = build(versions, name, folder / name)
    return libraries


def _scheduled(
    request: ExportRequest,
    operator: Operator,
    sizes: Mapping[str, int] | None,
    target: HostTarget,
    on_step: Callable[[str], None],
) -> Lowered:
    """Return a version, tuned if requested and if this machine runs it."""
    if request.effort is None or sizes is None or target not in targets_here():
        return known_version(operator, sizes, target)
    on_step(f"tune {operator.name} for {target.name}")
    return tuned_version(operator, sizes, target, request.effort)


def gradient_libraries(
    request: ExportRequest, wrt: str, folder: Path, on_step: Callable[[str], None]
) -> dict[str, HostLibrary]:
    """Build the libraries of the gradient with respect to an input.

    Raises:
        MisuseError: There is no such gradient; or as for `host_libraries`.
        BuildError: As for `host_libraries`.
    """
    libraries = {}
    for dtype, operator in request.operators().items():
        derived = gradient(operator, operator.outputs[0].name, wrt)
        name = f"{derived.name}_{dtype}"
        on_step(f"compile {name}")
        versions = [Version(_derived(derived, target), target) for target in request.targets]
        libraries[dtype] = build(versions, name, folder / name)
    return libraries


def _derived(operator: Operator, target: HostTarget) -> Lowered:
    """Return a gradient's version, without the class's schedule if the class cannot schedule it."""
    with suppress(BuildError), halide_errors(operator.name):
        return known_version(operator, None, target)
    return one_by_one(operator, None)
