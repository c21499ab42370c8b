"""One setting that is tried, and what it cost."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.search.space import Value


@dataclass(frozen=True)
class Trial:
    """A setting to try, or tried.

    Attributes:
        number: Trials are numbered from 0, in the order in which they were proposed.
        setting: Value by knob.
        cost: The less the better; None: not tried yet, or it cannot be used.
        note: What the judge wants to remember; has a JSON form.
    """

    number: int
    setting: Mapping[str, Value]
    cost: float | None = None
    note: Mapping[str, Any] = field(default_factory=dict)

    def fields(self) -> dict[str, Any]:
        """Return its JSON form."""
        return asdict(self)


def trial_of(fields: Mapping[str, Any]) -> Trial:
    """Return a trial from its JSON form; raise KeyError, TypeError or ValueError for others."""
    cost = fields["cost"]
    return Trial(
        number=int(fields["number"]),
        setting=dict(fields["setting"]),
        cost=None if cost is None else float(cost),
        note=dict(fields["note"]),
    )
