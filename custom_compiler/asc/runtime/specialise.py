"""A kernel for arguments of certain types: from the cache, or traced and compiled."""

from __future__ import annotations

import hashlib
import os
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.runtime import cache, environment
from custom_compiler.asc.runtime.compile import KernelBinary, compiler_options, output_is_wanted
from custom_compiler.asc.runtime.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.dialects.builtin import ModuleOp

    from custom_compiler.asc.codegen.source import PythonFunction
    from custom_compiler.asc.runtime.arguments import ParameterKind
    from custom_compiler.asc.runtime.binding import Specialisation
    from custom_compiler.asc.runtime.options import CodegenOptions, CompileOptions

STAGES = {"codegen": "codegen.mlir", "ascir": "ascir.mlir", "ascendc": ".cpp"}
_DUMPED = {"codegen.mlir": "codegen.mlir", "ascir.mlir": "ascir.mlir"}


class SpecialisationRequest(NamedTuple):
    """All that decides a kernel."""

    function: PythonFunction
    identity: str  # of its code and what it reads
    types: Specialisation
    codegen: CodegenOptions
    options: CompileOptions
    part: str

    @property
    def key(self) -> str:
        """The name of the kernel in caches."""
        words = [
            self.function.__name__,
            self.identity,
            *(f"{name}:{_kind_text(kind)}" for name, kind in self._parameters()),
            *(f"{name}={_text(value)}" for name, value in self.types.constants),
            *(f"{name}:{_class_text(kind)}" for name, kind in self.types.named_tuples),
            repr(self.options.items()),
            *compiler_options(self.options),
            str(output_is_wanted()),
            self.part,
            environment.identity(),
        ]
        return hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape")).hexdigest()

    def _parameters(self) -> zip[tuple[str, ParameterKind]]:
        return zip(self.types.names, self.types.kinds, strict=True)


class SpecialisedKernel(NamedTuple):
    """A kernel that can be launched, and its texts."""

    folder: str
    name: str
    prints: bool

    @property
    def binary(self) -> KernelBinary:
        """The binary to load."""
        return KernelBinary(os.path.join(self.folder, self.name + ".o"), self.name)

    def stage(self, name: str) -> str:
        """Return the text at a stage of the compilation; raise ValueError for another name."""
        if name not in STAGES:
            raise ValueError(
                f"there is no stage {name!r} of a kernel; there are {', '.join(STAGES)}"
            )
        file_name = STAGES[name] if name != "ascendc" else self.name + STAGES[name]
        with open(os.path.join(self.folder, file_name), encoding="utf-8") as file:
            return file.read()


def specialise(
    request: SpecialisationRequest, build: Callable[[str], dict[str, Any] | None]
) -> SpecialisedKernel | None:
    """Return the kernel of a request; `build` compiles it into a folder and returns its record.

    Return None if `build` does.
    """
    key = request.key
    rebuild = request.options.always_compile
    cached = None if rebuild else cache.find(cache.asc_cache_root(), key)
    if cached is None:
        cached = _build_kernel(request.function.__name__, key, build, rebuild=rebuild)
    if cached is None:
        return None
    stored = SpecialisedKernel(cached.folder, cached.record["name"], cached.record["prints"])
    _dump(stored)
    return stored


def _build_kernel(
    kernel: str, key: str, build: Callable[[str], dict[str, Any] | None], *, rebuild: bool
) -> cache.CachedKernel | None:
    """Compile a kernel into the cache, or into one of this process if that is not writable."""
    try:
        return cache.store(cache.asc_cache_root(), key, build, rebuild=rebuild)
    except OSError as error:
        cache.warn_once(cache.asc_cache_root(), error.strerror or str(error))
    try:
        return cache.store(cache.own_root(), key, build, rebuild=rebuild)
    except OSError as error:
        text = f"kernel {kernel} cannot be compiled: {error.strerror}: {error.filename}"
        hint = "CUSTOM_COMPILER_CACHE and TMPDIR name folders that can be written and have space"
        raise RuntimeError(f"{text}; {hint}") from error


def trace(request: SpecialisationRequest) -> ModuleOp:
    """Trace a kernel, and return its module; raise ImportError without xDSL."""
    try:
        import xdsl  # noqa: F401
    except ImportError:
        message = "kernels are compiled with xDSL, which is not installed"
        raise ImportError(f"{message}: pip install 'custom_compiler[asc]'") from None
    from custom_compiler.asc import codegen

    arguments = _arguments(request)
    capture = request.codegen.capture_exceptions
    return codegen.trace(request.function, arguments, capture_exceptions=capture)


def _arguments(request: SpecialisationRequest) -> list[Any]:
    """Return the value of each parameter as an object of the language."""
    from custom_compiler.asc.codegen.arguments import (
        ConstantArgument,
        PointerArgument,
        ScalarArgument,
        StructArgument,
        TupleArgument,
    )
    from custom_compiler.asc.codegen.named_tuples import numbers_of
    from custom_compiler.asc.language.dtypes import DataType

    arguments: dict[str, Any] = {
        name: ConstantArgument(value) for name, value in request.types.constants
    }
    for name, kind in zip(request.types.names, request.types.kinds, strict=True):
        if kind.structure is not None:
            arguments[name] = StructArgument(kind.structure)
        elif kind.type.startswith("*"):
            arguments[name] = PointerArgument(DataType(kind.type[1:]))
        else:
            arguments[name] = ScalarArgument(DataType(kind.type))
    for name, length in request.types.lengths:
        items = tuple(arguments[f"{name}[{i}]"] for i in range(length))
        arguments[name] = TupleArgument(tuple(f"{name}_{i}" for i in range(length)), items)
    for name, tuple_class in request.types.named_tuples:
        numbers = tuple(numbers_of(tuple_class))
        items = tuple(arguments[number] for number in numbers)
        arguments[name] = TupleArgument(numbers, items, tuple_class)
    return [arguments[parameter.name] for parameter in request.function.parameters]


def _class_text(kind: type[tuple[Any, ...]]) -> str:
    """Return the name and fields of a class of named tuples."""
    return f"{kind.__module__}.{kind.__qualname__}{kind._fields}"  # type: ignore[attr-defined]


def _kind_text(kind: ParameterKind) -> str:
    if kind.structure is None:
        return kind.type
    fields = [(name, _field_text(field)) for name, field in kind.structure.fields_.items()]
    return f"{kind.structure.__module__}.{kind.structure.__qualname__}{fields}"


def _field_text(field: Any) -> str:
    values = {name: value for name, value in vars(field).items() if name != "default"}
    return repr(sorted(values.items(), key=str))


def _text(value: Any) -> str:
    """Return a constant as text that is the same in all processes."""
    function = getattr(value, "fn", value)
    if isinstance(function, FunctionType):
        return fingerprint(function).digest
    return f"{type(value).__module__}.{type(value).__qualname__}:{value!r}"


def _dump(stored: SpecialisedKernel) -> None:
    """Copy the texts and the object to PYASC_DUMP_PATH, if that is set."""
    target = os.environ.get("PYASC_DUMP_PATH")
    if not target:
        return
    import shutil

    os.makedirs(target, exist_ok=True)
    names = {**_DUMPED, stored.name + ".cpp": "ascendc.cpp", stored.name + ".o": "binary.o"}
    for name, dumped in names.items():
        shutil.copyfile(os.path.join(stored.folder, name), os.path.join(target, dumped))
