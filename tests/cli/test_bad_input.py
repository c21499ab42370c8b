"""Users' mistakes: one line with the reason, the right exit code, and no files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.utils.powers import obey_permissions
from tests.utils.vendor_package import pack, stage_package

REPOSITORY = Path(__file__).parents[2]
MISUSE, FAILED = 2, 1


class User:
    """Runs the program in a folder that holds the sample's sources."""

    def __init__(self, folder: Path, cann_home: Path) -> None:
        self.folder = folder
        self.cann_home = cann_home
        for name in ("op_host", "op_kernel"):
            shutil.copytree(REPOSITORY / name, folder / name)

    def run(self, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
        base = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        return subprocess.run(
            [sys.executable, "-m", "custom_compiler", *map(str, words)],
            cwd=self.folder,
            env=base | env,
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
            preexec_fn=obey_permissions,
        )

    def build(self, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
        toolkit = (
            () if "ASCEND_HOME_PATH" in env else (f"--ascend_cann_package_path={self.cann_home}",)
        )
        sources = ("-o", "op_host", "-k", "op_kernel", "--soc_version", "ascend910b")
        return self.run("build", *sources, *toolkit, *words, **env)


@pytest.fixture
def user(tmp_path: Path, cann_home: Path) -> User:
    (tmp_path / "here").mkdir()
    return User(tmp_path / "here", cann_home)


def check(result: subprocess.CompletedProcess[str], code: int, *says: str) -> None:
    """One line names the thing; at most the way out and the log's place follow."""
    assert result.returncode == code, result.stderr
    lines = [line for line in result.stderr.splitlines() if not line.startswith("[")]
    assert lines[0].startswith("error: ")
    assert len(lines) <= 3
    for text in says:
        assert text in "\n".join(lines)
    assert "Traceback" not in result.stderr


def replace(path: Path, make: Callable[[Path], object]) -> None:
    path.unlink()
    make(path)


SOURCES: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "folder named like a source": (
        "op_host/add_custom.cpp",
        Path.mkdir,
        "no source file (.cpp, .cc, .cxx, .c) in this folder: add_custom.cpp is a folder",
    ),
    "broken link": (
        "op_host/add_custom_tiling.h",
        lambda path: path.symlink_to("/no/such.h"),
        "cannot read add_custom_tiling.h: a broken link to /no/such.h",
    ),
    "link to itself": (
        "op_kernel/add_custom.cpp",
        lambda path: path.symlink_to(path.name),
        "cannot read add_custom.cpp: a broken link to add_custom.cpp",
    ),
    "pipe": ("op_kernel/add_custom.cpp", os.mkfifo, "cannot read add_custom.cpp: no regular file"),
    "no permission": (
        "op_host/add_custom.cpp",
        lambda path: path.touch(0),
        "cannot read add_custom.cpp: Permission denied",
    ),
    "closed sub-folder": (
        "op_host/add_custom_tiling.h",
        lambda path: path.mkdir(0),
        "cannot read add_custom_tiling.h: Permission denied",
    ),
}


@pytest.mark.parametrize("case", SOURCES)
def test_sources_that_cannot_be_read(user: User, case: str) -> None:
    name, make, says = SOURCES[case]
    replace(user.folder / name, make)
    result = user.build()
    folder = name.partition("/")[0]
    check(result, MISUSE, f"--{folder}_path={user.folder / folder}: {says}")
    assert {path.name for path in user.folder.iterdir()} == {"op_host", "op_kernel"}


def test_closed_folder(user: User) -> None:
    (user.folder / "op_kernel").chmod(0)
    check(user.build(), MISUSE, "--op_kernel_path", "no permission to read this folder")
    (user.folder / "op_kernel").chmod(0o700)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("-o", "new\nline"), "new\\nline: there is no such folder"),
        (("--vendor_name", "a/../b"), "--vendor_name='a/../b'"),
        (("--vendor_name", "`id`"), "--vendor_name='`id`'"),
        (("--vendor_name", "9lives"), "--vendor_name='9lives'"),
        (("--vendor_name", ""), "--vendor_name=''"),
        (("--vendor_name", "é"), "--vendor_name='é'"),
        (("--soc_version", "ascend910b;ascend910c"), "--soc_version: unknown SoC version"),
        (("--soc_version", "ascend910b,ascend310p"), "semicolons: 'ascend910b;ascend310p'"),
        (("-o", "op_kernel", "-k", "op_host"), "are the two folders swapped?"),
        (("-I", "nowhere"), "nowhere: there is no such folder"),
        (("--ascend_cann_package_path", "op_host/add_custom.cpp"), "add_custom.cpp is a file"),
        (("--ascend_cann_package_path", "op_host"), "is no complete CANN toolkit"),
        (("-j", "9" * 5000), "--jobs"),
        (("--work-dir", "op_host/add_custom.cpp"), "cannot build in"),
    ],
)
def test_values_that_cannot_be(user: User, words: tuple[str, ...], says: str) -> None:
    check(user.build(*words), MISUSE, says)
    assert {path.name for path in user.folder.iterdir()} == {"op_host", "op_kernel"}


def test_incomplete_toolkit_names_option_path_and_header(user: User) -> None:
    """The tutorial's first common issue: `register/tilingdata_base.h` is not found."""
    root = user.folder / "cann"
    shutil.copytree(user.cann_home, root, symlinks=True)
    (root / "include").unlink()
    shutil.copytree(user.cann_home / "include", root / "include")
    (root / "include/register/tilingdata_base.h").unlink()
    text = f"{root} is no complete CANN toolkit: it has no include/register/tilingdata_base.h"
    hint = "give the root of an installed CANN"
    check(
        user.build("--ascend_cann_package_path", root),
        MISUSE,
        f"--ascend_cann_package_path: {text}",
        hint,
    )
    check(user.build(ASCEND_HOME_PATH=str(root)), MISUSE, f"ASCEND_HOME_PATH: {text}", hint)


def test_missing_header_of_the_toolkit(user: User) -> None:
    source = user.folder / "op_host/add_custom.cpp"
    source.write_text('#include "register/no_such_base.h"\n' + source.read_text())
    result = user.build()
    assert result.returncode == FAILED
    message, hint, log = result.stderr.splitlines()[-3:]
    assert message.startswith(f"error: {source}:1:10: fatal error: register/no_such_base.h")
    assert f"{user.cann_home} has no register/no_such_base.h" in hint
    assert "--ascend_cann_package_path or ASCEND_HOME_PATH" in hint
    assert log == f"full log: {user.folder}/build.log"
    assert not list(user.folder.glob("build_out/*.run"))


@pytest.mark.parametrize(
    ("source", "header", "misspelt"),
    [
        ("op_host/add_custom.cpp", "register/op_def_registry.h", "register/op_def_registri.h"),
        ("op_kernel/add_custom.cpp", "kernel_operator.h", "kernel_operater.h"),
    ],
)
def test_misspelt_header_of_the_toolkit(
    user: User, source: str, header: str, misspelt: str
) -> None:
    """The toolkit has it under its right name, so it is not the toolkit that is incomplete."""
    path = user.folder / source
    path.write_text(path.read_text().replace(header, misspelt))
    result = user.build()
    assert result.returncode == FAILED
    message, hint, _ = result.stderr.splitlines()[-3:]
    assert message.startswith(f"error: {user.folder}/{source}:")
    assert hint == f"did you mean {header}?"


def test_unit_that_no_toolkit_knows(user: User) -> None:
    """The definition is blamed, which is where it stands, not an option."""
    path = user.folder / "op_host/add_custom.cpp"
    path.write_text(path.read_text().replace("AddConfig(unit)", 'AddConfig("ascend910bb")'))
    sources = ("-o", "op_host", "-k", "op_kernel")
    result = user.run("build", *sources, f"--ascend_cann_package_path={user.cann_home}")
    assert result.returncode == MISUSE
    assert 'operator AddCustom: AddConfig("ascend910bb")' in result.stderr
    assert "did you mean ascend910b?" in result.stderr
    assert "soc_version" not in result.stderr


@pytest.mark.parametrize(
    ("env", "says"),
    [
        ({"ASCEND_CUSTOM_OPP_PATH": "/no/such"}, "ASCEND_CUSTOM_OPP_PATH names /no/such, and"),
        ({"ASCEND_CUSTOM_OPP_PATH": "{here}"}, "which holds no package"),
        ({"ASCEND_OPP_PATH": "{here}/x.npy"}, "ASCEND_OPP_PATH={here}/x.npy: this is no folder"),
        ({}, "no package is installed"),
    ],
)
def test_packages_that_are_not_found(user: User, env: dict[str, str], says: str) -> None:
    np.save(user.folder / "x.npy", np.zeros(8, np.float16))
    filled = {name: value.format(here=user.folder) for name, value in env.items()}
    words = ("AddCustom", "--input", "x.npy", f"--ascend_cann_package_path={user.cann_home}")
    result = user.run("run", *words, **filled)
    assert result.returncode != 0
    check(result, result.returncode, says.format(here=user.folder))


def test_files_that_are_no_packages(user: User) -> None:
    """Nothing but a package may be given to a shell, and an empty file must not count as done."""
    target = user.folder / "opp"
    good = pack(stage_package(user.folder / "stage"), user.folder / "good.run").read_bytes()
    (user.folder / "folder.run").mkdir()
    altered = bytearray(good)
    altered[-9] ^= 1
    for name, content, code, says in (
        ("missing.run", None, MISUSE, "no such package file: missing.run"),
        ("folder.run", None, MISUSE, "cannot read folder.run: Is a directory"),
        ("empty.run", b"", MISUSE, "empty.run is no package"),
        ("script.run", b"#!/bin/sh\ntouch opp\n", MISUSE, "script.run is no package"),
        ("head.run", good[:2000], FAILED, f"2000 bytes instead of {len(good)}"),
        ("part.run", good[:-100], FAILED, f"{len(good) - 100} bytes instead of {len(good)}"),
        ("altered.run", altered, FAILED, "Error in SHA256 checksums"),
    ):
        if content is not None:
            (user.folder / name).write_bytes(content)
        result = user.run("install", name, "--install_path", target)
        check(result, code, says)
        assert not target.exists()


def test_lists_that_cannot_be_read(user: User) -> None:
    vendors = user.folder / "opp/vendors"
    vendors.mkdir(parents=True)
    (vendors / "config.ini").write_bytes(b"load_priority=\xff\xfe")
    env = {"ASCEND_OPP_PATH": str(user.folder / "opp")}
    check(user.run("list", **env), FAILED, f"cannot read {vendors / 'config.ini'}")
    (vendors / "config.ini").write_text("load_priority=acme\n")
    info = vendors / "acme/op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"
    info.parent.mkdir(parents=True)
    info.write_text("[1, 2]")
    check(user.run("list", **env), FAILED, f"cannot read {info}: it is no JSON object")


def test_output_that_cannot_be_written_is_a_failure(user: User) -> None:
    check(
        user.run("home", CUSTOM_COMPILER_HOME=str(user.folder / "op_host/add_custom.cpp")),
        FAILED,
        "cannot prepare the toolkit root",
        "CUSTOM_COMPILER_HOME",
    )


@pytest.mark.parametrize(
    "sizes",
    [("64k", "700k"), pytest.param(("300k", "1100k", "1300k", "1500k"), marks=pytest.mark.slow)],
)
def test_full_disk_is_named_and_space_mends_it(
    user: User, small_disk: Callable[[str], Path], sizes: tuple[str, ...]
) -> None:
    for size in sizes:
        place = small_disk(size)
        result = user.build("--work-dir", place)
        check(result, FAILED, "space left on", str(place), "or choose another place")
        assert not list(place.glob("build_out/*.run"))
        assert not list(place.rglob("*.part"))
    result = user.build("--work-dir", small_disk("30m"))
    assert result.returncode == 0, result.stderr
    (package,) = place.glob("build_out/*.run")
    assert subprocess.run(["sh", package, "--check"], check=False).returncode == 0


def test_full_disk_at_install(user: User, small_disk: Callable[[str], Path]) -> None:
    stage = stage_package(user.folder / "stage")
    (stage / "packages/vendors/acme/kernel.o").write_bytes(os.urandom(100_000))
    package = pack(stage, user.folder / "good.run")
    target, place = user.folder / "opp", small_disk("64k")
    result = user.run("install", package, "--install_path", target, TMPDIR=str(place))
    check(result, FAILED, f"Cannot unpack into {place}: no space", "Set TMPDIR")
    assert not target.exists()
    result = user.run("install", package, "--install_path", place)
    check(result, FAILED, f"cannot copy to {place}/vendors: no space", "--install-path")
    assert not [path for path in place.rglob("*") if path.name != "vendors"]
    small_disk("1m")
    assert user.run("install", package, "--install_path", place).returncode == 0


@pytest.mark.slow
def test_full_cache_is_named(user: User, small_disk: Callable[[str], Path]) -> None:
    place = small_disk("1m")
    check(user.build(CUSTOM_COMPILER_CACHE=str(place)), FAILED, str(place), "CUSTOM_COMPILER_CACHE")


def test_paths_of_any_kind_work_to_the_end(tmp_path: Path, cann_home: Path) -> None:
    """Build, install and run where every path is hostile, through links, the toolkit's too."""
    real = tmp_path / 'real "quoted" it\'s'
    real.mkdir()
    folder = tmp_path / "a $(touch pwned)\n`b` \u00fcml\u00e4ut#&"
    folder.symlink_to(real)
    (folder / "c a n n").symlink_to(cann_home)
    user = User(folder, folder / "c a n n")
    (folder / "op_host").rename(folder / "the host")
    (folder / "op_host").symlink_to("the host")
    opp = folder / "o 'p' $p\n"
    result = user.build("--install_path", opp, "--vendor_name", "acme")
    assert result.returncode == 0, result.stderr
    (package,) = folder.glob("build_out/*.run")
    expected = np.arange(3000, dtype=np.float32)
    np.save(folder / "x y.npy", expected)
    script = (
        'set -eu; sh "$1" --quiet --install-path="$2"; . "$2/vendors/acme/bin/set_env.bash";'
        '"$3" -m custom_compiler run AddCustom --ascend_cann_package_path "$4"'
        ' --input "x y.npy" "x y.npy" --output "z\n.npy"'
    )
    words = (package, opp / "again", sys.executable, user.cann_home)
    subprocess.run(["bash", "-c", script, "bash", *words], cwd=folder, check=True)
    np.testing.assert_array_equal(np.load(folder / "z\n.npy"), expected * 2)
    assert (opp / "vendors/acme/op_api").is_dir()
    assert not list(tmp_path.rglob("pwned"))
