"""Convolutions, and what is computed of each of their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.convolution import knobs, schedule
from custom_compiler.autokernel.classes.convolution.match import ConvolutionMatch, match
from custom_compiler.autokernel.classes.on_cores import WindowsOnCores

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Space


class Convolution(WindowsOnCores):
    """See the module."""

    name = "convolution"

    def match(self, operator: Operator) -> ConvolutionMatch | None:
        """Return the parts of a convolution with elementwise operations after it."""
        return match(operator)

    def host_space(
        self, match: ConvolutionMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """See `knobs.space`."""
        return knobs.space(match, sizes, target)

    def host_default(
        self, match: ConvolutionMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """See `knobs.default`."""
        return knobs.default(match, sizes, target)

    def arrange(
        self,
        match: ConvolutionMatch,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """See `schedule.arrange`."""
        return Arranged(schedule.arrange(match, operator, sizes, setting, target))

    def schedule(
        self,
        match: ConvolutionMatch,
        lowered: Lowered,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> None:
        """See `schedule.schedule`."""
        schedule.schedule(match, lowered, setting, target)


CLASS = Convolution()
