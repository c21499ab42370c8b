"""The AI core half of operators with windows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from custom_compiler.autokernel.aicore.sight import refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import Call, Packaged, Platform, Tuned
    from custom_compiler.autokernel.classes.core_rows import OfOperator
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space


class _Core(Protocol):
    """A module with the AI core half of a class."""

    def core_space(
        self, operator: Operator, sizes: Mapping[str, int], platform: Platform
    ) -> Space: ...

    def core_default(
        self, operator: Operator, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]: ...

    def core_call(
        self,
        operator: Operator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call: ...

    def packaged(self, variants: Sequence[Operator], table: Sequence[Tuned]) -> Packaged: ...


class CoreWindows:
    """Windows of planes one by one, or convolutions as products of matrices."""

    def core_space(self, match: OfOperator, sizes: Mapping[str, int], platform: Platform) -> Space:
        """See `OperatorClass`."""
        return _core(match.operator).core_space(match.operator, sizes, platform)

    def core_default(
        self, match: OfOperator, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]:
        """See `OperatorClass`."""
        return _core(match.operator).core_default(match.operator, sizes, platform)

    def core_call(
        self,
        match: OfOperator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call:
        """See `OperatorClass`."""
        return _core(match.operator).core_call(match.operator, sizes, setting, platform)

    def core_packaged(
        self, match: OfOperator, variants: Sequence[Operator], table: Sequence[Tuned]
    ) -> Packaged:
        """See `OperatorClass`."""
        return _core(match.operator).packaged(variants, table)


class HostOnly:
    """Of a class whose operators AI cores do not compute."""

    name: str

    def core_space(self, match: object, sizes: Mapping[str, int], platform: Platform) -> Space:
        """Refused."""
        del match, sizes, platform
        raise refused(f"an operator of class {self.name}")

    def core_default(
        self, match: object, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]:
        """Refused."""
        del match, sizes, platform
        raise refused(f"an operator of class {self.name}")

    def core_call(
        self,
        match: object,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call:
        """Refused."""
        del match, sizes, setting, platform
        raise refused(f"an operator of class {self.name}")

    def core_packaged(
        self, match: object, variants: Sequence[Operator], table: Sequence[Tuned]
    ) -> Packaged:
        """Refused."""
        del match, variants, table
        raise refused(f"an operator of class {self.name}")


def _core(operator: Operator) -> _Core:
    from custom_compiler.autokernel.aicore import windows
    from custom_compiler.autokernel.classes.convolution import core
    from custom_compiler.autokernel.classes.convolution.match import match

    found = match(operator)
    return core if found is not None and found.channels else windows
