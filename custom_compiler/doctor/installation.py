"""The parts of an installation, and problems with them."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sys
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import custom_compiler
from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.package import find_kernel_packages, find_packages
from custom_compiler.package.files import PackageFiles
from custom_compiler.package.kernel_damage import kernel_damage
from custom_compiler.support.host_compiler import find_compiler
from custom_compiler.support.kernel_origin import REMEDY, origins
from custom_compiler.support.package_roots import package_roots
from custom_compiler.support.platform_config import standing_for
from custom_compiler.support.processes import run
from custom_compiler.toolkit import find_toolkit, known_socs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from custom_compiler.package import KernelPackage, VendorPackage
    from custom_compiler.toolkit import Toolkit

_VARIABLES = (
    "ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH",
    "ASCENDC_SOC_VERSION", "CUSTOM_COMPILER_HOME", "CUSTOM_COMPILER_CACHE", "LD_LIBRARY_PATH",
    "PYTHONPATH", "CXX",
)  # fmt: skip
_SECONDS_TO_ANSWER = 20.0
_GXX_NEEDED = 7
_FACADE_MARK = "custom_compiler.asc"  # imported by our facades
_PYASC = "pyasc"  # the distribution of CANN's own
_NO_HALIDE = (
    "pip install 'custom_compiler[autokernel]' (for host kernels of descriptions); "
    "there are wheels for Linux on x86-64, macOS and Windows, elsewhere build Halide 21"
)
_PYASC_REMEDY = f"pip uninstall {_PYASC}, then install custom_compiler again"


@dataclass(frozen=True)
class Fact:
    """One line of the report; `problem` says what is wrong and what to do, or "" if nothing is."""

    topic: str
    value: str
    problem: str = ""


def diagnose(path: str | None = None, environ: Mapping[str, str] = os.environ) -> list[Fact]:
    """Look at toolkit, SoC, compilers, paths and packages.

    Args:
        path: Root of the toolkit, if it is not the one programs find.
        environ: The environment of the programs.
    """
    try:
        toolkit = find_toolkit(path, environ)
    except CustomCompilerError as error:
        facts = [Fact("toolkit", path or "", f"{error.message}; {error.hint}")]
    else:
        facts = [*_toolkit(toolkit), _soc(toolkit, environ), *_paths(toolkit, environ)]
        facts += [*_packages(toolkit, environ), *_kernels(toolkit, environ)]
    return [*facts, *_programs(environ), *language_facts()]


def _toolkit(toolkit: Toolkit) -> Iterator[Fact]:
    kind = "embedded, AI cores simulated on the CPU" if toolkit.embedded else "CANN"
    yield Fact("toolkit", f"{toolkit.root} ({kind}, version {toolkit.version}, {toolkit.arch})")
    machine = platform.machine()
    if toolkit.arch != machine:
        problem = f"its libraries are for {toolkit.arch}, this machine is {machine}"
        yield Fact("toolkit", toolkit.arch, problem)
    if not os.access(toolkit.opp, os.W_OK):
        yield Fact("toolkit", str(toolkit.opp),
                   "not writable: install packages with --install_path")  # fmt: skip


def _soc(toolkit: Toolkit, environ: Mapping[str, str]) -> Fact:
    name = environ.get("ASCENDC_SOC_VERSION", "")
    if not toolkit.embedded:
        return Fact("SoC", "that of the installed NPU")
    default = next(iter(standing_for("default", str(toolkit.platform_config))), "none")
    if not name:
        return Fact("SoC", f"{default} (ASCENDC_SOC_VERSION chooses another)")
    units_by_soc = known_socs(toolkit.platform_config)
    units = sorted(set(units_by_soc.values()))
    if name.lower() not in {soc.lower() for soc in units_by_soc} | set(units):
        problem = (
            f"ASCENDC_SOC_VERSION names no known SoC, {default} is used; "
            f"known: {', '.join(units)}, or a name below {toolkit.platform_config}"
        )
        return Fact("SoC", name, problem)
    return Fact("SoC", name)


def _programs(environ: Mapping[str, str]) -> Iterator[Fact]:
    yield Fact("Python", f"{sys.executable} ({platform.python_version()})")
    yield _compiler(environ)
    path = environ.get("PATH", os.defpath)
    for topic, program, needed in (
        ("CMake", "cmake", "pip install cmake"),
        ("Ninja", "ninja", "pip install ninja; make is used without it"),
        ("objcopy", "objcopy", "install binutils"),
        ("bash", "bash", "install bash"),
    ):
        path_of_program = shutil.which(program, path=path)
        if not path_of_program:
            yield Fact(topic, program, f"not found on PATH: {needed}")
            continue
        yield Fact(topic, f"{path_of_program} ({_first_line([path_of_program, '--version'])})")


def _compiler(environ: Mapping[str, str]) -> Fact:
    try:
        compiler = find_compiler(environ)
        compiler.identity()
        version = compiler.answer("--version").partition("\n")[0]
        major = compiler.answer("-dumpversion").partition(".")[0].strip()
    except MisuseError as error:
        return Fact("compiler", environ.get("CXX") or "none", f"{error.message}; {error.hint}")
    old = major.isdigit() and int(major) < _GXX_NEEDED
    shown = f"{' '.join(compiler.command)} ({version})"
    return Fact("compiler", shown, "too old: C++17 is needed, g++ 7" if old else "")


def _first_line(command: list[str]) -> str:
    try:
        ended = run(command, seconds=_SECONDS_TO_ANSWER)
    except OSError as error:
        return str(error)
    if ended.is_late:
        return f"no answer to {command[-1]} in {_SECONDS_TO_ANSWER:.0f} seconds"
    return (ended.output_text or ended.error_text).strip().split("\n")[0]


def _paths(toolkit: Toolkit, environ: Mapping[str, str]) -> Iterator[Fact]:
    for name in _VARIABLES:
        if environ.get(name):
            yield Fact(name, environ[name], _path_problem(toolkit, name, environ[name]))


def _path_problem(toolkit: Toolkit, name: str, value: str) -> str:
    if name == "ASCEND_CUSTOM_OPP_PATH":
        missing = [entry for entry in value.split(":") if entry and not Path(entry).is_dir()]
        return f"no such directory: {', '.join(missing)}" if missing else ""
    if name == "ASCEND_OPP_PATH" and not Path(value).is_dir():
        return "no such directory"
    if name == "LD_LIBRARY_PATH":
        for entry in value.split(":"):
            library = Path(entry or ".") / "libascendcl.so"
            if library.exists():
                other = library.resolve()
                own = (toolkit.root / "lib64/libascendcl.so").resolve()
                return "" if other == own else (
                    f"programs load {library}, which is not this toolkit's: source its set_env.sh"
                )  # fmt: skip
    return ""


def _packages(toolkit: Toolkit, environ: Mapping[str, str]) -> Iterator[Fact]:
    opp = environ.get("ASCEND_OPP_PATH") or str(toolkit.opp)
    try:
        packages = find_packages({**environ, "ASCEND_OPP_PATH": opp})
    except CustomCompilerError as error:
        yield Fact("packages", opp, f"{error.message}; {error.hint}")
        return
    if not packages:
        yield Fact("packages", "none installed")
    owners: dict[tuple[str, str], VendorPackage] = {}
    for package in packages:
        hidden = []
        for operator, units in package.operators.items():
            for unit in units:
                first = owners.setdefault((operator, unit), package)
                if first is not package:
                    hidden.append(f"{operator} ({unit}) of {first.name} comes first")
        count = len(package.operators)
        shown = f"{package.name} {package.path} ({count} operator{'s' if count != 1 else ''})"
        yield Fact("package", shown, _package_problem(toolkit, package) or "; ".join(hidden))


def _package_problem(toolkit: Toolkit, package: VendorPackage) -> str:
    files = PackageFiles(package.path)
    machines = files.host_machines()
    if machines and toolkit.arch not in machines:
        return f"its libraries are for {', '.join(machines)}, the toolkit is for {toolkit.arch}"
    if not package.operators and not files.api_library.exists():
        return "this is no package: one is .../vendors/<name>"
    if not files.api_library.exists():
        return f"{files.api_library} is missing: install the package again"
    return kernel_damage(files.kernels())


def _kernels(toolkit: Toolkit, environ: Mapping[str, str]) -> Iterator[Fact]:
    opp = environ.get("ASCEND_OPP_PATH") or str(toolkit.opp)
    builtin = f"{opp}/built-in"
    try:
        roots = [str(path) for path, _ in package_roots({**environ, "ASCEND_OPP_PATH": opp})]
        packages = find_kernel_packages({**environ, "ASCEND_OPP_PATH": opp})
    except CustomCompilerError as error:
        yield Fact("kernels", opp, f"{error.message}; {error.hint}")
        return
    for package in packages:
        shown = f"{package.name} {package.path} ({len(package.kernels)} {package.kind})"
        problem = _kernel_problem(toolkit, package) or _change(package, [*roots, builtin])
        yield Fact("kernels", shown, problem)
    left = sorted(Path(opp).glob("static_kernel/ai_core/.swap"))
    left += sorted(Path(opp).glob(".debug_kernel.*"))
    if left:
        problem = "an installation was interrupted: the next one there completes or undoes it"
        yield Fact("kernels", str(left[0]), problem)


def _kernel_problem(toolkit: Toolkit, package: KernelPackage) -> str:
    made_on = package.info.get("Host CPU", toolkit.arch)
    interface = package.info.get("Kernel interface", toolkit.kernel_interface)
    missing = [path for path in package.kernels if not path.is_file()]
    if made_on != toolkit.arch:
        return f"its kernels are for {made_on}, the toolkit is for {toolkit.arch}"
    if interface != toolkit.kernel_interface:
        return f"its kernels are of another version of the toolkit ({interface}): make them again"
    if missing:
        return f"{missing[0]} is missing: install the package again"
    return kernel_damage(package.kernels)


def _change(package: KernelPackage, roots: list[str]) -> str:
    """Describe the change of the operators' packages since the kernels were compiled."""
    changed: dict[str, str] = {}
    for (unit, origin), path in origins(package.kernels).items():
        change = origin.change(unit, roots)
        if change:
            changed.setdefault(change, path.stem)
    if not changed:
        return ""
    shown, kernel = next(iter(changed.items()))
    more = f" (and {len(changed) - 1} more)" if len(changed) > 1 else ""
    return f"{kernel} is out of date, programs leave it: {shown}{more}; {REMEDY}"


def language_facts() -> Iterator[Fact]:
    """Yield the location of `import asc`, and the packages that compile kernels in Python."""
    yield Fact("asc", *_imported_asc())
    needed = "pip install 'custom_compiler[asc]' (for compiling kernels written in Python)"
    yield Fact("xDSL", _package_version("xdsl", needed))
    yield Fact("Halide", _package_version("halide", _NO_HALIDE))


def _package_version(package: str, needed: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return f"none: {needed}"


def _imported_asc() -> tuple[str, str]:
    """Return the file that is imported as `asc`, and its problem."""
    try:
        spec = importlib.util.find_spec("asc")
    except ValueError as error:
        return "none", f"cannot be found: {error}"
    if spec is None or spec.origin is None:
        return "none", "not installed: install custom_compiler again"
    text = Path(spec.origin).read_text(encoding="utf-8", errors="replace")
    if _FACADE_MARK not in text:
        return spec.origin, f"this is another package than custom_compiler's: {_PYASC_REMEDY}"
    try:
        version = metadata.version(_PYASC)
    except metadata.PackageNotFoundError:
        return f"{spec.origin} (custom_compiler {custom_compiler.__version__})", ""
    problem = f"{_PYASC} {version} has files in the same folder: {_PYASC_REMEDY}"
    return spec.origin, problem
