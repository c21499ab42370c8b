"""Error handling of the kernel compilers' commands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from custom_compiler.errors import CustomCompilerError

if TYPE_CHECKING:
    from collections.abc import Callable


def exit_code(command: str, run: Callable[[], int]) -> int:
    """Call `run`; its result, or the printed error's exit code: 1 failed, 2 misuse."""
    try:
        return run()
    except CustomCompilerError as error:
        if error.details:
            print(error.details.rstrip("\n"), file=sys.stderr)
        print(f"{command}: error: {error.message}", file=sys.stderr)
        if error.hint:
            print(f"{command}: hint: {error.hint}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        print(f"{command}: error: {error}", file=sys.stderr)
        return 1
