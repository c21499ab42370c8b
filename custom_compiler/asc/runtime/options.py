"""Options of kernels: how they are traced, compiled and launched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from custom_compiler.asc.runtime.device_kinds import KernelType

_LEVELS = (0, 1, 2, 3)  # 0 is rejected at compile time, as by PyAsc


class _OptionValues:
    """Values by name that are compared, shown and hashed together."""

    __slots__ = ()
    names: ClassVar[tuple[str, ...]] = ()

    def items(self) -> list[tuple[str, Any]]:
        """Return all options with their values, in the order of their definition."""
        return [(name, getattr(self, name)) for name in self.names]

    def with_values(self, values: dict[str, Any]) -> Any:
        """Return these options, with those of `values` that are of their kind replaced."""
        return type(self)(**{**dict(self.items()), **values})

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.items() == self.items()

    def __hash__(self) -> int:
        return hash((type(self), *map(str, self.items())))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.items())
        return f"{type(self).__name__}({values})"


class CodegenOptions(_OptionValues):
    """Options of tracing.

    `capture_exceptions`: an error in a kernel's Python is reported as CodegenError, with its
    place. `ir_multithreading`: PyAsc's; kernels are traced by one thread in any case.
    """

    names = __slots__ = ("capture_exceptions", "ir_multithreading")

    def __init__(
        self,
        capture_exceptions: bool = True,  # noqa: FBT001, FBT002 - PyAsc's parameters
        ir_multithreading: bool = True,  # noqa: FBT001, FBT002
    ) -> None:
        self.capture_exceptions = _flag("capture_exceptions", capture_exceptions)
        self.ir_multithreading = _flag("ir_multithreading", ir_multithreading)


class CompileOptions(_OptionValues):
    """Options of compilation.

    `auto_sync`: the device's compiler inserts barriers of the vector unit and the scalar unit's
    waits. Simulated pipes run in program order in any case; sanitizer runs accept what it
    inserts, unless this is False. `debug`: a build that checkers and debuggers can see into.

    Raises:
        TypeError, ValueError: a value that the option cannot have.
    """

    names = __slots__ = (
        *("debug", "strip_loc", "verify_sync", "print_ir_before_all", "run_passes"),
        *("kernel_type", "opt_level", "auto_sync", "auto_sync_log", "bisheng_options"),
        *("always_compile", "matmul_cube_only", "insert_sync"),
    )

    def __init__(  # noqa: PLR0913, PLR0917 - PyAsc's parameters
        self,
        debug: bool = False,  # noqa: FBT001, FBT002
        strip_loc: bool = False,  # noqa: FBT001, FBT002
        verify_sync: bool = False,  # noqa: FBT001, FBT002
        print_ir_before_all: bool = False,  # noqa: FBT001, FBT002
        run_passes: bool = True,  # noqa: FBT001, FBT002
        kernel_type: KernelType | None = None,
        opt_level: int = 3,
        auto_sync: bool = True,  # noqa: FBT001, FBT002
        auto_sync_log: str = "",
        bisheng_options: tuple[str, ...] | None = None,
        always_compile: bool = False,  # noqa: FBT001, FBT002
        matmul_cube_only: bool = False,  # noqa: FBT001, FBT002
        insert_sync: bool | None = None,  # noqa: FBT001
    ) -> None:
        self.debug = _flag("debug", debug)
        self.strip_loc = _flag("strip_loc", strip_loc)
        self.verify_sync = _flag("verify_sync", verify_sync)
        self.print_ir_before_all = _flag("print_ir_before_all", print_ir_before_all)
        self.run_passes = _flag("run_passes", run_passes)
        self.kernel_type = _kernel_type(kernel_type)
        self.opt_level = opt_level
        self.auto_sync = _flag("auto_sync", auto_sync)
        self.auto_sync_log = auto_sync_log
        self.bisheng_options = _words(bisheng_options)
        self.always_compile = _flag("always_compile", always_compile)
        self.matmul_cube_only = _flag("matmul_cube_only", matmul_cube_only)
        self.insert_sync = None if insert_sync is None else _flag("insert_sync", insert_sync)
        if isinstance(opt_level, bool) or opt_level not in _LEVELS:
            raise ValueError(f"option opt_level is 1 to 3, not {opt_level!r}")
        if verify_sync:
            message = "option verify_sync: missing synchronisation is found when the kernel runs"
            raise ValueError(f"{message}, by mssanitizer -t racecheck python SCRIPT.py")
        if auto_sync_log:
            message = "option auto_sync_log: no compiler inserts synchronisation here"
            raise ValueError(f"{message}, so there is no log of it")


class LaunchOptions(_OptionValues):
    """Options of a launch: `kernel[core_num, stream](...)`."""

    names = __slots__ = ("core_num", "stream")

    def __init__(self, core_num: int = 0, stream: Any = None) -> None:
        self.core_num = core_num
        self.stream = stream


OPTION_NAMES = frozenset((*CodegenOptions.names, *CompileOptions.names, *LaunchOptions.names))


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"option {name} is True or False, not {value!r}")
    return value


def _words(value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, (tuple, list)) or not all(isinstance(word, str) for word in value):
        raise TypeError(f"option bisheng_options is a tuple of texts, not {value!r}")
    return tuple(value)


def _kernel_type(value: object) -> KernelType | None:
    if value is None:
        return None
    from custom_compiler.asc.runtime.device_kinds import KernelType

    if not isinstance(value, KernelType):
        raise TypeError(f"option kernel_type is a KernelType, not {value!r}")
    return value


CODEGEN_DEFAULTS = CodegenOptions()
COMPILE_DEFAULTS = CompileOptions()
