"""Descriptions of messages (include/proto), against those that define these messages.

`ge_ir_fields.csv` has the fields and values of GE's `graph_metadef/proto/ge_ir.proto` (hicann/ge,
ffdcbc9f7), as protoc describes them, without the messages that no other one contains.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import onnx
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto

TOKEN = re.compile(
    r"(message|enum|oneof) (\w+) \{|^ *(\})$|(?:(repeated|map<\w+,) )?(?:\S+ )?(\w+) = (\d+);",
    re.MULTILINE,
)


def described(text: str) -> dict[str, tuple[int, bool]]:
    """Return the number of each field and value by its qualified name, and if it is repeated."""
    names: dict[str, tuple[int, bool]] = {}
    blocks: list[str] = []
    for kind, block, end, repeated, name, number in TOKEN.findall(text):
        if block:
            blocks.append("" if kind == "oneof" else block)
        elif end:
            blocks.pop()
        else:
            names[".".join(filter(None, [*blocks, name]))] = (int(number), bool(repeated))
    return names


def defined(file: FileDescriptorProto) -> dict[str, tuple[int, bool]]:
    """Return the same of a description by protobuf itself."""
    names: dict[str, tuple[int, bool]] = {}

    def add(prefix: str, messages, enums) -> None:
        for enum in enums:
            for value in enum.value:
                names[f"{prefix}{enum.name}.{value.name}"] = (value.number, False)
        for message in messages:
            here = f"{prefix}{message.name}."
            for field in message.field:
                repeated = field.label == FieldDescriptorProto.LABEL_REPEATED
                names[here + field.name] = (field.number, repeated)
            add(here, message.nested_type, message.enum_type)

    add("", file.message_type, file.enum_type)
    return names


def test_numbers_of_fields_are_those_of_onnx(cann_home: Path) -> None:
    text = (cann_home / "include/proto/ge_onnx.proto").read_text(encoding="utf-8")
    names = described(text)
    del names["Version.IR_VERSION"]  # the newest, which differs between versions
    original = FileDescriptorProto()
    onnx.ModelProto.DESCRIPTOR.file.CopyToProto(original)
    numbers = defined(original)
    assert names == {name: numbers[name] for name in names}
    assert len(names) > 100


def test_numbers_of_fields_are_those_of_the_graph_engine(cann_home: Path) -> None:
    text = (cann_home / "include/proto/ge_ir.proto").read_text(encoding="utf-8")
    with Path(__file__).with_name("ge_ir_fields.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    expected = {name: (int(number), bool(int(repeated))) for name, number, repeated in rows}
    assert described(text) == expected
