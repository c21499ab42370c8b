"""Static and debug kernels say which installed operator they were made from, and serve no other."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from tests.runtime.handmade_opp import ADDEND

SUMS = [1001 * i for i in range(30)]
STATIC = [value + ADDEND for value in SUMS]
DEBUG_ON = {"ASCENDC_ENABLE_DEBUG_KERNEL": "on"}


@pytest.fixture
def origin(vendor_package: Path) -> dict[str, str]:
    """Return the origin of the installed kernel; its description has no hash."""
    (library,) = vendor_package.rglob("libcust_opmaster_rt2.0.so")
    data = library.read_bytes()
    tiling = f"{len(data):x}-{zlib.crc32(data):08x}"
    return {"key": "AddPairs/d=0,p=0/3,2/3,2/3,2", "kernel": "", "tiling": tiling}


def test_that_of_what_is_installed_is_taken(call, opp, origin):
    opp.add(madeFrom=origin)
    sums, result, line = call()
    assert (sums, line["taken"], result.stderr) == (STATIC, "static", "")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kernel": "0123"}, "AddPairs had another kernel than {root} has now"),
        ({"tiling": "1-0"}, "AddPairs had another library of tiling functions than {root} has"),
        ({"key": "AddPairs/d=0,p=0/1,2"}, "no installed package has a kernel AddPairs/d=0,p=0"),
    ],
)
@pytest.mark.parametrize("index", ["static", "debug"])
def test_another_one_is_left_and_told(call, opp, origin, vendor_package, change, why, index):
    kernel = opp.add(index=index, madeFrom={**origin, **change})
    sums, result, line = call(**DEBUG_ON)
    text = why.format(root=vendor_package)
    assert (sums, line["taken"]) == (SUMS, "dynamic")
    assert line["why"].startswith(f"{kernel} is out of date: {text}")
    assert line["why"].endswith(": run op_compiler again")
    assert f"[WARN] kernels of {kernel.parents[2]} are out of date: {text}" in result.stderr


def test_that_of_an_operator_that_is_gone_is_taken(call, opp, origin):
    """Nothing is there that it could differ from."""
    opp.add(madeFrom={**origin, "key": "Gone/d=0,p=0/1,2"})
    assert call()[2]["taken"] == "static"


def test_debug_builds_for_all_shapes_are_compared_too(call, opp, origin, vendor_package):
    kernel = next(vendor_package.rglob("AddPairs_0123.o"))
    description = json.loads(kernel.with_suffix(".json").read_text())
    for hash_, taken in (("", "debug"), ("0123", "dynamic")):
        made = {**description, "madeFrom": {**origin, "kernel": hash_}}
        opp.index("debug").unlink(missing_ok=True)
        opp.add_dynamic(origin["key"], kernel.read_bytes(), made)
        assert call(**DEBUG_ON)[2]["taken"] == taken
