"""Common parts of operator kernels: the SoCs that they run on, and their launches."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.steps import SIZES
from custom_compiler.errors import MisuseError
from custom_compiler.support.platform_config import read_description

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.asc.runtime.jit import JITFunction
    from custom_compiler.autokernel.describe.tree import Operator


@dataclass(frozen=True)
class CorePlatform:
    """The SoC that a kernel is for.

    Attributes:
        core_num: Number of vector cores.
        cube_num: Number of cubes.
        ub_size: Bytes of a unified buffer that kernels may use.
    """

    core_num: int
    cube_num: int
    ub_size: int


@dataclass(frozen=True)
class CoreKernelCall:
    """Launch of a kernel, without its inputs, outputs and attributes.

    Attributes:
        kernel: As `module:name`.
        blocks: Number of cores; of groups of them for kernels on cubes and vector cores.
        arguments: By the names of the kernel's parameters.
    """

    kernel: str
    blocks: int
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TunedEntry:
    """A setting for calls with sizes in ranges.

    Attributes:
        itemsize: Bytes of an element of the first input.
        least: The smallest sizes that it is for, by symbol.
        most: The largest ones, for the same symbols.
        setting: Values of the kernel's knobs.
    """

    itemsize: int
    least: Mapping[str, int]
    most: Mapping[str, int]
    setting: Mapping[str, int]


@dataclass(frozen=True)
class Packaged:
    """Kernels of an operator class, as packages need them.

    Attributes:
        kernel: The kernel; its parameters `inputs`, `outputs` and `attributes` are tuples, and
            `numbers` is a named tuple.
        constants: Values of its constant parameters.
        symbols: The symbols for which tuned settings have ranges.
        shape: Function from sizes to the first argument of `numbers`.
        numbers: Function in the language of kernels, from the shape, the values of `symbols`, bytes
            of an element, `(core_num, ub_size)` and `facts`. It returns the number of blocks, the
            kernel's parameter `numbers`, and for kernels with a workspace its bytes.
        facts: Further constants for `numbers`.
    """

    kernel: Any
    constants: Mapping[str, Any]
    symbols: tuple[str, ...]
    shape: Callable[[Mapping[str, Any]], tuple[Any, ...]]
    numbers: Any
    facts: Any


@dataclass(frozen=True, eq=False)
class TilingFacts:
    """Constants of a tiling function whose memory needs depend on the element type.

    Attributes:
        memories: Bytes of an element of the first input, and the memory that `formula` gets for it.
        table: Tuned settings.
        symbols: The symbols for which tuned settings have ranges.
    """

    memories: tuple[tuple[int, Any], ...]
    table: tuple[TunedEntry, ...]
    symbols: tuple[str, ...]

    def holds(self, entry: int, sizes: Sequence[Any], itemsize: Any) -> Any:
        """Return whether an entry of the table is for these sizes; in Python or at run time."""
        tuned = self.table[entry]
        matches = itemsize == tuned.itemsize
        for symbol, size in zip(self.symbols, sizes, strict=True):
            if symbol in tuned.least:
                matches = matches & (size >= tuned.least[symbol]) & (size <= tuned.most[symbol])
        return matches


def facts_of(
    variants: Sequence[Operator], table: Sequence[TunedEntry], memory: Callable[[Operator], Any]
) -> TilingFacts:
    """Return the constants that the tiling function needs of an operator's variants."""
    memories: dict[int, Any] = {}
    for variant in variants:
        size = SIZES[variant.inputs[0].dtype]
        needed = memory(variant)
        memories[size] = max(memories.get(size, needed), needed)
    symbols = tuple(dict.fromkeys(symbol for entry in table for symbol in entry.least))
    return TilingFacts(tuple(memories.items()), tuple(table), symbols)


def kernel_of(call: CoreKernelCall) -> JITFunction:
    """Return the kernel of a launch."""
    from importlib import import_module

    module, _, name = call.kernel.partition(":")
    kernel: JITFunction = getattr(import_module(module), name)
    return kernel


def need_xdsl() -> None:
    """Raise MisuseError if xDSL, which compiles kernels, is not installed."""
    try:
        import xdsl  # noqa: F401
    except ImportError as error:
        message = f"kernels for AI cores need xDSL: {error}"
        raise MisuseError(message, "pip install 'custom_compiler[autokernel]'") from error


def launch(
    call: CoreKernelCall,
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    attributes: Sequence[Any] = (),
) -> None:
    """Run a kernel on arrays, and wait for its end.

    Raises:
        RuntimeError: the kernel failed.
    """
    kernel = kernel_of(call)
    arguments: dict[str, Any] = {"inputs": tuple(inputs), "outputs": tuple(outputs)}
    if any(parameter.name == "attributes" for parameter in kernel.parameters):
        arguments["attributes"] = tuple(attributes)
    kernel[call.blocks](**arguments, **call.arguments)


def platform(part: str | None = None) -> CorePlatform:
    """Return the platform of a SoC ("Ascend910B3"), by default the one that launches run on.

    Raises:
        MisuseError: The toolkit has no description of the SoC.
    """
    from custom_compiler.asc.runtime import acl

    name = part or acl.part_name()
    path = Path(acl.toolkit_root()) / "compiler" / "data" / "platform_config" / f"{name}.ini"
    values = read_description(str(path))
    if not values:
        raise MisuseError(f"no platform is known of {name!r}", "name a part such as Ascend910B1")
    cubes, vectors = int(values["cube_core_cnt"]), int(values["vector_core_cnt"])
    return CorePlatform(vectors, cubes, int(values["ub_size"]))
