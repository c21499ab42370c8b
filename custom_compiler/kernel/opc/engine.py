"""The one way from a request to a kernel: `opc` and whoever else compiles kernels call it."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc.description import describe, kernel_facts
from custom_compiler.kernel.opc.element_types import refuse_missing_types
from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.opc.kernel_compiler import KernelCompiler
from custom_compiler.kernel.opc.operator_kernel import Kernel, compile_kernel
from custom_compiler.kernel.opc.static_description import describe_static
from custom_compiler.kernel.opc.static_entry import StaticEntry
from custom_compiler.kernel.opc.tiling import NO_TILING, TilingDefinition, cached_definition
from custom_compiler.kernel.toolchain.build import options_of_debug_config
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import (
    RELEASE_PASSES,
    STATIC_PASSES,
    Compiler,
    Toolkit,
    open_toolkit,
)
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.cache_root import cache_root

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.options import Options
    from custom_compiler.kernel.opc.signature import Signature
    from custom_compiler.kernel.opc.static_tiling import StaticTiling
    from custom_compiler.kernel.toolchain.soc import Soc


class KernelRequest(NamedTuple):
    """All that decides the bytes of one kernel, for one SoC."""

    toolkit: str  # root
    implementation: str  # path of <op>.py
    signature: Signature
    options: Options  # with one SoC
    build: tuple[str, ...] = ()  # compiler options that choose the build, behind all others
    tiling_library: str = ""  # where the operator's tiling structures are registered; "": nowhere
    source: str = ""  # a kernel source that goes before some places where CANN looks for it
    static: StaticTiling | None = None  # of the one call that it is for; None: for all shapes
    kernel_types: tuple[tuple[int, int], ...] = ()  # of all tiling keys, where that is known


class CompiledKernel(NamedTuple):
    """A kernel as it is installed."""

    data: bytes
    description: dict[str, Any]
    source: str  # path of the kernel source
    cached: bool  # nothing was compiled for it


class NoTilingKeyError(BuildError):
    """The kernel has none of the tiling keys that were asked for."""


def compile_kernel_request(request: KernelRequest) -> CompiledKernel:
    """The kernel of `request`, from the cache if it is there.

    MisuseError if the request does not fit its operator, BuildError with the compiler's words if
    the kernel does not compile. Toolkit and compiler are examined at the first request of a
    process.
    """
    operator = _operator(request)
    if request.static is not None:
        return _compile_static(request, operator, request.static)
    options, kernel, soc = request.options, operator.kernel, operator.soc
    kernels = _kernels(request.toolkit, operator.flags, RELEASE_PASSES, *_surroundings())
    compiled = compile_kernel(kernels, kernel, options, soc)
    refuse_missing_types(compiled.meta, soc, kernel.source)
    facts = kernel_facts(compiled.meta, soc, kernel.tiling.max_size)
    if options.tiling_keys and options.tiling_keys.isdisjoint(facts.keys):
        # The build scripts look for this text.
        message = f"None of the given tiling keys are in the supported list: {sorted(facts.keys)}"
        raise NoTilingKeyError(message)
    description = describe(*kernel[:2], options, soc, facts, compiled.data)
    return CompiledKernel(compiled.data, description, kernel.source, compiled.cached)


class _Operator(NamedTuple):
    kernel: Kernel
    soc: Soc
    plain_flags: tuple[str, ...]  # as the operator's project says
    flags: tuple[str, ...]


def _operator(request: KernelRequest) -> _Operator:
    options, op_type = request.options, request.signature.op_type
    implementation = read_implementation(request.implementation, options.main_func)
    if op_type != implementation.op_type:
        message = (
            f"{options.input_param} is for operator {op_type}, "
            f"{request.implementation} implements {implementation.op_type}"
        )
        raise MisuseError(message)
    source = find_source(implementation, request.implementation, request.source)
    toolkit = _toolkit(request.toolkit)
    soc = find_soc(options.soc_version, toolkit.config)
    plain = tuple(implementation.options(soc.unit))
    debug = options_of_debug_config(options.debug_config)
    tiling = _tiling(toolkit, op_type, request.tiling_library)
    kernel = Kernel(request.signature, implementation, source, tiling)
    return _Operator(kernel, soc, plain, (*plain, *debug, *request.build))


def _compile_static(
    request: KernelRequest, operator: _Operator, tiling: StaticTiling
) -> CompiledKernel:
    key, soc = tiling.tiling_key, operator.soc
    types = dict(request.kernel_types) or _types_for_all_shapes(request, operator)
    if key not in types:
        message = (
            f"operator {request.signature.op_type}: its tiling function chose tiling key {key},"
            f" its kernel has {', '.join(map(str, types))}"
        )
        raise BuildError(message)
    kernel = operator.kernel._replace(static=StaticEntry(tiling, types[key]))
    kernels = _kernels(request.toolkit, operator.flags, STATIC_PASSES, *_surroundings())
    compiled = compile_kernel(kernels, kernel, request.options, soc)
    refuse_missing_types(compiled.meta, soc, kernel.source)
    facts = kernel_facts(compiled.meta, soc, tiling_size=0)
    facts = facts._replace(keys=[key], types={key: types[key]}, typed=False)
    description = describe_static(kernel, tiling, request.options, soc, facts, compiled.data)
    return CompiledKernel(compiled.data, description, kernel.source, compiled.cached)


def _types_for_all_shapes(request: KernelRequest, operator: _Operator) -> dict[int, int]:
    """The type of each tiling key in the kernel for all shapes.

    What a static kernel leaves out could tell another type, and blocks would mean other cores.
    """
    kernel, op_type = operator.kernel, request.signature.op_type
    plain = kernel._replace(signature=kernel.signature._replace(bin_filename=op_type))
    options = request.options._replace(debug_config=frozenset())
    kernels = _kernels(request.toolkit, operator.plain_flags, RELEASE_PASSES, *_surroundings())
    meta = compile_kernel(kernels, plain, options, operator.soc).meta
    return kernel_facts(meta, operator.soc, tiling_size=0).types


def _surroundings() -> tuple[str, str]:
    return cache_root(), os.environ.get("CXX", "")


@cache
def _toolkit(root: str) -> Toolkit:
    return open_toolkit(root)


@lru_cache(maxsize=64)
def _kernels(
    root: str, flags: tuple[str, ...], passes: tuple[str, ...], cache_folder: str, _cxx: str
) -> KernelCompiler:
    toolkit, cache = _toolkit(root), KernelCache(cache_folder)
    compiler = Compiler(toolkit, cache, list(flags), passes=passes)
    return KernelCompiler(toolkit, compiler, cache)


def _tiling(toolkit: Toolkit, op_type: str, library: str) -> TilingDefinition:
    if not library:
        return NO_TILING
    register = os.path.join(toolkit.lib, "libregister.so")
    return cached_definition(op_type, library, register, KernelCache(cache_root()))
