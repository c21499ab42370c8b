"""From a signature to a linked kernel: wrapper, preprocessing, cache, compile, link."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc import tiling_keys
from custom_compiler.kernel.opc.launch_removal import without_launches
from custom_compiler.kernel.opc.tiling_keys import KernelPart
from custom_compiler.kernel.opc.wrapper import ARCH_WORDS
from custom_compiler.kernel.rules.judge import Judge, with_findings
from custom_compiler.kernel.rules.tree import clang_words
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.build import PERMISSIVE, UNJUDGED
from custom_compiler.kernel.toolchain.cache import CachedObject
from custom_compiler.kernel.toolchain.missing_apis import ObjectCode, reject_missing
from custom_compiler.kernel.toolchain.seal import sealed
from custom_compiler.kernel.toolchain.soc import arch_defines
from custom_compiler.kernel.toolchain.split_cores import for_core, has_code_of_kinds
from custom_compiler.kernel.toolchain.standards import NOTHING, Needs
from custom_compiler.kernel.toolchain.targets import without_targets
from custom_compiler.support.digests import plain_file_digest

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.kernel.rules.finding import RuleViolation
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

# The kernel's folder as the compiler sees it: a link, so that neither odd characters in the real
# path nor its place on the disk get into the preprocessed text.
SOURCE_LINK = "ascendc.src"
_WRAPPER = "ascendc.wrapper.cpp"
_AICORE_LIBRARY = "ascendc_aicore"
_DEPENDENCY = re.compile(r"(?:\\.|[^\s\\])+")


class CompileJob(NamedTuple):
    """One kernel to compile for one SoC."""

    name: str  # <Op>_<md5>
    source: str  # path of the user's kernel source
    wrapper: str  # text around it, without what depends on the SoC
    soc: Soc
    keep_in: str  # folder for the intermediate files; empty: none
    tree: str  # folder below which the files of another machine lie; empty: they are this one's
    key: int | None = None  # the tiling key that it is for; None: all that it records


class Manifest(NamedTuple):
    """Inputs of a compiled kernel, and their key in the cache."""

    files: list[tuple[str, str]]  # the user's files and their hashes
    neutral: bool  # the kernel is the same for all architectures
    key: str


class Compiled(NamedTuple):
    """A linked kernel, the facts it recorded about itself, and where it comes from."""

    meta: list[tuple[int, int, int]]
    data: bytes
    cached: bool
    manifest: Manifest


def reject_lacks(compiled: Compiled, job: CompileJob, source: str) -> None:
    """Raise BuildError if a job's kernel, which errors call `source`, needs what its SoC lacks."""
    folder = os.path.dirname(job.source)

    def real_path(name: str) -> str:
        return _real_path(os.path.normpath(name), folder)

    reject_missing(ObjectCode(compiled.data), job.soc, source, real_path=real_path)


class _CodeOfKindsError(Exception):
    """A source has code for one kind of core in place of the other's."""


class _Text(NamedTuple):
    """A preprocessed kernel."""

    folder: str  # where it is, as kernel.ii
    digest: str  # of the text and of what compiles it
    dependencies: list[str]  # the user's files it was made of


class KernelCompiler:
    """Compiles jobs through the content cache."""

    def __init__(
        self,
        toolkit: KernelToolkit,
        compiler: ConfiguredCompiler,
        cache: KernelCache,
        other: Callable[[Needs], KernelCompiler] | None = None,
        needs: Needs = NOTHING,
    ) -> None:
        """Store `other`, which returns the compiler for sources with other `needs`."""
        self._toolkit = toolkit
        self._other = other
        self._needs = needs
        self._compiler = compiler
        self._cache = cache
        self._judge = Judge(compiler, toolkit, cache)
        # A kernel that was only warned of is not there for those who want it judged.
        self._identity = compiler.identity + (PERMISSIVE if compiler.is_permissive else "")
        self._identity += "" if compiler.is_judged else UNJUDGED
        self._identity += str(needs) if needs != NOTHING else ""

    def compile(self, job: CompileJob) -> Compiled:
        """Return the linked kernel; raise BuildError with the compiler's message on failure."""
        if any(char in os.path.basename(job.source) for char in '"\\\n'):
            message = (
                f"kernel source {job.source!r}: rename it, compilers cannot include such a name"
            )
            raise MisuseError(message)
        request = self._request_key(job)
        cached = self._find_own(request, job) or self._find_others(request, job)
        if cached is not None:
            return cached
        try:
            return self._compile(request, job)
        except _CodeOfKindsError:
            try:
                return self._compile_with(self._needs._replace(cores=True), request, job)
            except BuildError:  # it may be for one kind only
                return self._compile(request, job, is_whole=True)
        except BuildError as error:
            needs = self._needs.more(error.details)
            if needs is None or self._other is None:
                raise
            return self._compile_with(needs, request, job)

    def _compile_with(self, needs: Needs, request: str, job: CompileJob) -> Compiled:
        other = cast("Callable[[Needs], KernelCompiler]", self._other)  # who calls it has looked
        compiled = other(needs).compile(job)
        self._cache.store_manifest(_digest(request, "needs"), {"needs": list(needs)})
        return compiled

    def _compile(self, request: str, job: CompileJob, *, is_whole: bool = False) -> Compiled:
        with self._cache.work_dir() as work:
            try:
                kernel, (entry, cached) = self._compile_at_once(job, work, is_whole=is_whole)
            except BuildError as error:
                if not tiling_keys.needs_constant_key(error.details):
                    raise
                kernel, (entry, cached) = self._compile_by_key(job, work, self._cores(job))
            compiled = _compiled(job, entry, self._manifest(job, kernel), cached=cached)
            self._remember(request, job, compiled.manifest)
            return compiled

    def find_cached(self, job: CompileJob) -> Compiled | None:
        """Return the cached kernel, if the compiler is not needed."""
        request = self._request_key(job)
        return self._find_own(request, job) or self._find_others(request, job)

    def _find_others(self, request: str, job: CompileJob) -> Compiled | None:
        record = self._cache.load_manifest(_digest(request, "needs"))
        needs = Needs(*record["needs"]) if record else self._needs
        if needs == self._needs or self._other is None:
            return None
        return self._other(needs).find_cached(job)

    def _find_own(self, request: str, job: CompileJob) -> Compiled | None:
        if job.keep_in:
            return None
        manifest = self._load_manifest(request, job)
        entry = self._cache.load(manifest.key) if manifest else None
        return _compiled(job, entry, manifest, cached=True) if manifest and entry else None

    def clang_command(self) -> list[str]:
        """Return a clang command that reads kernels as their validation does."""
        return ["clang++", *clang_words(self._compiler, self._toolkit), *self._compiler.defines]

    def adopt(self, job: CompileJob, compiled: Compiled) -> None:
        """Keep a kernel that an equal compiler made of the job elsewhere.

        Its key is made here: whoever compiled this kernel has no say in others. What was made of
        other files than are here is not cached.
        """
        folder = os.path.dirname(job.source)
        files = compiled.manifest.files
        if any(plain_file_digest(_real_path(name, folder)) != digest for name, digest in files):
            return
        request = self._request_key(job)
        content = hashlib.sha256(compiled.data).hexdigest()
        key = _digest("adopted", request, job.soc.architecture, content)
        self._cache.store(key, CachedObject(compiled.meta, compiled.data))
        self._remember(request, job, compiled.manifest._replace(key=key))

    def _cores(self, job: CompileJob) -> list[str]:
        """Return the kinds of core with separate objects; an empty name stands for all."""
        if not self._needs.cores:
            return [""]
        return ["AIV", "AIC"] if job.soc.split_cores else ["MIX"]

    def _compile_at_once(
        self, job: CompileJob, work: str, *, is_whole: bool
    ) -> tuple[_Text, tuple[CachedObject, bool]]:
        """Return the kernel with one entry; `is_whole`: even with code for one kind of core."""
        cores = self._cores(job)
        if len(cores) > 1:
            return self._compile_parts(job, work, [KernelPart(core=core) for core in cores])
        text = self._preprocess(job, work, "", cores[0])
        if not is_whole and self._chooses_kind(job, text):
            raise _CodeOfKindsError

        def build() -> CachedObject:
            meta = self._object(job, text)
            return self._link(job, work, meta, [text.folder])

        return text, self._cached(text.digest, job, build)

    def _chooses_kind(self, job: CompileJob, text: _Text) -> bool:
        if self._needs.cores or self._other is None or not job.soc.split_cores:
            return False
        folder = os.path.dirname(job.source)
        return has_code_of_kinds(_real_path(name, folder) for name in text.dependencies)

    def _compile_by_key(
        self, job: CompileJob, work: str, cores: list[str]
    ) -> tuple[_Text, tuple[CachedObject, bool]]:
        part = _part(job, "keys")
        folder = os.path.join(work, "keys")
        keys_only = self._preprocess(part, folder, tiling_keys.KEYS_ONLY, cores[0])
        recorded, _ = self._cached(
            keys_only.digest, part, lambda: CachedObject(self._object(part, keys_only), b"")
        )
        parts = [KernelPart(key, core) for key in _keys(recorded.meta) for core in cores]
        return self._compile_parts(job, work, parts, keys_only, recorded.meta)

    def _compile_parts(
        self,
        job: CompileJob,
        work: str,
        parts: list[KernelPart],
        keys_only: _Text | None = None,
        known_records: list[tuple[int, int, int]] = [],  # noqa: B006 - never changed
    ) -> tuple[_Text, tuple[CachedObject, bool]]:
        """Link the objects of all `parts`; `known_records` are the records of `keys_only`."""
        from concurrent.futures import ThreadPoolExecutor  # few kernels need it, all opc starts

        jobs = [_part(job, part.name) for part in parts]
        folders = [os.path.join(work, part.name) for part in parts]
        heads, cores = [part.head for part in parts], [part.core for part in parts]
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            texts = list(pool.map(self._preprocess, jobs, folders, heads, cores))
            read = [keys_only, *texts] if keys_only else texts
            together = _Text(
                work,
                _digest(*(text.digest for text in read)),
                sorted({name for text in read for name in text.dependencies}),
            )

            def build() -> CachedObject:
                recorded = list(pool.map(self._object, jobs, texts))
                for part, text in zip(parts, texts, strict=True):
                    self._hide_names(job, text, part.exported_names)
                entry = self._dispatcher(job, work, parts)
                meta = sorted(
                    {record for records in (known_records, *recorded) for record in records}
                )
                return self._link(job, work, meta, [entry, *folders])

            return together, self._cached(together.digest, job, build)

    def _cached(
        self, key: str, job: CompileJob, build: Callable[[], CachedObject]
    ) -> tuple[CachedObject, bool]:
        """Return the entry of `key`, built if necessary, and whether it was cached."""
        if job.keep_in:
            return build(), False
        entry = self._cache.load(key)
        if entry is None:
            with self._cache.locked(f"kernel-{key[:32]}"):
                entry = self._cache.load(key)
                if entry is None:
                    entry = build()
                    self._cache.store(key, entry)
                    return entry, False
        return entry, True

    def _request_key(self, job: CompileJob) -> str:
        folder = os.path.dirname(job.source)
        # A new file may be found in the place of another one, so the folder's listing belongs to
        # the key.
        names = sorted(os.listdir(folder or "."))
        parts = [self._identity, *self._compiler.defines, os.path.basename(job.source)]
        return _digest(*parts, job.wrapper, *names)

    def _load_manifest(self, request: str, job: CompileJob) -> Manifest | None:
        """Return the manifest of the job, if its files are unmodified."""
        record = self._cache.load_manifest(request)
        if record is None:
            return None
        folder = os.path.dirname(job.source)
        try:
            files = [(name, digest) for name, digest in record["files"]]
            neutral = bool(record["neutral"])
            key = record["keys"].get(_family(job.soc, neutral=neutral))
            if not key or any(_file_digest(_real_path(name, folder)) != d for name, d in files):
                return None
        except (OSError, KeyError, TypeError, ValueError):
            return None
        return Manifest(files, neutral, key)

    @staticmethod
    def _manifest(job: CompileJob, kernel: _Text) -> Manifest:
        folder = os.path.dirname(job.source)
        files = []
        neutral = not ARCH_WORDS.search(job.wrapper.encode())
        for name in kernel.dependencies:
            with open(_real_path(name, folder), "rb") as file:
                text = file.read()
            files.append((name, hashlib.sha256(text).hexdigest()))
            neutral = neutral and not ARCH_WORDS.search(text)
        return Manifest(files, neutral, kernel.digest)

    def _remember(self, request: str, job: CompileJob, manifest: Manifest) -> None:
        old = self._cache.load_manifest(request) or {}
        same_files = old.get("files") == [list(item) for item in manifest.files]
        keys: dict[str, Any] = dict(old.get("keys", {})) if same_files else {}
        keys[_family(job.soc, neutral=manifest.neutral)] = manifest.key
        record = {"files": manifest.files, "neutral": manifest.neutral, "keys": keys}
        self._cache.store_manifest(request, record)

    def _preprocess(self, job: CompileJob, folder: str, head: str, core: str = "") -> _Text:
        """Preprocess the wrapper in `folder` for one kind of `core`, with `head` before it."""
        os.makedirs(folder, exist_ok=True)
        source_link = os.path.join(folder, SOURCE_LINK)
        if not os.path.islink(source_link):
            os.symlink(os.path.dirname(job.source) or ".", source_link)
        wrapper = job.wrapper.replace("@SOURCE@", f"{SOURCE_LINK}/{os.path.basename(job.source)}")
        with open(os.path.join(folder, _WRAPPER), "w", encoding="utf-8") as file:
            # Lines are counted alike for all SoCs: the same text gives the same object.
            file.write(f"{arch_defines(job.soc, core)}#line 1\n{head}{wrapper}")
        compiler = self._compiler
        arguments = [*compiler.flags, *compiler.includes, f"-I{SOURCE_LINK}", *compiler.defines]
        arguments += compiler.precompiled()
        arguments += compiler.file_names
        arguments += ["-E", "-MD", "-MF", "kernel.d", "-o", "kernel.ii", _WRAPPER]
        if not compiler.is_clang:
            # The folder it is done in would make the text another one each time.
            arguments += ["-fpch-preprocess", "-fno-working-directory"]
        self._run(arguments, job, folder)
        text = self._rewrite(os.path.join(folder, "kernel.ii"), core)
        # Where the precompiled header is says nothing of it; its contents are in the identity.
        text = text.replace(os.fsencode(compiler.pch_folder), b"")
        text = text.replace(os.fsencode(job.tree), b"") if job.tree else text
        text = text.replace(os.fsencode(self._cache.root), b"")
        # Nor does the toolkit's place; names of its files are mapped.
        text = text.replace(os.fsencode(compiler.home), b"")
        files = self._user_files(os.path.join(folder, "kernel.d"), job.tree)
        identity = "\0".join(
            [self._identity + Judge.rules_for(job.soc), *self._judged_texts(job, files)]
        )
        digest = hashlib.sha256(identity.encode() + b"\0" + text).hexdigest()
        return _Text(folder, digest, files)

    def _judged_texts(self, job: CompileJob, files: list[str]) -> list[str]:
        """Return what the verdict depends on besides the preprocessed text.

        The text has no __aicore__, no __gm__ and no #include: rules read the files.
        """
        if not self._compiler.is_judged:
            return []
        folder = os.path.dirname(job.source)
        return sorted(plain_file_digest(_real_path(name, folder)) for name in files)

    def _rewrite(self, path: str, core: str) -> bytes:
        """Rewrite a preprocessed text for compilation, also in its file."""
        with open(path, "rb") as file:
            text = file.read()
        rewritten = self._needs.rewritten(without_targets(without_launches(text)))
        rewritten = for_core(rewritten, core) if core else rewritten
        if rewritten is not text:
            with open(path, "wb") as file:
                file.write(rewritten)
        return rewritten

    def _user_files(self, path: str, tree: str) -> list[str]:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read().replace("\\\n", " ").partition(":")[2]
        words = [word.replace("\\ ", " ").replace("$$", "$") for word in _DEPENDENCY.findall(text)]
        tools = (
            self._toolkit.root + os.sep,
            self._toolkit.tikcpp + os.sep,
            self._cache.root + os.sep,
        )
        system = (*tools, "/usr/include/", "/usr/lib/")
        users = {word for word in words if word != _WRAPPER and not word.startswith(system)}
        if tree:
            users |= {word for word in words if word.startswith(tree)}
        return sorted(users)

    def _object(self, job: CompileJob, text: _Text) -> list[tuple[int, int, int]]:
        """Compile a text to kernel.o next to it; return what it recorded."""
        compiler = self._compiler
        # The last one that fits counts.
        folders = (self._cache.root, text.folder)
        maps = [*compiler.file_names, *(f"-ffile-prefix-map={folder}=." for folder in folders)]
        if job.tree:
            maps.append(f"-ffile-prefix-map={job.tree}=")
        arguments = [*compiler.flags, *maps, *compiler.preprocessed]
        arguments += ["-c", "kernel.ii", "-o", "kernel.o"]
        if compiler.is_judged:
            self._judged(arguments, job, text)
        else:
            self._run(arguments, job, text.folder)
        if job.keep_in:
            _keep(text.folder, job.keep_in)
        with open(os.path.join(text.folder, "kernel.o"), "rb") as file:
            return [(record.kind, record.a, record.b) for record in elf.meta_records(file.read())]

    def _judged(self, arguments: list[str], job: CompileJob, text: _Text) -> None:
        """Compile a text while it is judged."""
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as pool:
            read = (text.folder, _WRAPPER, job.soc, text.dependencies)
            judged = pool.submit(self._judge.findings, *read)
            try:
                self._run(arguments, job, text.folder)
            except BuildError as error:
                findings = [] if judged.exception() else self._placed(judged.result(), job)
                raise with_findings(error, findings) from error
            self._tell(judged.result(), job)

    def _tell(self, findings: list[RuleViolation], job: CompileJob) -> None:
        """Print warnings; raise BuildError if one of the reports is an error."""
        name = f"kernel {job.name} ({os.path.basename(job.source)})"
        self._judge.tell(self._placed(findings, job), name, f"custom-compiler build {PERMISSIVE}")

    def _placed(self, findings: list[RuleViolation], job: CompileJob) -> list[RuleViolation]:
        """Return the errors that count, with the paths of the user's files."""
        folder = os.path.dirname(job.source)
        return [
            f._replace(path=_real_path(f.path, folder))
            for f in findings
            if not self._needs.resolves(f.rule)
        ]

    def _hide_names(self, job: CompileJob, text: _Text, exported: tuple[str, ...]) -> None:
        """Make all names of kernel.o local but the exported ones.

        The objects of other keys define functions of the same names with other contents.
        """
        link_options = [
            "-r",
            "-nostdlib",
            "-Wl,--force-group-allocation",
        ]  # no functions to be merged
        self._run([*link_options, "kernel.o", "-o", "whole.o"], job, text.folder)
        hide = [f"--keep-global-symbol={name}" for name in exported]
        self._compiler.run_tool("objcopy", [*hide, "whole.o", "kernel.o"], cwd=text.folder)

    def _dispatcher(self, job: CompileJob, work: str, parts: list[KernelPart]) -> str:
        """Compile the entry of the parts' objects; the folder of its kernel.o."""
        folder = os.path.join(work, "entry")
        os.mkdir(folder)
        with open(os.path.join(folder, _WRAPPER), "w", encoding="utf-8") as file:
            file.write(arch_defines(job.soc) + tiling_keys.dispatcher(job.name, parts))
        compiler = self._compiler
        arguments = [*compiler.flags, *compiler.includes, *compiler.precompiled()]
        self._run([*arguments, "-g0", "-c", _WRAPPER, "-o", "kernel.o"], job, folder)
        return folder

    def _link(
        self, job: CompileJob, work: str, meta: list[tuple[int, int, int]], folders: list[str]
    ) -> CachedObject:
        with open(os.path.join(work, "names.ld"), "w", encoding="ascii") as file:
            keys = _keys(meta) if job.key is None else [job.key]
            file.writelines(f"{job.name}_{key} = ascendc_kernel_entry;\n" for key in keys)
        objects = [os.path.relpath(os.path.join(folder, "kernel.o"), work) for folder in folders]
        self._run(
            [
                *("-shared", "-fPIC", "-o", "kernel.so", *objects, "names.ld"),
                f"-L{self._compiler.libraries}",
                f"-Wl,--no-as-needed,-l{_AICORE_LIBRARY},--as-needed",
                *self._compiler.default_libraries,
                *self._compiler.link_flags,
                "-Wl,--build-id=none,-z,noexecstack,-z,now,-Bsymbolic,--hash-style=gnu",
            ],
            job,
            work,
        )
        with open(os.path.join(work, "kernel.so"), "rb") as file:
            return CachedObject(meta, file.read())

    def _run(self, arguments: list[str], job: CompileJob, work: str) -> None:
        try:
            self._compiler.run(arguments, cwd=work)
        except BuildError as error:
            folder = os.path.dirname(job.source)
            details = error.details.replace(f"{SOURCE_LINK}/", f"{folder}/")
            message = f"kernel {job.name} ({os.path.basename(job.source)}) does not compile"
            raise BuildError(message, details=details) from error


def _compiled(
    job: CompileJob, entry: CachedObject, manifest: Manifest, *, cached: bool
) -> Compiled:
    """Return the kernel of an entry, which may serve several architectures, for that of the job."""
    data = sealed(entry.data, job.soc.instruction_set)
    return Compiled(entry.meta, data, cached, manifest)


def _family(soc: Soc, *, neutral: bool) -> str:
    """Return the key of the SoCs that share a kernel with `soc`; `neutral`: one text for all."""
    return Judge.rules_for(soc) if neutral else soc.architecture


def _part(job: CompileJob, name: str) -> CompileJob:
    """Return the job of a part of the kernel, with a folder `name` for its intermediate files."""
    return job._replace(keep_in=os.path.join(job.keep_in, name) if job.keep_in else "")


def _keys(meta: list[tuple[int, int, int]]) -> list[int]:
    """Return the tiling keys that a kernel recorded, or 0 without any."""
    return sorted({a for kind, a, _ in meta if kind == 1}) or [0]


def _keep(work: str, folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    for name in (_WRAPPER, "kernel.ii", "kernel.o"):
        shutil.copy(os.path.join(work, name), folder)


def _real_path(name: str, source_folder: str) -> str:
    if name.startswith(SOURCE_LINK + "/"):
        return os.path.join(source_folder, name[len(SOURCE_LINK) + 1 :])
    return name


def _file_digest(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def _digest(*parts: str) -> str:
    return hashlib.sha256("\1".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
