"""Kernels of an installed package built for debugging."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernel.conftest import IMPLEMENTATION, SOURCE
from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write
from tests.utils.caches import cache_with_headers
from tests.utils.installed_sample import InstalledSample

_SOC = ("-v", "Ascend910B3")


@pytest.fixture(scope="module")
def kernel(installed_sample: InstalledSample) -> Path:
    """An installed kernel of the sample."""
    folder = installed_sample.vendor / "op_impl/ai_core/tbe/kernel/ascend910b/add_custom"
    return min(folder.glob("*.o"))


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "debug.cfg"
    path.write_text("# slow, with all lines\nop_debug_config = ccec_g, ccec_O0\n")
    return path


@pytest.fixture
def variables(installed_sample: InstalledSample, tmp_path_factory) -> dict[str, str]:
    folder = tmp_path_factory.getbasetemp()
    return {
        "ASCEND_CUSTOM_OPP_PATH": str(installed_sample.vendor),
        "CUSTOM_COMPILER_CACHE": cache_with_headers(folder / "cache of debug builds"),
        "ASCEND_OPP_PATH": "",
    }


def shows_variables(path: Path) -> bool:
    """To a debugger; uninstrumented builds show lines only."""
    command = ["readelf", "--debug-dump=info", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return "DW_TAG_formal_parameter" in done.stdout and "inQueueX" in done.stdout


@pytest.mark.usefixtures("config")
def test_kernel_of_a_vendor_by_name(
    op_compiler: OpCompiler, variables: dict[str, str], kernel: Path, tmp_path: Path
) -> None:
    """CANN builds none of vendors' kernels again; and stops for the first name it does not find."""
    names = ("-k", f"{kernel.stem}_mix_aiv", "-k", "NoSuchKernel")
    report = ("--report", "report.json")
    done = op_compiler("-d", "debug.cfg", *names, *_SOC, "-o", "out", *report, **variables)
    assert done.returncode == 1
    assert "op_compiler: error: -k NoSuchKernel: no installed kernel is called so" in done.stderr
    lines = done.stdout.splitlines()
    assert lines[1:3] == ["debug kernel compile start", "[Opc compile]"]
    assert "generate run package out.run success" in lines
    assert lines[-2].startswith("[summary] total 2, success 1 (0 from the cache), fail 1, see ")
    assert lines[-1] == "debug compiler fail"
    assert json.loads((tmp_path / "report.json").read_text())["success"] == 1

    opp = tmp_path / "opp"
    opp.mkdir(mode=0o751)
    install = ["sh", "out.run", "--quiet", "--force", f"--install-path={opp}"]
    subprocess.run(install, cwd=tmp_path, check=True, stdin=subprocess.DEVNULL)
    made = opp / f"debug_kernel/ascend910b/add_custom/{kernel.name}"
    assert shows_variables(made)
    assert not shows_variables(kernel)
    assert (made.parent / "ascendc.src/add_custom.cpp").is_file()
    description = json.loads(made.with_suffix(".json").read_text())
    assert description["binFileName"] == kernel.stem
    assert description["supportInfo"]["op_debug_config"] == "ccec_O0,ccec_g"
    index = json.loads((opp / "debug_kernel/config/ascend910b/binary_info_config.json").read_text())
    (entry,) = index["AddCustom"]["binaryList"]
    assert entry["binPath"] == f"ascend910b/add_custom/{kernel.name}"


@pytest.mark.usefixtures("config")
def test_kernels_that_a_run_has_taken(
    op_compiler: OpCompiler, variables: dict[str, str], kernel: Path, tmp_path: Path
) -> None:
    write(tmp_path / "dump/a.json", add_custom(bin_info=str(kernel), bin_type=1))
    write(tmp_path / "dump/b.json", add_custom((8, 16), bin_info=str(kernel), bin_type=1))
    write(tmp_path / "dump/c.json", add_custom())
    write(tmp_path / "dump/d.json", add_custom(bin_info="/no/kernel.o", bin_type=1))
    write(tmp_path / "dump/e.json", "{")
    done = op_compiler("-d", "debug.cfg", "-p", "dump", *_SOC, "-o", "out", **variables)
    assert done.returncode == 1
    for text in ("c.json: bin_info: is missing", "d.json: bin_info: there is no kernel", "e.json:"):
        assert text in done.stderr
    assert "total 4, success 1" in done.stdout
    assert (tmp_path / "out.run").is_file()


def test_files_that_the_words_ask_for(
    op_compiler: OpCompiler, variables: dict[str, str], kernel: Path, tmp_path: Path
) -> None:
    """They are made where the command runs, not on a cluster: there is none."""
    (tmp_path / "debug.cfg").write_text("ccec_g,ccec_O0,dump_cce\n")
    nowhere = ("--scheduler", "tcp://127.0.0.1:1")
    done = op_compiler("-d", "debug.cfg", "-k", kernel.stem, *_SOC, *nowhere, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "debug compiler success"
    assert (tmp_path / f"kernel_meta_{kernel.stem}/kernel.o").is_file()
    (package,) = tmp_path.glob("debug_kernel_*.run")
    assert os.access(package, os.X_OK)


@pytest.mark.usefixtures("config")
def test_nothing_to_build(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    done = op_compiler("-d", "debug.cfg", "-k", "Nothing", *_SOC, "-o", "out", **variables)
    assert done.returncode == 1
    assert "generate run package fail: there is no kernel to pack" in done.stdout
    assert "generate run package out.run success" not in done.stdout
    assert not (tmp_path / "out.run").exists()


@pytest.mark.usefixtures("config")
def test_unknown_soc(op_compiler: OpCompiler) -> None:
    done = op_compiler("-d", "debug.cfg", "-k", "Any", "-v", "ascend910b33")
    assert done.returncode == 1
    assert "-v ascend910b33: there is no such SoC" in done.stderr
    assert "Ascend910B3" in done.stderr


def test_operator_types_with_underscores(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path, cann_home: Path
) -> None:
    """CANN takes what is before the first one for the type."""
    tbe = tmp_path / "vendors/acme/op_impl/ai_core/tbe"
    sources, kernels = tbe / "acme_impl/dynamic", tbe / "kernel/ascend910b/my_copy"
    sources.mkdir(parents=True)
    (sources / "copy_it.cpp").write_text(SOURCE)
    (sources / "part.h").write_text("#define PART 4\n")
    implementation = IMPLEMENTATION.format(options={}).replace('"Copy"', '"My_Copy"')
    (sources / "my_copy.py").write_text(implementation)
    port = {"index": 0, "dtype": "float16", "format": "ND", "shape": [-2]}
    node = {"bin_filename": "My_Copy_12", "inputs": [{"name": "x", **port}]}
    node["outputs"] = [{"name": "z", **port}]
    write(tmp_path / "param.json", {"op_type": "My_Copy", "op_list": [node]})
    opc = [cann_home / "bin/opc", sources / "my_copy.py", "--soc_version=Ascend910B3"]
    opc += ["--input_param=param.json", f"--output={kernels}"]
    environment = {**os.environ, **variables, "HI_PYTHON": sys.executable}
    subprocess.run(list(map(str, opc)), cwd=tmp_path, env=environment, check=True)
    (tmp_path / "debug.cfg").write_text("ccec_g,ccec_O0\n")
    variables["ASCEND_CUSTOM_OPP_PATH"] = str(tmp_path / "vendors/acme")
    done = op_compiler("-d", "debug.cfg", "-k", "My_Copy_12", *_SOC, "-o", "out", **variables)
    assert done.returncode == 0, done.stderr
    listed = ["sh", str(tmp_path / "out.run"), "--info"]
    said = subprocess.run(listed, check=True, capture_output=True, text=True).stdout
    assert "My_Copy" in said
