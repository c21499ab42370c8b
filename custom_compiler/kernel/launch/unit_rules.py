"""Sources with direct launches, judged as the device's compiler judges kernels; once each."""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError
from custom_compiler.kernel.rules.finding import RuleViolation
from custom_compiler.kernel.rules.judge import Judge, with_findings
from custom_compiler.kernel.toolchain.build import PERMISSIVE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc
    from custom_compiler.kernel.toolchain.standards import Needs

_LINE_MARKER = re.compile(rb'^# \d+ "((?:\\.|[^"\\\n])+)"', re.MULTILINE)


class UnitJudge:
    """Judges sources that are compiled for one part."""

    def __init__(
        self,
        compiler: ConfiguredCompiler,
        toolkit: KernelToolkit,
        cache: KernelCache,
        soc: Soc,
        prefix: str,
    ) -> None:
        self._judge = Judge(compiler, toolkit, cache)
        self._cache = cache
        self._soc = soc
        self._prefix = prefix
        self._identity = "\0".join([compiler.identity, soc.name, *compiler.defines])

    def findings(self, source: str, text: bytes) -> list[RuleViolation]:
        """Return the errors of `source`, whose preprocessed text is `text`.

        Errors of a text that was validated before are cached. Raise ToolkitError without libclang.
        """
        files = self._judge.users(_files(text))
        key = self._key(text, files)
        manifest = self._cache.load_manifest(key)
        if manifest is not None:
            return [RuleViolation(*fields) for fields in manifest["findings"]]
        findings = self._judge.findings_of_unit(source, files, self._soc, self._prefix)
        self._cache.store_manifest(key, {"findings": findings})
        return findings

    @contextmanager
    def judging(self, source: str, text: bytes, needs: Needs) -> Iterator[None]:
        """Judge while something else is done, and say at its end what is found in kernels.

        BuildError if there is an error that is not resolved by what is compiled. An empty `text`
        has no kernels.
        """
        if not text:
            yield
            return
        from concurrent.futures import ThreadPoolExecutor  # host sources need none

        with ThreadPoolExecutor(1) as pool:
            findings = pool.submit(self.findings, source, text)
            try:
                yield
            except BuildError as error:
                violations = [] if findings.exception() else findings.result()
                left = [f for f in violations if not needs.resolves(f.rule)]
                raise with_findings(error, left) from error
            left = [f for f in findings.result() if not needs.resolves(f.rule)]
            self._judge.tell(left, source, f"bisheng {PERMISSIVE}")

    def _key(self, text: bytes, files: list[str]) -> str:
        """Return the cache key of the text and the files, since the text lacks their macros."""
        digest = hashlib.sha256(self._identity.encode("utf-8", "surrogateescape"))
        digest.update(text)
        for path in files:
            with open(path, "rb") as file:
                digest.update(hashlib.sha256(file.read()).digest())
        return digest.hexdigest()


def _files(text: bytes) -> Iterator[str]:
    """Yield the files from which a preprocessed text was made."""
    for name in dict.fromkeys(_LINE_MARKER.findall(text)):
        path = os.fsdecode(re.sub(rb"\\(.)", rb"\1", name))
        if os.path.isfile(path):
            yield path
