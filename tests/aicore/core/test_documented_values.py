"""Enumerators, constants and parameter structures are what CANN documents."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pytest

from tests.aicore.documented_values import (
    CONFIGURATIONS,
    CONSTANTS,
    CONSTANTS_PER_CORE,
    ENUMERATORS,
    MATMUL_CONFIG,
    MATMUL_CONFIGS,
    MATMUL_PARTS,
    PARAMETERS,
)
from tests.aicore.harness import Kernel

HEAD = """
#include "kernel_operator.h"
#include "lib/matmul_intf.h"
using namespace AscendC;
"""


def entries(table: str) -> dict[str, str]:
    """`<name>: <text>`, over several lines."""
    lines = re.sub(r"\n\s+", " ", table.strip()).splitlines()
    return dict(line.split(": ", 1) for line in lines)


def values_of(text: str) -> dict[str, int]:
    """`<name>=<value> ...`, true and false included."""
    words = {"true": 1, "false": 0}
    pairs = (item.split("=") for item in text.split())
    return {name: words[value] if value in words else int(value) for name, value in pairs}


class Reader:
    """A kernel that writes the values of expressions, and the values that they should have."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.names: list[str] = []
        self.expected: list[int] = []

    def add(self, statement: str) -> None:
        self.statements.append(statement)

    def read(self, expression: str, expected: int) -> None:
        self.statements.append(f"*out++ = (int64_t)({expression});")
        self.names.append(expression)
        self.expected.append(expected)

    def check(self) -> None:
        text = "\n".join(self.statements)
        declaration = 'extern "C" __global__ __aicore__ void values(GM_ADDR place) {'
        body = "__gm__ int64_t* out = (__gm__ int64_t*)place;"
        kernel = Kernel(f"{HEAD}{declaration}\n{body}\n{text}\n}}", "values", 1)
        written = np.zeros(len(self.expected), np.int64)
        kernel.run(1, written)
        wrong = [
            f"{name} is {value}, not {expected}"
            for name, value, expected in zip(
                self.names, written.tolist(), self.expected, strict=True
            )
            if value != expected
        ]
        assert not wrong


def test_enumerators_and_constants() -> None:
    reader = Reader()
    for enumeration, text in entries(ENUMERATORS).items():
        for name, value in values_of(text).items():
            reader.read(f"{enumeration}::{name}", value)
    for name, value in values_of(CONSTANTS).items():
        reader.read(name, value if value < 1 << 63 else value - (1 << 64))
    for configuration, text in entries(CONFIGURATIONS).items():
        for name, value in values_of(text).items():
            reader.read(f"{configuration}.{name}", value)
    reader.check()


MEMORY = """
extern "C" __global__ __aicore__ void memory(GM_ADDR place) {
    __gm__ int64_t* out = (__gm__ int64_t*)place;
    out[0] = TOTAL_VEC_LOCAL_SIZE;
    out[1] = TOTAL_UB_SIZE;
    out[2] = TMP_UB_OFFSET;
    out[3] = TOTAL_L1_SIZE;
    out[4] = TOTAL_L0C_SIZE;
}
"""


@pytest.mark.parametrize(("index", "arch"), list(enumerate([100, 200, 220, 300])))
def test_sizes_of_memories(index: int, arch: int) -> None:
    written = np.zeros(5, np.int64)
    Kernel(HEAD + MEMORY, "memory", 1, arch=arch).run(1, written)
    assert written.tolist() == [values[index] for values in CONSTANTS_PER_CORE.values()]


@dataclass(frozen=True)
class Field:
    """A field of a structure: `count` elements, if it is an array."""

    name: str
    count: int
    default: int | None
    is_bool: bool

    @classmethod
    def parse(cls, text: str) -> Field:
        name, count, default = re.fullmatch(r"(\w+)(?:\[(\d+)\])?=(\S+)", text).groups()  # type: ignore[union-attr]
        is_bool = default.endswith(("true", "false"))
        value = None if default.startswith("?") else values_of(f"x={default}")["x"]
        return cls(name, int(count or 0), value, is_bool)

    def argument(self, position: int, pattern: int) -> int:
        """Distinct values; those of bools differ from each other in some pattern."""
        return position >> pattern & 1 if self.is_bool else position + 1 + pattern

    def places(self) -> list[tuple[str, int]]:
        """Its elements, with their number."""
        names = [(f"{self.name}[{i}]", i) for i in range(self.count)]
        return names or [(self.name, 0)]


def read_default(reader: Reader, structure: str, fields: list[Field]) -> None:
    reader.add(f"{{ {structure} p;")
    for field in fields:
        if field.default is not None:
            for place, _ in field.places():
                reader.read(f"p.{place}", field.default)
    reader.add("}")


def read_constructed(
    reader: Reader, structure: str, fields: list[Field], order: list[str], pattern: int
) -> None:
    by_name = {field.name: field for field in fields}
    given = {name: by_name[name].argument(i, pattern) for i, name in enumerate(order)}
    reader.add("{")
    arguments = []
    for name, value in given.items():
        if by_name[name].count:
            elements = ", ".join(str(value + i) for i in range(by_name[name].count))
            element = f"std::remove_all_extents_t<decltype({structure}::{name})>"
            reader.add(f"{element} {name}_[] = {{{elements}}};")
            arguments.append(f"{name}_")
        else:
            arguments.append(f"(decltype({structure}::{name})){value}")
    reader.add(f"{structure} p({', '.join(arguments)});")
    for field in fields:
        for place, i in field.places():
            if field.name in given:
                reader.read(f"p.{place}", given[field.name] + i)
            elif field.default is not None:
                reader.read(f"p.{place}", field.default)
    reader.add("}")


def test_parameters() -> None:
    reader = Reader()
    for name, text in entries(PARAMETERS).items():
        structure = name.removesuffix("!")
        fields = [Field.parse(item) for item in re.sub(r"\([^)]*\)", "", text).split()]
        if structure == name:
            read_default(reader, structure, fields)
        for order in re.findall(r"\(([^)]*)\)", text):
            flags = {field.name for field in fields if field.is_bool}
            last = max((i for i, name in enumerate(order.split()) if name in flags), default=0)
            for pattern in range(max(last.bit_length(), 1)):
                read_constructed(reader, structure, fields, order.split(), pattern)
    reader.check()


def test_matmul_configurations() -> None:
    """The functions set the documented values for default arguments, and for other ones."""
    reader = Reader()
    base = values_of(MATMUL_CONFIG)
    for function, text in entries(MATMUL_CONFIGS).items():
        arguments, besides = (values_of(part) for part in text.split("/"))
        changed = {
            name: 1 - value if name.startswith(("is", "en", "has", "intrinsics")) else value + 1
            for name, value in arguments.items()
        }
        for given in (arguments, changed):
            config = {**base, **besides, **given}
            if function == "GetSpecialBasicConfig":
                config["baseMN"] = config["basicM"] * config["basicN"]
                config["singleCoreMN"] = config["singleCoreM"] * config["singleCoreN"]
            values = [f"(decltype(MatmulConfig::{name})){value}" for name, value in given.items()]
            # Arguments without a default are the basic blocks and what counts them.
            required = [v for v, name in zip(values, given, strict=True) if is_count(name)]
            used = required if given is arguments and function != "GetMDLConfig" else values
            reader.add(f"{{ constexpr MatmulConfig c = {function}({', '.join(used)});")
            for name, value in config.items():
                reader.read(f"c.{name}", value)
            reader.add("}")
    reader.check()


def is_count(name: str) -> bool:
    return name.startswith(("basic", "singleCore", "step"))


def test_matmul_configurations_of_parts() -> None:
    reader = Reader()
    base = values_of(MATMUL_CONFIG)
    flags = {name for name in base if re.search(rf"\b{name}=(true|false)", MATMUL_CONFIG)}
    modes = ["NORM", "MDL", "SPECIALMDL", "IBSHARE"]
    kinds = [
        {"doNorm": 1, "batchMode": 1, "enUnitFlag": 1},
        {"doMultiDataLoad": 1},
        {"doSpecialMDL": 1},
        {"doIBShareNorm": 1, "batchMode": 1, "enUnitFlag": 1},
    ]
    for mode, kind in zip(modes, kinds, strict=True):
        for part, text in entries(MATMUL_PARTS).items():
            values = {
                name: int(not base[name]) if name in flags else i + 1
                for i, name in enumerate(text.split())
            }
            reader.add("{")
            reader.add(f"constexpr {part} part = [] {{ {part} p = {{}};")
            for name, value in values.items():
                reader.add(f"p.{name} = (decltype(p.{name})){value};")
            reader.add("return p; }();")
            call = f"GetMMConfig<MatmulConfigMode::CONFIG_{mode}>(part)"
            reader.add(f"constexpr MatmulConfig c = {call};")
            for name, value in {**base, **kind, **values}.items():
                reader.read(f"c.{name}", value)
            reader.add("}")
    reader.check()
