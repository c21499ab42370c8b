"""The command `opc`: compiles the kernels of one parameter file."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress

from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.kernel.opc.description import describe, kernel_facts
from custom_compiler.kernel.opc.element_types import refuse_missing_types
from custom_compiler.kernel.opc.implementation import (
    Implementation,
    find_source,
    read_implementation,
)
from custom_compiler.kernel.opc.kernel_compiler import Job, KernelCompiler
from custom_compiler.kernel.opc.options import USAGE, Options, parse_options
from custom_compiler.kernel.opc.signature import Signature, read_signatures
from custom_compiler.kernel.opc.tiling import NO_TILING, TilingDefinition, cached_definition
from custom_compiler.kernel.opc.wrapper import wrapper_text
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.command import exit_code
from custom_compiler.kernel.toolchain.compiler import Compiler, Toolkit, open_toolkit
from custom_compiler.kernel.toolchain.soc import Soc, find_soc
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.files import write_atomic

_USER_FUNCTION = re.compile(
    r"(\w+)_ascendc_user\W+was not declared|undeclared identifier '(\w+)_ascendc_user'"
)
# The check of detail/core/entry.h, as g++ and clang show it.
_PARAMETER_COUNT = re.compile(r"KernelParameterCount<(\d+), (\d+)>")
# What the build scripts look for when a filter of tiling keys leaves nothing to do.
_NO_KEY_TEXT = "None of the given tiling keys are in the supported list"


def main(root: str, arguments: list[str]) -> int:
    """Run `opc`; `root` is the toolkit it belongs to. The exit code: 0, 1 failed, 2 misuse."""
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
        flags = tuple(implementation.options(soc.unit))
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
            rc = _compile_one(compilers[flags], named, implementation, source, here, soc, tiling)
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


def _compile_one(  # noqa: PLR0913, PLR0917 - one kernel and all it depends on
    kernels: KernelCompiler,
    signature: Signature,
    implementation: Implementation,
    source: str,
    options: Options,
    soc: Soc,
    tiling: TilingDefinition,
) -> int:
    name = signature.bin_filename
    object_path = os.path.join(options.output, name + ".o")
    record_path = os.path.join(options.output, name + ".json")
    keep_in = ""
    if options.keeps_intermediates:
        keep_in = os.path.join(os.path.abspath(options.debug_dir), f"kernel_meta_{name}")
    with open(source, encoding="utf-8", errors="replace") as file:
        text = file.read()
    job = Job(
        name=name,
        source=source,
        wrapper=wrapper_text(signature, implementation, options, tiling, text),
        soc=soc,
        keep_in=keep_in,
    )
    try:
        try:
            entry = kernels.compile(job)
        except BuildError as error:
            raise _explained(error, job, signature, implementation, tiling) from error
        refuse_missing_types(entry.meta, soc, source)
        facts = kernel_facts(entry.meta, soc, tiling.max_size)
        if options.tiling_keys and options.tiling_keys.isdisjoint(facts.keys):
            print(f"{_NO_KEY_TEXT}: {sorted(facts.keys)}")
            return 1
        record = describe(signature, implementation, options, soc, facts, entry.data)
        write_atomic(object_path, entry.data)
        write_atomic(record_path, (json.dumps(record, indent=2) + "\n").encode())
    except BaseException:
        # What an earlier run left would look like the result of this one.
        for path in (record_path, object_path):
            with suppress(OSError):
                os.unlink(path)
        raise
    return 0


def _explained(
    error: BuildError,
    job: Job,
    signature: Signature,
    implementation: Implementation,
    tiling: TilingDefinition,
) -> CustomCompilerError:
    """The error in the operator's own terms, if its cause is how kernel and definition fit."""
    op_type, function = signature.op_type, implementation.interface
    if _USER_FUNCTION.search(error.details):
        message = f"operator {op_type}: {job.source} defines no kernel function {function}"
        hint = "the function is named like the operator in snake case, or by OpInterface"
        return MisuseError(message, hint, details=error.details)
    counts = _PARAMETER_COUNT.search(error.details)
    if counts:
        ports = [port.name for port in signature.ports]
        ports += ["shapes"] * bool(implementation.shape_outputs) + ["workspace", "tiling"]
        message = (
            f"operator {op_type}: kernel function {function} of {job.source} has {counts[1]}"
            f" parameters, its operator has {counts[2]}: {', '.join(ports)}"
        )
        declared = ", ".join(f"GM_ADDR {name}" for name in ports)
        return MisuseError(message, f"declare {function}({declared})", details=error.details)
    if not tiling.default and "AscendcTilingDefault" in error.details:
        if tiling.by_key:
            names = ", ".join(sorted(set(tiling.by_key.values())))
            message = (
                f"operator {op_type} registers no tiling structure for all tiling keys, only"
                f" {names} for some, but its kernel {job.source} reads the default one"
                " (GET_TILING_DATA)"
            )
            hint = "read them with GET_TILING_DATA_WITH_STRUCT, or register a default one"
            return MisuseError(message, hint, details=error.details)
        message = (
            f"operator {op_type} registers no tiling structure, but its kernel"
            f" {job.source} reads one (GET_TILING_DATA)"
        )
        hint = f"add REGISTER_TILING_DATA_CLASS({op_type}, <class>) in op_host"
        return MisuseError(message, hint, details=error.details)
    return error


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
