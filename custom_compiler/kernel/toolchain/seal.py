"""Finish linked kernel objects: the architecture that they are for, and a checksum at their end.

One compiled object may serve several architectures, so that the compiler cannot write either. The
runtime reads both (`isa/kernel_abi.h`): it rejects damaged objects when they are loaded, and
launches on devices of another architecture.
"""

from __future__ import annotations

import hashlib
import struct

from custom_compiler.errors import BuildError
from custom_compiler.kernel.toolchain import elf

_MAGIC = b"AscendC kernel object, SHA-256:\0"
_DIGEST_SIZE = 32
# Says that there is a checksum at the end, where it may be lost.
_FLAGS = struct.Struct("<I")
_FLAGS_OFFSET = 48  # e_flags of an ELF file, which x86-64 and AArch64 do not use
_SEALED = 0x5EA1ED
_DESCRIPTION = b"ascendc_kernel_info"
_ARCHITECTURE = struct.Struct("<I")
_ARCHITECTURE_OFFSET = 12  # in AscendcKernelInfo


def sealed(data: bytes, architecture: int) -> bytes:
    """Return a linked kernel object for `architecture` with its checksum.

    An object that has both already gets them again.
    """
    body = bytearray(_without_seal(data))
    offset = elf.symbol_offset(data, _DESCRIPTION)
    if offset is None:
        raise BuildError("the linker did not keep the description of the kernel")
    _ARCHITECTURE.pack_into(body, offset + _ARCHITECTURE_OFFSET, architecture)
    return with_checksum(bytes(body))


def with_checksum(data: bytes) -> bytes:
    """Return an object with the checksum of its bytes at the end."""
    body = bytearray(data)
    _FLAGS.pack_into(body, _FLAGS_OFFSET, _SEALED)
    return bytes(body) + _MAGIC + hashlib.sha256(body).digest()


def _without_seal(data: bytes) -> bytes:
    end = len(data) - len(_MAGIC) - _DIGEST_SIZE
    return data[:end] if data[max(end, 0) :].startswith(_MAGIC) else data
