"""The module `te` of the toolkit: kernels in TBE can be imported next to it, and not compiled."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# As MindSpore's own kernels begin (mindspore/ops/_op_impl/_custom_op).
KERNEL = """
from te import tik, tvm
from tbe.tvm.topi.cce import util
from te.platform.fusion_manager import fusion_manager
import te.lang.cce
from tbe.common.utils import para_check

@fusion_manager.register("batchnorm_fold")
@util.check_input_type(dict, str)
def kernel(x):
    return te.lang.cce.cast_to(x, "float32")

assert kernel.__name__ == "kernel"
try:
    kernel({})
except NotImplementedError as error:
    print(error)
"""


def python(cann_home: Path, code: str) -> str:
    path = cann_home / "python/site-packages"
    return subprocess.check_output(
        [sys.executable, "-c", f"import sys; sys.path.append({str(path)!r}); import te\n{code}"],
        text=True,
    ).strip()


def test_version_is_that_of_the_home(cann_home: Path) -> None:
    lines = (cann_home / "compiler/version.info").read_text().splitlines()
    version = next(line.split("=")[1] for line in lines if line.startswith("Version="))
    assert python(cann_home, "from te import version; print(version.version)") == version


def test_kernels_in_tbe_are_imported_and_refused_when_called(cann_home: Path) -> None:
    shown = python(cann_home, KERNEL)
    assert shown.startswith("te.lang.cce.cast_to: this toolkit has no compiler for kernels in TBE")


def test_other_modules_are_not_found(cann_home: Path) -> None:
    code = """
import importlib.util
print([n for n in ("tensor_engine", "impl_other", "tbe.no_such") if importlib.util.find_spec(n)])
"""
    assert python(cann_home, code) == "[]"
