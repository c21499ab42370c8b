"""The command `op_compiler`; exit codes are CANN's, 0 and 1."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

from custom_compiler.errors import CustomCompilerError, is_full
from custom_compiler.kernel.op_compiler.console import Console
from custom_compiler.kernel.op_compiler.options import (
    USAGE,
    Count,
    Coverage,
    Help,
    StaticBuild,
    parse_options,
)

if TYPE_CHECKING:
    from custom_compiler.kernel.op_compiler.options import Request


def main(root: str, words: list[str]) -> int:
    """Run `op_compiler`; `root` is the toolkit it belongs to. The exit code: 0, 1 for failure."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # clean up as after Ctrl-C
    try:
        print("op_compiler tool start working now, please wait for a moment.", flush=True)
        return _run(root, parse_options(words))
    except CustomCompilerError as error:
        _complain(error)
    except BrokenPipeError:  # whoever read our output has seen enough
        _close_output()
    except OSError as error:
        hint = "free some space there" if is_full(error) else ""
        prefix = f"{error.filename}: " if error.filename else ""
        _complain(CustomCompilerError(f"{prefix}{error.strerror or error}", hint))
        try:
            sys.stdout.flush()
        except OSError:  # it was our output; Python would complain of it once more
            _close_output()
    except KeyboardInterrupt:
        print("op_compiler: interrupted; what was compiled is in the cache", file=sys.stderr)
    return 1


def _close_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _run(root: str, request: Request) -> int:
    if isinstance(request, Help):
        print(USAGE, end="")
        return 0
    if isinstance(request, Count):
        return _count(request.folder)
    if isinstance(request, Coverage):
        from custom_compiler.kernel.op_compiler.coverage import show_coverage

        return show_coverage(request, Console("error"))
    if isinstance(request, StaticBuild):
        from custom_compiler.kernel.op_compiler.static_build import build_static

        return build_static(root, request)
    from custom_compiler.kernel.op_compiler.debug_build import build_debug

    return build_debug(root, request)


def _count(folder: str) -> int:
    from custom_compiler.kernel.static.information import find_information_files

    print(f"The number of json files in {folder} is {len(find_information_files(folder))}.")
    return 0


def _complain(error: CustomCompilerError) -> None:
    if error.details:
        print(error.details.rstrip("\n"), file=sys.stderr)
    print(f"op_compiler: error: {error.message}", file=sys.stderr)
    if error.hint:
        print(f"op_compiler: hint: {error.hint}", file=sys.stderr)
