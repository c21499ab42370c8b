"""Models of ONNX as trees: values of ONNX's own reference, what is fused, what is rejected."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from custom_compiler.autokernel.describe.model import Model
from custom_compiler.autokernel.importers.onnx import import_model
from custom_compiler.errors import MisuseError

CHANCE = np.random.default_rng(7)
FLOAT = TensorProto.FLOAT


def made(*shape, low=-2.0, high=2.0):
    """Numbers of a weight or an input."""
    return CHANCE.uniform(low, high, shape).astype(np.float32)


def model_of(nodes, inputs, outputs, weights=None, opset=20):
    """A model; inputs are shapes, outputs are names."""
    graph = helper.make_graph(
        nodes,
        "graph",
        [helper.make_tensor_value_info(name, FLOAT, shape) for name, shape in inputs.items()],
        [helper.make_empty_tensor_value_info(name) for name in outputs],
        [numpy_helper.from_array(array, name) for name, array in (weights or {}).items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    inferred = onnx.shape_inference.infer_shapes(model, data_prop=True)
    del model.graph.output[:]
    model.graph.output.extend(inferred.graph.output)
    return model


def imported(tmp_path: Path, model: onnx.ModelProto, **shapes: tuple[int, ...]) -> Model:
    """Import a model."""
    path = tmp_path / "net.onnx"
    onnx.save(model, str(path))
    return import_model(path, "net", shapes)


def check(tmp_path: Path, model: onnx.ModelProto, arrays: dict[str, np.ndarray]) -> Model:
    """Its values are those of ONNX's reference."""
    got = imported(tmp_path, model)
    expected = ReferenceEvaluator(model).run(None, arrays)
    results = got.compute([arrays[name] for name in got.inputs])
    for result, wanted in zip(results, expected, strict=True):
        assert result.dtype == wanted.dtype
        np.testing.assert_allclose(result, wanted, rtol=2e-4, atol=2e-5)
    return got


ONE = ["x"]
UNARY = {
    "Abs": {}, "Ceil": {}, "Cos": {}, "Elu": {"alpha": 0.7}, "Erf": {}, "Exp": {}, "Floor": {},
    "Gelu": {}, "HardSigmoid": {"alpha": 0.3, "beta": 0.4}, "HardSwish": {},
    "LeakyRelu": {"alpha": 0.2}, "Neg": {}, "Reciprocal": {}, "Relu": {}, "Round": {},
    "Sigmoid": {}, "Sign": {}, "Sin": {}, "Softplus": {}, "Softsign": {}, "Tanh": {},
}  # fmt: skip


@pytest.mark.parametrize("kind", UNARY)
def test_operators_of_one_element(tmp_path: Path, kind: str) -> None:
    """Each with attributes that are not its defaults."""
    model = model_of([helper.make_node(kind, ["x"], ["y"], **UNARY[kind])], {"x": [3, 5]}, ["y"])
    check(tmp_path, model, {"x": made(3, 5)})


@pytest.mark.parametrize("kind", ["Log", "Sqrt"])
def test_operators_of_one_positive_element(tmp_path: Path, kind: str) -> None:
    """Operators without values below zero are computed."""
    model = model_of([helper.make_node(kind, ["x"], ["y"])], {"x": [7]}, ["y"])
    check(tmp_path, model, {"x": made(7, low=0.1)})


def test_the_other_gelu(tmp_path: Path) -> None:
    """By a tanh."""
    nodes = [helper.make_node("Gelu", ["x"], ["y"], approximate="tanh")]
    check(tmp_path, model_of(nodes, {"x": [11]}, ["y"]), {"x": made(11, low=-5, high=5)})


@pytest.mark.parametrize("kind", ["Add", "Sub", "Mul", "Div", "Max", "Min", "PRelu"])
@pytest.mark.parametrize("shape", [[2, 3, 4], [4], [3, 1], [1, 3, 4]])
def test_operators_of_two_elements_broadcast(tmp_path: Path, kind: str, shape: list[int]) -> None:
    """Sizes of one repeat, dimensions that are missing come first."""
    nodes = [helper.make_node(kind, ["x", "z"], ["y"])]
    model = model_of(nodes, {"x": [2, 3, 4], "z": shape}, ["y"])
    check(tmp_path, model, {"x": made(2, 3, 4), "z": made(*shape)})


def test_both_operands_repeat(tmp_path: Path) -> None:
    """No operand has the result's shape."""
    nodes = [helper.make_node("Add", ["x", "z"], ["y"])]
    model = model_of(nodes, {"x": [3, 1], "z": [1, 4]}, ["y"])
    check(tmp_path, model, {"x": made(3, 1), "z": made(1, 4)})


def test_comparisons_choices_and_casts(tmp_path: Path) -> None:
    """Several types in one operator are supported."""
    nodes = [
        helper.make_node("Greater", ["x", "z"], ["more"]),
        helper.make_node("IsNaN", ["x"], ["none"]),
        helper.make_node("Or", ["more", "none"], ["either"]),
        helper.make_node("Not", ["either"], ["neither"]),
        helper.make_node("Where", ["neither", "x", "z"], ["chosen"]),
        helper.make_node("Cast", ["chosen"], ["whole"], to=TensorProto.INT32),
        helper.make_node("Cast", ["whole"], ["y"], to=FLOAT),
    ]
    x = made(4, 6, low=-9, high=9)
    x[1, 2] = np.nan
    model = check(tmp_path, model_of(nodes, {"x": [4, 6], "z": [6]}, ["y"]), {"x": x, "z": made(6)})
    names = [step.operator.name for step in model.steps]
    assert names == ["greater", "isnan_or_not_where_and_more"]


def test_limits_that_are_operands_attributes_or_missing(tmp_path: Path) -> None:
    """Clip in its two forms."""
    weights = {"low": np.float32(-0.5), "high": np.float32(0.75)}
    nodes = [
        helper.make_node("Clip", ["x", "low", "high"], ["a"]),
        helper.make_node("Clip", ["x", "", "high"], ["b"]),
        helper.make_node("Add", ["a", "b"], ["y"]),
    ]
    check(tmp_path, model_of(nodes, {"x": [9]}, ["y"], weights), {"x": made(9)})
    old = [helper.make_node("Clip", ["x"], ["y"], min=-0.25)]
    check(tmp_path, model_of(old, {"x": [9]}, ["y"], opset=6), {"x": made(9)})


@pytest.mark.parametrize(
    ("weight", "attributes"),
    [
        ((6, 4, 3, 3), {"pads": [1, 2, 0, 1], "strides": [2, 1]}),
        ((6, 4, 3, 2), {"auto_pad": "SAME_UPPER", "strides": [2, 3]}),
        ((6, 4, 2, 2), {"auto_pad": "SAME_LOWER"}),
        ((6, 4, 2, 3), {"auto_pad": "VALID", "dilations": [2, 1]}),
        ((6, 2, 3, 3), {"group": 2}),
        ((4, 1, 3, 3), {"group": 4, "pads": [1, 1, 1, 1]}),
        ((8, 1, 3, 3), {"group": 4}),
    ],
)
@pytest.mark.parametrize("bias", [True, False])
def test_convolutions(tmp_path: Path, weight, attributes, bias: bool) -> None:
    """Pads, strides, dilations, groups, more than one image."""
    weights = {"w": made(*weight)} | ({"b": made(weight[0])} if bias else {})
    nodes = [helper.make_node("Conv", ["x", *weights], ["y"], **attributes)]
    check(tmp_path, model_of(nodes, {"x": [2, 4, 7, 9]}, ["y"], weights), {"x": made(2, 4, 7, 9)})


@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [3, 2], "strides": [2, 1]},
        {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]},
        {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "count_include_pad": 1},
        {"kernel_shape": [2, 2], "auto_pad": "SAME_UPPER", "strides": [2, 2]},
    ],
)
def test_pooling(tmp_path: Path, attributes) -> None:
    """Means count what is inside, unless they are to count pads."""
    arrays = {"x": made(2, 3, 7, 5)}
    average = [helper.make_node("AveragePool", ["x"], ["y"], **attributes)]
    check(tmp_path, model_of(average, {"x": [2, 3, 7, 5]}, ["y"]), arrays)
    attributes = {name: value for name, value in attributes.items() if name[:5] != "count"}
    largest = [helper.make_node("MaxPool", ["x"], ["y"], **attributes)]
    check(tmp_path, model_of(largest, {"x": [2, 3, 7, 5]}, ["y"]), arrays)


def test_pads_of_pooling_that_differ(tmp_path: Path) -> None:
    """ONNX's reference takes them in another order than its specification; NumPy does not."""
    nodes = [helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[1, 3], pads=[0, 0, 0, 2])]
    x = made(1, 1, 2, 4)
    wide = np.pad(x, [(0, 0), (0, 0), (0, 0), (0, 2)], constant_values=-np.inf)
    expected = np.lib.stride_tricks.sliding_window_view(wide, 3, axis=3).max(-1)
    model = imported(tmp_path, model_of(nodes, {"x": [1, 1, 2, 4]}, ["y"]))
    np.testing.assert_array_equal(model.compute([x])[0], expected)


@pytest.mark.parametrize("kind", ["GlobalAveragePool", "GlobalMaxPool"])
def test_pooling_of_whole_images(tmp_path: Path, kind: str) -> None:
    """Images of any number of dimensions are pooled."""
    model = model_of([helper.make_node(kind, ["x"], ["y"])], {"x": [2, 3, 4, 5]}, ["y"])
    check(tmp_path, model, {"x": made(2, 3, 4, 5)})


@pytest.mark.parametrize(
    ("a", "b"),
    [((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 1, 3, 4), (6, 4, 5)), ((3, 4), (2, 4, 5))],
)
def test_products_of_matrices(tmp_path: Path, a, b) -> None:
    """Batches broadcast."""
    model = model_of([helper.make_node("MatMul", ["a", "b"], ["y"])], {"a": a, "b": b}, ["y"])
    check(tmp_path, model, {"a": made(*a), "b": made(*b)})


@pytest.mark.parametrize("c", [None, (5,), (3, 1), (1, 5), (3, 5), (1,)])
def test_gemm(tmp_path: Path, c) -> None:
    """Transposed, scaled, with what is added in any shape."""
    weights = {} if c is None else {"c": made(*c)}
    numbers = {"transA": 1, "transB": 1, "alpha": 0.5, "beta": 2.0}
    nodes = [helper.make_node("Gemm", ["a", "b", *weights], ["y"], **numbers)]
    model = model_of(nodes, {"a": [4, 3], "b": [5, 4]}, ["y"], weights)
    check(tmp_path, model, {"a": made(4, 3), "b": made(5, 4)})


@pytest.mark.parametrize("opset", [11, 13])
@pytest.mark.parametrize("kind", ["Softmax", "LogSoftmax"])
def test_softmax_of_old_and_new_models(tmp_path: Path, kind: str, opset: int) -> None:
    """Before version 13 it went over all axes after its own."""
    nodes = [helper.make_node(kind, ["x"], ["y"], axis=1)]
    x = made(2, 3, 4)
    got = imported(tmp_path, model_of(nodes, {"x": [2, 3, 4]}, ["y"], opset=opset)).compute([x])[0]
    over: tuple[int, ...] = (1, 2) if opset < 13 else (1,)
    power = np.exp(x.astype(np.float64))
    expected = power / power.sum(over, keepdims=True)
    np.testing.assert_allclose(got, np.log(expected) if kind[0] == "L" else expected, rtol=1e-5)


@pytest.mark.parametrize("kind", ["Sum", "Mean", "Max", "Min", "Prod", "L2", "SumSquare"])
@pytest.mark.parametrize("kept", [0, 1])
def test_reductions(tmp_path: Path, kind: str, kept: int) -> None:
    """Axes are an operand; below zero they count from the last."""
    weights = {"axes": np.asarray([0, -1], np.int64)}
    nodes = [helper.make_node(f"Reduce{kind}", ["x", "axes"], ["y"], keepdims=kept)]
    check(tmp_path, model_of(nodes, {"x": [2, 3, 4]}, ["y"], weights), {"x": made(2, 3, 4)})


def test_layers_of_a_transformer(tmp_path: Path) -> None:
    """Norm, product, transposition, softmax, and what lies between them."""
    weights = {
        "g": made(8), "h": made(8), "w": made(8, 8), "shape": np.asarray([2, 5, 2, 4], np.int64),
        "scale": np.float32(0.5), "back": np.asarray([2, 5, 8], np.int64),
    }  # fmt: skip
    nodes = [
        helper.make_node("LayerNormalization", ["x", "g", "h"], ["n"], epsilon=1e-3),
        helper.make_node("MatMul", ["n", "w"], ["q0"]),
        helper.make_node("Reshape", ["q0", "shape"], ["q1"]),
        helper.make_node("Transpose", ["q1"], ["q"], perm=[0, 2, 1, 3]),
        helper.make_node("Transpose", ["q1"], ["k"], perm=[0, 2, 3, 1]),
        helper.make_node("MatMul", ["q", "k"], ["s0"]),
        helper.make_node("Mul", ["s0", "scale"], ["s1"]),
        helper.make_node("Softmax", ["s1"], ["s"]),
        helper.make_node("MatMul", ["s", "q"], ["o0"]),
        helper.make_node("Transpose", ["o0"], ["o1"], perm=[0, 2, 1, 3]),
        helper.make_node("Reshape", ["o1", "back"], ["o2"]),
        helper.make_node("Add", ["o2", "x"], ["y"]),
    ]
    x = made(2, 5, 8)
    model = check(tmp_path, model_of(nodes, {"x": [2, 5, 8]}, ["y"], weights), {"x": x})
    assert "matmul_mul" in [step.operator.name for step in model.steps]


def test_statistics_of_batches_become_a_product_and_a_sum(tmp_path: Path) -> None:
    """And join the convolution before them."""
    weights = {
        "w": made(4, 3, 1, 1),
        "s": made(4),
        "b": made(4),
        "m": made(4),
        "v": made(4, low=0.1),
    }
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"]),
        helper.make_node("BatchNormalization", ["c", "s", "b", "m", "v"], ["n"]),
        helper.make_node("Relu", ["n"], ["y"]),
    ]
    arrays = {"x": made(2, 3, 4, 4)}
    model = check(tmp_path, model_of(nodes, {"x": [2, 3, 4, 4]}, ["y"], weights), arrays)
    assert [step.operator.name for step in model.steps] == ["conv_batchnormalization_relu"]


def test_tensors_one_behind_the_other(tmp_path: Path) -> None:
    """Tensors of different sizes are concatenated along any axis."""
    nodes = [helper.make_node("Concat", ["x", "z", "x"], ["y"], axis=-2)]
    model = model_of(nodes, {"x": [2, 3, 4], "z": [2, 1, 4]}, ["y"])
    check(tmp_path, model, {"x": made(2, 3, 4), "z": made(2, 1, 4)})


def test_what_is_read_twice_is_computed_once(tmp_path: Path) -> None:
    """A result with two readers is written; equal layers are one operator."""
    nodes = [
        helper.make_node("Relu", ["x"], ["a"]),
        helper.make_node("Exp", ["a"], ["b"]),
        helper.make_node("Neg", ["a"], ["c"]),
        helper.make_node("Add", ["b", "c"], ["d"]),
        helper.make_node("Relu", ["d"], ["y"]),
    ]
    model = check(tmp_path, model_of(nodes, {"x": [5]}, ["a", "y"]), {"x": made(5)})
    assert [step.outputs for step in model.steps] == [("a",), ("b",), ("y",)]


def test_shapes_are_computed_from_shapes(tmp_path: Path) -> None:
    """As exporters write a flattening."""
    weights = {"zero": np.asarray(0, np.int64), "rest": np.asarray([-1], np.int64)}
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"]),
        helper.make_node("Gather", ["shape", "zero"], ["first"]),
        helper.make_node("Unsqueeze", ["first", "axis0"], ["batch"]),
        helper.make_node("Concat", ["batch", "rest"], ["wanted"], axis=0),
        helper.make_node("Reshape", ["x", "wanted"], ["flat"]),
        helper.make_node("Relu", ["flat"], ["y"]),
    ]
    weights["axis0"] = np.asarray([0], np.int64)
    model = check(tmp_path, model_of(nodes, {"x": [2, 3, 4]}, ["y"], weights), {"x": made(2, 3, 4)})
    assert len(model.steps) == 1


def relu_of(shape):
    """A model whose shapes may be open."""
    node = helper.make_node("Relu", ["x"], ["y"])
    return model_of([node], {"x": shape}, ["y"])


def test_sizes_that_a_file_leaves_open_are_given(tmp_path: Path) -> None:
    """Others cannot be changed."""
    model = imported(tmp_path, relu_of(["batch", 3]), x=(2, 3))
    assert model.tensors["y"].shape == (2, 3)
    with pytest.raises(MisuseError, match="'x' has an open size 'batch'") as error:
        imported(tmp_path, relu_of(["batch", 3]))
    assert "--shape x=" in error.value.hint
    with pytest.raises(MisuseError, match="has 3 places where 4 is given"):
        imported(tmp_path, relu_of(["batch", 3]), x=(2, 4))
    with pytest.raises(MisuseError, match="has 2 dimensions, not 1"):
        imported(tmp_path, relu_of(["batch", 3]), x=(2,))
    with pytest.raises(MisuseError, match="has no input 'z'"):
        imported(tmp_path, relu_of([2, 3]), z=(2,))


def test_files_that_are_no_models(tmp_path: Path) -> None:
    """One line each, with the file's name."""
    path = tmp_path / "net.onnx"
    with pytest.raises(MisuseError, match="no such file"):
        import_model(path, "net", {})
    for data in (b"", b"\x08\x07garbage", b"\xff" * 100, onnx.ModelProto().SerializeToString()):
        path.write_bytes(data)
        with pytest.raises(MisuseError, match=r"net\.onnx: no model of ONNX"):
            import_model(path, "net", {})


def test_every_cut_of_a_model_is_refused_or_read(tmp_path: Path) -> None:
    """Never a traceback."""
    weights = {"w": made(2, 3), "s": np.asarray([2, 2], np.int64)}
    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["m"]),
        helper.make_node("Relu", ["m"], ["y"]),
    ]
    data = bytearray(model_of(nodes, {"x": [4, 2]}, ["y"], weights).SerializeToString())
    path = tmp_path / "net.onnx"
    chance = np.random.default_rng(3)
    for turn in range(150):
        broken = data[: chance.integers(1, len(data))] if turn % 2 else bytearray(data)
        for _ in range(turn % 5):
            broken[chance.integers(len(broken))] = chance.integers(256)
        path.write_bytes(broken)
        try:
            import_model(path, "net", {})
        except MisuseError as error:
            assert error.message  # noqa: PT017 - either way is right


@pytest.mark.parametrize(
    "nodes",
    [
        [("Relu", "y", "y")],
        [("Add", "x b", "y"), ("Relu", "y", "b")],
        [("Relu", "a", "y"), ("Exp", "x", "a")],
        [("Relu", "nothing", "y")],
        [("Relu", "x", "y"), ("Exp", "x", "y")],
        [("Relu", "x", "x"), ("Exp", "x", "y")],
    ],
    ids=["itself", "cycle", "backwards", "unknown", "twice", "input"],
)
def test_graphs_that_are_none(tmp_path: Path, nodes) -> None:
    """Cyclic, out of order, or with tensors that nothing or too much writes."""
    made = [helper.make_node(kind, names.split(), [out]) for kind, names, out in nodes]
    shaped = [helper.make_tensor_value_info(name, FLOAT, [4]) for name in "xy"]
    graph = helper.make_graph(made, "graph", shaped[:1], shaped[1:])
    opsets = [helper.make_opsetid("", 17)]
    path = tmp_path / "net.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), str(path))
    with pytest.raises(MisuseError, match=r"net\.onnx: no model of ONNX: .*('|\.)") as raised:
        import_model(path, "net", {})
    assert "\n" not in raised.value.message


def test_graphs_of_very_many_nodes(tmp_path: Path) -> None:
    """A chain far deeper than Python's stack, and one with 2 ** 60 paths."""
    chain = [helper.make_node("Relu", [f"t{i}"], [f"t{i + 1}"]) for i in range(3000)]
    paths = [helper.make_node("Add", [f"t{i}"] * 2, [f"t{i + 1}"]) for i in range(60)]
    x = made(4)
    for nodes, wanted in ((chain, np.maximum(x, 0)), (paths, x * np.float32(2.0**60))):
        got = imported(tmp_path, model_of(nodes, {"t0": [4]}, [f"t{len(nodes)}"]))
        np.testing.assert_array_equal(got.compute([x])[0], wanted)


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([helper.make_node("Hardmax", ["x"], ["y"], name="h")], "Hardmax 'h' is not supported"),
        ([helper.make_node("NonZero", ["x"], ["i"])], "shape of 'i' is not known|open size"),
        (
            [helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[2, 2], ceil_mode=1)],
            "rounds sizes up",
        ),
        ([helper.make_node("MaxPool", ["x"], ["y", "i"], kernel_shape=[2, 2])], "places of the"),
    ],
)
def test_what_cannot_be_described(tmp_path: Path, nodes, message: str) -> None:
    """By name."""
    model = model_of(nodes, {"x": [1, 2, 5, 5]}, [nodes[0].output[0]])
    with pytest.raises(MisuseError, match=message):
        imported(tmp_path, model)


def test_constants_without_measure(tmp_path: Path) -> None:
    """A node of a few bytes that asks for all memory."""
    weights = {"shape": np.asarray([1 << 20, 1 << 12], np.int64)}
    nodes = [
        helper.make_node("ConstantOfShape", ["shape"], ["big"]),
        helper.make_node("Add", ["x", "big"], ["y"]),
    ]
    with pytest.raises(MisuseError, match="constant of more than"):
        imported(tmp_path, model_of(nodes, {"x": [1]}, ["y"], weights))


def test_weights_in_other_files(tmp_path: Path) -> None:
    """No file next to the model is read."""
    model = model_of(
        [helper.make_node("Add", ["x", "w"], ["y"])], {"x": [2]}, ["y"], {"w": made(2)}
    )
    weight = model.graph.initializer[0]
    onnx.external_data_helper.set_external_data(weight, "../../etc/passwd")

    weight.ClearField("raw_data")
    with pytest.raises(MisuseError, match="'w' is in another file"):
        imported(tmp_path, model)
