"""Tiling functions of the high-level API: ranges of temporary memory, and structures that kernels
run with."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

BY_SHAPE = (
    *("Acos", "Acosh", "Asin", "Asinh", "Atan", "Atanh", "Axpy", "Ceil", "Clamp", "Cos", "Cosh"),
    *("Digamma", "Erf", "Erfc", "Exp", "Floor", "Fmod", "Frac", "Lgamma", "Log", "Log10", "Log2"),
    *("Sign", "Sin", "Sinh", "Tan", "Tanh", "Trunc", "Xor", "Round", "Power", "CumSum"),
    *("GeGLU", "ReGlu", "SwiGLU", "Sigmoid", "Silu", "Swish", "Gelu", "DropOut", "ReduceXorSum"),
    *("AscendQuant", "AscendDequant", "AscendAntiQuant", "BroadCast", "SelectWithBytesMask"),
    *("Select", "ReduceSum", "ReduceAny", "Sum", "Mean", "SoftMax", "LogSoftMax", "SoftMaxGrad"),
    *("SoftMaxFlashV2", "SoftMaxFlashV3", "LayerNorm", "LayerNormGrad", "LayerNormGradBeta"),
    *("WelfordFinalize", "LayerNormSeparate", "Normalize", "WelfordUpdate", "RmsNorm", "DeepNorm"),
    "BatchNorm",
)
# Those that need no temporary memory for some types or shapes.
WITHOUT = {
    *("Log", "Log10", "Log2", "Floor", "Frac", "GeGLU", "SwiGLU", "Silu", "Swish", "Round"),
    *("CumSum", "BroadCast", "ReduceSum", "ReduceAny", "Axpy"),
}
ROWS = ("LayerNormTiling", "DeepNormTiling", "LayerNormSeparateTiling")


class Request(NamedTuple):
    """Arguments of a tiling function."""

    dims: tuple[int, ...]
    type_size: int
    memory: int = 0
    option: int = 0
    reuse: bool = False
    original: tuple[int, ...] = ()


class _Request(ctypes.Structure):
    _fields_ = (
        ("dims", ctypes.POINTER(ctypes.c_int64)),
        ("original", ctypes.POINTER(ctypes.c_int64)),
        ("count", ctypes.c_size_t),
        ("type", ctypes.c_uint32),
        ("bytes", ctypes.c_uint32),
        ("option", ctypes.c_uint32),
        ("reuse", ctypes.c_uint32),
    )


def _raw(request: Request) -> _Request:
    extents = ctypes.c_int64 * len(request.dims)
    return _Request(
        extents(*request.dims),
        extents(*(request.original or request.dims)),
        len(request.dims),
        request.type_size,
        request.memory,
        request.option,
        int(request.reuse),
    )


class Probe:
    """tiling_probe.cpp."""

    def __init__(self, library: Path) -> None:
        self._library = ctypes.CDLL(str(library))

    def range(self, name: str, request: Request) -> tuple[int, int] | None:
        """Least and most bytes, or nothing if the request is rejected."""
        most, least = ctypes.c_uint32(), ctypes.c_uint32()
        raw = _raw(request)
        done = self._library.probe_range(
            name.encode(), ctypes.byref(raw), ctypes.byref(most), ctypes.byref(least)
        )
        return (least.value, most.value) if done else None

    def info(self, name: str, request: Request) -> bytes | None:
        """The structure, or nothing if the request is rejected."""
        out = ctypes.create_string_buffer(512)
        raw = _raw(request)
        size = self._library.probe_info(name.encode(), ctypes.byref(raw), out, len(out))
        assert size >= -1, f"{name}: {size}"
        return out.raw[:size] if size >= 0 else None


@pytest.fixture(scope="module")
def probe(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Probe:
    """Built as operator libraries are, but as C++17."""
    library = tmp_path_factory.mktemp("tiling") / "libprobe.so"
    lib64 = cann_home / "lib64"
    command = [
        os.environ.get("CXX", "g++"),
        *("-std=c++17", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror"),
        *("-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include"),
        *(str(Path(__file__).parent / "tiling_probe.cpp"), "-o", str(library)),
        *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
        *("-ltiling_api", "-lregister", "-lplatform", "-lgraph_base", "-lc_sec"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Probe(library)


def _words(data: bytes) -> np.ndarray:
    return np.frombuffer(data, np.uint32)


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(BY_SHAPE),
    st.tuples(st.integers(1, 9), st.integers(1, 9), st.integers(1, 40)),
    st.sampled_from([2, 4]),
    st.booleans(),
)
def test_least_memory_is_not_more_than_most(
    probe: Probe, name: str, shape: tuple[int, int, int], type_size: int, reuse: bool
) -> None:
    b, s, blocks = shape
    request = Request((b, s, blocks * 32 // type_size), type_size, reuse=reuse)
    found = probe.range(name, request)
    assert found is not None
    least, most = found
    assert least <= most
    assert least > 0 or name in WITHOUT
    assert probe.range(name, request) == found
    larger = probe.range(name, request._replace(dims=(2 * b, s, request.dims[2])))
    assert larger is not None
    assert larger[0] >= least
    assert larger[1] >= most


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 40), st.integers(1, 100), st.sampled_from([2, 4]), st.integers(1, 7))
def test_memory_of_functions_on_matrices(
    probe: Probe, height: int, width: int, type_size: int, kind: int
) -> None:
    for name, dims, option in (
        ("Pad", (height, width), 0),
        ("UnPad", (height, width), 0),
        ("GroupNorm", (2, 8, height, width), 4),
        ("TopK", (height, 32 * (width // 32 + 1)), 0),
        ("TopK", (height, 32), 1),
        ("ConfusionTranspose", (1, 2, 16 * height, width), kind),
    ):
        found = probe.range(name, Request(dims, type_size, option=option))
        assert found is not None
        least, most = found
        assert least <= most
        without = name == "UnPad" or (name == "ConfusionTranspose" and kind == 7)
        assert (least > 0) != without


@pytest.mark.parametrize(
    ("name", "dims", "type_size", "least"),
    [
        ("Tanh", (1024,), 4, 256),
        ("Tanh", (1024,), 2, 4 * 256),
        ("Acos", (1024,), 4, 2 * 256),
        ("Silu", (1024,), 2, 0),
        ("Power", (1024,), 4, 4 * 256 + 256),
        ("ReduceSum", (1, 1, 4096), 4, 4096 * 4),
        ("ReduceSum", (2, 1, 4096), 4, 2 * 2048 * 4),
        ("ReduceSum", (1, 1, 64), 4, 0),
        ("Sum", (8320,), 2, 160),
        ("SoftMax", (8, 128), 4, (128 + 8 + 64) * 4),
        ("SoftMax", (8, 128), 2, (128 + 16 + 64) * 4),
        ("Pad", (7, 30), 4, 1024),
        ("Gelu", (64,), 2, 3 * 256),
        ("Log2", (128,), 2, 256),
        ("Axpy", (256,), 2, 4 * 256),
        ("Axpy", (256,), 4, 0),
        ("LayerNorm", (2, 8, 128), 4, (3 * 128 + 2 * 16) * 4),
        ("RmsNorm", (4, 32, 16), 4, (16 + 8) * 4),
        ("LayerNormGrad", (4, 8, 16), 2, 8 * 16 * 9 * 2),
        ("WelfordFinalize", (8,), 4, 4 * 256),
        ("SoftMaxFlashV2", (128, 128), 2, (128 + 64 + 8 * 2) * 4),
        ("TransData", (5, 30, 2, 4, 8), 2, 4224),
    ],
)
def test_least_memory_is_that_of_one_step(
    probe: Probe, name: str, dims: tuple[int, ...], type_size: int, least: int
) -> None:
    found = probe.range(name, Request(dims, type_size))
    assert found is not None
    assert found[0] == least


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(ROWS),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(1, 20),
    st.sampled_from([2, 4]),
    st.floats(0, 1),
)
def test_rows_are_split_to_fit_the_memory(
    probe: Probe, name: str, b: int, s: int, blocks: int, type_size: int, part: float
) -> None:
    h = blocks * 32 // type_size
    request = Request((b, s, h), type_size)
    found = probe.range("DeepNorm" if name == "DeepNormTiling" else "LayerNorm", request)
    assert found is not None
    least, most = found
    memory = int(least + part * (most - least))
    info = probe.info(name, request._replace(memory=memory))
    assert info is not None
    words = _words(info)
    at = 6 if name == "LayerNormSeparateTiling" else 4
    total, rows, buffers = words[at : at + 3]
    one, rounds, at_once, tail = words[[12, 16, 17, 18]]
    assert total == b * s * h
    assert rows == b * s
    assert one * buffers * 4 <= memory
    assert one % h == 0
    assert rounds * at_once + tail == total


@pytest.mark.parametrize("name", ["RmsNormTiling", "DeepNormTiling", "BatchNormTiling"])
def test_shapes_and_memory_that_do_not_fit_are_refused(probe: Probe, name: str) -> None:
    fits = Request((8, 2, 64), 2, 1 << 18, original=(8, 2, 64))
    assert probe.info(name, fits) is not None
    assert probe.info(name, fits._replace(memory=64)) is None
    assert probe.info(name, fits._replace(dims=(8, 2), original=(8, 2))) is None
    assert probe.info(name, fits._replace(original=(16, 2, 64))) is None
    odd = (8, 1, 63)
    assert probe.info(name, fits._replace(dims=odd, original=odd)) is None


def test_top_k_refuses_what_it_cannot_sort(probe: Probe) -> None:
    fits = Request((4, 64), 4, option=7)
    assert probe.info("TopkTiling", fits) is not None
    assert probe.info("TopkTiling", fits._replace(option=65)) is None
    assert probe.info("TopkTiling", fits._replace(option=0)) is None
    assert probe.info("TopkTiling", fits._replace(dims=(4, 63))) is None
    assert probe.info("TopkTiling", fits._replace(dims=(4, 4128))) is None
    assert probe.info("TopkTiling", fits._replace(type_size=8)) is None


KERNEL = read_source(__file__, "kernels/tiling.cpp")


def _launch(op: int, x: np.ndarray, tiling: bytes | None, count: int, extra: int = 0) -> np.ndarray:
    assert tiling is not None
    image = Image()
    image.put(16384, x.astype(np.float32))
    image.put(40960, np.ones(1024, np.float32))
    image.put(61440, np.frombuffer(tiling, np.uint8))
    got = call(KERNEL, image, op=op, extra=(extra,))
    at = 36864 if op == 5 else 0
    return got.get(at, np.float32, count)


def _normal(x: np.ndarray, axis: int) -> np.ndarray:
    unit: np.ndarray = (x - x.mean(axis, keepdims=True)) / x.std(axis, keepdims=True)
    return unit


def test_kernels_run_with_the_structures(probe: Probe) -> None:
    x = np.random.default_rng(2).standard_normal((4, 3, 40)) + 1
    rows = Request(x.shape, 4, 1 << 16)
    padded = np.pad(x[:, :, :37], ((0, 0), (0, 0), (0, 3)))
    valid = rows._replace(original=(4, 3, 37))
    wide = x[:, :, :37]
    cases = (
        (0, "LayerNormTiling", rows, x, _normal(x, 2)),
        (3, "BatchNormTiling", rows, x, _normal(x, 0)),
        (5, "LayerNormGradBetaTiling", rows, x, x.sum((0, 1))),
        (6, "SoftMaxTiling", rows, x, np.exp(x) / np.exp(x).sum(2, keepdims=True)),
        (1, "RmsNormTiling", valid, padded, wide / np.sqrt((wide**2).mean(2, keepdims=True))),
        (2, "DeepNormTiling", valid, padded, _normal(wide, 2)),
    )
    for op, name, request, source, exact in cases:
        got = _launch(op, source, probe.info(name, request), source.size if op != 5 else 40)
        shown = got if op == 5 else got.reshape(source.shape)[..., : exact.shape[-1]]
        assert np.allclose(shown, exact, rtol=1e-5, atol=1e-5), name


def test_group_norm_runs_with_its_structure(probe: Probe) -> None:
    x = np.random.default_rng(3).standard_normal((2, 6, 3, 5))
    source = np.pad(x.reshape(2, 6, 15), ((0, 0), (0, 0), (0, 1)))
    info = probe.info("GroupNormTiling", Request(x.shape, 4, 1 << 16, option=3))
    got = _launch(4, source, info, source.size).reshape(2, 6, 16)[:, :, :15]
    exact = _normal(x.reshape(2, 3, 30), 2).reshape(2, 6, 15)
    assert np.allclose(got, exact, rtol=1e-5, atol=1e-5)


def test_matrices_are_padded_cut_and_transposed_with_their_structures(probe: Probe) -> None:
    x = np.arange(6 * 13, dtype=np.float32).reshape(6, 13)
    info = probe.info("PadTiling", Request((6, 13), 4, 4096))
    padded = np.pad(x, ((0, 0), (0, 3)), constant_values=9)
    assert np.array_equal(_launch(7, x, info, padded.size, 3), padded.ravel())
    info = probe.info("UnPadTiling", Request((6, 16), 4, 4096))
    assert np.array_equal(_launch(8, padded, info, x.size, 3), x.ravel())
    square = np.arange(16 * 32, dtype=np.float32).reshape(16, 32)
    info = probe.info("ConfusionTransposeTiling", Request((16, 32), 4, 4096, option=7))
    assert np.array_equal(_launch(9, square, info, square.size), square.T.ravel())
