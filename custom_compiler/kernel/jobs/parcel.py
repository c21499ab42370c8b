"""Bytes that travel between machines: a header in JSON and blobs, with their lengths and hashes.

    custom_compiler-parcel 1
    <SHA-256 of the next line>
    {"fields": {...}, "blobs": [[<bytes>, "<SHA-256>"], ...]}
    <the blobs, one after the other>

Reading a parcel executes nothing, whoever wrote it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MAGIC = b"custom_compiler-parcel 1"


class ParcelError(ValueError):
    """Bytes that are no parcel, or a damaged one; the text says why in one line."""


def pack(fields: Mapping[str, Any], blobs: Sequence[bytes] = ()) -> bytes:
    """Return a parcel of `fields`, which JSON can hold, and `blobs`."""
    sizes = [[len(blob), hashlib.sha256(blob).hexdigest()] for blob in blobs]
    header = json.dumps({"fields": fields, "blobs": sizes}, separators=(",", ":")).encode()
    digest = hashlib.sha256(header).hexdigest().encode()
    return b"\n".join([_MAGIC, digest, header, b"".join(blobs)])


def unpack(data: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """Return the fields and blobs of a parcel; ParcelError if it is none or damaged."""
    parts = data.split(b"\n", 3)
    if len(parts) != 4 or parts[0] != _MAGIC:  # noqa: PLR2004 - magic, hash, header, blobs
        raise ParcelError("it does not begin as parcels of this version do")
    _, digest, header, body = parts
    if digest != hashlib.sha256(header).hexdigest().encode():
        raise ParcelError("its header is damaged")
    try:
        record = json.loads(header)
        fields, sizes = record["fields"], [(size, text) for size, text in record["blobs"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ParcelError("its header is none of a parcel") from error
    are_sizes = all(type(size) is int and size >= 0 for size, _ in sizes)
    if not isinstance(fields, dict) or not are_sizes:
        raise ParcelError("its header is none of a parcel")
    if sum(size for size, _ in sizes) != len(body):
        raise ParcelError("its blobs are not as long as its header says")
    blobs, begin = [], 0
    for size, expected in sizes:
        blob = body[begin : begin + size]
        if hashlib.sha256(blob).hexdigest() != expected:
            raise ParcelError("a blob is damaged")
        blobs.append(blob)
        begin += size
    return fields, blobs
