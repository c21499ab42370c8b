"""A plug-in of pytest: parameters called `backend` become Model, whatever a test file says.

PyAsc's generalization tests are fixed to NPU; both mean the toolkit's device here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Before anything runs."""
    from asc.runtime.config import Backend

    for item in items:
        callspec = getattr(item, "callspec", None)
        if callspec is not None and "backend" in callspec.params:
            callspec.params["backend"] = Backend.Model
