"""The generator of the page of the Ascend C API: what is declared. test_site.py has the page."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATOR = ROOT / "docs" / "ascendc_api"


@pytest.fixture(scope="module")
def modules() -> Iterator[tuple]:
    sys.path.insert(0, str(GENERATOR))
    yield importlib.import_module("listing"), importlib.import_module("probe")
    sys.path.remove(str(GENERATOR))


def test_probe_tells_what_is_declared(modules: tuple, cann_home: Path) -> None:
    listing, probe = modules
    compiler = probe.Compiler("g++", (cann_home / "tikcpp/tikcfw", cann_home / "include"))
    three_tensors = ", ".join(["const LocalTensor<T>&"] * 3)

    def function(name: str, parameters: str, scope: str = "AscendC"):
        return listing.Symbol("", scope, name, "function", "typename T", "void", parameters, ())

    def named(kind: str, scope: str, name: str):
        return listing.Symbol("", scope, name, kind, "", "", "", ())

    declared = [
        function("Add", f"{three_tensors}, const int32_t&"),
        function("Cast", "const LocalTensor<T>&, const LocalTensor<T>&, const RoundMode&, uint8_t"),
        named("class", "AscendC", "TPipe"),
        listing.Symbol("", "AscendC::TPipe", "Reset", "function", "", "void", "", ()),
        named("enumerator", "AscendC::CMPMODE", "LT"),
        named("constant", "AscendC", "TOTAL_UB_SIZE"),
        named("macro", "", "TILING_KEY_IS"),
        named("name", "AscendC", "GetUserWorkspace"),
    ]
    missing = [
        function("Add", f"{three_tensors}, const char*"),
        function("AddNothing", "const LocalTensor<T>&"),
        named("class", "AscendC", "TPipeline"),
        listing.Symbol("", "AscendC::TPipe", "Renew", "function", "", "void", "", ()),
        named("enumerator", "AscendC::CMPMODE", "LTE"),
        named("macro", "", "TILING_KEY_WAS"),
        named("name", "AscendC", "GetNothing"),
    ]
    found = probe.declared(compiler, declared + missing)
    assert found == [True] * len(declared) + [False] * len(missing)
