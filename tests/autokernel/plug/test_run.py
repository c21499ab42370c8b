"""`autokernel plug X --into run`: the package, called from C, MindSpore and torch_npu."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.tune.driver import Effort
from custom_compiler.cli.main import main
from tests.clients import venvs
from tests.clients.conftest import build_torch_npu_extension
from tests.utils.aclnn import AclnnError, Client

TUNE = ("--into", "run", "--tune", "--size", "columns=8")
TUNED = {"...": 67, "columns": 520}
PROGRAMS = Path(__file__).with_name("programs")


@pytest.fixture(scope="module")
def opp(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which the package is installed."""
    folder = tmp_path_factory.mktemp("run")
    words = ["rms_norm", "--into", "run", "--output", str(folder / "made"), "--dtype", "float32"]
    more = ["--soc_version", "Ascend910B3", "--vendor_name", "described"]
    tune = ["--tune", "--size", ",".join(f"{name}={size}" for name, size in TUNED.items())]
    few = partial(Effort, trials=9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASCEND_HOME_PATH", str(cann_home))
        patch.setenv("CUSTOM_COMPILER_CACHE", str(folder / "cache"))
        patch.setattr("custom_compiler.autokernel.tune.driver.Effort", few)
        assert main(["autokernel", "plug", *words, *more, *tune]) == 0
    package = next((folder / "made").glob("*.run"))
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    install = ["bash", str(package), "--quiet", f"--install-path={folder / 'opp'}"]
    subprocess.run(install, env=env, check=True)
    return folder / "opp"


def test_aclnn(opp: Path, cann_home: Path) -> None:
    client = Client(cann_home, opp / "vendors" / "described")
    client.acl("aclrtSetDevice", 0)
    rng = np.random.default_rng(4)
    for shape in ((3, 64), (2, 3, 100), (1, 5000), tuple(TUNED.values())):
        x = rng.normal(size=shape).astype(np.float32)
        weight = rng.normal(size=shape[-1]).astype(np.float32)
        out = client.empty(shape)
        client.run("RmsNorm", client.tensor(x), client.tensor(weight), 0.5, out)
        np.testing.assert_allclose(out.read(), SHIPPED["rms_norm"](x, weight, 0.5), rtol=1e-4)


@pytest.mark.parametrize(
    ("x", "weight", "out"),
    [
        ((3, 64), 63, (3, 64)),
        ((3, 64), 65, (3, 64)),
        ((3, 64), 64, (3, 63)),
        ((3, 64), 64, (2, 64)),
        ((), 1, ()),
    ],
)
def test_tensors_that_do_not_go_together_are_refused(
    opp: Path, cann_home: Path, x: tuple[int, ...], weight: int, out: tuple[int, ...]
) -> None:
    """The kernel would read or write past their ends."""
    client = Client(cann_home, opp / "vendors" / "described")
    client.acl("aclrtSetDevice", 0)
    tensors = (client.tensor(np.ones(shape, np.float32)) for shape in (x, (weight,)))
    with pytest.raises(AclnnError, match="the tiling function of RmsNorm"):
        client.run("RmsNorm", *tensors, 0.5, client.empty(out))


def test_sources_are_there_for_other_builds(opp: Path) -> None:
    made = opp.parent / "made"
    folders = ("op_host", "op_kernel", "infer_file")
    assert all(list((made / folder).glob("rms_norm*")) for folder in folders)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["rms_norm", "--into", "run", "--target", "x86-64"], "--target is of host libraries"),
        (["rms_norm", "--into", "run", "--size", "columns=8"], "--size alone is of host libraries"),
        (["rms_norm", "--into", "run", "--tune"], "--tune needs sizes"),
        (["rms_norm", *TUNE, "--soc_version", "ascend910b"], "--tune needs a SoC"),
        (["rms_norm", *TUNE, "--soc_version", "Ascend910B3"], "rms_norm has no size for '...'"),
        (["rms_norm", "--into", "c", "--vendor_name", "me"], "--vendor_name is of packages"),
        (["rms_norm", "--into", "run", "--soc_version", "ascend1"], "ascend1"),
        (["rms_norm", "--into", "run", "--vendor_name", "a/b"], "a/b"),
    ],
)
def test_misuse_writes_nothing(words: list[str], reason: str, tmp_path: Path, capsys) -> None:
    assert main(["autokernel", "plug", *words, "--output", str(tmp_path / "made")]) == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_it_is_tuned_for_the_part_and_the_sizes_that_are_named(opp: Path) -> None:
    """And for all others there is the formula, as `test_aclnn` shows."""
    (host,) = (opp.parent / "made" / "op_host").glob("*.cpp")
    assert all(str(size) in host.read_text() for size in TUNED.values())


def test_without_xdsl_nothing_is_written(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setitem(sys.modules, "xdsl", None)
    words = ["relu", "--into", "run", "--output", str(tmp_path / "made")]
    assert main(["autokernel", "plug", *words]) == 2
    assert "error: kernels for AI cores need xDSL: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def run(opp: Path, cann_home: Path, *words: str | Path) -> None:
    """Run a program where the toolkit and the package are set."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
    script = 'source "$1/set_env.sh" && source "$2/vendors/described/bin/set_env.bash" && '
    script += 'shift 2 && exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, opp, *words],
        cwd=opp.parent, env=kept, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "passed"


@pytest.mark.frameworks
def test_mindspore_on_ascend(opp: Path, cann_home: Path) -> None:
    python = venvs.python_with("mindspore")
    run(opp, cann_home, python, PROGRAMS / "mindspore_package.py", opp.parent / "made/infer_file")


@pytest.mark.frameworks
def test_torch_npu(opp: Path, cann_home: Path, tmp_path: Path) -> None:
    python = venvs.python_with("torch_npu")
    source = PROGRAMS / "torch_npu_package.cpp"
    library = build_torch_npu_extension(source, tmp_path, cann_home, python)
    run(opp, cann_home, python, PROGRAMS / "torch_npu_package.py", library)
