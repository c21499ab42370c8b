"""One operator built, installed and run in a folder and an embedded home of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from judge import Comparison, compare_client
from operators import CLIENT, Operator

# Several public operators keep 40 entries per vector core on the stack: written for a 910B3 or B4.
_DEVICES = {"ascend910b": "Ascend910B3"}
_ERROR_LINE = re.compile(r"(?i)^(?!rm:).*\b(error|failed|undefined reference|cannot)\b")


@dataclass(frozen=True)
class Settings:
    """What is the same for every operator of a run."""

    work: Path
    python: Path
    soc: str | None
    includes: tuple[Path, ...] = ()
    timeout: float = 900.0


@dataclass
class Outcome:
    """How far one operator came. A later step is False when an earlier one failed."""

    operator: str
    unit: str = ""
    built: bool = False
    ran: bool = False
    right: bool = False
    why_not: str = ""
    seconds: dict[str, float] = field(default_factory=dict)


class Sandbox:
    """Folders and environment of one operator."""

    def __init__(self, operator: Operator, settings: Settings) -> None:
        self.operator = operator
        self.settings = settings
        self.root = settings.work / operator.name
        self.home = self.root / "home" / "cann"

    def run(self) -> Outcome:
        """Build, install, run the client, compare; never raises for a failing operator."""
        outcome = Outcome(self.operator.name, unit=self._unit())
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir(parents=True)
        try:
            outcome.built = self._step(outcome, "build", self._build)
            if outcome.built and self.operator.client:
                outcome.ran = self._step(outcome, "client", self._client)
            elif outcome.built:
                outcome.why_not = "no example client"
            if outcome.ran:
                self._judge(outcome)
        except subprocess.TimeoutExpired as expired:
            outcome.why_not = f"no end after {expired.timeout:.0f} s: {Path(expired.cmd[0]).name}"
        return outcome

    def _unit(self) -> str:
        units = self.operator.compute_units()
        if self.settings.soc:
            return self.settings.soc
        return "ascend910b" if "ascend910b" in units or not units else units[0]

    def _step(self, outcome: Outcome, name: str, action: object) -> bool:
        start = time.monotonic()
        log = self.root / f"{name}.log"
        with log.open("wb") as stream:
            code = action(stream)  # type: ignore[operator]
        outcome.seconds[name] = time.monotonic() - start
        if code != 0:
            outcome.why_not = f"{name}: {_first_error(log)}"
        return code == 0

    def _build(self, log: object) -> int:
        operator = self.operator
        self._stage("op_host", operator.host_files())
        self._stage("op_kernel", operator.kernel_files())
        command = [
            *_custom_compiler(), "build", "-o", str(self.root / "op_host"),
            "-k", str(self.root / "op_kernel"),
            "--vendor_name", "customize", "--soc_version", self._unit(),
            "--work-dir", str(self.root),
        ]  # fmt: skip
        experiment = self.home / "include" / "experiment"  # on the path in the corpus' own build
        self._call([*_custom_compiler(), "home"], log)
        internal = [experiment, *sorted(path for path in experiment.iterdir() if path.is_dir())]
        for include in (*operator.includes(), *internal, *self.settings.includes):
            command += ["-I", str(include)]
        code = self._call(command, log)
        if code != 0:
            return code
        package = next((self.root / "CustomProject" / "build_out").glob("*.run"))
        return self._call(["bash", str(package), "--quiet"], log)

    def _stage(self, folder: str, files: list[Path]) -> None:
        """Copy the operator's files with their structure, shared ones beside them."""
        source = self.operator.root / folder
        for path in files:
            own = source in path.parents
            target = self.root / folder / (path.relative_to(source) if own else path.name)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)

    def _client(self, log: object) -> int:
        assert self.operator.client is not None
        target = self.root / "client"
        shutil.copytree(self.operator.client, target)
        for folder in ("input", "output"):
            (target / folder).mkdir(exist_ok=True)
        return self._call(["bash", "run.sh"], log, cwd=target)

    def _judge(self, outcome: Outcome) -> None:
        text = (self.root / "client.log").read_text(errors="replace")
        comparisons = compare_client(self.root / "client")
        wrong = next((c for c in comparisons if not c.right), None)
        if wrong:
            outcome.why_not = f"result: {wrong.detail}"
        elif "test pass" not in text and "passed the Precision" not in text and not comparisons:
            outcome.why_not = "result: the client's own check does not say pass"
        outcome.right = not outcome.why_not

    def _call(self, command: list[str], log: object, cwd: Path | None = None) -> int:
        process = subprocess.run(
            command, cwd=cwd or self.root, env=self._environment(), stdin=subprocess.DEVNULL,
            stdout=log, stderr=subprocess.STDOUT, timeout=self.settings.timeout, check=False,
        )  # fmt: skip
        return process.returncode

    def _environment(self) -> dict[str, str]:
        binaries = self.root / "bin"
        binaries.mkdir(exist_ok=True)
        python = binaries / "python3"
        if not python.exists():
            python.write_text(f'#!/bin/sh\nexec "{self.settings.python}" "$@"\n')
            python.chmod(0o755)
        env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
        env |= {
            "CUSTOM_COMPILER_HOME": str(self.home),
            "ASCEND_HOME_PATH": str(self.home),
            "ASCEND_OPP_PATH": str(self.home / "opp"),
            "ASCENDC_SOC_VERSION": _DEVICES.get(self._unit(), self._unit()),
            "CUSTOM_COMPILER_CACHE": str(self.settings.work / "cache"),
            "HOME": str(self.root),
            "PATH": f"{binaries}{os.pathsep}{env.get('PATH', os.defpath)}",
        }
        return env


def _custom_compiler() -> list[str]:
    return [sys.executable, "-m", "custom_compiler"]


def _first_error(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    named = next((line for line in lines if _ERROR_LINE.search(line)), None)
    return (named or (lines[-1] if lines else "no output"))[:200]


__all__ = ["CLIENT", "Comparison", "Outcome", "Sandbox", "Settings"]
