"""Verdicts of many projects as they come, and a journal to go on from."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from custom_compiler.judge.judging import content, judge
from custom_compiler.judge.sandbox import sweep
from custom_compiler.judge.verdict import Verdict, from_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from custom_compiler.judge.judging import Settings
    from custom_compiler.judge.reference import Prepared
    from custom_compiler.judge.surroundings import Surroundings

    Judges = Callable[[Sequence[Path]], Iterator[Verdict]]


def judge_all(
    projects: Sequence[Path], prepared: Prepared, settings: Settings, judges: Judges,
    journal: Path | None,
) -> Iterator[Verdict]:  # fmt: skip
    """Yield a verdict per project, as they are known.

    Projects with the same sources are judged once. What a journal has of the same sources,
    reference and settings is not judged again; every verdict is written to it at once, so that a
    run that was killed goes on from there.
    """
    known = _known(journal)
    waiting: dict[str, list[Path]] = {}
    for project in projects:
        identity = content(project, prepared, settings)
        if identity in known:
            yield replace(known[identity], project=str(project))
        else:
            waiting.setdefault(identity, []).append(project)
    others = {str(same[0]): same[1:] for same in waiting.values()}
    for verdict in judges([same[0] for same in waiting.values()]):
        if journal is not None and verdict.content:
            _append(journal, verdict)
        yield verdict
        for other in others[verdict.project]:
            yield replace(verdict, project=str(other))


def judges_here(
    prepared: Prepared, settings: Settings, surroundings: Surroundings, jobs: int
) -> Judges:
    """Judge projects on this machine, `jobs` at a time."""
    sweep()

    def run(projects: Sequence[Path]) -> Iterator[Verdict]:
        with ThreadPoolExecutor(jobs) as pool:
            try:
                running = [
                    pool.submit(judge, project, prepared, settings, surroundings)
                    for project in projects
                ]
                for done in as_completed(running):
                    yield done.result()
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
                surroundings.copies.close()

    return run


def _append(journal: Path, verdict: Verdict) -> None:
    """Write a verdict in a line of its own, also behind half a one."""
    with journal.open("a+b") as file:
        end = file.seek(0, 2)
        if end:
            file.seek(end - 1)
            if file.read(1) != b"\n":
                file.write(b"\n")
        file.write(f"{verdict.json()}\n".encode())


def _known(journal: Path | None) -> dict[str, Verdict]:
    """Verdicts by content; the last line may be half a one."""
    if journal is None or not journal.exists():
        return {}
    found = {}
    for line in journal.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError):
            verdict = from_json(line)
            found[verdict.content] = verdict
    return found
