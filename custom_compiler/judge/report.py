"""Verdicts of many projects as they come."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import replace
from typing import TYPE_CHECKING

from custom_compiler.judge.judging import content, judge
from custom_compiler.judge.sandbox import sweep
from custom_compiler.judge.verdict import NOT_JUDGED, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from custom_compiler.judge.journal import VerdictJournal
    from custom_compiler.judge.judging import JudgeSettings
    from custom_compiler.judge.reference import Prepared
    from custom_compiler.judge.surroundings import Surroundings

    Judges = Callable[[Sequence[Path]], Iterator[Verdict]]


def judge_all(
    projects: Sequence[Path], prepared: Prepared, settings: JudgeSettings, judges: Judges,
    journal: VerdictJournal | None,
) -> Iterator[Verdict]:  # fmt: skip
    """Yield a verdict per project, in order of completion.

    Projects with the same sources are judged once. What a journal has of the same sources,
    reference and settings is not judged again; every verdict is written to it at once, so that a
    run that was killed goes on from there.
    """
    verdicts = journal.verdicts() if journal else {}
    waiting: dict[str, list[Path]] = {}
    for project in projects:
        try:
            identity = content(project, prepared, settings)
        except OSError as error:
            reason = f"{error.filename or project}: {error.strerror or error}"
            yield Verdict(str(project), NOT_JUDGED, reason)
            continue
        if identity in verdicts:
            yield replace(verdicts[identity], project=str(project))
        else:
            waiting.setdefault(identity, []).append(project)
    others = {str(same[0]): same[1:] for same in waiting.values()}
    for verdict in judges([same[0] for same in waiting.values()]):
        if journal and verdict.content:
            journal.append(verdict)
        yield verdict
        for other in others[verdict.project]:
            yield replace(verdict, project=str(other))


def judges_here(
    prepared: Prepared, settings: JudgeSettings, surroundings: Surroundings, jobs: int
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
            except BaseException:  # nobody waits for the others
                surroundings.copies.interrupt()
                raise
            finally:
                pool.shutdown(wait=True, cancel_futures=True)
                surroundings.copies.close()

    return run
