"""Texts that clang takes and GCC does not, made ready for GCC; each compiled by GCC both ways."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from custom_compiler.kernel.toolchain.address_spaces import marks, with_address_spaces
from custom_compiler.kernel.toolchain.clang_forms import (
    as_aggregates,
    with_array_lists,
    with_constant_types,
)
from custom_compiler.kernel.toolchain.class_specializations import as_overloads
from custom_compiler.kernel.toolchain.host_functions import MARKS, with_own_names
from custom_compiler.kernel.toolchain.local_addresses import (
    has_local_addresses,
    with_local_addresses,
)
from custom_compiler.kernel.toolchain.standards import NOTHING
from tests.utils.sources import read_source

_PACKS = read_source(__file__, "sources/rewrites_packs.cpp")
_CONSTANTS = read_source(__file__, "sources/rewrites_constants.cpp")
_ARRAYS = """
#include <initializer_list>
int sum(const int* values, int n) { return n > 0 ? *values + sum(values + 1, n - 1) : 0; }
int main() {
    int a[2] = {1, 0};
    if (a[1]) { return 1; }
    return sum((int[]){16, 32}, 2) + sum((const int[3]){1, 1,
                                                        (a[0])}, 3) - 51;
}
"""
_CLASSES = read_source(__file__, "sources/rewrites_classes.cpp")
_AGGREGATES = read_source(__file__, "sources/rewrites_aggregates.cpp")


@pytest.mark.parametrize(
    ("text", "rewrite", "need", "standard"),
    [
        pytest.param(_PACKS, with_constant_types, "constants", 17, id="packs"),
        pytest.param(_CONSTANTS, with_constant_types, "constants", 17, id="constants"),
        pytest.param(_ARRAYS, with_array_lists, "arrays", 17, id="arrays"),
        pytest.param(_CLASSES, as_overloads, "overloads", 17, id="classes"),
        pytest.param(_AGGREGATES, as_aggregates, "aggregates", 20, id="aggregates"),
    ],
)
def test_gcc_takes_the_rewritten_text(
    tmp_path: Path, text: str, rewrite: Callable[[bytes], bytes], need: str, standard: int
) -> None:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("needs g++")
    source = tmp_path / "text.cpp"
    command = [compiler, f"-std=c++{standard}", "-fsyntax-only", str(source)]
    source.write_text(text)
    before = subprocess.run(command, capture_output=True, text=True, check=False)
    if before.returncode:  # the message leads to the rewriting
        more = NOTHING._replace(later=standard == 20).more(before.stderr)
        assert more is not None
        assert getattr(more, need)
    made = rewrite(text.encode())
    assert made.count(b"\n") == text.count("\n")
    source.write_bytes(made)
    after = subprocess.run(command, capture_output=True, text=True, check=False)
    assert after.returncode == 0, after.stderr


_SPACES = read_source(__file__, "sources/rewrites_spaces.cpp")


def _marked(text: str) -> bytes:
    defined = dict(line.split()[1:] for line in marks().splitlines() if line.startswith("#define"))
    for qualifier, mark in defined.items():
        text = text.replace(qualifier, mark)
    return text.encode()


def test_functions_are_told_apart_by_address_spaces() -> None:
    text = with_address_spaces(_marked(_SPACES)).decode()
    assert text.count("\n") == _SPACES.count("\n")
    assert "ascendc_in_" not in text
    assert "inline void put_gm_ubuf_x(T* to, T* from, int n) { put_it(to); }" in " ".join(
        text.split()
    )
    assert "inline int once(float*) { return 1; }" in text
    calls = [line for line in text.splitlines() if "inline int where(float * ascendc_a0)" in line]
    assert len(calls) == 1
    chosen = "IsIn(::AscendC::Hardware::UB, ascendc_a0)) { return where_ubuf(ascendc_a0); }"
    assert chosen in calls[0]
    assert "put_ubuf_gm_x<T>(ascendc_a0, ascendc_a1, ascendc_a2)" in text
    assert "int ascendc_a2 = 3" in text


def test_text_without_such_functions_stays() -> None:
    text = "inline int f(float* x) { return g(reinterpret_cast<int*>(x)); }\n"
    assert with_address_spaces(text.encode()) == text.encode()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("(__ubuf__ int*)(32) + i", "F<ascendc_in_ubuf int*>(32) + i"),
        ("*(const __ubuf__ T *)0x40u = 1", "*F<const ascendc_in_ubuf T *>(0x40u) = 1"),
        ("reinterpret_cast<__ubuf__ T*>(f(8))", "F<ascendc_in_ubuf T*>(f(8))"),
        # The cast is of an element, not of the parenthesis.
        ("(__ubuf__ int*)(x)[1]", None),
        ("(__ubuf__ int*)(x).y()", None),
        ("(__ubuf__ int*)(__ubuf__ void*)x", None),
        ("(__ubuf__ int*)(void*)&x", None),
        ("(__ubuf__ int*)(uint64_t)x", None),
        ("(__gm__ int*)(32)", None),
        ("(__ubuf__ int*)pointer", None),
        ("void f(__ubuf__ int*);", None),
        ("sizeof(__ubuf__ int*)", None),
    ],
)
def test_casts_of_numbers_to_local_addresses(
    tmp_path: Path, written: str, read: str | None
) -> None:
    expected = _marked(written) if read is None else read.encode()
    text = with_local_addresses(_marked(written))
    assert text.replace(b"::AscendC::isa::InUnifiedBuffer", b"F") == expected
    (tmp_path / "k.h").write_text(written)
    assert has_local_addresses(str(tmp_path / "k.h")) or read is None


def test_casts_of_addresses_to_numbers() -> None:
    text = b"reinterpret_cast<uint64_t>(p + 1), reinterpret_cast<uint64_t*>(p)"
    expected = b"::AscendC::isa::AddressNumber<uint64_t>(p + 1), reinterpret_cast<uint64_t*>(p)"
    assert with_local_addresses(text) == expected
    toolkit = b'# 1 "cann/tikcpp/tikcfw/a.h" 1\n' + text
    own = b'\n# 7 "k.cpp" 2\n'
    assert with_local_addresses(toolkit + own + text) == toolkit + own + expected


def test_time_of_many_declarations() -> None:
    """Headers declare functions without braces between them, as shmem.h does 600."""
    pairs = (
        f'# {number} "a;b.h"\nvoid put{number}({to}, int n);\n'
        for number in range(3000)
        for to in ("__gm__ int* to", "__ubuf__ int* to")
    )
    text = _marked("".join(pairs) + "namespace end {}\n")
    begin = time.process_time()
    rewritten = with_address_spaces(text)
    assert time.process_time() - begin < 2  # 1.3 s for an eighth when it was quadratic
    assert rewritten.count(b"void put2999_ubuf_x(int* to,  int n);") == 1
    assert text.count(b"\n") == rewritten.count(b"\n")


def test_message_of_functions_that_differ_by_space() -> None:
    said = "a.h:26:48: error: redefinition of 'void get(half*, half*)'\n"
    more = NOTHING.more(said)
    assert more is not None
    assert (more.spaces, more.cores) == (True, False)
    again = more.more(said)
    assert again is not None
    assert (again.cores, again.hosts) == (True, False)
    last = again.more(said)
    assert last is not None
    assert last.hosts
    other = NOTHING.more("a.h:2:8: error: redefinition of 'struct S'\n")
    assert other is not None
    assert (other.spaces, other.cores) == (False, True)


# The first calls come from host code, from a kernel, and from a template of the cores; members of
# the same name stay.
_HOSTS = read_source(__file__, "sources/rewrites_hosts.cpp")


def test_functions_of_the_cores_are_told_apart_from_those_of_the_host(tmp_path: Path) -> None:
    source = tmp_path / "text.cpp"
    command = ["g++", str(source), "-o", str(tmp_path / "program")]
    source.write_text(_HOSTS.replace("__aicore__", ""))
    before = subprocess.run(command, capture_output=True, text=True, check=False)
    more = NOTHING.more(before.stderr)
    assert more is not None
    assert more.hosts
    mark = MARKS.split()[-1]
    made = with_own_names(_HOSTS.replace("__aicore__", mark).encode())
    assert mark not in made.decode()
    assert made.count(b"\n") == _HOSTS.count("\n")
    source.write_bytes(made)
    subprocess.run(command, check=True)
    subprocess.run([tmp_path / "program"], check=True)
