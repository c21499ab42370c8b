"""Classes of operators: each file says which operators it knows how to make fast, and how.

A class is a module-level object `CLASS` in the file of its name. To add one, write the file and put
its name into `_NAMES`, in front of the classes that also match its operators.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import (
        CoreKernelCall,
        CorePlatform,
        Packaged,
        TunedEntry,
    )
    from custom_compiler.autokernel.classes.arranged import Arranged
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space

_NAMES = ("matmul", "im2col", "convolution", "window", "normalise", "row_reduction", "elementwise")


class CoreClass(Protocol):
    """Operators of one shape of computation, and their kernels for AI cores.

    Settings are values by knob; knobs have ordinal ints, and `Space.allowed` is the legality rule.
    """

    name: str

    def core_space(self, match: Any, sizes: Mapping[str, int], platform: CorePlatform) -> Space:
        """Return the space of settings of the AI core kernel.

        Raises:
            MisuseError: AI cores cannot compute a part of the operator. All methods raise this.
        """
        ...

    def core_default(
        self, match: Any, sizes: Mapping[str, int], platform: CorePlatform
    ) -> dict[str, int]:
        """Return the setting of the tiling formula, which is allowed and good without a search."""
        ...

    def core_call(
        self,
        match: Any,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: CorePlatform,
    ) -> CoreKernelCall:
        """Return the launch of the kernel with a setting."""
        ...

    def core_packaged(
        self, match: Any, variants: Sequence[Operator], table: Sequence[TunedEntry]
    ) -> Packaged:
        """Return what packages need of the kernel, for all element types, with tuned settings."""
        ...


class OperatorClass(CoreClass, Protocol):
    """Operators that have kernels for this machine, too.

    What `match` gives is the class's own frozen dataclass: which axes and nodes play which role.
    """

    def match(self, operator: Operator) -> Any | None:
        """Return the roles of the operator's parts, or None if it is not of this class."""
        ...

    def host_space(self, match: Any, sizes: Mapping[str, int] | None, target: HostTarget) -> Space:
        """Return the space of settings of the schedule; without sizes, of the general version."""
        ...

    def host_default(
        self, match: Any, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """Return an allowed setting that is good without a search."""
        ...

    def arrange(
        self,
        match: Any,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """Return an equal operator with the stages that the setting requires (packed inputs).

        Axes of inputs and outputs may be merged if the memory layout stays the same.
        """
        ...

    def schedule(
        self, match: Any, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule the Funcs of what `arrange` gave, lowered."""
        ...


def classify(operator: Operator) -> tuple[OperatorClass, Any] | None:
    """Return the first class that matches the operator with the roles of its parts, or None."""
    for name in _NAMES:
        operator_class: OperatorClass = import_module(f"{__name__}.{name}").CLASS
        match = operator_class.match(operator)
        if match is not None:
            return operator_class, match
    return None


def classify_for_cores(operator: Operator) -> tuple[CoreClass, Any]:
    """Return the class whose AI core kernel computes the operator, with the roles of its parts."""
    from custom_compiler.autokernel.classes import convolution
    from custom_compiler.autokernel.classes.convolution.unfold import is_convolution
    from custom_compiler.autokernel.classes.nests import NESTS, NestsMatch

    classified = classify(operator)
    if classified is None and is_convolution(operator):
        return convolution.CLASS, NestsMatch(operator)
    return classified or (NESTS, NestsMatch(operator))


def packaged(variants: Sequence[Operator], table: Sequence[TunedEntry] = ()) -> Packaged:
    """Return what packages need of the AI core kernels of an operator, for `aicore.package.write`.

    Raises:
        MisuseError: AI cores cannot compute a part of the operator.
    """
    operator_class, match = classify_for_cores(variants[0])
    return operator_class.core_packaged(match, variants, table)


def scheduled(
    operator: Operator,
    sizes: Mapping[str, int] | None,
    target: HostTarget,
    setting: Mapping[str, int] | None = None,
) -> Lowered:
    """Return an operator, lowered for these sizes and scheduled, by default as its class sets.

    Raises:
        MisuseError: No class matches the operator.
    """
    from custom_compiler.autokernel.host.lower import lower

    classified = classify(operator)
    if classified is None:
        raise MisuseError(
            f"no class of operators knows {operator.name}",
            "describe it by fewer stages, or schedule it by an autoscheduler",
        )
    operator_class, match = classified
    used = setting or operator_class.host_default(match, sizes, target)
    arranged = operator_class.arrange(match, operator, sizes, used, target)
    lowered = lower(arranged.operator, sizes, operator, arranged.partials)
    operator_class.schedule(match, lowered, used, target)
    return lowered
