"""Operator projects of the functions npu_op_*: find_package(ASC) and no further scripts."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients import test_framework_plugins
from tests.utils import add_custom

REPOSITORY = Path(__file__).parents[2]

PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(operators)
find_package(ASC REQUIRED)
set(ASCEND_COMPUTE_UNIT ascend910b)
npu_op_package(my TYPE RUN CONFIG INSTALL_PATH ${CMAKE_BINARY_DIR}/out)
file(GLOB host_sources host/*.cpp)
npu_op_code_gen(SRC ${host_sources} PACKAGE my OUT_DIR ${ASCEND_AUTOGEN_PATH})
npu_op_library(cust_optiling TILING ${host_sources})
file(GLOB generated ${ASCEND_AUTOGEN_PATH}/aclnn_*.cpp)
npu_op_library(cust_opapi ACLNN ${generated})
npu_op_library(cust_op_proto GRAPH ${host_sources} ${ASCEND_AUTOGEN_PATH}/op_proto.cc)
target_compile_definitions(cust_optiling PRIVATE FROM_THE_LIBRARY=1)
npu_op_kernel_sources(kernels OP_TYPE AddCustom KERNEL_DIR kernel KERNEL_FILE adding.cpp)
npu_op_kernel_options(kernels ALL OPTIONS -DFROM_THE_OPTIONS=2 -sanitizer)
npu_op_kernel_library(kernels SRC_BASE ${CMAKE_CURRENT_SOURCE_DIR} TILING_LIBRARY cust_optiling)
npu_op_library(cust_tf_parsers TF_PLUGIN framework/tf_plugin/plugin.cc)
target_include_directories(cust_tf_parsers PRIVATE more)
npu_op_package_add(my LIBRARY cust_optiling cust_opapi cust_op_proto kernels cust_tf_parsers)
npu_op_package_add(my FILES notes.txt TYPE ACLNN)
"""


def cmake(*arguments: str | Path, root: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs CMake as a user who has sourced the toolkit's set_env.sh."""
    script = 'source "$1/set_env.sh" && shift && exec cmake "$@"'
    command = ["bash", "-c", script, "bash", root, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """AddCustom with its kernel in a folder and a file of other names."""
    folder = tmp_path / "project"
    shutil.copytree(REPOSITORY / "op_host", folder / "host")
    shutil.copytree(REPOSITORY / "op_kernel", folder / "kernel")
    kernel = folder / "kernel" / "adding.cpp"
    (folder / "kernel" / "add_custom.cpp").rename(kernel)
    kernel.write_text(kernel.read_text() + "\nstatic_assert(FROM_THE_OPTIONS == 2);\n")
    host = folder / "host" / "add_custom.cpp"
    check = "\n#ifdef OP_TILING_LIB\nstatic_assert(FROM_THE_LIBRARY == 1);\n#endif\n"
    host.write_text(host.read_text() + check)
    plugin = folder / "framework" / "tf_plugin" / "plugin.cc"
    plugin.parent.mkdir(parents=True)
    plugin.write_text('#include "for_plugins.h"\n' + test_framework_plugins.TENSORFLOW)
    (folder / "more").mkdir()
    (folder / "more" / "for_plugins.h").write_text("")
    (folder / "notes.txt").write_text("for users\n")
    (folder / "CMakeLists.txt").write_text(PROJECT)
    return folder


@pytest.mark.slow
def test_package_is_built_and_computes(cann_home: Path, project: Path, tmp_path: Path) -> None:
    configured = cmake("-S", project, "-B", "build", root=cann_home, folder=tmp_path)
    assert configured.returncode == 0, configured.stdout + configured.stderr
    for targets in (("binary", "package"), ()):
        asked = ["--target", *targets] if targets else []
        built = cmake("--build", "build", *asked, root=cann_home, folder=tmp_path)
        assert built.returncode == 0, built.stdout + built.stderr
    # The second time nothing was left to do.
    assert "Building CXX" not in built.stdout
    (package,) = (tmp_path / "build" / "out").glob("custom_opp_*.run")
    opp = tmp_path / "opp"
    opp.mkdir()
    subprocess.run(["bash", package, f"--install-path={opp}"], check=True)
    vendor = opp / "vendors" / "my"
    assert (vendor / "op_api" / "include" / "notes.txt").read_text() == "for users\n"
    library = vendor / "framework" / "tensorflow" / "libcust_tf_parsers.so"
    found = test_framework_plugins.registered(cann_home, [library], tmp_path)
    assert found == test_framework_plugins.REGISTERED[:1]
    ctypes.CDLL(str(cann_home / "lib64/libascendc_aicore.so"), mode=ctypes.RTLD_GLOBAL)
    for kernel in vendor.rglob("AddCustom_*.o"):
        info = (ctypes.c_uint32 * 2).in_dll(ctypes.CDLL(str(kernel)), "ascendc_kernel_info")
        assert info[1] == 1  # the instrumented build, by -sanitizer
    client = add_custom.build_client(cann_home, vendor, tmp_path)
    add_custom.run_client(client, cann_home, vendor, (8, 2048), "float16", custom_opp_path=True)


GENERATING_PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(operators CXX)
set(ASCEND_COMPUTE_UNIT ascend910b)
find_package(ASC REQUIRED)
npu_op_code_gen(SRC host/add_custom.cpp PACKAGE my OUT_DIR generated
  OPTIONS OPS_PROJECT_NAME aclnnInner OPS_ACLNN_GEN 1)
file(GLOB interfaces generated/aclnn*)
npu_op_code_gen(SRC host/add_custom.cpp PACKAGE my OUT_DIR described OPTIONS OPS_ACLNN_GEN 0)
foreach(interface IN LISTS interfaces)
  get_filename_component(name ${interface} NAME)
  message(STATUS "interface ${name}")
endforeach()
"""


def test_interfaces_are_generated_while_the_project_is_configured(
    cann_home: Path, tmp_path: Path
) -> None:
    """As ops-nn does it: the lists of its sources contain what op_build writes."""
    shutil.copytree(REPOSITORY / "op_host", tmp_path / "host")
    (tmp_path / "CMakeLists.txt").write_text(GENERATING_PROJECT)
    configured = cmake("-S", ".", "-B", "build", root=cann_home, folder=tmp_path)
    assert configured.returncode == 0, configured.stdout + configured.stderr
    for suffix in ("cpp", "h"):
        assert f"-- interface aclnnInner_add_custom.{suffix}" in configured.stdout.splitlines()
    described = tmp_path / "described"
    assert "[AddCustom]" in (described / "aic-ascend910b-ops-info.ini").read_text()
    assert (described / "aclnn_add_custom.cpp").read_text() == ""
    (tmp_path / "host" / "add_custom.cpp").write_text("wrong;\n")
    configured = cmake("-S", ".", "-B", "build", root=cann_home, folder=tmp_path)
    assert configured.returncode != 0
    assert "the definitions of operators do not compile" in configured.stderr


COMPILED_PROJECT = """
cmake_minimum_required(VERSION 3.16)
project(operators CXX)
find_package(ASC REQUIRED)
# As in ops-cv: a library that is no part of the package, linked to a target that does not exist.
npu_op_library(interface ACLNN)
target_sources(interface PRIVATE interface.cpp)
target_link_libraries(interface PRIVATE $<BUILD_INTERFACE:adump_headers>)
npu_op_library(math_api ACLNN CONFIG SET_OPAPI_NAME ON)
target_sources(math_api PUBLIC $<TARGET_OBJECTS:interface>)
npu_op_library(cust_opmaster TILING CONFIG SET_TILING_NAME OFF)
target_sources(cust_opmaster PRIVATE tiling.cpp)
# As in ops-nn: another library of the same objects.
add_library(host SHARED $<TARGET_OBJECTS:cust_opmaster>)
target_link_libraries(host PRIVATE cust_opmaster)
install(FILES notes.txt DESTINATION packages/vendors/custom_math/op_api/include)
npu_op_package(cann-ops-math-custom_linux TYPE RUN CONFIG INSTALL_PATH ${CMAKE_BINARY_DIR}/out/
  VENDOR_NAME custom_math ENABLE_DEFAULT_PACKAGE_NAME_RULE False)
npu_op_package_add(cann-ops-math-custom_linux LIBRARY math_api cust_opmaster)
"""


def test_libraries_with_target_sources_are_packed(cann_home: Path, tmp_path: Path) -> None:
    """As CANN's own operator repositories do: the project compiles and installs, CPack packs."""
    (tmp_path / "CMakeLists.txt").write_text(COMPILED_PROJECT)
    (tmp_path / "interface.cpp").write_text('extern "C" int Answer() { return 42; }\n')
    (tmp_path / "tiling.cpp").write_text(
        '#include "tiling/platform/platform_ascendc.h"\n'
        "using platform_ascendc::PlatformAscendCManager;\n"
        'extern "C" int Tile() {\n'
        '    return PlatformAscendCManager::GetInstance("Ascend910B1")->GetCoreNumAiv();\n'
        "}\n"
    )
    (tmp_path / "notes.txt").write_text("for users\n")
    configured = cmake("-S", ".", "-B", "build", root=cann_home, folder=tmp_path)
    assert configured.returncode == 0, configured.stdout + configured.stderr
    built = cmake("--build", "build", "--target", "package", root=cann_home, folder=tmp_path)
    assert built.returncode == 0, built.stdout + built.stderr
    package = tmp_path / "build" / "out" / "cann-ops-math-custom_linux.run"
    subprocess.run(["bash", package, f"--install-path={tmp_path / 'opp'}"], check=True)
    vendor = tmp_path / "opp" / "vendors" / "custom_math"
    assert (vendor / "op_api" / "include" / "notes.txt").read_text() == "for users\n"
    assert ctypes.CDLL(str(vendor / "op_api" / "lib" / "libmath_api.so")).Answer() == 42
    (tiling,) = vendor.rglob("op_tiling/lib/linux/*/*")
    assert tiling.name == "libcust_opmaster_rt2.0.so"
    (link,) = vendor.rglob("op_tiling/liboptiling.so")
    assert link.resolve() == tiling.resolve()
    for library in (tiling, tmp_path / "build" / "libhost.so"):
        script = f"import ctypes, os; print(ctypes.CDLL({str(library)!r}, os.RTLD_NOW).Tile())"
        environment = {**os.environ, "LD_LIBRARY_PATH": str(cann_home / "lib64")}
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.stdout == "48\n", done.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("npu_op_package(my TYPE RUN CONFIG VENDOR my)", "unknown settings: VENDOR;my"),
        ("npu_op_package(my TYPE ZIP)", "TYPE ZIP is none of RUN, SHARED, STATIC"),
        ("npu_op_code_gen(SRC none.cpp PACKAGE my)", "SRC names no source"),
        ("npu_op_code_gen(SRC CMakeLists.txt PACKAGE my)", "(PACKAGE my): OUT_DIR is missing"),
        (
            "npu_op_code_gen(SRC CMakeLists.txt PACKAGE my OUT_DIR o OPTIONS OPS_ACLNN_GEN)",
            "OPTIONS OPS_ACLNN_GEN has no value",
        ),
        (
            "npu_op_code_gen(SRC CMakeLists.txt PACKAGE my OUT_DIR o OPTIONS PATH x)",
            "OPTIONS PATH is no setting of op_build",
        ),
        ("npu_op_library(x TYPE HOST a.cpp)", "HOST is no type of a host library"),
        (
            (
                "npu_op_package(my TYPE RUN)\n"
                "npu_op_library(x ACLNN a.cpp CONFIG SET_OPAPI_NAME ON)\n"
                "npu_op_package_add(my LIBRARY x)"
            ),
            "CONFIG names a file of the package my",
        ),
        (
            "npu_op_library(x ACLNN CONFIG SET_NAME ON)\nmessage(FATAL_ERROR end)",
            "npu_op_library(x): CONFIG has no SET_NAME",
        ),
        ("npu_op_kernel_library(k SRC_BASE nowhere)", "SRC_BASE nowhere is no folder"),
        ("npu_op_kernel_sources(k KERNEL_FILE a.cpp)", "KERNEL_FILE a.cpp needs an OP_TYPE"),
        ("npu_op_package_add(my FILES a TYPE LIB)", "TYPE LIB is neither ACLNN nor GRAPH"),
        (
            (
                "npu_op_package(my TYPE SHARED)\nnpu_op_library(x ACLNN)\n"
                "target_sources(x PRIVATE a.cpp)\nnpu_op_package_add(my LIBRARY x)"
            ),
            "TYPE SHARED is not for libraries with target_sources()",
        ),
        (
            (
                "npu_op_package(my TYPE RUN)\nnpu_op_library(x ACLNN)\nnpu_op_library(y TILING)\n"
                "target_sources(x PRIVATE a.cpp)\nnpu_op_package_add(my LIBRARY x y)"
            ),
            "y would be built by the package itself",
        ),
        (
            (
                "npu_op_package(my TYPE RUN)\nnpu_op_kernel_library(k SRC_BASE .)\n"
                "target_sources(k PRIVATE a.cpp)\nnpu_op_package_add(my LIBRARY k)"
            ),
            "gives sources to k, which is no library of npu_op_library()",
        ),
    ],
)
def test_misuse_is_named(cann_home: Path, tmp_path: Path, line: str, message: str) -> None:
    text = f"cmake_minimum_required(VERSION 3.19)\nproject(p CXX)\nfind_package(ASC)\n{line}\n"
    (tmp_path / "CMakeLists.txt").write_text(text)
    done = cmake("-S", ".", "-B", "build", root=cann_home, folder=tmp_path)
    assert done.returncode != 0
    assert message in " ".join(done.stderr.split())
