"""A bridge as a library: written for operators of a package, compiled, and loaded by frameworks."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.bridge.source import render, unsupported
from custom_compiler.call.prototype import find_prototype
from custom_compiler.errors import BuildError, MisuseError, write_error
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.host_compiler import find_compiler

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.package.vendor import VendorPackage
    from custom_compiler.support.host_compiler import HostCompiler
    from custom_compiler.toolkit import Toolkit

_HERE = Path(__file__).parent
_LIBRARY = b"\x7fELF"


@dataclass(frozen=True)
class Bridge:
    """A compiled bridge.

    Attributes:
        path: The library.
        operators: What it exports: an AOT function, InferShape and InferType for each.
        left_out: Operators of the package that MindSpore's interface cannot carry, and why.
    """

    path: Path
    operators: tuple[str, ...]
    left_out: dict[str, str]

    def function(self, operator: str) -> str:
        """Return what `ops.Custom` takes as `func`."""
        return f"{self.path}:{operator}"


def write_bridge(
    package: VendorPackage, toolkit: Toolkit, folder: Path, operators: Sequence[str] = ()
) -> Bridge:
    """Write `lib<vendor>_aot.so` into `folder`, for the named operators or all that can be.

    Raises:
        MisuseError: The toolkit is not the embedded one, the package has no such operator, or $CXX
            is no compiler.
        PackageError: A named operator cannot be called through a bridge.
        BuildError: The compiler rejected the source.
    """
    infer = toolkit.root / "lib64/libascendc_infer.so"
    if not infer.is_file():
        raise MisuseError(
            f"a bridge runs operators on the embedded toolkit; {toolkit.root} is another",
            "unset ASCEND_HOME_PATH, or set device_target to Ascend",
        )
    prototypes = [find_prototype(name, [package]) for name in operators or package.operators]
    left_out = {} if operators else {p.operator: unsupported(p) for p in prototypes}
    left_out = {name: reason for name, reason in left_out.items() if reason}
    chosen = [prototype for prototype in prototypes if prototype.operator not in left_out]
    files = PackageFiles(package.path)
    compiler = find_compiler()
    compiler.identity()
    source = render(chosen, files)
    target = folder / f"lib{package.name}_aot.so"
    try:
        if target.is_file() and not target.read_bytes().startswith(_LIBRARY):
            message = f"{target} exists and is no library"
            raise MisuseError(message, "move it away, or choose another folder")
        folder.mkdir(parents=True, exist_ok=True)
        _compile(compiler, source, target, files, toolkit.root)
    except OSError as error:
        raise write_error(folder, error, "choose another folder") from error
    return Bridge(target, tuple(prototype.operator for prototype in chosen), left_out)


def _compile(
    compiler: HostCompiler, source: str, target: Path, files: PackageFiles, root: Path
) -> None:
    with tempfile.TemporaryDirectory(prefix="custom-compiler-bridge-") as work:
        file = Path(work) / "bridge.cpp"
        file.write_text(source, encoding="utf-8")
        lib = root / "lib64"
        options = ["-w", "-I", str(_HERE), "-I", str(root / "include")]
        options += ["-I", str(files.api_headers)]
        libraries = [f"-L{lib}", f"-Wl,-rpath,{lib}"]
        libraries += ["-lascendcl", "-lnnopbase", "-lopapi", "-lascendc_infer", "-ldl"]
        errors = compiler.compile_shared([str(file)], str(target), options, libraries)
        if errors:
            raise BuildError(
                f"the bridge to {files.root} does not compile",
                "this is a defect of custom_compiler, unless the package's headers are broken",
                details=errors,
            )
