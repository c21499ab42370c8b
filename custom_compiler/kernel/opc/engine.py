"""The one way from a request to a kernel: `opc` and whoever else compiles kernels call it."""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.remote import remote
from custom_compiler.kernel.opc.description import describe, kernel_facts
from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.opc.includes import below, included_files
from custom_compiler.kernel.opc.kernel_compiler import (
    Compiled,
    CompileJob,
    KernelCompiler,
    reject_lacks,
)
from custom_compiler.kernel.opc.operator_kernel import OperatorKernel, compile_kernel, kernel_job
from custom_compiler.kernel.opc.static_description import describe_static
from custom_compiler.kernel.opc.static_entry import StaticEntry
from custom_compiler.kernel.opc.tiling import (
    NO_TILING,
    TilingDefinition,
    cached_definition,
    declared_definition,
    is_definition_known,
)
from custom_compiler.kernel.toolchain.build import environment_options, options_of_debug_config
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import (
    ConfiguredCompiler,
    KernelToolkit,
    open_toolkit,
)
from custom_compiler.kernel.toolchain.elf import ElfError
from custom_compiler.kernel.toolchain.missing_apis import recorded_lacks
from custom_compiler.kernel.toolchain.soc import Soc, arch_defines, find_soc
from custom_compiler.kernel.toolchain.standards import NOTHING, Needs
from custom_compiler.support.cache_root import cache_root

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.opc.signature import Signature
    from custom_compiler.kernel.opc.static_tiling import StaticTiling


class KernelRequest(NamedTuple):
    """All that decides the bytes of one kernel, for one SoC; it can go to another machine."""

    toolkit: str  # root
    implementation: str  # path of <op>.py
    signature: Signature
    options: OpcOptions  # with one SoC
    build: tuple[str, ...] = ()  # compiler options that choose the build, after all others
    tiling_library: str = ""  # where the operator's tiling structures are registered; "": nowhere
    source: str = ""  # a kernel source that goes before some places where CANN looks for it
    static: StaticTiling | None = None  # of the one call that it is for; None: for all shapes
    kernel_types: tuple[tuple[int, int], ...] = ()  # of all tiling keys, where that is known
    tree: str = ""  # folder below which the paths in compile options lie; "": they are paths
    with_plain: bool = False  # the kernel for all shapes is wanted too, which tells kernel types

    def find_cached(self) -> CompiledOperatorKernel | None:
        """Return the cached kernel, if neither the compiler nor the operator's code is needed."""
        if not _is_tiling_known(self):
            return None
        operator = _operator(self)
        types = _known_types(self, operator)
        if types is None:
            return None
        prepared = _prepare(self, operator, types)
        compiled = prepared.kernels.find_cached(prepared.job)
        return _finish(self, prepared, compiled) if compiled else None

    def packed(self) -> tuple[KernelRequest, list[str]]:
        """See `Portable`; raise MisuseError if intermediate files are requested."""
        if self.options.keeps_intermediates:
            message = "intermediate files (dump_cce, dump_bin, dump_loc) can only be written here"
            raise MisuseError(message, "compile without a scheduler, or leave these words out")
        operator = _operator(self)
        included = included_files(operator.kernel.source, list(operator.flags))
        request = self._replace(
            implementation=os.path.abspath(self.implementation),
            tiling_library=os.path.abspath(self.tiling_library) if self.tiling_library else "",
            source=operator.kernel.source,
            # Whether it has one of these is said here, where all of it is described again.
            options=self.options._replace(tiling_keys=frozenset()),
            with_plain=_known_types(self, operator) is None,
            build=(*self.build, *environment_options()),
        )
        paths = [request.implementation, request.tiling_library, *included]
        return request, [path for path in paths if path]

    def moved(self, toolkit: str, tree: str) -> KernelRequest:
        """See `Movable`."""
        return self._replace(
            toolkit=toolkit,
            implementation=tree + self.implementation,
            tiling_library=tree + self.tiling_library if self.tiling_library else "",
            source=tree + self.source,
            tree=tree,
        )

    def received(self, value: CompiledOperatorKernel) -> CompiledOperatorKernel:
        """See `Cacheable`; the kernel goes into the cache of this machine."""
        try:
            for sent in filter(None, (value.compiled, value.plain)):
                recorded_lacks(sent.data)
        except ElfError as error:
            raise BuildError(f"a worker sent a broken object: {error}") from None
        operator = _operator(self)
        tree = value.source.removesuffix(operator.kernel.source)
        if value.plain is not None:
            plain = _plain(self, operator)
            plain.kernels.adopt(plain.job, _below_nothing(value.plain, tree))
        prepared = _prepare(self, operator, value.types)
        compiled = _below_nothing(value.compiled, tree)
        prepared.kernels.adopt(prepared.job, compiled)
        return _finish(self, prepared, compiled)


class CompiledOperatorKernel(NamedTuple):
    """An installed kernel."""

    description: dict[str, Any]
    source: str  # path of the kernel source
    types: dict[int, int]  # the kernel type of each tiling key
    compiled: Compiled
    plain: Compiled | None = None  # the kernel for all shapes, if the request wants it too

    @property
    def data(self) -> bytes:
        """The object."""
        return self.compiled.data

    @property
    def cached(self) -> bool:
        """Return whether nothing was compiled for it."""
        return self.compiled.cached


class NoTilingKeyError(BuildError):
    """The kernel has none of the tiling keys that were asked for."""


@remote
def compile_kernel_request(request: KernelRequest) -> CompiledOperatorKernel:
    """Return the kernel of `request`, from the cache or compiled.

    Raise MisuseError if the request does not fit its operator, BuildError with the compiler's
    messages if the kernel does not compile. Toolkit and compiler are examined at the first request
    of a process.
    """
    operator = _operator(request)
    types = _known_types(request, operator)
    plain = None
    if types is None or request.with_plain:
        wanted = _plain(request, operator)
        plain = compile_kernel(wanted.kernels, wanted.kernel, wanted.job)
        types = _types(operator, plain)
    prepared = _prepare(request, operator, types)
    compiled = compile_kernel(prepared.kernels, prepared.kernel, prepared.job)
    kernel = _finish(request, prepared, compiled)
    return kernel._replace(plain=plain) if request.with_plain else kernel


def editor_command(request: KernelRequest) -> tuple[str, str, list[str]]:
    """Return what shows a kernel in an editor: its source, a header before it, a clang command.

    The header has the environment of the source: macros of the SoC and of element types, tiling
    structures. clangd, which reads the command, cannot use headers precompiled by others.
    """
    prepared = _prepare(request, _operator(request), {})
    job = prepared.job
    head = job.wrapper.partition(f"#define {prepared.kernel.implementation.interface} ")[0]
    text = f'{arch_defines(job.soc)}#include "kernel_operator.h"\n{head}'
    words = [*prepared.kernels.clang_command(), f"-I{os.path.dirname(job.source)}"]
    return job.source, text, words


def kernel_compiler(root: str, flags: tuple[str, ...]) -> KernelCompiler:
    """Return the compiler of the toolkit at `root` for kernels with these options."""
    return _kernels(root, (*flags, *environment_options()), *_surroundings())


def find_part(root: str, name: str) -> Soc:
    """Return the SoC called `name` in the toolkit at `root`; raise MisuseError if unknown."""
    return find_soc(name, _toolkit(root).config)


class _InstalledOperator(NamedTuple):
    kernel: OperatorKernel
    soc: Soc
    plain_flags: tuple[str, ...]  # as the operator's project says
    flags: tuple[str, ...]


class _Prepared(NamedTuple):
    kernel: OperatorKernel
    soc: Soc
    kernels: KernelCompiler
    job: CompileJob


def _operator(request: KernelRequest) -> _InstalledOperator:
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
    soc = _soc(options.soc_version, toolkit.config)
    plain = implementation.options(soc.unit)
    plain = below(request.tree, plain) if request.tree else plain
    debug = options_of_debug_config(options.debug_config)
    stated = request.signature.raw.get("compileOptions", ())
    flags = (*plain, *stated, *debug, *request.build)
    tiling = declared_definition(_tiling(request), source, list(flags))
    kernel = OperatorKernel(request.signature, implementation, source, tiling)
    return _InstalledOperator(kernel, soc, tuple(plain), flags)


def _prepare(
    request: KernelRequest, operator: _InstalledOperator, types: dict[int, int]
) -> _Prepared:
    """Return all that the compiler needs; `types` are those of the kernel for all shapes."""
    kernel, soc = operator.kernel, operator.soc
    if request.static is not None:
        key = request.static.tiling_key
        if key not in types:
            message = (
                f"operator {request.signature.op_type}: its tiling function chose tiling key {key},"
                f" its kernel has {', '.join(map(str, types))}"
            )
            raise BuildError(message)
        kernel = kernel._replace(static=StaticEntry(request.static, types[key]))
    kernels = kernel_compiler(request.toolkit, operator.flags)
    return _Prepared(kernel, soc, kernels, kernel_job(kernel, request.options, soc, request.tree))


def _finish(
    request: KernelRequest, prepared: _Prepared, compiled: Compiled
) -> CompiledOperatorKernel:
    kernel, soc, options = prepared.kernel, prepared.soc, request.options
    reject_lacks(compiled, prepared.job, kernel.source)
    if kernel.static is not None:
        tiling, types = (
            kernel.static.tiling,
            {kernel.static.tiling.tiling_key: kernel.static.kernel_type},
        )
        facts = kernel_facts(compiled.meta, soc, tiling_size=0)
        facts = facts._replace(keys=list(types), types=types, typed=False)
        description = describe_static(kernel, tiling, options, soc, facts, compiled.data)
        return CompiledOperatorKernel(description, kernel.source, types, compiled)
    facts = kernel_facts(compiled.meta, soc, kernel.tiling.max_size)
    if options.tiling_keys and options.tiling_keys.isdisjoint(facts.keys):
        # The build scripts look for this text.
        message = f"None of the given tiling keys are in the supported list: {sorted(facts.keys)}"
        raise NoTilingKeyError(message)
    description = describe(*kernel[:2], options, soc, facts, compiled.data)
    return CompiledOperatorKernel(description, kernel.source, facts.types, compiled)


def _known_types(request: KernelRequest, operator: _InstalledOperator) -> dict[int, int] | None:
    """Return the type of each tiling key that a static kernel needs, or None on a cache miss."""
    if request.static is None or request.kernel_types:
        return dict(request.kernel_types)
    plain = _plain(request, operator)
    compiled = plain.kernels.find_cached(plain.job)
    return _types(operator, compiled) if compiled else None


def _plain(request: KernelRequest, operator: _InstalledOperator) -> _Prepared:
    """Return the kernel for all shapes, which determines the types of a static one.

    The code that a static kernel omits could imply another type, and blocks would mean other cores.
    """
    kernel, soc = operator.kernel, operator.soc
    kernel = kernel._replace(
        signature=kernel.signature._replace(bin_filename=request.signature.op_type)
    )
    options = request.options._replace(debug_config=frozenset())
    kernels = kernel_compiler(request.toolkit, operator.plain_flags)
    return _Prepared(kernel, soc, kernels, kernel_job(kernel, options, soc, request.tree))


def _below_nothing(compiled: Compiled, tree: str) -> Compiled:
    """Return a kernel from another machine with the file names of this one."""
    manifest = compiled.manifest
    files = [(name.removeprefix(tree), digest) for name, digest in manifest.files]
    return compiled._replace(manifest=manifest._replace(files=files))


def _types(operator: _InstalledOperator, compiled: Compiled) -> dict[int, int]:
    return kernel_facts(compiled.meta, operator.soc, tiling_size=0).types


def _surroundings() -> tuple[str, str]:
    return cache_root(), os.environ.get("CXX", "")


@cache
def _toolkit(root: str) -> KernelToolkit:
    return open_toolkit(root)


@cache
def _soc(name: str, config: str) -> Soc:
    return find_soc(name, config)


@lru_cache(maxsize=64)
def _kernels(
    root: str, flags: tuple[str, ...], cache_folder: str, cxx: str, needs: Needs = NOTHING
) -> KernelCompiler:
    toolkit, cache = _toolkit(root), KernelCache(cache_folder)

    def other(needs: Needs) -> KernelCompiler:
        return _kernels(root, flags, cache_folder, cxx, needs)

    compiler = ConfiguredCompiler(toolkit, cache, [*flags, *needs.options])
    return KernelCompiler(toolkit, compiler, cache, other, needs)


def _tiling(request: KernelRequest) -> TilingDefinition:
    return cached_definition(*_tiling_source(request)) if request.tiling_library else NO_TILING


def _is_tiling_known(request: KernelRequest) -> bool:
    return not request.tiling_library or is_definition_known(*_tiling_source(request))


def _tiling_source(request: KernelRequest) -> tuple[str, str, str, KernelCache]:
    register = os.path.join(_toolkit(request.toolkit).lib, "libregister.so")
    cache = KernelCache()
    return request.signature.op_type, request.tiling_library, register, cache
