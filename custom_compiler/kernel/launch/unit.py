"""Translation units of Ascend C: kernels and the host code launching them → one object."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import struct
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.launch.host_launch import (
    AS_ITS_TEXT,
    INFERRED_SECTION,
    GlobalFunction,
    LaunchBuild,
    find_kernels,
    launch_functions,
    preamble,
    rewritten,
    silent_kernels,
    with_workspaces,
)
from custom_compiler.kernel.launch.unit_rules import UnitJudge
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.address_spaces import marks
from custom_compiler.kernel.toolchain.host_functions import MARKS
from custom_compiler.kernel.toolchain.kernel_types import BOTH_UNITS, inferred_type
from custom_compiler.kernel.toolchain.local_addresses import has_local_addresses
from custom_compiler.kernel.toolchain.missing_apis import ObjectCode, reject_missing
from custom_compiler.kernel.toolchain.soc import Soc, arch_defines
from custom_compiler.kernel.toolchain.split_cores import (
    SourceHalf,
    for_core,
    has_code_of_kinds,
    merged,
    named_files,
    names_core_type,
)
from custom_compiler.kernel.toolchain.standards import NOTHING, Needs
from custom_compiler.kernel.toolchain.targets import without_targets
from custom_compiler.support.files import write_atomic, write_named
from custom_compiler.support.locks import one_of

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, KernelToolkit

# What g++ says of templates of a class that are specialised in it, which clang takes.
_ONLY_CLANG = "explicit specialization in non-namespace scope"
_BY_CLANG = "Huawei's compiler is a clang, which takes this: install clang and set CXX=clang++"
_PCH_LINE = re.compile(rb'^#pragma GCC pch_preprocess "[^"\n]*"\n', re.MULTILINE)
# Lines that say where the next one is from, and that of the precompiled header.
_PLACE = re.compile(rb'^#(?: \d+ "|pragma GCC pch_preprocess).*\n', re.MULTILINE)


class Unit:
    """Compiles a translation unit for one part.

    Attributes:
        build: What becomes of its launches; with the name of the unit once that was read.
        has_kernels: Whether the source that was compiled has kernels.
    """

    def __init__(
        self,
        toolkit: KernelToolkit,
        compiler: ConfiguredCompiler,
        soc: Soc,
        cache: KernelCache,
        work: str,
    ) -> None:
        self.build = AS_ITS_TEXT
        self.has_kernels = False
        self._compiler = compiler
        self._cache = cache
        self._work = work
        self._soc = soc
        self._needs = NOTHING
        self._prefix = self._write_prefix(soc)
        self._judge = UnitJudge(compiler, toolkit, cache, soc, self._prefix)

    def compile(
        self,
        source: str,
        output: str,
        dependencies: list[str],
        needs: Needs = NOTHING,
        build: LaunchBuild = AS_ITS_TEXT,
    ) -> None:
        """Compile one source; BuildError with the compiler's message if it does not compile.

        Of all processes of the machine with one cache as many compile at a time as it has CPUs:
        catlass' scripts start 190 at once (`cmake --build -j`).
        """
        self.build = build
        with one_of(self._cache.turns()):
            self._compile(source, output, dependencies, needs)

    def _compile(self, source: str, output: str, dependencies: list[str], needs: Needs) -> None:
        preprocessed = self._preprocess_with_own(source, output, dependencies, needs)
        self._name(preprocessed)
        text = _readable(preprocessed)
        kernels = find_kernels(text)
        self.has_kernels = bool(kernels)
        if not kernels and self._compiler.reports_accesses:
            # Programs of such objects may be linked without the library of the cores.
            self._compiler = self._compiler.without_accesses()
            text = _readable(self._preprocess(source, output, dependencies))
        with self._judge.judging(source, preprocessed if kernels else b"", needs):
            texts, object_data = self._compile_text(source, text, kernels)
        code = ObjectCode(object_data, lambda: self._linked(object_data, source), kernels)
        reject_missing(code, self._soc, source)
        types = self._inferred_types(object_data, texts, kernels, source)
        write_named(os.path.abspath(output), _with_types(object_data, types))

    def preprocess(self, source: str, mode: str, output: str, dependencies: list[str]) -> None:
        """Do only what `mode` says: -E, -M or -MM, into `output` or onto standard output."""
        compiler = self._compiler
        target = ["-o", output] if output else []
        self._call(
            [
                *(*compiler.flags, *compiler.includes, *compiler.defines),
                *("-include", "kernel_operator.h", "-include", self._prefix),
                *(mode, *dependencies, "-x", "c++", source, *target),
            ],
            source,
            is_shown=True,
        )

    def name(self, source: str) -> str:
        """Return the name of the unit; raise BuildError if it cannot be preprocessed."""
        self._name(self._preprocess_with_own(source, "", [], NOTHING))
        return self.build.unit

    def _name(self, text: bytes) -> None:
        if not self.build.unit:
            digest = hashlib.sha256(self._soc.name.encode())
            digest.update(_PLACE.sub(b"", text))
            self.build = self.build._replace(unit=digest.hexdigest()[:32])

    def kernels(self, source: str) -> dict[str, GlobalFunction]:
        """Return the kernels of a source; raise BuildError if it cannot be preprocessed."""
        return find_kernels(_readable(self._preprocess(source, "", [], is_brief=True)))

    def _compile_text(
        self, source: str, text: bytes, kernels: dict[str, GlobalFunction]
    ) -> tuple[dict[str, bytes], bytes]:
        """Compile a source; return its texts by the kind of core, and its object."""
        if self._needs.cores or names_core_type(text):
            texts = self._texts_of_cores(source, text)
            return texts, self._object(texts, kernels, source)
        if kernels and self._soc.split_cores and has_code_of_kinds(named_files(text)):
            texts = self._texts_of_cores(source, text)
            with contextlib.suppress(BuildError):  # it may be for one kind only
                return texts, self._object(texts, kernels, source)
        return {"": text}, self._object({"": text}, kernels, source)

    def _texts_of_cores(self, source: str, text: bytes) -> dict[str, bytes]:
        """Return the text for each kind of core; `MIX` if there is one kind only."""
        if not self._soc.split_cores:
            return {"MIX": for_core(text, "MIX")}
        return {
            core: for_core(_readable(self._preprocess(source, "", [], core)), core)
            for core in ("AIV", "AIC")
        }

    def _object(
        self,
        texts: dict[str, bytes],
        kernels: dict[str, GlobalFunction],
        source: str,
        only: str = "",
    ) -> bytes:
        """Return the object of a source's texts, or of one kernel if `only` names it."""
        if len(texts) == 1:
            (text,) = texts.values()
            return self._assemble(_complete(text, kernels, self.build, only), source)
        unit = hashlib.sha256(b"".join(texts.values())).hexdigest()[:16]
        vector, cube = (
            self._assemble(
                _complete(text, kernels, self.build, only, SourceHalf(core, unit)), source
            )
            for core, text in texts.items()
        )
        return merged(self._compiler, vector, cube, self._work)

    def _write_prefix(self, soc: Soc, core: str = "") -> str:
        """Write the text after kernel_operator.h to a file with a stable name."""
        spaces = marks() if self._needs.spaces else ""
        spaces += MARKS if self._needs.hosts else ""
        text = arch_defines(soc, core) + spaces + '#include "detail/core/host_launch.h"\n'
        name = f"{soc.name}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.hpp"
        path = os.path.join(self._cache.root, "launch", name)
        if not os.path.exists(path):
            write_atomic(path, text.encode())
            # Its contents never change, and build tools compare its time with the command's start.
            os.utime(path, (1, 1))
        return path

    def _preprocess_with_own(
        self, source: str, output: str, dependencies: list[str], needs: Needs
    ) -> bytes:
        """Preprocess a source with its needs, and with the one that no message shows."""
        self._needs = needs
        text = self._preprocess(source, output, dependencies)
        if needs.spaces or not any(map(has_local_addresses, named_files(text))):
            return text
        self._needs = needs._replace(spaces=True)
        return self._preprocess(source, output, dependencies)

    def _preprocess(
        self,
        source: str,
        output: str,
        dependencies: list[str],
        core: str = "",
        *,
        is_brief: bool = False,
    ) -> bytes:
        """Preprocess a source; `is_brief`: without making a precompiled header for it."""
        compiler = self._compiler
        has_own = core or self._needs.spaces or self._needs.hosts
        prefix = self._write_prefix(self._soc, core) if has_own else self._prefix
        target = os.path.join(self._work, "unit.ii")
        first = ["-include", "kernel_operator.h"]
        if not compiler.is_clang and not is_brief:
            first = ["-fpch-preprocess", *compiler.precompiled()]
        if dependencies and not {"-MT", "-MQ"} & set(dependencies):
            dependencies = [*dependencies, "-MT", output]
        if dependencies and "-MF" not in dependencies:
            dependencies = [*dependencies, "-MF", os.path.splitext(output)[0] + ".d"]
        self._call(
            [
                *compiler.flags,
                *compiler.includes,
                *compiler.defines,
                *first,
                *("-include", prefix, *dependencies),
                *("-x", "c++", "-E", source, "-o", target),
            ],
            source,
        )
        with open(target, "rb") as file:
            text = file.read()
        return self._needs.rewritten(text)

    def _assemble(self, text: bytes, source: str) -> bytes:
        path = os.path.join(self._work, "rewritten.ii")
        object_path = os.path.join(self._work, "rewritten.o")
        with open(path, "wb") as file:
            file.write(text)
        compiler = self._compiler
        self._call([*compiler.flags, *compiler.preprocessed, "-c", path, "-o", object_path], source)
        with open(object_path, "rb") as file:
            return file.read()

    def _linked(self, object_data: bytes, source: str) -> bytes:
        """Return an object with all addresses known; it is never executed."""
        path, linked = (os.path.join(self._work, name) for name in ("placed.o", "placed.so"))
        with open(path, "wb") as file:
            file.write(object_data)
        words = ["-shared", "-nostdlib", "-Wl,--unresolved-symbols=ignore-all"]
        words.append("-Wl,--defsym=__dso_handle=0")  # of the start-up files, for static objects
        self._call([*words, path, "-o", linked], source)
        with open(linked, "rb") as file:
            return file.read()

    def _inferred_types(
        self,
        object_data: bytes,
        texts: dict[str, bytes],
        kernels: dict[str, GlobalFunction],
        source: str,
    ) -> list[int]:
        """Return the types of the kernels that state none, from what the object uses.

        Where it uses both units, each kernel is compiled alone to see which of them it uses.
        """
        unit_type = _recorded_type(object_data)
        silent = silent_kernels(kernels)
        if len(kernels) <= 1 or unit_type not in BOTH_UNITS:
            return [unit_type] * (len(silent) + 1)
        alone = [self._object(texts, kernels, source, only=name) for name in silent]
        return [*map(_recorded_type, alone), unit_type]

    def _call(self, arguments: list[str], source: str, *, is_shown: bool = False) -> None:
        try:
            self._compiler.run(arguments, is_shown=is_shown)
        except BuildError as error:
            message = f"{source} does not compile"
            hint = _BY_CLANG if _ONLY_CLANG in error.details else ""
            raise BuildError(message, hint, details=error.details) from error


def _readable(preprocessed: bytes) -> bytes:
    return with_workspaces(without_targets(preprocessed))


def _complete(
    text: bytes,
    kernels: dict[str, GlobalFunction],
    build: LaunchBuild,
    only: str = "",
    part: SourceHalf | None = None,
) -> bytes:
    """Return the text with everything that its compilation needs."""
    text = rewritten(text, kernels, build, only, part)
    start = _PCH_LINE.search(text)
    split = start.end() if start else 0
    text = text[:split] + preamble(kernels, build, part).encode() + text[split:] + b"\n"
    ends = part.table() if part else ""
    if not only:
        ends += launch_functions(kernels, build, part)
    return text + ends.encode(errors="surrogateescape")


def _recorded_type(object_data: bytes) -> int:
    return inferred_type({record.kind for record in elf.meta_records(object_data)})


def _with_types(object_data: bytes, types: list[int]) -> bytes:
    """Return the object with the types of its kernels in their section."""
    offset, size = elf.section_range(object_data, INFERRED_SECTION)
    data = struct.pack(f"={len(types)}I", *types)
    if size != len(data):
        message = "the compiler did not keep the types of the kernels"
        raise BuildError(message)
    return object_data[:offset] + data + object_data[offset + size :]
