"""Options of super kernels: their rules hold; kernels are launched one by one here."""

from __future__ import annotations

import ast
import json
import re
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_FLAG = "enable_super_kernel"
_PAIRS = "super_kernel_options"
_DICTIONARIES = ("super_kernel_optimize_options", "super_kernel_debug_options")
_PAIR = re.compile(r"[\w-]+=[^:=]+")
# CANN offers them on A2 and A3.
_SOCS = re.compile(r"ascend910(?:b\d|_93)", re.IGNORECASE)


def check_super_kernel(values: Mapping[str, Sequence[str]], soc: str) -> tuple[str, ...]:
    """Check the options in `values` (values by long name); return messages for the user.

    Raises:
        MisuseError: They break one of CANN's rules.
    """
    options = [name for name in (_PAIRS, *_DICTIONARIES) if name in values]
    if _FLAG not in values:
        if options:
            message = f"--{options[0]}: --{_FLAG} is missing"
            raise MisuseError(message, "give both or none")
        return ()
    if not _SOCS.match(soc):
        message = f"--{_FLAG}: {soc} has no super kernels"
        raise MisuseError(message, "they are for Ascend910B1 to B4 and Ascend910_93")
    if _PAIRS in options and len(options) > 1:
        message = f"--{_PAIRS} and --{options[1]} exclude each other"
        raise MisuseError(message, "give one of them")
    if _PAIRS in options:
        _check_pairs(values[_PAIRS][-1])
    tables = [_dictionary(name, values[name][-1]) for name in options if name != _PAIRS]
    shared = set(tables[0]).intersection(*tables[1:]) if len(tables) > 1 else set()
    if shared:
        message = f"--{_DICTIONARIES[0]} and --{_DICTIONARIES[1]} both have {min(shared)}"
        raise MisuseError(message, "give each key in one of them")
    return (f"--{_FLAG} has no effect here: kernels are launched one by one",)


def _check_pairs(text: str) -> None:
    if not all(_PAIR.fullmatch(part) for part in text.split(":")):
        message = f"--{_PAIRS} {text}: this is no list of options"
        raise MisuseError(message, "its form is name=value:name=value")


def _dictionary(name: str, text: str) -> dict[str, object]:
    value: object = None
    try:
        value = json.loads(text)
    except ValueError:
        try:
            value = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
            value = None
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        message = f"--{name} {text}: this is no dictionary"
        raise MisuseError(message, "its form is '{\"name\": value}'")
    return value
