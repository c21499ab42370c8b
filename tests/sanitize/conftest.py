"""The faulty kernels and their repaired forms, compiled once for all tests of this folder."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from faulty_batch import Program
from faulty_cases import ARCHITECTURES, CASES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def programs(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Program]:
    """A program for each SoC."""
    folder = tmp_path_factory.mktemp("faulty_kernels")

    def build(arch: str) -> Program:
        place = folder / arch
        place.mkdir()
        cases = [case for case in CASES if set(case.socs) & set(ARCHITECTURES[arch])]
        return Program.build(cases, arch, place, cann_home)

    with ThreadPoolExecutor(2) as pool:
        built = dict(zip(ARCHITECTURES, pool.map(build, ARCHITECTURES), strict=True))
    return {soc: built[arch] for arch, socs in ARCHITECTURES.items() for soc in socs}
