"""Trees as text."""

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.operators import im2col_convolution, softmax


def test_what_is_needed_twice_has_a_line() -> None:
    assert str(softmax.operator(dtype="float32")).splitlines() == [
        "softmax(x[... columns: float32]) -> out[... columns: float32]",
        "    v1 = exp((x[..., columns] - max[columns](x[..., columns])))",
        "    out[... columns] = (v1 / sum[columns](v1))",
    ]


def test_places_and_stages() -> None:
    made = im2col_convolution.operator(dtype="float32", strides=(2, 1), pads=(1, 0, 1, 0))
    assert str(made).splitlines()[1] == (
        "    stage1[n k h_out w_out] = x[n, k // (kw * kh), "
        "2 * h_out + k // kw % kh - 1, w_out + k % kw else 0.0]"
    )


def test_attributes_and_everything_else() -> None:
    @ak.op(x="n=4: int32")
    def odd(x: ak.Tensor, most: int = 7) -> ak.Tensor:
        return ak.where((x < most) & ~(x == ak.position(x, "n")), -x, ak.minimum(x, 2))

    assert str(odd.operator()).splitlines() == [
        "odd(x[n=4: int32], most: int64 = 7) -> out[n=4: int32]",
        (
            "    out[n] = where(((x[n] < int32(most)) & not((x[n] == position[n]))), negate(x[n]), "
            "minimum(x[n], 2))"
        ),
    ]


def test_a_deep_tree_is_told_in_lines() -> None:
    """As long as the tree has nodes, whatever the number of paths."""

    @ak.op(x="n")
    def doubled(x: ak.Tensor) -> ak.Tensor:
        for _ in range(2000):
            x = x + x
        return x

    assert len(str(doubled.operator()).splitlines()) == 2001
