"""An operator's tiling function, run at build time for the shapes of an information file.

It is the operator's own code: it divides by zero, loops, throws and prints. So it runs in a process
(`tiling_process`), and its decisions are cached.
"""

from __future__ import annotations

import hashlib
import json
import os
import signal
import struct
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.opc.static_tiling import StaticTiling
from custom_compiler.kernel.static.information import TensorInfo
from custom_compiler.support.element_types import BY_NAME
from custom_compiler.support.formats import FORMAT_NUMBERS
from custom_compiler.support.processes import python_command, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.jobs.job import JobLimits
    from custom_compiler.kernel.opc.operators import PackagePlace
    from custom_compiler.kernel.static.information import OperatorInfo, Parameter
    from custom_compiler.kernel.toolchain.cache import KernelCache
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

_INFER_LIBRARY = "libascendc_infer.so"
_PROCESS = "custom_compiler.kernel.static.tiling_process:main"
_GRACE = 5.0  # seconds in which a process that is over its time can say where it was
_SHOWN_BYTES = 4000  # of what the operator's code printed
_KEPT_BYTES = 1 << 16  # of it, in which the toolkit says why it ended


class HostTilings:
    """Tiling functions of a SoC; each library is read once."""

    def __init__(self, soc: Soc, toolkit: KernelToolkit, cache: KernelCache) -> None:
        self._soc = soc
        self._toolkit = toolkit
        self._cache = cache
        self._digests: dict[str, str] = {}  # of libraries, by path

    def find_cached(
        self,
        info: OperatorInfo,
        deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
        package: PackagePlace,
    ) -> StaticTiling | None:
        """Return the cached result of `make`, or None."""
        return self._load(self._key(_request(info, deterministic, package, self._toolkit)))

    def make(
        self,
        info: OperatorInfo,
        deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
        package: PackagePlace,
        limits: JobLimits,
    ) -> StaticTiling:
        """Return the tiling function's decisions for this call, as in the runtime.

        Raises:
            BuildError: The function failed, crashed, exceeded its time, or returned a launch that
                is impossible.
            MisuseError: The file lacks values that it reads.
        """
        request = _request(info, deterministic, package, self._toolkit)
        key = self._key(request)
        cached = self._load(key)
        if cached is not None:
            return cached
        decided = _run(info, request, self._soc, self._toolkit, limits)
        self._cache.store_manifest(key, decided)
        return _tiling(decided)

    def _load(self, key: str) -> StaticTiling | None:
        """Return the cached decisions; None on a miss, or if they are damaged."""
        decided = self._cache.load_manifest(key)
        with suppress(KeyError, TypeError, ValueError):
            return _tiling(decided) if decided else None
        return None

    def _key(self, request: dict[str, Any]) -> str:
        parts = [json.dumps(request, sort_keys=True), self._soc.name, self._toolkit.version]
        infer_library = os.path.join(self._toolkit.lib, _INFER_LIBRARY)
        parts += [self._digest(path) for path in (infer_library, request["library"])]
        return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()

    def _digest(self, path: str) -> str:
        """Hash of a library's contents; "" if it cannot be read, which loading it will tell."""
        if path not in self._digests:
            self._digests[path] = ""
            with suppress(OSError), open(path, "rb") as file:
                self._digests[path] = hashlib.sha256(file.read()).hexdigest()
        return self._digests[path]


def _tiling(decided: dict[str, Any]) -> StaticTiling:
    workspaces, data = tuple(decided["workspaces"]), bytes.fromhex(decided["data"])
    return StaticTiling(**{**decided, "workspaces": workspaces, "data": data})


def _request(
    info: OperatorInfo,
    deterministic: bool,  # noqa: FBT001 - one of the operator's arguments
    package: PackagePlace,
    toolkit: KernelToolkit,
) -> dict[str, Any]:
    """Return the request for `tiling_process`.

    Raise MisuseError if the package has no tiling library, or if a value is not of its type.
    """
    if not package.tiling_library:
        message = f"{info.path}: operator {info.op_type}: {package.root} has no tiling library"
        raise MisuseError(message, "build its project again, and install that")
    try:
        inputs, outputs = (
            [_port(parameter) for parameter in parameters]
            for parameters in (info.inputs, info.outputs)
        )
    except OverflowError as error:
        message = f"{info.path}: const_data has a value beyond its type: {error}"
        raise MisuseError(message, "record the run again") from error
    return {
        "toolkit": toolkit.root,
        "library": package.tiling_library,
        "op_type": info.op_type,
        "deterministic": int(deterministic),
        "inputs": inputs,
        "outputs": outputs,
        "attrs": [[attr.dtype, attr.value] for attr in info.attrs or ()],
    }


def _port(parameter: Parameter) -> list[dict[str, Any]] | None:
    if parameter is None:
        return None
    tensors = (parameter,) if isinstance(parameter, TensorInfo) else parameter
    return [_tensor(tensor) for tensor in tensors]


def _tensor(tensor: TensorInfo) -> dict[str, Any]:
    stored = (tensor.shape, tensor.format) != (tensor.origin_shape, tensor.origin_format)
    full_format = FORMAT_NUMBERS[tensor.format] | tensor.sub_format << 8 | tensor.c0_format << 24
    return {
        "dtype": BY_NAME[tensor.dtype].number,
        "origin_shape": tensor.origin_shape,
        "origin_format": FORMAT_NUMBERS[tensor.origin_format] if stored else full_format,
        "is_stored": stored,
        "shape": tensor.shape,
        "format": full_format,
        "data": None if tensor.const_data is None else _packed(tensor.dtype, tensor.const_data),
    }


def _packed(dtype: str, values: Iterable[Any]) -> str:
    """Return the bytes of the values in memory, in hexadecimal digits."""
    if dtype == "bfloat16":
        return "".join(struct.pack("<f", value)[2:].hex() for value in values)
    return b"".join(struct.pack("<" + BY_NAME[dtype].packed, value) for value in values).hex()


def _run(
    info: OperatorInfo, request: dict[str, Any], soc: Soc, toolkit: KernelToolkit, limits: JobLimits
) -> dict[str, Any]:
    with (
        open(os.memfd_create("request"), "w+b") as question,
        open(os.memfd_create("tiling"), "w+b") as answers,  # a pipe could be full, or stay open
    ):
        question.write(json.dumps(request).encode())
        question.seek(0)
        words = (str(answers.fileno()), str(limits.memory))
        ended = run(
            python_command(_PROCESS, *words, is_isolated=True),
            env=_environment(soc, toolkit, limits),
            stdin=question.fileno(),
            is_merged=True,
            seconds=limits.seconds + _GRACE,
            most_bytes=_KEPT_BYTES,
            pass_fds=[answers.fileno()],
        )
        answers.seek(0)  # the other process wrote through the same position
        data = b"" if ended.is_late else answers.read()
    answer: dict[str, Any] = json.loads(data) if data else {}
    printed = ended.output_text
    if not answer:
        answer["error"] = (
            f"its tiling did not end within {limits.seconds:g} s"
            if ended.is_late
            else _last_words(info.op_type, printed, ended.code)
        )
    if "error" in answer:
        error = str(answer["error"])
        if error.startswith(f"{info.op_type}: tiling "):
            error = "its" + error.removeprefix(f"{info.op_type}:")
        message = f"{info.path}: operator {info.op_type}: {error}"
        raise BuildError(message, details=printed[-_SHOWN_BYTES:])
    return answer


def _environment(soc: Soc, toolkit: KernelToolkit, limits: JobLimits) -> dict[str, str]:
    paths = [toolkit.lib, os.environ.get("LD_LIBRARY_PATH", "")]
    return {
        **os.environ,
        "ASCENDC_SOC_VERSION": soc.name,
        "ASCENDC_TIMEOUT": f"{limits.seconds:g}",
        "LD_LIBRARY_PATH": ":".join(path for path in paths if path),
    }


def _last_words(op_type: str, words: str, code: int) -> str:
    """Return the toolkit's message before a process ended, else how the process ended."""
    for line in reversed(words.splitlines()):
        head, colon, text = line.partition(": ")
        if colon and head == op_type and text.startswith("tiling "):
            return f"its {text}"
    if code < 0:
        with suppress(ValueError):
            return f"the process of its tiling was ended by {signal.Signals(-code).name}"
    return f"the process of its tiling ended with exit code {code}"
