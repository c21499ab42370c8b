"""A preprocessed kernel, judged by the rules of the device's compiler."""

from __future__ import annotations

import os
import re
import sys
from threading import Lock
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError, ToolkitError
from custom_compiler.kernel.rules.body import UNSIGNED_CAST
from custom_compiler.kernel.rules.headers import HOST_LIBRARY, MISSING_HEADER
from custom_compiler.kernel.rules.source import Owners
from custom_compiler.kernel.rules.targets import with_targets
from custom_compiler.kernel.rules.tree import Text, TreeReader, real_places
from custom_compiler.kernel.rules.walk import find_all
from custom_compiler.kernel.toolchain.host_functions import HOST_OVERLOAD

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.rules.finding import RuleViolation
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import ConfiguredCompiler, KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

    Findings = list[RuleViolation]

# Kernels of public operators for 950 do these; what is known of them is from 910B's compiler.
_NOT_ON_3510 = {UNSIGNED_CAST, HOST_LIBRARY, MISSING_HEADER}
_DAV_3510 = 3510


# The place of the first error of a compiler.
_ERROR = re.compile(
    r"^(?:error: )?(?P<path>[^\n]*?):(?P<line>\d+):\d+: (?:fatal )?error: ", re.MULTILINE
)


def with_findings(error: BuildError, findings: Findings) -> BuildError:
    """Return the error of the host's compiler with what the device's compiler says before it.

    The device's compiler is one program, which goes through a source from its beginning: errors
    that break a rule come first if they are before the first error of the host's compiler.
    """
    first = _ERROR.search(error.details)
    if not first:
        return error
    before = [
        finding.text
        for finding in findings
        if finding.is_error and finding.path == first["path"] and finding.line < int(first["line"])
    ]
    if not before:
        return error
    return BuildError(error.message, error.hint, details="\n".join([*before, error.details]))


class Judge:
    """Reads kernels of one compiler and toolkit."""

    def __init__(
        self, compiler: ConfiguredCompiler, toolkit: KernelToolkit, cache: KernelCache
    ) -> None:
        self._reader = TreeReader(compiler, toolkit, cache)
        self._is_permissive = compiler.is_permissive
        tools = (toolkit.root, real_places(toolkit).root, cache.root)
        self._alone = Lock()  # libclang does not say what threads may do at once
        self._tools = tuple(f"{tool}{os.sep}" for tool in tools)

    @staticmethod
    def rules_for(soc: Soc) -> str:
        """Return what tells apart the rules that kernels for `soc` are judged by."""
        return str(_DAV_3510) if soc.npu_arch == _DAV_3510 else ""

    def precompile(self) -> None:
        """Make what the trees of all kernels begin with; ToolkitError without libclang."""
        self._reader.precompiled()

    def findings(self, folder: str, name: str, soc: Soc, files: Iterable[str]) -> Findings:
        """Return the errors of the device's compiler for `soc` in the source `name` in `folder`.

        `name` is generated around the user's `files`. Paths of errors are relative to `folder`, as
        the compiler sees them. Without libclang: a ToolkitError, or a warning of permissive builds.
        """
        text = Text(changed=with_targets(os.path.join(folder, path) for path in files))
        return self._findings(Owners(self._tools, name, folder), name, soc, text)

    def findings_of_unit(
        self, source: str, files: Iterable[str], soc: Soc, prefix: str
    ) -> Findings:
        """Return the errors in a user's `source` with kernels and host code, in the current folder.

        `files` are the user's files that it consists of, `prefix` a header that is included first.
        """
        owners = Owners(self._tools, "", os.getcwd())
        return self._findings(owners, source, soc, Text(("-include", prefix), with_targets(files)))

    def users(self, files: Iterable[str]) -> list[str]:
        """Return the files that the user wrote."""
        owners = Owners(self._tools, "", "")
        return [path for path in files if owners.is_user(os.path.normpath(path))]

    def _findings(self, owners: Owners, name: str, soc: Soc, text: Text) -> Findings:
        try:
            with self._alone:
                tree = self._reader.read(name, owners.folder, text)
                findings = find_all(tree, owners._replace(macros=self._reader.macros()))
        except ToolkitError as error:
            if not self._is_permissive:
                raise
            print(f"warning: the kernel is not judged: {error}", file=sys.stderr)
            return []
        if not self.rules_for(soc):
            return findings
        return [finding for finding in findings if finding.rule not in _NOT_ON_3510]

    def tell(self, findings: Findings, subject: str, permissive: str) -> None:
        """Print warnings; raise BuildError if one of the reports is an error.

        `subject` is what does not compile then, `permissive` the command that would go on.
        """
        if self._is_permissive:
            findings = [f._replace(is_error=f.rule == HOST_OVERLOAD) for f in findings]
        if any(finding.is_error for finding in findings):
            message = f"{subject} does not compile for AI cores"
            hint = f"{permissive} makes warnings of the rules in brackets"
            raise BuildError(message, hint, details="\n".join(f.text for f in findings))
        for finding in findings:
            print(finding.text, file=sys.stderr)
