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
from custom_compiler.kernel.opc.tiling import NO_TILING, TilingDefinition, cached_definition
from custom_compiler.kernel.toolchain.build import options_of_debug_config
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import Compiler, Toolkit, open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.cache_root import cache_root

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.options import Options
    from custom_compiler.kernel.opc.signature import Signature


class KernelRequest(NamedTuple):
    """All that decides the bytes of one kernel, for one SoC."""

    toolkit: str  # root
    implementation: str  # path of <op>.py
    signature: Signature
    options: Options  # with one SoC
    build: tuple[str, ...] = ()  # compiler options that choose the build, behind all others
    tiling_library: str = ""  # where the operator's tiling structures are registered; "": nowhere
    source: str = ""  # a kernel source that goes before some places where CANN looks for it


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
    options, signature = request.options, request.signature
    root, op_type = request.toolkit, signature.op_type
    implementation = read_implementation(request.implementation, options.main_func)
    if op_type != implementation.op_type:
        message = (
            f"{options.input_param} is for operator {op_type}, "
            f"{request.implementation} implements {implementation.op_type}"
        )
        raise MisuseError(message)
    source = find_source(implementation, request.implementation, request.source)
    toolkit = _toolkit(root)
    soc = find_soc(options.soc_version, toolkit.config)
    debug = options_of_debug_config(options.debug_config)
    flags = (*implementation.options(soc.unit), *debug, *request.build)
    tiling = _tiling(toolkit, op_type, request.tiling_library)
    kernels = _kernels(root, flags, cache_root(), os.environ.get("CXX", ""))
    kernel = Kernel(signature, implementation, source, tiling)
    compiled = compile_kernel(kernels, kernel, options, soc)
    refuse_missing_types(compiled.meta, soc, source)
    facts = kernel_facts(compiled.meta, soc, tiling.max_size)
    if options.tiling_keys and options.tiling_keys.isdisjoint(facts.keys):
        # The build scripts look for this text.
        message = f"None of the given tiling keys are in the supported list: {sorted(facts.keys)}"
        raise NoTilingKeyError(message)
    description = describe(signature, implementation, options, soc, facts, compiled.data)
    return CompiledKernel(compiled.data, description, source, compiled.cached)


@cache
def _toolkit(root: str) -> Toolkit:
    return open_toolkit(root)


@lru_cache(maxsize=64)
def _kernels(root: str, flags: tuple[str, ...], cache_folder: str, _cxx: str) -> KernelCompiler:
    toolkit, cache = _toolkit(root), KernelCache(cache_folder)
    return KernelCompiler(toolkit, Compiler(toolkit, cache, list(flags)), cache)


def _tiling(toolkit: Toolkit, op_type: str, library: str) -> TilingDefinition:
    if not library:
        return NO_TILING
    register = os.path.join(toolkit.lib, "libregister.so")
    return cached_definition(op_type, library, register, KernelCache(cache_root()))
