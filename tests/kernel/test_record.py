"""Descriptions of kernels: core types, ratios, sizes, keys."""

from __future__ import annotations

import pytest

from custom_compiler.kernel.opc.description import describe, kernel_facts, simplified_keys
from custom_compiler.kernel.opc.implementation import Implementation
from custom_compiler.kernel.opc.options import parse_options
from custom_compiler.kernel.opc.signature import Signature, SignaturePort
from custom_compiler.kernel.toolchain.soc import Soc
from custom_compiler.support.formats import FORMAT_NUMBERS

SPLIT = Soc("Ascend910B1", "ascend910b", 220, 2201, "C220", split_cores=True)
FUSED = Soc("Ascend310P3", "ascend310p", 200, 2002, "M200", split_cores=False)
KEY, KEY_TYPE, DEFAULT_TYPE, TILING_SIZE, SYNC, CUBE, PRINT, VECTOR = range(1, 9)


def options(*more: str):
    parsed = parse_options(["a.py", "--input_param=p", "--soc_version=s", "--output=o", *more])
    assert parsed is not None
    return parsed


def port(
    name: str, dtype: str = "float32", kind: str = "required", **query: list[str]
) -> SignaturePort:
    dtypes = query.get("dtypes", [])
    return SignaturePort(name, dtype, "ND", kind, dtypes, ["ND"] * len(dtypes))


def record(soc: Soc, meta, init_values=(None,), *more: str, tiling_size: int = 16) -> dict:
    signature = Signature("Op", "Op_1", [port("x"), port("y")], [port("z")], [], {})
    implementation = Implementation("Op", "op", "op.cpp", (), [], list(init_values), [], [], False)
    facts = kernel_facts([(kind, a, b) for kind, a, b in meta], soc, tiling_size)
    return describe(signature, implementation, options(*more), soc, facts, b"")


@pytest.mark.parametrize(
    ("meta", "expected"),
    [
        ([], ("VectorCore", "AIV", None, 0)),
        ([(VECTOR, 0, 0)], ("VectorCore", "AIV", None, 0)),
        ([(CUBE, 0, 0)], ("AiCore", "AIC", None, 0)),
        ([(CUBE, 0, 0), (VECTOR, 0, 0)], ("MIX", "", "1:2", 1)),
        ([(SYNC, 0, 0), (VECTOR, 0, 0)], ("MIX", "", "0:1", 1)),
        ([(DEFAULT_TYPE, 5, 0)], ("MIX", "", "tilingKey", 1)),
        ([(DEFAULT_TYPE, 0, 0), (SYNC, 0, 0)], ("VectorCore", "AIV", None, 0)),
        ([(KEY, 1, 0), (KEY, 2, 0), (KEY_TYPE, 1, 4)], ("MIX", "", "tilingKey", 1)),
    ],
)
def test_core_type_of_split_cores(meta, expected) -> None:
    made = record(SPLIT, meta)
    found = (made["coreType"], made["core_type"], made.get("taskRation"), made["intercoreSync"])
    assert found == expected


@pytest.mark.parametrize(
    ("meta", "core"),
    [
        ([(CUBE, 0, 0), (VECTOR, 0, 0)], "AiCore"),
        ([(DEFAULT_TYPE, 5, 0)], "AiCore"),
        ([(DEFAULT_TYPE, 8, 0)], "MIX_AICORE"),
        ([(DEFAULT_TYPE, 7, 0)], "VectorCore"),
        ([(DEFAULT_TYPE, 9, 0)], "MIX_VECTOR_CORE"),
    ],
)
def test_core_type_of_fused_cores(meta, core) -> None:
    made = record(FUSED, meta)
    assert made["coreType"] == core
    assert "intercoreSync" not in made


def test_kernel_list_of_mixed_keys() -> None:
    made = record(SPLIT, [(KEY, 1, 0), (KEY, 2**63, 0), (KEY_TYPE, 1, 4)])
    assert made["kernelList"] == [
        {
            "kernelName": "Op_1_1",
            "tilingKey": 1,
            "kernelType": "MIX_AIC",
            "taskRation": "1:1",
            "crossCoreSync": 1,
        },
        {
            "kernelName": f"Op_1_{2**63}",
            "tilingKey": 2**63,
            "kernelType": "MIX_AIC",
            "taskRation": "0:1",
            "crossCoreSync": 0,
        },
    ]


def test_sizes() -> None:
    assert record(SPLIT, [(TILING_SIZE, 40, 0)])["opParaSize"] == 48
    oom = record(SPLIT, [], (None,), "--op_debug_config=oom", tiling_size=12)
    assert oom["opParaSize"] == 16 + 8 + 8 * 4
    assert oom["supportInfo"]["op_debug_config"] == "oom"


def test_printing_kernels_get_a_buffer() -> None:
    made = record(SPLIT, [(PRINT, 0, 0)])
    assert made["debugBufSize"] == 75 * 1024 * 1024
    assert "printf" in made["debugOptions"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("7", {"dtype": "float32", "init_value": 7}),
        (
            '{ "is_list" : false, "type": "float32", "value": 1.500000}',
            {"dtype": "float32", "init_value": 1.5},
        ),
        (
            '{ "is_list" : true, "float32": { "type": "float32", "value": -3 }}',
            {"dtype": "float32", "init_value": -3},
        ),
        ('{ "is_list" : true, "int32": { "type": "int32", "value": -3 }}', None),
    ],
)
def test_initial_values(value: str, expected) -> None:
    assert record(SPLIT, [], (value,))["parameters"] == [None, None, expected, None]


def test_simplified_keys() -> None:
    signature = Signature(
        "Op",
        "Op_1",
        [port("x", "bfloat16", "dynamic"), port("o", "int8", "optional")],
        [port("z", "int4")],
        [],
        {},
    )
    assert simplified_keys(signature, options()) == ["Op/d=0,p=0/27,2/29,2", "Op/d=1,p=0/27,2/29,2"]
    high = options("--impl_mode=high_precision", "--deterministic=true")
    assert simplified_keys(signature, high) == ["Op/d=1,p=2/27,2/29,2"]


def test_simplified_keys_of_merged_combinations() -> None:
    ports = [port("x", "float16", dtypes=["float16", "bfloat16"])]
    signature = Signature("Op", "Op_1", ports, [], [], {})
    keys = simplified_keys(signature, options("--deterministic=false"))
    assert keys == ["Op/d=0,p=0/1,2", "Op/d=0,p=0/27,2"]


def test_format_numbers() -> None:
    """Numbers of ge::Format at the places where its declaration states them."""
    stated = {"NCHW": 0, "ND": 2, "NC1C0HWPAD": 5, "HWCN": 16, "C1HWNCoC0": 25, "FRACTAL_NZ": 29}
    stated |= {"NCDHW": 30, "NC": 35, "RESERVED": 40, "FRACTAL_ZN_RNN": 44, "NCL": 47}
    assert {name: FORMAT_NUMBERS[name] for name in stated} == stated
