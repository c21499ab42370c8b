"""Fixtures of the kernel compiler's tests: an operator of one kernel, and `opc` on it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.caches import cache_with_headers
from tests.utils.forks import call_in_fork
from tests.utils.sources import read_source

IMPLEMENTATION = """\
from impl.util.platform_adapter import tbe_register
raise SystemExit("this file must not be executed")

@tbe_register.register_operator("Copy", trans_bool_to_s8=False)
@para_check.check_op_params(para_check.REQUIRED_INPUT)
def copy_it(x_in__, z_out_, kernel_name="copy_it", impl_mode=""):
    custom_compile_options = {options},
    custom_all_compile_options = {{}},
    origin_func_name = "copy_it"
    ascendc_src_dir_ex = "copy"
    ascendc_src_dir = "copy"
    ascendc_src_file = "copy_it.cpp"
    op_info = OpInfo(kernel_name=kernel_name, param_type_dynamic=False, mc2_ctx=[],
                     init_value_list=[None], output_shape_depend_on_compute=[])
    compile_op(src, origin_func_name, op_info, options, code_channel, '{{}}')
"""
SOURCE = read_source(__file__, "kernels/copy_operator.cpp")
NAME = "Copy_0123456789abcdef"


class Operator:
    """Files of one operator in a folder, and the compile of it."""

    def __init__(self, folder: Path, cann_home: Path, cache: Path) -> None:
        self.folder = folder
        self.home = cann_home
        self.cache = cache
        self.source = folder / "src" / "copy_it.cpp"
        self.output = folder / "out"
        self.source.parent.mkdir()
        self.source.write_text(SOURCE)
        (self.source.parent / "part.h").write_text("#define PART 4\n")
        self.write_implementation({})
        port = {
            "index": 0,
            "dtype": "float16",
            "format": "ND",
            "paramType": "required",
            "shape": [-2],
        }
        node = {
            "bin_filename": NAME,
            "inputs": [{"name": "x", **port}],
            "outputs": [{"name": "z", **port}],
        }
        self.param = folder / "param.json"
        self.param.write_text(json.dumps({"op_type": "Copy", "op_list": [node]}))

    def write_implementation(self, options: dict[str, list[str]]) -> None:
        """Write the implementation file with custom compile options."""
        self.implementation = self.folder / "Copy.py"
        self.implementation.write_text(IMPLEMENTATION.format(options=options))

    def _environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "CUSTOM_COMPILER_CACHE": str(self.cache),
            "BUILD_KERNEL_SRC": str(self.source),
            "HI_PYTHON": sys.executable,
            "ASCEND_CUSTOM_OPP_PATH": str(self.folder),
        }

    def _words(self, soc: str, output: Path, more: tuple[str, ...]) -> list[str]:
        words = [str(self.implementation), f"--input_param={self.param}", f"--soc_version={soc}"]
        words += [f"--output={output}", "--main_func=copy_it"]
        return [*words, "--impl_mode=high_performance,optional", "--simplified_key_mode=0", *more]

    def start(self, soc: str = "Ascend910B1", *more: str, output: Path | None = None):
        """Start `opc`."""
        return subprocess.Popen(
            [str(self.home / "bin/opc"), *self._words(soc, output or self.output, more)],
            env=self._environment(),
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, soc: str = "Ascend910B1", *more: str) -> subprocess.CompletedProcess[str]:
        """Run the program `opc` to its end."""
        process = self.start(soc, *more)
        out, err = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def compile(self, soc: str = "Ascend910B1", *more: str) -> subprocess.CompletedProcess[str]:
        """Do what `opc` does, in a process that need not import its modules."""
        return call_in_fork(
            "custom_compiler.kernel.static.opc_command:main",
            [str(self.home), self._words(soc, self.output, more)],
            folder=self.folder,
            environment=self._environment(),
        )

    @property
    def record(self) -> dict:
        """The description that was made."""
        return json.loads((self.output / f"{NAME}.json").read_text())

    @property
    def binary(self) -> bytes:
        """The kernel that was made."""
        return (self.output / f"{NAME}.o").read_bytes()


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache for the tests that do not look into it."""
    return Path(cache_with_headers(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def operator(tmp_path: Path, cann_home: Path, shared_cache: Path) -> Operator:
    """A fresh operator."""
    return Operator(tmp_path, cann_home, shared_cache)
