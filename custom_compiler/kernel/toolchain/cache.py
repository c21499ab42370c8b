"""The content cache of compiled kernels, shared by all processes of a user.

A kernel is a pure function of its preprocessed source, the flags, the compiler and the toolkit; the
hash of these is its key. Every entry carries its own checksum, so that a damaged one is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from typing import Any, NamedTuple

from custom_compiler.support.files import write_atomic
from custom_compiler.support.store import Store

_MAGIC = "custom_compiler-kernel 1"


class CachedObject(NamedTuple):
    """A compiled kernel: the linked object and the facts it recorded about itself (kind, a, b)."""

    meta: list[tuple[int, int, int]]
    data: bytes


class KernelCache(Store):
    """Entries by content key, and manifests that lead to a key without running the preprocessor."""

    def load(self, key: str) -> CachedObject | None:
        """Return the entry of `key`; None if there is none or it is damaged."""
        path = self.path("kernel", key[:2], key[2:])
        try:
            with open(path, "rb") as file:
                header, _, body = file.read().partition(b"\n")
        except OSError:
            return None
        if header.decode("ascii", "replace") != f"{_MAGIC} {hashlib.sha256(body).hexdigest()}":
            return None
        with suppress(OSError):
            os.utime(path)  # the least recently used entries go first
        facts, _, data = body.partition(b"\n")
        return CachedObject([tuple(record) for record in json.loads(facts)["meta"]], data)

    def store(self, key: str, entry: CachedObject) -> None:
        """Publish an entry; a cache that cannot be written costs speed only."""
        facts = json.dumps({"meta": entry.meta}, separators=(",", ":")).encode()
        body = facts + b"\n" + entry.data
        header = f"{_MAGIC} {hashlib.sha256(body).hexdigest()}\n".encode()
        with suppress(OSError):
            write_atomic(self.path("kernel", key[:2], key[2:]), header + body)
            self.prune_sometimes()

    def load_manifest(self, key: str) -> dict[str, Any] | None:
        """Return the manifest of `key`; None if there is none or it is damaged."""
        try:
            with open(self.path("manifest", key[:2], key[2:]), encoding="utf-8") as file:
                manifest = json.load(file)
        except (OSError, ValueError):
            return None
        return manifest if isinstance(manifest, dict) else None

    def store_manifest(self, key: str, manifest: dict[str, Any]) -> None:
        """Publish a manifest."""
        with suppress(OSError):
            write_atomic(self.path("manifest", key[:2], key[2:]), json.dumps(manifest).encode())

    def turns(self) -> list[str]:
        """Return as many locks as there are CPUs: a process holds one while it compiles.

        Other machines may share the folder; each has its own.
        """
        name = f"turn-{os.uname().nodename}"
        count = len(os.sched_getaffinity(0))
        return [os.path.join(self.root, "lock", f"{name}-{number}") for number in range(count)]

    def observed_folder(self, key: str) -> str:
        """Return the folder of an instrumented object, with the files that load and describe it."""
        return self.folder("observed", key[:32])

    def shipped_folder(self, key: str) -> str:
        """Return the folder of files that another machine has sent."""
        return self.folder("shipped", key[:32])
