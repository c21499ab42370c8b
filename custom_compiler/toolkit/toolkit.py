"""A toolkit: a directory laid out like an installed CANN."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError, ToolkitError
from custom_compiler.support.processes import run
from custom_compiler.support.user_paths import user_path
from custom_compiler.toolkit.home import ensure_home, home_path

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_ROOT = Path("/usr/local/Ascend/latest")

# Without these no operator project builds; the first existing name of each group counts.
_NEEDED = (
    ("compiler/version.info",),
    ("include/register/op_def_registry.h",),
    ("include/register/tilingdata_base.h",),
    ("lib64/libregister.so",),
    ("bin/setenv.bash",),
    ("toolkit/tools/opbuild/op_build", "tools/opbuild/op_build"),
)

# A line of version.info that CANN does not have: what the toolkit's kernels are for.
_EMBEDDED_MARK = "kernels_for"


class Toolkit(NamedTuple):
    """One toolkit, described.

    Attributes:
        root: Its root directory, absolute, links unresolved (an embedded toolkit names itself).
        version: `Version` of `compiler/version.info`, e.g. "7.7.0.1.238".
        arch: CPU its libraries are for, e.g. "x86_64".
        embedded: True if the AI cores are simulated on the CPU.
        kernel_interface: Number of the interface between kernels and simulated cores, or "".
    """

    root: Path
    version: str
    arch: str
    embedded: bool
    kernel_interface: str = ""

    @property
    def op_build(self) -> Path:
        """The generator of operator information, prototypes and aclnn code."""
        return _first(self.root, _NEEDED[-1]) or self.root / _NEEDED[-1][-1]

    @property
    def platform_config(self) -> Path:
        """Directory of the SoC descriptions `<SoC>.ini`; may be missing."""
        names = ("data", "compiler/data", f"{self.arch}-linux/data")
        config = _first(self.root, tuple(f"{name}/platform_config" for name in names))
        return config or self.root / "data/platform_config"

    @property
    def opp(self) -> Path:
        """Default folder of installed vendor packages."""
        return self.root / "opp"

    def environment(self, base: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Return `base` after sourcing the toolkit's environment script."""
        script = self.root / "bin/setenv.bash"
        command = ["bash", "-c", 'source "$1" >/dev/null 2>&1; env -0', "bash", str(script)]
        try:
            ended = run(command, env=base)
        except OSError as error:
            raise ToolkitError(f"cannot source {script}: {error}") from error
        if ended.code:
            raise ToolkitError(f"cannot source {script}: {ended.reason}")
        pairs = (os.fsdecode(entry).partition("=") for entry in ended.output.split(b"\0") if entry)
        own = {"_", "SHLVL", "PWD", "OLDPWD"}  # the shell's, not the script's
        variables = {name: value for name, _, value in pairs if name not in own}
        return variables | {name: base[name] for name in own if name in base}


def find_toolkit(
    path: str | Path | None = None, environ: Mapping[str, str] = os.environ
) -> Toolkit:
    """Return the toolkit to work with, checked.

    The order is: `path`, `ASCEND_HOME_PATH`, `/usr/local/Ascend/latest`, the embedded toolkit. A
    toolkit that was asked for and is not usable is an error, never passed over in silence.
    """
    if path:
        return describe(Path(path), "--ascend_cann_package_path")
    if environ.get("ASCEND_HOME_PATH"):
        root = Path(environ["ASCEND_HOME_PATH"])
        if root == home_path(environ):
            ensure_home(environ)
        return describe(root, "ASCEND_HOME_PATH")
    if _missing(DEFAULT_ROOT) is None:
        return describe(DEFAULT_ROOT, "default")
    return describe(ensure_home(environ), "embedded toolkit")


def describe(root: Path, origin: str) -> Toolkit:
    """Check the toolkit at `root` and describe it; `origin` names in errors who asked for it."""
    root = user_path(root)  # links are unresolved: the embedded toolkit must name itself
    hint = "give the root of an installed CANN, or nothing at all to use the embedded toolkit"
    if root.exists() and not root.is_dir():
        raise MisuseError(f"{origin}: {root} is a file", hint)
    if not root.is_dir():
        raise MisuseError(f"{origin}: no such directory: {root}", hint)
    missing = _missing(root)
    if missing:
        raise MisuseError(
            f"{origin}: {root} is no complete CANN toolkit: it has no {missing}", hint
        )
    info = _read_info(root / "compiler/version.info")
    scene = _read_info(root / "opp/scene.info")
    arch = scene.get("arch") or _arch_by_directory(root)
    version, interface = info.get("Version", "unknown"), info.get("kernel_interface", "")
    return Toolkit(root, version, arch, _EMBEDDED_MARK in info, interface)


def _missing(root: Path) -> str | None:
    return next((names[0] for names in _NEEDED if _first(root, names) is None), None)


def _first(root: Path, names: tuple[str, ...]) -> Path | None:
    return next((root / name for name in names if (root / name).exists()), None)


def _arch_by_directory(root: Path) -> str:
    machine = platform.machine()
    present = [arch for arch in ("x86_64", "aarch64") if (root / f"{arch}-linux").is_dir()]
    return machine if machine in present or not present else present[0]


def _read_info(path: Path) -> dict[str, str]:
    """Read `key=value` lines; a missing file has none."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.partition("=") for line in lines)
    return {key.strip(): value.strip() for key, equals, value in pairs if equals}
