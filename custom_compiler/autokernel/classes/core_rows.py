"""The AI core half of elementwise operators and of those on rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import Call, Packaged, Platform, Tuned
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.search.space import Space


class OfOperator(Protocol):
    """What a class has found: of which operator."""

    @property
    def operator(self) -> Operator:
        """The operator."""


class CoreRows:
    """Kernels are those of `aicore`, which need to know nothing but the operator."""

    def core_space(self, match: OfOperator, sizes: Mapping[str, int], platform: Platform) -> Space:
        """See `OperatorClass`."""
        from custom_compiler.autokernel.aicore.package import settings_of

        return settings_of(match.operator).space(match.operator, sizes, platform)

    def core_default(
        self, match: OfOperator, sizes: Mapping[str, int], platform: Platform
    ) -> dict[str, int]:
        """See `OperatorClass`."""
        from custom_compiler.autokernel.aicore.package import settings_of

        return settings_of(match.operator).default(match.operator, sizes, platform)

    def core_call(
        self,
        match: OfOperator,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: Platform,
    ) -> Call:
        """See `OperatorClass`."""
        from custom_compiler.autokernel.aicore.package import settings_of

        del platform
        return settings_of(match.operator).call(match.operator, sizes, setting)

    def core_packaged(
        self, match: OfOperator, variants: Sequence[Operator], table: Sequence[Tuned]
    ) -> Packaged:
        """See `OperatorClass`."""
        from custom_compiler.autokernel.aicore.package import settings_of

        return settings_of(match.operator).packaged(variants, table)
