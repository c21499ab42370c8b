"""Compiles kernels of one operator for one or more compute units with the toolkit's opc.

    compile_kernel.py --op TYPE --name BIN... --interface FUNC --source FILE --output DIR ...

opc's results are judged by their existence as well as by its exit code, because CANN's opc
succeeds even when a kernel does not compile. Files that come out as they were keep their time, so
that nothing that depends on them is done again.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import MISUSE_MARK, exit_code
from files import write_changed

# SoC that kernels of a compute unit are compiled for, where it is not the unit's name with a
# capital letter. The last two are known to newer CANN toolkits only.
SOC_OF_UNIT = {
    "as31xm1": "AS31XM1X",
    "ascend310b": "Ascend310B1",
    "ascend310p": "Ascend310P3",
    "ascend350": "Ascend350_354f",
    "ascend610lite": "Ascend610Lite",
    "ascend910": "Ascend910A",
    "ascend910_55": "Ascend910_5591",
    "ascend910_93": "Ascend910_9391",
    "ascend910b": "Ascend910B1",
    "ascend950": "Ascend950PR_9599",
    "bs9sx1a": "BS9SX1AA",
    "bs9sx2a": "BS9SX2AA",
    "hi3796cv300cs": "Hi3796CV300CS",
    "hi3796cv300es": "Hi3796CV300ES",
    "kirindev0000": "KirinDev0000",
    "kirindev0001": "KirinDev0001",
    "kirindev0002": "KirinDev0002",
    "kirindev0003": "KirinDev0003",
    "kirinx90": "KirinX90",
    "mc61am21a": "MC61AM21AA",
    "sd3403": "SD3403",
    "mc62": "MC62CM12AA",
    "mc32dm11a": "MC32DM11AA",
}
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_MISUSED = 2  # opc's exit code for sources and options that cannot be
_NO_SUCH_KEY = "None of the given tiling keys are in the supported list"


def main() -> int:
    """Compile; return the exit code."""
    options = Arguments(sys.argv[1:])
    for name in options.names:
        options.name = name
        rc = compile_name(options)
        if rc:
            return rc
    if options.depfile:
        write_depfile(options)
    return 0


def compile_name(options: Arguments) -> int:
    """Compile the kernel `options.name` for all units; the exit code."""
    together: list[str] = []
    for request in options.unit:
        unit, *opc_arguments = request.split("\n")
        if options.soc_list and not opc_arguments:
            together.append(unit)
            continue
        rc = compile_for(options, [unit], opc_arguments)
        if rc:
            return rc
    return compile_for(options, together, []) if together else 0


class Arguments:
    """The command line; argparse would take longer to load than all else."""

    def __init__(self, words: list[str]) -> None:
        values = {"compiler": "", "depfile": "", "opc-module": ""}
        self.unit: list[str] = []
        self.names: list[str] = []
        self.include_dirs: list[str] = []
        self.touch = self.soc_list = False
        remaining = iter(words)
        for word in remaining:
            name, equals, value = word.removeprefix("--").partition("=")
            if name == "touch":
                self.touch = True
            elif name == "soc-list":
                self.soc_list = True
            elif name == "unit":
                self.unit.append(next(remaining))
            elif name == "include":
                self.include_dirs.append(value if equals else next(remaining))
            elif name == "name":
                self.names.append(value if equals else next(remaining))
            else:
                values[name] = value if equals else next(remaining)
        self.op = values["op"]
        self.name = self.names[0]
        self.interface = values["interface"]
        self.file = values["file"]
        self.source = values["source"]
        self.output = values["output"]
        self.kernel_dir = values["kernel-dir"]
        self.opc = values["opc"]
        self.opc_module = values["opc-module"]
        self.toolkit = values["toolkit"]
        self.compiler = values["compiler"]
        self.depfile = values["depfile"]


def compile_for(options: Arguments, units: list[str], opc_arguments: list[str]) -> int:
    """Run opc once for some compute units and put the results into their places; the exit code."""
    work = os.path.join(options.output, "work", options.op)
    scratch = os.path.join(work, options.name, units[0])
    socs = [SOC_OF_UNIT.get(unit, unit.capitalize()) for unit in units]
    folders = [os.path.join(scratch, soc) if len(socs) > 1 else scratch for soc in socs]
    shutil.rmtree(scratch, ignore_errors=True)
    for folder in folders:
        os.makedirs(folder)
    arguments = [
        os.path.join(work, "dynamic", options.op + ".py"),
        f"--main_func={options.interface}",
        f"--input_param={os.path.join(work, options.name + '_param.json')}",
        f"--soc_version={','.join(socs)}",
        f"--output={scratch}",
        "--impl_mode=high_performance,optional",
        "--simplified_key_mode=0",
        "--op_mode=dynamic",
        *opc_arguments,
    ]
    rc, text = run_opc(options, arguments, scratch)
    for unit, folder in zip(units, folders, strict=True):
        results = [os.path.join(folder, options.name + suffix) for suffix in (".o", ".json")]
        if not all(os.path.isfile(path) for path in results):
            if _NO_SUCH_KEY in text:
                return 0
            sys.stdout.write(text)
            print(
                f"error: kernel {options.name} of operator {options.op} for {unit} was not compiled"
            )
            if rc == _MISUSED:
                print(MISUSE_MARK)
            return rc or 1
    if rc or os.environ.get("CUSTOM_COMPILER_VERBOSE"):
        sys.stdout.write(text)
    if rc:
        return rc
    for unit, folder in zip(units, folders, strict=True):
        publish(options, unit, folder)
    if "dump_cce" not in "".join(opc_arguments):
        shutil.rmtree(scratch, ignore_errors=True)
    return 0


def run_opc(options: Arguments, arguments: list[str], folder: str) -> tuple[int, str]:
    """Run opc in `folder`: its exit code and what it said."""
    if options.opc_module:
        return run_opc_here(options, arguments, folder)
    done = subprocess.run(
        [options.opc, *arguments],
        cwd=folder,
        env=opc_environment(options),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def run_opc_here(options: Arguments, arguments: list[str], folder: str) -> tuple[int, str]:
    """Run opc in this process: starting another takes as long as a fifth of a small kernel."""
    path = options.opc_module
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    saved = [os.dup(1), os.dup(2)]
    environment, argv, here = dict(os.environ), sys.argv, os.getcwd()
    rc: object = 0
    with open(os.path.join(folder, "said.txt"), "w+b") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
        try:
            os.environ.update(opc_environment(options))
            os.chdir(folder)
            sys.argv = [path, *arguments]
            exec(code, {"__name__": "__main__", "__file__": path})  # noqa: S102  the toolkit's own
        except SystemExit as end:
            rc = end.code
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.chdir(here)
            os.environ.clear()
            os.environ.update(environment)
            sys.argv = argv
            for descriptor, copy in enumerate(saved, 1):
                os.dup2(copy, descriptor)
                os.close(copy)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if isinstance(rc, str):
        return 1, f"{text}{rc}\n"
    return (rc if isinstance(rc, int) else 0), text


def opc_environment(options: Arguments) -> dict[str, str]:
    """Return the environment of opc."""
    libraries = [f"{options.toolkit}/lib64", os.environ.get("LD_LIBRARY_PATH", "")]
    # Where kernels are code of the host, its compiler makes them.
    compiler = {"CXX": options.compiler} if options.compiler else {}
    return {
        **os.environ,
        **compiler,
        "HI_PYTHON": sys.executable,
        "BUILD_KERNEL_SRC": options.source,
        "CUSTOM_COMPILER_EDITOR": os.path.join(options.output, "editor"),
        "ASCEND_CUSTOM_OPP_PATH": os.path.join(options.output, "opp"),
        "ASCEND_GLOBAL_LOG_LEVEL": os.environ.get("ASCEND_GLOBAL_LOG_LEVEL", "3"),
        "ASCEND_SLOG_PRINT_TO_STDOUT": os.environ.get("ASCEND_SLOG_PRINT_TO_STDOUT", "1"),
        "TILINGKEY_PAR_COMPILE": os.environ.get("TILINGKEY_PAR_COMPILE", "1"),
        "LD_LIBRARY_PATH": ":".join(filter(None, libraries)),
    }


def publish(options: Arguments, unit: str, scratch: str) -> None:
    """Move the results to the package's folder; the description says where that is."""
    name = options.name
    target = os.path.join(options.output, "binary", unit, options.file)
    os.makedirs(target, exist_ok=True)
    with open(os.path.join(scratch, name + ".o"), "rb") as file:
        write_changed(os.path.join(target, name + ".o"), file.read())
    with open(os.path.join(scratch, name + ".json"), encoding="utf-8") as file:
        record = json.load(file)
    record["filePath"] = f"{unit}/{options.file}/{name}.json"
    write_changed(os.path.join(target, name + ".json"), json.dumps(record, indent=1))
    if options.touch:
        for suffix in (".o", ".json"):
            os.utime(os.path.join(target, name + suffix))


def write_depfile(options: Arguments) -> None:
    """Write the make rule that names every file, but the toolkit's, that this kernel includes."""
    files: list[str] = []
    folders = [os.path.dirname(options.source), options.kernel_dir, *options.include_dirs]
    pending = [options.source]
    while pending:
        path = pending.pop()
        if path in files:
            continue
        files.append(path)
        with open(path, "rb") as file:
            names = _INCLUDE.findall(file.read())
        for raw in names:
            name = raw.decode("utf-8", "surrogateescape")
            for folder in (os.path.dirname(path), *folders):
                included = os.path.join(folder, name)
                if os.path.isfile(included):
                    pending.append(_plain_name(included))
                    break
    unit = options.unit[0].split("\n")[0]
    target = os.path.join(options.output, "binary", unit, options.file, options.names[0] + ".o")
    escaped = [path.replace("$", "$$").replace(" ", "\\ ").replace("#", "\\#") for path in files]
    rule = target.replace(" ", "\\ ") + ": " + " \\\n  ".join(escaped) + "\n"
    write_changed(options.depfile, rule)


def _plain_name(path: str) -> str:
    """Return a path without `..`, which leads elsewhere after a link."""
    plain = os.path.normpath(path)
    is_same = os.path.exists(plain) and os.path.samefile(plain, path)
    return plain if is_same else os.path.realpath(path)


if __name__ == "__main__":
    sys.exit(exit_code(main))
