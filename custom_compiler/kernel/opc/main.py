"""The command `opc`: compiles the kernels of one parameter file."""

from __future__ import annotations

import json
import os
from contextlib import suppress

from custom_compiler.errors import MisuseError, ToolkitError
from custom_compiler.kernel.opc.engine import (
    CompiledOperatorKernel,
    KernelRequest,
    NoTilingKeyError,
    compile_kernel_request,
    editor_command,
)
from custom_compiler.kernel.opc.options import USAGE, OpcOptions, parse_options
from custom_compiler.kernel.opc.signature import Signature, read_signatures
from custom_compiler.kernel.rules.judge import Judge
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.command import exit_code
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, open_toolkit
from custom_compiler.support.files import write_atomic, write_changed
from custom_compiler.support.tiling_library import find_tiling_library

BANNER = "Opc tool start working now, please wait for a moment."


def main(root: str, arguments: list[str]) -> int:
    """Run `opc`; `root` is the toolkit it belongs to. The exit code: 0, 1 failed, 2 misuse."""
    if arguments[:1] == ["--observed"]:
        from custom_compiler.kernel.opc import observed  # opc starts without it

        return exit_code("opc", lambda: observed.main(root, arguments[1:]))
    print(BANNER, flush=True)
    return exit_code("opc", lambda: _main(root, arguments))


def _main(root: str, arguments: list[str]) -> int:
    if arguments[:1] == ["--precompile"]:
        return _precompile(root, arguments[1:])
    options = parse_options(arguments)
    if options is None:
        print(USAGE, end="")
        return 0
    try:
        return _run(root, options)
    except NoTilingKeyError as error:
        print(error.message)
        return 1


def _run(root: str, options: OpcOptions) -> int:
    names = options.soc_version.split(",")
    signatures = [_named(each, options) for each in read_signatures(options.input_param)]
    library = _tiling_library(root)
    for name in names:
        output = os.path.join(options.output, name) if len(names) > 1 else options.output
        for signature in signatures:
            request = KernelRequest(
                toolkit=root,
                implementation=options.implementation,
                signature=signature,
                options=options._replace(soc_version=name, output=output),
                tiling_library=library,
                source=os.environ.get("BUILD_KERNEL_SRC", ""),
            )
            compile_to_files(request)
    return 0


def _precompile(root: str, options: list[str]) -> int:
    """Make what kernels with these options of the compiler begin with, if it is not there."""
    cache = KernelCache()
    with cache.in_use():
        toolkit = open_toolkit(root)
        compiler = ConfiguredCompiler(toolkit, cache, options)
        compiler.precompiled()
        with suppress(ToolkitError):  # without libclang the kernels are rejected instead
            Judge(compiler, toolkit, cache).precompile()
    return 0


def _named(signature: Signature, options: OpcOptions) -> Signature:
    name = options.bin_filename or signature.bin_filename
    check_name(name, options)
    return signature._replace(bin_filename=name)


def check_name(name: str, options: OpcOptions) -> None:
    """Raise MisuseError if a kernel cannot be called so."""
    if not name.isascii() or not name.replace("_", "").isalnum():
        message = f"{options.input_param}: bin_filename {name!r} is no file name for a kernel"
        raise MisuseError(message, "it consists of letters, digits and underscores")


def compile_to_files(request: KernelRequest) -> None:
    """Compile, and write object and description; neither is there if that fails."""
    name, folder = request.signature.bin_filename, request.options.output
    object_path = os.path.join(folder, name + ".o")
    record_path = os.path.join(folder, name + ".json")
    editor = os.environ.get("CUSTOM_COMPILER_EDITOR")
    try:
        if editor:
            write_editor_files(request, editor)
        kernel = _compile(request)
        if kernel.cached and os.environ.get("CUSTOM_COMPILER_VERBOSE"):
            print(f"kernel {name}: compiled before, taken from the cache")
        write_atomic(object_path, kernel.data)
        write_atomic(record_path, (json.dumps(kernel.description, indent=2) + "\n").encode())
    except BaseException:
        # What an earlier run left would look like the result of this one.
        for path in (record_path, object_path):
            with suppress(OSError):
                os.unlink(path)
        raise


def write_editor_files(request: KernelRequest, folder: str) -> None:
    """Write what an editor reads the kernel's source with: a header, and a command in JSON.

    For the first SoC that there is; a folder that cannot be written does not matter here.
    """
    name = request.signature.bin_filename
    header = os.path.join(folder, f"{name}.h")
    source, text, words = editor_command(request)
    entry = {"file": source, "arguments": [*words, "-include", header, "-c", source]}
    with suppress(OSError):
        write_changed(header, text)
        write_changed(os.path.join(folder, f"{name}.json"), json.dumps(entry) + "\n")


def _compile(request: KernelRequest) -> CompiledOperatorKernel:
    server = os.environ.get("CUSTOM_COMPILER_COMPILE_SERVER")
    if not server or request.options.keeps_intermediates:
        return compile_kernel_request(request)
    from custom_compiler.kernel.opc.cluster_compile import (
        compile_on_cluster,  # most starts need it not
    )

    return compile_on_cluster(server, request)


def _tiling_library(root: str) -> str:
    """Find a tiling library: in ASCEND_CUSTOM_OPP_PATH, the installed vendors, the built-in ones.

    Builds of CANN's operators set ASCEND_OPP_PATH to a folder with what is built in.
    """
    folders = [path for path in os.environ.get("ASCEND_CUSTOM_OPP_PATH", "").split(":") if path]
    opp = os.environ.get("ASCEND_OPP_PATH") or os.path.join(root, "opp")
    vendors = os.path.join(opp, "vendors")
    with suppress(OSError):
        folders += [os.path.join(vendors, name) for name in sorted(os.listdir(vendors))]
    for folder in folders:
        path = os.path.join(folder, "op_impl", "ai_core", "tbe", "op_tiling", "liboptiling.so")
        if os.path.exists(path):
            return os.path.realpath(path)
    return find_tiling_library(os.path.join(opp, "op_impl", "built-in", "ai_core", "tbe"))
