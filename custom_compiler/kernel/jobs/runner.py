"""A worker process: calls the functions of jobs, one after the other."""

from __future__ import annotations

import os
import pickle
import traceback
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import CustomCompilerError, is_full, write_error
from custom_compiler.kernel.jobs.frames import frame, read_message, write_all
from custom_compiler.kernel.jobs.job import JobError, error_of
from custom_compiler.support.process_tree import end_below
from custom_compiler.support.processes import adopt_orphans

if TYPE_CHECKING:
    from custom_compiler.kernel.jobs.job import Job


def serve(jobs: int, results: int) -> None:
    """Run the pickled jobs that the descriptor `jobs` gives, until it ends.

    Each result is one message: the pickled value, and the error or None. What a job started is
    ended before its result is given.
    """
    adopt_orphans()
    home = os.getcwd()
    while True:
        try:
            data = read_message(jobs)
        except EOFError:
            return
        result = _run_pickled(data)
        end_below(os.getpid())
        with suppress(OSError):
            os.chdir(home)
        write_all(results, frame(result))


def _run_pickled(data: bytes) -> tuple[bytes, JobError | None]:
    try:
        value, error = run_job(pickle.loads(data))  # noqa: S301 - from the process that we serve
        return pickle.dumps(value), error
    except Exception as error:  # noqa: BLE001 - whatever pickling runs into
        return pickle.dumps(None), _unexpected(error)


def run_job(job: Job) -> tuple[Any, JobError | None]:
    """Call the function of `job`; its value, or the error that it ended with."""
    try:
        module, _, name = job.function.partition(":")
        return getattr(import_module(module), name)(*job.arguments), None
    except CustomCompilerError as error:
        return None, error_of(error)
    except MemoryError:
        return None, JobError("out of memory", "no memory left", "", "")
    except OSError as error:
        if is_full(error):
            hint = "choose others (CUSTOM_COMPILER_CACHE, TMPDIR)"
            return None, error_of(write_error("the cache or temporary files", error, hint))
        return None, _unexpected(error)
    except BaseException as error:  # noqa: BLE001 - no job ends its worker
        return None, _unexpected(error)


def _unexpected(error: BaseException) -> JobError:
    message = f"{type(error).__name__}: {error}".partition("\n")[0]
    details = "".join(traceback.format_exception(error))
    return JobError("failed", message, "", details)
