"""Libraries of compiled operators: objects by Halide, a C shim around them, a header for C."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.host import shim
from custom_compiler.autokernel.host.halide import halide, halide_errors
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.support.files import write_atomic
from custom_compiler.support.host_compiler import HostCompiler, named_program
from custom_compiler.support.processes import run
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Version
    from custom_compiler.autokernel.host.targets import HostTarget


@dataclass(frozen=True)
class HostLibrary:
    """Built library with a C interface: `int NAME(inputs, outputs, sizes, attributes)`.

    Attributes:
        name: The C function.
        operator: The operator.
        header: Declarations of the functions.
        shared: The shared library.
        static: The static library; link it with `-lpthread -ldl -lm`.
    """

    name: str
    operator: Operator
    header: Path
    shared: Path
    static: Path


def build(versions: Sequence[Version], name: str, folder: Path) -> HostLibrary:
    """Build a library; calls take the first version that fits the processor and the sizes.

    Raises:
        BuildError: Halide or the compiler fails.
        MisuseError: there is no Halide or no compiler; versions are of several machines.
    """
    operator = versions[0].lowered.described
    machines = {each.target.machine for each in versions}
    if len(machines) > 1:
        raise MisuseError(
            f"{name}: versions for several machines: {', '.join(sorted(machines))}",
            "build a library for each",
        )
    folder.mkdir(parents=True, exist_ok=True)
    compiler = _compiler(machines.pop())
    objects = [_compile(each, f"{name}_{number}", folder) for number, each in enumerate(versions)]
    objects.append(_runtime(versions[0].target, folder))
    source, header = folder / f"{name}_shim.c", folder / f"{name}.h"
    header.write_text(shim.header(operator, name), encoding="utf-8")
    source.write_text(shim.source(versions, name), encoding="utf-8")
    include = Path(halide().install_dir()) / "include"
    shim_object = folder / f"{name}_shim.o"
    flags = ["-O2", "-fPIC", "-std=gnu11", f"-I{include}", f"-I{folder}"]
    _run(compiler, [*flags, "-c", str(source), "-o", str(shim_object)])
    objects.append(shim_object)
    static, shared = folder / f"lib{name}.a", folder / f"lib{name}.so"
    static.unlink(missing_ok=True)
    archiver = compiler.answer("-print-prog-name=ar").strip()
    _run(
        HostCompiler([archiver], archiver, compiler.hint), ["rcs", str(static), *map(str, objects)]
    )
    exported = folder / f"{name}.map"
    exported.write_text(
        "{ global: " + " ".join(f"{each};" for each in shim.functions(name)) + " local: *; };\n",
        encoding="utf-8",
    )
    link = ["-shared", "-o", str(shared), *map(str, objects)]
    link += ["-Xlinker", f"--version-script={exported}"]  # commas of paths would divide -Wl's
    _run(compiler, [*link, "-lpthread", "-ldl", "-lm"])
    return HostLibrary(name, operator, header, shared, static)


def _compile(variant: Version, name: str, folder: Path) -> Path:
    hl = halide()
    lowered = variant.lowered
    path = folder / f"{name}.o"
    arguments = [*lowered.inputs.values(), *lowered.attributes.values()]
    with halide_errors(lowered.operator.name):
        target = hl.Target(f"{variant.target.halide}-no_runtime-no_bounds_query")
        outputs = {hl.OutputFileType.object: str(path)}
        hl.Pipeline(list(lowered.outputs)).compile_to(outputs, arguments, name, target)
    return path


def _runtime(target: HostTarget, folder: Path) -> Path:
    """Return Halide's runtime for a machine, which takes longer to make than most operators."""
    hl = halide()
    base = "-".join(target.halide.split("-")[:3])
    cached = Path(Store().path("runtime", f"runtime-{version('halide')}-{base}.o"))
    path = folder / "halide_runtime.o"
    try:
        shutil.copyfile(cached, path)
    except OSError:
        with halide_errors("runtime"):
            hl.compile_standalone_runtime(str(path), hl.Target(base))
        with suppress(OSError):  # slower next time
            write_atomic(str(cached), path.read_bytes())
    return path


def _compiler(machine: str) -> HostCompiler:
    import platform

    if machine == platform.machine():
        named = named_program("CC")
        names = ["cc", "gcc", "clang"]
    else:
        named, names = None, [f"{machine}-linux-gnu-gcc"]
    if named:
        return named
    compiler = next(filter(None, map(shutil.which, names)), None)
    if compiler is None:
        raise MisuseError(
            f"no C compiler for {machine} found on PATH: {', '.join(names)}", "install gcc for it"
        )
    return HostCompiler([compiler], compiler, "install it again")


def _run(compiler: HostCompiler, arguments: list[str]) -> None:
    ended = run([*compiler.command, *arguments])
    if ended.code:
        raise BuildError(
            f"{compiler.origin}: failed with exit code {ended.code}",
            compiler.hint,
            details=ended.error_text,
        )
