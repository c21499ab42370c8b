"""The trace observer (toolkit/src/observe/trace): its settings, and the lines that it writes."""

from __future__ import annotations

import re
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import write_error
from custom_compiler.support.files import replacing

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_LINE = re.compile(r"(?P<core>aiv|aic|core)\((?P<block>\d+)\) (?P<record>\w+) (?P<fields>.*)")
_PLACE = re.compile(r" at=(?P<place>\S+:\d+)$")
_WRITE = re.compile(r"\| writes \w+ (?P<argument>[^\s+]+)\+(?P<offset>\d+) (?P<bytes>\d+)")


@dataclass(frozen=True)
class WritingInstruction:
    """The instruction that wrote bytes of an argument.

    Attributes:
        block: As in "aiv block 3".
        api: The instruction; "SetValue" for a scalar store.
        location: File and line.
        begin: Bytes from the start of the argument to the first one written; None if not known.
        size: Bytes of one run.
    """

    block: str
    api: str
    location: str
    begin: int | None = None
    size: int = 0


@dataclass
class InstructionTrace:
    """A folder that the observer writes into, and the variables that make it do so."""

    folder: Path
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def variables(self) -> dict[str, str]:
        """Variables of the environment of the process that is traced."""
        return {
            "ASCENDC_OBSERVE": "trace",
            "ASCENDC_OBSERVE_OUTPUT": str(self.folder),
            "ASCENDC_OBSERVE_OPTIONS": ";".join(f"{k}={v}" for k, v in self.options.items()),
        }

    def save(self, target: Path) -> None:
        """Put the trace into a file; one of a launch that was not observed says why."""
        try:
            with replacing(str(target)) as part, open(part, "wb") as output:  # noqa: PTH123
                for path in sorted(self.folder.iterdir()):
                    with path.open("rb") as lines:
                        shutil.copyfileobj(lines, output)
        except OSError as error:
            raise write_error(target, error, "choose another file") from error

    def writers(self) -> list[WritingInstruction]:
        """Return who wrote, in order; of a trace with the option `watch`."""
        writers = []
        for path in sorted(self.folder.glob("*.trace.txt")):
            for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
                match = _LINE.match(line)
                if match:
                    writers.append(_writer(match))
        return writers


def _writer(match: re.Match[str]) -> WritingInstruction:
    fields = match["fields"]
    location = _PLACE.search(fields)
    api = re.search(r"\bapi=(\S+)", fields)
    write = _WRITE.search(fields)
    return WritingInstruction(
        f"{match['core']} block {match['block']}",
        api[1] if api else "SetValue",
        location["place"] if location else "",
        int(write["offset"]) if write else None,
        int(write["bytes"]) if write else 0,
    )


@contextmanager
def new_trace(**options: str) -> Iterator[InstructionTrace]:
    """Create a trace whose folder exists while it is used."""
    with tempfile.TemporaryDirectory(prefix="custom-compiler-trace-") as folder:
        yield InstructionTrace(Path(folder), options)
