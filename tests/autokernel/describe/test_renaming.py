"""Values with other axes, or an axis as several, without being computed again."""

import numpy as np

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.renaming import parted, renamed, with_axes_of_loads
from custom_compiler.autokernel.describe.tree import Axis, Input, Load, Operator, Stage, at

A, B, M = Axis("a", 2), Axis("b", 3), Axis("m", 6)


@ak.op(x="a=2 b=3 k=4", w="k=4 n=5")
def merged_product(x: ak.Tensor, w: ak.Tensor) -> ak.Tensor:
    """As PyTorch multiplies tensors of three dimensions."""
    return ak.exp(ak.sum(ak.merge(x, "a b", "m") * w, "k"))


def test_an_axis_that_loads_merged_is_parted_in_place() -> None:
    """The result has no division, and the same values."""
    merged = merged_product.operator()
    (output,) = merged.outputs
    node = parted(output.body, M, (A, B))
    assert node is not None
    apart = Operator("apart", merged.inputs, (Stage("out", (A, B, output.axes[1]), node),))
    x, w = np.random.default_rng(0).random((2, 2, 3, 4), np.float32)[0], np.ones((4, 5), np.float32)
    (golden,) = evaluate(merged, {"x": x, "w": w})
    np.testing.assert_array_equal(evaluate(apart, {"x": x, "w": w})[0], golden.reshape(2, 3, 5))
    assert parted(output.body, M, (Axis("b", 3), Axis("a", 2))) is None


def test_reductions_and_places_need_an_axis_as_one() -> None:
    """As does whatever has the new axes already."""

    @ak.op(x="m=6")
    def places(x: ak.Tensor) -> tuple[ak.Tensor, ...]:
        return x * ak.cast(ak.position(x, "m"), "float32"), x - ak.max(x, "m")

    assert all(parted(one.body, M, (A, B)) is None for one in places.operator().outputs)


def test_bound_axes_are_renamed_with_the_others() -> None:
    """Unless the new name is taken."""
    (output,) = ak.operators.softmax.operator(dtype="float32").outputs
    rows, columns = output.axes
    node = renamed(output.body, {columns: M})
    assert node is not None
    assert node.free == (rows, M)
    assert renamed(node, {M: columns}) is output.body
    assert renamed(output.body, {columns: rows}) is None
    swapped = renamed(output.body, {columns: rows, rows: columns})
    assert swapped is not None
    assert swapped.free == (columns, rows)


def test_inputs_take_the_axes_at_which_they_are_read() -> None:
    given = Input("x", "float32", (Axis("d0", 2), Axis("d1", 3)))
    out = Stage("out", (A, B), Load(given, (at(A), at(B))))
    made = with_axes_of_loads(Operator("same", (given,), (out,)))
    assert made.inputs == (Input("x", "float32", (A, B)),)
    assert made.outputs[0].body == Load(made.inputs[0], (at(A), at(B)))
