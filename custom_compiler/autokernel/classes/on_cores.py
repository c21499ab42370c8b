"""The AI core half of classes: kernels that need to know nothing but the operator, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from custom_compiler.autokernel.aicore.sight import refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import Call, Packaged, Platform, Tuned
    from custom_compiler.autokernel.aicore.package import Settings
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space


class OfOperator(Protocol):
    """What a class has found: of which operator."""

    @property
    def operator(self) -> Operator:
        """The operator."""


class OnCores:
    """What a class does on AI cores, by what can be set of the kernel that computes it."""

    def settings(self, match: OfOperator) -> Settings:
        """What can be set of an operator's kernel, one for elements, rows, columns or nests."""
        from custom_compiler.autokernel.aicore.package import settings_of

        return settings_of(match.operator)

    def core_space(self, match: OfOperator, sizes: Mapping[str, int], platform: Platform) -> Space:
        """See `OperatorClass`."""
        return self.settings(match).space(match.operator, sizes, platform)

    def core_default(
        self, match: OfOperator, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]:
        """See `OperatorClass`."""
        return self.settings(match).default(match.operator, sizes, platform)

    def core_call(
        self,
        match: OfOperator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call:
        """See `OperatorClass`."""
        return self.settings(match).call(match.operator, sizes, setting, platform)

    def core_packaged(
        self, match: OfOperator, variants: Sequence[Operator], table: Sequence[Tuned]
    ) -> Packaged:
        """See `OperatorClass`."""
        return self.settings(match).packaged(variants, table)


class WindowsOnCores(OnCores):
    """Windows of planes one by one, or convolutions as products of matrices.

    Of ints, far apart, or otherwise unusual, they are loops as of any operator.
    """

    def settings(self, match: OfOperator) -> Settings:
        """See `OnCores`."""
        from custom_compiler.autokernel.aicore import nest_settings, windows
        from custom_compiler.autokernel.aicore.sight import is_padded, is_seen
        from custom_compiler.autokernel.classes.convolution import core
        from custom_compiler.autokernel.classes.convolution.match import match as convolution
        from custom_compiler.autokernel.classes.convolution.unfold import is_convolution

        found = convolution(match.operator)
        sums_channels = found is not None and bool(found.channels)
        if sums_channels or is_convolution(match.operator):
            return core
        if is_seen(match.operator) or is_padded(match.operator):
            return windows
        return nest_settings


class HostOnly(OnCores):
    """Of a class whose operators AI cores do not compute."""

    name: str

    def settings(self, match: OfOperator) -> Settings:
        """Refused."""
        del match
        raise refused(f"an operator of class {self.name}")
