"""Plan of a build: reads and validates all information files before anything is started."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.information import find_information_files, read_information
from custom_compiler.kernel.static.static_key import has_views, key_text

if TYPE_CHECKING:
    from custom_compiler.kernel.static.information import OperatorInfo

# CANN makes no static kernels of these.
BLACK_LIST = frozenset({"FlashAttentionScore", "FlashAttentionScoreGrad"})
_COMPILED_MODES = {"", "all", "static_kernel"}  # of tune_mode
_NAME = re.compile(r"[A-Za-z0-9_]{1,120}")
_DIGITS = 16  # of the key's hash in names
_SHOWN_FILES = 3


class Problem(NamedTuple):
    """A file that no kernel can be made of."""

    path: str
    error: MisuseError


class PlannedKernel(NamedTuple):
    """One kernel to make."""

    info: OperatorInfo
    deterministic: bool
    key: str  # what the runtime looks it up by, as text
    symbol: str  # in the object

    @property
    def name(self) -> str:
        """Name of its files."""
        return f"{self.symbol}_d{int(self.deterministic)}"


@dataclass(frozen=True)
class BuildPlan:
    """Plan for the files of a folder.

    Attributes:
        files: Number of files.
        kernels: The kernels to make, all with different keys and names.
        problems: Files without a kernel.
        notes: Messages for the user about omitted files.
    """

    files: int
    kernels: tuple[PlannedKernel, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def make_plan(folder: str, *, follow: bool) -> BuildPlan:
    """Return the plan for `folder`; `follow`: only the recorded determinism, not both.

    Raises:
        MisuseError: It contains no information file.
    """
    paths = find_information_files(folder)
    if not paths:
        hint = "give the folder <pid>_opcompile that a run has written (aclopStartDumpArgs)"
        raise MisuseError(f"-p {folder}: there is no .json file in it", hint)
    plan = _Planner(follow)
    for path in paths:
        plan.add(path)
    return BuildPlan(len(paths), tuple(plan.kernels.values()), tuple(plan.problems), plan.notes())


class _Planner:
    """Takes file after file; the first one of a key counts."""

    def __init__(self, follow: bool) -> None:  # noqa: FBT001 - as the option says
        self.kernels: dict[str, PlannedKernel] = {}
        self.problems: list[Problem] = []
        self._follow = follow
        self._symbols: set[str] = set()
        self._repeated: list[str] = []
        self._left_out: Counter[str] = Counter()

    def add(self, path: str) -> None:
        try:
            info = read_information(path)
            if self._is_wanted(info):
                self._add_kernels(info)
        except MisuseError as error:
            self.problems.append(Problem(path, error))

    def _is_wanted(self, info: OperatorInfo) -> bool:
        if info.op_type in BLACK_LIST:
            self._left_out[f"of {info.op_type}, which has no static kernels (black list)"] += 1
            return False
        if info.tune_mode not in _COMPILED_MODES:
            self._left_out[f"with tune_mode {info.tune_mode}"] += 1
            return False
        return True

    def _add_kernels(self, info: OperatorInfo) -> None:
        if info.devices > 1:
            message = (
                f"{info.path}: extra_params: it communicated with {info.devices - 1} other devices"
            )
            hint = "tiling functions get groups of one device here: record it in such a group"
            raise MisuseError(message, hint)
        choices = (info.deterministic,) if self._follow else (False, True)
        views = has_views(info)
        keys = [key_text(info, deterministic=choice, views=views) for choice in choices]
        if all(key in self.kernels for key in keys):
            self._repeated.append(info.path)
            return
        symbol = self._symbol(info, views=views)
        for choice, key in zip(choices, keys, strict=True):
            planned = PlannedKernel(info, choice, key, symbol)
            self.kernels.setdefault(key, planned)

    def _symbol(self, info: OperatorInfo, *, views: bool) -> str:
        """Return the symbol for both kinds of determinism, whose kernels are mostly equal."""
        key = key_text(info, deterministic=False, views=views)
        digest = hashlib.sha256(key.encode()).hexdigest()[:_DIGITS]
        wanted = info.bin_filename
        if wanted and not _NAME.fullmatch(wanted):
            message = f"{info.path}: bin_filename: no kernel can be called {wanted!r}"
            raise MisuseError(message, "take letters, digits and _, or leave it out")
        symbol = wanted or f"static_kernel_{info.op_type}_{digest}"
        if symbol in self._symbols:  # two files ask for it
            symbol = f"{wanted}_{digest}"
        self._symbols.add(symbol)
        return symbol

    def notes(self) -> tuple[str, ...]:
        """Return messages for the user about omitted files."""
        notes = [f"{_files(count)} {what}: left out" for what, count in self._left_out.items()]
        if self._repeated:
            shown = ", ".join(os.path.basename(path) for path in self._repeated[:_SHOWN_FILES])
            more = ", ..." if len(self._repeated) > _SHOWN_FILES else ""
            count = _files(len(self._repeated))
            notes.append(f"{count} with the key of an earlier one: left out ({shown}{more})")
        return tuple(notes)


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"
