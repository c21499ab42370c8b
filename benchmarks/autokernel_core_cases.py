"""Pairs for `autokernel_core.py`: descriptions, and equivalent operators of cann-ops.

Each pair gets the same arrays; `note` says what else the other one computes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler import autokernel as ak
from custom_compiler.autokernel import operators

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Arrays = dict[str, np.ndarray]
BOTH = ("float16", "float32")
ROWS = ((1024, 1024), (64, 8192), (256, 4096), (1024, 2048), (4096, 128))
PRODUCT = ((1024, 256, 640),)  # all that these operators are made for
PRODUCTS = ((512, 512, 512), (1024, 256, 640), (2048, 2048, 2048), (128, 4096, 1024))
PLANES = ((8, 64, 56, 56), (32, 128, 14, 14))
IMAGES = ((2, 64, 28, 28), (1, 64, 56, 56))
EPSILON = "epsilon=1e-5"


@ak.op(x="... columns", y="... columns", gamma="columns", beta="columns", dtypes=("float32",))
def pre_layer_norm(
    x: ak.Tensor, y: ak.Tensor, gamma: ak.Tensor, beta: ak.Tensor, epsilon: float = 1e-5
) -> ak.Tensor:
    """Layer norm of a sum."""
    total = x + y
    centred = total - ak.mean(total, "columns")
    variance = ak.mean(centred * centred, "columns")
    return centred * ak.rsqrt(variance + epsilon) * gamma + beta


@ak.op(a="m k", b="k n", bias="n: float32", dtypes=("float16",))
def linear(a: ak.Tensor, b: ak.Tensor, bias: ak.Tensor) -> ak.Tensor:
    """Multiply matrices and add a bias, not rounded to half."""
    return ak.sum(ak.wide(a) * ak.wide(b), "k") + bias


@ak.op(a="m k", b="k n", bias="n: float32", dtypes=("float16",))
def leaky_linear(a: ak.Tensor, b: ak.Tensor, bias: ak.Tensor) -> ak.Tensor:
    """Multiply matrices, add a bias, and apply a leaky ReLU."""
    wide = ak.sum(ak.wide(a) * ak.wide(b), "k") + bias
    return ak.where(wide < 0, 0.001 * wide, wide)


@ak.op(flat="n c places", dtypes=BOTH)
def mean_of_planes(flat: ak.Tensor) -> ak.Tensor:
    """Compute global average pooling."""
    return ak.cast(ak.mean(ak.wide(flat), "places"), flat.dtype)


@dataclass(frozen=True)
class Other:
    """Operator for comparison.

    Attributes:
        name: Its type.
        inputs: Names of arrays.
        attributes: As `custom-compiler run` takes them.
        folder: Of cann-ops; "": the package of `autokernel_core_library.py` has it.
        note: What else it computes.
        outputs: Shapes and element types for a call's arrays, of one that is called by its type.
        constant: Inputs whose values its tiling reads.
    """

    name: str
    inputs: tuple[str, ...]
    attributes: tuple[str, ...] = ()
    folder: str = ""
    note: str = ""
    outputs: Callable[[Arrays], list[tuple[tuple[int, ...], str]]] | None = None
    constant: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """One operator in both worlds.

    Attributes:
        described: Ours; names of its inputs are names of arrays.
        arrays: A call's arrays for a shape, an element type and a generator.
        others: Each by itself.
        constants: Of the description.
    """

    described: ak.Description
    arrays: Callable[[tuple[int, ...], str, np.random.Generator], Arrays]
    others: tuple[Other, ...]
    shapes: tuple[tuple[int, ...], ...] = ROWS
    dtypes: tuple[str, ...] = BOTH
    constants: Mapping[str, Any] = field(default_factory=dict)

    def operator(self, dtype: str) -> ak.Operator:
        """Return the tree of our operator."""
        operator: ak.Operator = self.described.operator(dtype=dtype, **self.constants)
        return operator

    @property
    def name(self) -> str:
        """The type of ours."""
        # A namespace of CANN's is called matmul.
        plain = "".join(map(str.capitalize, self.described.name.split("_")))
        return "MatMul" if plain == "Matmul" else plain


def rows(shape: tuple[int, ...], dtype: str, chance: np.random.Generator) -> Arrays:
    """Return rows, and values per column; `both` has the two inputs of a gated unit in one."""
    height, columns = shape
    both = chance.normal(size=(height, 2 * columns)).astype(dtype)
    x, other = np.split(both, 2, axis=1)
    more = {name: chance.normal(size=columns).astype(dtype) for name in ("weight", "bias")}
    more |= {"gamma": more["weight"], "beta": more["bias"]}
    more["length"] = np.array([columns], np.int32)
    arrays = {"both": both, "x": x, "y": other, "gate": x, "other": other, **more}
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def matrices(shape: tuple[int, ...], dtype: str, chance: np.random.Generator) -> Arrays:
    """Return two matrices, and a float32 bias."""
    m, k, n = shape
    a, b = (chance.integers(-4, 5, size).astype(dtype) for size in ((m, k), (k, n)))
    return {"a": a, "b": b, "bias": chance.normal(size=n).astype(np.float32)}


def planes(shape: tuple[int, ...], dtype: str, chance: np.random.Generator) -> Arrays:
    """Return images, also with a depth of one, and with their places in a row."""
    x = chance.normal(size=shape).astype(dtype)
    n, c, h, w = shape
    return {"x": x, "x_deep": x.reshape(n, c, 1, h, w), "flat": x.reshape(n, c, h * w)}


def images(shape: tuple[int, ...], dtype: str, chance: np.random.Generator) -> Arrays:
    """Return images, filters of three by three, and matrices of the sizes of that product."""
    n, c, h, w = shape
    x, weight = (chance.integers(-2, 3, size).astype(dtype) for size in (shape, (c, c, 3, 3)))
    bias = chance.integers(-2, 3, c).astype(dtype)
    b = chance.integers(-2, 3, (9 * c, n * h * w)).astype(dtype)
    return {"x": x, "weight": weight, "bias": bias, "a": weight.reshape(c, -1), "b": b}


def _gated(shape: tuple[int, ...], dtype: str, chance: np.random.Generator) -> Arrays:
    arrays = rows(shape, dtype, chance)
    return {**arrays, "x": arrays["other"]}


def _pooled(arrays: Arrays) -> list[tuple[tuple[int, ...], str]]:
    n, c, h, w = arrays["x"].shape
    shape = n, c, 1, (h + 1) // 2, (w + 1) // 2
    return [(shape, arrays["x"].dtype.name), (shape, "int32")]


POOL = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}
DEEP = ("ksize=1,3,3", "strides=1,2,2", "pads=0,1,1", "dilation=1,1,1", "data_format=NCDHW")
LIBRARY = Other("LibraryProduct", ("a", "b"))

CASES = (
    Case(operators.gelu_tanh, rows, (Other("Gelu", ("x",), folder="gelu"),)),
    Case(
        operators.swiglu,
        _gated,
        (Other("SwiGlu", ("both",), ("dim=-1",), "swi_glu"),),
    ),
    Case(operators.silu, rows, (Other("Swish", ("x",), folder="swish"),)),
    Case(
        operators.rms_norm,
        rows,
        (Other("RmsNorm", ("x", "weight"), ("epsilon=1e-6",), "rms_norm", "writes rstd, too"),),
    ),
    Case(
        operators.layer_norm,
        rows,
        (
            Other(
                "LayerNormV4",
                ("x", "length", "weight", "bias"),
                (EPSILON,),
                "layer_norm_v4",
                "writes mean and rstd, too",
                lambda arrays: [
                    (arrays["x"].shape, arrays["x"].dtype.name),
                    *([((len(arrays["x"]), 1), "float32")] * 2),
                ],
                ("length",),
            ),
        ),
    ),
    Case(
        pre_layer_norm,
        rows,
        (Other("PreLayerNorm", ("x", "y", "gamma", "beta"), (EPSILON,), "pre_layer_norm"),),
        dtypes=("float32",),
    ),
    Case(
        operators.softmax,
        rows,
        (Other("InplaceAttnSoftmax", ("x",), folder="inplace_attn_softmax"),),
    ),
    Case(operators.matmul, matrices, (LIBRARY,), PRODUCTS),
    Case(
        linear,
        matrices,
        (Other("MatmulApiConstant", ("a", "b", "bias"), (), "matmul_api_constant", "on one core"),),
        PRODUCT,
        ("float16",),
    ),
    Case(
        leaky_linear,
        matrices,
        (
            Other(
                "MatmulLeakyrelu",
                ("a", "b", "bias"),
                (),
                "matmul_leakyrelu",
                "on two cores",
                lambda arrays: [((len(arrays["a"]), len(arrays["bias"])), "float32")],
            ),
        ),
        PRODUCT,
        ("float16",),
    ),
    Case(
        operators.convolution,
        images,
        (Other("LibraryProduct", ("a", "b"), note="the product alone"),),
        IMAGES,
        constants={"pads": (1, 1, 1, 1)},
    ),
    Case(
        mean_of_planes,
        planes,
        (Other("GlobalAvgPool", ("x",), (), "global_avg_pool", "one element at a time"),),
        ((2, 16, 14, 14),),
    ),
    Case(
        operators.max_pool,
        planes,
        (
            Other(
                "MaxPool3DWithArgmaxV2",
                ("x_deep",),
                DEEP,
                "max_pool3_d_with_argmax_v2",
                "writes places, too",
                _pooled,
            ),
        ),
        PLANES,
        constants=POOL,
    ),
)
