"""Selection of reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.sanitize.findings import SEVERITIES, TOOLS, VALUE_CHECK

if TYPE_CHECKING:
    from custom_compiler.sanitize.findings import Finding, LaunchedKernel


@dataclass(frozen=True)
class Selection:
    """The reports to print.

    Attributes:
        tools: Some of TOOLS; none means all.
        lowest: The least severity, one of SEVERITIES.
        block: Only this block; None for all.
        kernel: Part of the kernels' names; "" for all.
        dcci: Whether missing cache cleaning is reported.
        leaks: Whether device memory that is never freed is looked for.
        unused: Whether device memory that is never used is looked for.
        kernels: Whether kernels are checked, or only what the program does with device memory.
        values: What is to be known of numbers: some of `nan` and `half`.
    """

    tools: tuple[str, ...] = ()
    lowest: str = "warning"
    block: int | None = None
    kernel: str = ""
    dcci: bool = True
    leaks: bool = False
    unused: bool = False
    kernels: bool = True
    values: frozenset[str] = frozenset()

    @property
    def chosen_tools(self) -> tuple[str, ...]:
        """The tools at work; what is asked for of memcheck brings it along."""
        is_memory = self.leaks or self.unused or not self.kernels
        tools = self.tools or TOOLS
        return (*tools, "memcheck") if is_memory and "memcheck" not in tools else tools

    def observer_options(self) -> dict[str, str]:
        """Return the selection as options of observers, which can then skip work."""
        options = {"tools": ",".join(self.chosen_tools), "lowest": self.lowest}
        if self.values:
            options["values"] = ",".join(sorted(self.values))
        if self.kernel:
            options["kernel"] = f"*{self.kernel}*"
        switches = {"leaks": self.leaks, "unused": self.unused}
        options |= {name: "yes" for name, on in switches.items() if on}
        if not self.kernels:
            options["kernels"] = "none"
        return options

    def takes_launch(self, launch: LaunchedKernel | None) -> bool:
        """Return whether a launch is reported at all; None is the program, which always is."""
        return launch is None or self.kernel in launch.kernel or self.kernel in launch.op_type

    def takes(self, finding: Finding) -> bool:
        """Return whether an error is reported."""
        return (
            finding.tool in (*self.chosen_tools, VALUE_CHECK)
            and SEVERITIES.index(finding.severity) >= SEVERITIES.index(self.lowest)
            and (finding.kind != "stomp" or self.lowest != "error")
            and (finding.kind != "missing_dcci" or self.dcci)
            and (self.block is None or self._concerns_block(finding))
        )

    def _concerns_block(self, finding: Finding) -> bool:
        numbers = [block.partition("(")[2].rstrip(")") for block in finding.blocks]
        return not numbers or str(self.block) in numbers


EVERYTHING = Selection()
