"""Code that the device's compiler rejects and a host's would accept."""

import re
import shutil
import time
from pathlib import Path

import pytest

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc.source_kernel import SourceKernel, compile_source
from custom_compiler.kernel.rules.judge import Judge
from custom_compiler.kernel.toolchain.build import PERMISSIVE
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from tests.utils.sources import read_source

_SOURCES = Path(__file__).with_name("rules")
_MEAN = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {
    x[0] = x[0] / static_cast<float>(n);
}
"""


def _findings(home, folder, name, soc="Ascend910B1"):
    toolkit, cache = open_toolkit(str(home)), KernelCache()
    shutil.copy(_SOURCES / name, folder)
    text = f'struct AscendcTilingDefault {{}};\n#include "{name}"\n'
    (folder / "wrapper.cpp").write_text(text)
    judge = Judge(ConfiguredCompiler(toolkit, cache, []), toolkit, cache)
    return judge.findings(str(folder), "wrapper.cpp", find_soc(soc, toolkit.config), [])


def _marked(name):
    """(line, rule) of the comments."""
    lines = (_SOURCES / name).read_text().splitlines()
    rules = [re.search(r"// rule: (.*)", line) for line in lines]
    return [
        (number, rule)
        for number, found in enumerate(rules, 1)
        if found
        for rule in found[1].split(", ")
    ]


def test_every_rule_names_its_line(cann_home, tmp_path):
    found = _findings(cann_home, tmp_path, "refused.cpp")
    assert sorted((f.line, f.rule) for f in found) == _marked("refused.cpp")
    assert {f.path for f in found} == {"refused.cpp"}
    warnings = [f.rule for f in found if not f.is_error]
    assert set(warnings) == {"tensor-in-class", "function-pointer", "kernel-stack", "macro-name"}
    assert warnings.count("function-pointer") == 1


def test_names_without_their_headers_are_found_in_all_of_a_kernel(cann_home, tmp_path):
    found = _findings(cann_home, tmp_path, "unincluded.cpp")
    assert sorted((f.line, f.rule) for f in found) == _marked("unincluded.cpp")


def test_what_resembles_it_is_allowed(cann_home, tmp_path):
    assert _findings(cann_home, tmp_path, "allowed.cpp") == []


def test_950_converts_unsigned_integers_and_has_a_library(cann_home, tmp_path):
    found = {f.rule for f in _findings(cann_home, tmp_path, "refused.cpp", "Ascend950PR_9599")}
    assert found.isdisjoint({"unsigned-float-cast", "host-library", "missing-header"})
    assert {"recursion", "host-function", "double"} <= found


def _mean(folder, *options):
    # Another text each time: what was compiled before is not judged again.
    (folder / "mean.cpp").write_text(f"{_MEAN}constexpr long ONCE = {time.time_ns()};\n")
    return SourceKernel(str(folder / "mean.cpp"), "mean", ("x", "n"), "Ascend910B1", options)


def test_refusal_names_file_line_and_rule(cann_home, tmp_path):
    with pytest.raises(BuildError, match=r"kernel mean \(mean\.cpp\)") as error:
        compile_source(str(cann_home), _mean(tmp_path))
    place = f"{tmp_path}/mean.cpp:3:38: error: cast between floating and unsigned integer variable"
    assert error.value.details.startswith(place)
    assert error.value.details.endswith("[unsigned-float-cast]")


@pytest.mark.parametrize(
    ("word", "rule"), [("__aicore__ inline float", "host-function"), ("__gm__ float* v", "address")]
)
def test_words_that_compilers_do_not_see_count_in_the_cache(cann_home, tmp_path, word, rule):
    """The text for g++ is the same with and without them."""
    text = f"""\
#include "kernel_operator.h"
constexpr long ONCE = {time.time_ns()};
  __aicore__ inline float First( __gm__ float* v) {{ return v[0]; }}
extern "C" __global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {{ x[1] = First(x); }}
"""
    kernel = _mean(tmp_path)
    Path(kernel.source).write_text(text)
    assert compile_source(str(cann_home), kernel).data
    Path(kernel.source).write_text(text.replace(word, word.partition(" ")[2], 1))
    with pytest.raises(BuildError, match=r"mean\.cpp") as error:
        compile_source(str(cann_home), kernel)
    assert rule in error.value.details


def test_permissive_builds_warn(cann_home, tmp_path, capfd):
    assert compile_source(str(cann_home), _mean(tmp_path, PERMISSIVE)).data
    assert "mean.cpp:3:38: warning: cast between floating" in capfd.readouterr().err
    with pytest.raises(BuildError):  # what they leave in the cache is theirs
        compile_source(str(cann_home), _mean(tmp_path))


def test_the_environment_makes_builds_permissive(cann_home, tmp_path, monkeypatch):
    monkeypatch.setenv("CUSTOM_COMPILER_PERMISSIVE", "1")
    assert compile_source(str(cann_home), _mean(tmp_path)).data


@pytest.mark.parametrize(("lines", "first"), [("cast call", "cast between"), ("call cast", "Fil")])
def test_errors_come_in_the_order_of_the_device_compiler(cann_home, tmp_path, lines, first):
    """It is one program: what breaks a rule and what does not compile come by their lines."""
    line = {"cast": "    x[0] = (float)n;", "call": "    AscendC::Fil(x);"}
    body = "\n".join(line[word] for word in lines.split())
    kernel = _mean(tmp_path)
    Path(kernel.source).write_text(
        f"""\
#include "kernel_operator.h"
constexpr long ONCE = {time.time_ns()};
extern "C" __global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {{
{body}
}}
"""
    )
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), kernel)
    found = [line for line in error.value.details.splitlines() if " error: " in line]
    assert found[0].startswith(f"{kernel.source}:4:")
    assert first in found[0]
    assert any("Fil" in line for line in found)


def _with_numbered_buffer(folder, *options):
    """A kernel of 2024, as CANN 8.0 compiled it."""
    text = f"""\
constexpr long ONCE = {time.time_ns()};
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {{
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1, 32);
}}
"""
    kernel = _mean(folder, *options)
    Path(kernel.source).write_text(text)
    return kernel


def test_a_buffer_without_queue_has_no_number(cann_home, tmp_path):
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), _with_numbered_buffer(tmp_path))
    assert "InitBuffer(que, num, len) is for queues" in error.value.details


def test_rules_are_those_of_the_release_that_is_asked_for(cann_home, tmp_path, monkeypatch):
    assert compile_source(str(cann_home), _with_numbered_buffer(tmp_path, "--cann-version=8.0"))
    with pytest.raises(BuildError):
        compile_source(str(cann_home), _with_numbered_buffer(tmp_path, "--cann-version=8.1"))
    with pytest.raises(MisuseError, match=r"--cann-version=7.0"):
        compile_source(str(cann_home), _with_numbered_buffer(tmp_path, "--cann-version=7.0"))
    monkeypatch.setenv("CUSTOM_COMPILER_CANN_VERSION", "8.0")
    assert compile_source(str(cann_home), _with_numbered_buffer(tmp_path))


def test_a_kernel_may_have_the_name_of_a_function_of_the_host(cann_home, tmp_path):
    text = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void fmax(__gm__ float* x, uint32_t n) { x[0] = 1; }
"""
    (tmp_path / "fmax.cpp").write_text(text)
    kernel = SourceKernel(str(tmp_path / "fmax.cpp"), "fmax", ("x", "n"), "Ascend910B1", ())
    assert compile_source(str(cann_home), kernel).data


def test_functions_have_the_forms_of_cann_alone(cann_home, tmp_path):
    text = read_source(__file__, "kernels/rules_forms.cpp")
    kernel = _mean(tmp_path)
    Path(kernel.source).write_text(text)
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), kernel)
    lines = set(re.findall(r"mean\.cpp:(\d+):\d+: error:", error.value.details))
    assert lines == {"7", "8", "9", "10", "12", "14"}


_UNINCLUDED = """extern "C" __global__ __aicore__ void mean(GM_ADDR x, GM_ADDR n) { *x = 1; }"""


@pytest.mark.parametrize(
    ("head", "is_found"),
    [
        ("", True),
        ("#include <cstdint>\n", True),
        ('#include "own.h"\n', True),
        ('#include "kernel_operator.h"\n', False),
        ('#include "own_with_it.h"\n', False),
        ('#include "lib/matmul_intf.h"\n', False),
        ("#include <frame.h>\n", False),  # a package's, which has it
    ],
)
def test_kernels_include_the_kernel_header(cann_home, tmp_path, head, *, is_found):
    """The text that CANN's opc puts around a kernel does not include it."""
    package = tmp_path / "site-packages"
    package.mkdir()
    (package / "frame.h").write_text('#include "kernel_operator.h"\n')
    (tmp_path / "own.h").write_text('#include "tiling.h"\n')
    (tmp_path / "tiling.h").write_text("struct Tiling { int size; };\n")
    (tmp_path / "own_with_it.h").write_text('#include "kernel_operator.h"\n')
    (tmp_path / "mean.cpp").write_text(head + _UNINCLUDED)
    toolkit, cache = open_toolkit(str(cann_home)), KernelCache()
    text = 'struct AscendcTilingDefault {};\n#include "mean.cpp"\n'
    (tmp_path / "wrapper.cpp").write_text(text)
    judge = Judge(ConfiguredCompiler(toolkit, cache, [f"-I{package}"]), toolkit, cache)
    soc = find_soc("Ascend910B1", toolkit.config)
    found = judge.findings(str(tmp_path), "wrapper.cpp", soc, [])
    rules = [(f.rule, f.path, f.line) for f in found]
    assert rules == ([("kernel-header", "mean.cpp", 1)] if is_found else [])
