"""Packages of kernels: `static_kernel` and `debug_kernel`, each a `.run` that installs itself.

The archive is that of operator packages. What installs is in `scripts/`, travels with the package
and needs only Python; `custom-compiler` runs it too, there is no other implementation.
"""

from __future__ import annotations

import json
import os
import platform
import re
import runpy
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import custom_compiler
from custom_compiler.errors import BuildError, MisuseError, write_error
from custom_compiler.kernel.opc.kernel_compiler import SOURCE_LINK
from custom_compiler.kernel.static.static_contents import (
    INDEX,
    LeftOut,
    StaticContents,
    StaticKernel,
    json_bytes,
    static_entry,
)
from custom_compiler.support.data_files import data_file
from custom_compiler.support.files import point_link, replacing
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["DebugKernel", "LeftOut", "StaticKernel", "write_debug_package", "write_static_package"]

_PACK_RUN = "project/template/customize/cmake/util/pack_run.py"
_LIST_KERNELS = "project/template/customize/cmake/util/binary_config.py"
_SCRIPTS = "kernel/static/scripts"
# Names in the folder of all packages that no package can have.
_TAKEN = {"config", "config.ini", "version.info", "uninstall.sh"}
_LONGEST_NAME = 200  # bytes; the installer needs a few for itself


class DebugKernel(NamedTuple):
    """A kernel built for debugging, in place of one that is installed."""

    op_file: str  # the folder of its files: the operator in snake case
    name: str  # of its files, without ending
    data: bytes
    description: dict[str, Any]
    static_key: str  # of the static kernel that it stands for; "": it is a dynamic one
    depended: tuple[int, ...]  # inputs whose values are in that key
    sources: str = ""  # folder of its source, which its line table calls `SOURCE_LINK`


def write_static_package(
    kernels: Iterable[StaticKernel], destination: str, short_soc: str, toolkit: str
) -> tuple[LeftOut, ...]:
    """Pack static kernels; return those that do not go together with the ones before them.

    Args:
        kernels: What to pack; of the same key the first is taken.
        destination: The `.run` to write, replaced as a whole. The package is named after it.
        short_soc: The SoC as folders of kernels are named: "ascend910b".
        toolkit: Root of the toolkit that the kernels are for.

    Raises:
        CustomCompilerError: Nothing was written; there is no kernel, or no space.
    """
    name = _package_name(destination)
    contents = StaticContents(name, short_soc)
    left_out = contents.add_all(kernels)
    if not contents.files:
        reason = left_out[0].reason if left_out else "none was compiled"
        raise BuildError(f"there is no static kernel to pack: {reason}")
    index = contents.index()
    about = _About(name, sorted(index), contents.count, short_soc, toolkit)
    packages = "static_kernel/ai_core"
    package = f"{packages}/{name}"
    files = {
        **{f"{package}/{path}": data for path, data in contents.files.items()},
        **_scripts(package, "static"),
        f"{package}/config/{short_soc}/{INDEX}": json_bytes(index),
        f"{package}/package.info": about.lines(),
        f"{packages}/config.ini": f"load_priority={name}\n".encode(),
        f"{packages}/version.info": about.version_lines("version"),
        f"{package}/version.info": about.version_lines("version"),
    }
    packer = _packer()
    entries = packer.file_entries(files, f"{packages}/config")
    _pack(packer, entries, destination, "STATIC KERNEL RUN PACKAGE")
    return left_out


def write_debug_package(
    kernels: Sequence[DebugKernel], destination: str, short_soc: str, toolkit: str
) -> None:
    """Pack debug kernels; arguments and errors are those of `write_static_package`."""
    if not kernels:
        raise BuildError("there is no debug kernel to pack: none was compiled")
    with _stage() as stage:
        package = os.path.join(stage, "debug_kernel")
        for kernel in kernels:
            stem = os.path.join(package, short_soc, kernel.op_file, kernel.name)
            _write(f"{stem}.o", kernel.data)
            _write(f"{stem}.json", json_bytes(kernel.description))
            if kernel.sources:
                point_link(os.path.join(os.path.dirname(stem), SOURCE_LINK), kernel.sources)
        index = _list_dynamic_kernels(package, kernels, short_soc)
        for kernel in kernels:
            if kernel.static_key:
                _list_static_kernel(index, kernel, short_soc)
        _write(os.path.join(package, "config", short_soc, INDEX), json_bytes(index))
        for path, data in _scripts("debug_kernel", "debug").items():
            _write(os.path.join(stage, path), data)
        about = _About(_package_name(destination), sorted(index), len(kernels), short_soc, toolkit)
        _write(os.path.join(package, "package.info"), about.lines())
        _write(os.path.join(package, "version.info"), about.version_lines("version", "version_dir"))
        packer = _packer()
        entries = packer.folder_entries(Path(stage))
        _pack(packer, entries, destination, "DEBUG KERNEL RUN PACKAGE")


def _package_name(destination: str) -> str:
    """Return the folder name of a package, which is also an entry of a comma-separated list."""
    name = os.path.basename(destination).removesuffix(".run")
    name = re.sub(r"[^\w.+-]", "_", name.encode(errors="replace").decode()).lstrip(".")
    name = name.encode()[:_LONGEST_NAME].decode(errors="ignore")
    return f"{name}_" if name in _TAKEN or not name else name


@contextmanager
def _stage() -> Iterator[str]:
    """Create a folder for the files of a package; turn OSError into CustomCompilerError."""
    try:
        with tempfile.TemporaryDirectory(prefix="debug_kernel.") as stage:
            yield stage
    except OSError as error:
        hint = "set TMPDIR to a folder with space"
        raise write_error(Path(tempfile.gettempdir()), error, hint) from error


def _write(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def _list_dynamic_kernels(package: str, kernels: Sequence[DebugKernel], soc: str) -> dict[str, Any]:
    """Write the lists that operator packages have; return that of all operators."""
    dynamic = [kernel for kernel in kernels if not kernel.static_key]
    if not dynamic:
        return {}
    folder = os.path.join(package, soc)
    descriptions = [os.path.join(folder, k.op_file, f"{k.name}.json") for k in dynamic]
    with tempfile.NamedTemporaryFile("w", suffix=".txt", errors="surrogateescape") as paths:
        paths.write("\n".join(descriptions))
        paths.flush()
        output = os.path.join(package, "config", soc)
        _run([data_file(_LIST_KERNELS), soc, paths.name, output], "cannot list the debug kernels")
    with open(os.path.join(output, INDEX), encoding="utf-8") as file:
        index: dict[str, Any] = json.load(file)
    return index


def _list_static_kernel(index: dict[str, Any], kernel: DebugKernel, soc: str) -> None:
    op_type = kernel.static_key.partition("/")[0]
    operator = index.setdefault(op_type, {"simplifiedKeyMode": 0})
    if kernel.depended:
        operator["valueDependIndex"] = list(kernel.depended)
    path = f"{soc}/{kernel.op_file}/{kernel.name}.o"
    try:
        entry = static_entry(kernel.static_key, path, kernel.description)
    except MisuseError as error:
        raise BuildError(f"{kernel.name}: {error.message}") from error
    operator.setdefault("staticList", []).append(entry)


class _About(NamedTuple):
    """Description of a package."""

    name: str
    op_types: list[str]
    kernels: int
    soc: str
    toolkit: str

    def lines(self) -> bytes:
        """Return the text of package.info, in the form of operator packages."""
        labels = {"Version": "Toolkit", "kernels_for": "Kernels for"}
        labels["kernel_interface"] = "Kernel interface"
        toolkit = _versions(self.toolkit)
        lines = {
            "Package": self.name,
            "Operators": ", ".join(self.op_types),
            "Compute units": self.soc,
            "Host CPU": platform.machine(),
            "Kernels": str(self.kernels),
            **{shown: toolkit[name] for name, shown in labels.items() if name in toolkit},
            "Tool": f"custom_compiler {custom_compiler.__version__}",
        }
        return "".join(f"{name}: {value}\n" for name, value in lines.items()).encode()

    def version_lines(self, *names: str) -> bytes:
        """Return the toolkit's lines of these names, in any case."""
        versions = _versions(self.toolkit).items()
        return "".join(
            f"{key}={value}\n" for key, value in versions if key.lower() in names
        ).encode()


def _versions(toolkit: str) -> dict[str, str]:
    """Return a toolkit's statements about itself; empty without the file."""
    try:
        with open(
            os.path.join(toolkit, "opp/version.info"), encoding="utf-8", errors="replace"
        ) as file:
            pairs = [line.strip().partition("=") for line in file]
    except FileNotFoundError:
        return {}
    return {name: value for name, equals, value in pairs if equals}


def _scripts(package: str, kind: str) -> dict[str, bytes]:
    """Return the scripts that install and remove the folder `package`, by path in the archive."""
    folder = data_file(_SCRIPTS)
    places = {
        "install.sh": "install.sh",
        "help.info": f"{kind}_help.info",
        f"{package}/scripts/help.info": f"{kind}_help.info",
        f"{package}/scripts/common.py": "common.py",
        f"{package}/scripts/install.py": f"{kind}_package.py",
        f"{package}/scripts/uninstall.py": "uninstall.py",
        f"{package}/scripts/uninstall.sh": "uninstall.sh",
    }
    return {target: Path(folder, name).read_bytes() for target, name in places.items()}


def _packer() -> SimpleNamespace:
    """Return the archive writer of the project template, which is a separate program."""
    return SimpleNamespace(**runpy.run_path(data_file(_PACK_RUN)))


def _pack(packer: SimpleNamespace, entries: Any, destination: str, label: str) -> None:
    try:
        with replacing(destination) as part:
            packer.pack(entries, Path(part), packer.Start(label))
    except OSError as error:
        message = f"cannot write {destination}: {error.filename}: {error.strerror}"
        raise BuildError(message) from error


def _run(command: list[str], failure: str) -> None:
    """Run a Python program of the project template."""
    ended = run([sys.executable, "-B", *command])
    if ended.code:
        raise BuildError(f"{failure}: {ended.reason}", details=ended.error_text)
