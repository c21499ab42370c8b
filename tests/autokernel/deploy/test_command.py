"""`custom-compiler autokernel deploy`: from a file of ONNX to a program that gives its values."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from custom_compiler.cli.main import main

CHANCE = np.random.default_rng(11)


def digits(path: Path) -> onnx.ModelProto:
    """Two convolutions, a layer, and shares, for images of 12 x 12, any number of them."""
    shapes = {"w1": (4, 1, 3, 3), "b1": (4,), "w2": (6, 4, 3, 3), "b2": (6, 1, 1), "w3": (54, 10)}
    weights = {name: CHANCE.standard_normal(shape) / 3 for name, shape in shapes.items()}
    nodes = [
        helper.make_node("Conv", ["x", "w1", "b1"], ["c1"], auto_pad="SAME_UPPER"),
        helper.make_node("Relu", ["c1"], ["r1"]),
        helper.make_node("MaxPool", ["r1"], ["p1"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Conv", ["p1", "w2"], ["c2"], pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["c2", "b2"], ["a2"]),
        helper.make_node("Relu", ["a2"], ["r2"]),
        helper.make_node("MaxPool", ["r2"], ["p2"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Flatten", ["p2"], ["f"]),
        helper.make_node("MatMul", ["f", "w3"], ["m"]),
        helper.make_node("Softmax", ["m"], ["y"]),
    ]
    graph = helper.make_graph(
        nodes,
        "digits",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["images", 1, 12, 12])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["images", 10])],
        [
            numpy_helper.from_array(array.astype(np.float32), name)
            for name, array in weights.items()
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, str(path))
    return model


def test_a_net_for_digits_becomes_a_program(tmp_path: Path, capsys) -> None:
    """Six operators of ten nodes; ONNX's reference is the judge."""
    model = digits(tmp_path / "digits-8.onnx")
    words = ["--shape", "x=3,1,12,12", "-o", str(tmp_path / "made")]
    assert main(["autokernel", "deploy", str(tmp_path / "digits-8.onnx"), *words]) == 0
    assert f"{tmp_path / 'made'}: 6 steps of 6 operators\n" in capsys.readouterr().out
    x = CHANCE.standard_normal((3, 1, 12, 12)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    program = tmp_path / "made" / "run_digits_8"
    subprocess.run([program, tmp_path / "x.npy", tmp_path / "y.npy"], check=True)
    expected = ReferenceEvaluator(model).run(None, {"x": x})[0]
    np.testing.assert_allclose(np.load(tmp_path / "y.npy"), expected, rtol=1e-4, atol=1e-6)


def test_a_model_beyond_all_measure_is_refused_and_writes_nothing(tmp_path, capsys) -> None:
    digits(tmp_path / "digits.onnx")
    made = tmp_path / "made"
    words = ["--shape", "x=2147483648,1,12,12", "-o", str(made), "--target", "host"]
    assert main(["autokernel", "deploy", str(tmp_path / "digits.onnx"), *words]) == 2
    assert "conv_relu: size n=2147483648 is more than host kernels" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["digits.onnx"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.onnx"], "none.onnx: no such file"),
        (["digits.onnx"], "'x' has an open size 'images'"),
        (["digits.onnx", "--shape", "x=3,1,12"], "input 'x' has 4 dimensions, not 3"),
        (["digits.onnx", "--shape", "x=a"], "--shape x=a: no shape"),
        (["digits.onnx", "--shape", "x=0,1,12,12"], "--shape x=0,1,12,12: no shape"),
        (["digits.onnx", "--target", "riscv"], "unknown target riscv"),
    ],
)
def test_misuse_is_one_line_and_writes_nothing(
    tmp_path, monkeypatch, capsys, words, message
) -> None:
    """Exit code 2."""
    monkeypatch.chdir(tmp_path)
    digits(tmp_path / "digits.onnx")
    assert main(["autokernel", "deploy", *words]) == 2
    assert message in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["digits.onnx"]
