"""All passes, in their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.dialects.builtin import StringAttr, UnitAttr

from custom_compiler.asc.ir.effects import MALFORMED
from custom_compiler.asc.transforms.dead import remove_dead
from custom_compiler.asc.transforms.fold import fold_constants
from custom_compiler.asc.transforms.hoist import hoist_invariants
from custom_compiler.asc.transforms.inline import inline_calls
from custom_compiler.asc.transforms.limits import check_memory
from custom_compiler.asc.transforms.memory import AUTO, place_tensors
from custom_compiler.asc.transforms.merge import merge_equal
from custom_compiler.asc.transforms.pipe import pipe_first
from custom_compiler.asc.transforms.sync import insert_waits
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xdsl.dialects.builtin import ModuleOp

# Types of kernels that CANN has no separate name for: what one core waits for, all do.
_SAME_TYPES = {"MIX_AIV_HARD_SYNC": "MIX_AIV_1_0", "MIX_AIC_HARD_SYNC": "MIX_AIC_1_0"}
# Of an Ascend 910B's cores, in bytes.
MEMORIES: Mapping[str, int] = {
    "UB": 192 * 1024,
    "L1": 512 * 1024,
    "L0A": 64 * 1024,
    "L0B": 64 * 1024,
    "L0C": 128 * 1024,
}


class TransformOptions(NamedTuple):
    """The target for which a kernel is compiled."""

    insert_sync: bool | None = None  # None: if the kernel leaves memory to the compiler
    auto_sync: bool = True  # the device's compiler puts barriers between vector operations
    kernel_type: str | None = None  # "AIV_ONLY", ...; None: as the kernel's operations ask for
    matmul_cube_only: bool = False
    verify: bool = False  # the module after each pass
    memories: Mapping[str, int] = MEMORIES
    watch: Callable[[str, ModuleOp], None] | None = None  # called before each pass with its name


def run(module: ModuleOp, options: TransformOptions) -> None:
    """Take a traced module through all passes, in place.

    Raises:
        MisuseError: the kernel asks for more memory than there is, or its functions call each
            other in a circle.
    """
    run_passes(passes_of(module, options), module, options)


def passes_of(module: ModuleOp, options: TransformOptions) -> Sequence[str]:
    """Return the passes for a module, in order; one may occur more than once."""
    automatic = any(operation.name == AUTO for operation in module.walk())
    synchronise = automatic if options.insert_sync is None else options.insert_sync
    return (
        *("inline", "fold", "merge", "hoist", "fold", "dead", "memory", "pipe"),
        *(("sync",) if synchronise else ()),
        *("limits", "kernel-type"),
    )


def run_passes(names: Sequence[str], module: ModuleOp, options: TransformOptions) -> None:
    """Run passes in this order.

    Raises:
        MisuseError: there is no pass of a name; or see `run`.
    """
    for name in names:
        if name not in PASSES:
            message = f"there is no pass {name!r}"
            raise MisuseError(message, f"passes are {', '.join(PASSES)}")
        if options.watch is not None:
            options.watch(name, module)
        try:
            PASSES[name](module, options)
        except MALFORMED as error:
            message = f"pass {name}: the module is not like those of kernels ({error})"
            raise MisuseError(message, "trace it from Python") from error
        if options.verify:
            module.verify()


def _kernel_type(module: ModuleOp, options: TransformOptions) -> None:
    """State the cores that the kernel runs on: both kinds if it multiplies matrices."""
    kind = options.kernel_type
    if kind is None:
        registers = any(o.name == "ascendc.regist_matmul_obj" for o in module.walk())
        cube = "AIC_ONLY" if options.matmul_cube_only else "MIX_AIC_1_2"
        kind = cube if registers else "AIV_ONLY"
    module.attributes["ascendc.kernel_type"] = StringAttr(_SAME_TYPES.get(kind, kind))
    if options.matmul_cube_only:
        module.attributes["ascendc.matmul_cube_only"] = UnitAttr()


PASSES: Mapping[str, Callable[[ModuleOp, TransformOptions], None]] = {
    "inline": lambda module, _: inline_calls(module),
    "fold": lambda module, _: fold_constants(module),
    "merge": lambda module, _: merge_equal(module),
    "hoist": lambda module, _: hoist_invariants(module),
    "dead": lambda module, _: remove_dead(module),
    "memory": lambda module, options: place_tensors(module, options.memories),
    "pipe": lambda module, _: pipe_first(module),
    "sync": lambda module, options: insert_waits(
        module, frozenset() if options.auto_sync else frozenset(("V",))
    ),
    "limits": lambda module, options: check_memory(module, options.memories),
    "kernel-type": _kernel_type,
}
