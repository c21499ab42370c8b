"""Each operation of trees on the simulated cores, over extreme values, or rejected by its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.autokernel.aicore import flat_settings, kernels
from custom_compiler.autokernel.aicore.elementwise import tiles_of
from custom_compiler.autokernel.describe import reference, rules, tree
from custom_compiler.autokernel.describe.sizes import Symbol
from custom_compiler.errors import MisuseError

AXIS = tree.Axis("n", Symbol("n"))
PART = kernels.CorePlatform(core_num=2, cube_num=1, ub_size=196608)
TYPES = {"float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
# Relative errors: a few units in the last place of the type, or of what is composed in float32.
TOLERANCE = {"float32": 2e-6, "float16": 1e-3, "bfloat16": 8e-3}
FLOATS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, 3.0, -3.0, 1e-4, -1e-4, 6e-5, 0.1, 0.7, -0.7, 1.5),
    *(2.5, -2.5, 10.0, -10.0, 88.0, -88.0, 700.0, 1e4, 6e4, -6e4, np.inf, -np.inf, np.nan),
]
WIDE = [1e-38, -1e-38, 1e-20, 1e10, -1e10, 3e38, -3e38, 8388609.0]
INTS = [0, 1, -1, 2, 7, -7, 100, 2**20, -(2**20), 2**31 - 1, -(2**31)]
REFUSED = {(name, t) for name in ("floor_divide", "remainder") for t in TYPES}
REFUSED |= {("power", "int32")}


def load(name: str, dtype: str) -> tree.Load:
    return tree.Load(tree.Input(name, dtype, (AXIS,)), (tree.at(AXIS),))


def run_all(
    bodies: dict[str, tree.Node], arrays: dict[str, np.ndarray]
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Compute several trees in one kernel, and by the reference in float64."""
    inputs = tuple(
        dict.fromkeys(
            node.source
            for body in bodies.values()
            for node in tree.nodes_of(body)
            if isinstance(node, tree.Load) and isinstance(node.source, tree.Input)
        )
    )
    outputs = tuple(tree.Stage(f"{name}_out", (AXIS,), body) for name, body in bodies.items())
    operator = tree.Operator("all", inputs, outputs)
    given = {each.name: arrays[each.name] for each in inputs}
    size = len(next(iter(given.values())))
    golden = reference.evaluate(operator, given, wide=True)
    made = [np.empty(size, reference.numpy_dtype(body.dtype)) for body in bodies.values()]
    sizes = {"n": size}
    setting = flat_settings.default(operator, sizes, PART)
    kernels.launch(flat_settings.call(operator, sizes, setting, PART), list(given.values()), made)
    return dict(zip(bodies, zip(made, golden, strict=True), strict=True))


def run(body: tree.Node, arrays: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    return run_all({"one": body}, arrays)["one"]


def values(dtype: str) -> np.ndarray:
    if dtype in TYPES:
        rows = FLOATS + (WIDE if dtype != "float16" else [])
        return np.array(rows, np.float64).astype(TYPES[dtype])
    return np.array(INTS, dtype)


def pairs(dtype: str) -> dict[str, np.ndarray]:
    one = values(dtype)
    left, right = np.meshgrid(one, one)
    return {"x": left.ravel(), "y": right.ravel()}


def compare(made: np.ndarray, golden: np.ndarray, dtype: str, least: float = 0.0) -> None:
    if made.dtype.kind in "bi":
        np.testing.assert_array_equal(made, golden)
        return
    largest = float(ml_dtypes.finfo(made.dtype).max)
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = golden.astype(made.dtype).astype(np.float64)
    found = made.astype(np.float64)
    smallest = float(ml_dtypes.finfo(made.dtype).smallest_subnormal)
    np.testing.assert_array_equal(np.isnan(found), np.isnan(wanted))
    near = np.abs(wanted) >= 0.999 * largest  # to infinity or not by the last bit
    good = np.isclose(
        found, wanted, rtol=TOLERANCE[dtype], atol=max(least, 4 * smallest, 2e-38), equal_nan=True
    ) | (near & (np.abs(found) >= 0.99 * largest) & (np.sign(found) == np.sign(wanted)))
    assert good.all(), (found[~good], wanted[~good])


def allowed(bodies: dict[str, tree.Node]) -> dict[str, tree.Node]:
    return {name: body for name, body in bodies.items() if rules.fault(body) is None}


def unary_trees(dtype: str) -> dict[str, tree.Node]:
    kinds = {name: "bool" if name == "not" else dtype for name in tree.UNARY}
    return allowed({name: tree.Unary(name, load(kind, kind)) for name, kind in kinds.items()})


def binary_trees(dtype: str) -> dict[str, tree.Node]:
    def of(name: str) -> tree.Node:
        kind = "bool" if name in {"and", "or"} else dtype
        return tree.Binary(name, load(f"x_{kind}", kind), load(f"y_{kind}", kind))

    return allowed({name: of(name) for name in (*tree.BINARY, *tree.COMPARISONS)})


def constant_trees(dtype: str) -> dict[str, tree.Node]:
    three, x = tree.Constant(3 if dtype == "int32" else 3.0, dtype), load("x", dtype)
    names = ["add", "subtract", "multiply", "maximum", "less", "divide"]
    names += ["remainder"] if dtype == "int32" else []
    found = {f"{name}_3": tree.Binary(name, x, three) for name in names}
    return allowed({**found, **{f"3_{name}": tree.Binary(name, three, x) for name in names}})


@cache
def unary_results(dtype: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    given = values(dtype)
    return run_all(unary_trees(dtype), {dtype: given, "bool": given > 0})


@cache
def binary_results(dtype: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    given = {f"{name}_{dtype}": each for name, each in pairs(dtype).items()}
    given |= {f"{name}_bool": each > 0 for name, each in pairs(dtype).items()}
    bodies = {n: b for n, b in binary_trees(dtype).items() if (n, dtype) not in REFUSED}
    return run_all(bodies, given)


@cache
def constant_results(dtype: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    return run_all(constant_trees(dtype), {"x": values(dtype)})


ALL = (*TYPES, "int32")
SLOW = {"bfloat16"}  # computed as float16 is: in float32


def each(trees: Callable[[str], dict[str, tree.Node]]) -> list[Any]:
    return [
        pytest.param(dtype, name, marks=[pytest.mark.slow] if dtype in SLOW else [])
        for dtype in ALL
        for name in trees(dtype)
    ]


@pytest.mark.parametrize(("dtype", "name"), each(unary_trees))
def test_unary(dtype: str, name: str) -> None:
    made, golden = unary_results(dtype)[name]
    compare(made, golden, dtype, 1e-6 if name in {"sin", "cos"} else 0.0)


@pytest.mark.parametrize(("dtype", "name"), each(binary_trees))
def test_binary(dtype: str, name: str) -> None:
    if (name, dtype) in REFUSED:
        with pytest.raises(MisuseError, match=f"AI cores: {name} of {dtype} cannot"):
            tiles_of(operator_of(binary_trees(dtype)[name]))
        return
    compare(*binary_results(dtype)[name], dtype)


def operator_of(body: tree.Node) -> tree.Operator:
    loads = [node for node in tree.nodes_of(body) if isinstance(node, tree.Load)]
    inputs = tuple(node.source for node in loads if isinstance(node.source, tree.Input))
    return tree.Operator("one", inputs, (tree.Stage("out", (AXIS,), body),))


@pytest.mark.parametrize(("dtype", "name"), each(constant_trees))
def test_constants_on_either_side(dtype: str, name: str) -> None:
    compare(*constant_results(dtype)[name], dtype)


@pytest.mark.parametrize("source", [*ALL, "bool", "int8"])
def test_casts(source: str) -> None:
    given = values(source) if source in ALL else np.arange(-9, 9)
    targets: list[str] = [*TYPES, "bool"]
    if source not in TYPES:
        targets.append("int32")
    given = given.astype(reference.numpy_dtype(source))
    x = load("x", source)
    for target, found in run_all({t: tree.Cast(x, t) for t in targets}, {"x": given}).items():
        compare(*found, target)


@pytest.mark.parametrize("dtype", TYPES)
def test_casts_to_ints(dtype: str) -> None:
    given = values(dtype).astype(np.float64)
    given = given[np.isfinite(given) & (np.abs(given) < 2**31)].astype(TYPES[dtype])
    compare(*run(tree.Cast(load("x", dtype), "int32"), {"x": given}), "int32")


@pytest.mark.parametrize("dtype", ALL)
def test_choices(dtype: str) -> None:
    x, y = load("x", dtype), load("y", dtype)
    body = tree.Select(tree.Binary("less_equal", x, y), x, tree.Unary("negate", y))
    made, golden = run(body, pairs(dtype))
    compare(made, golden, dtype)


def test_positions_are_refused_by_name() -> None:
    with pytest.raises(MisuseError, match="the place on an axis as a number cannot be generated"):
        run(tree.Binary("add", load("x", "int32"), tree.Position(AXIS)), pairs("int32"))


@pytest.mark.parametrize("dtype", ["int64", "float64"])
def test_types_are_refused_by_name(dtype: str) -> None:
    with pytest.raises(MisuseError, match=f"AI cores: elements of {dtype} cannot be generated"):
        run(tree.Unary("negate", load("x", dtype)), {"x": np.ones(8, dtype)})
