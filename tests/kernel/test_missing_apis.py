"""APIs that a SoC lacks by the pages of asc-devkit are rejected with the line of the call."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.kernel.launch.bisheng import main
from custom_compiler.kernel.opc.source_kernel import SourceKernel, compile_source
from custom_compiler.kernel.toolchain.missing_apis import recorded_lacks
from tests.utils.sources import read_source

_HEAD = read_source(__file__, "kernels/missing_apis_head.cpp")
_LINE = _HEAD.count("\n") + 1
_DAV = {"Ascend910A": "1001", "Ascend310P3": "2002", "Ascend910B1": "2201", "Ascend950PR_9599": "3510"}  # fmt: skip
_REJECTED = [
    # Compare.md, Compares.md: int32_t has CMPMODE::EQ only.
    ("Ascend910B1", "Compare(u, i, i, CMPMODE::LT, 64);", "Compare<int32_t> with CMPMODE::EQ only"),
    ("Ascend910B1", "Compare(u, i, i, CMPMODE::NE, 64, 1, BinaryRepeatParams());", "Compare<int32_t> with CMPMODE::EQ only"),
    ("Ascend910_9391", "CompareScalar(u, i, 3, CMPMODE::GE, 64);", "CompareScalar<int32_t> with CMPMODE::EQ only"),
    ("Ascend910B1", "Compares(u, i, 3, CMPMODE::GT, 64);", "CompareScalar<int32_t> with CMPMODE::EQ only"),
    ("Ascend910B1", "u = i <= i;", "Compare<int32_t> with CMPMODE::EQ only"),
    ("Ascend310P3", "Compare(u, i, i, CMPMODE::EQ, 64);", "no Compare<int32_t>"),
    # Cast.md.
    ("Ascend310P3", "Cast(h, n, RoundMode::CAST_NONE, 64);", "no Cast<half, int4b_t>"),
    ("Ascend910A", "Cast(h, n, RoundMode::CAST_NONE, 64);", "no Cast<half, int4b_t>"),
    ("Ascend910A", "Cast(n, h, RoundMode::CAST_NONE, 64);", "no Cast<int4b_t, half>"),
    ("Ascend310P3", "Cast(f, b, RoundMode::CAST_NONE, 64);", "no Cast<float, bfloat16_t>"),
    ("Ascend910B1", "Cast(h, b, RoundMode::CAST_RINT, 64);", "no Cast<half, bfloat16_t>"),
    # "error in backend: not support bf16 type cast" of CANN's compiler, in what it generates.
    ("Ascend910B1", "f.SetValue(0, (float)b.GetValue(0));", "no cast of a bfloat16_t scalar"),
    ("Ascend910B1", "b.SetValue(0, f.GetValue(0));", "no cast of a bfloat16_t scalar"),
    ("Ascend910_9391", "b.SetValue(2, b.GetValue(0) + b.GetValue(1));", "no cast of a bfloat16_t scalar"),
    ("Ascend910B1", "auto e = b.GetValue(0); e += 2; b.SetValue(1, e);", "no cast of a bfloat16_t scalar"),
    ("Ascend910B1", "auto twice = [](auto v) { return v * 2; }; h.SetValue(0, twice(b.GetValue(0)));", "no cast of a bfloat16_t scalar"),
    # Pages that do not list Ascend 950, and forms that have fewer types there.
    ("Ascend950PR_9599", "SetLoadDataBoundary(1);", "no SetLoadDataBoundary"),
    ("Ascend950PR_9599", "SetSaturationFlag<SaturationMode::CAST>(true);", "no SetSaturationFlag"),
    ("Ascend950PR_9599", "half least, at; GetReduceMaxMinCount(least, at);", "no GetReduceMaxMinCount"),
    ("Ascend950PR_9599", "VectorPadding(h, h, 0, false, 64);", "no VectorPadding<half>"),
    ("Ascend950PR_9599", "RpSort16(h, h, 1);", "no RpSort16"),
    ("Ascend950PR_9599", "Add(l, l, l, 32, 1, BinaryRepeatParams());", "Add<int64_t> with a count only"),
    ("Ascend950PR_9599", "Gather(u, u, o, 0, 32, 1, 8);", "Gather<uint8_t> with a count only"),
    # Its left operands lie in another order of fractals; intrinsics on addresses are of the others.
    ("Ascend950PR_9599", "Mmad(f, h, h, MmadParams());", "no Mmad"),
    ("Ascend950PR_9599", "float* p = (float*)f.GetPhyAddr(); vadd(p, p, p, 1, 1, 1, 1, 8, 8, 8);", "no vadd"),
]  # fmt: skip
_TAKEN = [
    ("Ascend910B1", "Compare(u, i, i, CMPMODE::EQ, 64); u = i == i; Compare(u, f, f, CMPMODE::LT, 64);"),
    ("Ascend910B1", "b.SetValue(0, (bfloat16_t)1.0f); const float one = 1; b.SetValue(1, one + 1);"),
    ("Ascend910B1", "b.SetValue(0, ToBfloat16(f.GetValue(0))); f.SetValue(1, ToFloat(b.GetValue(1)));"),
    ("Ascend910B1", "b.SetValue(0, b.GetValue(1)); Duplicate(b, bfloat16_t(0.5f), 64); Duplicate(b, b.GetValue(0), 64);"),
    # What only run time knows is left to the sanitizer.
    ("Ascend910B1", "CMPMODE mode = static_cast<CMPMODE>(x[0]); Compare(u, i, i, mode, 64);"),
    ("Ascend310P3", "Cast(n, h, RoundMode::CAST_NONE, 64);"),
    # CANN's headers compile these to nothing.
    ("Ascend310P3", "if (x[0] == 1) { Cast(f, buffer.Get<int16_t>(), RoundMode::CAST_NONE, 64); }"),
    ("Ascend950PR_9599", "Compare(u, i, i, CMPMODE::LT, 64); Add(l, l, l, 32); Gather(u, u, o, 0, 32);"),
    ("Ascend950PR_9599", "Cast(h, b, RoundMode::CAST_RINT, 64); Cast(h, n, RoundMode::CAST_NONE, 64);"),
]  # fmt: skip


def _kernel(folder: Path, soc: str, call: str) -> SourceKernel:
    (folder / "calls.cpp").write_text(f"{_HEAD}{call}\n}}\n")
    return SourceKernel(str(folder / "calls.cpp"), "calls", ("x",), soc, ())


@pytest.mark.parametrize(("soc", "call", "lack"), _REJECTED)
def test_rejection_names_the_line(cann_home, tmp_path, soc: str, call: str, lack: str) -> None:
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), _kernel(tmp_path, soc, call))
    first = error.value.details.splitlines()[0]
    assert first.startswith(f"{tmp_path}/calls.cpp:{_LINE}: error: ascend")
    assert lack in first
    assert lack in error.value.message
    assert error.value.hint


@pytest.mark.parametrize(("soc", "call"), _TAKEN)
def test_what_a_soc_has_is_taken(cann_home, tmp_path, soc: str, call: str) -> None:
    assert compile_source(str(cann_home), _kernel(tmp_path, soc, call)).data


_WARNED = [
    ("Ascend310P3", "GlobalTensor<half> g; DataCopyPad(h, g, DataCopyParams(1, 8, 0, 0), DataCopyPadParams());", "DataCopyPad"),
    ("Ascend310P3", "Gatherb(o, o, o, 1, GatherRepeatParams(1, 8));", "Gatherb"),
    ("Ascend910A", "CrossCoreSetFlag<0x2, PIPE_MTE3>(3);", "CrossCoreSetFlag"),
    ("Ascend310B4", "SetAtomicMax<float>();", "SetAtomicMax"),
]  # fmt: skip


@pytest.mark.parametrize(("soc", "call", "api"), _WARNED)
def test_what_does_nothing_there_gets_a_warning(cann_home, tmp_path, capfd, soc, call, api) -> None:
    """CANN's headers compile it, and the build knows the SoC."""
    assert compile_source(str(cann_home), _kernel(tmp_path, soc, call)).data
    (warning,) = capfd.readouterr().err.splitlines()
    assert warning.startswith(f"{tmp_path}/calls.cpp:{_LINE}: warning: ascend")
    assert f" has no {api}: CANN's headers compile it to nothing there" in warning
    assert compile_source(str(cann_home), _kernel(tmp_path, "Ascend910B1", call)).data
    assert capfd.readouterr().err == ""


def test_a_kernel_in_the_cache_is_rejected_too(cann_home, tmp_path) -> None:
    """The same text is one kernel for all SoCs."""
    call = "SetSaturationFlag<SaturationMode::CAST>(false); SetLoadDataBoundary(7);"
    assert compile_source(str(cann_home), _kernel(tmp_path, "Ascend910B1", call)).data
    with pytest.raises(BuildError, match="no SetLoadDataBoundary, SetSaturationFlag"):
        compile_source(str(cann_home), _kernel(tmp_path, "Ascend950PR_9599", call))


@pytest.mark.parametrize(("soc", "call", "lack"), [_REJECTED[0], _REJECTED[6], _REJECTED[11]])
def test_direct_launches(cann_home, tmp_path, monkeypatch, capfd, soc, call, lack) -> None:
    monkeypatch.chdir(tmp_path)
    text = (
        f"{_HEAD}{call}\n}}\nvoid Run(void* stream) {{ calls<<<1, nullptr, stream>>>(nullptr); }}\n"
    )
    (tmp_path / "calls.asc").write_text(text)
    options = [f"--npu-arch=dav-{_DAV[soc]}", "-c", "calls.asc", "-o", "calls.o"]
    assert main(str(cann_home), options) == 1
    told = capfd.readouterr().err.splitlines()
    assert told[0].startswith(f"calls.asc:{_LINE}: error: ascend")
    assert lack in told[0]
    assert not (tmp_path / "calls.o").exists()


@pytest.mark.parametrize("call", ["Mmad(f, h, h, MmadParams(16, 16, 16, x[0], x[1], x[2]));",
                                  "WholeReduceMax(h, h, 64, 1, 1, 1, 8);"])  # fmt: skip
def test_what_only_run_time_knows_gets_none(cann_home, tmp_path, capfd, call) -> None:
    assert compile_source(str(cann_home), _kernel(tmp_path, "Ascend310P3", call)).data
    assert capfd.readouterr().err == ""


def test_a_warning_for_a_source_with_static_objects_of_the_host(
    cann_home, tmp_path, monkeypatch, capfd
) -> None:
    monkeypatch.chdir(tmp_path)
    soc, call, api = _WARNED[0]
    host = "void Run(void* s) { calls<<<1, nullptr, s>>>(nullptr); std::cout << 1; }"
    (tmp_path / "calls.asc").write_text(f"{_HEAD}{call}\n}}\n#include <iostream>\n{host}\n")
    options = [f"--npu-arch=dav-{_DAV[soc]}", "-c", "calls.asc", "-o", "calls.o"]
    assert main(str(cann_home), options) == 0
    assert f"has no {api}: CANN's headers compile it" in capfd.readouterr().err


def test_host_code_converts_scalars(cann_home, tmp_path, monkeypatch, capfd) -> None:
    """A kernel's source may check its results, which no core does."""
    monkeypatch.chdir(tmp_path)
    host = """template <typename T> float sum(const T* x, int n) {
        float total = 0;
        for (int i = 0; i < n; ++i) { total += static_cast<float>(x[i]); }
        return total;
    }
    float Run(void* s, bfloat16_t* x, int n) { calls<<<1, nullptr, s>>>(nullptr); return sum(x, n); }
    """
    options = ["--npu-arch=dav-2201", "-c", "calls.asc", "-o", "calls.o"]
    (tmp_path / "calls.asc").write_text(f"{_HEAD}\n}}\n{host}")
    assert main(str(cann_home), options) == 0
    (tmp_path / "calls.asc").write_text(f"{_HEAD}f.SetValue(0, b.GetValue(0));\n}}\n{host}")
    assert main(str(cann_home), options) == 1
    assert f"calls.asc:{_LINE}: error: ascend910b has no cast" in capfd.readouterr().err


def test_two_sources_of_a_library_use_the_same_api(cann_home, tmp_path, monkeypatch) -> None:
    """Without optimisation each object has a copy of the inline function, of which one stays."""
    monkeypatch.chdir(tmp_path)
    call = "float* p = (float*)f.GetPhyAddr(); vadd(p, p, p, 1, 1, 1, 1, 8, 8, 8);"
    for name in ("one", "two"):
        head = _HEAD.replace("calls", name)
        launch = f"void Run_{name}(void* s) {{ {name}<<<1, nullptr, s>>>(nullptr); }}\n"
        (tmp_path / f"{name}.asc").write_text(f"{head}{call}\n}}\n{launch}")
    options = ["--npu-arch=dav-2201", "-O0", "-fPIC", "-shared", "one.asc", "two.asc"]
    assert main(str(cann_home), [*options, "-o", "both.so"]) == 0
    apis = {lack.name for lack in recorded_lacks((tmp_path / "both.so").read_bytes())}
    assert "vadd" in apis


def test_the_register_takes_floats_only(cann_home, tmp_path) -> None:
    """Compare (to the compare-mask register).md: half and float."""
    call = "Compare(i, i, CMPMODE::EQ, 64, BinaryRepeatParams());"
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), _kernel(tmp_path, "Ascend910B1", call))
    assert "Compare to the compare-mask register takes half and float" in error.value.details
