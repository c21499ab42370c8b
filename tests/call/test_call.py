"""Describing a call: prototypes from packages, dtypes, attributes; without any toolkit."""

from __future__ import annotations

import json
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.bridge.source import render
from custom_compiler.call import arrays
from custom_compiler.call.execution import WorkerCall, check_names
from custom_compiler.call.prototype import Prototype, find_prototype
from custom_compiler.cli.call_arguments import _inputs_by_name
from custom_compiler.errors import MisuseError, PackageError
from custom_compiler.package.files import PackageFiles
from custom_compiler.package.vendor import find_packages

HEADER = """
__attribute__((visibility("default")))
aclnnStatus aclnnDemoOpGetWorkspaceSize(
    const aclTensor *x,
    aclTensor *varRef,
    const aclTensorList *more,
    const aclIntArray *axesOptional,
    double scale,
    char *modeOptional,
    const aclTensor *out,
    uint64_t *workspaceSize,
    aclOpExecutor **executor);
"""

INFO = {
    "DemoOp": {
        "input0": {
            "name": "x",
            "paramType": "required",
            "dtype": "float16,bfloat16",
            "format": "ND,ND",
        },
        "input1": {
            "name": "var",
            "paramType": "required",
            "dtype": "int32,int32",
            "format": "ND,ND",
        },
        "input2": {"name": "more", "paramType": "dynamic"},
        "output0": {"name": "var", "paramType": "required", "dtype": "int32,int32"},
        "output1": {"name": "out", "paramType": "required", "dtype": "float16,bfloat16"},
        "attr": {"list": "axes,scale,mode"},
        "attr_axes": {"type": "listInt", "paramType": "optional", "defaultValue": "[]"},
        "attr_scale": {"type": "float", "paramType": "required"},
        "attr_mode": {"type": "str", "paramType": "optional", "defaultValue": "none"},
    }
}


@pytest.fixture
def vendor(tmp_path: Path) -> Path:
    vendor = tmp_path / "vendors/acme"
    config = vendor / "op_impl/ai_core/tbe/config/ascend910b"
    config.mkdir(parents=True)
    (config / "aic-ascend910b-ops-info.json").write_text(json.dumps(INFO))
    (vendor / "op_api/include").mkdir(parents=True)
    (vendor / "op_api/include/aclnn_demo_op.h").write_text(HEADER)
    return vendor


@pytest.fixture
def prototype(vendor: Path) -> Prototype:
    return find_prototype("DemoOp", find_packages({"ASCEND_CUSTOM_OPP_PATH": str(vendor)}))


def test_prototype(prototype: Prototype) -> None:
    assert prototype.function == "aclnnDemoOp"
    assert [port.name for port in prototype.inputs] == ["x", "var", "more"]
    assert [port.name for port in prototype.own_outputs] == ["out"]
    assert prototype.parameters == (
        *("aclTensor*", "aclTensor*", "aclTensorList*", "aclIntArray*", "double", "char*"),
        "aclTensor*",
    )


def test_headers_in_aclnnop(vendor: Path) -> None:
    """Packages of ops-transformer and vllm-ascend have them there."""
    include = vendor / "op_api/include"
    (include / "aclnnop").mkdir()
    (include / "aclnn_demo_op.h").rename(include / "aclnnop/aclnn_demo_op.h")
    packages = find_packages({"ASCEND_CUSTOM_OPP_PATH": str(vendor)})
    prototype = find_prototype("DemoOp", packages)
    assert '#include "aclnnop/aclnn_demo_op.h"\n' in render([prototype], PackageFiles(vendor))


def test_unknown_operator_suggests(vendor: Path) -> None:
    packages = find_packages({"ASCEND_CUSTOM_OPP_PATH": str(vendor)})
    with pytest.raises(
        MisuseError, match="no installed package has an operator 'DemoOpp'"
    ) as caught:
        find_prototype("DemoOpp", packages)
    assert "did you mean DemoOp?" in caught.value.hint


def test_description_and_header_must_agree(vendor: Path) -> None:
    header = vendor / "op_api/include/aclnn_demo_op.h"
    header.write_text(HEADER.replace("double scale,", ""))
    with pytest.raises(PackageError, match="takes 6 arguments"):
        find_prototype("DemoOp", find_packages({"ASCEND_CUSTOM_OPP_PATH": str(vendor)}))


def test_column_follows_from_the_dtypes(prototype: Prototype) -> None:
    x, var = np.zeros(2, ml_dtypes.bfloat16), np.zeros(2, np.int32)
    assert arrays.matching_column(prototype.inputs, {"x": [x], "var": [var]}) == 1
    with pytest.raises(MisuseError, match="not supported: x: float32") as caught:
        arrays.matching_column(prototype.inputs, {"x": [x.astype(np.float32)], "var": [var]})
    assert "x: bfloat16, var: int32" in caught.value.hint


@pytest.mark.parametrize(
    ("inputs", "attributes", "says"),
    [
        ({"x": 1}, {"scale": "1"}, "input 'var' needs one array, got 0"),
        ({"x": 2, "var": 1}, {"scale": "1"}, "input 'x' needs one array, got 2"),
        ({"x": 1, "var": 1, "z": 1}, {"scale": "1"}, "there is no input 'z'"),
        ({"x": 1, "var": 1}, {}, "attribute 'scale' needs a value"),
        ({"x": 1, "var": 1}, {"scale": "1", "alpha": "2"}, "there is no attribute 'alpha'"),
    ],
)
def test_wrong_arguments_are_named(
    prototype: Prototype, inputs: dict[str, int], attributes: dict[str, str], says: str
) -> None:
    given = {name: [np.zeros(1)] * count for name, count in inputs.items()}
    with pytest.raises(MisuseError, match=says):
        check_names(WorkerCall(prototype, given, attributes))


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("int", "-3", -3),
        ("int", "0x10", 16),
        ("float", "1e-6", 1e-6),
        ("bool", "True", True),
        ("str", "[a, b]", "[a, b]"),
        ("listInt", "1,-2", [1, -2]),
        ("listInt", "[]", []),
        ("listFloat", "[1.5, 2]", [1.5, 2.0]),
        ("listBool", "true,false", [True, False]),
    ],
)
def test_attribute_texts(kind: str, text: str, value: object) -> None:
    assert arrays.parse_attribute(kind, text) == value


@pytest.mark.parametrize(("kind", "text"), [("int", "1.5"), ("bool", "yes"), ("listInt", "1;2")])
def test_bad_attribute_texts(kind: str, text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        arrays.parse_attribute(kind, text)


def test_bfloat16_survives_a_file(tmp_path: Path) -> None:
    array = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    np.save(tmp_path / "x.npy", array)
    loaded = arrays.read_npy(tmp_path / "x.npy")
    assert loaded.dtype == array.dtype
    assert (loaded == array).all()


def test_the_other_byte_order_is_named() -> None:
    with pytest.raises(MisuseError, match="other byte order") as error:
        arrays.name_of(np.dtype(">f2"))
    array = np.arange(3, dtype=">f2")
    assert "array.astype(array.dtype.newbyteorder('='))" in error.value.hint
    assert arrays.name_of(array.astype(array.dtype.newbyteorder("=")).dtype) == "float16"


def test_files_by_name(
    prototype: Prototype, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    by_name = _inputs_by_name(["var=v.npy", "x.npy"], prototype)
    assert by_name == {"var": ["v.npy"], "x": ["x.npy"]}
    with pytest.raises(MisuseError, match="DemoOp has no input w") as error:
        _inputs_by_name(["w=x.npy"], prototype)
    assert error.value.hint == "inputs: x, var, more"
    (tmp_path / "w=x.npy").touch()
    assert _inputs_by_name(["w=x.npy"], prototype) == {"x": ["w=x.npy"]}


def test_unreadable_array_is_misuse(tmp_path: Path) -> None:
    (tmp_path / "x.npy").write_text("no array")
    for name in ("x.npy", "missing.npy"):
        with pytest.raises(MisuseError, match=name):
            arrays.read_npy(tmp_path / name)
