"""Output of mskl: results unmodified on standard output, everything else through `logging`."""

from __future__ import annotations

import logging
import os
import sys

_LEVEL = "MSKL_LOG_LEVEL"  # 0: all that is done, and files stay


def keeps_files() -> bool:
    """Return whether what is generated for tuning stays."""
    return os.environ.get(_LEVEL) == "0"


def result(line: str) -> None:
    """Print a line that programs read."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def warning(text: str) -> None:
    """Say what the user may not expect."""
    _logger().warning(text)


def error(text: str) -> None:
    """Say what failed."""
    _logger().error(text)


def _logger() -> logging.Logger:
    logger = logging.getLogger("mskl")
    if not logger.handlers:
        handler = logging.StreamHandler()
        form = "%(asctime)s [%(levelname)s] %(message)s"
        handler.setFormatter(logging.Formatter(form, "%Y-%m-%d %H:%M:%S"))
        logger.addHandler(handler)
        logger.propagate = False
    return logger
