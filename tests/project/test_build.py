"""Whole builds of the sample: products, what is built again, mistakes, interruptions."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import custom_compiler
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.toolchain.elf import section
from custom_compiler.package.files import PackageFiles
from tests.project.conftest import REPOSITORY, Sample
from tests.utils.cpu_time import cpu_seconds

UNITS = ("ascend310b", "ascend310p", "ascend910", "ascend910_93", "ascend910b")


@pytest.mark.slow
def test_products(sample: Sample) -> None:
    result = sample.build()
    assert result.operators == ("AddCustom",)
    assert result.units == UNITS
    assert result.kernels == 15
    ai_core = result.vendor / "op_impl/ai_core/tbe"
    arch = os.uname().machine
    for name in (
        "version.info",
        "framework/plugin/npu_supported_ops.json",
        "op_api/include/aclnn_add_custom.h",
        "op_api/lib/libcust_opapi.so",
        "op_proto/inc/op_proto.h",
        f"op_proto/lib/linux/{arch}/libcust_opsproto_rt2.0.so",
        f"op_impl/ai_core/tbe/op_tiling/lib/linux/{arch}/libcust_opmaster_rt2.0.so",
        "op_impl/ai_core/tbe/customize_impl/dynamic/add_custom.py",
        "op_impl/ai_core/tbe/customize_impl/dynamic/add_custom.cpp",
    ):
        assert (result.vendor / name).is_file(), name
    files = PackageFiles(result.vendor)
    assert list(files.operator_information()) == list(UNITS)
    assert files.api_library.is_file()
    assert (files.api_headers / "aclnn_add_custom.h").is_file()
    assert files.version.is_file()
    prototypes = f"op_proto/lib/linux/{arch}/libcust_opsproto_rt2.0.so"
    assert files.prototype_library() == result.vendor / prototypes
    assert files.host_machines() == [arch]
    assert [path.name for path in files.kernel_sources()] == ["add_custom.cpp"]
    link = ai_core / "op_tiling/liboptiling.so"
    assert link.readlink() == Path(f"lib/linux/{arch}/libcust_opmaster_rt2.0.so")
    for unit in UNITS:
        config = json.loads((ai_core / f"kernel/config/{unit}/binary_info_config.json").read_text())
        binaries = config["AddCustom"]["binaryList"]
        assert len(binaries) == 3
        for binary in binaries:
            data = (ai_core / "kernel" / binary["binPath"]).read_bytes()
            record = json.loads((ai_core / "kernel" / binary["jsonPath"]).read_text())
            assert record["sha256"] == hashlib.sha256(data).hexdigest()
            assert record["filePath"] == binary["jsonPath"]
    staged = result.vendor.parents[2]
    assert {"install.sh", "upgrade.sh", "help.info", "packages"} <= {
        p.name for p in staged.iterdir()
    }
    assert result.package.parent == sample.project / "build_out"
    assert result.package.name.endswith(f"_{arch}.run")
    assert subprocess.run(["sh", str(result.package), "--check"], check=False).returncode == 0


@pytest.mark.slow
def test_package_says_what_it_is(built_sample: Sample) -> None:
    result = built_sample.build(compute_units=("ascend310p", "ascend910b"), vendor_name="acme")
    header = built_sample.toolkit.root / "tikcpp/tikcfw/isa/kernel_abi.h"
    interface = re.search(r"define ASCENDC_KERNEL_ABI_VERSION (\d+)", header.read_text())
    versions = (built_sample.toolkit.root / "compiler/version.info").read_text()
    cann = re.search("^Version=(.*)$", versions, re.MULTILINE)
    assert interface
    assert cann
    shown = subprocess.check_output(["sh", str(result.package), "--info"], text=True)
    info = (result.vendor / "package.info").read_text()
    assert shown.endswith(info)
    assert info.splitlines() == [
        "Vendor: acme",
        "Operators: AddCustom",
        "Compute units: ascend310p, ascend910b",
        f"Host CPU: {os.uname().machine}",
        "Kernels: 6",
        f"Toolkit: {cann[1]}",
        "Kernels for: simulated cores only",
        f"Kernel interface: {interface[1]}",
        f"Tool: custom_compiler {custom_compiler.__version__}",
    ]


def test_result_is_of_this_build(built_sample: Sample) -> None:
    """A package for another CPU, made here before, is not taken for it."""
    build = built_sample.project / "build_out"
    first = built_sample.build(compute_units=("ascend910b",))
    other = build / first.package.name.replace(os.uname().machine, "aaa64")
    other.write_text("an older package for another CPU")
    staged = build / "_CPack_Packages/Linux/External" / other.name
    shutil.copytree(first.vendor.parents[2], staged, symlinks=True)
    for result in (built_sample.build(compute_units=("ascend910b",)), built_sample.build()):
        assert result.package == first.package
        assert result.vendor == first.vendor
    other.unlink()


def test_kernels_hold_no_path_and_equal_ones_are_shared(built_sample: Sample) -> None:
    """The sample's source is the same on every unit but the oldest; objects name architectures."""
    result = built_sample.build()
    code: dict[str, set[str]] = {}
    objects: dict[str, set[bytes]] = {}
    for path in result.vendor.glob("op_impl/ai_core/tbe/kernel/*/*/*.o"):
        data = path.read_bytes()
        assert str(built_sample.project).encode() not in data
        objects.setdefault(path.name, set()).add(data)
        code.setdefault(path.name, set()).add(hashlib.sha256(section(data, b".text")).hexdigest())
    assert len(code) == 3
    assert all(len(found) <= 2 for found in code.values())
    # ascend910, 310p, 310b, and 910b with 910_93, which share an architecture.
    assert all(len(found) == 4 for found in objects.values())


def test_only_what_changed_is_done_again(sample: Sample) -> None:
    sample.build(compute_units=("ascend910b", "ascend310p"))
    start = cpu_seconds()
    sample.build(compute_units=("ascend910b", "ascend310p"))
    assert sample.steps() == []
    assert cpu_seconds() - start < 5

    # A comment gives the same kernels: nothing is packed again but the source.
    sample.edit("op_kernel/add_custom.cpp", "BUFFER_NUM = 2", "BUFFER_NUM = 1")
    sample.build(compute_units=("ascend910b", "ascend310p"))
    assert all(step.startswith(("Kernel", "Package")) for step in sample.steps())
    assert sum(step.startswith("Kernel AddCustom_") for step in sample.steps()) == 3
    assert not any("CMake" in event.text for event in sample.events)  # nothing is planned again

    # Host code that changes no tiling structure makes no kernel.
    sample.edit("op_host/add_custom.cpp", "MIN_BLOCK_WORK = 4096", "MIN_BLOCK_WORK = 8192")
    sample.build(compute_units=("ascend910b", "ascend310p"))
    assert not any(step.startswith("Kernel AddCustom_") for step in sample.steps())
    assert any("libcust_opmaster" in step for step in sample.steps())

    # A changed structure makes all.
    tiling = "TILING_DATA_FIELD_DEF(uint32_t, tileLength);"
    sample.edit(
        "op_host/add_custom_tiling.h", tiling, f"{tiling} TILING_DATA_FIELD_DEF(uint64_t, more);"
    )
    sample.build(compute_units=("ascend910b", "ascend310p"))
    assert sum(step.startswith("Kernel AddCustom_") for step in sample.steps()) == 3


@pytest.mark.slow
def test_headers_subfolders_and_equal_names(sample: Sample) -> None:
    (sample.op_kernel / "inner").mkdir()
    (sample.op_kernel / "add_custom.cpp").rename(sample.op_kernel / "inner/add_custom.cpp")
    sample.edit(
        "op_kernel/inner/add_custom.cpp", "constexpr int32_t BUFFER_NUM = 2;", '#include "n.hpp"'
    )
    (sample.op_kernel / "inner/n.hpp").write_text('#include "../value.h"\n')
    (sample.op_kernel / "value.h").write_text("constexpr int32_t BUFFER_NUM = 2;\n")
    for folder in ("one", "two"):
        (sample.op_host / folder).mkdir()
        text = f'#include "../shared.h"\nint {folder}() {{ return 1; }}\n'
        (sample.op_host / folder / "same.cc").write_text(text)
    # One header by several names.
    (sample.op_host / "shared.h").write_text("#pragma once\n")
    include = '#include "add_custom_tiling.h"'
    sample.edit("op_host/add_custom.cpp", include, f'#include "shared.h"\n{include}')
    units = ("ascend910b",)
    sample.build(compute_units=units)
    (sample.op_kernel / "value.h").write_text("constexpr int32_t BUFFER_NUM = 1;\n")
    result = sample.build(compute_units=units)
    assert sum(step.startswith("Kernel AddCustom_") for step in sample.steps()) == 3
    dynamic = result.vendor / "op_impl/ai_core/tbe/customize_impl/dynamic"
    assert (dynamic / "inner/add_custom.cpp").is_file()
    # Sanitizer runs compile the package's sources again: they are those of its kernels.
    assert (dynamic / "value.h").read_text() == "constexpr int32_t BUFFER_NUM = 1;\n"
    # What vanished from the sources vanishes from the package.
    (sample.op_host / "two/same.cc").unlink()
    (sample.op_kernel / "unused.h").write_text("")
    sample.build(compute_units=units)
    (sample.op_kernel / "unused.h").unlink()
    result = sample.build(compute_units=units)
    assert not (result.vendor / "op_impl/ai_core/tbe/customize_impl/dynamic/unused.h").exists()


@pytest.mark.slow
def test_units_come_and_go(built_sample: Sample) -> None:
    assert built_sample.build(compute_units=("ascend910b",)).units == ("ascend910b",)
    assert built_sample.build(compute_units=("ascend310p", "ascend910b")).units == (
        "ascend310p",
        "ascend910b",
    )
    result = built_sample.build(compute_units=("ascend310p",))
    assert result.units == ("ascend310p",)
    assert result.kernels == 3


MISTAKES = [
    ("op_host/add_custom.cpp", "OP_ADD(AddCustom);", "", MisuseError, "registers no operator"),
    (
        "op_host/add_custom.cpp",
        "OP_ADD(AddCustom);",
        "OP_ADD(AddCustom);\n}\nnamespace other { class AddCustom; OP_ADD(AddCustom);",
        MisuseError,
        r"op_host/add_custom.cpp:\d+: operator AddCustom is registered twice \(OP_ADD\)",
    ),
    (
        "op_host/add_custom_tiling.h",
        "REGISTER_TILING_DATA_CLASS(AddCustom, AddCustomTilingData)",
        "",
        MisuseError,
        "operator AddCustom registers no tiling structure",
    ),
    (
        "op_host/add_custom_tiling.h",
        "REGISTER_TILING_DATA_CLASS(AddCustom, AddCustomTilingData)",
        (
            "REGISTER_TILING_DATA_CLASS(AddCustom_1, AddCustomTilingData)\n"
            "BEGIN_TILING_DATA_DEF(Other)\nTILING_DATA_FIELD_DEF(uint32_t, x);\n"
            "END_TILING_DATA_DEF;\nREGISTER_TILING_DATA_CLASS(AddCustom_2, Other)"
        ),
        MisuseError,
        "no tiling structure for all tiling keys, only AddCustomTilingData, Other for some",
    ),
    (
        "op_host/add_custom.cpp",
        "*z = *x;",
        "*z = *w;",
        BuildError,
        r"op_host/add_custom.cpp:\d+:\d+: error: .*w.*not declared",
    ),
]
KERNEL_MISTAKES = [
    (
        "op_kernel/add_custom.cpp",
        "AscendC::Add(",
        "AscendC::Abb(",
        BuildError,
        r"op_kernel/add_custom.cpp:\d+:\d+: error: .*Abb",
    ),
    (
        "op_kernel/add_custom.cpp",
        "void add_custom(",
        "void add_other(",
        MisuseError,
        "op_kernel/add_custom.cpp defines no kernel function add_custom",
    ),
    (
        "op_kernel/add_custom.cpp",
        "GM_ADDR z, GM_ADDR workspace,",
        "GM_ADDR workspace,",
        MisuseError,
        r"operator AddCustom: .*add_custom.cpp has 4 parameters, its operator has 5: x, y, z, work",
    ),
]


QUICK_MISTAKES = {MISTAKES[0], MISTAKES[2], KERNEL_MISTAKES[0], KERNEL_MISTAKES[2]}


def _parameters(mistakes):
    return [
        pytest.param(each, marks=() if each in QUICK_MISTAKES else pytest.mark.slow, id=each[4])
        for each in mistakes
    ]


def _check_mistake(sample: Sample, mistake) -> None:
    name, old, new, kind, text = mistake
    sample.edit(name, old, new)
    try:
        with pytest.raises(kind, match=text) as caught:
            sample.build(compute_units=("ascend910b",))
    finally:
        source = sample.op_host.parent / name
        source.write_bytes((REPOSITORY / name).read_bytes())
    assert "\n" not in caught.value.message
    # Fixed, it builds: nothing of the failure stays.
    assert sample.build(compute_units=("ascend910b",)).kernels == 3


@pytest.mark.parametrize("mistake", _parameters(MISTAKES))
def test_mistakes(sample: Sample, mistake) -> None:
    _check_mistake(sample, mistake)


@pytest.mark.parametrize("mistake", _parameters(KERNEL_MISTAKES))
def test_mistakes_in_kernels(built_sample: Sample, mistake) -> None:
    _check_mistake(built_sample, mistake)


def test_missing_kernel_file(sample: Sample) -> None:
    path = sample.op_kernel / "add_custom.cpp"
    path.write_text(path.read_text().replace("void add_custom(", "void sub_custom("))
    path.rename(sample.op_kernel / "sub_custom.cpp")
    with pytest.raises(
        MisuseError, match=r"operator AddCustom has no kernel file: add_custom\.cpp"
    ):
        sample.build(compute_units=("ascend910b",))


@pytest.mark.slow
def test_kernel_file_of_another_name_is_found_by_its_kernel(sample: Sample) -> None:
    (sample.op_kernel / "add").mkdir()
    own = sample.op_kernel / "add/add_custom_kernel.cpp"
    (sample.op_kernel / "add_custom.cpp").rename(own)
    assert sample.build(compute_units=("ascend910b",)).kernels == 3
    # What the plan found in a source is looked for again when that changes.
    right = own.read_text()
    own.write_text(right.replace("void add_custom(", "void sub_custom("))
    with pytest.raises(MisuseError, match="operator AddCustom has no kernel file"):
        sample.build(compute_units=("ascend910b",))
    own.write_text(right)
    shutil.copy(own, sample.op_kernel / "copy.cpp")
    with pytest.raises(MisuseError, match=r"has several kernel files: add/add_custom_k.*copy\.cpp"):
        sample.build(compute_units=("ascend910b",))


@pytest.mark.slow
def test_a_unit_that_no_operator_registers_is_left_out_with_a_note(built_sample: Sample) -> None:
    """As CANN's template does: MindSpore's setup.py asks for five units if none is given."""
    made = built_sample.build(compute_units=("ascend910b", "ascend610lite"))
    assert made.units == ("ascend910b",)
    notes = [event.text for event in built_sample.events if event.stage == "note"]
    assert notes == ["note: no operator has an AddConfig for ascend610lite: not built for it"]


def test_an_operator_that_none_of_the_units_has_is_an_error(built_sample: Sample) -> None:
    with pytest.raises(MisuseError, match="operator AddCustom has no AddConfig for ascend610lite:"):
        built_sample.build(compute_units=("ascend610lite",))


@pytest.mark.slow
def test_odd_paths(tmp_path: Path, cann_home: Path, kernel_cache: Path, monkeypatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(kernel_cache))
    odd = tmp_path / "o d\"d'\né;$(x)[a]#"
    odd.mkdir()
    (odd / "cann").symlink_to(cann_home)
    sample = Sample(odd, odd / "cann")
    (sample.op_host / "in ner").mkdir()
    (sample.op_host / "in ner/a(b) c.cpp").write_text("int odd() { return 1; }\n")
    (sample.op_host / "plain.c").write_text("int plain(void) { return 1; }\n")
    result = sample.build(compute_units=("ascend910b",))
    assert result.kernels == 3
    assert result.vendor.is_relative_to(odd)
    sample.build(compute_units=("ascend910b",))
    assert sample.steps() == []
    # Tools reach the folders through links, of which nobody hears.
    commands = json.loads((sample.project / "build_out/compile_commands.json").read_text())
    assert str(sample.op_host / "plain.c") in {entry["file"] for entry in commands}
    places = {entry[name] for entry in commands for name in ("file", "directory")}
    assert not [place for place in places if place.startswith(str(kernel_cache / "links"))]
    assert f"{kernel_cache}/links" not in (sample.project / "build.log").read_text()
    sample.edit("op_kernel/add_custom.cpp", "AscendC::Add(", "AscendC::Abb(")
    with pytest.raises(BuildError) as caught:
        sample.build(compute_units=("ascend910b",))
    assert str(sample.op_kernel / "add_custom.cpp") in caught.value.message + caught.value.details


BUILD_SCRIPT = """
import sys
from pathlib import Path
from types import SimpleNamespace
from custom_compiler.project import ProjectSpec, build
host, kernel, cann, project = map(Path, sys.argv[1:5])
spec = ProjectSpec(op_host=host, op_kernel=kernel, toolkit=SimpleNamespace(root=cann))
build(spec, project, on_event=lambda event: print(event.text, flush=True))
"""


@pytest.mark.parametrize(
    "moment",
    [
        "Kernel",
        pytest.param("Describing", marks=pytest.mark.slow),
        pytest.param("Building", marks=pytest.mark.slow),
        pytest.param("Package", marks=pytest.mark.slow),
    ],
)
def test_killed_build_is_completed(sample: Sample, moment: str) -> None:
    arguments = [sample.op_host, sample.op_kernel, sample.toolkit.root, sample.project]
    process = subprocess.Popen(
        [sys.executable, "-c", BUILD_SCRIPT, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
        start_new_session=True,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(moment):
            break
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert sample.build().kernels == 15


def test_read_only_target(sample: Sample) -> None:
    if os.geteuid() == 0:
        sample.project = Path("/proc/CustomProject")
    else:
        sample.project.parent.chmod(0o555)
    with pytest.raises(MisuseError, match="cannot write"):
        sample.build()


@pytest.mark.slow
def test_debug_build(sample: Sample) -> None:
    assert sample.build(build_type="Debug", compute_units=("ascend910b",)).kernels == 3


@pytest.mark.slow
def test_project_builds_without_us(sample: Sample) -> None:
    """`build.sh` and plain CMake make the same package from the project that was written."""
    sample.build(compute_units=("ascend910b",))
    shutil.rmtree(sample.project / "build_out")
    environment = {**os.environ, "CMAKE_GENERATOR": "Unix Makefiles"}
    done = subprocess.run(
        ["bash", "build.sh", "package"],
        cwd=sample.project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    kernels = "_CPack_Packages/Linux/External/*/packages/vendors/customize/**/*.o"
    assert len(list((sample.project / "build_out").glob(kernels))) == 3
    assert len(list((sample.project / "build_out").glob("*.run"))) == 1


@pytest.mark.slow
def test_placeholder_of_the_preset_means_registered_units(sample: Sample, tmp_path: Path) -> None:
    """An unedited preset of the template builds for the units that the sources register."""
    template = REPOSITORY / "custom_compiler/project/template/customize"
    project = tmp_path / "plain"
    shutil.copytree(template, project)
    preset = json.loads((project / "CMakePresets.json").read_text())
    (configuration,) = preset["configurePresets"]
    assert configuration["name"] == "default"
    variables = configuration["cacheVariables"]
    assert variables["ASCEND_COMPUTE_UNIT"]["value"] == "__ASCNED_COMPUTE_UNIT__"
    variables["ASCEND_CANN_PACKAGE_PATH"]["value"] = str(sample.toolkit.root)
    (project / "CMakePresets.json").write_text(json.dumps(preset))
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, project / name, dirs_exist_ok=True)
    subprocess.run(["bash", "build.sh"], cwd=project, check=True, stdout=subprocess.DEVNULL)
    assert {path.name for path in (project / "build_out/op_kernel/binary").iterdir()} == {
        *UNITS,
        "config",
        "dynamic",
    }


@pytest.mark.slow
def test_another_vendor_in_the_same_project(built_sample: Sample) -> None:
    """The old vendor stays out of the package, and so does what a killed build half wrote."""
    built_sample.build(compute_units=("ascend910b",), vendor_name="one")
    kernels = built_sample.project / "build_out/op_kernel/binary/ascend910b/add_custom"
    (kernels / "AddCustom_1.json.99.part").write_text("{")
    result = built_sample.build(compute_units=("ascend910b",), vendor_name="two")
    assert result.vendor.name == "two"
    assert [path.name for path in result.vendor.parent.iterdir()] == ["two"]
    assert not list(result.vendor.rglob("*.part"))


def start_build(sample: Sample) -> subprocess.Popen[str]:
    """A build in a separate process, in the state of having begun with the kernels."""
    arguments = [sample.op_host, sample.op_kernel, sample.toolkit.root, sample.project]
    process = subprocess.Popen(
        [sys.executable, "-c", BUILD_SCRIPT, *map(str, arguments)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("Kernel"):
            break
    return process


@pytest.mark.slow
def test_two_builds_at_once_take_turns(sample: Sample) -> None:
    process = start_build(sample)
    assert sample.build().kernels == 15
    process.communicate()
    assert process.returncode == 0
    assert sample.events[0].stage == "wait"


@pytest.mark.slow
def test_tools_that_outlive_a_killed_build_are_ended(sample: Sample) -> None:
    process = start_build(sample)
    process.kill()  # its children go on
    process.wait()
    assert sample.build().kernels == 15
