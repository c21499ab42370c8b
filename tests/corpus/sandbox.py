"""One operator built, installed and run in a separate folder and embedded toolkit."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.corpus.checked_clients import Checked, read_reports
from tests.corpus.judge import compare_client
from tests.corpus.launch_times import LaunchTime, launch_time, launch_timer
from tests.corpus.timed_clients import TimedClient, count_launches, observer_variables

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import BinaryIO

    from tests.corpus.operators import Operator

# The words before the command line of a client's program with this name.
Watch: TypeAlias = "Callable[[str], list[str]]"

_ERROR_LINE = re.compile(
    r"(?i)^(?!(?:/bin/)?rm:|\[?\d+%|\$ ).*\b(error|failed|undefined reference|cannot)\b"
)
_KERNEL_STEP = re.compile(r"^\[\d+/\d+\] Kernel (\w+) ", re.MULTILINE)
_PLANNED = re.compile(r"^add_kernel\(", re.MULTILINE)
_NO_GOLDEN = "result: the examples print values without a golden"
_PASSED = re.compile(r"test pass|passed the Precision", re.IGNORECASE)


@dataclass(frozen=True)
class Settings:
    """Settings that are the same for every operator of a run."""

    work: Path
    python: Path
    soc: str | None
    includes: tuple[Path, ...] = ()
    timeout: float = 900.0
    build_only: bool = False
    is_checked: bool = False  # clients that are right run once more, under mssanitizer; with
    # build_only, all kernels are compiled for that
    is_timed: bool = False  # they run once more with the cycle model


@dataclass
class Outcome:
    """Progress of one operator. A later step is False when an earlier one failed."""

    operator: str
    unit: str = ""
    host: bool = False
    kernels: int = 0
    kernels_planned: int = 0
    observed: int = 0  # kernels compiled to be observed, where that was asked for
    built: bool = False
    client: bool = False  # there is an example that calls the operator
    ran: bool = False
    right: bool = False
    why_not: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    checked: dict[str, Any] = field(default_factory=dict)  # fields of Checked
    timed: dict[str, Any] = field(default_factory=dict)  # fields of TimedClient


class Sandbox:
    """Folders and environment of one operator."""

    def __init__(self, operator: Operator, settings: Settings) -> None:
        self.operator = operator
        self.settings = settings
        self.root = settings.work / operator.name
        self.home = self.root / "home" / "cann"
        self.results = self.root / "CustomProject" / "build_out"
        self.client = (
            self.root / operator.client_folder
        )  # clients name headers by paths like ../../op_host/x.h
        self._watch: Watch = _unwatched
        self._watched: dict[str, str] = {}  # variables for it

    def run(self) -> Outcome:
        """Build, install, run the client, compare; never raises for a failing operator."""
        outcome = Outcome(
            self.operator.name, unit=self._unit(), client=self.operator.client is not None
        )
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        try:
            outcome.built = self._step(outcome, "build", self._build)
            if outcome.built and not self.settings.build_only:
                if outcome.client:
                    outcome.ran = self._step(outcome, "client", self._client)
                else:
                    outcome.why_not = "no example client"
            if outcome.ran:
                self.judge(outcome, "client")
            if self.settings.is_checked and outcome.built and self.settings.build_only:
                self._step(outcome, "observed", lambda log: self._build_observed(outcome, log))
            elif not self.settings.build_only:
                self.observe(outcome)
        except subprocess.TimeoutExpired as expired:
            outcome.why_not = f"no end after {expired.timeout:.0f} s: {Path(expired.cmd[0]).name}"
        self._count_kernels(outcome)
        return outcome

    def _unit(self) -> str:
        return self.settings.soc or self.operator.unit()

    def _step(self, outcome: Outcome, name: str, action: Callable[[BinaryIO], int]) -> bool:
        start = time.monotonic()
        log = self.root / f"{name}_step.log"
        try:
            with log.open("wb") as stream:
                code = action(stream)
        finally:
            outcome.seconds[name] = round(time.monotonic() - start, 2)
        if code != 0:
            outcome.why_not = f"{name}: {first_error(log)}"
        return code == 0

    def _build(self, log: BinaryIO) -> int:
        operator = self.operator
        api = operator.api_files()
        self._stage(
            "op_host",
            [path for path in operator.host_files() if path not in api or path.suffix == ".h"],
        )
        for path in api:
            target = self.root / "op_host" / "op_api" / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        self._stage("op_kernel", operator.kernel_files())
        command = [
            *_custom_compiler(), "build", "-o", str(self.root / "op_host"),
            "-k", str(self.root / "op_kernel"),
            "--vendor_name", "customize", "--soc_version", self._unit(),
            "--work-dir", str(self.root),
        ]  # fmt: skip
        self._call([*_custom_compiler(), "home"], log)
        of_toolkit = (self.home / folder for folder in operator.toolkit_includes)
        includes = [*operator.includes(), *(path for path in of_toolkit if path.is_dir())]
        for include in (*includes, *self._neighbours(), *self.settings.includes):
            command += ["-I", str(include)]
        code = self._call(command, log)
        if code != 0:
            self._build_rest(log)
            return code
        package = next(self.results.glob("*.run"))
        return self._call(["bash", str(package), "--quiet"], log)

    def _build_observed(self, outcome: Outcome, log: BinaryIO) -> int:
        """Compile each kernel of the installed package as a sanitizer run would; 0 if all are."""
        kernels = sorted(self.home.glob("opp/vendors/*/op_impl/ai_core/tbe/kernel/*/*/*.o"))
        opc = [str(self.home / "bin/opc"), "--observed"]
        soc = f"--soc_version={self._unit()}"
        codes = [self._call([*opc, str(kernel), soc], log) for kernel in kernels]
        outcome.observed = codes.count(0)
        return max(codes, default=0)

    def _build_rest(self, log: BinaryIO) -> None:
        """Build what a failure left out, so that the log names every failure."""
        if (self.results / "build.ninja").is_file():
            jobs = ["-j", "1", "--", "-k", "0"]
            self._call(["cmake", "--build", str(self.results), *jobs], log)

    def _count_kernels(self, outcome: Outcome) -> None:
        plan = self.results / "op_kernel" / "plan.cmake"
        if plan.is_file():
            outcome.kernels_planned = len(_PLANNED.findall(plan.read_text(errors="replace")))
        outcome.kernels = len(list(self.results.glob("op_kernel/binary/*/*/*.o")))
        outcome.host = len(list((self.results / "op_host").glob("libcust_*.so"))) == 3

    def _stage(self, folder: str, files: list[Path]) -> None:
        """Copy the operator's files with their structure, shared ones next to them."""
        source = self.operator.root / folder
        for path in files:
            own = source in path.parents
            name = path.relative_to(source) if own else self.operator.place_of_shared(path)
            target = self.root / folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)

    def _neighbours(self) -> list[Path]:
        """Kernels of other operators next to a folder for this one's; the folders to search from.

        "../<other>/x.h" is looked up from there, as in the tree of the corpus' own build.
        """
        neighbours = self.operator.kernel_neighbours()
        if not neighbours:
            return []
        tree = self.root / "kernels"
        for folder in neighbours:
            shutil.copytree(folder, tree / folder.parent.name, dirs_exist_ok=True)
        own = tree / self.operator.root.name
        kernel = self.operator.root / "op_kernel"
        places = [own, *(own / path.name for path in kernel.iterdir() if path.is_dir())]
        for place in places:
            place.mkdir(parents=True, exist_ok=True)
        return places

    def _client(self, log: BinaryIO) -> int:
        assert self.operator.client is not None
        target = self.client
        shutil.copytree(self.operator.client, target)
        for folder in ("input", "output"):
            (target / folder).mkdir(exist_ok=True)
        # CANN has the interfaces of many of these operators built in, under this folder.
        interfaces = self.root / "include" / "aclnnop"
        interfaces.mkdir(parents=True)
        for header in self.home.glob("opp/vendors/customize/op_api/include/*.h"):
            if header.stat().st_size:  # op_build leaves empty ones where it generates no interface
                (interfaces / header.name).symlink_to(header)
        sources = self.operator.client_sources()
        if not sources:
            command = [*self._watch("client"), "bash", "run.sh"]
            return self._call(command, log, cwd=target, variables=self._watched)
        return max(self._example(path.name, log) for path in sources)

    def _example(self, source: str, log: BinaryIO) -> int:
        """Compile and run one example program as the corpus' scripts/build_example.sh does."""
        vendor = self.home / "opp" / "vendors" / "customize" / "op_api"
        program = self.client / source.removesuffix(".cpp")
        libraries = (vendor / "lib", self.home / "lib64")
        command = [
            "g++", "-std=c++17", source, "-o", str(program),
            f"-I{vendor / 'include'}", f"-I{self.home / 'include'}",
            f"-I{self.home / 'include' / 'aclnnop'}",
            *(f"-L{path}" for path in libraries),
            "-lcust_opapi", "-lascendcl", "-lnnopbase",
            f"-Wl,-rpath={':'.join(map(str, libraries))}",
        ]  # fmt: skip
        found = {"LD_LIBRARY_PATH": str(self.home / "lib64")}  # as set_env.sh sets it
        return self._call(command, log, cwd=self.client) or self._call(
            [*self._watch(program.name), str(program)],
            log,
            cwd=self.client,
            variables=found | self._watched,
        )

    def judge(self, outcome: Outcome, step: str) -> None:
        """Compare what the client left, whose output is the log of `step`, with the golden data."""
        text = (self.root / f"{step}_step.log").read_text(errors="replace")
        if self.operator.client_sources():
            outcome.why_not = _NO_GOLDEN
            return
        comparisons = compare_client(self.client)
        wrong = next((c for c in comparisons if not c.right), None)
        if wrong:
            outcome.why_not = f"result: {wrong.detail}"
        elif not comparisons and not _PASSED.search(text):
            outcome.why_not = "result: the client's own check does not say pass"
        outcome.right = not outcome.why_not

    def is_unobserved(self, outcome: Outcome) -> bool:
        """Return whether a kind of observed run is wanted of which the outcome says nothing."""
        return (self.settings.is_checked and not outcome.checked) or (
            self.settings.is_timed and not outcome.timed
        )

    def observe(self, outcome: Outcome) -> Outcome:
        """Run a client once more unmodified and once observed, unless it is wrong."""
        if not outcome.right and outcome.why_not != _NO_GOLDEN:
            return outcome
        if self.settings.is_checked and not outcome.checked:
            outcome.checked = asdict(self._check())
        if self.settings.is_timed and not outcome.timed:
            outcome.timed = asdict(self._time_client())
        return outcome

    def _check(self) -> Checked:
        checked = Checked()
        reports = self._fresh("reports")

        def watch(program: str) -> list[str]:
            report = f"--json={reports / program}.json"
            return [str(self.home / "bin/mssanitizer"), report, "--"]

        try:
            checked.release, checked.why_not = self._time("release", _unwatched, {})
            checked.checked, why_not = self._time("checked", watch, {})
        except subprocess.TimeoutExpired as expired:
            return Checked(why_not=f"no end after {expired.timeout:.0f} s")
        checked.why_not = checked.why_not or why_not
        read_reports(reports, checked)
        return checked

    def _time_client(self) -> TimedClient:
        timed = TimedClient()
        lines = self._fresh("lines")
        try:
            timed.release, timed.why_not = self._time("release", _unwatched, {})
            variables = observer_variables(lines)
            timed.timed, why_not = self._time("timed", _unwatched, variables)
        except subprocess.TimeoutExpired as expired:
            return TimedClient(why_not=f"no end after {expired.timeout:.0f} s")
        timed.launches = count_launches(lines)
        no_launch = "" if timed.launches else "no launch was timed"
        timed.why_not = timed.why_not or why_not or no_launch
        return timed

    def _fresh(self, name: str) -> Path:
        """An empty folder of the operator's."""
        folder = self.root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def _time(self, name: str, watch: Watch, variables: dict[str, str]) -> tuple[LaunchTime, str]:
        """Run the client once more; the time of all its launches, and what went wrong if it did."""
        times = self.root / f"{name}_times.txt"
        times.unlink(missing_ok=True)
        timer = launch_timer(self.settings.work / "timer")
        timed = {"LD_PRELOAD": str(timer), "CORPUS_LAUNCH_TIMES": str(times)}
        self.renew_home()
        why_not = self.run_again(name, timed | variables, watch)
        return launch_time(times), why_not

    def renew_home(self) -> None:
        """Renew the toolkit root of an earlier run."""
        self.call("home", [*_custom_compiler(), "home"])

    def run_again(self, name: str, variables: dict[str, str], watch: Watch | None = None) -> str:
        """Compile and run the client from its sources once more; why it failed, or ""."""
        shutil.rmtree(self.client)
        shutil.rmtree(self.root / "include")
        self._watch, self._watched = watch or _unwatched, variables
        log = self.root / f"{name}_step.log"
        with log.open("wb") as stream:
            code = self._client(stream)
        return f"{name}: {first_error(log)}" if code else ""

    def call(self, name: str, command: list[str], variables: dict[str, str] | None = None) -> str:
        """Run a command in the operator's environment; why it failed, or ""."""
        log = self.root / f"{name}_step.log"
        with log.open("wb") as stream:
            code = self._call(command, stream, variables=variables)
        return f"{name}: {first_error(log)}" if code else ""

    def _call(
        self,
        command: list[str],
        log: BinaryIO,
        cwd: Path | None = None,
        variables: dict[str, str] | None = None,
    ) -> int:
        env = self._environment() | (variables or {})
        return run_logged(command, cwd or self.root, env, log, self.settings.timeout)

    def _environment(self) -> dict[str, str]:
        binaries = self.root / "bin"
        if not binaries.is_dir():
            binaries.mkdir()
            write_program(binaries / "python3", f'exec "{self.settings.python}" "$@"')
            chip = f"Ascend {self._unit().removeprefix('ascend').upper()}"
            table = f"NPU_ID Chip_ID Chip_Logic_ID Chip_Name\\n0 0 0 {chip}\\n"
            write_program(binaries / "npu-smi", f"printf '{table}'")
            run = 'case "$1" in --application=*) exec ${1#*=} ;; esac'
            write_program(binaries / "msprof", run)
            # Some clients delete their results, which are still to be compared.
            write_program(
                binaries / "rm",
                'case "$*" in *output*) [ -z "$(ls -A output)" ] || exit 0 ;; esac\n'
                'exec /bin/rm "$@"',
            )
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
        env |= {
            "CUSTOM_COMPILER_HOME": str(self.home),
            "ASCEND_HOME_PATH": str(self.home),
            "ASCEND_OPP_PATH": str(self.home / "opp"),
            "ASCENDC_SOC_VERSION": self._unit(),
            "CUSTOM_COMPILER_CACHE": str(self.settings.work / "cache"),
            "HOME": str(self.root),
            "PATH": f"{binaries}{os.pathsep}{env.get('PATH', os.defpath)}",
            "CPATH": str(self.root / "include"),
            "OMP_NUM_THREADS": "1",
            "PYTHONPATH": os.pathsep.join(map(str, standins(self.settings.python))),
        }
        if self.operator.has_inner_interface:
            env["OPS_PROJECT_NAME"] = "aclnnInner"  # leaves its name to the one written by hand
        if not self.operator.generates_interface:
            env["OPS_ACLNN_GEN"] = "0"
        if self.operator.includes() or self.settings.includes:
            env["CXXFLAGS"] = self.operator.definitions
        return env


def _unwatched(_program: str) -> list[str]:
    """Return the command that a client runs under: none."""
    return []


def run_logged(
    command: list[str], cwd: Path, env: dict[str, str], log: BinaryIO, timeout: float
) -> int:
    """Run a command; at the time limit it and all it started are killed."""
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL,
        stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        return process.wait(timeout)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


@cache
def standins(python: Path) -> list[Path]:
    """Return folders of the modules that the corpus' data scripts import and this Python lacks."""
    folders = sorted((Path(__file__).parent / "standins").glob("for_*"))
    found = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)"
    return [
        folder
        for folder in folders
        if subprocess.run(
            [python, "-c", found, folder.name.removeprefix("for_")], check=False
        ).returncode
    ]


def write_program(path: Path, body: str) -> None:
    """Write a shell script that can be executed."""
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def _custom_compiler() -> list[str]:
    return [sys.executable, "-m", "custom_compiler"]


def first_error(log: Path) -> str:
    """The line of a log that most likely names what went wrong."""
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    named = next((line for line in lines if _ERROR_LINE.search(line)), None)
    return (named or (lines[-1] if lines else "no output"))[:240]


__all__ = ["Outcome", "Sandbox", "Settings", "first_error", "run_logged", "write_program"]
