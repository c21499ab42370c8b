"""Built-in operators: the toolkit brings the sources of their kernels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import tensor, write
from tests.utils.caches import cache_with_headers

_SOC = ("-v", "Ascend910B3")


@pytest.fixture
def variables(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        "ASCEND_CUSTOM_OPP_PATH": "",
        "ASCEND_OPP_PATH": str(cann_home / "opp"),
        "CUSTOM_COMPILER_CACHE": cache_with_headers(
            tmp_path_factory.getbasetemp() / "cache of built-ins"
        ),
    }


def call(op_type: str, inputs: list[dict], output: dict, **more: object) -> dict:
    for index, port in enumerate(inputs):
        port["index"] = index
    return {"op_type": op_type, "inputs": inputs, "outputs": [output], "attrs": []} | more


@pytest.mark.slow
def test_static_kernels(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    """Scalars, attributes, values that tiling reads, and types of all sizes."""
    pair = {"x1": (5, 77), "x2": (5, 77)}
    integers = [tensor(name, shape, "int32") for name, shape in pair.items()]
    write(tmp_path / "dump/mul.json", call("Mul", integers, tensor("y", (5, 77), "int32")))
    scalars = [tensor(name, (), "bfloat16") for name in pair]
    write(tmp_path / "dump/sub.json", call("Sub", scalars, tensor("y", (), "bfloat16")))
    dst_type = {"name": "dst_type", "dtype": "int", "value": 0, "index": 0}
    half, single = tensor("x", (3, 50), "float16"), tensor("y", (3, 50), "float32")
    write(tmp_path / "dump/cast.json", call("Cast", [half], single, attrs=[dst_type]))
    dims = tensor("dims", (2,), "int64", value_depend=True, const_data=[3, 9])
    filled = tensor("y", (3, 9), "bool")
    value = tensor("value", (1,), "bool")
    write(tmp_path / "dump/fill.json", call("Fill", [dims, value], filled))
    done = op_compiler("-p", "dump", *_SOC, "-f", "-o", "net", "--verify", **variables)
    assert done.returncode == 0, done.stderr
    assert "[summary] verify: 4 of 4 kernels equal" in done.stdout


def test_kernels_for_debugging(
    op_compiler: OpCompiler, variables: dict[str, str], cann_home: Path, tmp_path: Path
) -> None:
    folder = cann_home / "opp/built-in/op_impl/ai_core/tbe/kernel/ascend910b/add"
    description = json.loads(min(folder.glob("*.json")).read_text())
    (tmp_path / "debug.cfg").write_text("ccec_g\n")
    name = description["kernelList"][0]["kernelName"]
    done = op_compiler("-d", "debug.cfg", "-k", name, *_SOC, **variables)
    assert done.returncode == 0, done.stderr
    assert "debug compiler success" in done.stdout
