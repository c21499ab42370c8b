"""Operators that headers of level0/ declare, called by an interface that includes them all."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client

_SOURCE = Path(__file__).with_name("level0_calls.cpp")
_F, _I = np.float32, np.int32


@pytest.fixture(scope="session")
def library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interface; what a header needs it includes itself."""
    made = tmp_path_factory.mktemp("level0") / "liblevel0_calls.so"
    include = cann_home / "include"
    headers = sorted(path.name for path in (include / "level0").iterdir())
    lines = [f'#include "level0/{name}"\n' for name in headers]
    (made.parent / "all.h").write_text("".join(lines))
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-fvisibility=hidden", "-Wall", "-Werror",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{include}", f"-I{include}/aclnn",
         "-include", str(made.parent / "all.h"), str(_SOURCE), "-o", str(made),
         f"-L{cann_home}/lib64", "-lopapi", "-lnnopbase", "-lgraph", "-Wl,-z,defs"],
        check=True,
    )  # fmt: skip
    return made


class Call:
    """Calls an operator: its result, like an array; `first` is its first tensor afterwards."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.first = np.zeros(0)

    def __call__(self, which: str, like: Any, *given: Any, **more: Any) -> Any:
        client = self._client
        out = client.empty(like.shape, like.dtype)
        tensors: list[Any] = [client.tensor(one) for one in given]
        array = client.array("Int", *more.get("ints", ()))
        numbers = int(more.get("number", 0)), float(more.get("real", 0))
        padded = [*tensors, None, None][:3]
        client.run("Level0", which, *padded, array, *numbers, out)
        self.first = tensors[0].read()
        return out.read()


@pytest.fixture
def call(client: Client, library: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a call of the interface."""
    monkeypatch.setattr(client, "_operators", ctypes.CDLL(str(library)))
    return Call(client)


_X = np.array([[-2.5, -0.5, 0.25], [0.5, 1.5, 4.0]], _F)
_POSITIVE = np.abs(_X)
_UNARY: dict[str, Any] = {
    "Abs": np.abs, "Ceil": np.ceil, "Cos": np.cos, "Exp": np.exp, "Floor": np.floor,
    "Neg": np.negative, "Reciprocal": np.reciprocal, "Round": np.round, "Sign": np.sign,
    "Sin": np.sin, "Square": np.square, "Tanh": np.tanh, "Trunc": np.trunc,
    "ZerosLike": np.zeros_like, "OnesLike": np.ones_like, "IsFinite": np.isfinite,
    "LogicalNot": np.logical_not, "Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
}  # fmt: skip
_BINARY: dict[str, Any] = {
    "Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Div": np.divide, "RealDiv": np.divide,
    "Mod": np.fmod, "Maximum": np.maximum, "Minimum": np.minimum, "Equal": np.equal,
    "NotEqual": np.not_equal, "Greater": np.greater, "GreaterEqual": np.greater_equal,
    "Less": np.less, "LessEqual": np.less_equal, "LogicalAnd": np.logical_and,
    "LogicalOr": np.logical_or,
}  # fmt: skip
_REDUCTIONS: dict[str, Any] = {
    "ReduceSumOp": np.sum, "ReduceMean": np.mean, "ReduceMax": np.max, "ReduceMin": np.min,
    "ReduceAny": np.any, "ReduceAll": np.all,
}  # fmt: skip


def test_element_by_element(call: Call) -> None:
    for name, function in _UNARY.items():
        want = function(_X)
        np.testing.assert_allclose(call(name, want, _X), want, rtol=1e-6, err_msg=name)
    want = np.sqrt(_POSITIVE)
    np.testing.assert_allclose(call("Sqrt", want, _POSITIVE), want, rtol=1e-6)
    np.testing.assert_allclose(call("Rsqrt", want, _POSITIVE), 1 / want, rtol=1e-6)
    want = np.log2(2 * _POSITIVE + 1)
    np.testing.assert_allclose(call("Log", want, _POSITIVE, real=2), want, rtol=1e-6)
    np.testing.assert_allclose(
        call("Log", want, _POSITIVE, real=-1), np.log(2 * _POSITIVE + 1), rtol=1e-6
    )
    np.testing.assert_array_equal(call("Muls", _X, _X, real=1.5), _X * _F(1.5))


def test_two_broadcast(call: Call) -> None:
    other = np.array([[2.0], [-1.5]], _F)
    for name, function in _BINARY.items():
        want = function(_X, other)
        np.testing.assert_allclose(call(name, want, _X, other), want, rtol=1e-6, err_msg=name)
    want = _POSITIVE**other
    np.testing.assert_allclose(call("Pow", want, _POSITIVE, other), want, rtol=1e-6)
    want = _X + _F(0.5) * other
    np.testing.assert_array_equal(call("Axpy", want, _X, other, real=0.5), want)
    left, right = np.array([7, -7, 5], _I), np.array([3, 3, 0], _I)
    np.testing.assert_array_equal(call("Mod", left, left, right), [1, -1, 0])
    with pytest.raises(AclnnError, match="it divides floating types"):
        call("RealDiv", left, left, right)


def test_in_place(call: Call) -> None:
    other = np.full_like(_X, 2)
    cases: dict[str, Any] = {
        "AddInplace": _X + other, "MulInplace": _X * other, "RealDivInplace": _X / other,
        "InplacePow": _X**other, "AxpyInplace": _X + 3 * other, "MulsInplace": _X * 3,
        "InplaceTrunc": np.trunc(_X), "InplaceZerosLike": np.zeros_like(_X),
    }  # fmt: skip
    for name, want in cases.items():
        np.testing.assert_array_equal(call(name, want, _X, other, real=3), want, err_msg=name)
        np.testing.assert_array_equal(call.first, want, err_msg=name)
    for name in ("TensorMove", "TensorMoveAiCore"):
        np.testing.assert_array_equal(call(name, _X, _X, other), _X)


def test_reductions(call: Call) -> None:
    for name, function in _REDUCTIONS.items():
        for keep in (False, True):
            want = np.asarray(function(_X, axis=1, keepdims=keep))
            found = call(name, want, _X, ints=[-1], number=keep)
            np.testing.assert_allclose(found, want, rtol=1e-6, err_msg=name)


def test_choices(call: Call) -> None:
    mask, other = np.array([[True], [False]]), np.array([[9.0, 8.0, 7.0]], _F)
    want = np.where(mask, _X, other)
    np.testing.assert_array_equal(call("SelectV2", want, mask, _X, other), want)
    want = np.where(mask, _F(5), _X)
    np.testing.assert_array_equal(call("MaskedFill", want, _X, mask, np.array([5], _F)), want)


def test_shapes_and_lists(call: Call) -> None:
    want = np.broadcast_to(_X, (2, 2, 3))
    np.testing.assert_array_equal(call("Expand", want, _X, ints=[2, 2, 3]), want)
    want = np.pad(_X, ((1, 0), (2, 3)))
    np.testing.assert_array_equal(call("PadV3", want, _X, ints=[1, 0, 2, 3], number=1), want)
    np.testing.assert_array_equal(call("PadV3", want, _X, ints=[1, 2, 0, 3], number=0), want)
    other = np.arange(4, dtype=_F).reshape(2, 2)
    want = np.concatenate([_X, other, _X], axis=1)
    np.testing.assert_array_equal(call("ConcatD", want, _X, other, number=-1), want)
    whole = np.arange(6, dtype=_I).reshape(2, 3)
    want = np.concatenate([whole, whole]).astype(_F)
    np.testing.assert_array_equal(call("ConcatDCast", want, whole, whole, number=0), want)
    want = _X[:, 1:]
    np.testing.assert_array_equal(call("SplitV", want, _X, ints=[1, 2], number=1), want)
    for sizes in ([1, 1], [2, 2], [-1, 4]):
        with pytest.raises(AclnnError, match="do not sum up to it"):
            call("SplitV", want, _X, ints=sizes, number=1)
    with pytest.raises(AclnnError, match="differ in type or other dimensions"):
        call("ConcatD", _X, _X, _X[:1], number=1)


def test_along_a_dimension(call: Call) -> None:
    x = np.array([[3, 1, 3, 2], [5, 6, 4, 6]], _I)
    for axis in (0, 1):
        for options in range(4):
            along = np.flip(x, axis) if options & 2 else x
            want = np.cumsum(along, axis) - (along if options & 1 else 0)
            want = np.flip(want, axis) if options & 2 else want
            found = call("Cumsum", x, x, ints=[axis], number=options)
            np.testing.assert_array_equal(found, want)
    for descending in (False, True):
        order = np.argsort(-x if descending else x, axis=1, kind="stable")
        want = np.take_along_axis(x, order, 1)
        np.testing.assert_array_equal(call("Sort", x, x, number=descending), want)
        np.testing.assert_array_equal(call("Order", order, x, number=descending), order)
        top, places = want[:, :2], order[:, :2].astype(_I)
        np.testing.assert_array_equal(call("Topk", top, x, ints=[2], number=descending), top)
        np.testing.assert_array_equal(
            call("Places", places, x, ints=[2], number=descending), places
        )
    np.testing.assert_array_equal(call("Arange", x[0], x[0], number=3, real=-2), [-2, 1, 4, 7])


def test_what_the_toolkit_lacks_says_so(call: Call) -> None:
    with pytest.raises(AclnnError, match="l0op::Dot: this operator of CANN's built-in package"):
        call("Dot", _X, _X, _X)
