"""Released packages that are observed: their kernels are made again from the sources they carry."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.utils.caches import cache_with_headers
from tests.utils.forks import run_command
from tests.utils.installed_sample import InstalledSample

ROOT = Path(__file__).parents[2]
_RUN = ("custom-compiler", "run", "AddCustom")
SHAPE = (5, 1001)  # no multiple of what kernels move


@dataclass(frozen=True)
class Sample:
    """The AddCustom sample, built as a release, with inputs and a place for results."""

    vendor: Path
    folder: Path
    environment: dict[str, str]

    def run(self, vendor: Path, **extra: str) -> tuple[subprocess.CompletedProcess[str], str]:
        """Run it observed by `trace`; what it said, and the lines of the observer."""
        output = self.folder / "observed"
        shutil.rmtree(output, ignore_errors=True)
        output.mkdir()
        observe = {"ASCENDC_OBSERVE": "trace", "ASCENDC_OBSERVE_OUTPUT": str(output)}
        words = ("run", "AddCustom", "--input", "x.npy", "y.npy", "--output", "z.npy")
        variables = {"ASCEND_CUSTOM_OPP_PATH": str(vendor), **observe, **extra}
        done = run_command(self.folder, words, {**self.environment, **variables})
        x, y, z = (np.load(self.folder / f"{name}.npy") for name in "xyz")
        np.testing.assert_array_equal(z, x + y)
        return done, "".join(path.read_text() for path in sorted(output.iterdir()))


@pytest.fixture(scope="module")
def sample(installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """The sample for one compute unit."""
    folder = tmp_path_factory.mktemp("sample")
    generator = np.random.default_rng(3)
    for name in "xy":
        np.save(folder / f"{name}.npy", generator.random(SHAPE, np.float32))
    return Sample(installed_sample.vendor, folder, installed_sample.environment(folder))


def test_a_released_kernel_is_observed(sample: Sample) -> None:
    done, lines = sample.run(sample.vendor)
    assert (done.returncode, done.stderr) == (0, "")
    assert "aiv(0) VecBinary api=Add pipe=V" in lines


def test_a_trace_has_values_arguments_and_lines(sample: Sample) -> None:
    source = (ROOT / "op_kernel/add_custom.cpp").read_text().splitlines()
    add = next(i for i, line in enumerate(source, 1) if "AscendC::Add(" in line)
    _, lines = sample.run(sample.vendor, ASCENDC_OBSERVE_OPTIONS="block=0")
    assert "aiv(1)" not in lines
    # One core's part of the first tile: the first numbers of x, y and z.
    x, y, z = (np.load(sample.folder / f"{name}.npy").ravel()[:2] for name in "xyz")
    first = next(line for line in lines.splitlines() if " api=Add " in line)
    assert first.endswith(f" at=add_custom.cpp:{add}")
    for verb, operand, values in (("reads", "src0", x), ("reads", "src1", y), ("writes", "dst", z)):
        part = first.partition(f"| {verb} {operand} UB+")[2].partition("|")[0]
        shown = part.partition("{")[2].split(",")[:2]
        np.testing.assert_allclose([float(number) for number in shown], values, rtol=1e-6)
    moves = [line for line in lines.splitlines() if " api=DataCopy " in line]
    assert "| reads src x+0 " in moves[0]
    assert "| writes dst z+0 " in moves[-1]


def test_a_trace_of_what_writes_given_bytes(sample: Sample) -> None:
    def writers(element: int) -> list[str]:
        options = f"watch=z:{4 * element}:4"
        _, lines = sample.run(sample.vendor, ASCENDC_OBSERVE_OPTIONS=options)
        return [line for line in lines.splitlines() if line.startswith("aiv(")]

    (move,) = writers(1)
    assert "api=DataCopy pipe=MTE3" in move
    assert "| writes dst z+0 " in move
    # 5005 elements: the last 5 are too few for a block of 32 bytes, the kernel stores them as
    # scalars.
    (scalar,) = writers(SHAPE[0] * SHAPE[1] - 1)
    assert " ScalarAct op=write " in scalar
    assert " memory=GM bytes=4 " in scalar


def test_the_arguments_are_known_exactly(sample: Sample) -> None:
    _, lines = sample.run(sample.vendor)
    bytes_of_tensor = 4 * SHAPE[0] * SHAPE[1]
    told = [line.split() for line in lines.splitlines() if line.startswith("argument ")]
    assert [words[1:7] for words in told[:3]] == [
        ["x", "input", "dtype", "0", "bytes", str(bytes_of_tensor)],
        ["y", "input", "dtype", "0", "bytes", str(bytes_of_tensor)],
        ["z", "output", "dtype", "0", "bytes", str(bytes_of_tensor)],
    ]
    assert told[-1][1:4] == ["tiling", "tiling", "dtype"]


def observed_object(sample: Sample) -> tuple[Path, Path]:
    """Return an installed kernel, and the path of its instrumented build in the cache."""
    (kernel, *_) = sorted(sample.vendor.rglob("AddCustom_*.o"))
    opc = f"{sample.environment['ASCEND_HOME_PATH']}/bin/opc"
    done = subprocess.run(
        [opc, "--observed", str(kernel), "--soc_version=Ascend910B3"],
        env=sample.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return kernel, Path(done.stdout.strip())


def test_sources_are_found_from_the_object(sample: Sample) -> None:
    kernel, path = observed_object(sample)
    dynamic = sample.vendor / "op_impl/ai_core/tbe/customize_impl/dynamic"
    assert (path.parent / "ascendc.src").resolve() == dynamic.resolve()
    description = json.loads(kernel.with_suffix(".json").read_bytes())
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert json.loads(path.with_suffix(".json").read_bytes()) == {**description, "sha256": digest}
    assert observed_object(sample)[1] == path


def test_damaged_objects_in_the_cache_are_made_again(sample: Sample) -> None:
    _, path = observed_object(sample)
    data = path.read_bytes()
    path.write_bytes(data[:1000] + bytes(1000) + data[2000:])
    assert observed_object(sample)[1] == path
    assert path.read_bytes() == data


def test_lines_are_named_without_another_program(sample: Sample, tmp_path: Path) -> None:
    """The lines that opc wrote equal those of addr2line, and a launch starts no program."""
    _, by_file = sample.run(sample.vendor)  # made now if no test did before
    asked = tmp_path / "asked"
    words = f"echo $* >> {asked}\nPATH={os.environ['PATH']}\n"
    (tmp_path / "addr2line").write_text(f'#!/bin/sh\n{words}exec addr2line "$@"\n')
    (tmp_path / "addr2line").chmod(0o755)
    path = {"PATH": f"{tmp_path}{os.pathsep}{sample.environment['PATH']}"}
    sample.run(sample.vendor, **path)
    assert not asked.exists()
    (lines,) = Path(sample.environment["CUSTOM_COMPILER_CACHE"]).glob("observed/*/AddCustom*.lines")
    contents = lines.read_bytes()
    lines.write_bytes(contents[:-1])  # damaged: as good as none
    _, by_program = sample.run(sample.vendor, **path)
    lines.write_bytes(contents)
    assert asked.exists()
    places = [re.findall(r" at=(\S+)", text) for text in (by_file, by_program)]
    assert len(places[0]) > 10
    assert places[0] == places[1]


def test_a_package_without_sources_runs_unobserved(sample: Sample, tmp_path: Path) -> None:
    stripped = tmp_path / "stripped"
    shutil.copytree(sample.vendor, stripped, symlinks=True)
    shutil.rmtree(stripped / "op_impl/ai_core/tbe/customize_impl")
    done, lines = sample.run(stripped)
    assert done.returncode == 0
    (warning,) = done.stderr.splitlines()
    assert warning.startswith("[WARN] not observed: kernel AddCustom_")
    assert "has no sources of its kernels" in warning
    assert "-sanitizer" in warning
    event = json.loads(lines)
    assert (event["event"], event["op_type"], event["launch"]) == ("unobserved", "AddCustom", 0)
    assert event["kernel"] in warning
    assert event["reason"] in warning


def test_sources_that_do_not_compile_are_said(sample: Sample, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged"
    shutil.copytree(sample.vendor, damaged, symlinks=True)
    source = damaged / "op_impl/ai_core/tbe/customize_impl/dynamic/add_custom.cpp"
    source.write_text(source.read_text() + "\nmistake\n")
    done, lines = sample.run(damaged)
    assert done.returncode == 0
    assert "(add_custom.cpp) does not compile" in done.stderr
    assert "unobserved" in lines


def test_two_programs_at_once_share_the_cache(sample: Sample, tmp_path: Path) -> None:
    """Neither finds an object, both make it."""
    environment = {
        **sample.environment,
        "CUSTOM_COMPILER_CACHE": cache_with_headers(tmp_path / "cache"),
        "ASCEND_CUSTOM_OPP_PATH": str(sample.vendor),
        "ASCENDC_OBSERVE": "trace",
        "ASCENDC_OBSERVE_OUTPUT": str(tmp_path),
    }
    x, y = (str(sample.folder / f"{name}.npy") for name in "xy")
    running = [
        subprocess.Popen(
            [*_RUN, "--input", x, y, "--output", str(tmp_path / f"{number}.npy")],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for process in running:
        _, said = process.communicate()
        assert (process.returncode, said) == (0, "")
    traces = [path.read_text() for path in tmp_path.glob("*.trace.txt")]
    assert len(traces) == 2
    for trace in traces:
        assert "VecBinary" in trace
    assert len(list((tmp_path / "cache/observed").iterdir())) == 1


def test_a_cache_that_cannot_be_written_is_said(sample: Sample, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done, lines = sample.run(sample.vendor, CUSTOM_COMPILER_CACHE=str(tmp_path / "file"))
    assert done.returncode == 0
    assert f"{tmp_path}/file" in done.stderr
    assert "unobserved" in lines


def test_a_missing_folder_for_the_output_is_said_once(sample: Sample, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    done, lines = sample.run(sample.vendor, ASCENDC_OBSERVE_OUTPUT=missing)
    assert done.returncode == 0
    (error,) = done.stderr.splitlines()
    assert error.startswith(f"[ERROR] launches are not observed: ASCENDC_OBSERVE_OUTPUT={missing} ")
    assert not lines


def test_nothing_is_loaded_for_a_launch_that_nobody_watches(sample: Sample) -> None:
    done, lines = sample.run(sample.vendor, ASCENDC_OBSERVE="", LD_DEBUG="files")
    assert done.returncode == 0
    assert "libruntime.so" in done.stderr
    assert "libascendc_observe.so" not in done.stderr
    assert not lines


def test_simulated_timing_has_shapes_and_formats(sample: Sample) -> None:
    _, lines = sample.run(sample.vendor, ASCENDC_OBSERVE="profile")
    (profile,) = (
        event for event in map(json.loads, lines.splitlines()) if event.get("event") == "profile"
    )
    tensors = {argument["name"]: argument for argument in profile["arguments"]}
    for name in "xyz":
        assert (tensors[name]["shape"], tensors[name]["format"]) == (list(SHAPE), 2)
    assert "shape" not in tensors["tiling"]


def test_arguments_of_a_launch_by_hand_follow_from_description_and_memory(
    sample: Sample, tmp_path: Path
) -> None:
    for path in sorted(sample.vendor.rglob("AddCustom_*.json")):
        if json.loads(path.read_text())["supportInfo"]["inputs"][0]["dtype"] == "float32":
            kernel = path.with_suffix(".o")
    library = f"{sample.environment['ASCEND_HOME_PATH']}/lib64/libascendcl.so"
    observe = {"ASCENDC_OBSERVE": "trace", "ASCENDC_OBSERVE_OUTPUT": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("raw_launch.py")), library, str(kernel)],
        env={**sample.environment, **observe},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    (trace,) = tmp_path.glob("*.trace.txt")
    told = [line for line in trace.read_text().splitlines() if line.startswith("argument ")]
    assert told == [
        "argument x input dtype 0 bytes 400",
        "argument y input dtype 0 bytes 400",
        "argument z output dtype 0 bytes 400",
        "argument tiling tiling dtype -1 bytes 24",
    ]
