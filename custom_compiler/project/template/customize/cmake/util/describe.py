"""Compiles the operator definitions, runs op_build over them and asks for the tiling structures.

    describe.py SETTINGS

SETTINGS holds `name=value` lines (written by describe.cmake). Compiles run in parallel, and what
did not change is not done again. Files that op_build writes are replaced only if they differ, so
that the build graph sees a change only where there is one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import FailedStepError, SourceError, exit_code
from files import cmake_quoted, file_state, load_json, replacing, without_future, write_changed
from host_objects import HostObjects, object_path, precompiled_header
from host_settings import HostSettings

_LIBRARY_MACRO = re.compile(rb"\bOP_(?:PROTO|TILING)_LIB\b")
_REFUSED = 1  # op_build's exit code for definitions that cannot be
_OP_ADD = re.compile(r"\bOP_ADD\s*\(\s*(\w+)")


def describe(settings: HostSettings) -> int:
    """Describe the operators; the exit code."""
    os.makedirs(settings.objects, exist_ok=True)
    try:
        reject_double_registration(settings.sources)
        objects = HostObjects(settings).compile()
        link_library(settings, objects)
        run_op_build(settings)
    finally:
        write_dependencies(settings)
    return 0


def reject_double_registration(sources: list[str]) -> None:
    """Reject two OP_ADD of one operator, which would give it two descriptions."""
    places: dict[str, str] = {}
    for source in sources:
        with open(source, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for op_type, line in unconditional_registrations(text):
            location = f"{source}:{line}"
            if op_type in places:
                first = places[op_type]
                raise SourceError(
                    f"{location}: error: operator {op_type} is registered twice (OP_ADD),"
                    f" first at {first}"
                )
            places[op_type] = location


def unconditional_registrations(text: str) -> list[tuple[str, int]]:
    """Return the operator types and line numbers of OP_ADD outside comments and #if blocks."""
    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', _blank, text, flags=re.DOTALL)
    registrations = []
    depth = 0
    for number, line in enumerate(code.split("\n"), 1):
        directive = (
            line.lstrip().removeprefix("#").lstrip() if line.lstrip().startswith("#") else ""
        )
        if directive.startswith("if"):
            depth += 1
        elif directive.startswith("endif"):
            depth -= 1
        elif not directive and depth == 0:
            registrations += [(match[1], number) for match in _OP_ADD.finditer(line)]
    return registrations


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def link_library(settings: HostSettings, objects: list[str]) -> None:
    """Link the library that op_build loads, if an object is new."""
    stamp = settings.library + ".json"
    inputs = {path: file_state(path) for path in objects}
    if load_json(stamp) == inputs and os.path.exists(settings.library):
        return
    libraries = ["-lexe_graph", "-lregister", "-ltiling_api"]
    if settings.is_gcc:
        # Reading libstdc++ takes longer than the rest of linking, and those above bring it.
        libraries += ["-nodefaultlibs", "-lm", "-lgcc", "-lgcc_s", "-lc"]
    command = [*settings.compiler, "-shared", *objects, f"-L{settings.toolkit}/lib64", *libraries]
    with replacing(settings.library) as part:
        command += ["-o", part]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            raise FailedStepError(done.stdout.decode("utf-8", "replace"))
    write_changed(stamp, json.dumps(inputs))


def run_op_build(settings: HostSettings) -> None:
    """Generate sources and operator information, if the library or op_build is new."""
    stamp = os.path.join(settings.output, "op_build.json")
    inputs = {
        "library": file_state(settings.library),
        "tool": file_state(settings.op_build),
        "register": file_state(f"{settings.toolkit}/lib64/libregister.so"),
        "prefix": [
            os.environ.get(name)
            for name in ("OPS_PROJECT_NAME", "OPS_DIRECT_ACCESS_PREFIX", "OPS_ACLNN_GEN")
        ],
        "library_of": [settings.library_of, settings.library_units],
        "aclnn": [settings.inner_aclnn, settings.own_aclnn],
    }
    old = load_json(stamp) or {}
    if old.get("inputs") == inputs:
        return
    names = generate(settings)
    if not any(name.endswith("-ops-info.ini") for name in names):
        raise SourceError(
            f"error: {settings.source_dir} registers no operator for any compute unit"
            " (OP_ADD of a class that calls AICore().AddConfig)"
        )
    for name in set(old.get("files", [])) - set(names):
        if os.path.exists(os.path.join(settings.output, name)):
            os.unlink(os.path.join(settings.output, name))
    read_tiling(settings)
    write_changed(stamp, json.dumps({"inputs": inputs, "files": names}))


def generate(settings: HostSettings) -> list[str]:
    """Let op_build write into a separate folder, copy new files, and return all its files."""
    variables = {}
    if settings.own_aclnn and len(settings.own_aclnn) >= count_operators(settings):
        variables["OPS_ACLNN_GEN"] = "0"  # as CANN's repositories do: definitions may be freer
    part = settings.output + ".part"
    shutil.rmtree(part, ignore_errors=True)
    try:
        os.makedirs(os.path.join(part, "group_proto"))
        call_op_build(settings, part, variables)
        if settings.library_of:
            described = described_units(part)
            requested = [unit for unit in settings.library_units.split(";") if unit in described]
            units = ";".join(requested or described)
            if units != settings.library_units:
                settings.library_units = units
                call_op_build(settings, part, variables)
        if settings.inner_aclnn:
            generate_inner_aclnn(settings, part)
        return publish(part, settings.output)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def count_operators(settings: HostSettings) -> int:
    """Return the number of operators that the sources register."""
    return sum(len(unconditional_registrations(_read(source))) for source in settings.sources)


def generate_inner_aclnn(settings: HostSettings, part: str) -> None:
    """Generate the interfaces that those written by hand call, with the prefix aclnnInner.

    CANN's repositories of operators do this for ACLNNTYPE aclnn_inner.
    """
    folder = os.path.join(part, "inner")
    os.makedirs(os.path.join(folder, "group_proto"))
    call_op_build(settings, folder, {"OPS_PROJECT_NAME": "aclnnInner"})
    for header in settings.inner_aclnn:
        for name in (header, header.removesuffix(".h") + ".cpp"):
            path = os.path.join(folder, name)
            if os.path.exists(path):  # else the compiler says what is missing
                os.rename(path, os.path.join(part, name))
    shutil.rmtree(folder)


def described_units(folder: str) -> list[str]:
    """Compute units that op_build wrote operator information of."""
    matches = (re.fullmatch(r"aic-(.+)-ops-info\.ini", name) for name in os.listdir(folder))
    return sorted(match[1] for match in matches if match)


def call_op_build(
    settings: HostSettings, folder: str, variables: dict[str, str] | None = None
) -> None:
    """Run op_build, with further environment `variables`; its complaints are the user's."""
    done = subprocess.run(
        [settings.op_build, settings.library, folder],
        env={**toolkit_environment(settings), **(variables or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    text = done.stdout.decode("utf-8", "replace").strip()
    if done.returncode < 0:
        raise FailedStepError(
            f"error: op_build was ended by signal {-done.returncode}\n{text}".strip()
        )
    if done.returncode == _REFUSED:
        if not any(unconditional_registrations(_read(source)) for source in settings.sources):
            text = f"error: {settings.source_dir} registers no operator (OP_ADD)\n{text}".strip()
        raise SourceError(text or f"error: {settings.source_dir}: op_build rejects the operators")
    if done.returncode:
        raise FailedStepError(
            f"error: op_build failed with exit code {done.returncode}\n{text}".strip()
        )
    if text:
        print(text, flush=True)


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def toolkit_environment(settings: HostSettings) -> dict[str, str]:
    """Return the environment in which the toolkit's programs find their libraries."""
    paths = [f"{settings.toolkit}/lib64", os.environ.get("LD_LIBRARY_PATH", "")]
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(filter(None, paths))}
    if settings.library_of:
        environment |= {
            "ASCEND_VENDOR_NAME": settings.library_of,
            "OPS_PRODUCT_NAME": settings.library_units,
            "SYSTEM_PROCESSOR": os.uname().machine,
        }
    return environment


def publish(part: str, folder: str) -> list[str]:
    """Copy the files that changed; the names of all."""
    names = []
    for current, _, files in os.walk(part):
        for file in files:
            path = os.path.join(current, file)
            name = os.path.relpath(path, part)
            names.append(name)
            with open(path, "rb") as content:
                write_changed(os.path.join(folder, name), content.read())
    return sorted(names)


def read_tiling(settings: HostSettings) -> None:
    """Write the tiling structures of every operator; kernels depend on them, not on the library."""
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tiling_definitions.py")
    command = [
        sys.executable,
        "-I",
        "-S",
        script,
        settings.toolkit,
        settings.library,
        settings.output,
    ]
    subprocess.run(command, env=toolkit_environment(settings), check=False)


def write_dependencies(settings: HostSettings) -> None:
    """Tell CMake the files of the project that were read, and which sources the libraries compile.

    DESCRIBE_DEPENDENCIES, HOST_OBJECTS (they are what the libraries are made of), SHARED_SOURCES
    (theirs), SEPARATE_SOURCES (the others: no C++, or it asks which library it is compiled for),
    HOST_HEADER (precompiled with the flags of SHARED_SOURCES, if it is).
    """
    outside = (settings.toolkit + "/", "/usr/")
    own = (settings.source_dir + "/", settings.kernel_dir + "/")
    files_read = set(settings.sources)
    shared = []
    for source in settings.sources:
        state = load_json(object_path(settings, source) + ".json") or {"files": {}}
        files = {
            path for path in state["files"] if path.startswith(own) or not path.startswith(outside)
        }
        files_read |= files
        may_share = settings.library_flags and not source.endswith(".c")
        if may_share and not any(_asks_for_library(path) for path in {source, *files}):
            shared.append(source)
    separate = [source for source in settings.sources if source not in shared]
    lists = {
        "DESCRIBE_DEPENDENCIES": without_future(
            {_only_name(settings, path) for path in files_read if os.path.isabs(path)}
        ),
        "HOST_OBJECTS": [object_path(settings, source) for source in shared],
        "SHARED_SOURCES": shared,
        "SEPARATE_SOURCES": separate,
        "HOST_HEADER": [header] if (header := precompiled_header(settings)) else [],
    }
    text = ""
    for name, paths in lists.items():
        lines = "\n".join(f"  {cmake_quoted(path)}" for path in paths)
        text += f"set({name}\n{lines})\n"
    write_changed(os.path.join(settings.output, "dependencies.cmake"), text)


def _only_name(settings: HostSettings, path: str) -> str:
    """Return one name for a file that is included as x.h and as ../here/x.h: Ninja rejects two."""
    real = os.path.realpath(path)
    for folder in (settings.source_dir, settings.kernel_dir):
        real_folder = os.path.realpath(folder) + os.sep
        if real.startswith(real_folder):  # `folder` may be a link with a plainer name
            return os.path.join(folder, real[len(real_folder) :])
    return real


def _asks_for_library(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return bool(_LIBRARY_MACRO.search(file.read()))
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(exit_code(lambda: describe(HostSettings(sys.argv[1]))))
