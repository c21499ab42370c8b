"""The status codes of the public headers have CANN's numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from custom_compiler.explain import code_names
from tests.utils.status import Acl, Aclnn, Rt

if TYPE_CHECKING:
    from enum import IntEnum
    from pathlib import Path


@pytest.mark.parametrize(
    ("prefix", "codes"), [("ACL_ERROR_", Acl), ("ACL_ERROR_RT_", Rt), ("ACLNN_ERR_", Aclnn)]
)
def test_headers_agree_with_the_table(cann_home: Path, prefix: str, codes: type[IntEnum]) -> None:
    names = code_names(cann_home / "include")
    assert {names.get(code): int(code) for code in codes} == {
        f"{prefix}{code.name}": int(code) for code in codes
    }
