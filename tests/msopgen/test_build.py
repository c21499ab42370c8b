"""Generated projects are built, installed and called."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.msopgen.generator import ADD, Msopgen
from tests.utils import add_custom
from tests.utils.sources import read_source

# What a developer writes for "TODO: user kernel impl": z = x + y by what the generated tiling says.
BODY = read_source(__file__, "kernels/add_custom.inc")


def install(project: Path, opp: Path) -> Path:
    """Run the project's package; the vendor's folder."""
    (package,) = (project / "build_out").glob("custom_opp_*.run")
    opp.mkdir()
    subprocess.run(["bash", package, f"--install-path={opp}", "--quiet"], check=True)
    return opp / "vendors" / "customize"


@pytest.mark.parametrize(("layout", "by_script"), [("8", True), ("26", False)])
def test_generated_project_computes(
    msopgen: Msopgen, cann_home: Path, tmp_path: Path, layout: str, by_script: bool
) -> None:
    """As generated it builds; with the kernel written it is right."""
    assert msopgen.gen([ADD], "--layout", layout, unit="ai_core-ascend910b").returncode == 0
    kernel = msopgen.output / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    assert "// TODO: user kernel impl" in text
    kernel.write_text(text.replace("    // TODO: user kernel impl\n", BODY))
    if by_script:
        command = [msopgen.output / "build.sh"]
        built = subprocess.run(command, capture_output=True, text=True, check=False)
    else:
        built = msopgen.run("compile", "-i", "out", "-q")
    assert built.returncode == 0, built.stdout + built.stderr
    vendor = install(msopgen.output, tmp_path / "opp")
    client = add_custom.build_client(cann_home, vendor, tmp_path)
    add_custom.run_client(client, cann_home, vendor, (8, 2048), "float16", custom_opp_path=True)


@pytest.mark.slow
def test_stubs_of_several_operators_build(msopgen: Msopgen) -> None:
    """Nothing has to be written before the first build."""
    first = {**ADD, "attr": [{"name": "n", "type": "list_int", "param_type": "optional"}]}
    assert msopgen.gen([first], unit="ai_core-ascend310p3").returncode == 0
    second = msopgen.gen({**ADD, "op": "Conv2D"}, "-m", "1", unit="ai_core-ascend310p")
    assert second.returncode == 0
    built = msopgen.run("compile", "-i", "out")
    assert built.returncode == 0, built.stdout + built.stderr
    kernels = (msopgen.output / "build_out").glob("op_kernel/binary/ascend310p/*/*.o")
    assert {path.parent.name for path in kernels} == {"add_custom", "conv2_d"}


def test_compile_says_what_is_missing(msopgen: Msopgen, tmp_path: Path) -> None:
    none = msopgen.run("compile", "-i", "nowhere")
    assert none.returncode == 101
    assert "The path nowhere does not exist" in none.stdout
    (tmp_path / "empty").mkdir()
    empty = msopgen.run("compile", "-i", "empty")
    assert empty.returncode == 101
    assert "does not contain operator deliverables: build.sh, op_host, op_kernel" in empty.stdout
    other = msopgen.run("compile", "-i", "empty", "-c", "nowhere")
    assert other.returncode == 101


def test_compile_fails_with_the_build(msopgen: Msopgen) -> None:
    assert msopgen.gen([ADD]).returncode == 0
    (msopgen.output / "op_host" / "add_custom.cpp").write_text("#error of the test\n")
    done = msopgen.run("compile", "-i", "out")
    assert done.returncode == 101
    assert "#error of the test" in done.stdout + done.stderr
    assert "Failed to execute command" in done.stdout
