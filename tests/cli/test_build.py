"""The main job from the command line: build, use in place, install, run, clear."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.utils.forks import run_command

REPOSITORY = Path(__file__).parents[2]
SOURCES = ("-o", str(REPOSITORY / "op_host"), "-k", str(REPOSITORY / "op_kernel"))


class Session:
    """A user's shell: a directory and an environment without any CANN."""

    def __init__(self, folder: Path, cann_home: Path) -> None:
        self.folder = folder
        self.cann_home = cann_home
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}

    def cli(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return run_command(self.folder, words, self.env | env)

    def build(self, *words: str) -> subprocess.CompletedProcess[str]:
        toolkit = ("--ascend_cann_package_path", str(self.cann_home))
        units = ("--soc_version", "ascend910b;")
        return self.cli("build", *toolkit, *units, *words)

    def bash(self, script: str, **env: str) -> str:
        result = self._run(["bash", "-euc", script], env)
        assert result.returncode == 0, result.stderr
        return result.stdout

    def _run(self, command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.env | env,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, cann_home: Path) -> Session:
    session = Session(tmp_path_factory.mktemp("it's a dir, ümläut"), cann_home)
    result = session.build(*SOURCES, "--vendor_name", "acme")
    assert result.returncode == 0, result.stderr
    session.summary = result.stdout  # type: ignore[attr-defined]
    return session


def arrays(folder: Path, dtype: type = np.float32) -> np.ndarray:
    x, y = (np.random.default_rng(seed).uniform(-9, 9, (3, 1001)).astype(dtype) for seed in (0, 1))
    np.save(folder / "x.npy", x)
    np.save(folder / "y.npy", y)
    return x + y


def test_summary_names_everything_and_ends_with_the_export_line(built: Session) -> None:
    lines = built.summary.splitlines()  # type: ignore[attr-defined]
    values = dict(line.split(None, 1) for line in lines[1:6])
    assert values["operators"] == "AddCustom"
    assert values["units"] == "ascend910b"
    assert values["kernels"] == "3"
    assert values["log"] == "build.log"
    assert (built.folder / values["package"]).is_file()
    vendor = built.bash(f'{lines[-1]}; printf %s "$ASCEND_CUSTOM_OPP_PATH"')
    assert Path(vendor).name == "acme"
    assert (Path(vendor) / "op_api/lib/libcust_opapi.so").is_file()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int32])
def test_operator_runs_in_place(built: Session, dtype: type) -> None:
    expected = arrays(built.folder, dtype)
    command = f"'{sys.executable}' -m custom_compiler run AddCustom"
    built.bash(f". build_out/set_env.bash; {command} --input x.npy --input y=y.npy --output z.npy")
    result = np.load(built.folder / "z.npy")
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


def test_output_is_the_named_file_and_never_an_input(built: Session) -> None:
    expected = arrays(built.folder)
    np.save(built.folder / "a8.npy", expected)
    before = (built.folder / "a8.npy").read_bytes()
    vendor = next(built.folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/acme"))
    env = {"ASCEND_CUSTOM_OPP_PATH": str(vendor), "ASCEND_HOME_PATH": str(built.cann_home)}
    words = ("run", "AddCustom", "--input", "x.npy", "y.npy", "--output")
    result = built.cli(*words, "a8", **env)
    assert result.returncode == 0, result.stderr
    np.testing.assert_array_equal(np.load(built.folder / "a8"), expected)
    assert (built.folder / "a8.npy").read_bytes() == before
    (built.folder / "link.npy").symlink_to("x.npy")
    for name in ("x.npy", "link.npy", "../no such folder/z.npy"):
        result = built.cli(*words, name, **env)
        assert result.returncode == 2
        assert result.stderr.startswith("error: --output ")
    np.testing.assert_array_equal(np.load(built.folder / "x.npy").shape, expected.shape)


def test_full_disk_of_a_run_is_named(built: Session, small_disk: Callable[[str], Path]) -> None:
    disk = small_disk("64k")
    vendor = next(built.folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/acme"))
    env = {"ASCEND_CUSTOM_OPP_PATH": str(vendor), "ASCEND_HOME_PATH": str(built.cann_home)}
    np.save(built.folder / "big.npy", np.zeros(100_000, np.float32))
    words = ("run", "AddCustom", "--input", "big.npy", "big.npy", "--output")
    for name, more, way_out in (
        (str(disk / "z"), {}, "--output"),
        ("z3", {"TMPDIR": str(disk)}, "TMPDIR"),
    ):
        result = built.cli(*words, name, **(env | more))
        assert result.returncode == 1
        message, hint = result.stderr.splitlines()
        assert message.startswith(f"error: cannot write {disk}/")
        assert message.endswith(": No space left on device")
        assert hint.endswith(f"another place with {way_out}")
        assert list(disk.iterdir()) == []


def test_wrong_calls_are_named(built: Session) -> None:
    arrays(built.folder, np.float64)
    vendor = next(built.folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/acme"))
    env = {"ASCEND_CUSTOM_OPP_PATH": str(vendor), "ASCEND_HOME_PATH": str(built.cann_home)}
    for words, says in {
        ("--input", "x.npy"): "input 'y' needs one array, got 0",
        ("--input", "x.npy", "--input", "y.npy"): "not supported: x: double, y: double",
        ("--input", "x.npy", "--input", "gone.npy"): "gone.npy",
        ("--attr", "alpha=1"): "there is no attribute 'alpha'",
    }.items():
        result = built.cli("run", "AddCustom", *words, **env)
        assert result.returncode == 2
        assert says in result.stderr.splitlines()[0]


def test_install_list_run_uninstall(built: Session, tmp_path: Path) -> None:
    expected = arrays(built.folder)
    opp = tmp_path / "o p'p"
    package = next(built.folder.glob("build_out/*.run"))
    env = {"ASCEND_OPP_PATH": str(opp), "ASCEND_HOME_PATH": str(built.cann_home)}
    opp.mkdir()
    assert built.cli("install", str(package), **env).returncode == 0
    assert "acme" in built.cli("list", **env).stdout
    words = ("run", "AddCustom", "--input", "x.npy", "--input", "y.npy", "--output", "z2.npy")
    result = built.cli(*words, **env)
    assert result.returncode == 0, result.stderr
    np.testing.assert_array_equal(np.load(built.folder / "z2.npy"), expected)
    assert built.cli("uninstall", "acme", **env).returncode == 0
    assert built.cli("list", **env).stdout == "no packages installed\n"
    assert built.cli("uninstall", "acme", **env).returncode == 1


def test_build_installs_where_told(built: Session, tmp_path: Path) -> None:
    result = built.build(
        *SOURCES, "--vendor_name", "acme", "--install_path", str(tmp_path / "new/dir")
    )
    assert result.returncode == 0, result.stderr
    script = tmp_path / "new/dir/vendors/acme/bin/set_env.bash"
    assert f"source {script}" in result.stdout
    assert script.is_file()
    assert "SUCCESS" in (built.folder / "install.log").read_text()


def test_failed_install_is_a_failure(built: Session) -> None:
    result = built.build(*SOURCES, "--vendor_name", "acme", "--install_path", "/proc/nowhere")
    assert result.returncode == 1
    assert "/proc/nowhere" in result.stderr.splitlines()[-1]


@pytest.mark.slow
def test_setup_py_in_another_folder_makes_the_same_package(
    tmp_path: Path, cann_home: Path, built: Session
) -> None:
    command: list[str | Path] = [
        sys.executable,
        REPOSITORY / "setup.py",
        f"--op_host_path={REPOSITORY / 'op_host'}",
    ]
    command += [f"--op_kernel_path={REPOSITORY / 'op_kernel'}", "--soc_version=ascend910b"]
    command += [f"--ascend_cann_package_path={cann_home}", "--vendor_name=acme"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (package,) = tmp_path.glob("build_out/custom_opp_*.run")
    (other,) = built.folder.glob("build_out/custom_opp_*.run")
    assert package.read_bytes() == other.read_bytes()


def test_clear_after_work(tmp_path: Path, cann_home: Path) -> None:
    session = Session(tmp_path, cann_home)
    shutil.copytree(REPOSITORY / "op_host", tmp_path / "op_host")
    shutil.copytree(REPOSITORY / "op_kernel", tmp_path / "op_kernel")
    (tmp_path / "mine.run").write_text("")
    words = ("-o", "op_host", "-k", "op_kernel", "--install_path", "opp", "-c")
    result = session.build(*words)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "opp/vendors/customize/op_api").is_dir()
    assert {path.name for path in tmp_path.iterdir()} == {
        *("op_host", "op_kernel", "mine.run", "opp", "CustomProject"),
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-o", "missing", "-k", "op_kernel"), "missing"),
        (("-o", "op_host", "-k", "op_host/add_custom.cpp"), "op_host/add_custom.cpp"),
        (("-o", "empty", "-k", "op_kernel"), "empty"),
        (("-o", "op_host", "-k", "op_kernel", "--vendor_name", "../x"), "'../x'"),
        (("-o", "op_host", "-k", "op_kernel", "--vendor_name", "$(id)"), "'$(id)'"),
        (("-o", "op_host", "-k", "op_kernel", "--soc_version", "ascend1"), "'ascend1'"),
        (("-o", "op_host", "-k", "op_kernel", "--work-dir", "/proc/x"), "/proc/x"),
    ],
)
def test_misuse_makes_nothing(
    words: tuple[str, ...], says: str, tmp_path: Path, cann_home: Path
) -> None:
    session = Session(tmp_path, cann_home)
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    (tmp_path / "empty").mkdir()
    before = sorted(tmp_path.rglob("*"))
    result = session.cli("build", "--ascend_cann_package_path", str(cann_home), *words)
    assert result.returncode == 2, result.stderr
    assert says in result.stderr.splitlines()[0]
    assert len(result.stderr.splitlines()) <= 2
    assert sorted(tmp_path.rglob("*")) == before
