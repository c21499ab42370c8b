"""A short run of fuzz.py."""

from __future__ import annotations

import pytest

from tests.runtime import fuzz


@pytest.mark.parametrize("kind", fuzz.IN_PROCESS)
def test_no_crash(cann_home, kernel_object, kind):
    fuzz.fuzz(
        kind,
        1,
        200,
        library=cann_home / "lib64/libascendcl.so",
        kernel=kernel_object,
        package=None,
        client=None,
    )


@pytest.mark.parametrize("kind", fuzz.PACKAGES)
def test_no_crash_with_packages(vendor_package, client, kind):
    fuzz.fuzz(kind, 1, 20, library=None, kernel=None, package=vendor_package, client=client)
