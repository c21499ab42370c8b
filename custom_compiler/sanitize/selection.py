"""Which findings somebody wants to see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.sanitize.findings import SEVERITIES, TOOLS

if TYPE_CHECKING:
    from custom_compiler.sanitize.findings import Finding, Launch


@dataclass(frozen=True)
class Selection:
    """What is reported of what the observers find.

    Attributes:
        tools: Some of TOOLS; none means all.
        lowest: The least severity, one of SEVERITIES.
        block: Only this block; None for all.
        kernel: Part of the kernels' names; "" for all.
        dcci: Whether missing cache cleaning is reported.
    """

    tools: tuple[str, ...] = ()
    lowest: str = "warning"
    block: int | None = None
    kernel: str = ""
    dcci: bool = True

    @property
    def chosen_tools(self) -> tuple[str, ...]:
        """The tools at work."""
        return self.tools or TOOLS

    def observer_options(self) -> dict[str, str]:
        """The same for the observers, which can leave out work."""
        options = {"tools": ",".join(self.chosen_tools)}
        if self.kernel:
            options["kernel"] = f"*{self.kernel}*"
        if self.block is not None:
            options["block"] = str(self.block)
        return options

    def takes_launch(self, launch: Launch) -> bool:
        """Whether a launch is reported at all."""
        return self.kernel in launch.kernel or self.kernel in launch.op_type

    def takes(self, finding: Finding) -> bool:
        """Whether a finding is reported."""
        return (
            finding.tool in self.chosen_tools
            and SEVERITIES.index(finding.severity) >= SEVERITIES.index(self.lowest)
            and (finding.kind != "stomp" or self.lowest != "error")
            and (finding.kind != "missing_dcci" or self.dcci)
            and (self.block is None or self._concerns_block(finding))
        )

    def _concerns_block(self, finding: Finding) -> bool:
        numbers = [block.partition("(")[2].rstrip(")") for block in finding.blocks]
        return not numbers or str(self.block) in numbers


EVERYTHING = Selection()
