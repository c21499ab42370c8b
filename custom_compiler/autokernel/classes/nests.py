"""AI core kernels of operators without a class: consecutive stages, each a nest of loops."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.on_cores import OnCores

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Operator


@dataclass(frozen=True)
class NestsMatch:
    """Any operator."""

    operator: Operator


class Nests(OnCores):
    """See the module."""

    name = "nests"


NESTS = Nests()
