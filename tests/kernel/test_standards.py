"""Functions found by the namespace of their arguments alone, which clang takes in C++17."""

from __future__ import annotations

import time

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.kernel.launch.bisheng import main
from custom_compiler.kernel.opc.source_kernel import SourceKernel, compile_source
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler
from tests.utils.sources import read_source

_SUM = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void sum(__gm__ float* x, uint32_t n) {
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1024);
    AscendC::LocalTensor<float> values = buffer.Get<float>();
    ReduceSum<float>(values, values, values, 64);
}
"""


def _kernel(folder, text=_SUM):
    (folder / "sum.cpp").write_text(f"{text}constexpr long ONCE = {time.time_ns()};\n")
    return SourceKernel(str(folder / "sum.cpp"), "sum", ("x", "n"), "Ascend910B1", ())


@pytest.mark.slow
def test_template_of_the_arguments_namespace(cann_home, tmp_path, monkeypatch):
    kernel = _kernel(tmp_path)
    made = compile_source(str(cann_home), kernel)
    assert made.data
    monkeypatch.delattr(ConfiguredCompiler, "run")  # it is in the cache
    assert compile_source(str(cann_home), kernel).data == made.data


def test_template_of_another_namespace_than_ascendc(cann_home, tmp_path):
    """As ATVOSS writes expressions: `Divs<32>(out)` of a placeholder."""
    text = read_source(__file__, "kernels/standards_namespaces.cpp")
    assert compile_source(str(cann_home), _kernel(tmp_path, text)).data


@pytest.mark.parametrize(
    ("written", "instead", "message"),
    [
        ("values, values, values, 64", "x", "was not declared in this scope"),
        ("values, 64", "values, static_cast<int>(float(n))", "unsigned-float-cast"),
    ],
)
def test_what_neither_standard_takes(cann_home, tmp_path, written, instead, message):
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), _kernel(tmp_path, _SUM.replace(written, instead)))
    assert message in error.value.details


def test_direct_launches(cann_home, tmp_path):
    (tmp_path / "sum.asc").write_text(_SUM)
    words = ["-c", str(tmp_path / "sum.asc"), "-o", str(tmp_path / "sum.o")]
    assert main(str(cann_home), words) == 0
    assert (tmp_path / "sum.o").exists()


# A name that a class has from outside and declares again later; a variable of a template's function
# as the argument of another one, which ends g++ 12 in an internal error; a constant whose
# constructor assigns.
_OF_CLANG = read_source(__file__, "kernels/standards_of_clang.cpp")


def test_what_a_clang_takes(cann_home, tmp_path):
    """One is found after the other: each compile says what the next one needs."""
    assert compile_source(str(cann_home), _kernel(tmp_path, _OF_CLANG)).data


def test_what_no_compiler_takes_beside_it(cann_home, tmp_path):
    text = _OF_CLANG.replace("x[0] =", "int* p = n; x[0] =")
    with pytest.raises(BuildError, match="does not compile") as error:
        compile_source(str(cann_home), _kernel(tmp_path, text))
    assert "invalid conversion from" in error.value.details
