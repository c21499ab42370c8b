"""Real programs, their kernels observed: an operator with a fault, and the same one repaired."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.utils.forks import run_command
from tests.utils.installed_sample import InstalledSample

REPOSITORY = Path(__file__).parents[2]
_GOOD = "pipe.InitBuffer(outQueueZ, BUFFER_NUM, tileLength * sizeof(T));"
_BAD = "pipe.InitBuffer(outQueueZ, BUFFER_NUM, tileLength * sizeof(T) / 16);"


@dataclass(frozen=True)
class Operator:
    """A built AddCustom: its sources' folder, its package, and the toolkit it was built with."""

    folder: Path
    package: Path
    home: Path

    def run(self, *words: object, **variables: str) -> subprocess.CompletedProcess[str]:
        """Execute a command of the toolkit or `custom-compiler` with the package installed."""
        name = str(words[0])
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        own = {"ASCEND_CUSTOM_OPP_PATH": str(self.package), "ASCEND_HOME_PATH": str(self.home)}
        environment |= own | variables
        if not (self.home / "bin" / name).exists():
            return run_command(self.folder, [*map(str, words)], environment)
        return subprocess.run(
            [str(self.home / "bin" / name), *map(str, words[1:])],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    @property
    def call(self) -> tuple[str, ...]:
        """The words that run the operator."""
        return ("run", "AddCustom", "--input", "x.npy", "y.npy", "--output", "z.npy")


def _write_inputs(folder: Path) -> None:
    for name in ("x.npy", "y.npy"):
        np.save(folder / name, np.ones((8, 2048), np.float16))


@pytest.fixture(scope="module")
def faulty(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Operator:
    folder = tmp_path_factory.mktemp("faulty")
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name)
    kernel = folder / "op_kernel/add_custom.cpp"
    assert _GOOD in kernel.read_text()
    kernel.write_text(kernel.read_text().replace(_GOOD, _BAD))
    built = Operator(folder, folder, cann_home).run(
        *("build", "-o", "op_host", "-k", "op_kernel", "--vendor_name", "acme"),
        *("--soc_version", "ascend910b"),
    )
    assert built.returncode == 0, built.stdout + built.stderr
    package = next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/acme"))
    _write_inputs(folder)
    return Operator(folder, package, cann_home)


@pytest.fixture(scope="module")
def right(installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory) -> Operator:
    folder = tmp_path_factory.mktemp("right")
    _write_inputs(folder)
    return Operator(folder, installed_sample.vendor, installed_sample.home)


def _line_of(operator: Operator, text: str) -> int:
    lines = (operator.folder / "op_kernel/add_custom.cpp").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_run_check_shows_the_fault_with_its_line(faulty: Operator) -> None:
    done = faulty.run(*faulty.call, "--check", "--json", "found.json", "--sarif", "found.sarif")
    assert done.returncode == 1, done.stdout + done.stderr
    line = _line_of(faulty, "AscendC::Add(")
    assert re.search(rf"--> \S*add_custom\.cpp:{line} ", done.stdout), done.stdout
    assert "AscendC::Add(zLocal, xLocal, yLocal" in done.stdout
    assert "outQueueZ" in done.stdout
    assert "Traceback" not in done.stderr
    report = json.loads((faulty.folder / "found.json").read_text())
    first = report["launches"][0]["findings"][0]
    assert (first["kind"], first["memory"], first["access"]) == ("out_of_bounds", "UB", "write")
    sarif = json.loads((faulty.folder / "found.sarif").read_text())
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "op_kernel/add_custom.cpp"
    assert place["region"]["startLine"] == line


def test_run_check_is_silent_about_the_repaired_one(right: Operator) -> None:
    done = right.run(*right.call, "--check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("no fault found: AddCustom, ")


def test_mssanitizer_checks_a_program_and_its_children(faulty: Operator) -> None:
    program = (sys.executable, "-m", "custom_compiler", *faulty.call)
    done = faulty.run("mssanitizer", "--error-exitcode=9", "--", *program)
    assert done.returncode == 9, done.stdout + done.stderr
    line = _line_of(faulty, "AscendC::Add(")
    assert "====== ERROR: illegal write of size " in done.stdout
    assert re.search(rf"code in \S*add_custom\.cpp:{line} \(serialNo:0\)", done.stdout)
    assert re.search(r"in block aiv\(0-7\) on device 0", done.stdout)


def test_misuse_of_check(right: Operator) -> None:
    for words in (("--json", "a.json"), ("--check", "--sarif", "no/folder/a.sarif")):
        done = right.run(*right.call, *words)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")


def test_a_package_without_sources_is_not_called_clean(right: Operator, tmp_path: Path) -> None:
    package = tmp_path / "vendors/acme"
    shutil.copytree(right.package, package)
    for source in package.glob("op_impl/ai_core/tbe/*_impl/dynamic/*.cpp"):
        source.unlink()
    done = right.run(*right.call, "--check", ASCEND_CUSTOM_OPP_PATH=str(package))
    assert done.returncode == 1
    assert "error: AddCustom is not checked: " in done.stderr


def test_lines_that_find_no_room_are_told(
    right: Operator, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("16k")
    (disk / "fill").write_bytes(bytes(3 * 4096))  # enough is left for the first process only
    call = f"{sys.executable} -m custom_compiler {' '.join(right.call)}"
    words = ("--error-exitcode=9", "--", "bash", "-c", f"TMPDIR=/tmp; {call} && {call}")
    done = right.run("mssanitizer", *words, TMPDIR=str(disk))
    assert done.returncode == 9, done.stdout + done.stderr
    assert done.stdout.count("No error detected.") == 1
    assert "No space left on device; what was observed is not recorded" in done.stderr
    assert "findings.jsonl: lines are missing that could not be written" in done.stdout


def _rows(folder: Path, pattern: str) -> list[dict[str, str]]:
    (file,) = folder.rglob(pattern)
    with file.open(newline="") as text:
        return list(csv.DictReader(text))


@pytest.fixture
def results(tmp_path: Path) -> Callable[[str], Path]:
    """The one folder of results of a name."""

    def find(pattern: str) -> Path:
        (found,) = tmp_path.glob(pattern)
        return found

    return find


def test_msprof_measures_a_program(
    right: Operator, tmp_path: Path, results: Callable[[str], Path]
) -> None:
    program = (sys.executable, "-m", "custom_compiler", *right.call)
    done = right.run("msprof", f"--output={tmp_path}", *program)
    assert done.returncode == 0, done.stdout + done.stderr
    (row,) = _rows(results("PROF_*"), "op_summary_*.csv")
    assert row["OP Type"] == "AddCustom"
    assert row["Block Dim"] == "8"
    assert row["Input Shapes"] == "8,2048;8,2048"
    assert row["Output Data Types"] == "FLOAT16"
    assert 0 < float(row["aiv_vec_ratio"]) < 1
    assert row["aic_mac_ratio"] == "N/A"


def _estimate(text: str) -> float:
    """Microseconds in the first line of `profile`."""
    return float(text.split()[1])


def test_profile_measures_a_call_and_compares(
    right: Operator, tmp_path: Path, results: Callable[[str], Path]
) -> None:
    words = [word for word in right.call[1:] if word not in {"--output", "z.npy"}]
    done = right.run("profile", *words, "--to", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("AddCustom: ")
    assert "8 blocks; instruction cache warm, L2 cold (a model" in done.stdout
    first = right.run("profile", *words, "--to", tmp_path / "first", "--launch-state", "first")
    assert "8 blocks; first launch, caches cold (a model" in first.stdout
    assert _estimate(first.stdout) > _estimate(done.stdout)
    made = results("OPPROF_*")
    assert len(_rows(made, "PipeUtilization.csv")) == 8
    assert (made / "simulator/trace.json").is_file()
    (lines,) = (made / "dump").glob("*.profile.jsonl")
    peaks = json.loads(lines.read_text())["peaks"]
    assert peaks["cube_ops_per_us"] == 0
    assert peaks["vec_ops_per_us"] == 8 * 1800 * 128  # 8 cores of 1800 MHz, 128 lanes of 16 bits
    assert peaks["gm_bytes_per_us"] > 0
    page = tmp_path / "page.html"
    compared = right.run("profile", "--compare", made, made, "--report", page)
    assert compared.returncode == 0, compared.stderr
    assert "(+0.0 %)" in compared.stdout
    assert page.is_file()


@pytest.fixture
def static_kernel(faulty: Operator, tmp_path: Path) -> dict[str, str]:
    """Variables with which the faulty operator's call takes its static kernel."""
    soc = {"ASCENDC_SOC_VERSION": "Ascend910B3"}
    faulty.run(*faulty.call, ASCENDC_DUMP_OP_ARGS=str(tmp_path / "dump"), **soc)
    (files,) = (tmp_path / "dump").glob("*_opcompile")
    words = ("-p", files, "-v", "Ascend910B3", "-f", "-o", f"{tmp_path}/net")
    made = faulty.run("op_compiler", *words)
    assert made.returncode == 0, made.stderr
    opp = str(tmp_path / "opp")
    command = ["sh", f"{tmp_path}/net.run", "--quiet", f"--install-path={opp}"]
    subprocess.run(command, check=True, capture_output=True)
    return {"ASCEND_OPP_PATH": opp, "ASCENDC_KERNEL_LOG": str(tmp_path / "log"), **soc}


def test_mssanitizer_names_the_line_of_a_static_kernels_fault(
    faulty: Operator,
    static_kernel: dict[str, str],
) -> None:
    program = (sys.executable, "-m", "custom_compiler", *faulty.call)
    done = faulty.run("mssanitizer", "--error-exitcode=9", "--", *program, **static_kernel)
    assert done.returncode == 9, done.stdout + done.stderr
    assert '"taken": "static"' in Path(static_kernel["ASCENDC_KERNEL_LOG"]).read_text()
    assert f"add_custom.cpp:{_line_of(faulty, 'AscendC::Add(')} (serialNo:0)" in done.stdout


def test_msprof_measures_a_static_kernel(
    faulty: Operator,
    static_kernel: dict[str, str],
    tmp_path: Path,
) -> None:
    program = (sys.executable, "-m", "custom_compiler", *faulty.call)
    done = faulty.run("msprof", f"--output={tmp_path}/results", *program, **static_kernel)
    assert done.returncode == 0, done.stdout + done.stderr
    (table,) = (tmp_path / "results").rglob("op_summary*.csv")
    with table.open() as file:
        (row,) = csv.DictReader(file)
    assert row["Op Name"].startswith("static_kernel_AddCustom_")
    assert float(row["Task Duration(us)"]) > 0
