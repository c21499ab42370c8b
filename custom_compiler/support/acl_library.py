"""CANN's C interface by ctypes: one table of signatures for all who call it.

Nothing here needs NumPy, and nothing is loaded before its first use.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import (
    POINTER,
    c_bool,
    c_char_p,
    c_float,
    c_int32,
    c_int64,
    c_size_t,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from typing import Any, NamedTuple

from custom_compiler.errors import CustomCompilerError

HOST_TO_DEVICE, DEVICE_TO_HOST = 1, 2  # aclrtMemcpyKind
HUGE_FIRST = 0  # ACL_MEM_MALLOC_HUGE_FIRST
REPEATED_INITIALIZE = 100002  # ACL_ERROR_REPEAT_INITIALIZE
SMALLEST_BUFFER = 32
"""Bytes to allocate for an empty tensor, which has an address, too."""

_OUT = POINTER(c_void_p)


class _Signature(NamedTuple):
    library: str  # as in lib<library>.so; "": one that every process has
    result: Any
    arguments: tuple[Any, ...]


def _of(library: str, result: Any, **functions: tuple[Any, ...]) -> dict[str, _Signature]:
    return {name: _Signature(library, result, types) for name, types in functions.items()}


SIGNATURES: dict[str, _Signature] = {
    **_of(
        "ascendcl",
        c_int32,
        aclInit=(c_char_p,),
        aclFinalize=(),
        aclrtSetDevice=(c_int32,),
        aclrtResetDevice=(c_int32,),
        aclrtGetDevice=(POINTER(c_int32),),
        aclrtGetDeviceCount=(POINTER(c_uint32),),
        aclrtGetDeviceInfo=(c_uint32, c_int32, POINTER(c_int64)),
        aclrtSynchronizeDevice=(),
        aclrtSetOpExecuteTimeOut=(c_uint32,),
        aclrtCtxGetCurrentDefaultStream=(_OUT,),
        aclrtCtxSetSysParamOpt=(c_int32, c_int64),
        aclrtCreateStream=(_OUT,),
        aclrtDestroyStream=(c_void_p,),
        aclrtSynchronizeStream=(c_void_p,),
        aclrtSynchronizeStreamWithTimeout=(c_void_p, c_int32),
        aclrtMalloc=(_OUT, c_size_t, c_int32),
        aclrtFree=(c_void_p,),
        aclrtMemset=(c_void_p, c_size_t, c_int32, c_size_t),
        aclrtMemcpy=(c_void_p, c_size_t, c_void_p, c_size_t, c_int32),
        aclrtBinaryLoadFromFile=(c_char_p, c_void_p, _OUT),
        aclrtBinaryLoadFromData=(c_char_p, c_size_t, c_void_p, _OUT),
        aclrtBinaryUnLoad=(c_void_p,),
        aclrtBinaryGetFunction=(c_void_p, c_char_p, _OUT),
        aclrtBinaryGetFunctionByEntry=(c_void_p, c_uint64, _OUT),
        aclrtLaunchKernelWithHostArgs=(
            *(c_void_p, c_uint32, c_void_p, c_void_p, c_char_p, c_size_t, c_void_p, c_size_t),
        ),
        aclopExecuteV2=(
            *(c_char_p, c_int32, c_void_p, c_void_p, c_int32, c_void_p, c_void_p),
            *(c_void_p, c_void_p),
        ),
        aclSetTensorFormat=(c_void_p, c_int32),
        aclSetTensorShape=(c_void_p, c_int32, POINTER(c_int64)),
        aclSetTensorDynamicInput=(c_void_p, c_char_p),
        aclopSetAttrString=(c_void_p, c_char_p, c_char_p),
        aclopSetAttrBool=(c_void_p, c_char_p, c_uint8),
        aclopSetAttrInt=(c_void_p, c_char_p, c_int64),
        aclopSetAttrFloat=(c_void_p, c_char_p, c_float),
        aclopSetAttrDataType=(c_void_p, c_char_p, c_int32),
        aclopSetAttrListBool=(c_void_p, c_char_p, c_int32, POINTER(c_uint8)),
        aclopSetAttrListInt=(c_void_p, c_char_p, c_int32, POINTER(c_int64)),
        aclopSetAttrListFloat=(c_void_p, c_char_p, c_int32, POINTER(c_float)),
    ),
    **_of("ascendcl", c_char_p, aclGetRecentErrMsg=(), aclrtGetSocName=()),
    **_of(
        "ascendcl",
        c_void_p,
        aclCreateTensorDesc=(c_int32, c_int32, POINTER(c_int64), c_int32),
        aclCreateDataBuffer=(c_void_p, c_size_t),
        aclopCreateAttr=(),
    ),
    **_of(
        "nnopbase",
        c_int32,
        aclDestroyTensor=(c_void_p,),
        aclDestroyTensorList=(c_void_p,),
        aclDestroyScalar=(c_void_p,),
        aclDestroyScalarList=(c_void_p,),
        aclDestroyIntArray=(c_void_p,),
        aclDestroyFloatArray=(c_void_p,),
        aclDestroyBoolArray=(c_void_p,),
        aclGetViewShape=(c_void_p, POINTER(POINTER(c_int64)), POINTER(c_uint64)),
        aclSetAclOpExecutorRepeatable=(c_void_p,),
        aclDestroyAclOpExecutor=(c_void_p,),
        NnopbaseCreateExecutorSpace=(_OUT,),
        NnopbaseAddIgnoreContinuesInput=(c_void_p, c_void_p, c_uint32),
        NnopbaseAddIgnoreContiguousDynamicInput=(c_void_p, c_void_p, c_uint32),
        NnopbaseAddOutput=(c_void_p, c_void_p, c_uint32),
        NnopbaseAddDynamicOutput=(c_void_p, c_void_p, c_uint32),
        NnopbaseAddOutputShapeDependTensor=(c_void_p, c_void_p, c_uint32),
        NnopbaseAddAttrWithDtype=(c_void_p, c_void_p, c_size_t, c_size_t, c_int32),
        NnopbaseAddArrayAttrWithDtype=(
            *(c_void_p, c_void_p, c_size_t, c_size_t, c_size_t, c_int32),
        ),
        NnopbaseSetHcomGroup=(c_void_p, c_char_p),
        NnopbaseRunForWorkspace=(c_void_p, POINTER(c_uint64)),
        NnopbaseRunWithWorkspace=(c_void_p, c_void_p, c_void_p, c_uint64),
    ),
    **_of(
        "nnopbase",
        c_void_p,
        aclCreateTensor=(
            *(POINTER(c_int64), c_uint64, c_int32, POINTER(c_int64), c_int64, c_int32),
            *(POINTER(c_int64), c_uint64, c_void_p),
        ),
        aclCreateTensorList=(c_void_p, c_uint64),
        aclCreateScalar=(c_void_p, c_int32),
        aclCreateScalarList=(c_void_p, c_uint64),
        aclCreateIntArray=(POINTER(c_int64), c_uint64),
        aclCreateFloatArray=(POINTER(c_float), c_uint64),
        aclCreateBoolArray=(POINTER(c_bool), c_uint64),
        NnopbaseGetExecutor=(
            *(c_void_p, c_char_p, c_char_p, c_uint32, c_char_p, c_uint32, c_char_p, c_uint32),
        ),
    ),
    **_of("runtime", c_int32, rtGetSocVersion=(c_char_p, c_uint32), rtSetSocVersion=(c_char_p,)),
    **_of(
        "hccl",
        c_int32,
        HcclCommInitAll=(c_uint32, POINTER(c_int32), _OUT),
        HcclGetCommName=(c_void_p, c_char_p),
    ),
    # The embedded toolkit's own: inference of shapes, tiling, and calls that are repeated.
    **_of(
        "ascendc_infer",
        None,
        OperatorCallDestroy=(c_void_p,),
        OperatorCallAddPort=(c_void_p, c_int32),
        OperatorCallAddTensor=(
            *(c_void_p, POINTER(c_int64), c_uint64, c_int32, c_int32, c_void_p),
        ),
        OperatorCallSetStorage=(c_void_p, POINTER(c_int64), c_uint64, c_int32),
        OperatorCallAddAbsent=(c_void_p,),
        OperatorCallAddInt=(c_void_p, c_int64),
        OperatorCallAddFloat=(c_void_p, c_float),
        OperatorCallAddBool=(c_void_p, c_int32),
        OperatorCallAddStr=(c_void_p, c_char_p),
        OperatorCallAddListInt=(c_void_p, POINTER(c_int64), c_uint64),
        OperatorCallAddListFloat=(c_void_p, POINTER(c_float), c_uint64),
        OperatorCallAddListBool=(c_void_p, POINTER(c_uint8), c_uint64),
        OperatorCallAddListListInt=(c_void_p, POINTER(c_int64), POINTER(c_uint64), c_uint64),
    ),
    **_of(
        "ascendc_infer",
        c_int32,
        OperatorCallInferShape=(c_void_p, c_char_p),
        OperatorCallTile=(c_void_p, c_char_p, c_int32, c_void_p),
        RepeatedCallRun=(c_void_p, c_void_p),
    ),
    **_of("ascendc_infer", c_void_p, OperatorCallCreate=(c_char_p,)),
    **_of("ascendc_infer", c_char_p, OperatorCallError=(c_void_p,)),
    **_of("ascendc_infer", c_uint64, OperatorCallOutputRank=(c_void_p, c_uint64)),
    **_of("ascendc_infer", POINTER(c_int64), OperatorCallOutputDims=(c_void_p, c_uint64)),
    # What aclGetViewShape returns is for delete[], which is free() for such memory.
    **_of("", None, free=(c_void_p,)),
}


class AclError(CustomCompilerError):
    """A function of CANN's C interface failed; `code` is what it returned."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


class AclLibrary:
    """The functions of the table, as attributes; the libraries are loaded on first use.

    Args:
        root: The toolkit whose libraries are taken. None: those that the loader finds, as in the
            environment of a toolkit.
        is_global: Whether libraries that are loaded later see the symbols.

    Raises:
        OSError: A library cannot be loaded.
        AttributeError: A function is not in the table, or the library lacks it.
    """

    def __init__(self, root: str | os.PathLike[str] | None = None, *, is_global: bool) -> None:
        self._folder = os.path.join(root, "lib64") if root is not None else ""
        self._mode = ctypes.RTLD_GLOBAL if is_global else ctypes.RTLD_LOCAL
        self._loaded: dict[str, ctypes.CDLL] = {}

    def __getattr__(self, name: str) -> Any:
        signature = SIGNATURES.get(name)
        if signature is None:
            raise AttributeError(name)
        function = getattr(self.load(signature.library), name)
        function.restype, function.argtypes = signature.result, signature.arguments
        setattr(self, name, function)  # found without this function from now on
        return function

    def load(self, library: str) -> ctypes.CDLL:
        """Return the library `lib<library>.so` of the toolkit; "": those of the process."""
        if library not in self._loaded:
            path = os.path.join(self._folder, f"lib{library}.so") if library else None
            self._loaded[library] = ctypes.CDLL(path, self._mode)
        return self._loaded[library]

    def load_operators(self, path: str) -> ctypes.CDLL:
        """Return the library of a package, which has its operators' aclnn functions.

        Libraries of the toolkit that the package's library needs are loaded before it.

        Raises:
            OSError: It, or a library that it needs, cannot be loaded.
        """
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            name = str(error).partition(": cannot open shared")[0]
            missing = os.path.join(self._folder, name)
            if not self._folder or missing in self._loaded or not os.path.isfile(missing):
                raise
            self._loaded[missing] = ctypes.CDLL(missing)
        return self.load_operators(path)

    def initialize(self) -> bool:
        """Call aclInit; return whether nobody in this process had done so before.

        Raises:
            AclError: It failed.
        """
        code = self.aclInit(None)
        if code == REPEATED_INITIALIZE:
            return False
        self.check(code, "aclInit")
        return True

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function that returns a code; AclError unless that is 0."""
        self.check(getattr(self, function)(*arguments), function)

    def create(self, function: str, *arguments: Any) -> c_void_p:
        """Call a function that returns a new object; AclError if it returns none."""
        created = c_void_p(getattr(self, function)(*arguments))
        if created.value is None:
            raise AclError(f"{function} failed{self._reason()}", -1)
        return created

    def check(self, code: int, what: str) -> None:
        """Raise AclError with the library's message unless `code` is 0."""
        if code:
            raise AclError(f"{what} failed with {code}{self._reason()}", code)

    def message(self) -> str:
        """Return the thread's last error message in one line, which clears it; "" for none."""
        text = self.aclGetRecentErrMsg() or b""
        return " ".join(text.decode(errors="replace").split())

    def _reason(self) -> str:
        message = self.message()
        return f": {message}" if message else ""


def dimensions(shape: Any) -> Any:
    """Return numbers as an array of int64_t."""
    return (c_int64 * len(shape))(*shape)


def handles(values: Any) -> Any:
    """Return handles, each an int or a c_void_p, as an array of pointers."""
    return (c_void_p * len(values))(*(getattr(value, "value", value) for value in values))
