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

    from custom_compiler.autokernel.aicore.kernels import Call, Packaged, Platform, Tuned
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

    def core_space(self, match: Any, sizes: Mapping[str, int], platform: Platform) -> Space:
        """What can be set of the AI core kernel.

        Raises:
            MisuseError: AI cores do not compute something of the operator; of all these.
        """
        ...

    def core_default(
        self, match: Any, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]:
        """The formula of the tiling: an allowed setting that is good without search."""
        ...

    def core_call(
        self,
        match: Any,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call:
        """How the asc kernel is launched with a setting."""
        ...

    def core_packaged(
        self, match: Any, variants: Sequence[Operator], table: Sequence[Tuned]
    ) -> Packaged:
        """How the kernel is packaged for all element types, with what was tuned."""
        ...


class OperatorClass(CoreClass, Protocol):
    """Operators that have kernels for this machine, too.

    What `match` gives is the class's own frozen dataclass: which axes and nodes play which role.
    """

    def match(self, operator: Operator) -> Any | None:
        """The roles that the operator's parts play, None if it is not of this class."""
        ...

    def host_space(self, match: Any, sizes: Mapping[str, int] | None, target: HostTarget) -> Space:
        """What can be set in the schedule; sizes None: of the general version."""
        ...

    def host_default(
        self, match: Any, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """An allowed setting that is good without search."""
        ...

    def arrange(
        self,
        match: Any,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """The same operator, perhaps with stages that the setting wants, such as packed inputs.

        Axes of inputs and outputs may become one where memory stays the same.
        """
        ...

    def schedule(
        self, match: Any, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule the Funcs of what `arrange` gave, lowered."""
        ...


def classify(operator: Operator) -> tuple[OperatorClass, Any] | None:
    """The first class that knows the operator, with the roles of its parts; None: there is none."""
    for name in _NAMES:
        operator_class: OperatorClass = import_module(f"{__name__}.{name}").CLASS
        match = operator_class.match(operator)
        if match is not None:
            return operator_class, match
    return None


def classify_for_cores(operator: Operator) -> tuple[CoreClass, Any]:
    """The class that makes the kernel for AI cores, where there may be one for any operator."""
    from custom_compiler.autokernel.classes import convolution
    from custom_compiler.autokernel.classes.convolution.unfold import is_convolution
    from custom_compiler.autokernel.classes.nests import NESTS, Match

    found = classify(operator)
    if found is None and is_convolution(operator):
        return convolution.CLASS, Match(operator)
    return found or (NESTS, Match(operator))


def packaged(variants: Sequence[Operator], table: Sequence[Tuned] = ()) -> Packaged:
    """How the AI core kernels of an operator are packaged, for `aicore.package.write`.

    Raises:
        MisuseError: AI cores do not compute something of it.
    """
    operator_class, match = classify_for_cores(variants[0])
    return operator_class.core_packaged(match, variants, table)


def scheduled(
    operator: Operator,
    sizes: Mapping[str, int] | None,
    target: HostTarget,
    setting: Mapping[str, int] | None = None,
) -> Lowered:
    """An operator of a class, lowered for these sizes and scheduled; without setting: the default.

    Raises:
        MisuseError: no class knows the operator.
    """
    from custom_compiler.autokernel.host.lower import lower

    found = classify(operator)
    if found is None:
        raise MisuseError(
            f"no class of operators knows {operator.name}",
            "describe it by fewer stages, or schedule it by an autoscheduler",
        )
    operator_class, match = found
    used = setting or operator_class.host_default(match, sizes, target)
    arranged = operator_class.arrange(match, operator, sizes, used, target)
    lowered = lower(arranged.operator, sizes, operator, arranged.partials)
    operator_class.schedule(match, lowered, used, target)
    return lowered
