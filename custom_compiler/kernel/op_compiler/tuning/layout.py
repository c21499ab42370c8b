"""Offsets of fields in tiling structures, from the kernel's compiler, which evaluates macros."""

from __future__ import annotations

import os
import struct
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc import tiling_keys
from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.opc.launch_removal import without_launches
from custom_compiler.kernel.opc.tiling import NO_TILING, TilingDefinition, cached_definition
from custom_compiler.kernel.opc.wrapper import wrapper_text
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.build import options_of_debug_config
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, open_toolkit
from custom_compiler.kernel.toolchain.soc import arch_defines, find_soc

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.opc.engine import KernelRequest

_SECTION = b"ascendc_fields"
_ROW = struct.Struct("<QQQQ")
_DEFAULT = "AscendcTilingDefault"  # what kernel/opc/wrapper.py calls the registered structure
_SOURCE_LINK = "ascendc.src"
_INTEGER_CODES = {(1, 0): "B", (1, 1): "b", (2, 0): "H", (2, 1): "h"} | {
    (4, 0): "I",
    (4, 1): "i",
    (8, 0): "Q",
    (8, 1): "q",
}


class TilingDataField(NamedTuple):
    """A field of whole numbers, in the bytes of the tiling data."""

    offset: int
    code: str  # of struct

    def read(self, data: bytes) -> int:
        """Return its value in `data`."""
        return int(struct.unpack_from(f"<{self.code}", data, self.offset)[0])

    def write(self, data: bytearray, value: int) -> None:
        """Put `value` into `data`; ValueError if it does not fit."""
        try:
            struct.pack_into(f"<{self.code}", data, self.offset, value)
        except struct.error as error:
            raise ValueError(str(error)) from error


class WantedField(NamedTuple):
    """A field that is asked for."""

    structure: str  # "": the operator's default one
    path: str
    location: str  # of the declaration, for messages


def find_fields(
    request: KernelRequest, wanted: Iterable[WantedField], size: int
) -> dict[tuple[str, str], TilingDataField]:
    """Return the fields, by structure and path; `size` is the number of bytes of the tiling data.

    Raises:
        MisuseError: A structure has no such field, it is no whole number, or it lies after the
            tiling data.
        BuildError: The kernel does not compile.
    """
    unique = tuple(dict.fromkeys(wanted))
    if not unique:
        return {}
    rows = _ask(request, unique)
    fields = {}
    for field, (offset, bytes_, signed, is_integer) in zip(unique, rows, strict=True):
        code = _INTEGER_CODES.get((bytes_, signed)) if is_integer else None
        if code is None:
            message = f"{field.location}: {field.path} is no whole number of 8 to 64 bits"
            raise MisuseError(message, "declare its elements or members, as a[0] or a.b")
        if offset + bytes_ > size:
            message = f"{field.location}: {field.path} lies after the {size} bytes of tiling data"
            raise MisuseError(
                message, f"name its structure: @tunable(<structure>) {field.path} ..."
            )
        fields[field.structure, field.path] = TilingDataField(offset, code)
    return fields


def _ask(request: KernelRequest, fields: tuple[WantedField, ...]) -> list[tuple[int, ...]]:
    toolkit = open_toolkit(request.toolkit)
    cache = KernelCache()
    implementation = read_implementation(request.implementation, request.options.main_func)
    source = find_source(implementation, request.implementation, request.source)
    soc = find_soc(request.options.soc_version, toolkit.config)
    tiling = definition_of(request)
    with open(source, encoding="utf-8", errors="replace") as file:
        text = file.read()
    parts = (request.signature, implementation, request.options, tiling)
    wrapper = wrapper_text(*parts, text, None).replace(
        "@SOURCE@", f"{_SOURCE_LINK}/{os.path.basename(source)}"
    )
    options = [*implementation.options(soc.unit), *request.build]
    options += options_of_debug_config(request.options.debug_config)
    compiler = ConfiguredCompiler(toolkit, cache, options)
    head = f"{arch_defines(soc)}{tiling_keys.KEYS_ONLY}"
    with cache.work_dir() as folder:
        os.symlink(os.path.dirname(source), os.path.join(folder, _SOURCE_LINK))
        with open(os.path.join(folder, "fields.cpp"), "w", encoding="utf-8") as file:
            file.write(head + wrapper + _questions(fields, tiling))
        try:
            _compile(compiler, folder)
        except BuildError as error:
            raise _explained(error, request.signature.op_type, fields) from error
        with open(os.path.join(folder, "fields.o"), "rb") as file:
            return list(_ROW.iter_unpack(elf.section(file.read(), _SECTION)))


def _compile(compiler: ConfiguredCompiler, folder: str) -> None:
    """Compile fields.cpp as kernels are: without what launches them from the host."""
    arguments = [*compiler.flags, *compiler.includes, f"-I{_SOURCE_LINK}", *compiler.defines]
    arguments += [*compiler.precompiled(), "-E", "-o", "fields.ii", "fields.cpp"]
    compiler.run([*arguments, *([] if compiler.is_clang else ["-fpch-preprocess"])], cwd=folder)
    path = os.path.join(folder, "fields.ii")
    with open(path, "rb") as file:
        text = without_launches(file.read())
    with open(path, "wb") as file:
        file.write(text)
    arguments = [*compiler.flags, "-O0", *compiler.preprocessed, "-c", "fields.ii"]
    compiler.run([*arguments, "-o", "fields.o"], cwd=folder)


def _questions(fields: tuple[WantedField, ...], tiling: TilingDefinition) -> str:
    rows = []
    for number, field in enumerate(fields):
        structure = field.structure or (_DEFAULT if tiling.default else "")
        if not structure:
            message = f"{field.location}: the operator registers no tiling structure"
            raise MisuseError(message, f"name it: @tunable(<structure>) {field.path} ...")
        kind = f"AscendcField{number}"
        rows.append(
            f"using {kind} = std::remove_reference_t<"
            f"decltype(static_cast<{structure}*>(nullptr)->{field.path})>;\n"
            f'__attribute__((used, section("{_SECTION.decode()}"))) '
            f"static const unsigned long long ascendc_field_{number}[] = {{"
            f"__builtin_offsetof({structure}, {field.path}), sizeof({kind}), "
            f"std::is_signed<{kind}>::value, "
            f"std::is_integral<{kind}>::value || std::is_enum<{kind}>::value}};\n"
        )
    return "#include <type_traits>\n" + "".join(rows)


def structures_not_read(request: KernelRequest, tiling_key: int) -> frozenset[str]:
    """Return the names of the registered structures that launches with `tiling_key` do not read."""
    tiling = definition_of(request)
    registered = {tiling.default, *tiling.by_key.values()}
    return frozenset(registered - {tiling.by_key.get(tiling_key, tiling.default), ""})


def definition_of(request: KernelRequest) -> TilingDefinition:
    """Return the structures that the operator registers."""
    if not request.tiling_library:
        return NO_TILING
    register = os.path.join(open_toolkit(request.toolkit).lib, "libregister.so")
    op_type, cache = request.signature.op_type, KernelCache()
    return cached_definition(op_type, request.tiling_library, register, cache)


def _explained(
    error: BuildError, op_type: str, fields: tuple[WantedField, ...]
) -> BuildError | MisuseError:
    messages = error.details.replace("\u2018", "'").replace("\u2019", "'")
    for field in fields:
        last = field.path.replace("]", "").replace("[", ".").split(".")[0]
        if f"no member named '{last}'" in messages or (
            field.structure and _is_unknown(field.structure, messages)
        ):
            structure = field.structure or "the operator's tiling structure"
            message = f"{field.location}: {structure} has no {field.path}"
            return MisuseError(message, "look at the structure's fields", details=error.details)
    message = f"operator {op_type}: its tunable fields cannot be looked up"
    return BuildError(message, details=error.details)


def _is_unknown(name: str, messages: str) -> bool:
    last = name.rpartition("::")[2]
    return f"'{last}' was not declared" in messages or f"identifier '{last}'" in messages
