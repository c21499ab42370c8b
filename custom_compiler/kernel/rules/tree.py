"""The syntax tree of a kernel, by libclang: CANN's compiler for devices is a clang too."""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import sys
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import ToolkitError
from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.source import Owners, Source
from custom_compiler.kernel.rules.targets import TARGETS
from custom_compiler.kernel.toolchain.build import PERMISSIVE
from custom_compiler.kernel.toolchain.compiler import include_flags
from custom_compiler.support.files import replacing, write_atomic

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, KernelToolkit

_FOLDERS = re.compile(
    r"^#include <\.\.\.> search starts here:$(.*?)^End of", re.MULTILINE | re.DOTALL
)
# libclang's options of a parse: which macros are used and where; a header, to be saved.
_MACROS, _INCOMPLETE, _FOR_SAVING = 0x01, 0x02, 0x10
_LANGUAGE = ("-x", "c++", "-DASCENDC_SYNTAX_TREE")
_OPTIONS = (
    *_LANGUAGE,
    "-ferror-limit=0",
    *TARGETS,
    *("-Wno-everything", "-Wc++11-narrowing"),
    "-fpch-instantiate-templates",  # parses take a third of the time
)
_LINKS = ("", "ascendc.src")
_NAMES = "macros.txt"
# Which of its two ABIs the C++ library has: extensions of PyTorch state it. clang does not take a
# precompiled header that was made with another value.
_ABI = re.compile(r"-D ?(_GLIBCXX_USE_CXX11_ABI=\w+)")


class Text(NamedTuple):
    """Options and substituted files of a source."""

    options: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] = ()  # files, and what is read instead of what they hold


class TreeReader:
    """Reads kernels as one compiler and toolkit have them; ToolkitError without libclang."""

    def __init__(
        self, compiler: ConfiguredCompiler, toolkit: KernelToolkit, cache: KernelCache
    ) -> None:
        self._compiler = compiler
        # Headers are found where they are: homes, folders of links to them, come and go, and a
        # precompiled header of clang names its sources.
        self._toolkit = real_places(toolkit)
        self._cache = cache
        self._options = [*_OPTIONS, *_dialect(compiler)]

    def read(self, source: str, folder: str, text: Text) -> Any:
        """Return the tree (clang.cindex.TranslationUnit) of `source`, named relative to `folder`.

        The contents of the precompiled header are not part of it.
        """
        header = self.precompiled()
        with suppress(OSError):
            os.utime(self._folder)
        words = [*self._words(), "-include-pch", header, f"-working-directory={folder}"]
        words += [f"-I{os.path.join(folder, name)}" for name in _LINKS]
        words += [*self._compiler.defines, *text.options]
        try:
            return self._index.parse(source, words, list(text.changed), _MACROS)
        except _cindex(self._toolkit.tikcpp).TranslationUnitLoadError as error:
            message = f"libclang cannot read {source}: {error}"
            raise ToolkitError(message, f"{PERMISSIVE} compiles it without judging it") from error

    @cached_property
    def _index(self) -> Any:
        """libclang, which kernels that are in the cache do without."""
        cindex = _cindex(self._toolkit.tikcpp)
        try:
            index = cindex.Index.create(excludeDecls=True)
        except cindex.LibclangError as error:
            raise ToolkitError(f"libclang: {error}", "pip install libclang") from error
        # At the end of the process its destructor would come after the library is let go.
        atexit.register(self.__dict__.pop, "_index", None)
        return index

    @cached_property
    def _folder(self) -> str:
        release = os.path.getmtime(_cindex(self._toolkit.tikcpp).__file__)
        words = [*self._options, self._compiler.headers, *self._toolkit, str(release), _NAMES]
        digest = hashlib.sha256("\0".join(words).encode()).hexdigest()
        return os.path.join(self._cache.root, "pch", f"tree-{digest[:32]}")

    def precompiled(self) -> str:
        """Return the precompiled header of all kernels; made on first use."""
        product = os.path.join(self._folder, "header.pch")
        if os.path.isfile(product):
            return product
        with self._cache.locked(f"pch-{os.path.basename(self._folder)}"):
            if os.path.isfile(product):
                return product
            os.makedirs(self._folder, exist_ok=True)
            header = os.path.join(self._folder, "header.hpp")
            write_atomic(header, b'#include "kernel_operator.h"\n')
            words = [*self._words(), "-xc++-header"]
            tree = self._index.parse(
                header, args=words, options=_INCOMPLETE | _FOR_SAVING | _MACROS
            )
            names = "\n".join(_macros_with_parameters(tree))
            write_atomic(os.path.join(self._folder, _NAMES), names.encode())
            with replacing(product) as part:
                tree.save(part)
        return product

    def macros(self) -> frozenset[str]:
        """Return the names of its macros with parameters, which are no part of trees either."""
        folder = os.path.dirname(self.precompiled())
        with open(os.path.join(folder, _NAMES), encoding="utf-8") as file:
            return frozenset(file.read().split())

    def _words(self) -> list[str]:
        return [*self._options, *include_flags(self._toolkit), *self._system_folders()]

    def _system_folders(self) -> list[str]:
        """Return the host compiler's include folders; queried once per precompiled header."""
        path = os.path.join(self._folder, "folders.txt")
        if not os.path.isfile(path):
            output = self._compiler.run(["-x", "c++", "-E", "-v", os.devnull])
            match = _FOLDERS.search(output)
            os.makedirs(self._folder, exist_ok=True)
            write_atomic(path, (match[1] if match else "").encode())
        with open(path, encoding="utf-8") as file:
            folders = [line.strip() for line in file if line.strip()]
        return ["-nostdinc", "-nostdinc++", *(f"-isystem{folder}" for folder in folders)]


def clang_words(compiler: ConfiguredCompiler, toolkit: KernelToolkit) -> list[str]:
    """Return the options with which a separate clang reads kernels."""
    words = (*_LANGUAGE, *TARGETS, "-w", *_dialect(compiler))
    return [*words, *include_flags(real_places(toolkit))]


def _macros_with_parameters(tree: Any) -> list[str]:
    """Return their names, and the other names that macros give them."""
    source = Source(tree, Owners((), "", ""))
    definitions = [child for child in source.children(tree.cursor) if child._kind_id == kinds.MACRO]  # noqa: SLF001
    names = {macro.spelling: None for macro in definitions if source.has_parameters(macro)}
    for macro in definitions:
        words = source.text(macro).decode().split()
        if words[1:] and " ".join(words[1:]) in names:
            names[macro.spelling] = None
    return [*names]


def _dialect(compiler: ConfiguredCompiler) -> list[str]:
    """Return the options for the ABI of the C++ library and the standard."""
    standard = next(flag for flag in reversed(compiler.flags) if flag.startswith("-std="))
    stated = _ABI.findall(" ".join(compiler.defines)) or ["_GLIBCXX_USE_CXX11_ABI=0"]
    return [f"-D{stated[-1]}", standard]


def real_places(toolkit: KernelToolkit) -> KernelToolkit:
    """Return the toolkit with its folders' real paths."""
    tikcpp = os.path.realpath(toolkit.tikcpp)
    return toolkit._replace(root=os.path.dirname(tikcpp), tikcpp=tikcpp)


def _cindex(tikcpp: str) -> Any:
    """Import libclang; kernel compilers start without the site packages.

    It is installed next to this package, which contains the toolkit.
    """
    packages = os.path.dirname(os.path.dirname(os.path.dirname(tikcpp)))
    sys.path.append(packages)
    try:
        from clang import cindex
    except ImportError as error:
        message = "libclang is not there, which kernels are read with"
        raise ToolkitError(message, "pip install libclang") from error
    finally:
        sys.path.remove(packages)
    return cindex
