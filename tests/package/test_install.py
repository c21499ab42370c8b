"""Effect of installing and uninstalling on the target, also on failure."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.utils.vendor_package import clean_environment, run_archive

MakeRun = Callable[..., Path]


def visible(vendors: Path) -> set[str]:
    return {path.name for path in vendors.iterdir()}


def test_option_goes_before_custom_path_before_opp_path(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run()
    env = {"ASCEND_CUSTOM_OPP_PATH": f"{tmp_path}/b", "ASCEND_OPP_PATH": f"{tmp_path}/c"}
    (tmp_path / "c").mkdir()
    assert run_archive(archive, f"--install-path={tmp_path}/a", **env).returncode == 0
    assert visible(tmp_path / "a/vendors") == {"acme"}
    assert not (tmp_path / "b").exists()
    assert run_archive(archive, **env).returncode == 0
    assert visible(tmp_path / "b/vendors") == {"acme", "config.ini"}
    assert visible(tmp_path / "c") == set()
    del env["ASCEND_CUSTOM_OPP_PATH"]
    assert run_archive(archive, **env).returncode == 0
    assert visible(tmp_path / "c/vendors") == {"acme", "config.ini"}


@pytest.mark.parametrize(
    ("options", "env", "says"),
    [
        ((), {}, "ASCEND_OPP_PATH"),
        ((), {"ASCEND_OPP_PATH": "/no/such/place"}, "/no/such/place"),
        (("--install-path=relative",), {}, "absolute"),
        (("--install-path=",), {}, "absolute"),
        ((), {"ASCEND_CUSTOM_OPP_PATH": "/a:/b"}, "--install-path"),
        (("--install-path=/dev/null/x",), {}, "/dev/null/x"),
        (("--install-path=/dev/null",), {}, "/dev/null is no folder; choose one with"),
    ],
)
def test_bad_target_is_one_clear_line(
    make_run: MakeRun, options: tuple[str, ...], env: dict[str, str], says: str
) -> None:
    result = run_archive(make_run(), *options, **env)
    assert result.returncode == 1
    assert says in result.stderr.splitlines()[-1]
    assert "[ERROR]" in result.stderr


def test_custom_path_naming_a_vendor_means_its_parent(make_run: MakeRun, tmp_path: Path) -> None:
    env = {"ASCEND_CUSTOM_OPP_PATH": f"{tmp_path}/opp/vendors/other"}
    assert run_archive(make_run(), **env).returncode == 0
    assert (tmp_path / "opp/vendors/acme/one.txt").exists()


def test_staged_tree_is_no_target(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run()
    staged = tmp_path / "stage of package.run/packages/vendors/acme"
    before = sorted(staged.rglob("*"))
    (tmp_path / "opp").mkdir()
    env = {"ASCEND_CUSTOM_OPP_PATH": str(staged), "ASCEND_OPP_PATH": f"{tmp_path}/opp"}
    assert run_archive(archive, **env).returncode == 0
    assert sorted(staged.rglob("*")) == before
    assert (tmp_path / "opp/vendors/acme/one.txt").exists()


def test_priority_puts_the_newest_first_and_keeps_the_others(
    make_run: MakeRun, tmp_path: Path
) -> None:
    opp = {"ASCEND_OPP_PATH": str(tmp_path)}
    config = tmp_path / "vendors/config.ini"
    first, second = make_run("a.run", vendor="a"), make_run("ab.run", vendor="ab")
    for archive, expected in ((first, "a"), (second, "ab,a"), (first, "a,ab"), (first, "a,ab")):
        assert run_archive(archive, **opp).returncode == 0
        assert config.read_text() == f"load_priority={expected}\n"
    assert run_archive(first, "--uninstall", **opp).returncode == 0
    assert config.read_text() == "load_priority=ab\n"
    assert visible(tmp_path / "vendors") == {"ab", "config.ini"}
    uninstall = tmp_path / "vendors/ab/scripts/uninstall.sh"
    subprocess.run(["sh", uninstall], env=clean_environment(), check=True, capture_output=True)
    assert visible(tmp_path / "vendors") == set()


def test_uninstalling_what_is_not_there_fails(make_run: MakeRun, tmp_path: Path) -> None:
    run_archive(make_run(), f"--install-path={tmp_path}/opp")
    result = run_archive(
        make_run("b.run", vendor="b"), "--uninstall", f"--install-path={tmp_path}/opp"
    )
    assert result.returncode == 1
    assert "b is not installed" in result.stderr
    assert visible(tmp_path / "opp/vendors") == {"acme"}


def test_new_version_replaces_the_old_one_completely(make_run: MakeRun, tmp_path: Path) -> None:
    option = f"--install-path={tmp_path}/opp"
    run_archive(make_run("1.run", content="one"), option)
    run_archive(make_run("2.run", content="two"), option)
    package = tmp_path / "opp/vendors/acme"
    assert (package / "two.txt").exists()
    assert not (package / "one.txt").exists()
    assert visible(tmp_path / "opp/vendors") == {"acme"}


@pytest.mark.parametrize(
    "place", ["plain", "sp ace", "quo'te", 'dou"ble', "$(touch x)", "ümläut", "new\nline"]
)
def test_environment_script_works_for_any_path(
    make_run: MakeRun, tmp_path: Path, place: str
) -> None:
    opp = tmp_path / place
    assert run_archive(make_run(), f"--install-path={opp}").returncode == 0
    script = opp / "vendors/acme/bin/set_env.bash"
    command = 'set -eu; . "$1"; . "$1"; printf "%s|%s" "$ASCEND_CUSTOM_OPP_PATH" "$LD_LIBRARY_PATH"'
    env = clean_environment(LD_LIBRARY_PATH="/x")
    output = subprocess.check_output(["bash", "-c", command, "bash", script], env=env, text=True)
    assert output == f"{opp}/vendors/acme|{opp}/vendors/acme/op_api/lib/:/x"


def test_other_architecture_needs_force(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run(arch="riscv64")
    result = run_archive(archive, f"--install-path={tmp_path}/opp")
    assert result.returncode == 1
    assert "riscv64" in result.stderr
    assert not (tmp_path / "opp").exists()
    assert run_archive(archive, "--force", f"--install-path={tmp_path}/opp").returncode == 0


SIMULATED = "Vendor: acme\nKernels: 3\nKernels for: simulated cores only\n"


def lay_out_cann(root: Path, versions: str) -> Path:
    """The files that tell a CANN; `versions` is what its version files say. Its opp."""
    for name in ("compiler/version.info", "opp/version.info", "opp/built-in/x", "opp/scene.info"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(versions if name.endswith("version.info") else "")
    return root / "opp"


REAL = "Version=7.7.0.1.238\nversion_dir=8.1.RC1\n"


@pytest.mark.parametrize("way", ["option", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH"])
def test_kernels_for_simulated_cores_stay_out_of_a_real_cann(
    make_run: MakeRun, tmp_path: Path, way: str
) -> None:
    archive = make_run(info=SIMULATED)
    (tmp_path / "ascend-toolkit").mkdir()
    opp = lay_out_cann(tmp_path / "8.1.RC1", REAL)
    (tmp_path / "ascend-toolkit/latest").symlink_to("../8.1.RC1")
    named = f"{tmp_path}/ascend-toolkit/latest/opp"
    options, env = ((f"--install-path={named}",), {}) if way == "option" else ((), {way: named})
    result = run_archive(archive, *options, **env)
    assert result.returncode == 1
    (line,) = [line for line in result.stderr.splitlines() if "[ERROR]" in line]
    assert "the kernels of acme are for simulated cores only" in line
    assert named in line
    assert "--force" in line
    assert not (opp / "vendors").exists()
    assert run_archive(archive, "--force", *options, **env).returncode == 0
    assert (opp / "vendors/acme/one.txt").exists()


@pytest.mark.parametrize("removed", ["opp/version.info", "compiler/version.info", "opp/built-in"])
def test_a_cann_is_recognised_by_any_of_its_files(
    make_run: MakeRun, tmp_path: Path, removed: str
) -> None:
    opp = lay_out_cann(tmp_path / "cann", REAL)
    (tmp_path / "cann" / removed).rename(tmp_path / "moved")
    result = run_archive(make_run(info=SIMULATED), ASCEND_OPP_PATH=str(opp))
    assert result.returncode == 1
    assert "simulated cores only" in result.stderr


def test_kernels_are_installed_where_they_run(
    make_run: MakeRun, tmp_path: Path, cann_home: Path
) -> None:
    simulated, real = make_run("s.run", info=SIMULATED), make_run("r.run", info="Kernels: 3\n")
    versions = (cann_home / "opp/version.info").read_text()
    assert versions == (cann_home / "compiler/version.info").read_text()
    for archive, opp in (
        (simulated, lay_out_cann(tmp_path / "embedded", versions)),
        (simulated, tmp_path / "plain directory"),
        (simulated, tmp_path / "embedded"),
        (real, lay_out_cann(tmp_path / "cann", REAL)),
        (make_run("source.run", info="Kernels: 0\n"), lay_out_cann(tmp_path / "other", REAL)),
    ):
        opp.mkdir(exist_ok=True)
        result = run_archive(archive, ASCEND_OPP_PATH=str(opp))
        assert result.returncode == 0, result.stderr
        assert (opp / "vendors/acme/one.txt").exists()


@pytest.mark.parametrize("lock", ["", "held by a dead one"])
def test_two_installs_at_once_both_succeed(make_run: MakeRun, tmp_path: Path, lock: str) -> None:
    if lock:
        (tmp_path / "vendors").mkdir()
        (tmp_path / "vendors/.lock").write_text(f"{os.uname().nodename} 999999 12345\n")
    archives = [make_run(f"{n}.run", vendor=f"v{n}") for n in range(2)] * 2
    env = clean_environment(ASCEND_OPP_PATH=str(tmp_path))
    running = [
        subprocess.Popen(["sh", archive], env=env, stdout=subprocess.DEVNULL)
        for archive in archives
    ]
    assert [process.wait(60) for process in running] == [0] * len(archives)
    vendors = tmp_path / "vendors"
    assert visible(vendors) == {"v0", "v1", "config.ini"}
    priority = (vendors / "config.ini").read_text().strip().removeprefix("load_priority=")
    assert sorted(priority.split(",")) == ["v0", "v1"]


@pytest.mark.parametrize("delay", [0.01, 0.03, 0.05, 0.07, 0.1])
def test_killed_install_is_healed_by_the_next(
    make_run: MakeRun, tmp_path: Path, delay: float
) -> None:
    option = f"--install-path={tmp_path}/opp"
    run_archive(make_run("1.run", content="one"), option)
    second = make_run("2.run", content="two")
    process = subprocess.Popen(
        ["sh", second, option], env=clean_environment(), start_new_session=True
    )
    time.sleep(delay)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    result = run_archive(second, option)
    assert result.returncode == 0, result.stderr
    assert visible(tmp_path / "opp/vendors") == {"acme"}
    assert (tmp_path / "opp/vendors/acme/two.txt").exists()


@pytest.mark.parametrize("names", ["", "{host} {pid} \n"], ids=["empty", "without start"])
def test_half_a_lock_of_a_dead_install_goes(make_run: MakeRun, tmp_path: Path, names: str) -> None:
    vendors = tmp_path / "opp/vendors"
    vendors.mkdir(parents=True)
    dead = subprocess.Popen(["true"])
    dead.wait()
    text = names.format(host=os.uname().nodename, pid=dead.pid)
    for name in (f".lock.{dead.pid}", ".lock") if text else (f".lock.{dead.pid}",):
        (vendors / name).write_text(text)
    assert run_archive(make_run("1.run"), f"--install-path={tmp_path}/opp").returncode == 0
    assert not list(vendors.glob(".lock*"))


def test_leftovers_of_a_death_between_the_renames(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run()
    vendors = tmp_path / "vendors"
    run_archive(archive, ASCEND_OPP_PATH=str(tmp_path))
    (vendors / "acme").rename(vendors / ".old.acme")
    (vendors / ".lock").write_text(f"{os.uname().nodename} 999999 12345\n")
    (vendors / ".new.acme").mkdir()
    # Even a run that only removes another vendor brings the interrupted one back.
    result = run_archive(
        make_run("b.run", vendor="b"), "--uninstall", ASCEND_OPP_PATH=str(tmp_path)
    )
    assert result.returncode == 1
    assert visible(vendors) == {"acme", "config.ini"}
    assert (vendors / "acme/one.txt").exists()


def test_lock_of_a_living_process_is_respected(make_run: MakeRun, tmp_path: Path) -> None:
    vendors = tmp_path / "vendors"
    vendors.mkdir()
    stat = Path(f"/proc/{os.getpid()}/stat").read_text().rpartition(")")[2].split()
    (vendors / ".lock").write_text(f"{os.uname().nodename} {os.getpid()} {stat[19]}\n")
    env = {"ASCEND_OPP_PATH": str(tmp_path), "CUSTOM_OPP_LOCK_SECONDS": "1"}
    result = run_archive(make_run(), **env)
    assert result.returncode == 1
    assert "lock" in result.stderr
    assert visible(vendors) == {".lock"}


def test_full_disk_leaves_the_old_version(
    make_run: MakeRun, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("256k")
    env = {"ASCEND_OPP_PATH": str(disk)}
    assert run_archive(make_run("1.run", content="one"), **env).returncode == 0
    before = sorted(disk.rglob("*"))
    big = make_run("2.run", content="two")
    stage = big.parent / "stage of 2.run"
    (stage / "packages/vendors/acme/kernel.o").write_bytes(os.urandom(400_000))
    from tests.utils.vendor_package import pack

    result = run_archive(pack(stage, big), **env)
    assert result.returncode == 1
    assert "no space" in result.stderr
    assert sorted(disk.rglob("*")) == before
    assert (disk / "vendors/acme/one.txt").read_text() == "one"
    scratch = run_archive(big, f"--install-path={big.parent}/opp", TMPDIR=str(disk))
    assert scratch.returncode == 1
    assert "no space" in scratch.stderr
    assert sorted(disk.rglob("*")) == before


def test_read_only_target_is_one_clear_line(
    make_run: MakeRun, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("256k")
    (disk / "vendors").mkdir()
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    result = run_archive(make_run(), ASCEND_OPP_PATH=str(disk))
    assert result.returncode == 1
    assert "not writable" in result.stderr.splitlines()[-1]


def modes(folder: Path) -> set[int]:
    return {path.lstat().st_mode & 0o777 for path in folder.rglob("*") if not path.is_symlink()}


def test_nothing_is_writable_for_others_whatever_the_umask_is(
    make_run: MakeRun, tmp_path: Path
) -> None:
    with masked(0):
        result = run_archive(make_run(), f"--install-path={tmp_path}/made/opp")
        run_archive(make_run("b.run", vendor="b"), ASCEND_OPP_PATH=f"{tmp_path}/made/opp")
    assert result.returncode == 0, result.stderr
    assert not {mode for mode in modes(tmp_path / "made") if mode & 0o022}
    set_env = tmp_path / "made/opp/vendors/acme/bin/set_env.bash"
    assert set_env.stat().st_mode & 0o777 == 0o644


def test_install_for_all_has_the_modes_of_canns_installer(
    make_run: MakeRun, tmp_path: Path
) -> None:
    """CANN's install.sh of 8.5: 750 becomes 755, 550 (scripts) 555, 640 (config.ini) 644."""
    with masked(0o077):
        archive = make_run()
        alone = run_archive(archive, ASCEND_OPP_PATH=str(opp(tmp_path / "alone")))
        result = run_archive(
            archive, "--install-for-all", ASCEND_OPP_PATH=str(opp(tmp_path / "all"))
        )
    assert (alone.returncode, result.returncode) == (0, 0), result.stderr
    assert not {mode for mode in modes(tmp_path / "alone") if mode & 0o007}
    vendors = tmp_path / "all/vendors"
    assert vendors.stat().st_mode & 0o777 == 0o755
    assert (vendors / "config.ini").stat().st_mode & 0o777 == 0o644
    assert {path.stat().st_mode & 0o777 for path in (vendors / "acme/scripts").glob("*.sh")} == {
        0o555
    }
    assert modes(vendors / "acme") == {0o755, 0o555}
    assert f"chmod o+x {tmp_path}/all" in result.stdout
    # What is open stays so when another package comes or goes.
    with masked(0o077):
        run_archive(make_run("b.run", vendor="b"), ASCEND_OPP_PATH=str(vendors.parent))
    assert (vendors / "config.ini").stat().st_mode & 0o777 == 0o644


def opp(folder: Path) -> Path:
    folder.mkdir()
    return folder


@contextmanager
def masked(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def fill(disk: Path) -> None:
    with suppress(OSError), (disk / "filler").open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def test_a_full_disk_does_not_keep_a_package_from_going(
    make_run: MakeRun, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("256k")
    env = {"ASCEND_OPP_PATH": str(disk)}
    for vendor in ("a", "b", "c"):
        assert run_archive(make_run(f"{vendor}.run", vendor=vendor), **env).returncode == 0
    fill(disk)
    result = run_script_of(disk / "vendors/b")
    assert result.returncode == 0, result.stderr
    assert visible(disk / "vendors") == {"a", "c", "config.ini"}
    assert (disk / "vendors/config.ini").read_text() == "load_priority=c,a\n"
    assert not list((disk / "vendors").glob(".*"))


def run_script_of(vendor: Path) -> subprocess.CompletedProcess[str]:
    command: list[str | Path] = ["sh", vendor / "scripts/uninstall.sh"]
    return subprocess.run(
        command, env=clean_environment(), capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("change", ["added", "edited"])
def test_files_of_the_user_in_a_package_stop_what_would_remove_them(
    make_run: MakeRun, tmp_path: Path, change: str
) -> None:
    archive, option = make_run(), f"--install-path={tmp_path}/opp"
    run_archive(archive, option)
    vendor = tmp_path / "opp/vendors/acme"
    cache = vendor / "__pycache__/x.pyc"
    cache.parent.mkdir()
    cache.write_text("made by Python")
    assert run_archive(archive, option).returncode == 0
    path = vendor / ("my notes" if change == "added" else "one.txt")
    path.write_text("mine")
    for words in ([], ["--uninstall"]):
        result = run_archive(archive, option, *words)
        assert result.returncode == 1
        assert f"{vendor} has what no installation wrote: ./{path.name};" in result.stderr
        assert path.read_text() == "mine"
    assert run_archive(archive, option, "--uninstall", "--force").returncode == 0
    assert not vendor.exists()


def test_scratch_files_of_killed_installations_are_removed_by_the_next(
    make_run: MakeRun, tmp_path: Path
) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / "selfgz.other").mkdir()
    env = clean_environment(TMPDIR=str(scratch), CUSTOM_OPP_LOCK_SECONDS="60")
    (tmp_path / "opp/vendors").mkdir(parents=True)
    holder = f"elsewhere {os.getpid()} 1"
    (tmp_path / "opp/vendors/.lock").symlink_to(holder)
    archive, option = make_run(), f"--install-path={tmp_path}/opp"
    process = subprocess.Popen(["sh", archive, option], env=env, start_new_session=True)
    while not any(scratch.glob("selfgz.*/install.sh")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert len(list(scratch.iterdir())) == 2
    (tmp_path / "opp/vendors/.lock").unlink()
    assert run_archive(archive, option, TMPDIR=str(scratch)).returncode == 0
    assert [path.name for path in scratch.iterdir()] == ["selfgz.other"]
