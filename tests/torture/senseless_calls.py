"""Descriptions of tensors, arrays and scalars with any values, and calls from several threads."""

from __future__ import annotations

import ctypes
import random
import threading
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.runtime.conftest import Acl

_THREADS = 4
# Sizes that memory can hold; what is larger cannot be meant.
_REAL = (0, 1, 2, 3, 7)
_ABSURD = (2**60, 2**61 - 1, 2**63, 2**64 - 1)
_DIMENSIONS = (0, 1, 2, 5, -1, -5, 2**31, 2**32, 2**33, 2**62, 2**63 - 1, -(2**63))
_ROOM = 64


def in_threads(
    body: Callable[[Acl, Path, Path, random.Random], None],
) -> Callable[[Acl, Path, Path, random.Random], None]:
    """Turn a case of one thread into one of four threads, each with other choices."""

    def run(acl: Acl, folder: Path, kernel: Path, choose: random.Random) -> None:
        failed: list[BaseException] = []

        def work(number: int) -> None:
            try:
                assert acl("aclrtSetDevice", 0) == 0
                body(acl, folder, kernel, random.Random(number))
            except BaseException as error:  # noqa: BLE001 a thread's error is its case's
                failed.append(error)

        threads = [
            threading.Thread(target=work, args=(choose.randrange(2**32),)) for _ in range(_THREADS)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]

    return run


class Descriptions:
    """Objects of aclnn with senseless sizes. None is launched."""

    def __init__(self, acl: Acl, choose: random.Random) -> None:
        self.library = ctypes.CDLL(str(Path(acl.library._name).with_name("libnnopbase.so")))
        self.choose, self.memory = choose, acl.malloc(1024)
        self.absurd = self._numbers(_DIMENSIONS)
        self.small = self._numbers((0, 1, 2, 3))
        self.made: list[tuple[str, ctypes.c_void_p]] = []

    def tensor(self) -> None:
        self._create(
            "Tensor",
            *(self._values(), self._size(), self._kind()),
            *(self.choose.choice((None, self.absurd, self.small)), self._dimension()),
            *(self.choose.choice((2, 0, 29, -1, 999)), self._values(), self._size(), self.memory),
        )

    def array(self) -> None:
        kind = self.choose.choice(("IntArray", "FloatArray", "BoolArray"))
        self._create(kind, self._values(), self._size())

    def scalar(self) -> None:
        self._create("Scalar", self.absurd, self._kind())

    def tensor_list(self) -> None:
        # A list owns its tensors, so none is made of any here.
        tensors = [handle for kind, handle in self.made if kind == "Tensor"]
        count = ctypes.c_uint64(self.choose.choice((0, *_ABSURD)))
        self._create("TensorList", (ctypes.c_void_p * _ROOM)(*tensors[:_ROOM]), count)

    def ask(self) -> None:
        if not self.made:
            return
        kind, handle = self.choose.choice(self.made)
        dims, number = ctypes.c_void_p(), ctypes.c_uint64()
        if kind == "Tensor":
            for what in ("ViewShape", "StorageShape", "ViewStrides"):
                get = getattr(self.library, f"aclGet{what}")
                get(handle, ctypes.byref(dims), ctypes.byref(number))
        elif kind.endswith("Array"):
            getattr(self.library, f"aclGet{kind}Size")(handle, ctypes.byref(number))

    def destroy(self) -> None:
        for kind, handle in reversed(self.made):
            assert getattr(self.library, f"aclDestroy{kind}")(handle) == 0

    def _create(self, kind: str, *arguments: object) -> None:
        function = getattr(self.library, f"aclCreate{kind}")
        function.restype = ctypes.c_void_p
        address = function(*arguments)
        if address is not None:
            self.made.append((kind, ctypes.c_void_p(address)))

    def _numbers(self, values: tuple[int, ...]) -> ctypes.Array[ctypes.c_int64]:
        return (ctypes.c_int64 * _ROOM)(*[self.choose.choice(values) for _ in range(_ROOM)])

    def _values(self) -> ctypes.Array[ctypes.c_int64]:
        return self.choose.choice((self.absurd, self.small))

    def _size(self) -> ctypes.c_uint64:
        return ctypes.c_uint64(self.choose.choice((*_REAL, *_ABSURD)))

    def _dimension(self) -> ctypes.c_int64:
        return ctypes.c_int64(self.choose.choice(_DIMENSIONS))

    def _kind(self) -> int:
        return self.choose.choice((0, 1, 3, 9, 12, 27, -1, 999))


def describe_tensors(acl: Acl, _: Path, __: Path, choose: random.Random) -> None:
    """Up to 40 descriptions, made and asked in any order."""
    calls = Descriptions(acl, choose)
    steps = [
        calls.tensor, calls.tensor, calls.array, calls.array, calls.scalar, calls.tensor_list,
        calls.ask,
    ]  # fmt: skip
    for _step in range(choose.randint(1, 40)):
        choose.choice(steps)()
    calls.destroy()
    acl("aclrtFree", calls.memory)
    acl.message()
