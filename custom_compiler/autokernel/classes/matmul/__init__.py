"""Products of matrices, perhaps of batches, and what is computed of each of their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.matmul import knobs, schedule
from custom_compiler.autokernel.classes.matmul.match import MatmulMatch, match
from custom_compiler.autokernel.classes.matmul.roles import roles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import (
        CoreKernelCall,
        CorePlatform,
        Packaged,
        TunedEntry,
    )
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


class Matmul:
    """See the module."""

    name = "matmul"

    def match(self, operator: Operator) -> MatmulMatch | None:
        """Return the parts of a matrix product with elementwise operations after it."""
        return match(operator)

    def host_space(
        self, match: MatmulMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """See `knobs.space`."""
        return knobs.space(roles(match), sizes, target)

    def host_default(
        self, match: MatmulMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """See `knobs.default`."""
        return knobs.default(roles(match), sizes, target)

    def arrange(
        self,
        match: MatmulMatch,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """See `schedule.arrange`."""
        return Arranged(schedule.arrange(roles(match), operator, sizes, setting, target))

    def schedule(
        self, match: MatmulMatch, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """See `schedule.schedule`."""
        schedule.schedule(roles(match), lowered, setting, target)

    def core_space(
        self,
        match: MatmulMatch,
        sizes: Mapping[str, int],
        platform: CorePlatform,
    ) -> Space:
        """See `core.core_space`."""
        from custom_compiler.autokernel.classes.matmul import core

        return core.core_space(match, sizes, platform)

    def core_default(
        self,
        match: MatmulMatch,
        sizes: Mapping[str, int],
        platform: CorePlatform,
    ) -> dict[str, int]:
        """See `core.core_default`."""
        from custom_compiler.autokernel.classes.matmul import core

        return core.core_default(match, sizes, platform)

    def core_call(
        self,
        match: MatmulMatch,
        sizes: Mapping[str, int],
        setting: Mapping[str, int],
        platform: CorePlatform,
    ) -> CoreKernelCall:
        """See `core.core_call`."""
        from custom_compiler.autokernel.classes.matmul import core

        return core.core_call(match, sizes, setting, platform)

    def core_packaged(
        self, match: MatmulMatch, variants: Sequence[Operator], table: Sequence[TunedEntry]
    ) -> Packaged:
        """See `core.packaged`."""
        from custom_compiler.autokernel.classes.matmul import core

        del match
        return core.packaged(variants, table)


CLASS = Matmul()
