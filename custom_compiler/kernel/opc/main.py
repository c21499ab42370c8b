"""The command `opc`: compiles the kernels of one parameter file."""

from __future__ import annotations

import json
import os
from contextlib import suppress

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc.description import describe, kernel_facts
from custom_compiler.kernel.opc.element_types import refuse_missing_types
from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.opc.kernel_compiler import KernelCompiler
from custom_compiler.kernel.opc.operator_kernel import Kernel, compile_kernel
from custom_compiler.kernel.opc.options import USAGE, Options, parse_options
from custom_compiler.kernel.opc.signature import Signature, read_signatures
from custom_compiler.kernel.opc.tiling import NO_TILING, TilingDefinition, cached_definition
from custom_compiler.kernel.toolchain.build import options_of_debug_config
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.command import exit_code
from custom_compiler.kernel.toolchain.compiler import Compiler, Toolkit, open_toolkit
from custom_compiler.kernel.toolchain.soc import Soc, find_soc
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic

# What the build scripts look for when a filter of tiling keys leaves nothing to do.
_NO_KEY_TEXT = "None of the given tiling keys are in the supported list"


def main(root: str, arguments: list[str]) -> int:
    """Run `opc`; `root` is the toolkit it belongs to. The exit code: 0, 1 failed, 2 misuse."""
    if arguments[:1] == ["--observed"]:
        from custom_compiler.kernel.opc import observed  # opc starts without it

        return exit_code("opc", lambda: observed.main(root, arguments[1:]))
    print("Opc tool start working now, please wait for a moment.", flush=True)
    return exit_code("opc", lambda: _main(root, arguments))


def _main(root: str, arguments: list[str]) -> int:
    if arguments == ["--precompile"]:
        return _precompile(root)
    options = parse_options(arguments)
    if options is None:
        print(USAGE, end="")
        return 0
    return _run(root, options)


def _run(root: str, options: Options) -> int:
    toolkit = open_toolkit(root)
    names = options.soc_version.split(",")
    implementation = read_implementation(options.implementation, options.main_func)
    source = find_source(implementation, options.implementation)
    signatures = read_signatures(options.input_param)
    cache = KernelCache(cache_root())
    compilers: dict[tuple[str, ...], KernelCompiler] = {}
    for name in names:
        soc = find_soc(name, toolkit.config)
        debug = options_of_debug_config(options.debug_config)
        flags = (*implementation.options(soc.unit), *debug)
        if flags not in compilers:
            compiler = Compiler(toolkit, cache, list(flags))
            compilers[flags] = KernelCompiler(toolkit, compiler, cache)
        output = os.path.join(options.output, name) if len(names) > 1 else options.output
        for signature in signatures:
            if signature.op_type != implementation.op_type:
                message = (
                    f"{options.input_param} is for operator {signature.op_type}, "
                    f"{options.implementation} implements {implementation.op_type}"
                )
                raise MisuseError(message)
            named = _named(signature, options)
            tiling = _tiling(toolkit, named.op_type, cache)
            here = options._replace(output=output)
            kernel = Kernel(named, implementation, source, tiling)
            rc = _compile_one(compilers[flags], kernel, here, soc)
            if rc:
                return rc
    return 0


def _precompile(root: str) -> int:
    """Make what kernels without options of their own begin with, if it is not there."""
    cache = KernelCache(cache_root())
    Compiler(open_toolkit(root), cache, []).precompiled()
    return 0


def _named(signature: Signature, options: Options) -> Signature:
    name = options.bin_filename or signature.bin_filename
    if not name.isascii() or not name.replace("_", "").isalnum():
        message = f"{options.input_param}: bin_filename {name!r} is no file name for a kernel"
        raise MisuseError(message, "it consists of letters, digits and underscores")
    return signature._replace(bin_filename=name)


def _compile_one(kernels: KernelCompiler, kernel: Kernel, options: Options, soc: Soc) -> int:
    name = kernel.signature.bin_filename
    object_path = os.path.join(options.output, name + ".o")
    record_path = os.path.join(options.output, name + ".json")
    try:
        entry = compile_kernel(kernels, kernel, options, soc)
        refuse_missing_types(entry.meta, soc, kernel.source)
        facts = kernel_facts(entry.meta, soc, kernel.tiling.max_size)
        if options.tiling_keys and options.tiling_keys.isdisjoint(facts.keys):
            print(f"{_NO_KEY_TEXT}: {sorted(facts.keys)}")
            return 1
        parts = (kernel.signature, kernel.implementation)
        record = describe(*parts, options, soc, facts, entry.data)
        write_atomic(object_path, entry.data)
        write_atomic(record_path, (json.dumps(record, indent=2) + "\n").encode())
    except BaseException:
        # What an earlier run left would look like the result of this one.
        for path in (record_path, object_path):
            with suppress(OSError):
                os.unlink(path)
        raise
    return 0


def _tiling(toolkit: Toolkit, op_type: str, cache: KernelCache) -> TilingDefinition:
    library = _tiling_library(toolkit.root)
    if not library:
        return NO_TILING
    register = os.path.join(toolkit.lib, "libregister.so")
    return cached_definition(op_type, library, register, cache)


def _tiling_library(root: str) -> str:
    """Find a tiling library: in ASCEND_CUSTOM_OPP_PATH, then with the installed vendors."""
    folders = [path for path in os.environ.get("ASCEND_CUSTOM_OPP_PATH", "").split(":") if path]
    vendors = os.path.join(
        os.environ.get("ASCEND_OPP_PATH") or os.path.join(root, "opp"), "vendors"
    )
    with suppress(OSError):
        folders += [os.path.join(vendors, name) for name in sorted(os.listdir(vendors))]
    for folder in folders:
        path = os.path.join(folder, "op_impl", "ai_core", "tbe", "op_tiling", "liboptiling.so")
        if os.path.exists(path):
            return os.path.realpath(path)
    return ""
