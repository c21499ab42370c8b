"""The toolkit: made once, repaired when damaged, never touching what the user put into opp/."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import custom_compiler
from custom_compiler.errors import MisuseError, ToolkitError
from custom_compiler.toolkit.home import home_path, make_home


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Lay out a toolkit as the wheel carries it, in miniature."""
    tree = tmp_path / "wheel/cann"
    for name in (
        *("include/acl/acl.h", "lib64/libascendcl.so", "bin/opc", "bin/setenv.bash"),
        *("compiler/version.info", "opp/scene.info", "tools/opbuild/op_build"),
        *("data/platform_config/A.ini", "tikcpp/tikcfw/kernel_operator.h", "set_env.sh"),
    ):
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(name)
    return tree


@pytest.fixture
def home(tree: Path, tmp_path: Path) -> Path:
    root = tmp_path / "home/cann"
    make_home(root, tree)
    return root


def test_shows_everything_under_all_of_canns_names(home: Path) -> None:
    arch = "x86_64" if (home / "x86_64-linux").exists() else "aarch64"
    for name, content in {
        "toolkit/tools/opbuild/op_build": "tools/opbuild/op_build",
        "compiler/version.info": "compiler/version.info",
        "compiler/tikcpp/tikcfw/kernel_operator.h": "tikcpp/tikcfw/kernel_operator.h",
        "compiler/data/platform_config/A.ini": "data/platform_config/A.ini",
        f"{arch}-linux/data/platform_config/A.ini": "data/platform_config/A.ini",
        f"{arch}-linux/include/acl/acl.h": "include/acl/acl.h",
        "acllib/lib64/stub/libascendcl.so": "lib64/libascendcl.so",
        "runtime/include/acl/acl.h": "include/acl/acl.h",
        "runtime/lib64/libascendcl.so": "lib64/libascendcl.so",
        "atc/include/acl/acl.h": "include/acl/acl.h",
        "atc/lib64/stub/libascendcl.so": "lib64/libascendcl.so",
        "opp/scene.info": "opp/scene.info",
    }.items():
        assert (home / name).read_text() == content, name
    package = home / "python/site-packages/custom_compiler"
    assert package.resolve() == Path(custom_compiler.__file__).resolve().parent
    templates = home / "tools/op_project_templates/ascendc"
    assert (templates / "customize/CMakePresets.json").is_file()
    assert (templates / "common/util/pack_run.py").is_file()
    broken = [path for path in home.rglob("*") if path.is_symlink() and not path.exists()]
    assert broken == []


def test_wheel_stays_untouched(home: Path, tree: Path) -> None:
    before = sorted(tree.rglob("*"))
    make_home(home, tree)
    assert sorted(tree.rglob("*")) == before
    assert not (home / "opp").is_symlink()
    assert not (home / "opp/vendors").is_symlink()


def test_upgrade_relinks_and_keeps_vendors(home: Path, tree: Path, tmp_path: Path) -> None:
    (home / "opp/vendors/acme").mkdir()
    (home / "opp/vendors/config.ini").write_text("load_priority=acme\n")
    newer = tmp_path / "newer/cann"
    newer.parent.mkdir()
    tree.rename(newer)
    (newer / "set_env.sh").unlink()
    (newer / "include2").mkdir()
    make_home(home, newer)
    assert (home / "include").resolve() == newer / "include"
    assert (home / "include2").is_dir()
    assert not (home / "set_env.sh").is_symlink()
    assert (home / "opp/vendors/acme").is_dir()
    assert (home / "opp/vendors/config.ini").read_text() == "load_priority=acme\n"


def test_repairs_damage(home: Path, tree: Path) -> None:
    (home / "include").unlink()
    (home / "lib64").unlink()
    (home / "lib64").symlink_to("/nowhere")
    (home / "compiler/version.info").unlink()
    (home / "compiler/version.info").write_text("a file instead of the link")
    (home / "toolkit").rename(home / "gone")
    (home / "toolkit").symlink_to("gone")
    make_home(home, tree)
    assert (home / "include/acl/acl.h").is_file()
    assert (home / "lib64").resolve() == tree / "lib64"
    assert (home / "compiler/version.info").is_symlink()
    assert not (home / "toolkit").is_symlink()


def test_interrupted_first_run_is_completed(home: Path, tree: Path) -> None:
    manifest = json.loads((home / ".home.json").read_text())
    for link in manifest["links"][::2]:
        (home / link).unlink(missing_ok=True)
    make_home(home, tree)
    assert (home / "include/acl/acl.h").is_file()


def test_refuses_a_directory_that_is_not_its_own(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "cann").mkdir()
    (tmp_path / "cann/precious").write_text("")
    with pytest.raises(ToolkitError, match="not a home"):
        make_home(tmp_path / "cann", tree)
    assert [path.name for path in (tmp_path / "cann").iterdir()] == ["precious"]


def test_unwritable_place_is_one_clear_line(tree: Path) -> None:
    expected = r"^cannot prepare the toolkit root /proc/x/cann: .+"
    with pytest.raises(ToolkitError, match=expected) as caught:
        make_home(Path("/proc/x/cann"), tree)
    assert "CUSTOM_COMPILER_HOME" in caught.value.hint


def test_many_processes_at_once(tree: Path, tmp_path: Path) -> None:
    root = tmp_path / "shared/cann"
    code = (
        "import sys; from pathlib import Path; from custom_compiler.toolkit.home import make_home;"
        "root, tree = map(Path, sys.argv[1:]); make_home(root, tree);"
        "assert (root / 'toolkit/tools/opbuild/op_build').is_file()"
    )
    command: list[str | Path] = [sys.executable, "-c", code, root, tree]
    with ThreadPoolExecutor(8) as pool:
        runs = list(pool.map(lambda _: subprocess.run(command, check=False), range(8)))
    assert [run.returncode for run in runs] == [0] * 8


def test_location(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert home_path({"CUSTOM_COMPILER_HOME": "/a/b"}) == Path("/a/b/cann")
    assert home_path({"CUSTOM_COMPILER_HOME": "/a/cann/"}) == Path("/a/cann")
    assert home_path({"CUSTOM_COMPILER_HOME": "x"}) == Path.cwd() / "x/cann"
    with pytest.raises(MisuseError):
        home_path({"CUSTOM_COMPILER_HOME": "/a:b"})
    default = home_path({})
    assert default.name == "cann"
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert home_path({}) != default


# What the Find modules of ops-math (cmake/modules, July 2026) and catlass look for below
# ASCEND_HOME_PATH.
CANN_9 = (
    *("include/ge/cmake/FindGenerateEsPackage.cmake", "include/platform/platform_info.h"),
    *("include/platform/platform_ascendc.h", "pkg_inc/base/dlog_pub.h"),
    *("{arch}-linux/pkg_inc/runtime/runtime/rt.h", "pkg_inc/runtime/rt_external_base.h"),
    "{arch}-linux/include/acl/acl.h",
    *("{arch}-linux/include/register/register.h", "{arch}-linux/include/tiling/tiling_api.h"),
    *("{arch}-linux/include/aclnn/opdev/op_errno.h", "{arch}-linux/lib64/libplatform.so"),
    *("{arch}-linux/lib64/librt2_registry.a", "{arch}-linux/lib64/libtiling_api.a"),
    *("share/info/runtime/version.info", "share/info/ge-compiler/version.info"),
)


@pytest.mark.parametrize("name", CANN_9)
def test_layout_of_cann_9(cann_home: Path, name: str) -> None:
    assert (cann_home / name.format(arch=os.uname().machine)).is_file()
