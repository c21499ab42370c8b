"""Sources with direct launches, judged as other kernels are."""

from __future__ import annotations

import time

import pytest

from custom_compiler.kernel.launch.bisheng import main
from custom_compiler.kernel.rules.tree import TreeReader
from tests.utils.sources import read_source

_SOURCE = read_source(__file__, "sources/judged_launch.cpp")
_CAST = "cast between floating and unsigned integer variable is not allowed on AI cores"
_PLACE = "mean.asc:12:38"


@pytest.fixture
def compiled(cann_home, tmp_path, monkeypatch, capfd):
    """Compiles a text that is new each time; exit code and what is written."""
    monkeypatch.chdir(tmp_path)
    common = "inline [aicore] float Twice(float x) { return 2 * x; }\n"
    (tmp_path / "common.h").write_text(common)
    once = f"constexpr long ONCE = {time.time_ns()};\n"

    def run(*options, text=_SOURCE):
        (tmp_path / "mean.asc").write_text(text + once)
        code = main(str(cann_home), [*options, "-c", "mean.asc", "-o", "mean.o"])
        return code, capfd.readouterr().err

    return run


def test_kernels_are_judged_and_host_code_is_not(compiled, tmp_path):
    code, told = compiled()
    assert code == 1
    assert told.splitlines() == [
        f"{_PLACE}: error: {_CAST} [unsigned-float-cast]",
        "bisheng: error: mean.asc does not compile for AI cores",
        "bisheng: hint: bisheng --permissive makes warnings of the rules in brackets",
    ]
    assert not (tmp_path / "mean.o").exists()


@pytest.mark.parametrize("mark", ["__vector__", "__cube__", "__mix__(1, 2)"])
def test_marks_of_the_kind_of_core_are_enough(compiled, mark):
    """CANN 9's kernels have no __aicore__."""
    text = _SOURCE.replace("__global__ __aicore__", f"__global__ {mark}")
    code, output = compiled(text=text)
    assert code == 1
    assert f"error: {_CAST} [unsigned-float-cast]" in output


def test_a_kernel_without_a_mark_gets_a_warning(compiled):
    """CANN 9: "kernel type of __global__ func is not marked. auto type derivate may be failed"."""
    text = '#include "kernel_operator.h"\n__global__ void k(GM_ADDR x) { x[0] = 7; }\n'
    code, output = compiled(text=text)
    assert code == 0
    warning = "warning: k: the kernel does not state its kind of core"
    assert output.startswith(f"mean.asc:2:17: {warning}")
    for mark in ("__aicore__", "__aicpu__", "__vector__"):
        assert compiled(text=text.replace("__global__", f"__global__ {mark}")) == (0, "")
    text = text.replace("= 7", "+= static_cast<uint32_t>(2.0f * x[1])")
    assert "[unsigned-float-cast]" in compiled(text=text)[1]


def test_errors_of_the_host_compiler_come_after_those_before_them(compiled):
    code, output = compiled(text=f"{_SOURCE}\nstatic_assert(sizeof(int) == 8);\n")
    assert code == 1
    assert output.startswith(f"{_PLACE}: error: {_CAST}")
    assert "static assertion failed" in output


def test_permissive_warns(compiled, tmp_path):
    assert compiled("--permissive") == (0, f"{_PLACE}: warning: {_CAST} [unsigned-float-cast]\n")
    assert (tmp_path / "mean.o").exists()


@pytest.mark.parametrize("words", [["-D_GLIBCXX_USE_CXX11_ABI=1"],
                                   ["-D", "_GLIBCXX_USE_CXX11_ABI=1"]])  # fmt: skip
def test_the_other_abi_of_the_library(compiled, words):
    """Extensions of PyTorch are compiled so."""
    assert compiled("--permissive", *words)[0] == 0
    assert _PLACE in compiled(*words)[1]


def test_a_source_that_libclang_cannot_read(compiled, monkeypatch):
    monkeypatch.setattr(TreeReader, "precompiled", lambda _: "missing.pch")
    code, told = compiled()
    assert code == 1
    assert "libclang cannot read mean.asc" in told
    assert "--permissive compiles it without judging it" in told
    code, told = compiled("--permissive")
    assert code == 0
    assert told.startswith("warning: the kernel is not judged: libclang cannot read mean.asc")


def test_the_environment_makes_it_permissive(compiled, monkeypatch):
    monkeypatch.setenv("CUSTOM_COMPILER_PERMISSIVE", "1")
    assert compiled()[0] == 0


def test_what_was_judged_is_known(compiled, monkeypatch):
    first = compiled("--permissive")
    monkeypatch.delattr(TreeReader, "read")
    assert compiled("--permissive") == first
    assert compiled()[0] == 1


def test_another_header_is_judged_anew(compiled, tmp_path):
    text = _SOURCE.replace("static_cast<float>(n);", "2;", 1)
    assert compiled(text=text) == (0, "")
    common = "[aicore] inline float Twice(float x) { return 2 * expf(x); }\n"
    (tmp_path / "common.h").write_text(common)
    code, told = compiled(text=text)
    assert code == 1
    assert "common.h:1:51: error: expf: a function of the host's library [host-library]" in told


def test_sources_for_950_follow_its_rules(compiled):
    assert compiled("--npu-arch=dav-3510") == (0, "")


_ASSEMBLY = read_source(__file__, "sources/judged_launch_assembly.cpp")


def test_assembly_is_for_host_code(compiled):
    code, told = compiled(text=_ASSEMBLY)
    assert code == 1
    assert [line for line in told.splitlines() if "inline-assembly" in line] == [
        "mean.asc:7:5: error: asm: CANN's compiler takes no assembly in kernels [inline-assembly]"
    ]
    without = _ASSEMBLY.replace('    asm volatile("" ::: "memory");\n    x[0]', "    x[0]")
    assert compiled(text=without)[0] == 0
