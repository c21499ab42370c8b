"""Generated sources, kernels built of them, and arguments of all kinds."""

import ctypes
from pathlib import Path

import numpy as np
import pytest

import mskl
import mskpp
from custom_compiler.autokernel.mskl.arguments import (
    InMemory,
    Plain,
    Several,
    argument_of,
    c_type,
    received,
    send,
)
from custom_compiler.errors import BuildError, MisuseError

_NAMES = ["KernelInvokeConfig", "Launcher", "autotune", "autotune_v2", "compile"]
_NAMES += ["compile_executable", "get_kernel_from_binary", "tiling_func"]


class Coord(ctypes.Structure):
    _fields_ = (("m", ctypes.c_uint32), ("n", ctypes.c_uint32), ("k", ctypes.c_uint32))

    @staticmethod
    def get_namespace() -> str:
        return "Catlass::"


def test_both_modules_have_the_names() -> None:
    assert mskl.__all__ == mskpp.__all__ == _NAMES
    assert all(getattr(mskl, name) is getattr(mskpp, name) for name in _NAMES)


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (7, "int"),
        (-(2**31), "int"),
        (2**31, "unsigned long long"),
        (-(2**40), "long long"),
        (True, "bool"),
        (0.5, "float"),
        (ctypes.c_uint32(3), "unsigned int"),
        (ctypes.c_int64(3), "long"),
        (ctypes.c_double(3), "double"),
        (Coord(1, 2, 3), "Catlass::Coord"),
        ((Coord * 2)(), "uint8_t*"),
        (np.zeros(3), "uint8_t*"),
        ([np.zeros(3), None], "uint8_t*"),
        (None, "uint8_t*"),
    ],
)
def test_types_of_arguments(value: object, kind: str) -> None:
    assert c_type("a", value) == kind


@pytest.mark.parametrize("value", ["text", [1, 2], {}, 1j])
def test_what_kernels_do_not_take_is_refused(value: object) -> None:
    with pytest.raises(MisuseError, match=f"argument a: kernels take no {type(value).__name__}"):
        c_type("a", value)


def test_arguments_travel_with_what_they_share() -> None:
    x = np.arange(8, dtype=np.int32)
    sent = send([argument_of(str(i), v) for i, v in enumerate((x, x[2:4], 5, [x, None], x))])
    assert sent.areas == (x.tobytes(),)
    first, part, number, listed, again = received(sent)
    assert isinstance(first, InMemory)
    assert isinstance(part, InMemory)
    assert isinstance(again, InMemory)
    assert again.array.address == first.array.address
    assert part.array.address == first.array.address + 8
    assert ctypes.string_at(part.array.address, part.array.size) == x[2:4].tobytes()
    assert number == Plain((5).to_bytes(8, "little"))
    assert isinstance(listed, Several)
    assert listed.parts[0] == InMemory(first.array)
    assert listed.parts[1] == Plain(bytes(8))


def test_the_generated_source_passes_what_the_function_was_called_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cpp").write_text("")

    def generate() -> str:
        return mskl.Launcher(mskl.KernelInvokeConfig("k.cpp", "Gemm")).code_gen()

    def gemm(shape, a, scale, blockdim, template_param):  # noqa: ARG001 - the launcher reads them
        return generate()

    path = gemm(Coord(1, 2, 3), np.zeros(3), 0.5, 20, [Coord, "layout::RowMajor"])
    assert path == "_gen_launch.cpp"
    text = Path(path).read_text()
    assert f'#include "{tmp_path}/k.cpp"' in text
    call = text[text.index("Gemm<") :].split(";")[0]
    assert " ".join(call.split()) == (
        "Gemm<Catlass::Coord, layout::RowMajor><<<blocks, nullptr, stream>>>("
        "*static_cast<Catlass::Coord*>(args[0]), *static_cast<uint8_t* const*>(args[1]), "
        "*static_cast<float*>(args[2]))"
    )


def test_kernels_are_built_and_launched_with_arguments_of_all_kinds(run) -> None:
    done = run(
        """
import ctypes
import numpy as np
import mskl
class Pair(ctypes.Structure):
    _fields_ = [("a", ctypes.c_int32), ("b", ctypes.c_int32)]
    @staticmethod
    def get_namespace():
        return "N::"
def kernel():
    generated = mskl.Launcher(mskl.KernelInvokeConfig("sum.cpp", "sum")).code_gen()
    return mskl.compile("build.sh", generated)
def call(out, pair, number, fraction, table, tensors, none, same):
    kernel()[1](out, pair, number, fraction, table, tensors, none, same, repeat=2, timeout=60000)
out = np.zeros(8, np.int32)[::2]
out = np.ascontiguousarray(out)
table = (Pair * 2)(Pair(1, 2), Pair(3, 7))
tensors = [np.array([i], np.int32) for i in (30, 12)]
for number in (3, 4):
    call(out, Pair(1, 2), number, 0.5, table, tensors, None, out)
    print(*out)
def wrong(out, pair, number, fraction, table, tensors, none, same):
    kernel()[1](out, pair, float(number))
try:
    wrong(out, Pair(1, 2), 3, 0.5, table, tensors, None, out)
except Exception as error:
    print(error, error.hint)
"""
    )
    *values, refused = done.stdout.splitlines()
    assert values == ["321 9 42 3", "421 9 42 3"], done.stderr
    generated = "uint8_t*, N::Pair, int, float, uint8_t*, uint8_t*, uint8_t*, uint8_t*"
    assert refused == (
        "sum is launched with (uint8_t*, N::Pair, float) "
        f"its source was generated for ({generated}): launch it with these"
    )


@pytest.mark.parametrize(
    ("name", "file", "message"),
    [
        ("a b", "k.cpp", "The input kernel_name is invalid, current input : a b"),
        ("k", "absent.cpp", "kernel_src_file: there is no file absent.cpp"),
    ],
)
def test_configurations_of_nothing_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, file: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cpp").write_text("")
    with pytest.raises(MisuseError, match=message):
        mskl.KernelInvokeConfig(file, name)


def test_scripts_that_fail_or_write_nothing_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cpp").write_text("")
    Path("fails.sh").write_text("echo no such compiler >&2; exit 3")
    Path("idle.sh").write_text("true")
    with pytest.raises(BuildError, match="no such compiler"):
        mskl.compile_executable("fails.sh", "k.cpp")
    with pytest.raises(BuildError, match=r"idle\.sh did not write its second argument"):
        mskl.compile_executable("idle.sh", "k.cpp")
    with pytest.raises(MisuseError, match=r"build_script: there is no file absent\.sh"):
        mskl.compile_executable("absent.sh", "k.cpp")
    with pytest.raises(MisuseError, match=r"use_cache=True.*: there is no file"):
        mskl.compile_executable("idle.sh", "k.cpp", use_cache=True)
    with pytest.raises(MisuseError, match=r"must be ended with \.so"):
        mskl.compile("idle.sh", "k.cpp", "module")
