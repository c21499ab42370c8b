"""Kernels as text, launched without the language above them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.utils.sources import read_source

ADD_SCALED = read_source(__file__, "kernels/add_scaled.cpp")

Launch = Callable[..., None]


@pytest.fixture
def launcher_of(tmp_path: Path) -> Callable[[str, str, tuple[str, ...]], Launch]:
    """A kernel of this text, as a function of its arguments and `core_num`."""
    from custom_compiler.asc.runtime.arguments import Packer, kind_of
    from custom_compiler.asc.runtime.compile import compile_source
    from custom_compiler.asc.runtime.launcher import Launcher

    def make(text: str, name: str, parameters: tuple[str, ...]) -> Launch:
        kernel = compile_source(str(tmp_path), name, text, parameters=parameters, soc="Ascend910B1")
        launcher = Launcher(kernel, prints=False, exact=False)

        def launch(*values: Any, core_num: int = 1, stream: Any = None) -> None:
            kinds = tuple(map(kind_of, parameters, values))
            launcher.run(Packer(parameters, kinds), list(values), core_num, stream)

        return launch

    return make


@pytest.fixture
def add_scaled(launcher_of: Callable[[str, str, tuple[str, ...]], Launch]) -> Launch:
    """z = (x + y) * scale on blocks of `length` floats, a multiple of 64."""
    return launcher_of(ADD_SCALED, "add_scaled", ("x", "y", "z", "length", "scale"))
