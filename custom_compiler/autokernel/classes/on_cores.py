"""The AI core half of classes: kernels that need to know nothing but the operator, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from custom_compiler.autokernel.aicore.plane_windows import refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import (
        CoreKernelCall,
        CorePlatform,
        Packaged,
        TunedEntry,
    )
    from custom_compiler.autokernel.aicore.package import Settings
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space


class OfOperator(Protocol):
    """Match of a class, with the operator."""

    @property
    def operator(self) -> Operator:
        """The operator."""


class OnCores:
    """AI core half of a class, implemented through the settings module of a kernel."""

    def settings(self, match: OfOperator) -> Settings:
        """Return the settings module for an operator: elements, rows, columns or nests."""
        from custom_compiler.autokernel.aicore.package import settings_of

        return settings_of(match.operator)

    def core_space(
        self, match: OfOperator, sizes: Mapping[str, int], platform: CorePlatform
    ) -> Space:
        """See `OperatorClass`."""
        return self.settings(match).space(match.operator, sizes, platform)

    def core_default(
        self, match: OfOperator, sizes: Mapping[str, int], platform: CorePlatform
    ) -> dict[str, int]:
        """See `OperatorClass`."""
        return self.settings(match).default(match.operator, sizes, platform)

    def core_call(
        self,
        match: OfOperator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: CorePlatform,
    ) -> CoreKernelCall:
        """See `OperatorClass`."""
        return self.settings(match).call(match.operator, sizes, setting, platform)

    def core_packaged(
        self, match: OfOperator, variants: Sequence[Operator], table: Sequence[TunedEntry]
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
        from custom_compiler.autokernel.aicore.plane_windows import is_padded, is_seen
        from custom_compiler.autokernel.classes.convolution import core
        from custom_compiler.autokernel.classes.convolution.match import match as convolution
        from custom_compiler.autokernel.classes.convolution.unfold import is_convolution

        matched = convolution(match.operator)
        sums_channels = matched is not None and bool(matched.channels)
        if sums_channels or is_convolution(match.operator):
            return core
        if is_seen(match.operator) or is_padded(match.operator):
            return windows
        return nest_settings


class HostOnly(OnCores):
    """AI core half of a class whose operators AI cores cannot compute."""

    name: str

    def settings(self, match: OfOperator) -> Settings:
        """Reject the operator."""
        del match
        raise refused(f"an operator of class {self.name}")
