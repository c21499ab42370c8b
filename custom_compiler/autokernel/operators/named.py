"""Descriptions by users' names: a shipped one's name, or a file of the user."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.description import Description
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.errors import CustomCompilerError, MisuseError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType


def described(text: str) -> Description:
    """Return the description that `softmax`, `my_ops.py` or `my_ops.py:name` means.

    A file is executed, with its folder on the module path. Without a name, it must contain exactly
    one description.

    Raises:
        MisuseError: There is none, there are several, or the file fails, with its line.
    """
    path, name = _parts(text)
    if not path.endswith(".py"):
        if text in SHIPPED:
            return SHIPPED[text]
        raise MisuseError(
            f"no operator is called {text!r}",
            f"name a file, as in my_operator.py, or one of {', '.join(SHIPPED)}",
        )
    descriptions = {
        key: value
        for key, value in vars(_executed(Path(path))).items()
        if isinstance(value, Description) and value.name == key and value not in SHIPPED.values()
    }
    if name in descriptions:
        return descriptions[name]
    names = ", ".join(descriptions)
    if name or not descriptions:
        what = f"description {name!r}" if name else "description"
        raise MisuseError(f"{path} has no {what}", f"it has {names}" if descriptions else _HINT)
    if len(descriptions) > 1:
        raise MisuseError(
            f"{path} has several descriptions: {names}",
            f"name one: {path}:{next(iter(descriptions))}",
        )
    return next(iter(descriptions.values()))


@contextmanager
def blamed(text: str) -> Iterator[None]:
    """Say the line of a description's file where it fails while the description is followed.

    Raises:
        MisuseError: it failed.
    """
    path = Path(_parts(text)[0])
    try:
        yield
    except CustomCompilerError:
        raise
    except Exception as error:
        lines = [
            each.lineno
            for each in traceback.extract_tb(error.__traceback__)
            if Path(each.filename).resolve() == path.resolve()
        ]
        if not lines:
            raise
        message = f"{path}:{lines[-1]}: {type(error).__name__}: {error}"
        raise MisuseError(message, "correct it") from error


def _parts(text: str) -> tuple[str, str]:
    """Return the file or a shipped operator's name, and the name in the file."""
    path, _, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    return path, name


_HINT = "decorate a function with @ak.op; custom-compiler autokernel new writes an example"


def _executed(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise MisuseError(f"{path} is no file", _HINT)
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        with blamed(str(path)):
            spec.loader.exec_module(module)
    except SyntaxError as error:
        raise MisuseError(f"{error.filename}:{error.lineno}: {error.msg}", "correct it") from error
    finally:
        sys.path.pop(0)
    return module
