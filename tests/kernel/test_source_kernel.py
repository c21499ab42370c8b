"""Kernel sources without an operator."""

import ctypes
import json
import subprocess
from pathlib import Path

import pytest

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc.source_kernel import SourceKernel, compile_source

_TEXT = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void vadd(__gm__ float* x, int32_t n, half h) {
#line 7 "/python/kernel.py"
    AscendC::PipeBarrier<PIPE_ALL>();
}
"""


def _kernel(folder, text=_TEXT, **fields):
    (folder / "vadd.cpp").write_text(text)
    return SourceKernel(str(folder / "vadd.cpp"), "vadd", ("x", "n", "h"), "Ascend910B1")._replace(
        **fields
    )


class _Info(ctypes.Structure):
    """AscendcKernelInfo."""

    _fields_ = (
        *((name, ctypes.c_uint32) for name in ("abi", "build", "slots", "reserved")),
        *(("name", ctypes.c_char_p), ("entry", ctypes.c_void_p), ("parameters", ctypes.c_char_p)),
    )


def test_object_says_name_and_parameters(cann_home, tmp_path):
    made = compile_source(str(cann_home), _kernel(tmp_path))
    (tmp_path / "vadd.o").write_bytes(made.data)
    ctypes.CDLL(str(cann_home / "lib64/libascendc_aicore.so"), mode=ctypes.RTLD_GLOBAL)
    info = _Info.in_dll(ctypes.CDLL(str(tmp_path / "vadd.o")), "ascendc_kernel_info")
    assert (info.name, info.parameters, info.slots, info.build) == (b"vadd", b"x,n,h", 3, 0)


@pytest.mark.parametrize("name", ["k", "exp", "baseM"])
def test_kernel_may_be_called_like_what_headers_have(cann_home, tmp_path, name):
    text = _TEXT.replace("\n", '\n#include "lib/matmul_intf.h"\n', 1).replace("vadd", name)
    text = text.replace("    Asc", "    AscendC::MmadParams mmad;\n    mmad.k = n;\n    Asc")
    assert compile_source(str(cann_home), _kernel(tmp_path, text, name=name)).data


def test_observed_build_is_made_of_the_source(cann_home, tmp_path):
    made = compile_source(str(cann_home), _kernel(tmp_path))
    (tmp_path / "vadd.o").write_bytes(made.data)
    (tmp_path / "vadd.json").write_text(json.dumps(made.description))
    opc = [cann_home / "bin/opc", "--observed", tmp_path / "vadd.o", "--soc_version=Ascend910B1"]
    done = subprocess.run(opc, capture_output=True, text=True, check=True)
    data = Path(done.stdout.strip()).read_bytes()
    assert data != made.data
    assert b"kernel.py" in data


def test_observed_build_needs_the_source(cann_home, tmp_path):
    made = compile_source(str(cann_home), _kernel(tmp_path))
    (tmp_path / "vadd.json").write_text(json.dumps(made.description))
    (tmp_path / "vadd.cpp").unlink()
    opc = [cann_home / "bin/opc", "--observed", tmp_path / "vadd.o", "--soc_version=Ascend910B1"]
    done = subprocess.run(opc, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"kernel vadd: its source {tmp_path}/vadd.cpp is gone" in done.stderr


def test_compiler_errors_are_those_of_the_source(cann_home, tmp_path):
    with pytest.raises(BuildError) as error:
        compile_source(str(cann_home), _kernel(tmp_path, _TEXT.replace("PIPE_ALL", "PIPE_NONE")))
    assert "/python/kernel.py:7" in error.value.details


def test_unknown_part(cann_home, tmp_path):
    with pytest.raises(MisuseError, match="Ascend1: unknown SoC"):
        compile_source(str(cann_home), _kernel(tmp_path, soc="Ascend1"))
