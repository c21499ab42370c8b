"""Types and numbers of `asc.lib.runtime`: handles, platforms, kinds of cores, memory, copies."""

from __future__ import annotations

import ctypes
import enum
from typing import NamedTuple

Stream = ctypes.c_void_p
Memory = ctypes.c_void_p
Kernel = ctypes.c_void_p
Function = ctypes.c_void_p


class Backend(enum.Enum):
    """Back ends that run kernels; both are the device of the toolkit."""

    Model = "Model"
    NPU = "NPU"


class Platform(enum.Enum):
    """The parts that kernels can be compiled for."""

    Ascend910B1 = "Ascend910B1"
    Ascend910B2 = "Ascend910B2"
    Ascend910B2C = "Ascend910B2C"
    Ascend910B3 = "Ascend910B3"
    Ascend910B4 = "Ascend910B4"
    Ascend910B4_1 = "Ascend910B4-1"
    Ascend910_9362 = "Ascend910_9362"
    Ascend910_9372 = "Ascend910_9372"
    Ascend910_9381 = "Ascend910_9381"
    Ascend910_9382 = "Ascend910_9382"
    Ascend910_9391 = "Ascend910_9391"
    Ascend910_9392 = "Ascend910_9392"


class KernelType(enum.Enum):
    """The cores that a kernel runs on."""

    AIV_ONLY = 0
    AIC_ONLY = 1
    MIX_AIV_HARD_SYNC = 2
    MIX_AIC_HARD_SYNC = 3
    MIX_AIV_1_0 = 4
    MIX_AIC_1_0 = 5
    MIX_AIC_1_1 = 6
    MIX_AIC_1_2 = 7


class CoreType(enum.Enum):
    """Types of cores."""

    AiCore = "AiCore"
    VectorCore = "VectorCore"
    CubeCore = "CubeCore"
    AiCpu = "AiCpu"


class DeviceModuleType(enum.Enum):
    """The part of a device that is asked about."""

    RT_MODULE_TYPE_SYSTEM = 0
    RT_MODULE_TYPE_AICPU = 1
    RT_MODULE_TYPE_CCPU = 2
    RT_MODULE_TYPE_DCPU = 3
    RT_MODULE_TYPE_AICORE = 4
    RT_MODULE_TYPE_TSCPU = 5
    RT_MODULE_TYPE_PCIE = 6
    RT_MODULE_TYPE_VECTOR_CORE = 7
    RT_MODULE_TYPE_HOST_AICPU = 8


class DeviceInfoType(enum.Enum):
    """Queries about a device."""

    INFO_TYPE_ENV = 0
    INFO_TYPE_VERSION = 1
    INFO_TYPE_MASTERID = 2
    INFO_TYPE_CORE_NUM = 3
    INFO_TYPE_OS_SCHED = 4
    INFO_TYPE_IN_USED = 5
    INFO_TYPE_ERROR_MAP = 6
    INFO_TYPE_OCCUPY = 7
    INFO_TYPE_ID = 8
    INFO_TYPE_IP = 9
    INFO_TYPE_ENDIAN = 10
    INFO_TYPE_CUBE_NUM = 0x775A5A5A


class MagicElf(enum.Enum):
    """Numbers with which kernel binaries of each core type are registered."""

    RT_DEV_BINARY_MAGIC_ELF = 0x43554245
    RT_DEV_BINARY_MAGIC_ELF_AIVEC = 0x41415246
    RT_DEV_BINARY_MAGIC_ELF_AICUBE = 0x41494343
    RT_DEV_BINARY_MAGIC_ELF_AICPU = 0x41415243


class MemcpyKind(enum.Enum):
    """Source and destination of a copy."""

    RT_MEMCPY_HOST_TO_HOST = 0
    RT_MEMCPY_HOST_TO_DEVICE = 1
    RT_MEMCPY_DEVICE_TO_HOST = 2
    RT_MEMCPY_DEVICE_TO_DEVICE = 3


class MemorySizes(NamedTuple):
    """Memories of a core in bytes."""

    l0a_size: int
    l0b_size: int
    l0c_size: int
    l1_size: int
    ub_size: int
    l2_size: int


class MsprofTaskType(enum.Enum):
    """Kinds of tasks in profiles."""

    MSPROF_TASK_TYPE_AI_CORE = 0
    MSPROF_TASK_TYPE_AI_CPU = 1
    MSPROF_TASK_TYPE_AIV = 2
    MSPROF_TASK_TYPE_MIX_AIC = 4
    MSPROF_TASK_TYPE_MIX_AIV = 5
    MSPROF_TASK_TYPE_INVALID = 11


class ProfilingCommandHandle:
    """Commands of the profiler."""

    class Type(enum.Enum):
        """Actions of the profiler."""

        INIT = 0
        START = 1
        STOP = 2
        FINALIZE = 3
        MODEL_SUBSCRIBE = 4
        MODEL_UNSUBSCRIBE = 5


MAGIC_OF_CORE = {
    CoreType.AiCore: MagicElf.RT_DEV_BINARY_MAGIC_ELF,
    CoreType.VectorCore: MagicElf.RT_DEV_BINARY_MAGIC_ELF_AIVEC,
    CoreType.CubeCore: MagicElf.RT_DEV_BINARY_MAGIC_ELF_AICUBE,
    CoreType.AiCpu: MagicElf.RT_DEV_BINARY_MAGIC_ELF_AICPU,
}
TASK_OF_CORE = {
    CoreType.AiCore: MsprofTaskType.MSPROF_TASK_TYPE_AI_CORE,
    CoreType.VectorCore: MsprofTaskType.MSPROF_TASK_TYPE_AIV,
    CoreType.CubeCore: MsprofTaskType.MSPROF_TASK_TYPE_AI_CORE,
    CoreType.AiCpu: MsprofTaskType.MSPROF_TASK_TYPE_AI_CPU,
}
