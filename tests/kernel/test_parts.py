"""The parts of the kernel compiler that need no compiler."""

from __future__ import annotations

import os
import struct
import time
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc.tiling import (
    NO_TILING,
    cpp_structures,
    declared_definition,
    parse_definition,
)
from custom_compiler.kernel.opc.wrapper import ARCH_WORDS, has_plain_form, template_heads
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.cache import CachedObject, KernelCache
from custom_compiler.kernel.toolchain.compiler import split_options
from custom_compiler.kernel.toolchain.soc import find_soc

REPOSITORY = Path(__file__).parents[2]


def elf_file(sections: dict[bytes, bytes]) -> bytes:
    names = b"\0.shstrtab\0" + b"".join(name + b"\0" for name in sections)
    body = names
    headers = [struct.pack("<IIQQQQIIQQ", *[0] * 10)]
    for name, data in sections.items():
        offset = 64 + len(body)
        body += data
        index = names.index(b"\0" + name + b"\0") + 1
        headers.append(struct.pack("<IIQQQQIIQQ", index, 1, 0, 0, offset, len(data), 0, 0, 1, 0))
    headers.append(struct.pack("<IIQQQQIIQQ", 1, 3, 0, 0, 64, len(names), 0, 0, 1, 0))
    head = b"\x7fELF\x02\x01\x01" + bytes(9)
    head += struct.pack(
        "<HHIQQQIHHHHHH",
        1,
        62,
        1,
        0,
        0,
        64 + len(body),
        0,
        64,
        0,
        0,
        64,
        len(headers),
        len(headers) - 1,
    )
    return head + body + b"".join(headers)


def test_records_are_read() -> None:
    first = struct.pack("<IIQQ", 1, 0, 2**63, 0) + struct.pack("<IIQQ", 4, 0, 24, 0)
    again = struct.pack("<IIQQ", 4, 0, 24, 0)
    data = elf_file({b".text": b"xx", b".ascendc.meta": first + again})
    assert elf.meta_records(data) == [(1, 2**63, 0), (4, 24, 0)]
    assert elf.meta_records(elf_file({b".text": b"x"})) == []


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"MZ" * 100, elf_file({b".a": b"b"})[:-10]])
def test_broken_objects(data: bytes) -> None:
    with pytest.raises(elf.ElfError):
        elf.meta_records(data)


def test_structures() -> None:
    definition = parse_definition(
        {
            "class": "AddTiling",
            "by_key": {"3": "Inner"},
            "classes": {
                "TCubeTiling": {"size": 200, "fields": [], "builtin": True},
                "Inner": {
                    "size": 8,
                    "fields": [{"kind": "scalar", "dtype": "uint64_t", "name": "a"}],
                },
                "AddTiling": {
                    "size": 224,
                    "fields": [
                        {"kind": "scalar", "dtype": "uint32_t", "name": "n"},
                        {"kind": "array", "dtype": "uint8_t", "name": "xPH", "length": 4},
                        {"kind": "struct", "type": "Inner", "name": "in", "size": 8},
                        {"kind": "struct", "type": "TCubeTiling", "name": "mm", "size": 200},
                    ],
                },
            },
        }
    )
    assert definition.max_size == 224
    text = cpp_structures(definition)
    assert '#include "kernel_tiling/kernel_tiling.h"' in text
    assert "uint8_t xPH[4];" in text
    assert "alignas(8) Inner in;" in text
    assert "alignas(8) AscendC::tiling::TCubeTiling mm;" in text
    assert "struct TCubeTiling" not in text
    assert parse_definition({"class": None}).max_size == 0


@pytest.mark.parametrize(
    ("header", "kernel", "is_declared"),
    [
        ("namespace Add { struct AddTiling { int n; }; }", "REGISTER_TILING_DEFAULT(T);", False),
        ("class AddTiling final : Base {};", "REGISTER_TILING_FOR_TILINGKEY(1, T);", False),
        ("struct AddTiling; struct AddTilingOf {};", "REGISTER_TILING_DEFAULT(T);", True),
        ("// struct AddTiling {}", "REGISTER_TILING_DEFAULT(T);", True),
        ("struct AddTiling { int n; };", "// REGISTER_TILING_DEFAULT(T);", True),
    ],
)
def test_a_kernel_registers_a_structure_of_its_own(
    tmp_path: Path, header: str, kernel: str, *, is_declared: bool
) -> None:
    """As ops-cv's upsample_nearest3d: the class of op_host, and a struct in a namespace."""
    fields = [{"kind": "field", "dtype": "int32_t", "name": "n"}]
    definition = parse_definition(
        {"class": "AddTiling", "classes": {"AddTiling": {"size": 8, "fields": fields}}}
    )
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc/add.h").write_text(header)
    source = tmp_path / "add.cpp"
    source.write_text(f'#include "add.h"\n{kernel}\n')
    declared = declared_definition(definition, str(source), [f"-I{tmp_path}/inc"])
    assert declared == (definition if is_declared else NO_TILING)


def test_cache_forgets_what_was_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = KernelCache(str(tmp_path))
    keys = [f"{i:064x}" for i in range(4)]
    for age, key in enumerate(keys):
        cache.store(key, CachedObject([(1, 2, 3)], bytes(10_000)))
        (path,) = (tmp_path / "kernel").rglob(key[2:])
        os.utime(path, (time.time() - 1000 * (4 - age),) * 2)
    assert cache.load(keys[0]) == CachedObject([(1, 2, 3)], bytes(10_000))
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "25000")
    cache.prune()
    assert [cache.load(key) is not None for key in keys] == [True, False, False, True]


def test_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = KernelCache(str(tmp_path / "file"))
    cache.store("ab" * 32, CachedObject([], b"x"))
    assert cache.load("ab" * 32) is None


def test_options_of_the_device_compiler_are_left_out() -> None:
    words = [
        "-x",
        "cce",
        "--cce-auto-sync=off",
        "-sanitizer",
        "--op_relocatable_kernel_binary=true",
        "-mllvm",
        "-flag",
        "-DA=1",
        "-I",
        "/x",
        "-O3",
        "-g",
    ]
    assert split_options(words) == (["-DA=1", "-I", "/x"], ["-O3", "-g"])


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('extern "C" __global__ __aicore__ void f(GM_ADDR x)', None),
        (
            "template <typename T, int N>\n__global__ __aicore__ void f(GM_ADDR x)",
            ["typename T", "int N"],
        ),
        ("template <typename T> class K {}; __global__ void f(GM_ADDR x)", None),
        ("// template <int N>\n__global__ void f(GM_ADDR x)", None),
    ],
)
def test_template_kernels(source: str, expected: list[str] | None) -> None:
    assert template_heads("f", source) == ({} if expected is None else {(): expected})


def test_kernels_that_are_another_template_for_each_architecture() -> None:
    source = (
        "#if (__CCE_AICORE__ == 220)\ntemplate <int A, typename B>\n"
        "#else\ntemplate <int A>\n#endif\n"
        "__global__ __aicore__ void f(GM_ADDR x) {}\n"
    )
    condition = "#if (__CCE_AICORE__ == 220)\n"
    expected = {(condition,): ["int A", "typename B"], (f"{condition}#else\n",): ["int A"]}
    assert template_heads("f", source) == expected


def test_kernels_that_are_another_function_for_each_architecture() -> None:
    """As ops-transformer's sparse_flash_mla_grad."""
    source = (
        "#ifndef GUARD\n#define GUARD\n#endif\n#if A > 1 && \\\n  B\n#if C\n#endif\n"
        "template <int N, int M>\n__global__ __aicore__ void f(GM_ADDR x) { g<f(1)>(); }\n"
        "#elif D\ntemplate <int N>\n__global__ __aicore__ void f(GM_ADDR x, int y) {}\n#endif\n"
    )
    expected = {
        ("#if A > 1 &&    B\n",): ["int N", "int M"],
        ("#if A > 1 &&    B\n#elif D\n",): ["int N"],
    }
    assert template_heads("f", source) == expected


def test_kernels_of_both_forms() -> None:
    template = "template <int N>\n__global__ __aicore__ void f(GM_ADDR x) {}\n"
    assert not has_plain_form("f", template)
    assert has_plain_form("f", template + 'extern "C" __global__ __aicore__ void f(GM_ADDR x) {}')


def test_every_constant_of_the_architecture_is_known_to_be_one() -> None:
    """A source that uses one must not be taken for the same kernel on every SoC."""
    text = (REPOSITORY / "toolkit/tikcpp/tikcfw/detail/types/constants.h").read_bytes()
    names = [line.split()[1] for line in text.splitlines() if b" ASCENDC_PER_ARCH(" in line]
    assert len(names) > 3
    for name in names:
        assert ARCH_WORDS.search(name) or name.startswith(b"ASCENDC_PER_ARCH("), name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ascend910b", "Ascend910B1"),
        ("Ascend910B", "Ascend910B"),
        ("ASCEND910B1", "Ascend910B1"),
        ("ascend910_93", "Ascend910_9391"),
    ],
)
def test_soc_names(cann_home: Path, name: str, found: str) -> None:
    soc = find_soc(name, str(cann_home / "data/platform_config"))
    assert soc.name == found
    assert soc.split_cores == (soc.arch == 220)


def test_unknown_soc(tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match="--soc_version=Ascend9: unknown SoC"):
        find_soc("Ascend9", str(tmp_path))
