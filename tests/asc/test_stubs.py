"""The type stubs of `asc`, and what mypy finds with them in a user's kernel."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.utils.asc_stubs import write_stubs

ROOT = Path(__file__).parents[2]

KERNEL = '''
"""A user's kernel."""

import asc
import numpy as np
from numpy.typing import NDArray

TILE = asc.ConstExpr(256)


@asc.jit
def scale(value: int) -> int:
    return value * 2


@asc.jit(always_compile=True)
def kernel(
    x: asc.GlobalAddress, z: asc.GlobalAddress, length: int, tile: asc.ConstExpr[int]
) -> None:
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 2)
    pipe.init_buffer(queue, 2, tile * x.dtype.sizeof())
    source = asc.GlobalTensor()
    source.set_global_buffer(x + asc.get_block_idx() * length)
    groups = (asc.get_block_num() * 8 + 1).ceildiv(4) - asc.ceildiv(length, 2)
    source.set_global_buffer(x + groups.cast(asc.int64), asc.ceildiv(groups, 2).cast(asc.uint64))
    for start in asc.range(0, length, 256):
        asc.adds(queue.alloc_tensor(x.dtype), queue.deque(x.dtype), start.cast(asc.float32), start)
        local = queue.alloc_tensor(x.dtype)
        asc.data_copy(local, source[start:], scale(TILE // 2))
        queue.enque(local)
        local = queue.deque(x.dtype)
        asc.adds(local, local, 1.5, count=256)
        asc.add(local, local, local, [1, 2], 1, asc.BinaryRepeatParams(1, 1, src0_rep_stride=8))
        asc.cast(local, local, asc.RoundMode.CAST_NONE, count=16)
        queue.free_tensor(local)


def launch(x: NDArray[np.float32]) -> None:
    kernel[8](x, x, 4096, 256)
    kernel[8, None](x, x, length=4096, tile=256)
'''
MISTAKES = {
    "asc.add(local, local, local, count=[1])": "No overload variant",
    "asc.adds(local, local, 1.0, cuont=2)": "No overload variant",
    "asc.addd(local, local, local, 2)": 'no attribute "addd"',
    "asc.cast(local, local, asc.RoundMode.CAST_UP, 2)": "CAST_UP",
    "asc.UnaryRepeatParams(block_count=1)": "block_count",
    "pipe.init_bufer(queue, 2, 32)": "init_bufer",
}


def _with_mistakes() -> tuple[str, int]:
    """The kernel with a line for each mistake, and the number of the first of them."""
    place = "        queue.free_tensor(local)\n"
    lines = "".join(f"        {mistake}\n" for mistake in MISTAKES)
    text = KERNEL.replace(place, lines + place)
    return text, text[: text.index(lines)].count("\n") + 1


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return mypy's messages for the kernel, and for the one with mistakes."""
    write_stubs()
    folder = tmp_path_factory.mktemp("mypy")
    (folder / "right.py").write_text(KERNEL, encoding="utf-8")
    (folder / "wrong.py").write_text(_with_mistakes()[0], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "right.py", "wrong.py"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.splitlines()


def test_stubs_lie_next_to_every_module_with_names(tmp_path: Path) -> None:
    """As the build wrote them: IDEs find them there. A stub of an earlier table goes."""
    stale = tmp_path / "codegen" / "stale.pyi"
    stale.parent.mkdir()
    stale.write_text("")
    write_stubs(tmp_path)
    assert not stale.exists()
    written = {path.relative_to(tmp_path): path.read_text() for path in tmp_path.rglob("*.pyi")}
    assert Path("language/basic/__init__.pyi") in written
    spec = find_spec("asc")
    assert spec is not None
    assert spec.origin is not None
    package = Path(spec.origin).parent
    present = {path.relative_to(package): path.read_text() for path in package.rglob("*.pyi")}
    assert present == written


def test_the_generator_needs_no_other_package(tmp_path: Path) -> None:
    """Wheels are built in environments that have only the tools for that."""
    code = (
        f"import runpy, sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'docs/asc')!r}];"
        f"sys.argv[1:] = ['--stubs', {str(tmp_path)!r}];"
        f"runpy.run_path({str(ROOT / 'docs/asc/__main__.py')!r}, run_name='__main__')"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
    assert (tmp_path / "__init__.pyi").is_file()


def test_kernel_without_mistakes(found: list[str]) -> None:
    assert [line for line in found if line.startswith("right.py")] == []
    assert found[-1].endswith("in 1 file (checked 2 source files)")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake_is_found_where_it_is(found: list[str], mistake: str) -> None:
    line = _with_mistakes()[1] + list(MISTAKES).index(mistake)
    reported = [text for text in found if text.startswith(f"wrong.py:{line}:")]
    assert MISTAKES[mistake] in "\n".join(reported), found
