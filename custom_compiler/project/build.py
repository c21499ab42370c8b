"""Builds an operator project: drives CMake and Ninja, reports progress, explains failures."""

from __future__ import annotations

import json
import os
import re
import tempfile
import time
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError, MisuseError, write_error
from custom_compiler.project.compile_commands import write_compile_commands
from custom_compiler.project.compiler_facts import compiler_facts
from custom_compiler.project.compiler_hints import (
    foreign_name_hint,
    host_name_hint,
    missing_header_hint,
)
from custom_compiler.project.diagnose import diagnose
from custom_compiler.project.events import BuildEvent, EventHandler, ignore
from custom_compiler.project.full_disk import full_place, says_full
from custom_compiler.project.instantiate import ProjectSettings, instantiate
from custom_compiler.project.lock import TOKEN, build_lock, token_of
from custom_compiler.project.plain_paths import PlainPaths
from custom_compiler.project.result import BuildResult, read_result
from custom_compiler.project.scheduler import connected
from custom_compiler.project.source_states import SourceStates
from custom_compiler.project.tools import find_python, find_tools
from custom_compiler.project.users_files import (
    ELSEWHERE,
    reject_enclosed_project,
    reject_written_sources,
)
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_changed
from custom_compiler.support.owned_files import BuiltFiles
from custom_compiler.support.processes import run_lines

if TYPE_CHECKING:
    from typing import Any, TextIO

    from custom_compiler.project.scheduler import CompileScheduler, Connection
    from custom_compiler.project.spec import ProjectSpec

_STEP = re.compile(r"^\[(\d+)/(\d+)\] (.*)$")
_SETTINGS = ".settings.json"
# What is made of sources and not by a step that compares their states itself.
_OF_SOURCES = ("build.ninja", "Makefile", "op_host", "op_kernel", "framework")


def build(  # noqa: PLR0913 - what a build is asked for
    spec: ProjectSpec,
    project: Path,
    *,
    jobs: int | None = None,
    on_event: EventHandler = ignore,
    log: Path | None = None,
    scheduler: CompileScheduler | None = None,
    verbose: bool = False,
) -> BuildResult:
    """Build the package of `spec` in the folder `project` (made if missing).

    With `verbose` events and log have the commands of steps in place of their names.
    `jobs` are the parallel steps (default: one per CPU); `log` receives the whole output (default:
    build.log in the project); kernels are compiled on the cluster of `scheduler`, if there is one.
    Raises MisuseError if the request or the registration in the sources
    cannot be, BuildError with the first tool's message if a step fails. A build that was
    interrupted in any way is completed by the next one.
    """
    start = time.monotonic()
    reject_enclosed_project(spec, project)
    reject_written_sources(spec, project / "build_out")
    log = Path(log or project / "build.log")
    run = _BuildRun(spec, Path(project), jobs, on_event, log, shows_commands=verbose)
    with connected(scheduler, spec.toolkit.root) if scheduler else nullcontext() as connection:
        run.make(connection)
    return run.result(time.monotonic() - start)


class _BuildRun:
    """One build in progress."""

    def __init__(  # noqa: PLR0913  what a build is asked for
        self,
        spec: ProjectSpec,
        project: Path,
        jobs: int | None,
        on_event: EventHandler,
        log: Path,
        *,
        shows_commands: bool,
    ) -> None:
        self._spec = spec
        self._shown = project  # as the user knows it
        self._built = BuiltFiles(project, project / "build_out")
        self._paths = PlainPaths()
        sides = (spec.host_files, spec.kernel_files, spec.framework_files)
        sources = [path for files in sides for path in files.values()]
        sources += spec.repository.sources if spec.repository else ()
        self._states = SourceStates(project, sources)
        self._jobs = jobs or len(os.sched_getaffinity(0))
        self._on_event = on_event
        self._log = log
        self._shows_commands = shows_commands
        tools = find_tools(self._jobs, c_sources=self._has_c_sources())
        token = {TOKEN: token_of(project)}
        if shows_commands:
            token["CUSTOM_COMPILER_VERBOSE"] = "1"  # of opc: those of kernels
        self._tools = replace(tools, environment={**tools.environment, **token})

    def make(self, connection: Connection | None) -> None:
        if connection:
            environment = {**self._tools.environment, **connection.environment}
            self._tools = replace(self._tools, environment=environment)
            self._jobs += connection.threads
        try:
            self._shown.mkdir(parents=True, exist_ok=True)
            with build_lock(self._shown, self._report_wait):
                self._built.begin()
                try:
                    self._make()
                finally:
                    with suppress(OSError):  # on a full disk, where what begin() noted serves
                        self._states.end()
                        self._built.end()
        except OSError as error:
            raise write_error(self._shown, error, ELSEWHERE) from error

    def _report_wait(self) -> None:
        self._on_event(BuildEvent("wait", f"Waiting for another build in {self._shown}"))

    def _make(self) -> None:
        try:
            self._project = self._paths.of(self._shown)
            self._build = self._project / "build_out"
            changed = instantiate(self._spec, self._shown, self._settings())
            self._report_other_sources()
            if self._states.begin():
                self._built.remove(_OF_SOURCES)
            self._log.parent.mkdir(parents=True, exist_ok=True)
            log = self._log.open("w", encoding="utf-8", errors="surrogateescape")
        except OSError as error:
            raise write_error(self._shown, error, ELSEWHERE) from error
        try:
            self._configure(log, changed=changed)
            self._run(self._build_command(), "build", log, self._build)
        except OSError as error:
            raise write_error(self._log, error, ELSEWHERE) from error
        finally:
            with suppress(OSError, ValueError, KeyError):  # for editors, also of what fails
                write_compile_commands(self._build, self._paths.shown)
            with suppress(OSError):  # on a full disk; what failed is on its way already
                log.close()

    def _settings(self) -> ProjectSettings:
        folders = {
            "OP_HOST_DIR": self._spec.op_host,
            "OP_KERNEL_DIR": self._spec.op_kernel,
            "FRAMEWORK_DIR": self._spec.framework,
        }
        return ProjectSettings(
            str(self._paths.of(self._spec.toolkit.root)),
            find_python(),
            {name: str(self._paths.of(folder)) for name, folder in folders.items() if folder},
        )

    def _report_other_sources(self) -> None:
        """Report sources elsewhere that this build reads, and those here that it does not."""
        if self._spec.repository:
            self._on_event(BuildEvent("note", f"note: {self._spec.repository.describe()}"))
        for name, folder in (("op_host", self._spec.op_host), ("op_kernel", self._spec.op_kernel)):
            own = self._shown / name
            is_read = Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(own))
            files = (path for path in own.glob("*") if not path.name.startswith("."))
            if not is_read and any(files):
                text = f"note: {own} is not built: the sources are those in {folder}"
                self._on_event(BuildEvent("note", text))

    def _configure(self, log: TextIO, *, changed: bool) -> None:
        """Run CMake if the settings changed or it never ended; the build tool does the rest."""
        settings = self._tools.settings()
        path = self._build / _SETTINGS
        graph = self._build / ("build.ninja" if self._tools.generator == "Ninja" else "Makefile")
        is_known = _read_json(path) == settings
        if is_known and graph.exists() and not changed:
            return
        self._tools.check_compilers()
        if not is_known:
            # CMake takes neither another generator nor another compiler in an old build directory.
            self._built.remove()
        elif not graph.exists():
            # What CMake found out before it failed is not to be believed: the cause may be gone.
            self._built.remove(("CMakeCache.txt", "CMakeFiles"))
        write_changed(str(path), json.dumps(settings))
        # Without its graph the next build configures again, should this one fail.
        graph.unlink(missing_ok=True)
        command = [self._tools.cmake, "-S", str(self._project), "-B", str(self._build)]
        command += ["--preset", "default", "-G", self._tools.generator]
        if not (self._build / "CMakeCache.txt").exists() and not self._has_c_sources():
            facts = compiler_facts(self._tools.environment)
            command += [f"-D{name}={value}" for name, value in facts.items()]
        self._run(command, "configure", log)

    def _has_c_sources(self) -> bool:
        return any(name.endswith(".c") for name in self._spec.host_files)

    def _build_command(self) -> list[str]:
        """Return the build tool's own command; CMake, often a Python script, only calls it."""
        if (self._build / "build.ninja").exists():
            command = ["ninja", "-j", str(self._jobs)]
        else:
            command = [self._tools.cmake, "--build", ".", "-j", str(self._jobs)]
        return [*command, "-v"] if self._shows_commands else command

    def _run(self, command: list[str], stage: str, log: TextIO, folder: Path = Path("/")) -> None:
        log.write(f"$ {' '.join([Path(command[0]).name, *command[1:]])}\n")
        log.flush()
        output: list[str] = []

        def read(line: str) -> None:
            shown = self._paths.shown(line)
            output.append(shown)
            log.write(shown)
            self._report(stage, shown.rstrip("\n"))

        # Line tables name the folder that compilers work in: the plain path that is mapped.
        environment = {**self._tools.environment, "PWD": str(folder)}
        if run_lines(command, read, cwd=str(folder), env=environment):
            self._fail("".join(output))

    def _report(self, stage: str, line: str) -> None:
        match = _STEP.match(line)
        if match:
            self._on_event(BuildEvent("build", match[3], int(match[1]), int(match[2])))
        elif line.startswith(("-- ", "Describing ")):
            self._on_event(BuildEvent(stage, line.removeprefix("-- ")))
        elif line.startswith("note: "):
            self._on_event(BuildEvent("note", line))
        elif line.strip():
            self._on_event(BuildEvent("output", line))

    def _fail(self, output: str) -> None:
        diagnosis = diagnose(output)
        is_reported = says_full(output)
        if is_reported or not (diagnosis.misuse or diagnosis.in_source):
            self._reject_full_disk(is_reported=is_reported)
        if diagnosis.misuse:
            raise MisuseError(diagnosis.message, diagnosis.hint)
        raise BuildError(
            diagnosis.message,
            diagnosis.hint or self._hint(diagnosis.message),
            details=diagnosis.details,
            log=self._log,
        )

    def _hint(self, message: str) -> str:
        """Return the known remedy for a compiler's message."""
        kernels = self._spec.op_kernel
        hint = missing_header_hint(message, self._spec.toolkit.root, kernels)
        if hint or not message.startswith(f"{kernels}/"):
            return hint or host_name_hint(message)
        return foreign_name_hint(message, self._spec.toolkit.root / "tikcpp/tikcfw")

    def _reject_full_disk(self, *, is_reported: bool) -> None:
        places = {
            self._shown: ELSEWHERE,
            Path(tempfile.gettempdir()): "choose another place with TMPDIR",
            Path(cache_root()): "choose another place with CUSTOM_COMPILER_CACHE",
        }
        full_folder = full_place(places, is_reported=is_reported)
        if full_folder:
            message = f"no space left on the disk of {full_folder}"
            hint = f"free some space there, or {places[full_folder]}"
            raise BuildError(message, hint, log=self._log)

    def result(self, seconds: float) -> BuildResult:
        """Return the result that the build describes."""
        try:
            return read_result(self._shown / "build_out", self._log, seconds)
        except (OSError, ValueError, KeyError, TypeError) as error:
            message = "the build ended without a package"
            raise BuildError(message, log=self._log) from error


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
