"""Cases without a file: small probes of files, packages, interfaces and kernels."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.corpus.case_bench import Bench, Case, NotTriedError, last_line, outcome, reports
from tests.torture.__main__ import ATTACKS
from tests.torture.attack import FailureError, ImpossibleError, run_attack
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOT = Path(__file__).parents[2]


def _sample(bench: Bench) -> Path:
    """A copy of the AddCustom sample."""
    folder = bench.work / "sample"
    for name in ("op_host", "op_kernel"):
        shutil.copytree(_ROOT / name, folder / name)
    return folder


def _changed_kernel(bench: Bench, old: str, new: str) -> Path:
    folder = _sample(bench)
    kernel = folder / "op_kernel/add_custom.cpp"
    text = kernel.read_text()
    assert old in text, f"the sample has no {old}"
    kernel.write_text(text.replace(old, new, 1))
    return folder


def _own_project(bench: Bench) -> str:
    """People edit the generated project, and build from there."""
    folder = _sample(bench)
    done = bench.build(folder)
    if done.returncode:
        return outcome(done, "builds")
    project = folder / "CustomProject"
    for name in ("op_host", "op_kernel"):
        shutil.copytree(folder / name, project / name)
    own = {
        project / "op_host/.git/config": "mine",
        project / "op_host/.clang-format": "mine",
        project / "op_host/build_out/notes.txt": "mine",
        project / "op_host/CMakeLists.txt": "# mine\n",
    }
    for path, text in own.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    words = ("build", "-o", "CustomProject/op_host", "-k", "CustomProject/op_kernel")
    done = bench.product(*words, cwd=folder)
    lost = [
        str(path.relative_to(project))
        for path, text in own.items()
        if not path.is_file() or path.read_text() != text
    ]
    word = "builds in place" if done.returncode == 0 else outcome(done, "")
    return f"lost: {', '.join(lost)}; {word}" if lost else f"nothing is lost; {word}"


def _odd_folder(name: str) -> Callable[[Bench], str]:
    """A header in a folder with this name; the second build finds out what changed."""

    def observe(bench: Bench) -> str:
        include = '#include "kernel_operator.h"\n'
        folder = _changed_kernel(bench, include, f'{include}#include "{name}/part.h"\n')
        (folder / "op_kernel" / name).mkdir()
        (folder / "op_kernel" / name / "part.h").write_text("// nothing\n")
        done = bench.build(folder)
        if done.returncode == 0:
            (folder / "op_kernel" / name / "part.h").write_text("// changed\n")
            done = bench.build(folder)
        return outcome(done, "builds")

    return observe


def _attack(name: str, tries: int) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        try:
            tally = run_attack(ATTACKS[name], bench.home, bench.work, 1, tries)
        except ImpossibleError as error:
            raise NotTriedError(str(error)) from error
        except FailureError as error:
            return f"not attacked: {error}"
        first = f": {tally.failures[0][1]}" if tally.failures else ""
        return f"{tally.tried} tried, {len(tally.failures)} failed{first[:200]}"

    return observe


def _umask(bench: Bench) -> str:
    folder = _sample(bench)
    words = f"{sys.executable} -m custom_compiler build -o op_host -k op_kernel -i"
    script = f"umask 000; {words} --vendor_name acme --install_path '{bench.work}/opp'"
    done = bench.run("sh", "-c", script, cwd=folder)
    if done.returncode:
        return outcome(done, "builds")
    found = [*(folder / "build_out").rglob("*"), *(bench.work / "opp").rglob("*")]
    open_ = [path for path in found if not path.is_symlink() and path.stat().st_mode & stat.S_IWOTH]
    return f"{len(open_)} files and folders that everybody may write"


def _for_all(bench: Bench) -> str:
    """Install with a careful umask as root."""
    folder = _sample(bench)
    done = bench.product("build", "-o", "op_host", "-k", "op_kernel", cwd=folder)
    if done.returncode:
        return outcome(done, "builds")
    package = next((folder / "build_out").glob("*.run"))
    script = f"umask 077; sh '{package}' --install-for-all --install-path='{bench.work}/opp'"
    done = bench.run("sh", "-c", script)
    if done.returncode:
        return outcome(done, "installs")
    closed = [
        path
        for path in (bench.work / "opp").rglob("*")
        if not path.is_symlink() and not path.stat().st_mode & stat.S_IROTH
    ]
    return f"{len(closed)} files and folders that others cannot read"


def _explain(bench: Bench) -> str:
    log = bench.work / "build.log"
    log.write_text(("error: " + "(" * 10_000 + "\n") * 200)
    return outcome(bench.product("explain", log, seconds=20), "ends", "ends")


def _int_array(bench: Bench) -> str:
    program = (
        "import ctypes, sys; a = (ctypes.c_int64 * 4)();"
        "f = ctypes.CDLL(sys.argv[1]).aclCreateIntArray; f.restype = ctypes.c_void_p;"
        "print('null' if f(a, ctypes.c_uint64(2**60)) is None else 'an array')"
    )
    done = bench.run(sys.executable, "-c", program, bench.home / "lib64/libnnopbase.so")
    return outcome(done, last_line(done), "ends")


_DIMENSIONS_PROGRAM = read_source(__file__, "sources/probe_dimensions.cpp")


def _dimensions(bench: Bench) -> str:
    done = bench.build(_sample(bench))
    if done.returncode:
        return outcome(done, "builds")
    (bench.work / "d.cpp").write_text(_DIMENSIONS_PROGRAM)
    api = bench.work / "opp/vendors/acme/op_api"
    done = bench.run(
        "g++", "-w", "d.cpp", f"-I{bench.home}/include", f"-I{api}/include",
        f"-L{bench.home}/lib64", f"-L{api}/lib", "-lascendcl", "-lnnopbase", "-lcust_opapi",
        "-o", "d",
    )  # fmt: skip
    if done.returncode:
        return outcome(done, "compiles")
    done = bench.run(
        "env", f"LD_LIBRARY_PATH={bench.home}/lib64:{api}/lib", "./d",
        ASCEND_CUSTOM_OPP_PATH=str(bench.work / "opp/vendors/acme"),
    )  # fmt: skip
    return outcome(done, f"codes {last_line(done)}", "ends")


_MULS_PROGRAM = read_source(__file__, "sources/probe_muls.cpp")


def _muls_950(bench: Bench) -> str:
    (bench.work / "muls.asc").write_text(_MULS_PROGRAM)
    done = bench.bisheng("--npu-arch=dav-3510", "muls.asc", "-o", "muls")
    if done.returncode:
        return outcome(done, "builds")
    return last_line(bench.run("./muls", ASCENDC_SOC_VERSION="Ascend950PR_9599"))


_LOG_PROGRAM = read_source(__file__, "sources/probe_log.cpp")


def _log_in_place(bench: Bench) -> str:
    (bench.work / "log.asc").write_text(_LOG_PROGRAM)
    done = bench.bisheng("--npu-arch=dav-2201", "--sanitizer", "log.asc", "-o", "log")
    if done.returncode:
        return outcome(done, "builds")
    done = bench.run("mssanitizer", "--", "./log")
    return f"status {done.returncode}, {reports(done)}"


_HOSTILE = """
import time
import distributed.worker
class Planted:
    def __reduce__(self):
        import os
        return os.system, ("tr '\\\\0' ' ' < /proc/$PPID/cmdline >> {marker}",)
def run(task, *_arguments, **_options):
    now = time.time()
    return dict(op="task-finished", status="OK", result=Planted(), nbytes=8, type=Planted,
                start=now, stop=now, thread=0, key=task.key)
distributed.worker._run_task = run
"""


def _hostile_worker(bench: Bench) -> str:
    """Returns an object that executes a command where it is unpickled."""
    try:
        from tests.utils.dask_cluster import dask_cluster
    except ImportError as error:
        raise NotTriedError(str(error)) from error
    marker = bench.work / "executed"
    with dask_cluster(bench.work / "cluster", workers=0) as cluster:
        cluster.add_other_worker(_HOSTILE.format(marker=marker))
        words = ("build", "-o", "op_host", "-k", "op_kernel", "--scheduler", cluster.address)
        cache = str(bench.work / "cache")
        done = bench.product(*words, cwd=_sample(bench), CUSTOM_COMPILER_CACHE=cache)
    executed = marker.read_text() if marker.exists() else ""
    if "custom_compiler" in executed:
        return "the sender executed the worker's command"
    return f"nothing executed; {outcome(done, 'builds')}"


def _without_header(bench: Bench) -> str:
    folder = _changed_kernel(bench, '#include "kernel_operator.h"\n', "")
    return outcome(bench.build(folder), "builds")


def _assembly(bench: Bench) -> str:
    marker = "AscendC::Add(zLocal"
    folder = _changed_kernel(bench, marker, 'asm volatile("nop");\n        ' + marker)
    return outcome(bench.build(folder), "builds")


def _units(*units: str) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        folder = _sample(bench)
        source = folder / "op_host/add_custom.cpp"
        text, count = re.subn(
            r"for \(const char\* unit :\s*\{[^}]*\}\)", 'for (const char* unit : {"ascend910b"})',
            source.read_text(),
        )  # fmt: skip
        assert count == 1, "the sample registers its units in another way"
        source.write_text(text)
        done = bench.build(folder, "--soc_version", ";".join(units))
        notes = [line for line in done.stdout.splitlines() if "ascend910_93" in line]
        return outcome(done, f"builds; {len(notes)} notes about ascend910_93")

    return observe


def _command(path: str, *words: str) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        program = bench.home / path
        if not os.path.lexists(program):
            return f"{path} does not exist"
        return outcome(bench.run(program, *words, seconds=60), "works")

    return observe


CASES = (
    Case(
        "build -o CustomProject/op_host",
        "no file of the user is lost",
        "^nothing is lost",
        _own_project,
    ),
    Case(
        "op_kernel/${ENV}x",
        "builds, or a message",
        "^builds|^rejected .*ENV",
        _odd_folder("${ENV}x"),
    ),
    Case(
        "op_kernel/a;b",
        "builds, or a message that names it",
        "^builds|^rejected .*a;b",
        _odd_folder("a;b"),
    ),
    Case("write_atomic by threads", "0 failed", ", 0 failed", _attack("file_writers", 2)),
    Case("damaged kernels of packages", "0 failed", ", 0 failed", _attack("package_objects", 60)),
    Case("damaged static kernels", "0 failed", ", 0 failed", _attack("static_objects", 60)),
    Case(
        "a hostile worker",
        "the sender executes nothing",
        "^nothing executed; rejected",
        _hostile_worker,
    ),
    Case("installations that are killed", "0 failed", ", 0 failed", _attack("killed_installs", 20)),
    Case("uninstall on a full disk", "0 failed", ", 0 failed", _attack("full_disks", 20)),
    Case("umask 000", "nobody else may write", "^0 files", _umask),
    Case("--install-for-all", "others can read", "^0 files", _for_all),
    Case("explain 'error: ((((...'", "ends within 20 s", "^ends", _explain),
    Case("aclCreateIntArray(a, 2^60)", "null", "^null", _int_array),
    Case("dimensions -8 and 2^33 x 2^33", "two errors", r"^codes [1-9]\d* [1-9]\d*", _dimensions),
    Case(
        "Muls<float, false> on 950",
        "256 computed, or rejected",
        "^code 0, 256|^rejected|^code [1-9]",
        _muls_950,
    ),
    Case("Log in place under the sanitizer", "no report", "^status 0, 0 reports$", _log_in_place),
    Case("kernel without kernel_operator.h", "rejected", "^rejected", _without_header),
    Case("inline assembly in a kernel", "rejected", "^rejected .*asm", _assembly),
    Case(
        "a unit without AddConfig",
        "skipped with one note",
        "^builds; 1 notes",
        _units("ascend910b", "ascend910_93"),
    ),
    Case("no unit with AddConfig", "an error", "^rejected .*ascend910_93", _units("ascend910_93")),
    *(
        Case(f"$ASCEND_HOME_PATH/{path}", "works", "^works", _command(path, word))
        for path, word in (
            ("x86_64-linux/bin/bisheng", "--version"),
            ("x86_64-linux/bin/opc", "--help"),
            ("x86_64-linux/ccec_compiler/bin/bisheng", "--version"),
            ("bin/bisheng", "-dumpmachine"),
        )
    ),
)
