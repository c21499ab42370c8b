"""What may name a vendor."""

from __future__ import annotations

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.package.vendor import check_vendor_name


@pytest.mark.parametrize("name", ["customize", "_a", "A1", "x" * 64])
def test_vendor_names(name: str) -> None:
    assert check_vendor_name(name) == name


@pytest.mark.parametrize("name", ["", "1a", "a/b", "../a", "$(x)", "a b", "a\n", "ä", "x" * 65])
def test_bad_vendor_names(name: str) -> None:
    with pytest.raises(MisuseError, match="not a vendor name"):
        check_vendor_name(name)
