"""From a signature to a linked kernel: wrapper, preprocessing, cache, compile, link."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel import elf
from custom_compiler.kernel.cache import Entry
from custom_compiler.kernel.launch import without_launches
from custom_compiler.kernel.wrapper import ARCH_WORDS, arch_defines

if TYPE_CHECKING:
    from custom_compiler.kernel.cache import KernelCache
    from custom_compiler.kernel.soc import Soc
    from custom_compiler.kernel.toolchain import Compiler, Toolkit

# The kernel's folder as the compiler sees it: a link, so that neither odd characters in the real
# path nor its place on the disk get into the preprocessed text.
_SOURCE_LINK = "ascendc.src"
_WRAPPER = "ascendc.wrapper.cpp"
_AICORE_LIBRARY = "ascendc_aicore"
_DEPENDENCY = re.compile(r"(?:\\.|[^\s\\])+")


class Job(NamedTuple):
    """One kernel to compile for one SoC."""

    name: str  # <Op>_<md5>
    source: str  # path of the user's kernel source
    wrapper: str  # text around it, without what depends on the SoC
    soc: Soc
    keep_in: str  # folder for the intermediate files; empty: not kept


class KernelCompiler:
    """Compiles jobs through the content cache."""

    def __init__(self, toolkit: Toolkit, compiler: Compiler, cache: KernelCache) -> None:
        self._toolkit = toolkit
        self._compiler = compiler
        self._cache = cache

    def compile(self, job: Job) -> Entry:
        """The linked kernel; BuildError with the compiler's message if it does not compile."""
        if any(char in os.path.basename(job.source) for char in '"\\\n'):
            message = (
                f"kernel source {job.source!r}: rename it, compilers cannot include such a name"
            )
            raise MisuseError(message)
        request = self._request_key(job)
        if not job.keep_in:
            entry = self._from_manifest(request, job)
            if entry is not None:
                return entry
        with self._cache.work_dir() as work:
            self._write_inputs(job, work)
            key, dependencies = self._preprocess(job, work)
            entry = None if job.keep_in else self._cache.load(key)
            if entry is None:
                with self._cache.locked(f"kernel-{key[:32]}"):
                    entry = None if job.keep_in else self._cache.load(key)
                    if entry is None:
                        entry = self._build(job, work)
                        self._cache.store(key, entry)
            self._remember(request, job, key, dependencies)
            if job.keep_in:
                _keep(work, job.keep_in)
            return entry

    def _request_key(self, job: Job) -> str:
        folder = os.path.dirname(job.source)
        # A new file may be found in the place of another one, so the folder's listing belongs to
        # the key.
        names = sorted(os.listdir(folder or "."))
        parts = [self._compiler.identity, *self._compiler.defines, os.path.basename(job.source)]
        return _digest(*parts, job.wrapper, *names)

    def _from_manifest(self, request: str, job: Job) -> Entry | None:
        manifest = self._cache.load_manifest(request)
        if manifest is None:
            return None
        folder = os.path.dirname(job.source)
        try:
            for name, expected in manifest["files"]:
                if _file_digest(_real_path(name, folder)) != expected:
                    return None
            key = manifest["keys"].get("" if manifest["neutral"] else str(job.soc.arch))
        except (OSError, KeyError, TypeError, ValueError):
            return None
        return self._cache.load(key) if key else None

    def _remember(self, request: str, job: Job, key: str, dependencies: list[str]) -> None:
        folder = os.path.dirname(job.source)
        files = []
        neutral = not ARCH_WORDS.search(job.wrapper.encode())
        for name in dependencies:
            with open(_real_path(name, folder), "rb") as file:
                text = file.read()
            files.append((name, hashlib.sha256(text).hexdigest()))
            neutral = neutral and not ARCH_WORDS.search(text)
        old = self._cache.load_manifest(request) or {}
        same_files = old.get("files") == [list(item) for item in files]
        keys: dict[str, Any] = dict(old.get("keys", {})) if same_files else {}
        keys["" if neutral else str(job.soc.arch)] = key
        self._cache.store_manifest(request, {"files": files, "neutral": neutral, "keys": keys})

    def _write_inputs(self, job: Job, work: str) -> None:
        os.symlink(os.path.dirname(job.source) or ".", os.path.join(work, _SOURCE_LINK))
        wrapper = job.wrapper.replace("@SOURCE@", f"{_SOURCE_LINK}/{os.path.basename(job.source)}")
        with open(os.path.join(work, _WRAPPER), "w", encoding="utf-8") as file:
            file.write(arch_defines(job.soc) + wrapper)

    def _preprocess(self, job: Job, work: str) -> tuple[str, list[str]]:
        compiler = self._compiler
        arguments = [*compiler.flags, *compiler.includes, f"-I{_SOURCE_LINK}", *compiler.defines]
        arguments += compiler.precompiled()
        arguments += ["-E", "-MD", "-MF", "kernel.d", "-o", "kernel.ii", _WRAPPER]
        if not compiler.is_clang:
            arguments.append("-fpch-preprocess")
        self._run(arguments, job, work)
        text = _strip_launches(os.path.join(work, "kernel.ii"))
        # The precompiled header's place differs between caches; its contents are in the identity.
        text = text.replace(os.fsencode(self._cache.root), b"")
        key = hashlib.sha256(compiler.identity.encode() + b"\0" + text).hexdigest()
        return key, self._user_files(os.path.join(work, "kernel.d"))

    def _user_files(self, path: str) -> list[str]:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read().replace("\\\n", " ").partition(":")[2]
        words = [word.replace("\\ ", " ").replace("$$", "$") for word in _DEPENDENCY.findall(text)]
        tools = (
            self._toolkit.root + os.sep,
            self._toolkit.tikcpp + os.sep,
            self._cache.root + os.sep,
        )
        return sorted(
            {
                word
                for word in words
                if word != _WRAPPER and not word.startswith((*tools, "/usr/include/", "/usr/lib/"))
            }
        )

    def _build(self, job: Job, work: str) -> Entry:
        compiler = self._compiler
        maps = [f"-ffile-prefix-map={work}=.", f"-ffile-prefix-map={self._cache.root}=."]
        self._run(
            [
                *compiler.flags,
                *maps,
                *compiler.preprocessed,
                "-c",
                "kernel.ii",
                "-o",
                "kernel.o",
            ],
            job,
            work,
        )
        with open(os.path.join(work, "kernel.o"), "rb") as file:
            meta = [(kind, a, b) for kind, a, b in elf.meta_records(file.read())]
        self._link(job, work, sorted({a for kind, a, _ in meta if kind == 1}) or [0])
        with open(os.path.join(work, "kernel.so"), "rb") as file:
            return Entry(meta, file.read())

    def _link(self, job: Job, work: str, keys: list[int]) -> None:
        with open(os.path.join(work, "names.ld"), "w", encoding="ascii") as file:
            file.writelines(f"{job.name}_{key} = ascendc_kernel_entry;\n" for key in keys)
        strip = [] if any(flag.startswith("-g") for flag in self._compiler.flags) else ["-s"]
        self._run(
            [
                *("-shared", "-fPIC", "-o", "kernel.so", "kernel.o", "names.ld", *strip),
                f"-L{self._compiler.libraries}",
                f"-Wl,--no-as-needed,-l{_AICORE_LIBRARY},--as-needed",
                *self._compiler.default_libraries,
                "-Wl,--build-id=none,-z,noexecstack,-z,now,-Bsymbolic,--hash-style=gnu",
            ],
            job,
            work,
        )

    def _run(self, arguments: list[str], job: Job, work: str) -> None:
        try:
            self._compiler.run(arguments, cwd=work)
        except BuildError as error:
            folder = os.path.dirname(job.source)
            details = error.details.replace(f"{_SOURCE_LINK}/", f"{folder}/")
            message = f"kernel {job.name} ({os.path.basename(job.source)}) does not compile"
            raise BuildError(message, details=details) from error


def _strip_launches(path: str) -> bytes:
    with open(path, "rb") as file:
        text = file.read()
    stripped = without_launches(text)
    if stripped is not text:
        with open(path, "wb") as file:
            file.write(stripped)
    return stripped


def _keep(work: str, folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    for name in (_WRAPPER, "kernel.ii", "kernel.o"):
        shutil.copy(os.path.join(work, name), folder)


def _real_path(name: str, source_folder: str) -> str:
    if name.startswith(_SOURCE_LINK + "/"):
        return os.path.join(source_folder, name[len(_SOURCE_LINK) + 1 :])
    return name


def _file_digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\1".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
