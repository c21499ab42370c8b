"""An operator project's folder: op_host, op_kernel and tests; built, and tried by pytest."""

from __future__ import annotations

import importlib.util
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.observe.program import lines_folder, observed_environment
from custom_compiler.project import ProjectSpec, build
from custom_compiler.project.events import ignore
from custom_compiler.project.python_kernels import has_python_kernels, write_sources
from custom_compiler.sanitize.checked_call import CheckedCall, NotCheckedError
from custom_compiler.support.static_kernels import NO_STATIC_KERNELS
from custom_compiler.testing.pytest_process import fork_pytest, pytest_words, run_pytest
from custom_compiler.testing.session import PytestSession
from custom_compiler.toolkit import compute_units, ensure_home, find_toolkit
from custom_compiler.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.project import EventHandler

_TIMEOUT, _USUAL_TIMEOUT = "ASCENDC_TIMEOUT", "60"


@dataclass(frozen=True)
class TestRun:
    """The results of a project's tests on one SoC.

    Attributes:
        soc: Its name; "": the default one.
        code: pytest's exit code.
        tests: `id`, `outcome` ("passed", "failed", "error", "skipped"), `seconds`, `message`.
        is_faulty: Whether a sanitizer run reported something.
    """

    soc: str
    code: int
    tests: list[dict[str, Any]]
    is_faulty: bool = False

    @property
    def is_right(self) -> bool:
        """Return whether all is well."""
        return self.code == 0 and not self.is_faulty


def find_project(folder: Path) -> Path:
    """Return the folder or its first parent with an operator's sources; raise MisuseError if none.

    These are op_host and op_kernel, or an export.py that writes them, with tests next to it.
    """
    for directory in (folder, *folder.parents):
        sources = (directory / "op_host").is_dir() and (directory / "op_kernel").is_dir()
        if sources or has_python_kernels(directory):
            return directory
    hint = "custom-compiler new OP writes such a project"
    raise MisuseError(f"{folder} is no operator project: no op_host and op_kernel", hint)


def watched_paths(folder: Path) -> list[Path]:
    """Return the inputs of a project's tests: folders, and modules with kernels in Python."""
    if has_python_kernels(folder):
        return [*sorted(folder.glob("*.py")), folder / "tests"]
    return [folder / name for name in ("op_host", "op_kernel", "tests")]


def check_tests(folder: Path) -> None:
    """Raise MisuseError if there are no tests, or nothing to run them with; before a build."""
    if not (folder / "tests").is_dir():
        message = f"{folder} has no folder tests"
        raise MisuseError(message, "custom-compiler new writes one to start from")
    if importlib.util.find_spec("pytest") is None:
        raise MisuseError("pytest is not installed", "pip install pytest")


def build_project(folder: Path, soc: str = "", on_event: EventHandler = ignore) -> Path:
    """Build a project in its own workspace, as `build` does there; return the vendor's folder.

    Kernels in Python are exported first.

    Raises:
        MisuseError: The sources cannot be built as asked.
        BuildError: They do not build; it has the compiler's message.
    """
    if has_python_kernels(folder):
        write_sources(folder)
    toolkit = find_toolkit(ensure_home())
    workspace = Workspace(folder)
    spec = ProjectSpec(
        op_host=folder / "op_host",
        op_kernel=folder / "op_kernel",
        toolkit=toolkit,
        compute_units=compute_units(soc, toolkit.platform_config, "--soc"),
    )
    workspace.claim(spec.op_kernel)
    result = build(spec, workspace.project, log=workspace.build_log, on_event=on_event)
    return result.vendor


def try_project(  # noqa: PLR0913  what a run of tests is asked for
    folder: Path,
    vendor: Path,
    environment: Mapping[str, str],
    *,
    soc: str = "",
    timeout: float | None = None,
    checked: bool = False,
    quiet: bool = False,
    warm: bool = False,
    options: Sequence[str] = (),
) -> TestRun:
    """Run the tests of a built project.

    Args:
        folder: The project.
        vendor: Its built package.
        environment: Of the process of pytest.
        soc: The SoC to simulate.
        timeout: Seconds for each kernel, and each function of an operator on the host; None: as
            the environment says, or a minute.
        checked: Run under the sanitizer and print its reports.
        quiet: Keep pytest's own words off standard output.
        warm: This will be done again: keep what pytest imports in this process.
        options: More words for pytest.

    Raises:
        MisuseError: There are no tests, or there is no pytest.
        CustomCompilerError: pytest's process ended outside of a test.
    """
    check_tests(folder)
    chosen = {"ASCENDC_SOC_VERSION": soc} if soc else {}
    chosen |= {_TIMEOUT: str(timeout)} if timeout is not None else {}
    variables = {_TIMEOUT: _USUAL_TIMEOUT, **environment, **chosen, **NO_STATIC_KERNELS}
    with ExitStack() as stack:
        report = Path(stack.enter_context(tempfile.TemporaryDirectory()), "report.jsonl")
        checks = CheckedCall(folder.name, project=folder)
        lines = Path()
        if checked:
            lines = stack.enter_context(lines_folder())
            variables = observed_environment("check", lines, checks.options, variables)
        words = [
            "-q", "-p", "custom_compiler.testing.pytest_plugin", *pytest_words(folder),
            "--operator-vendor", str(vendor), *options,
        ]  # fmt: skip

        def run(words: Sequence[str]) -> int:
            if warm and not checked and not quiet:
                return fork_pytest(words, folder, variables)
            return run_pytest(words, folder, variables, quiet=quiet)

        session = PytestSession(folder, words, variables, report, run)
        code, tests = session.run(stops_early="-x" in options, quiet=quiet)
        is_faulty = False
        if checked:
            try:
                is_faulty = checks.report(lines, succeeded=code == 0)
            except NotCheckedError:
                if code == 0:
                    raise
    return TestRun(soc, code, tests, is_faulty)
