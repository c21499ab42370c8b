"""The generated C++: compiles without warnings, needs little, and does what the definition says."""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.utils.status import Aclnn

if TYPE_CHECKING:
    from tests.opbuild.conftest import Compiler, OpBuild, Result

HERE = Path(__file__).parent
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror"]


def sources(built: dict[str, Result]) -> list[Path]:
    return [
        path
        for result in built.values()
        for path in sorted(result.directory.iterdir())
        if path.suffix in {".cpp", ".cc"}
    ]


def check(source: Path, compiler: Compiler) -> None:
    compiler.compile([*WARNINGS, "-fsyntax-only", f"-I{source.parent}", str(source)])


@pytest.mark.slow
def test_everything_compiles_as_cpp11(built: dict[str, Result], compiler: Compiler) -> None:
    generated = [path for path in sources(built) if not path.name.startswith("fallback_")]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda path: check(path, compiler), generated))


def test_fallbacks_compile(built: dict[str, Result], compiler: Compiler) -> None:
    fallbacks = [path for path in sources(built) if path.name.startswith("fallback_")]
    assert fallbacks
    for source in fallbacks:
        check(source, compiler)


def test_fallback_arguments(scripted: Path, op_build: OpBuild) -> None:
    """Prototypes leave VIRTUAL inputs out: later inputs move up, and the function gets none."""
    script = op_build.directory() / "script"
    lines = ["op\tOp", "input\tx\t0\t2", "input\tv\t0\t2", "param_type\t4", "fallback"]
    lines += ["input\taxes\t9\t2", "value_depend\t2", "input\ts\t0\t2", "scalar"]
    lines += ["output\ty\t0\t2", "output\tlist\t0\t2", "param_type\t3", "unit\tascend910b"]
    script.write_text("\n".join(lines))
    source = op_build.run(scripted, env={"SCRIPT": str(script)}).text("fallback_op.cpp")
    reads = re.findall(r"arg_(\w+)\(Nnopbase\w+\(context->GetDynamic(\w+)Tensor\((\d), 0", source)
    assert reads == [
        ("x", "Input", "0"),
        ("axes", "Input", "1"),
        ("s", "Input", "2"),
        ("yOut", "Output", "0"),
    ]
    assert "getWorkspaceSize(arg_x.Get(), nullptr, arg_axes.Get(), arg_s.Get()," in source
    assert "IMPL_OP(Op).OpExecuteFunc(ExecuteOp).HostInputs({1, 2});" in source


def test_aclnn_sources_are_light(built: dict[str, Result]) -> None:
    """They are compiled for every operator, and with CANN 8.1's headers too."""
    allowed = {"<string.h>", "<stddef.h>"}
    for source in sources(built):
        if source.name.startswith("aclnn_"):
            includes = set(re.findall(r"^#include (\S+)", source.read_text(), re.MULTILINE))
            assert {name for name in includes if not name.startswith('"aclnn_')} <= allowed


def test_calls_that_releases_lack_are_weak(built: dict[str, Result]) -> None:
    newer = {
        "NnopbaseSetMatchArgsFlag",
        "NnopbaseMatchArgs",
        "NnopbaseAddSocNameList",
        "NnopbaseGetSocName",
        "NnopbaseSetParamCheckMode",
        "NnopbaseAddIgnoreContiguousDynamicInput",
        "NnopbaseDisableOptionalInput",
        "NnopbaseAddOutputShapeDependTensor",
        "NnopbaseAddParamName",
        "NnopbaseSetFormatMatchMode",
        "NnopbaseSetZeroEleOutputLaunchFlag",
    }
    seen = set()
    for source in sources(built):
        for line in re.findall(r"^extern .*$", source.read_text(), re.MULTILINE):
            name = re.search(r"(Nnopbase\w+)\(", line)
            if name is not None and name[1] in newer:
                assert "__attribute__((weak))" in line
                seen.add(name[1])
    assert len(seen) > 5


@pytest.fixture(scope="module")
def calls(
    built: dict[str, Result], compiler: Compiler, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    """Return the calls of generated functions in the scenes of caller.cpp, by scene title."""
    directories = {
        "aclnn_attr_zoo": "op02_attr_zoo.cpp",
        "aclnn_in_place_add": "op04_in_place.cpp",
        "aclnn_scalar_args": "op05_scalar_args.cpp",
        "aclnn_non_zero_ex": "op09_result_shapes.cpp",
        "aclnn_grow_op_x2": "op10_group_and_versions.cpp",
        "aclnn_grow_op_x2_v2": "op10_group_and_versions.cpp",
    }
    generated = [built[library].directory / f"{stem}.cpp" for stem, library in directories.items()]
    scratch = tmp_path_factory.mktemp("calls")
    units = [HERE / "recorder.cpp", HERE / "caller.cpp", *generated]
    includes = sorted({f"-I{path.parent}" for path in generated})

    def compile_unit(source: Path) -> str:
        target = scratch / f"{source.stem}.o"
        compiler.compile([*includes, "-c", str(source), "-o", str(target)])
        return str(target)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(compile_unit, units))
    program = scratch / "caller"
    compiler.compile([*objects, "-o", str(program)])
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    scenes: dict[str, list[str]] = {}
    for scene in done.stdout.split("== ")[1:]:
        title, *lines = scene.splitlines()
        scenes[title] = [line for line in lines if line != "space"]
    return scenes


def test_default_values(calls: dict[str, list[str]]) -> None:
    scene = calls["attributes left out"]
    assert scene[0] == "executor AttrZoo 1/1/" + "1" * 9 + "0" * 24
    assert scene[1:6] == [
        "input 1 0",
        "attr 0 1 true",
        "attr 1 8 2",
        "attr 2 4 0.100000001",
        "attr 3 5 text",
    ]
    assert [line for line in scene if line.startswith("attr 2") and len(line.split()[1]) == 2] == [
        "attr 20 4 4",
        "attr 21 4 5",
        "attr 22 5 none",
        "attr 23 4 a b",
        "attr 24 1 ",
        "attr 25 1 ",
    ]
    assert [line for line in scene if line.startswith("default")] == [
        "default 26 2 true false",
        "default 27 0",
        "default 28 2 1 -2",
        "default 29 0",
        "default 30 0",
        "default 31 4 1 2.5 0.100000001 9.99999997e-07",
        "default 32 0",
    ]
    assert scene[-3:] == ["output 20 0", "support 1 2", "status 0 1000"]


@pytest.mark.parametrize(
    ("title", "message"),
    [
        ("required attribute is null", "rStr != nullptr"),
        ("required input is null", "x != nullptr"),
        ("executor is null", "executor != nullptr"),
    ],
)
def test_null_arguments(title: str, message: str, calls: dict[str, list[str]]) -> None:
    assert calls[title][-2:] == [
        f"log {Aclnn.PARAM_NULLPTR} {message}",
        f"status {Aclnn.PARAM_NULLPTR} 0",
    ]


def test_scalars(calls: dict[str, list[str]]) -> None:
    assert calls["scalars"] == [
        "executor ScalarArgs 111010/1/",
        "input 1 0",
        "scalar 2 1 -1 0",  # To(DT_FLOAT)
        "scalar 3 2 0 28",  # To("x")
        "scalar 0 3 -1 28",
        "scalar 5 4 -1 3",
        "scalar 0 5 0 28",
        "output 7 0",
        "support 1 2",
        "status 0 1000",
    ]


def test_computed_shapes(calls: dict[str, list[str]]) -> None:
    outputs = [line for line in calls["shapes from the kernel"] if "output" in line]
    assert outputs == ["computed_output 2 0", "output 3 1", "output 4 2", "output 5 3"]


def test_contiguous_copies(calls: dict[str, list[str]]) -> None:
    """Copies use the end of the workspace; the kernel gets what is left."""
    assert calls["in place"] == [
        "executor InPlaceAdd 11120/112/",
        "ref 0 1",
        "ref 3 2",
        "input 1 0",
        "input 2 1",
        "raw_input 3 2",
        "inputs 4 3",
        "input 0 4",
        "output 6 0",
        "output 1 1",
        "outputs 4 2",
        "support 2 3 2",
        "contiguous_size 7",
        "set_contiguous 70 256",
        "view_copy_size 9 8",
        "set_view_copy 80",
        "status 0 1256",
        "contiguous 101000 256 70",
        "run 5 100000 1000",
        "view_copy 101000 256 80",
        "destroy 9",
        "status 0 0",
    ]
    assert calls["workspace too small"][-1] == f"status {Aclnn.PARAM_INVALID} 0"


def test_older_version(calls: dict[str, list[str]]) -> None:
    assert calls["older version"] == [
        "executor GrowOpX2 10/1/00",
        "input 1 0",
        "input 0 1",
        "attr 0 4 0.25",
        "attr 1 8 3",
        "output 2 0",
        "support 2 5 2",
        "disable 1",
        "status 0 1000",
        "run 5 100000 1000",
        "status 0 0",
    ]
