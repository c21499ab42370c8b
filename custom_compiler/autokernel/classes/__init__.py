"""Classes of operators: each file says which operators it knows how to make fast, and how.

A class is a module-level object `CLASS` in the file of its name. To add one, write the file and put
its name into `_NAMES`, in front of the classes that also match its operators.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space

_NAMES = ("normalise", "elementwise")


class OperatorClass(Protocol):
    """Operators of one shape of computation, and their kernels.

    What `match` gives is the class's own frozen dataclass: which axes and nodes play which role.
    Settings are values by knob; knobs have ordinal ints, and `Space.allowed` is the legality rule.
    """

    name: str

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

    def schedule(
        self, match: Any, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule the Funcs of a lowered operator."""
        ...

    def core_space(
        self, match: Any, sizes: Mapping[str, int], dtypes: Mapping[str, str], platform: Any
    ) -> Space:
        """What can be set of the AI core kernel."""
        ...

    def core_default(
        self, match: Any, sizes: Mapping[str, int], dtypes: Mapping[str, str], platform: Any
    ) -> dict[str, int]:
        """The formula of the tiling: an allowed setting that is good without search."""
        ...

    def core_kernel(self, match: Any) -> Any:
        """The asc kernel, and how it is called."""
        ...


def classify(operator: Operator) -> tuple[OperatorClass, Any] | None:
    """The first class that knows the operator, with the roles of its parts; None: there is none."""
    for name in _NAMES:
        operator_class: OperatorClass = import_module(f"{__name__}.{name}").CLASS
        match = operator_class.match(operator)
        if match is not None:
            return operator_class, match
    return None
