"""A kernel source on its own: one function with any parameters, launched by its name.

It has no operator. Its description says what it was compiled as, so that an instrumented
build can be made of the source, which is stored next to the object.
"""

from __future__ import annotations

import hashlib
import os
import re
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc.description import core_fields, kernel_facts, list_entry
from custom_compiler.kernel.opc.engine import find_part, kernel_compiler
from custom_compiler.kernel.opc.kernel_compiler import CompileJob, reject_lacks

if TYPE_CHECKING:
    from collections.abc import Mapping

_FIELD = "sourceKernel"
_HEADER = re.compile(
    r'\s*(#define ASCENDC_\w+|#include "(kernel_operator\w*|lib/[\w/]+)\.h")?\s*\n'
)


class SourceKernel(NamedTuple):
    """All that decides the bytes of the object."""

    source: str  # path; its folder holds nothing else that decides them
    name: str  # of the function
    parameters: tuple[str, ...]  # their names
    soc: str
    options: tuple[str, ...] = ()  # of the compiler


class SourceObject(NamedTuple):
    """The object with its description, the .json next to it."""

    data: bytes
    description: dict[str, Any]
    cached: bool  # nothing was compiled for it


def compile_source(root: str, kernel: SourceKernel, build: tuple[str, ...] = ()) -> SourceObject:
    """Return the object of a kernel, from the cache or compiled; `root` is the toolkit.

    `build` are options that choose the build; they are not described. Raise MisuseError if the SoC
    is unknown, BuildError with the compiler's messages if the kernel does not compile.
    """
    soc = find_part(root, kernel.soc)
    job = CompileJob(kernel.name, kernel.source, _wrapper(kernel), soc, keep_in="", tree="")
    try:
        compiled = kernel_compiler(root, (*kernel.options, *build)).compile(job)
    except BuildError as error:
        raise BuildError(error.message, details=_in_its_words(error.details, kernel)) from error
    reject_lacks(compiled, job, kernel.source)
    facts = kernel_facts(compiled.meta, soc, tiling_size=0)
    described = {
        "source": os.path.basename(kernel.source),
        "parameters": list(kernel.parameters),
        "soc": kernel.soc,
        "options": list(kernel.options),
    }
    description = {
        "binFileName": kernel.name,
        "binFileSuffix": ".o",
        **core_fields(soc, facts, facts.keys),
        "kernelName": kernel.name,
        "kernelList": [list_entry(kernel.name, key, facts, soc) for key in facts.keys],
        "sha256": hashlib.sha256(compiled.data).hexdigest(),
        _FIELD: described,
    }
    return SourceObject(compiled.data, description, compiled.cached)


def described_kernel(path: str, record: Mapping[str, Any]) -> SourceKernel | None:
    """Return the source kernel of the object at `path`; None for other kinds of kernels.

    Raise MisuseError if its source is gone.
    """
    described = record.get(_FIELD)
    if described is None:
        return None
    source = os.path.join(os.path.dirname(path), described["source"])
    if not os.path.isfile(source):
        message = f"kernel {record['kernelName']}: its source {source} is gone"
        raise MisuseError(message, "launch it once more, unobserved")
    return SourceKernel(
        source=source,
        name=record["kernelName"],
        parameters=tuple(described["parameters"]),
        soc=described["soc"],
        options=tuple(described["options"]),
    )


def _in_its_words(details: str, kernel: SourceKernel) -> str:
    """Return the compiler's messages without those about the wrapper."""
    lines = details.replace(_user_function(kernel), kernel.name).splitlines(keepends=True)
    return "".join(line for line in lines if "ascendc.wrapper.cpp" not in line)


def _user_function(kernel: SourceKernel) -> str:
    return f"{kernel.name}_ascendc_user"


def _wrapper(kernel: SourceKernel) -> str:
    # The headers define functions, and one of them may be called like the kernel; or a
    # member is, so that they come before the kernel has its other name.
    function = _user_function(kernel)
    names = ",".join(kernel.parameters)
    return (
        f"{_headers(kernel.source)}"
        f"#define {kernel.name}(...) {function}(__VA_ARGS__)\n"
        '#include "@SOURCE@"\n'
        f"#undef {kernel.name}\n"
        f'ASCENDC_SOURCE_KERNEL_ENTRY("{kernel.name}", {function}, "{names}")\n'
    )


def _headers(source: str) -> str:
    """Return the lines at the start of a source that include headers of the toolkit."""
    with open(source, encoding="utf-8") as stream:
        lines = takewhile(_HEADER.fullmatch, stream)
        return "".join(lines)
