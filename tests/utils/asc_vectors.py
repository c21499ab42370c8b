"""A kernel in Python around calls of vector operations, and a model of what one call does.

As in tests/aicore/vector_support.py a test fills an image of the first 64 KiB of the unified
buffer, has a kernel do one call and compares the whole image with a model, so that stray writes
show too. One kernel holds many calls and takes which one to do, so that few kernels are compiled.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st

from custom_compiler.asc.runtime.compiler import CompileError
from tests.aicore.vector_support import Form, Image, Lanes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

DST, SRC0, SRC1 = 0, 16384, 32768

UNARY = (
    "asc.UnaryRepeatParams(dst_blk_stride=blk0, src_blk_stride=blk1, dst_rep_stride=rep0,"
    " src_rep_stride=rep1)"
)
BINARY = (
    "asc.BinaryRepeatParams(dst_blk_stride=blk0, src0_blk_stride=blk1, src1_blk_stride=blk2,"
    " dst_rep_stride=rep0, src0_rep_stride=rep1, src1_rep_stride=rep2)"
)

_broken: dict[str, CompileError] = {}

_HEAD = """\
import asc


@asc.jit
def vector_call(image: asc.GlobalAddress, which: int, scalar: float, count: int, repeat: int,
                low: int, high: int, blk0: int, blk1: int, blk2: int,
                rep0: int, rep1: int, rep2: int, extra0: int, extra1: int, extra2: int):
    pipe = asc.TPipe()
    memory = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(memory, 65536)
    everything = memory.get_with_offset(65536, 0, asc.uint8)
    outside = asc.GlobalTensor()
    outside.set_global_buffer(image)
    asc.data_copy(everything, outside, 65536)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
_TAIL = """\
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(outside, everything, 65536)
"""


@dataclass(frozen=True)
class View:
    """A tensor on the image, by name in the text of calls."""

    name: str
    dtype: type
    offset: int

    @property
    def line(self) -> str:
        """Its definition in the kernel."""
        size = np.dtype(self.dtype).itemsize
        length, dtype = (65536 - self.offset) // size, np.dtype(self.dtype).name
        return f"{self.name} = memory.get_with_offset({length}, {self.offset}, asc.{dtype})"


@dataclass(frozen=True)
class Calls:
    """Calls of one kernel; each is one or several lines of text."""

    views: tuple[View, ...]
    texts: tuple[str, ...]

    def run(
        self,
        which: int,
        image: Image,
        lanes: Lanes | None = None,
        scalar: np.generic = np.float32(0),  # noqa: B008 - immutable
        extra: tuple[int, ...] = (),
    ) -> Image:
        """Does one call on a copy of the image and returns that."""
        lanes = lanes or Lanes()
        more = (*extra, 0, 0, 0)[:3]
        got = image.copy()
        low, high = (np.uint64(word) for word in lanes.mask)
        numbers = (lanes.count, lanes.repeat, low, high, *lanes.blk, *lanes.rep, *more)
        text = self._text()
        if text in _broken:
            raise _broken[text]
        try:
            _kernel(text)[1](got.data, which, scalar, *numbers)
        except CompileError as error:
            _broken[text] = error  # hypothesis would try again with other numbers
            raise
        return got

    def _text(self) -> str:
        lines = [view.line for view in self.views]
        for number, text in enumerate(self.texts):
            lines += [f"if which == {number}:", *(f"    {line}" for line in text.splitlines())]
        return _HEAD + "".join(f"    {line}\n" for line in lines) + _TAIL


def masked(call: str, params: str, scalar_type: str = "dst") -> list[str]:
    """The texts of all forms of an element-wise call, in the order of `Form`.

    Args:
        call: its beginning, as in "asc.add(dst, src0, src1".
        params: the text of its repeat parameters.
        scalar_type: the tensor whose type counts the lanes.
    """
    repeats = f"repeat_times=repeat, repeat_params={params}"
    once = f"mask=0, repeat_times=1, repeat_params={params}, is_set_mask=False"
    mask = f"dtype={scalar_type}.dtype, mode=asc.MaskMode"
    register = [
        f"asc.set_vector_mask(high, low, {mask}.NORMAL)",
        f"{call}, mask=0, {repeats}, is_set_mask=False)",
        "asc.reset_mask()",
    ]
    counter = [
        "asc.set_mask_count()",
        f"asc.set_vector_mask(count, {mask}.COUNTER)",
        f"{call}, {once})",
        "asc.set_mask_norm()",
        "asc.reset_mask()",
    ]
    return [
        f"{call}, count=count)",
        f"{call}, mask=low, {repeats})",
        f"{call}, mask=[low, high], {repeats})",
        "\n".join(register),
        "\n".join(counter),
    ]


@st.composite
def lane_choices(
    draw: st.DrawFn, forms: tuple[Form, ...] = tuple(Form), least_step: int = 0
) -> Lanes:
    """Lanes of all forms; strides of repeats of at least `least_step` blocks."""
    form = draw(st.sampled_from(forms))
    mask = (draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1)))
    if form == Form.LANES:
        mask = (draw(st.integers(0, 130)), 0)
    return Lanes(
        form,
        count=draw(st.integers(0, 700)),
        repeat=draw(st.integers(0, 5)),
        mask=mask,
        blk=tuple(draw(st.integers(1, 3)) for _ in range(3)),
        rep=tuple(draw(st.integers(least_step, 12)) for _ in range(3)),
    )


def expected_image(
    image: Image,
    lanes: Lanes,
    views: tuple[View, ...],
    golden: Callable[..., NDArray[Any]],
) -> Image:
    """The image after an element-wise call: lanes are counted by the widest of the views.

    `golden` gets the lanes of the sources, then the old ones of the first view, the destination.
    """
    expected = image.copy()
    sizes = [np.dtype(view.dtype).itemsize for view in views]
    width = 256 // max(sizes)
    for repeat, chosen in enumerate(lanes.selected(width)):
        where = [
            view.offset + lanes.offsets(number, repeat, chosen, width, size)
            for number, (view, size) in enumerate(zip(views, sizes, strict=True))
        ]
        values = [expected.gather(at, view.dtype) for at, view in zip(where, views, strict=True)]
        with np.errstate(all="ignore"):
            expected.scatter(where[0], golden(*values[1:], values[0]).astype(views[0].dtype))
    return expected


def numbers(rng: np.random.Generator, dtype: type, count: int) -> NDArray[Any]:
    """Numbers of the whole range of integers, and around zero of floats."""
    if np.issubdtype(dtype, np.integer):
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, count, dtype=dtype, endpoint=True)
    return (rng.standard_normal(count) * 10).astype(dtype)


def filled(rng: np.random.Generator, views: tuple[View, ...]) -> Image:
    """Noise, and numbers of their types where the views are."""
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    for view in views:
        image.put(view.offset, numbers(rng, view.dtype, 16384 // np.dtype(view.dtype).itemsize))
    return image


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="asc_vectors_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _kernel(text: str) -> Any:
    """The kernel of a text: kernels have their source in a file."""
    name = "kernel_" + hashlib.sha256(text.encode()).hexdigest()[:16]
    path = _folder() / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module.vector_call
