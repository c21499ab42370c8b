"""CANN's tensor engine as frameworks look for it: they ask for its version.

MindSpore also imports its own kernels, which are written in the engine's language (TBE). They
can be imported: what they name of the engine stands for itself until it is called, and then says
that this toolkit has no such compiler.
"""

import importlib
import sys
from collections.abc import Callable, MutableSequence, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

# Modules of CANN's that such kernels import, with all below them.
_NAMES = ("te", "tbe.tvm", "tbe.common")
# What kernels are declared with.
_DECORATORS = (".register", ".check_input_type")


class _Name:
    """Something of the tensor engine."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __getattr__(self, name: str) -> "_Name":
        if name.startswith("__"):
            raise AttributeError(name)
        return _Name(f"{self._path}.{name}")

    def __call__(self, *_args: object, **_keywords: object) -> Callable[[object], object]:
        if self._path.endswith(_DECORATORS):
            return lambda function: function
        msg = (
            f"{self._path}: this toolkit has no compiler for kernels in TBE; "
            "write the operator in Ascend C"
        )
        raise NotImplementedError(msg)


class _Module(ModuleType):
    __path__: MutableSequence[str] = []  # noqa: RUF012  empty: it may have modules below it

    def __getattr__(self, name: str) -> _Name:
        if name.startswith("__"):
            raise AttributeError(name)
        return _Name(f"{self.__name__}.{name}")


class _Finder(MetaPathFinder, Loader):
    """Finds what no file has: it is asked last."""

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None = None, _target: object = None
    ) -> ModuleSpec | None:
        is_provided = any(fullname == name or fullname.startswith(f"{name}.") for name in _NAMES)
        return ModuleSpec(fullname, self, is_package=True) if is_provided else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing, since names are made on demand."""


sys.meta_path.append(_Finder())


def __getattr__(name: str) -> ModuleType:
    if name.startswith("__"):
        raise AttributeError(name)
    return importlib.import_module(f"te.{name}")
