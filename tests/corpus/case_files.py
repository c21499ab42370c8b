"""Cases that lie in the folder of cases: operators, programs and sources."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tests.clients import venvs
from tests.corpus.case_bench import Bench, Case, NotTriedError, last_line, outcome, reports

if TYPE_CHECKING:
    from collections.abc import Callable

_ROOT = Path(__file__).parents[2]


def _self_cast(bench: Bench) -> str:
    folder = bench.copy("09-selfcast-none")
    np.save(folder / "x.npy", np.full(64, 1.5, np.float32))
    done = bench.build(folder)
    if done.returncode:
        return outcome(done, "builds")
    # What nothing writes is this byte.
    words = ("SelfCast", "--input", "x.npy", "x.npy", "--output", "z.npy")
    done = bench.call(folder, *words, pattern="0xA5")
    if done.returncode:
        return outcome(done, "runs")
    z = np.load(folder / "z.npy")
    untouched = (z.view(np.uint8) == 0xA5).all()
    return "the target keeps its value" if untouched else f"the target is {z.ravel()[0]}"


def _int4_operator(unit: str) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        folder = bench.copy("05-int4-cast-310p-910")
        source = folder / "op_host/nibble_cast.cpp"
        source.write_text(source.read_text().replace("ascend310p", unit))
        return outcome(bench.build(folder), "builds")

    return observe


def _int4_program(bench: Bench) -> str:
    folder = bench.copy("05-int4-cast-310p-910")
    done = bench.bisheng("--npu-arch=dav-2002", folder / "02.asc", f"-I{folder}", "-o", "a.out")
    return outcome(done, "builds")


def _aclnn_output(mode: str, *tool: str) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        folder = bench.copy("14-strided-output")
        done = bench.build(folder)
        if done.returncode:
            return outcome(done, "builds")
        api = bench.work / "opp/vendors/acme/op_api"
        done = bench.run(
            "g++", "-w", folder / "m.cpp", f"-I{bench.home}/include", f"-I{api}/include",
            f"-L{bench.home}/lib64", f"-L{api}/lib", "-lascendcl", "-lnnopbase", "-lcust_opapi",
            "-o", "m",
        )  # fmt: skip
        if done.returncode:
            return outcome(done, "compiles")
        vendor = bench.work / "opp/vendors/acme"
        done = bench.run(
            "env", f"LD_LIBRARY_PATH={bench.home}/lib64:{api}/lib", *tool, "./m", mode,
            ASCEND_CUSTOM_OPP_PATH=str(vendor),
        )  # fmt: skip
        lines = done.stdout.splitlines()
        reports = [line for line in lines if line.startswith("====== ")]
        return "; ".join(line.strip("= ") for line in (reports or lines)[:4])

    return observe


def _compare(bench: Bench) -> str:
    folder = bench.copy("19-compare-int32-lt")
    np.save(folder / "x.npy", np.zeros(64, np.float32))
    done = bench.build(folder)
    if done.returncode:
        return outcome(done, "builds")
    done = bench.call(folder, "CmpInt", "--input", "x.npy", "x.npy", "--check")
    found = [line for line in done.stdout.splitlines() if "illegal_parameter" in line]
    return f"builds; checked: {found[0].strip() if found else 'nothing about the comparison'}"


def _judged(name: str) -> Callable[[Bench], str]:
    def observe(bench: Bench) -> str:
        folder = bench.copy(f"judge/{name}")
        reference = bench.case("judge/swish.py")
        done = bench.product("judge", folder, "--reference", reference, "--jobs", "1")
        verdict = [line for line in done.stdout.splitlines() if name in line]
        return f"status {done.returncode}: {(verdict or [last_line(done)])[0].strip()[:200]}"

    return observe


def _xasc(bench: Bench) -> str:
    source = bench.copy("compilers/xasc.cpp")
    return outcome(bench.bisheng("-fPIC", "-xasc", "--shared", source, "-o", "x.so"), "builds")


def _destroy(bench: Bench, soc: str, *, checked: bool = False) -> str:
    source = bench.copy("compilers/destroy.cpp")
    program = bench.copy("compilers/run_destroy.py")
    library = bench.work / "destroy.so"
    options = ["-fPIC", "--npu-arch=dav-2201", "-o", str(library)]
    options += ["--sanitizer"] if checked else []
    done = bench.bisheng("-xasc", "--shared", source, *options)
    if done.returncode:
        # `-xasc` is another case.
        renamed = source.with_suffix(".asc")
        source.rename(renamed)
        done = bench.bisheng("-shared", renamed, *options)
    if done.returncode:
        return outcome(done, "builds")
    prefix = ("mssanitizer", "-t", "memcheck", "--") if checked else ()
    done = bench.run(*prefix, sys.executable, program, library, ASCENDC_SOC_VERSION=soc)
    result = [line for line in done.stdout.splitlines() if line.startswith("ret ")]
    return f"{(result or ['no result'])[0]}; {reports(done)}"


def _destroy_checked(bench: Bench) -> str:
    return _destroy(bench, "Ascend910B3", checked=True)


def _destroy_elsewhere(soc: str) -> Callable[[Bench], str]:
    return lambda bench: _destroy(bench, soc)


def _tla(bench: Bench) -> str:
    source = bench.copy("compilers/tla_clash.asc")
    done = bench.bisheng("--npu-arch=dav-2201", "-c", source, "-o", "tla.o")
    return outcome(done, "compiles")


def _tla_alone(bench: Bench) -> str:
    source = bench.copy("frameworks/tla_without_helper.cpp")
    done = bench.bisheng("-std=c++17", source, "-o", "tla")
    return outcome(done, "compiles")


def _status_factory(bench: Bench) -> str:
    bench.case("frameworks/status_factory_shim.cpp")
    name = "_ZN2ge13StatusFactory8InstanceEv"
    libraries = sorted((bench.home / "lib64").glob("lib*.so"))
    having = [
        path.name
        for path in libraries
        if re.search(
            rf" [TW] {name}$", bench.run("nm", "-D", "--defined-only", path).stdout, re.MULTILINE
        )
    ]
    return f"defined in {', '.join(having)}" if having else "not defined"


def _host_input(bench: Bench) -> str:
    source = bench.copy("frameworks/host_input.cpp")
    done = bench.run(
        "g++", source, f"-I{bench.home}/include", f"-L{bench.home}/lib64", "-lascendcl",
        "-lacl_op_compiler", "-o", "t",
    )  # fmt: skip
    if done.returncode:
        return outcome(done, "compiles")
    return "; ".join(line.strip() for line in bench.run("./t").stdout.splitlines())


def _after_a_fault(bench: Bench) -> str:
    """The case's program needs an extension of the reviewer; ours does the same with our own."""
    bench.case("frameworks/after_a_fault.py")
    if not venvs.is_ready("torch_npu"):
        variable = venvs.FRAMEWORKS["torch_npu"].variable
        raise NotTriedError(f"torch_npu is not installed ({variable})")
    words = ("-m", "frameworks", "-k", "after_a_fault", "tests/clients/test_torch_npu.py")
    done = bench.run(sys.executable, "-m", "pytest", "-q", *words, cwd=_ROOT, seconds=900)
    return f"status {done.returncode}: {last_line(done)[:200]}"


_FAULTY = r"^status 1: (?!.*\bright\b)"

CASES = (
    Case(
        "09-selfcast-none",
        "Cast<T, T> with CAST_NONE leaves its target",
        "^the target keeps",
        _self_cast,
    ),
    *(
        Case(
            f"05-int4-cast-310p-910, {unit}",
            "rejected when compiled",
            "^rejected .*(int4b_t|Cast)",
            _int4_operator(unit),
        )
        for unit in ("ascend310p", "ascend910")
    ),
    Case(
        "05-int4-cast-310p-910/02.asc",
        "rejected when compiled",
        "^rejected .*(int4b_t|Cast)",
        _int4_program,
    ),
    Case(
        "14-strided-output, stride 2",
        "161002, as for inputs",
        "^1st phase 161002",
        _aclnn_output("2"),
    ),
    Case(
        "14-strided-output, too small, sanitizer",
        "reported: the kernel writes past the output",
        "^ERROR: illegal write of size 128; ",
        _aclnn_output("6", "mssanitizer"),
    ),
    Case(
        "19-compare-int32-lt",
        "rejected, or reported by the sanitizer",
        "^rejected|illegal_parameter",
        _compare,
    ),
    Case("judge/05_no_enque_race", "faulty, status 1", _FAULTY, _judged("05_no_enque_race")),
    Case("judge/22_asm", "not right, status 1", _FAULTY, _judged("22_asm")),
    Case("compilers/xasc.cpp", "builds", "^builds", _xasc),
    Case(
        "compilers/destroy.cpp, sanitizer",
        "right, no error",
        "^ret 0 equal True .*; 0 reports$",
        _destroy_checked,
    ),
    *(
        Case(
            f"compilers/run_destroy.py, {soc}",
            "507015: compiled for other cores",
            "^ret 507015",
            _destroy_elsewhere(soc),
        )
        for soc in ("Ascend950PR_9599", "Ascend310P3")
    ),
    Case("compilers/tla_clash.asc", "compiles", "^compiles", _tla),
    Case("frameworks/tla_without_helper.cpp", "compiles", "^compiles", _tla_alone),
    Case(
        "frameworks/status_factory_shim.cpp",
        "the toolkit defines it",
        "^defined in",
        _status_factory,
    ),
    Case(
        "frameworks/host_input.cpp",
        "7 for both placements",
        "placement 1: 0, 7;.*placement 2: 0, 7;",
        _host_input,
    ),
    Case(
        "frameworks/after_a_fault.py",
        "507035 for each call, no SIGSEGV",
        r"^status 0: \d+ passed(?!.*skipped)",
        _after_a_fault,
    ),
)
