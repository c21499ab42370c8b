"""Generated projects: names, trees, C++."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.project.msopgen.names import stem
from custom_compiler.project.msopgen.units import compute_units
from custom_compiler.project.msopgen.vocabulary import FORMATS, TYPE_SETS, TYPES
from tests.msopgen.generator import ADD, Msopgen, port

# Observed with msopgen 8.1 and 26.0.
NAMES = """AddCustom add_custom, Abc2DEf abc2_d_ef, Abc2DEF abc2_def, ABC2dEF abc2d_ef, ABCDef
abc_def, Conv2D conv2_d, GELU gelu, GeluV2 gelu_v2, FusedRMSNorm fused_rms_norm, X2Y
x2_y, ReLU6 re_lu6, BatchNorm2DCustom batch_norm2_d_custom, SoftmaxCE softmax_ce,
ArgMax3D arg_max3_d, KLDiv kl_div, MSELoss mse_loss, L1Loss l1_loss, Conv2DTranspose
conv2_d_transpose, add_Custom add_custom, matmul_custom matmul_custom"""
UNITS = {
    "ascend910b2": "ascend910b", "Ascend910B3": "ascend910b", "ascend910b4-1": "ascend910b",
    "ascend910_9391": "ascend910_93", "ascend310p3": "ascend310p", "ascend310p": "ascend310p",
    "ascend310p3vir02": "ascend310p", "ascend310b4": "ascend310b", "ascend910_93": "ascend910_93",
    "ascend910proa": "ascend910", "ascend910": "ascend910", "ascend950pr": "ascend950",
    "ascend950": "ascend950", "hi3796": "hi3796",
}  # fmt: skip


@pytest.mark.parametrize("pair", NAMES.split(","))
def test_names(pair: str) -> None:
    name, expected = pair.split()
    assert stem(name) == expected


@pytest.mark.parametrize("chip", UNITS)
def test_units(cann_home: Path, chip: str) -> None:
    config = cann_home / "data" / "platform_config"
    assert compute_units(f"ai_core-{chip}", config) == (UNITS[chip],)


def test_910b_is_the_unit_of_this_name(cann_home: Path) -> None:
    """CANN's tool builds for the first generation, which was once sold as 910B."""
    config = cann_home / "data" / "platform_config"
    for core in ("ai_core", "aicore", "AiCore", "vector_core"):
        assert compute_units(f"{core}-ascend910b", config) == ("ascend910b",)
    assert compute_units("ai_core-Ascend910B", config, strict=True) == ("ascend910",)
    both = "ai_core-ascend910b1,ai_core-ascend310p3,ai_core-ascend910b2"
    assert compute_units(both, config) == ("ascend910b", "ascend310p")


def test_words_are_those_of_the_toolkit(cann_home: Path, tmp_path: Path) -> None:
    types = {*TYPES.values(), *(one for words in TYPE_SETS.values() for one in words)}
    uses = [f"ge::{one}" for one in sorted(types)] + [f"ge::FORMAT_{one}" for one in FORMATS]
    source = tmp_path / "words.cpp"
    text = "".join(f"    static_cast<void>({use});\n" for use in uses)
    source.write_text(f'#include "graph/types.h"\nvoid Words() {{\n{text}}}\n')
    include = cann_home / "include"
    subprocess.run(["g++", "-fsyntax-only", "-I", include, source], check=True)


def files(folder: Path) -> set[str]:
    """Names of all files below a folder."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_layout_of_8(msopgen: Msopgen, cann_home: Path) -> None:
    done = msopgen.gen([ADD], "-f", "tf")
    assert done.returncode == 0
    names = files(msopgen.output)
    assert {
        "CMakeLists.txt", "CMakePresets.json", "build.sh", "cmake/config.cmake",
        "scripts/install.sh", "op_host/CMakeLists.txt", "op_kernel/CMakeLists.txt",
        "op_host/add_custom.cpp", "op_host/add_custom_tiling.h", "op_kernel/add_custom.cpp",
        "framework/CMakeLists.txt", "framework/tf_plugin/CMakeLists.txt",
        "framework/tf_plugin/tensorflow_add_custom_plugin.cc",
    } <= names  # fmt: skip
    assert "add_kernels_compile()" in msopgen.text("op_kernel/CMakeLists.txt")
    assert "REGISTER_TILING_DATA_CLASS(AddCustom, AddCustomTilingData)" in msopgen.text(
        "op_host/add_custom_tiling.h"
    )
    variables = json.loads(msopgen.text("CMakePresets.json"))["configurePresets"][0]
    values = {name: one["value"] for name, one in variables["cacheVariables"].items()}
    assert values["ASCEND_CANN_PACKAGE_PATH"] == str(cann_home)
    assert values["vendor_name"] == "customize"
    modes = {
        name: (msopgen.output / name).stat().st_mode & 0o777
        for name in ("build.sh", "cmake/config.cmake", "op_host/add_custom.cpp", "op_host")
    }
    assert list(modes.values()) == [0o750, 0o750, 0o640, 0o750]


@pytest.mark.parametrize(
    ("framework", "plugin"),
    [
        ("TF", "framework/tf_plugin/tensorflow_add_custom_plugin.cc"),
        ("onnx", "framework/onnx_plugin/add_custom_plugin.cc"),
        ("pytorch", ""),
        ("caffe", ""),
        ("aclnn", ""),
    ],
)
def test_layout_of_26(msopgen: Msopgen, framework: str, plugin: str) -> None:
    assert msopgen.gen([ADD], "-f", framework, "--layout", "26").returncode == 0
    names = files(msopgen.output)
    expected = {
        "CMakeLists.txt", "CMakePresets.json", "build.sh", "op_host/CMakeLists.txt",
        "op_host/add_custom.cpp", "op_kernel/CMakeLists.txt", "op_kernel/add_custom.cpp",
        "op_kernel/add_custom_tiling.h",
    }  # fmt: skip
    if plugin:
        lists = str(Path(plugin).parent / "CMakeLists.txt")
        expected |= {plugin, lists, "framework/CMakeLists.txt"}
    assert names == expected
    assert '#include "../op_kernel/add_custom_tiling.h"' in msopgen.text("op_host/add_custom.cpp")
    assert "REGISTER_TILING_DEFAULT(AddCustomTilingData);" in msopgen.text(
        "op_kernel/add_custom.cpp"
    )


def test_add_to_either_layout(msopgen: Msopgen) -> None:
    """Additions follow the project, not the option."""
    assert msopgen.gen([ADD], "--layout", "26").returncode == 0
    assert msopgen.gen({**ADD, "op": "MulCustom"}, "-m", "1").returncode == 0
    assert (msopgen.output / "op_kernel" / "mul_custom_tiling.h").is_file()


def test_kernel_parameters(msopgen: Msopgen) -> None:
    """An output with an input's name ends in _ref, in the kernel only."""
    description = {
        "op": "RefOp",
        "input_desc": [
            port(), port("lst", param_type="dynamic"), port("opt", param_type="optional"),
        ],
        "output_desc": [port()],
    }  # fmt: skip
    assert msopgen.gen(description).returncode == 0
    parameters = "GM_ADDR x, GM_ADDR lst, GM_ADDR opt, GM_ADDR x_ref, GM_ADDR workspace"
    assert f"void ref_op({parameters}, GM_ADDR tiling)" in msopgen.text("op_kernel/ref_op.cpp")
    host = msopgen.text("op_host/ref_op.cpp")
    assert '->Output("x")' in host
    assert host.count(".ParamType(DYNAMIC)") == host.count(".ParamType(OPTIONAL)") == 1


ATTRIBUTES: tuple[tuple[str, Any, str], ...] = (
    ("int", 1, ".Int(1)"),
    ("int", "-7", ".Int(-7)"),
    ("int", -(1 << 63), ".Int(-9223372036854775807 - 1)"),
    ("string", "none", '.String("none")'),
    ("string", 'a"b\\?\n', '.String("a\\042b\\134\\077\\012")'),
    ("bool", False, ".Bool(false)"),
    ("bool", "True", ".Bool(true)"),
    ("float", 1e-5, ".Float(1e-05)"),
    ("float", None, ".Float(0.0)"),
    ("list_int", [1, 2], ".ListInt({1, 2})"),
    ("list_int", [], ".ListInt({})"),
    ("list_float", "{1.0,2.0}", ".ListFloat({1.0, 2.0})"),
    ("list_bool", [True, False], ".ListBool({true, false})"),
    ("list_list_int", "{{1,2},{3}}", ".ListListInt({{1, 2}, {3}})"),
    ("list_list_int", [[1, 2]], ".ListListInt({{1, 2}})"),
)


def compiles(home: Path, source: Path, *flags: str) -> None:
    """Compile a host source as its project does, with warnings as errors."""
    include = [f"-I{home / 'include'}", f"-I{source.parents[1] / 'op_kernel'}"]
    command = ["g++", *_FLAGS, *flags, *include, str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


_FLAGS = ("-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", "-Wall", "-Wextra", "-Werror")


@pytest.fixture(scope="module")
def headers(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Flags that take the headers of all sources along precompiled, which is most of the work.

    That sources include what they need shows where these flags are not given.
    """
    header = tmp_path_factory.mktemp("headers") / "headers.h"
    names = ("register/tilingdata_base.h", "register/op_def_registry.h")
    header.write_text("".join(f'#include "{name}"\n' for name in names))
    words = ("-x", "c++-header", f"-I{cann_home / 'include'}", str(header))
    subprocess.run(["g++", *_FLAGS, *words, "-o", f"{header}.gch"], check=True)
    return ("-fsyntax-only", "-include", str(header))


def test_attributes(msopgen: Msopgen, cann_home: Path) -> None:
    attributes = [
        {"name": f"a{place}", "type": kind, "param_type": "optional", "default_value": value}
        for place, (kind, value, _) in enumerate(ATTRIBUTES)
    ]
    attributes += [{"name": "needed", "type": ["float"], "param_type": ["required"]}]
    assert msopgen.gen({**ADD, "attr": attributes}).returncode == 0
    host = msopgen.text("op_host/add_custom.cpp")
    for place, (_, _, text) in enumerate(ATTRIBUTES):
        assert f'->Attr("a{place}").AttrType(OPTIONAL){text};' in host
    assert '->Attr("needed").Float();' in host
    compiles(cann_home, msopgen.output / "op_host" / "add_custom.cpp", "-fsyntax-only")


def test_sets_of_types(msopgen: Msopgen, cann_home: Path, headers: tuple[str, ...]) -> None:
    """Words for several types are written out, with the format repeated."""
    both: dict[str, Any] = {"type": ["IndexNumberType", "bf16"], "format": ["ND", "NCHW"]}
    description = {
        "op": "Sets",
        "input_desc": [port(**both)],
        "output_desc": [port("z", type=["bool", "float", "uint8"], format="ND")],
    }
    assert msopgen.gen(description).returncode == 0
    host = msopgen.text("op_host/sets.cpp")
    assert ".DataType({ge::DT_INT32, ge::DT_INT64, ge::DT_BF16})" in host
    assert ".Format({ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_NCHW})" in host
    assert "type == ge::DT_INT64 ? ge::DT_FLOAT" in host
    compiles(cann_home, msopgen.output / "op_host" / "sets.cpp", *headers)


@pytest.mark.parametrize("word", sorted(TYPE_SETS))
def test_each_set_compiles(
    msopgen: Msopgen, cann_home: Path, headers: tuple[str, ...], word: str
) -> None:
    ports = {"input_desc": [port(type=word)], "output_desc": [port("z", type=word)]}
    assert msopgen.gen({"op": "Each", **ports}).returncode == 0
    compiles(cann_home, msopgen.output / "op_host" / "each.cpp", *headers)


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["8", "26"])
@pytest.mark.parametrize(
    "ports",
    [{}, {"input_desc": [port(param_type="optional")]}, {"output_desc": [port("z")]}],
    ids=["none", "input", "output"],
)
def test_without_ports_it_compiles(
    msopgen: Msopgen,
    cann_home: Path,
    headers: tuple[str, ...],
    layout: str,
    ports: dict[str, Any],
) -> None:
    assert msopgen.gen({"op": "Alone", **ports}, "--layout", layout).returncode == 0
    flags = headers if ports else ("-fsyntax-only",)
    compiles(cann_home, msopgen.output / "op_host" / "alone.cpp", *flags)
