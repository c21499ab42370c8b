"""CANN's names and numbers for what NumPy arrays and attribute texts are."""

from __future__ import annotations

import difflib
import json
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import ALIASES, BY_NUMPY, DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from custom_compiler.call.prototype import PrototypePort

_DTYPES: dict[str, Any] = {
    row.name: ml_dtypes.bfloat16 if row.numpy == "bfloat16" else np.dtype(row.numpy).type
    for row in BY_NUMPY.values()
}

_NPY = np.lib.format.MAGIC_PREFIX


def canonical(name: str) -> str:
    """Return CANN's name of a dtype, its usual aliases allowed."""
    name = ALIASES.get(name, name)
    if name not in _DTYPES:
        close = difflib.get_close_matches(name, [*_DTYPES, *ALIASES], n=1)
        meant = f"did you mean {close[0]}? " if close else ""
        raise MisuseError(f"unknown dtype '{name}'", f"{meant}known: {', '.join(_DTYPES)}")
    return name


def code_of(name: str) -> int:
    """Return CANN's number of a dtype."""
    return DTYPE_NUMBERS[canonical(name)]


def size_of(name: str) -> int:
    """Return the bytes of an element of a CANN dtype."""
    return int(np.dtype(_DTYPES[canonical(name)]).itemsize)


def dtype_of(code: int) -> np.dtype[Any]:
    """Return the NumPy dtype of CANN's number of one; MisuseError if NumPy has none."""
    for name, numpy_type in _DTYPES.items():
        if DTYPE_NUMBERS[name] == code:
            dtype: np.dtype[Any] = np.dtype(numpy_type)
            return dtype
    names = [name for name, number in DTYPE_NUMBERS.items() if number == code]
    raise MisuseError(f"NumPy has no dtype for {names[0] if names else code}")


def name_of(dtype: np.dtype[Any]) -> str:
    """Return CANN's name of a NumPy dtype."""
    for name, numpy_type in _DTYPES.items():
        if dtype == np.dtype(numpy_type):
            return name
    if not dtype.isnative and dtype.newbyteorder("=") in map(np.dtype, _DTYPES.values()):
        message = f"arrays of {dtype} are in the other byte order"
        raise MisuseError(message, "convert them: array.astype(array.dtype.newbyteorder('='))")
    raise MisuseError(f"arrays of {dtype} are not supported", f"known: {', '.join(_DTYPES)}")


def read_npy(path: Path) -> np.ndarray[Any, Any]:
    """Read a `.npy` file; two-byte void, which is how NumPy stores bfloat16, becomes bfloat16."""
    try:
        if not _is_npy(path):
            hint = "make one with numpy.save, one array to a file"
            raise MisuseError(f"cannot read {path}: it is no .npy file", hint)
        array: np.ndarray[Any, Any] = np.load(path, allow_pickle=False)
    except OSError as error:
        raise MisuseError(f"cannot read {path}: {error.strerror or error}") from error
    except (ValueError, EOFError) as error:
        raise MisuseError(f"cannot read {path}: {error}") from error
    if array.dtype == np.dtype("V2"):
        return array.view(ml_dtypes.bfloat16)
    return array


def _is_npy(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_NPY)) == _NPY


def load(path: Path, dtype: str, shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """Read a raw file of elements of a CANN dtype."""
    data = np.fromfile(path, dtype=np.uint8)
    array: np.ndarray[Any, Any] = data.view(_DTYPES[canonical(dtype)])
    return array.reshape(tuple(shape))


def format_code(formats: Sequence[str], column: int) -> int:
    """Return the number of the format in a column; ND if the port declares none."""
    return FORMAT_NUMBERS.get(formats[column] if formats else "ND", FORMAT_NUMBERS["ND"])


def matching_column(
    ports: Sequence[PrototypePort], inputs: Mapping[str, Sequence[np.ndarray[Any, Any]]]
) -> int:
    """Return the first supported combination of dtypes that the given arrays have."""
    columns = max((len(port.dtypes) for port in ports), default=1)
    ports_and_types = [
        (port, name_of(array.dtype)) for port in ports for array in inputs.get(port.name, ())
    ]
    for column in range(columns):
        if all(
            not port.dtypes or canonical(port.dtypes[column]) == dtype
            for port, dtype in ports_and_types
        ):
            return column
    supported = "; ".join(
        ", ".join(f"{port.name}: {port.dtypes[column]}" for port in ports if port.dtypes)
        for column in range(columns)
    )
    got = ", ".join(f"{port.name}: {dtype}" for port, dtype in ports_and_types)
    raise MisuseError(f"these dtypes are not supported: {got}", f"supported: {supported}")


def parse_attribute(kind: str, text: str) -> Any:
    """Turn the text of an attribute into a value; raise ValueError if it is none of that kind."""
    if kind == "str":
        return text
    if kind == "bool":
        words = {"true": True, "1": True, "false": False, "0": False}
        if text.strip().lower() not in words:
            raise ValueError(text)
        return words[text.strip().lower()]
    if kind == "int":
        return int(text, 0)
    if kind == "float":
        return float(text)
    bracketed = text if text.lstrip().startswith("[") else f"[{text}]"
    values = json.loads(bracketed.lower())
    scalar = {"listInt": int, "listFloat": float, "listBool": bool}.get(kind)
    if scalar is None:
        raise ValueError(kind)
    return [scalar(value) for value in values]
