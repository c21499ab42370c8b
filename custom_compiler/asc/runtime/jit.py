"""Kernels as functions of Python: `@asc.jit`, and `kernel[core_num, stream](...)`."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from custom_compiler.asc.codegen.source import PythonFunction
from custom_compiler.asc.runtime import acl
from custom_compiler.asc.runtime.arguments import MockTensor, MockValue, Packer
from custom_compiler.asc.runtime.binding import ParameterBinding, core_number
from custom_compiler.asc.runtime.fingerprint import Fingerprint, fingerprint
from custom_compiler.asc.runtime.launcher import Launcher
from custom_compiler.asc.runtime.options import (
    CODEGEN_DEFAULTS,
    COMPILE_DEFAULTS,
    OPTION_NAMES,
    CodegenOptions,
    CompileOptions,
    LaunchOptions,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from xdsl.dialects.builtin import ModuleOp

    from custom_compiler.asc.runtime.specialise import SpecialisationRequest, SpecialisedKernel

__all__ = ["JITFunction", "MockTensor", "MockValue", "jit"]

_building = threading.RLock()  # kernels are traced one after the other


class _Ready(NamedTuple):
    """A kernel for arguments of certain types, compiled."""

    launcher: Launcher
    packer: Packer
    stored: SpecialisedKernel


class _LaunchOptions(NamedTuple):
    codegen: CodegenOptions
    compile: CompileOptions


_Table = dict[Any, "_Ready"]  # by the types of the arguments
_Place = tuple[str, "str | None"]  # the part that runs kernels, and whether they may print


class JITFunction(PythonFunction):
    """A function of Python that runs on AI cores, compiled for each combination of types.

    Raises:
        RuntimeError: an option is unknown, or called like a parameter.
    """

    def __init__(self, fn: Callable[..., Any], **options: Any) -> None:
        super().__init__(fn)
        self.__wrapped__ = fn
        self._binding = ParameterBinding(self)
        _check_names(self, options)
        self._options = _with_options(_LaunchOptions(CODEGEN_DEFAULTS, COMPILE_DEFAULTS), options)
        self._target: _Place | None = None  # that `_ready` is for
        self._ready: _Table = {}
        self._others: dict[Any, _Table] = {}  # by options and place
        self._identity: Fingerprint | None = None
        self._last: SpecialisedKernel | None = None

    @property
    def compile_options(self) -> CompileOptions:
        """The options that it is compiled with unless a call says others."""
        return self._options.compile

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Run the body as plain Python; its first function of the language says that it cannot."""
        return self.fn(*args, **named)

    def __getitem__(self, launch: Any) -> _BoundLaunch:
        """Return the kernel with a number of blocks, or with that and a stream.

        Raise ValueError or TypeError for other values.
        """
        core_num, stream = launch if isinstance(launch, tuple) else (launch, None)
        return _BoundLaunch(self, core_number(self.__name__, core_num), stream)

    def source(self, stage: str = "ascendc") -> str:
        """Return the text of the last launched kernel at a stage of its compilation.

        "codegen" is the IR as traced, "ascir" that after the passes, "ascendc" the C++.
        Raise RuntimeError if it was not launched yet, ValueError if there is no such stage.
        """
        if self._last is None:
            raise RuntimeError(f"kernel {self.__name__} was not launched yet")
        return self._last.stage(stage)

    def launch(
        self, core_num: int, stream: Any, args: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        """Compile the kernel for these arguments if need be, run it, and wait for its end."""
        options = self._options
        if named and not named.keys() <= self._binding.names:
            options, named = self._without_options(named)
        values = self._binding.bind(args, named)
        location = acl.part_name(), os.environ.get("ASCENDC_DUMP")
        table = self._ready
        if options is not self._options or location != self._target:
            table = self._table(options, location)
        identity = self._identity
        if identity is None or not identity.is_current():
            table = self._renewed(options, location)
        key = self._binding.key(values)
        ready = None if options.compile.always_compile else table.get(key)
        if ready is None:
            ready = self._specialise(values, options, location[0])
            if ready is not None:
                table[key] = ready
        if ready is not None:
            self._last = ready.stored
        if not os.environ.get("DRY_RUN"):
            self._run_launcher(ready, self._binding.at_run_time(values), core_num, stream)

    def _without_options(self, named: dict[str, Any]) -> tuple[_LaunchOptions, dict[str, Any]]:
        """Split the keyword arguments of a call into options and other arguments."""
        option_values = {
            name: value for name, value in named.items() if name not in self._binding.names
        }
        try:
            _check_names(self, option_values)
        except RuntimeError as error:
            raise TypeError(f"kernel {self.__name__} has no such parameter; {error}") from None
        arguments = {name: value for name, value in named.items() if name not in option_values}
        return _with_options(self._options, option_values), arguments

    def _table(self, options: _LaunchOptions, location: _Place) -> _Table:
        if options == self._options and self._target in {None, location}:
            self._target = location
            return self._ready
        return self._others.setdefault((options, location), {})

    def _renewed(self, options: _LaunchOptions, location: _Place) -> _Table:
        """Forget all kernels, as what they were made of has changed; an empty table."""
        self._identity = fingerprint(self)
        self._ready, self._others, self._target = {}, {}, None
        return self._table(options, location)

    def _specialise(self, values: list[Any], options: _LaunchOptions, part: str) -> _Ready | None:
        """Return the kernel for arguments of these types; None if tests replace its compiler."""
        from custom_compiler.asc.runtime.specialise import SpecialisationRequest, specialise

        types = self._binding.specialisation(values)
        identity = self._identity or fingerprint(self)
        request = SpecialisationRequest(
            self, identity.digest, types, options.codegen, options.compile, part
        )

        def build(folder: str) -> dict[str, Any] | None:
            return self._run_compiler(self._run_codegen(request), request, folder)

        with _building:
            stored = specialise(request, build)
        if stored is None:
            return None
        launcher = Launcher(stored.binary, prints=stored.prints, exact=options.compile.debug)
        return _Ready(launcher, Packer(types.names, types.kinds), stored)

    def _run_codegen(self, request: SpecialisationRequest) -> ModuleOp:
        """Trace the kernel, and return its module."""
        from custom_compiler.asc.runtime.specialise import trace

        return trace(request)

    def _run_compiler(
        self, module: ModuleOp, request: SpecialisationRequest, folder: str
    ) -> dict[str, Any] | None:
        """Compile a module into a folder; what the cache records of it."""
        from custom_compiler.asc.runtime.compiler import Compiler

        return Compiler(request.options).run(module, request, folder)

    def _run_launcher(
        self, ready: _Ready | None, values: list[Any], core_num: int, stream: Any
    ) -> None:
        if ready is not None:
            ready.launcher.run(ready.packer, values, core_num, stream)


class _BoundLaunch:
    """A kernel with a number of blocks and a stream, to be called with its arguments."""

    __slots__ = ("_core_num", "_kernel", "_stream")

    def __init__(self, kernel: JITFunction, core_num: int, stream: Any) -> None:
        self._kernel = kernel
        self._core_num = core_num
        self._stream = stream

    def __call__(self, *args: Any, **named: Any) -> None:
        """Run the kernel; parameters by position or name, and options by name."""
        self._kernel.launch(self._core_num, self._stream, args, named)


@overload
def jit(fn: Callable[..., Any]) -> JITFunction: ...


@overload
def jit(**options: Any) -> Callable[[Callable[..., Any]], JITFunction]: ...


def jit(
    fn: Callable[..., Any] | None = None, **options: Any
) -> JITFunction | Callable[[Callable[..., Any]], JITFunction]:
    """Turn a function into a kernel, or into a function that kernels call.

    Use it as `@asc.jit`, or with the fields of CodegenOptions and CompileOptions as options.
    """
    if fn is not None:
        return JITFunction(fn, **options)
    return lambda function: JITFunction(function, **options)


def _check_names(kernel: JITFunction, options: dict[str, Any]) -> None:
    for parameter in kernel.parameters:
        if parameter.name in OPTION_NAMES:
            text = (
                f"kernel {kernel.__name__}: parameter {parameter.name!r} is called like an option"
            )
            raise RuntimeError(f"{text}; give it another name")
    option_names = (*CodegenOptions.names, *CompileOptions.names)
    for name in options:
        if name in LaunchOptions.names:
            where = f"{kernel.__name__}[core_num, stream](...)"
            raise RuntimeError(f"option {name!r} belongs to a launch: {where}")
        if name not in option_names:
            listed = ", ".join(sorted(option_names))
            text = f"there is no option {name!r} of kernels; there are {listed}"
            raise RuntimeError(text)


def _with_options(options: _LaunchOptions, values: dict[str, Any]) -> _LaunchOptions:
    if not values:
        return options
    codegen = {name: value for name, value in values.items() if name in CodegenOptions.names}
    compiler = {name: value for name, value in values.items() if name in CompileOptions.names}
    return _LaunchOptions(
        options.codegen.with_values(codegen), options.compile.with_values(compiler)
    )
