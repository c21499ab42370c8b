"""Execution of a plan, with workers that compile nothing."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.job import Job, JobError, JobOutcome, Workers
from custom_compiler.kernel.op_compiler.build_progress import BuildProgress
from custom_compiler.kernel.op_compiler.console import Console
from custom_compiler.kernel.op_compiler.operator_call import Device
from custom_compiler.kernel.op_compiler.plan import make_plan
from custom_compiler.kernel.op_compiler.static_build import _Build, _pack
from custom_compiler.kernel.op_compiler.tuning.bank import Bank
from custom_compiler.kernel.opc.engine import KernelRequest
from custom_compiler.kernel.static.information import OperatorInfo
from custom_compiler.kernel.static.static_request import StaticRequests
from tests.op_compiler.information_files import add_custom, tensor, write


class Compiled(NamedTuple):
    data: bytes
    description: dict[str, Any]
    cached: bool = False


class Tiled(NamedTuple):
    """A request of which no kernel is known."""

    deterministic: bool
    symbol: str

    def find_cached(self) -> None:
        pass


class NoRequests(StaticRequests):
    """Knows no tiling."""

    def __init__(self) -> None:
        pass

    def find_cached(self, info: OperatorInfo, deterministic: bool, name: str) -> None:
        pass


class NoBank(Bank):
    """Has no tiling in place of others."""

    def __init__(self) -> None:
        pass

    def tiling(self, request: KernelRequest) -> None:
        pass


class FakeWorkers(Workers):
    """Tiles to the call's determinism and symbol, compiles these to text; some jobs fail."""

    def __init__(self, failing: str = "") -> None:
        self.jobs: list[Job] = []
        self._failing = failing

    def run(self, jobs: Iterable[Job]) -> Generator[JobOutcome, None, None]:
        for job in jobs:
            self.jobs.append(job)
            error = None
            if self._failing and self._failing in job.name:
                error = JobError("crashed", "it crashed", "", "")
            yield JobOutcome(job, None if error else self._value(job), error, 0.1, "fake")

    def _value(self, job: Job) -> Any:
        if job.function.endswith(":static_request"):
            _, _, deterministic, symbol, _ = job.arguments
            return Tiled(deterministic, symbol)
        ((deterministic, symbol),) = job.arguments
        description = {"kernelName": f"{symbol}_0", "coreType": "AiCore", "blockDim": 1}
        return Compiled(f"{symbol} {deterministic}".encode(), description)

    def close(self) -> None:
        pass


def build(folder: Path, workers: FakeWorkers, *contents: object) -> _Build:
    for number, content in enumerate(contents):
        write(folder / f"dump/{number}.json", content)
    plan = make_plan(str(folder / "dump"), follow=False)
    build_progress = BuildProgress(Console("error"), str(folder / "net.run"))
    device = Device("", "Ascend910B3")
    known = (NoRequests(), NoBank())
    return _Build(device, plan, build_progress, *known, workers, lambda: workers, keeps=False)


def test_each_determinism_has_its_own_code(tmp_path: Path) -> None:
    """In CANN the kernel for deterministic runs may hold the other's code."""
    workers = FakeWorkers()
    kernels = list(build(tmp_path, workers, add_custom()).kernels())
    assert {kernel.name[-3:]: kernel.data.split()[1] for kernel in kernels} == {
        "_d0": b"False",
        "_d1": b"True",
    }
    assert len({kernel.description["kernelName"] for kernel in kernels}) == 1
    assert len(workers.jobs) == 4, "one tiling and one compile each"


@pytest.mark.parametrize("failing", ["_d1", "AddCustom"])
def test_failures_are_of_one_kernel(
    tmp_path: Path, failing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run = build(tmp_path, FakeWorkers(failing), add_custom(), add_custom(op_type="Other"))
    names = {kernel.name for kernel in run.kernels()}
    assert len(names) == 2
    assert all(failing not in name for name in names)
    assert not run.build_progress.finish("", {})
    errors = [line for line in capsys.readouterr().err.splitlines() if "it crashed" in line]
    assert len(errors) == 2
    assert all(failing in line for line in errors), "each names its kernel"
    logs = [path.name for path in (tmp_path / "net_compile_log").iterdir()]
    assert sum(name.endswith("_compile_error.log") for name in logs) == 2
    assert sum(name.endswith("_compile_succ.log") for name in logs) == 2


def test_kernels_that_do_not_go_together(tmp_path: Path) -> None:
    """One entry of an operator's index says which inputs are values: a call of another kind."""
    values = tensor("y", (1,), "int32", index=1, value_depend=True, const_data=[3])
    inputs = [tensor("x", (8,)), values]
    run = build(tmp_path, FakeWorkers(), add_custom(), add_custom(inputs=inputs))
    packed = _pack(run, str(tmp_path / "net.run"), "ascend910b")
    assert len(packed) == 2
    assert (tmp_path / "net.run").is_file()
    assert not run.build_progress.finish("", {})
    summary = (tmp_path / "net_compile_log/summary.txt").read_text()
    assert summary.startswith("total 4, success 2 (0 from the cache), fail 2")


def test_logs_of_an_earlier_run_are_forgotten(tmp_path: Path) -> None:
    run = build(tmp_path, FakeWorkers("_d1"), add_custom())
    (kernel,) = run.kernels()
    run.build_progress.keep(kernel.name, b"", {})
    run.build_progress.finish("", {})
    folder = tmp_path / "net_compile_log"
    (folder / "note.txt").touch()
    again = build(tmp_path, FakeWorkers("_d0"), add_custom())
    assert {path.name for path in folder.iterdir()} == {"note.txt"}
    (other,) = again.kernels()
    assert {path.name for path in folder.iterdir()} == {
        "note.txt",
        f"{kernel.name}_compile_error.log",
        f"{other.name}_compile_succ.log",
    }


def test_nothing_made_is_no_package(tmp_path: Path) -> None:
    run = build(tmp_path, FakeWorkers("AddCustom"), add_custom())
    assert _pack(run, str(tmp_path / "net.run"), "ascend910b") == []
    assert not (tmp_path / "net.run").exists()


def test_a_package_that_cannot_be_written(tmp_path: Path) -> None:
    run = build(tmp_path, FakeWorkers(), add_custom())
    (tmp_path / "net.run").mkdir()
    with pytest.raises(BuildError):
        _pack(run, str(tmp_path / "net.run"), "ascend910b")
