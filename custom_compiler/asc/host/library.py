"""Interface to the toolkit's tiling library: `tiling_api.cpp` as a shared library."""

from __future__ import annotations

import ctypes
import hashlib
import weakref
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.asc.runtime import acl
from custom_compiler.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Sequence

_LIMIT = 2**31  # of the numbers that C++ takes
SOURCE = Path(__file__).with_name("tiling_api.cpp")
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "AscTilingPlatform": (ctypes.c_void_p, [ctypes.c_char_p]),
    "AscTilingCreate": (ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_void_p]),
    "AscTilingDestroy": (None, [ctypes.c_void_p]),
    "AscTilingMethod": (ctypes.c_int32, [ctypes.c_char_p]),
    "AscTilingCall": (
        ctypes.c_int64,
        [
            ctypes.c_void_p,
            ctypes.c_int32,
            ctypes.POINTER(ctypes.c_int32),
            ctypes.POINTER(ctypes.c_int32),
        ],
    ),
    "AscTilingGet": (ctypes.c_int64, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64]),
}


class OwnedStruct(Protocol):
    """Structure that owns its bytes, such as asc.adv.TCubeTiling."""

    def addressof(self) -> int:
        """Return the address of the values."""

    def sizeof(self) -> int:
        """Return the number of values."""


class LibraryTiling:
    """An object of the tiling library; methods are called like in C++."""

    def __init__(self, kind: str, platform: int) -> None:
        library = tiling_shim()
        self._object: int = library.AscTilingCreate(kind.encode(), platform)
        weakref.finalize(self, library.AscTilingDestroy, self._object)

    def call(self, method: str, arguments: Sequence[object]) -> int:
        """Return the result of a method for whole numbers."""
        words = _words(method, arguments)
        status: int = tiling_shim().AscTilingCall(self._object, _number(method), words, None)
        return status

    def results(self, method: str, count: int) -> tuple[int, ...] | None:
        """Return the values that a method writes to its references; None if it fails."""
        results = (ctypes.c_int32 * count)()
        status = tiling_shim().AscTilingCall(self._object, _number(method), None, results)
        return None if status else tuple(results)

    def compute(self, tiling: OwnedStruct) -> int:
        """Write the tiling; 0, or -1 if there is none."""
        status: int = tiling_shim().AscTilingGet(self._object, tiling.addressof(), tiling.sizeof())
        return status


@cache
def _number(method: str) -> int:
    number: int = tiling_shim().AscTilingMethod(method.encode())
    if number < 0:
        raise AssertionError(f"the tiling library has no function {method}")
    return number


def _words(method: str, arguments: Sequence[object]) -> ctypes.Array[ctypes.c_int32]:
    words = (ctypes.c_int32 * len(arguments))()
    for index, value in enumerate(arguments):
        if not isinstance(value, int) or not -_LIMIT <= value < _LIMIT:
            raise TypeError(f"{method}: {value!r} is no whole number of 32 bits")
        words[index] = value
    return words


@cache
def tiling_shim() -> ctypes.CDLL:
    """Load the toolkit's tiling library, with its functions declared.

    Raises:
        BuildError: the toolkit has none, and none can be compiled against it.
    """
    root = Path(acl.toolkit_root())
    shipped = root / "lib64" / "libasc_tiling.so"
    loaded = ctypes.CDLL(str(shipped) if shipped.exists() else _compiled(root))
    for name, (result, parameters) in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.restype = result
        function.argtypes = parameters
    return loaded


def _compiled(root: Path) -> str:
    """Return the cached library compiled against the toolkit `root`."""
    from custom_compiler.asc.runtime import cache as kernels
    from custom_compiler.support.host_compiler import find_compiler

    compiler = find_compiler()
    libraries = root / "lib64"
    state = (libraries / "libtiling_api.a").stat()  # another one after an upgrade
    identity = f"{root}\0{state.st_size} {state.st_mtime_ns}\0{compiler.identity()}"
    key = hashlib.sha256(identity.encode() + SOURCE.read_bytes()).hexdigest()

    def build(folder: str) -> dict[str, object]:
        errors = compiler.compile_shared(
            [str(SOURCE)],
            str(Path(folder, "tiling_api.o")),
            ["-fvisibility=hidden", f"-I{root / 'include'}"],
            [
                *(f"-L{libraries}", "-ltiling_api", "-lplatform", "-lregister"),
                f"-Wl,-rpath,{libraries}",
            ],
        )
        if errors:
            raise BuildError(
                f"the C API of {root}'s tiling library cannot be compiled",
                f"{root} must be a CANN toolkit of 8.1 or newer",
                details=errors,
            )
        return {"name": "tiling_api"}

    directory = kernels.asc_cache_root()
    stored = kernels.find(directory, key) or kernels.store(directory, key, build, rebuild=False)
    if stored is None:
        raise BuildError(f"{directory}: the tiling library cannot be stored there")
    return stored.object_path
