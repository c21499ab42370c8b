"""Operators that are shipped, each a description of a few lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.operators.activation import (
    add,
    gelu,
    gelu_tanh,
    leaky_relu,
    multiply,
    relu,
    scale_shift_relu,
    sigmoid,
    silu,
    swiglu,
)
from custom_compiler.autokernel.operators.convolution import (
    convolution,
    depthwise_convolution,
    im2col_convolution,
)
from custom_compiler.autokernel.operators.layout import (
    to_channels_last,
    transpose,
)
from custom_compiler.autokernel.operators.matmul import (
    batch_matmul,
    fully_connected,
    gemm,
    matmul,
)
from custom_compiler.autokernel.operators.normalization import (
    layer_norm,
    normalize,
    rms_norm,
    softmax,
)
from custom_compiler.autokernel.operators.pooling import (
    average_pool,
    max_pool,
)
from custom_compiler.autokernel.operators.reduction import (
    arg_max,
    reduce_max,
    reduce_mean,
    reduce_min,
    reduce_prod,
    reduce_sum,
)

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.description import Description

__all__ = [
    "add",
    "arg_max",
    "average_pool",
    "batch_matmul",
    "convolution",
    "depthwise_convolution",
    "fully_connected",
    "gelu",
    "gelu_tanh",
    "gemm",
    "im2col_convolution",
    "layer_norm",
    "leaky_relu",
    "matmul",
    "max_pool",
    "multiply",
    "normalize",
    "reduce_max",
    "reduce_mean",
    "reduce_min",
    "reduce_prod",
    "reduce_sum",
    "relu",
    "rms_norm",
    "scale_shift_relu",
    "sigmoid",
    "silu",
    "softmax",
    "swiglu",
    "to_channels_last",
    "transpose",
]

SHIPPED: dict[str, Description] = {name: globals()[name] for name in __all__}
