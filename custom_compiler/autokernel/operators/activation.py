"""Functions of one element, and chains of them."""

from math import pi, sqrt

from custom_compiler import autokernel as ak

FLOATS = ("float16", "bfloat16", "float32")


@ak.op(x="...", dtypes=(*FLOATS, "int32"))
def relu(x: ak.Tensor) -> ak.Tensor:
    """Return positive elements, and 0 for others."""
    return ak.relu(x)


@ak.op(x="...", dtypes=FLOATS)
def leaky_relu(x: ak.Tensor, slope: float = 0.01) -> ak.Tensor:
    """Return positive elements, and others times `slope`."""
    wide = ak.wide(x)
    return ak.cast(ak.where(wide < 0, slope * wide, wide), x.dtype)


@ak.op(x="...", dtypes=FLOATS)
def sigmoid(x: ak.Tensor) -> ak.Tensor:
    """Return the logistic function."""
    return ak.cast(ak.sigmoid(ak.wide(x)), x.dtype)


@ak.op(x="...", dtypes=FLOATS)
def silu(x: ak.Tensor) -> ak.Tensor:
    """Multiply each element by its logistic function."""
    wide = ak.wide(x)
    return ak.cast(wide * ak.sigmoid(wide), x.dtype)


@ak.op(gate="...", x="...", dtypes=FLOATS)
def swiglu(gate: ak.Tensor, x: ak.Tensor) -> ak.Tensor:
    """Compute SiLU of the gate, times x."""
    wide = ak.wide(gate)
    return ak.cast(wide * ak.sigmoid(wide) * ak.wide(x), x.dtype)


@ak.op(x="...", dtypes=FLOATS)
def gelu(x: ak.Tensor) -> ak.Tensor:
    """Multiply each element by the normal distribution function."""
    wide = ak.wide(x)
    return ak.cast(0.5 * wide * (1 + ak.erf(wide * (1 / sqrt(2)))), x.dtype)


@ak.op(x="...", dtypes=FLOATS)
def gelu_tanh(x: ak.Tensor) -> ak.Tensor:
    """Compute GELU, approximated by a hyperbolic tangent of a polynomial."""
    wide = ak.wide(x)
    inner = sqrt(2 / pi) * (wide + 0.044715 * wide * wide * wide)
    return ak.cast(0.5 * wide * (1 + ak.tanh(inner)), x.dtype)


@ak.op(x="...", y="...", dtypes=(*FLOATS, "int32"))
def add(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    """Add two tensors elementwise."""
    return x + y


@ak.op(x="...", y="...", dtypes=(*FLOATS, "int32"))
def multiply(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    """Multiply two tensors elementwise."""
    return x * y


@ak.op(x="n c ...", scale="c", shift="c", dtypes=FLOATS)
def scale_shift_relu(x: ak.Tensor, scale: ak.Tensor, shift: ak.Tensor) -> ak.Tensor:
    """Apply the batch normalization of inference, then ReLU."""
    result = ak.wide(x) * ak.wide(scale) + ak.wide(shift)
    return ak.cast(ak.relu(result), x.dtype)
