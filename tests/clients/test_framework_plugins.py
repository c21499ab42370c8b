"""Plugins of frameworks (framework/tf_plugin ...): built and packed as CANN's projects do it.

What they register is read by CANN's parsers only, so here a program of the tests reads it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.project.msopgen import sources
from tests.utils.sources import read_source

REPOSITORY = Path(__file__).parents[2]

TENSORFLOW = """
#include "register/register.h"

namespace domi {
REGISTER_CUSTOM_OP("AddCustom")
    .FrameworkType(TENSORFLOW)
    .OriginOpType("Add")
    .ParseParamsByOperatorFn(AutoMappingByOpFn);
}
"""
ONNX = read_source(__file__, "sources/framework_plugins_onnx.cpp")
REGISTERED = [
    "3 Add AddCustom 1 alpha=1.500000",
    "5 ai.onnx::13::Add AddCustom 1 scale=3.000000",
    "5 ai.onnx::8::Add AddCustom 1 scale=3.000000",
]


def registered(home: Path, libraries: list[Path], folder: Path) -> list[str]:
    """Return the registrations of the plugins, a line each."""
    program, lib64 = folder / "plugin_reader", home / "lib64"
    source = REPOSITORY / "tests" / "clients" / "plugin_reader.cpp"
    command = [
        *("g++", "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", "-Dgoogle=ascend_private"),
        *(f"-I{home}/include", f"-I{REPOSITORY}/toolkit/src", str(source), "-o", str(program)),
        *(f"-L{lib64}", f"-Wl,-rpath,{lib64}", f"-Wl,-rpath-link,{lib64}"),
        *("-lregister", "-lgraph", "-lgraph_base", "-ldl"),
    ]
    subprocess.run(command, check=True)
    done = subprocess.run(
        [str(program), *map(str, libraries)], capture_output=True, text=True, check=True
    )
    return sorted(done.stdout.splitlines())


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """One folder as msopgen makes it, one with the source only."""
    folder = tmp_path / "framework"
    for name, text in (("tf_plugin", TENSORFLOW), ("onnx_plugin", ONNX)):
        (folder / name).mkdir(parents=True)
        (folder / name / f"{name}.cc").write_text(text)
    (folder / "tf_plugin" / "CMakeLists.txt").write_text(sources.plugin_lists("tf", "tensorflow"))
    return folder


@pytest.mark.slow
def test_plugins_are_built_and_packed(cann_home: Path, plugins: Path, tmp_path: Path) -> None:
    command = [
        *(sys.executable, "-m", "custom_compiler", "build", "--json"),
        *("-o", f"{REPOSITORY}/op_host", "-k", f"{REPOSITORY}/op_kernel"),
        *("--framework", str(plugins), "--soc_version", "ascend910b"),
        *("--work-dir", str(tmp_path)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    opp = tmp_path / "opp"
    opp.mkdir()
    package = json.loads(done.stdout)["package"]
    subprocess.run(["bash", package, f"--install-path={opp}"], check=True)
    framework = opp / "vendors" / "customize" / "framework"
    operators = json.loads((framework / "plugin" / "npu_supported_ops.json").read_text())
    assert operators == {"AddCustom": {"isGray": False, "isHeavy": False}}
    libraries = [
        framework / "tensorflow" / "libcust_tf_parsers.so",
        framework / "onnx" / "libcust_onnx_parsers.so",
    ]
    assert registered(cann_home, libraries, tmp_path) == REGISTERED
    # A plugin that goes away leaves the next package.
    (plugins / "onnx_plugin" / "onnx_plugin.cc").unlink()
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stdout + again.stderr
    vendor = Path(json.loads(again.stdout)["vendor"])
    names = {path.name for path in (vendor / "framework").rglob("*.so")}
    assert names == {"libcust_tf_parsers.so"}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        ((), "framework: the folder is empty"),
        (("plugin.cc",), "framework: no folder tf_plugin, onnx_plugin or caffe_plugin"),
        (("tf_plugin/notes.txt",), "framework: no source file"),
    ],
)
def test_folders_without_plugins_are_refused(
    tmp_path: Path, make: tuple[str, ...], message: str
) -> None:
    folder = tmp_path / "framework"
    folder.mkdir()
    for name in make:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("// nothing\n")
    command = [
        *(sys.executable, "-m", "custom_compiler", "build", "--work-dir", str(tmp_path)),
        *("-o", f"{REPOSITORY}/op_host", "-k", f"{REPOSITORY}/op_kernel"),
        *("--framework", str(folder)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert message in done.stderr
