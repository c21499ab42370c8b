"""The sample with declarations of what can be tuned, installed, and `-m tune` of a call of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.op_compiler.conftest import command_line
from tests.op_compiler.information_files import add_custom
from tests.utils.caches import cache_with_headers

SOC = "Ascend910B3"
KERNEL = "op_kernel/add_custom.cpp"
# The addition, as often as a macro says.
ADD = "AscendC::Add(zLocal"
ADD_AGAIN = f"for (int i = 0; i < ADD_TIMES; ++i) {ADD}"
SLOW = "#ifndef ADD_TIMES\n#define ADD_TIMES 2\n#endif\n"
_ROOT = Path(__file__).parents[2]


class Tuner:
    """Tunes AddCustom of 32 x 2048 floats."""

    def __init__(self, home: Path, folder: Path, cache: Path) -> None:
        self.home, self.folder, self.cache = home, folder, cache
        for name in ("op_host", "op_kernel"):
            shutil.copytree(_ROOT / name, folder / name)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("ASCEND")},
            "CUSTOM_COMPILER_CACHE": cache_with_headers(Path(cache)),
            "TUNE_BANK_PATH": str(folder / "bank"),
            "ASCENDC_TILING_LOG": str(folder / "launches"),
            "ASCEND_CUSTOM_OPP_PATH": str(folder / "opp/vendors/customize"),
        }
        (folder / "bank").mkdir()
        (folder / "calls").mkdir()
        (folder / "calls/add.json").write_text(json.dumps(add_custom((32, 2048), "float")))

    def change(
        self, name: str, replaced: dict[str, str], before: str = "", after: str = ""
    ) -> None:
        """Change a source."""
        text = (self.folder / name).read_text()
        for old, new in replaced.items():
            assert old in text
            text = text.replace(old, new)
        (self.folder / name).write_text(before + text + after)

    def build(self) -> None:
        """Install the package of the changed sample."""
        command = ["custom-compiler", "build", "-o", "op_host", "-k", "op_kernel"]
        command += ["--soc_version", "ascend910b", "--install_path", str(self.folder / "opp"), "-i"]
        variables = {**self.environment, "ASCEND_HOME_PATH": str(self.home)}
        subprocess.run(command, cwd=self.folder, env=variables, check=True, capture_output=True)

    def command(self, *words: object) -> list[str]:
        fixed = ("-p", self.folder / "calls", "-v", SOC, "-f", "-m", "tune")
        return command_line(self.home, *fixed, *words)

    def run(self, *words: object, **variables: str):
        return subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def tuned(self, *words: object, **variables: str):
        """The report's row of a run that forgets what earlier ones tried."""
        report = self.folder / "report.json"
        done = self.run(
            *words, "-o", "./tuned", "--report", report, **{"REPEAT_TUNE": "true", **variables}
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (row,) = json.loads(report.read_text())["tune"]
        return row

    @contextmanager
    def interrupted(self, *words: object) -> Iterator[subprocess.Popen[str]]:
        """A run that begins again, after it has reported some trials to its journal."""
        journal = self.journal()
        journal.unlink()
        with subprocess.Popen(
            self.command(*words),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while not journal.exists() or journal.read_text().count("\n") < 6:
                assert process.poll() is None
                time.sleep(0.02)
            yield process

    def goes_on(self, trials: list[dict]) -> bool:
        """Return whether the same command keeps what was tried, and then knows all `trials`."""
        path = self.journal()
        kept = path.read_text().splitlines()
        assert self.run("-o", "./again", "-j", 2).returncode == 0
        lines = path.read_text().splitlines()
        assert lines[: len(kept)] == kept
        told = [(trial["number"], trial["cost"]) for trial in map(json.loads, lines[1:])]
        return sorted(told) == sorted((trial["number"], trial["cost"]) for trial in trials)

    def launches(self) -> int:
        """Launches of dynamic kernels until now, without untuned ones: of trials and of checks."""
        log = self.folder / "launches"
        return log.read_text().count("\n") if log.exists() else 0

    def journal(self) -> Path:
        """Return the journal of the exhaustive search."""
        paths = (self.cache / "tuning").glob("*.jsonl")
        return next(p for p in paths if '"exhaustive"' in p.read_text().partition("\n")[0])
