"""--verify: static kernels against dynamic ones; and what it says where they differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.op_compiler.console import Console
from custom_compiler.kernel.op_compiler.operator_call import Device
from custom_compiler.kernel.op_compiler.plan import make_plan
from custom_compiler.kernel.op_compiler.verify import verify_package
from custom_compiler.kernel.static.package import StaticKernel, write_static_package
from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, tensor, write
from tests.utils.caches import cache_with_headers
from tests.utils.installed_sample import InstalledSample

_SOC = "Ascend910B3"


@pytest.fixture
def variables(
    installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    return {
        "ASCEND_CUSTOM_OPP_PATH": str(installed_sample.vendor),
        "CUSTOM_COMPILER_CACHE": cache_with_headers(
            tmp_path_factory.getbasetemp() / "verify cache"
        ),
        "ASCEND_OPP_PATH": str(installed_sample.home / "opp"),
    }


@pytest.mark.slow
def test_equal_kernels(op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path) -> None:
    write(tmp_path / "dump/a.json", add_custom((8, 2048)))
    write(tmp_path / "dump/b.json", add_custom((7, 33), "float32"))
    words = ("-p", "dump", "-v", _SOC, "-o", "net", "--verify", "--report", "net.json")
    done = op_compiler(*words, **variables)
    assert done.returncode == 0, done.stderr
    assert "[summary] verify: 4 of 4 kernels equal, 0 different, 0 not compared" in done.stdout
    verdicts = json.loads((tmp_path / "net.json").read_text())["verify"]
    assert {verdict["text"] for verdict in verdicts} == {"equal, 32768 bytes", "equal, 924 bytes"}


def test_kernels_that_compute_something_else(
    variables: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    cann_home: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The static kernel of a shorter call: what is after it stays zero."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    from custom_compiler.kernel.opc.engine import compile_kernel_request
    from custom_compiler.kernel.static.static_request import static_request

    write(tmp_path / "dump/a.json", add_custom((8, 2048)))
    write(tmp_path / "short/a.json", add_custom((8, 512)))
    planned = make_plan(str(tmp_path / "dump"), follow=True).kernels[0]
    short = make_plan(str(tmp_path / "short"), follow=True).kernels[0]
    request = static_request(str(cann_home), short.info, False, planned.symbol, _SOC)
    compiled = compile_kernel_request(request)
    kernel = StaticKernel(
        planned.info,
        deterministic=False,
        name=planned.name,
        data=compiled.data,
        description=compiled.description,
    )
    package = str(tmp_path / "wrong.run")
    write_static_package([kernel], package, "ascend910b", str(cann_home))
    with local_workers(1, JobLimits()) as workers:
        device = Device(str(cann_home), _SOC)
        (verdict,) = verify_package(device, package, [planned], workers, Console("error"))
    assert not verdict.equal
    assert verdict.text.startswith("output 0 differs from byte ")
    said = capsys.readouterr()
    assert f"--verify: {planned.name}: output 0 differs" in said.err
    assert "[summary] verify: 0 of 1 kernels equal, 1 different, 0 not compared" in said.out


_WORDS = ("-p", "dump", "-v", _SOC, "-o", "net", "--verify", "-f")


def view(stride: list[int], offset: int) -> dict[str, Any]:
    """A call of which an input is a view, which the kernel takes as it lies there."""
    x = tensor("x", (8, 2048)) | {"is_view": True, "stride": stride, "offset": offset}
    return add_custom(inputs=[x, tensor("y", (8, 2048), index=1)])


@pytest.mark.parametrize(("stride", "offset"), [([4096, 1], 16), ([1, 8], 0)])
def test_views_are_compared(
    op_compiler: OpCompiler,
    variables: dict[str, str],
    tmp_path: Path,
    stride: list[int],
    offset: int,
) -> None:
    write(tmp_path / "dump/a.json", view(stride, offset))
    done = op_compiler(*_WORDS, **variables)
    assert done.returncode == 0, done.stderr
    assert "[summary] verify: 1 of 1 kernels equal" in done.stdout


def test_calls_that_cannot_be_made(
    op_compiler: OpCompiler, variables: dict[str, str], tmp_path: Path
) -> None:
    x = tensor("x", (8, 2048)) | {"sub_format": 1}
    write(tmp_path / "dump/a.json", add_custom(inputs=[x, tensor("y", (8, 2048), index=1)]))
    done = op_compiler(*_WORDS, **variables)
    assert done.returncode == 1
    assert "not compared: x has a format that calls by type do not have" in done.stderr
    assert "[summary] verify: 0 of 1 kernels equal, 0 different, 1 not compared" in done.stdout
