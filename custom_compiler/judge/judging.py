"""One project judged: built, called, its outputs held against the reference."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler import __version__
from custom_compiler.call.arrays import canonical, code_of, dtype_of
from custom_compiler.debug.compare import Difference, describe, first_difference
from custom_compiler.debug.trace import Writer
from custom_compiler.judge import sandbox, verdict
from custom_compiler.judge.inputs import RANDOM, Case
from custom_compiler.judge.replaced import NoKernelError, empty_kernels
from custom_compiler.judge.sandboxed import VENDOR, EndedError, Sandboxed, inside
from custom_compiler.judge.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.judge.reference import Prepared
    from custom_compiler.judge.surroundings import Surroundings

# Bytes that fill memory before it is used: what a kernel leaves out differs from run to run.
_PATTERNS = ("0xA5", "0x3C")
_LINES = 60  # of what compilers said
_MOST_FILES, _MOST_BYTES = 4096, 64 << 20  # of a project's sources
_MOST_ANSWER, _MOST_PACKAGE = 16 << 20, 512 << 20  # bytes of what is taken from a sandbox
_PARTS = ("op_host", "op_kernel")


@dataclass(frozen=True)
class Settings:
    """How projects are judged.

    Attributes:
        limits: Of each of a project's sandboxes.
        timeout: Seconds for one call of the operator.
        units: Compute units to build for; empty: those that the sources register.
        observed: Whether the checker and the cycle model see a call, too.
        jobs: Parallel steps of a build.
        sandbox: What holds sandboxes, of `sandbox.modes`.
    """

    limits: sandbox.Limits = field(default_factory=sandbox.Limits)
    timeout: float = 60.0
    units: tuple[str, ...] = ()
    observed: bool = True
    jobs: int = 1
    sandbox: str = field(default_factory=lambda: sandbox.choose(""))

    def identity(self) -> str:
        """What of them a verdict depends on."""
        return str((self.limits, self.timeout, self.units, self.observed))


def sources(project: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a project that count: path below it, content.

    Raises:
        EndedError: They are more than sources of operators are.
    """
    total = count = 0
    for part in _PARTS:
        if (project / part).is_symlink():  # to what is the judge's own, perhaps
            continue
        for path in sorted((project / part).rglob("*")):
            if path.is_file() and not path.is_symlink():
                total += path.stat().st_size
                count += 1
                if count > _MOST_FILES or total > _MOST_BYTES:
                    reason = (
                        f"its sources are more than {_MOST_BYTES >> 20} MiB or {_MOST_FILES} files"
                    )
                    raise EndedError(verdict.REFUSED, reason)
                yield str(path.relative_to(project)), path.read_bytes()


def content(project: Path, prepared: Prepared, settings: Settings) -> str:
    """Identity of what a verdict depends on: sources, reference, settings and this program."""
    known = f"{__version__}\0{prepared.reference.text}\0{prepared.seed}\0{settings.identity()}"
    digest = hashlib.sha256(known.encode())
    try:
        for name, data in sources(project):
            digest.update(f"\0{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            digest.update(data)
    except EndedError as ended:
        digest.update(ended.reason.encode())
    return digest.hexdigest()


def judge(
    project: Path, prepared: Prepared, settings: Settings, surroundings: Surroundings
) -> Verdict:
    """Judge a folder with op_host and op_kernel; never raises for what is in it."""
    start = time.monotonic()
    blank = Verdict(
        str(project), verdict.RIGHT, sandbox=settings.sandbox,
        content=content(project, prepared, settings),
    )  # fmt: skip
    with sandbox.own_folder() as folder:
        boxes = Sandboxed(surroundings, settings.limits, settings.sandbox, Path(folder))
        one = _Judged(project, prepared, settings, boxes, blank)
        try:
            one.run()
            found = one.verdict
        except EndedError as ended:
            found = replace(one.verdict, verdict=ended.word, reason=ended.reason, **ended.more)
            found = one.explained(found)
        except sandbox.SandboxError as error:
            # Nothing that the project is to be known for: it is judged again.
            found = replace(blank, verdict=verdict.LIMIT, reason=error.message, content="")
    return replace(found, seconds=round(time.monotonic() - start, 2))


class _Judged:
    """One project on its way; `verdict` is what is known of it."""

    def __init__(
        self, project: Path, prepared: Prepared, settings: Settings, boxes: Sandboxed,
        blank: Verdict,
    ) -> None:  # fmt: skip
        self._project = project
        self._reference = prepared.reference
        self._cases = prepared.cases
        self._settings = settings
        self._boxes = boxes
        self._case: Case | None = None  # the one at work
        self._vendor = Path()
        self.verdict = blank

    def run(self) -> None:
        """Do all there is to do; EndedError where the project is not right."""
        for part in _PARTS:
            folder = self._project / part
            if folder.is_symlink():
                raise EndedError(verdict.REFUSED, f"{part} is a link, not a folder")
            if not folder.is_dir():
                raise EndedError(verdict.REFUSED, f"there is no folder {part}")
        made = self._cases
        self._build()
        self._check_results(made)
        self._observe(made[0], measured=True)
        self._check_origin([case for case in made if case.kind == RANDOM])

    def explained(self, found: Verdict) -> Verdict:
        """A verdict with what the checker says of the case that failed."""
        if found.verdict in {verdict.WRONG, verdict.FAULT, verdict.UNSTEADY} and self._case:
            self._observe(self._case, measured=False)
            seen = self.verdict
            found = replace(found, findings=seen.findings, unchecked=seen.unchecked)
        return found

    def _build(self) -> None:
        copy = self._boxes.new_folder()
        for name, data in sources(self._project):
            path = copy / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        request = {
            "task": "build", "op_host": inside("project/op_host"), "units": self._settings.units,
            "op_kernel": inside("project/op_kernel"), "jobs": self._settings.jobs,
        }  # fmt: skip
        answer, out = self._boxes.ask(request, {copy: "project"}, most=_MOST_PACKAGE)
        if "error" in answer:
            lines = [*str(answer["error"]).splitlines(), *map(str, answer.get("log", []))]
            lines = list(dict.fromkeys(lines))
            reason = lines[0] if lines else ""
            raise EndedError(verdict.NO_BUILD, reason, details=tuple(lines[:_LINES]))
        self._vendor = out / VENDOR
        operators = [str(one) for one in answer.get("operators", [])]
        operator = self._reference.operator or (operators[0] if len(operators) == 1 else "")
        if operator not in operators:
            what = f"no operator {operator}" if operator else "several operators"
            reason = f"it has {what}, but {', '.join(operators) or 'none'}"
            raise EndedError(verdict.REFUSED, reason)
        seconds = round(float(answer.get("seconds", 0)), 2)
        self.verdict = replace(self.verdict, operator=operator, build_seconds=seconds)

    def _request(self, task: str) -> dict[str, Any]:
        """What all requests about the operator say."""
        return {
            "task": task, "operator": self.verdict.operator, "vendor": inside("vendors/judged"),
            "attributes": _texts(self._reference.attributes), "timeout": self._settings.timeout,
            "positional": self._reference.positional,
        }  # fmt: skip

    def _call(self, made: Sequence[tuple[Case, str]], vendor: Path) -> tuple[dict[str, Any], Path]:
        """Call the operator with each case's arrays in memory filled with a pattern."""
        folder = self._boxes.new_folder()
        asked = []
        for case, pattern in made:
            variables = {"ASCENDC_MEMORY_PATTERN": pattern}
            asked.append({**self._arrays(case, folder), "variables": variables})
        request = {**self._request("call"), "cases": asked}
        shown = {folder: "arrays", vendor: "vendors/judged"}
        # Outputs of other types and shapes than they should have are to be seen, too.
        wanted = sum(array.nbytes for case, _ in made for array in case.wanted)
        answer, out = self._boxes.ask(request, shown, most=4 * wanted + _MOST_ANSWER)
        if "error" in answer:
            raise EndedError(verdict.FAULT, str(answer["error"]))
        return answer, out

    def _ask_of(self, case: Case, task: str, **more: Any) -> dict[str, Any]:
        """Have something else done with a case's arrays; an empty answer if that fails."""
        folder = self._boxes.new_folder()
        request = {**self._request(task), **self._arrays(case, folder), **more}
        try:
            shown = {folder: "arrays", self._vendor: "vendors/judged"}
            return self._boxes.ask(request, shown, most=_MOST_ANSWER)[0]
        except EndedError as ended:
            return {"unchecked": [ended.reason]}

    def _arrays(self, case: Case, folder: Path) -> dict[str, Any]:
        """What a request says of a case, whose inputs go into a folder."""
        files = self._boxes.save(case.arrays, folder)
        return {"inputs": files, "shapes": [list(one.shape) for one in case.wanted]}

    def _check_results(self, made: Sequence[Case]) -> None:
        """Every case is right; the first one also with other bytes in memory before the call."""
        twice = [(case, _PATTERNS[0]) for case in made] + [(made[0], _PATTERNS[1])]
        answer, out = self._call(twice, self._vendor)
        names = [str(name) for name in answer.get("outputs", [])]
        said = str(answer.get("infer_shape", ""))
        self.verdict = replace(self.verdict, infer_shape=said)
        outputs = []
        for number, (case, _) in enumerate(twice):
            self._case = case
            arrays = self._outputs(answer, out, number, case)
            self._compare(case, names, arrays)
            changed = _texts_of(answer["cases"][number].get("changed"))
            if changed:
                reason = f"something else than a kernel wrote results after it: {changed[0]}"
                raise EndedError(verdict.NOT_THE_KERNEL, reason, case=case.name)
            outputs.append(arrays)
        self._case = made[0]
        again = zip(names, outputs[0], outputs[-1], strict=False)
        for name, first, second in again:
            if first.tobytes() != second.tobytes():
                reason = f"{name} depends on what memory held before the call"
                raise EndedError(verdict.UNSTEADY, reason, case=made[0].name)
        self.verdict = replace(self.verdict, cases=len(twice))
        self._case = None

    def _observe(self, case: Case, *, measured: bool) -> None:
        """Add what the checker and the cycle model say of a case."""
        if not self._settings.observed:
            return
        answer = self._ask_of(case, "observe", measured=measured)
        model = answer.get("model")
        unchecked = " ".join(_texts_of(answer.get("unchecked", answer.get("error"))))
        self.verdict = replace(
            self.verdict,
            findings=tuple(_texts_of(answer.get("findings"))),
            unchecked=unchecked,
            model=tuple(one for one in model if isinstance(one, dict))
            if isinstance(model, list)
            else (),
        )

    def _outputs(
        self, answer: dict[str, Any], out: Path, number: int, case: Case
    ) -> list[np.ndarray[Any, Any]]:
        """What a call gave, read as what it may be: the work of others."""
        try:
            told = answer["cases"][number]
            if "error" in told:
                raise EndedError(verdict.FAULT, str(told["error"]), case=case.name)
            arrays = []
            for place, dtype in enumerate(told["outputs"]):
                content_ = BytesIO((out / f"{number}-{place}.npy").read_bytes())
                array = np.load(content_, allow_pickle=False)
                arrays.append(array.view(dtype_of(code_of(canonical(dtype)))))
        except (OSError, LookupError, ValueError, TypeError) as error:
            reason = f"its outputs cannot be read: {error}"
            raise EndedError(verdict.FAULT, reason, case=case.name) from None
        return arrays

    def _compare(
        self, case: Case, names: Sequence[str], arrays: Sequence[np.ndarray[Any, Any]]
    ) -> None:
        wanted = case.wanted
        if len(arrays) != len(wanted):
            reason = f"it has {len(arrays)} outputs, the reference {len(wanted)}"
            raise EndedError(verdict.WRONG, reason, case=case.name)
        for name, array, one in zip(names, arrays, wanted, strict=False):
            if array.shape != one.shape:
                reason = f"{name} has the shape {list(array.shape)}, expected {list(one.shape)}"
                raise EndedError(verdict.WRONG, reason, case=case.name)
            found = self._difference(array, one)
            if found is not None:
                writers = self._writers(case, name, array, found)
                reason = describe(name, found, writers, array.itemsize)
                raise EndedError(verdict.WRONG, reason, case=case.name)

    def _difference(
        self, array: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]
    ) -> Difference | None:
        with np.errstate(all="ignore"):
            wanted = wanted.astype(array.dtype)
        return first_difference(array, wanted, *(self._reference.tolerance or ()))

    def _writers(
        self, case: Case, name: str, array: np.ndarray[Any, Any], found: Difference
    ) -> list[Writer]:
        """Who wrote the element that differs; nobody if that cannot be found out."""
        size = array.dtype.itemsize
        answer = self._ask_of(case, "writers", watch=f"{name}:{found.element * size}:{size}")
        try:
            return [Writer(*map(_known, one)) for one in answer["writers"][:100]]
        except (LookupError, TypeError):
            return []

    def _check_origin(self, made: Sequence[Case]) -> None:
        """Without its kernels the operator must not be right: its results come from them."""
        vendor = self._vendor.with_name("emptied")
        self._vendor.rename(vendor)
        try:
            count = empty_kernels(vendor)
        except NoKernelError as error:
            raise EndedError(verdict.NOT_THE_KERNEL, str(error)) from None
        if count == 0:
            raise EndedError(verdict.NOT_THE_KERNEL, "the package has no kernel")
        answer, out = self._call([(case, _PATTERNS[0]) for case in made], vendor)
        for number, case in enumerate(made):
            if "error" in answer["cases"][number]:
                continue
            arrays = self._outputs(answer, out, number, case)
            same = [
                one.size > 0 and array.shape == one.shape and self._difference(array, one) is None
                for array, one in zip(arrays, case.wanted, strict=False)
            ]
            if any(same):
                reason = "results are right with kernels that do nothing: the host computes them"
                raise EndedError(verdict.NOT_THE_KERNEL, reason, case=case.name)


def _known(value: Any) -> Any:
    return " ".join(value.split())[:300] if isinstance(value, str) else value


def _texts_of(value: Any) -> list[str]:
    """Lines of an answer, which may be anything."""
    several = value if isinstance(value, list) else [value] if value else []
    return [" ".join(str(one).split())[:500] for one in several[:20]]


def _texts(attributes: Any) -> dict[str, str]:
    """Attributes as `custom-compiler run --attr` takes them."""
    texts = {}
    for name, value in attributes.items():
        several = isinstance(value, list | tuple)
        texts[name] = ",".join(map(str, value)) if several else str(value)
    return texts
