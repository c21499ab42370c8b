"""Tests of kernels without a device: NodeDefBuilder and the host's archives."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

SOURCE = Path(__file__).with_name("sources") / "node_def.cpp"
FIELD = descriptor_pb2.FieldDescriptorProto
# The messages of CANN's cpu_node_def.proto and the files that it imports: name, number, type.
MESSAGES = {
    "Dim": [("size", 1, "int64")],
    "TensorShape": [
        ("dim", 2, "*Dim"), ("unknown_rank", 3, "bool"), ("data_format", 4, "int32"),
    ],
    "Tensor": [
        ("tensor_shape", 1, "TensorShape"), ("tensor_type", 2, "int32"), ("name", 4, "string"),
        ("data_ptr", 5, "uint64"), ("data_size", 6, "uint64"),
    ],
    "ArrayValue": [
        ("s", 2, "*bytes"), ("i", 3, "*int64"), ("f", 4, "*float"), ("b", 5, "*bool"),
        ("type", 6, "*int32"), ("shape", 7, "*TensorShape"), ("tensor", 8, "*Tensor"),
    ],
    "ListInt": [("list_i", 1, "*int64")],
    "ListListInt": [("list_list_i", 1, "*ListInt")],
    "AttrValue": [
        ("array", 1, "ArrayValue"), ("s", 2, "bytes"), ("i", 3, "int64"), ("f", 4, "float"),
        ("b", 5, "bool"), ("type", 6, "int32"), ("shape", 7, "TensorShape"),
        ("tensor", 8, "Tensor"), ("list_list_int", 9, "ListListInt"),
    ],
    "Entry": [("key", 1, "string"), ("value", 2, "AttrValue")],
    "NodeDef": [
        ("op", 2, "string"), ("attrs", 3, "*Entry"), ("inputs", 4, "*Tensor"),
        ("outputs", 5, "*Tensor"),
    ],
}  # fmt: skip


def _message(name: str) -> Any:
    """The class of a message, as protobuf reads it."""
    file = descriptor_pb2.FileDescriptorProto(
        name="node_def.proto", package="aicpuops", syntax="proto3"
    )
    for message, fields in MESSAGES.items():
        described = file.message_type.add(name=message)
        oneof = message == "AttrValue"
        if oneof:
            described.oneof_decl.add(name="value")
        for field, number, kind in fields:
            entry = described.field.add(name=field, number=number)
            entry.label = FIELD.LABEL_REPEATED if kind.startswith("*") else FIELD.LABEL_OPTIONAL
            plain = kind.lstrip("*")
            if plain in MESSAGES:
                entry.type, entry.type_name = FIELD.TYPE_MESSAGE, f".aicpuops.{plain}"
            else:
                entry.type = FIELD.Type.Value(f"TYPE_{plain.upper()}")
            if oneof:
                entry.oneof_index = 0
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"aicpuops.{name}"))


@pytest.fixture(scope="module", params=[0, 1], ids=["old ABI", "new ABI"])
def lines(
    request: pytest.FixtureRequest, cann_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> list[str]:
    """What the program prints, compiled for either ABI of std::string."""
    program = tmp_path_factory.mktemp("node_def") / "program"
    context = cann_home / "include/aicpu_common/context"
    names = ("aicpu_context_host", "aicpu_nodedef_host", "host_ascend_protobuf")
    subprocess.run(
        ["g++", "-std=c++11", "-Wall", "-Wextra", "-Werror",
         f"-D_GLIBCXX_USE_CXX11_ABI={request.param}", f"-I{context}",
         *(f"-I{context}/{part}" for part in ("common", "cpu_proto", "utils")), str(SOURCE),
         "-o", str(program), "-Wl,--whole-archive",
         *(f"{cann_home}/lib64/lib{name}.a" for name in names), "-Wl,--no-whole-archive",
         "-lpthread"],
        check=True,
    )  # fmt: skip
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_kernel_runs(lines: list[str]) -> None:
    assert lines[1] == "0 3 -4 16"


def test_description_is_what_protobuf_reads(lines: list[str]) -> None:
    wire = bytes.fromhex(lines[0])
    node = _message("NodeDef").FromString(wire)
    assert node.SerializeToString(deterministic=True) == wire
    assert node.op == "AcmeDouble"
    attrs = {entry.key: json_format.MessageToDict(entry.value) for entry in node.attrs}
    assert node.inputs[0].data_ptr != 0
    assert attrs.pop("tensor")["tensor"]["dataPtr"] == str(node.inputs[0].data_ptr)
    shapes = [{"dim": [{"size": str(size)} for size in dims]} for dims in ([2, 3], [4], [1, 5])]
    assert attrs == {
        "integer": {"i": "-3"},
        "zero": {"i": "0"},
        "real": {"f": 0.25},
        "flag": {"b": True},
        "text": {"s": "dHdvIHdvcmRz"},
        "type": {"type": 27},
        "integers": {"array": {"i": ["1", "300", "-1"]}},
        "reals": {"array": {"f": [0.5, -4.0]}},
        "flags": {"array": {"b": [True, False]}},
        "texts": {"array": {"s": ["YQ==", "Yg=="]}},
        "types": {"array": {"type": [2, 0]}},
        "nested": {"listListInt": {"listListI": [{"listI": ["1", "2"]}, {"listI": ["-7"]}]}},
        "shape": {"shape": shapes[0]},
        "shapes": {"array": {"shape": shapes[1:]}},
    }
    x, y = node.inputs[0], node.outputs[0]
    assert (x.name, x.tensor_type, x.data_size, x.tensor_shape.data_format) == ("x", 0, 12, 2)
    assert (y.name, y.data_size, [dim.size for dim in y.tensor_shape.dim]) == ("y", 12, [3])
