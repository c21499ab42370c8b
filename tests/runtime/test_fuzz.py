"""A short run of fuzz.py."""

from __future__ import annotations

import pytest

from tests.runtime import fuzz


@pytest.mark.parametrize("kind", fuzz.IN_PROCESS)
def test_no_crash(cann_home, kernel_object, kind):
    fuzz.fuzz_process(kind, 1, 200, cann_home / "lib64/libascendcl.so", kernel_object)


@pytest.mark.parametrize("kind", fuzz.OBJECTS)
def test_damaged_objects_are_not_loaded(vendor_package, static_file, client, kind):
    undamaged = vendor_package if kind == "package_object" else static_file
    fuzz.fuzz_objects(kind, 1, 25, undamaged, client)


@pytest.mark.parametrize("kind", fuzz.PACKAGES)
def test_no_crash_with_packages(vendor_package, client, kind):
    fuzz.fuzz_packages(kind, 1, 20, vendor_package, client)
