"""`opc --observed KERNEL.o --soc_version=SOC`: the instrumented build of an installed kernel.

A package carries its kernels' sources, and a kernel's description says what it was compiled as. The
object is made of these through the cache, where the runtime loads it, together with its
description, the places of its calls, and links to the folders that its line tables name.
"""

from __future__ import annotations

import hashlib
import json
import os
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc.call_lines import call_lines
from custom_compiler.kernel.opc.description import kernel_types
from custom_compiler.kernel.opc.engine import KernelRequest, compile_kernel_request
from custom_compiler.kernel.opc.installed_sources import find_implementation
from custom_compiler.kernel.opc.kernel_compiler import SOURCE_LINK
from custom_compiler.kernel.opc.operators import BUILT_IN, find_operator
from custom_compiler.kernel.opc.options import parse_options
from custom_compiler.kernel.opc.signature import Signature, signature_of
from custom_compiler.kernel.opc.source_kernel import (
    SourceKernel,
    compile_source,
    described_kernel,
)
from custom_compiler.kernel.opc.static_description import described_tiling
from custom_compiler.kernel.toolchain.build import SANITIZER, UNJUDGED
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from custom_compiler.support.files import point_link, write_atomic, write_changed
from custom_compiler.support.tiling_library import find_tiling_library

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.opc.static_tiling import StaticTiling

_REBUILD = "build its project with add_ops_compile_options(ALL OPTIONS -sanitizer) and install that"


class Installed(NamedTuple):
    """A kernel of an installed package, as its description and its place say."""

    path: str  # of the object
    tbe: str  # op_impl/ai_core/tbe of its package; "" for static kernels, which lie elsewhere
    signature: Signature
    options: OpcOptions
    description: bytes
    static: StaticTiling | None  # what it holds; None: it is for all shapes
    kernel_types: tuple[tuple[int, int], ...]  # of a static one, by tiling key


def main(root: str, arguments: list[str]) -> int:
    """Print the path of the observed object; MisuseError if the package lacks what it is made of.

    `root` is the toolkit, `arguments` are the path of the installed object and --soc_version, and
    --debug for an object that a debugger can show.
    """
    path, soc, *debug = arguments if len(arguments) > 1 else ("", "")
    if not soc.startswith("--soc_version=") or debug not in ([], ["--debug"]):
        message = "--observed takes KERNEL.o --soc_version=SOC [--debug]"
        raise MisuseError(message, "opc --help shows how")
    build = [*(["-g", "-O0"] if debug else [SANITIZER]), UNJUDGED]
    kernel = _source_kernel(path)
    if kernel is not None:
        print(_observed_source(root, kernel, build))
        return 0
    print(make_observed(root, read_installed(path, soc.partition("=")[2]), build))
    return 0


def _source_kernel(path: str) -> SourceKernel | None:
    """Return the kernel at `path` if it has no operator, else None."""
    try:
        with open(path.removesuffix(".o") + ".json", "rb") as file:
            record = json.load(file)
    except (OSError, ValueError):
        return None  # said where the operator's description is read
    return described_kernel(path, record)


def _observed_source(root: str, kernel: SourceKernel, build: list[str]) -> str:
    kernel_binary = compile_source(root, kernel, tuple(build))
    description = (json.dumps(kernel_binary.description, indent=2) + "\n").encode()
    links = {SOURCE_LINK: os.path.dirname(kernel.source), "cann": root}
    return _publish(kernel.name, description, kernel_binary.data, links)


def make_observed(root: str, installed: Installed, build: list[str]) -> str:
    """Return the path of the observed object of `installed` in the cache; make it if missing.

    `build` are the options of the compiler that choose the build. MisuseError if it is one of the
    toolkit's own operators, which users neither check nor profile.
    """
    request = rebuild_request(root, installed, build)
    if os.path.join(BUILT_IN, "op_impl") in request.implementation:
        message = f"operator {installed.signature.op_type} is built in"
        raise MisuseError(message, "its kernels run unmodified")
    kernel = compile_kernel_request(request)
    links = {SOURCE_LINK: os.path.dirname(kernel.source), "cann": root}
    name = installed.signature.bin_filename
    description = json.loads(installed.description)
    description["sha256"] = hashlib.sha256(kernel.data).hexdigest()
    return _publish(name, json.dumps(description).encode(), kernel.data, links)


def rebuild_request(root: str, installed: Installed, build: list[str]) -> KernelRequest:
    """Return the request for another build of `installed`; raise MisuseError without sources.

    `root` is the toolkit, `build` are the options of the compiler that choose the build.
    """
    if installed.static is not None:
        toolkit = open_toolkit(root)
        soc = find_soc(installed.options.soc_version, toolkit.config)
        package = find_operator(installed.signature.op_type, soc, toolkit)
        installed = installed._replace(tbe=package.tbe)
    return KernelRequest(
        toolkit=root,
        implementation=_find_implementation(installed),
        signature=installed.signature,
        options=installed.options,
        build=tuple(build),
        tiling_library=find_tiling_library(installed.tbe),
        static=installed.static,
        kernel_types=installed.kernel_types,
    )


def read_installed(path: str, soc_name: str) -> Installed:
    """Return the kernel at `path`; raise MisuseError unless it belongs to a package."""
    path = os.path.realpath(path)
    name = os.path.basename(path)
    try:
        with open(path.removesuffix(".o") + ".json", "rb") as file:
            description = file.read()
        record = json.loads(description)
        signature, options = _as_compiled(record, path, soc_name)
        is_static = options.op_mode == "static"
        static = described_tiling(record) if is_static else None
        types = tuple(kernel_types(record).items()) if is_static else ()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        message = f"kernel {name}: its description does not say what it was compiled as: {error}"
        raise MisuseError(message, _REBUILD) from error
    tbe = tbe_of(path) if static is None else ""
    return Installed(path, tbe, signature, options, description, static, types)


def tbe_of(path: str) -> str:
    """Return the op_impl/ai_core/tbe that contains a kernel as kernel/<unit>/<opFile>/<name>.o.

    Raise MisuseError for other paths.
    """
    folders = os.path.dirname(path).split(os.sep)
    if folders[-3:-2] != ["kernel"]:
        raise MisuseError(f"kernel {os.path.basename(path)} lies in no package: {path}", _REBUILD)
    return os.sep.join(folders[:-3])


def _as_compiled(record: dict[str, Any], path: str, soc_name: str) -> tuple[Signature, OpcOptions]:
    """Return the signature and options that the description of a kernel was written for."""
    info = record["supportInfo"]
    op_type = info["simplifiedKey"][0].partition("/")[0]
    name = record["binFileName"]
    ports = {key: info[key] for key in ("inputs", "outputs", "attrs") if key in info}
    if "compileOptions" in record:
        ports["compileOptions"] = [str(option) for option in record["compileOptions"]]
    signature = signature_of(op_type, {"bin_filename": name, **ports})
    deterministic = info.get("deterministic", "ignore")
    dumps = ("dump_cce", "dump_bin", "dump_loc")
    debug = [word for word in info.get("op_debug_config", "").split(",") if word not in dumps]
    options = parse_options(
        [
            op_type + ".py",
            f"--input_param={path}",
            f"--output={os.path.dirname(path)}",
            f"--soc_version={soc_name}",
            f"--impl_mode={info.get('implMode', '')}",
            f"--simplified_key_mode={info.get('simplifiedKeyMode', 0)}",
            f"--deterministic={'all' if deterministic == 'ignore' else deterministic}",
            f"--tiling_key={','.join(map(str, info.get('tilingKey', [])))}",
            f"--op_debug_config={','.join(debug)}",
            f"--op_mode={info.get('opMode', 'dynamic')}",
        ]
    )
    if options is None:
        raise ValueError("no options")
    return signature, options


def _find_implementation(installed: Installed) -> str:
    """Return the path of the implementation file in the package; MisuseError if it carries none."""
    op_type = installed.signature.op_type
    op_file = os.path.basename(os.path.dirname(installed.path))
    path = find_implementation(installed.tbe, op_type, op_file)
    if path:
        return path
    message = f"operator {op_type}: its package {installed.tbe} has no sources of its kernels"
    raise MisuseError(message, _REBUILD)


def _lines_of(data: bytes, folder: str) -> bytes:
    """Return the source lines of an object's calls; `folder` is for temporary files."""
    with NamedTemporaryFile(dir=folder, suffix=".o") as file:
        file.write(data)
        file.flush()
        return call_lines(file.name)


def _publish(name: str, description: bytes, data: bytes, links: dict[str, str]) -> str:
    """Put object, description and links into a folder of the cache; the object's path."""
    contents = [data, description, *(os.fsencode(target) for target in links.values())]
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    folder = KernelCache().observed_folder(digest.hexdigest())
    path = os.path.join(folder, name + ".o")
    write_changed(path.removesuffix(".o") + ".json", description)
    for link, target in links.items():
        point_link(os.path.join(folder, link), target)
    lines = path.removesuffix(".o") + ".lines"
    if not os.path.isfile(lines):
        write_atomic(lines, _lines_of(data, folder))
    write_changed(path, data)  # last: who finds it finds the others; a damaged one is replaced
    os.utime(folder)
    return path
