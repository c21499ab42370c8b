"""Compiles the operator definitions, runs op_build over them and asks for the tiling structures.

    describe.py SETTINGS

SETTINGS holds `name=value` lines (written by describe.cmake). Compiles run in parallel, and what
did not change is not done again. Files that op_build writes are replaced only if they differ, so
that the build graph sees a change only where there is one.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from files import cmake_quoted, load_json, write_changed

_DEPENDENCY = re.compile(r"(?:\\.|[^\s\\])+")
_OP_ADD = re.compile(r"\bOP_ADD\s*\(\s*(\w+)")


class DescribeError(Exception):
    """The definitions cannot be described; the message is for the user."""


class Settings:
    """Values of the settings file; `compiler`, `source` and `include` are lists."""

    def __init__(self, path: str) -> None:
        single: dict[str, str] = {}
        lists: dict[str, list[str]] = {"compiler": [], "source": [], "include": []}
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            for line in file:
                name, _, value = line.rstrip("\n").partition("=")
                if name in lists:
                    lists[name].append(value)
                else:
                    single[name] = value
        self.output = single["output"]
        self.toolkit = single["toolkit"]
        self.op_build = single["op_build"]
        self.source_dir = single["source_dir"]
        self.kernel_dir = single["kernel_dir"]
        self.standard = single["standard"]
        self.flags = shlex.split(single["flags"])
        self.compiler = lists["compiler"]
        self.sources = lists["source"]
        self.include_dirs = lists["include"]
        self.objects = os.path.join(self.output, "objects")
        self.library = os.path.join(self.output, "libascend_all_ops.so")


def main(path: str) -> int:
    """Describe the operators; the exit code."""
    settings = Settings(path)
    os.makedirs(settings.objects, exist_ok=True)
    try:
        refuse_double_registration(settings.sources)
        objects = compile_objects(settings)
        link_library(settings, objects)
        run_op_build(settings)
    except DescribeError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        write_dependencies(settings)
    return 0


def refuse_double_registration(sources: list[str]) -> None:
    """Two OP_ADD of one operator would give it two descriptions; say where they are."""
    places: dict[str, str] = {}
    for source in sources:
        with open(source, encoding="utf-8", errors="replace") as file:
            text = file.read()
        for op_type, line in unconditional_registrations(text):
            place = f"{source}:{line}"
            if op_type in places:
                first = places[op_type]
                raise DescribeError(
                    f"{place}: error: operator {op_type} is registered twice (OP_ADD),"
                    f" first at {first}"
                )
            places[op_type] = place


def unconditional_registrations(text: str) -> list[tuple[str, int]]:
    """Operator types and line numbers of OP_ADD outside comments and #if blocks."""
    code = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', _blank, text, flags=re.DOTALL)
    found = []
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
            found += [(match[1], number) for match in _OP_ADD.finditer(line)]
    return found


def _blank(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def compile_objects(settings: Settings) -> list[str]:
    """Compile what changed, in parallel; the objects in the order of the sources."""
    tasks = [(source, object_path(settings, source)) for source in settings.sources]
    stale = [task for task in tasks if not is_current(task[1], object_command(settings, *task))]
    failures: dict[str, str] = {}
    queue = iter(stale)
    lock = threading.Lock()

    def work() -> None:
        while True:
            with lock:
                task = next(queue, None)
            if task is None or failures:
                return
            message = compile_one(settings, *task)
            if message:
                failures[task[0]] = message

    workers = [threading.Thread(target=work) for _ in range(min(job_count(), len(stale)))]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for message in failures.values():
        raise DescribeError(message)
    return [path for _, path in tasks]


def job_count() -> int:
    """Parallel compiles: what the user asked CMake for, else one per CPU."""
    asked = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", "")
    return int(asked) if asked.isdigit() and int(asked) else len(os.sched_getaffinity(0))


def object_path(settings: Settings, source: str) -> str:
    """Object of a source; sources of one name in different folders have different ones."""
    relative = os.path.relpath(source, settings.source_dir)
    tag = hashlib.sha256(relative.encode("utf-8", "surrogateescape")).hexdigest()[:8]
    return os.path.join(settings.objects, f"{os.path.basename(source)}.{tag}.o")


def object_command(settings: Settings, source: str, target: str) -> list[str]:
    """Command that compiles one definition: not optimised, it runs once."""
    language = [] if source.endswith(".c") else [f"-std=c++{settings.standard}"]
    return [
        *settings.compiler,
        *language,
        *settings.flags,
        *("-O0", "-fPIC", "-D_GLIBCXX_USE_CXX11_ABI=0"),
        f"-I{settings.toolkit}/include",
        f"-I{settings.source_dir}",
        f"-I{settings.kernel_dir}",
        *(f"-I{folder}" for folder in settings.include_dirs),
        *("-MD", "-MF", target + ".d", "-c", source, "-o", target),
    ]


def is_current(target: str, command: list[str]) -> bool:
    """Whether the object was made by this command from these very files."""
    state = load_json(target + ".json")
    if state is None or state["command"] != command or not os.path.exists(target):
        return False
    return all(file_state(path) == known for path, known in state["files"].items())


def file_state(path: str) -> list[int] | None:
    """What changes when a file changes; None if there is no such file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return [status.st_size, status.st_mtime_ns]


def compile_one(settings: Settings, source: str, target: str) -> str:
    """Compile one definition; the compiler's message if that failed."""
    command = object_command(settings, source, target)
    print(f"Describing {os.path.relpath(source, settings.source_dir)}", flush=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode("utf-8", "replace")
    if done.returncode:
        return text
    if text:
        sys.stderr.write(text)
    with open(target + ".d", encoding="utf-8", errors="surrogateescape") as file:
        rule = file.read().replace("\\\n", " ").partition(": ")[2]
    paths = [word.replace("\\ ", " ").replace("$$", "$") for word in _DEPENDENCY.findall(rule)]
    state = {"command": command, "files": {path: file_state(path) for path in paths}}
    write_changed(target + ".json", json.dumps(state))
    return ""


def link_library(settings: Settings, objects: list[str]) -> None:
    """Link the library that op_build loads, if an object is new."""
    stamp = settings.library + ".json"
    inputs = {path: file_state(path) for path in objects}
    if load_json(stamp) == inputs and os.path.exists(settings.library):
        return
    part = settings.library + ".part"
    libraries = ("-lexe_graph", "-lregister", "-ltiling_api")
    command = [*settings.compiler, "-shared", "-o", part, *objects]
    command += [f"-L{settings.toolkit}/lib64", *libraries]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        raise DescribeError(done.stdout.decode("utf-8", "replace"))
    os.replace(part, settings.library)
    write_changed(stamp, json.dumps(inputs))


def run_op_build(settings: Settings) -> None:
    """Generate sources and operator information, if the library or op_build is new."""
    stamp = os.path.join(settings.output, "op_build.json")
    inputs = {
        "library": file_state(settings.library),
        "tool": file_state(settings.op_build),
        "register": file_state(f"{settings.toolkit}/lib64/libregister.so"),
        "prefix": [
            os.environ.get(name) for name in ("OPS_PROJECT_NAME", "OPS_DIRECT_ACCESS_PREFIX")
        ],
    }
    old = load_json(stamp) or {}
    if old.get("inputs") == inputs:
        return
    part = settings.output + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(os.path.join(part, "group_proto"))
    call_op_build(settings, part)
    names = publish(part, settings.output)
    if not any(name.endswith("-ops-info.ini") for name in names):
        raise DescribeError(
            f"error: {settings.source_dir} registers no operator for any compute unit"
            " (OP_ADD of a class that calls AICore().AddConfig)"
        )
    for name in set(old.get("files", [])) - set(names):
        if os.path.exists(os.path.join(settings.output, name)):
            os.unlink(os.path.join(settings.output, name))
    read_tiling(settings)
    shutil.rmtree(part)
    write_changed(stamp, json.dumps({"inputs": inputs, "files": names}))


def call_op_build(settings: Settings, folder: str) -> None:
    """Run op_build; its complaints are the user's."""
    done = subprocess.run(
        [settings.op_build, settings.library, folder],
        env=toolkit_environment(settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    text = done.stdout.decode("utf-8", "replace").strip()
    if done.returncode < 0:
        raise DescribeError(
            f"error: op_build was ended by signal {-done.returncode}\n{text}".strip()
        )
    if done.returncode:
        if not any(unconditional_registrations(_read(source)) for source in settings.sources):
            text = f"error: {settings.source_dir} registers no operator (OP_ADD)\n{text}".strip()
        raise DescribeError(text or f"error: op_build failed with exit code {done.returncode}")
    if text:
        print(text, flush=True)


def _read(path: str) -> str:
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def toolkit_environment(settings: Settings) -> dict[str, str]:
    """Environment in which the toolkit's programs find their libraries."""
    paths = [f"{settings.toolkit}/lib64", os.environ.get("LD_LIBRARY_PATH", "")]
    return {**os.environ, "LD_LIBRARY_PATH": ":".join(filter(None, paths))}


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


def read_tiling(settings: Settings) -> None:
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


def write_dependencies(settings: Settings) -> None:
    """List the files of the project that the description was made of, for CMake."""
    paths = set(settings.sources)
    for source in settings.sources:
        state = load_json(object_path(settings, source) + ".json") or {"files": {}}
        paths.update(state["files"])
    outside = (settings.toolkit + "/", "/usr/")
    listed = sorted(path for path in paths if os.path.isabs(path) and not path.startswith(outside))
    lines = "\n".join(f"  {cmake_quoted(path)}" for path in listed)
    path = os.path.join(settings.output, "dependencies.cmake")
    write_changed(path, f"set(DESCRIBE_DEPENDENCIES\n{lines})\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
