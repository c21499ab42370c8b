"""ASCEND_PACK_SHARED_LIBRARY: libcust_opapi.so alone holds an operator, no package is installed."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.clients.template_project import cann_template, make_project, run_build_script
from tests.utils import add_custom
from tests.utils.installed_sample import InstalledSample


def shared_project(template: Path, cann_home: Path, folder: Path, units: str) -> Path:
    return make_project(
        template, folder / "project", ASCEND_COMPUTE_UNIT=units, vendor_name="my",
        ASCEND_CANN_PACKAGE_PATH=str(cann_home), ASCEND_PACK_SHARED_LIBRARY="True",
    )  # fmt: skip


def check_library(project: Path, cann_home: Path, folder: Path) -> None:
    out = project / "build_out"
    assert {path.name for path in (out / "op_api/include").iterdir()} == {
        "aclnn_add_custom.h",
        "op_proto.h",
    }
    assert not list(out.glob("*.run"))
    client = add_custom.build_client(cann_home, out, folder)
    for dtype in add_custom.ACL_DTYPE:
        add_custom.run_client(client, cann_home, out, (8, 2048), dtype, custom_opp_path=False)


@pytest.mark.corpus
def test_unmodified_template_of_cann(cann_home: Path, tmp_path: Path) -> None:
    project = shared_project(cann_template(), cann_home, tmp_path, "ascend910b;ascend310p")
    run_build_script(project, cann_home)
    check_library(project, cann_home, tmp_path)


@pytest.mark.parametrize(
    "units",
    ["ascend910b;ascend310p", pytest.param("__ASCNED_COMPUTE_UNIT__", marks=pytest.mark.slow)],
)
def test_library_serves_a_client(cann_home: Path, tmp_path: Path, units: str) -> None:
    template = cann_home / "tools/op_project_templates/ascendc/customize"
    project = shared_project(template, cann_home, tmp_path, units)
    run_build_script(project, cann_home)
    check_library(project, cann_home, tmp_path)


@pytest.mark.slow
def test_embedded_kernels_run_unobserved(
    cann_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = cann_home / "tools/op_project_templates/ascendc/customize"
    project = shared_project(template, cann_home, tmp_path, "ascend910b")
    run_build_script(project, cann_home)
    output = tmp_path / "observed"
    output.mkdir()
    monkeypatch.setenv("ASCENDC_OBSERVE", "trace")
    monkeypatch.setenv("ASCENDC_OBSERVE_OUTPUT", str(output))
    check_library(project, cann_home, tmp_path)
    events = [json.loads(path.read_text()) for path in output.iterdir()]
    assert [event["event"] for event in events] == ["unobserved"] * len(add_custom.ACL_DTYPE)
    for event in events:
        assert "libcust_opapi.so" in event["reason"]
        assert "add_ops_compile_options(ALL OPTIONS -sanitizer)" in event["reason"]


@pytest.mark.slow
def test_static_kernels_go_before_embedded_ones(
    cann_home: Path,
    installed_sample: InstalledSample,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A static kernel, of a package of the same operator; the library has those for all shapes."""
    template = cann_home / "tools/op_project_templates/ascendc/customize"
    project = shared_project(template, cann_home, tmp_path, "ascend910b")
    run_build_script(project, cann_home)
    out, log = project / "build_out", tmp_path / "calls.log"
    client = add_custom.build_client(cann_home, out, tmp_path)
    variables = installed_sample.environment(tmp_path)
    monkeypatch.setenv("ASCENDC_KERNEL_LOG", str(log))
    monkeypatch.setenv("ASCENDC_SOC_VERSION", variables["ASCENDC_SOC_VERSION"])

    def taken(dump: str = "") -> str:
        with monkeypatch.context() as patch:
            patch.setenv("ASCENDC_DUMP_OP_ARGS", dump)
            add_custom.run_client(
                client, cann_home, out, (8, 2048), "float16", custom_opp_path=False, opp=opp
            )
        return json.loads(log.read_text().splitlines()[-1])["taken"]

    opp = tmp_path / "opp"
    opp.mkdir()
    for entry in (cann_home / "opp").iterdir():
        if entry.name != "vendors":  # other tests may have installed another AddCustom
            (opp / entry.name).symlink_to(entry)
    assert taken(str(tmp_path / "dump")) == "embedded"
    (recorded,) = tmp_path.glob("dump/*_opcompile")
    make = [
        str(cann_home / "bin/op_compiler"),
        "-p",
        str(recorded),
        "-v",
        "Ascend910B3",
        "-o",
        "net",
    ]
    subprocess.run(make, cwd=tmp_path, env=variables, check=True)
    subprocess.run(["sh", "net.run", "--quiet", f"--install-path={opp}"], cwd=tmp_path, check=True)
    assert taken() == "static"


@pytest.mark.slow
def test_edited_kernel_is_in_the_library(cann_home: Path, tmp_path: Path) -> None:
    template = cann_home / "tools/op_project_templates/ascendc/customize"
    project = shared_project(template, cann_home, tmp_path, "ascend910b")
    host = project / "op_host/add_custom.cpp"  # a source that is compiled for each library
    host.write_text(host.read_text() + "\n#ifdef OP_PROTO_LIB\nint g_proto_only;\n#endif\n")
    run_build_script(project, cann_home)
    kernel = project / "op_kernel/add_custom.cpp"
    text = kernel.read_text()
    assert "AscendC::Add(" in text
    kernel.write_text(text.replace("AscendC::Add(", "AscendC::Sub("))
    subprocess.run(["cmake", "--build", "build_out"], cwd=project, check=True)
    out = project / "build_out"
    client = add_custom.build_client(cann_home, out, tmp_path)
    with pytest.raises(AssertionError, match="Mismatched elements"):
        add_custom.run_client(client, cann_home, out, (8, 2048), "int32", custom_opp_path=False)
    x, y, z = (np.fromfile(tmp_path / f"{name}.bin", "int32") for name in "xyz")
    np.testing.assert_array_equal(z, x - y)
