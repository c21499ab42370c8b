"""The table of what the store holds (`store.Store`)."""

from __future__ import annotations

from typing import NamedTuple

HOUR, DAY = 3600, 86400  # seconds
_HEX = r"[0-9a-f]{16,}"


class StoreKind(NamedTuple):
    """One kind of contents.

    Attributes:
        name: As `custom-compiler cache info` shows it.
        meaning: What the entries are.
        folders: Where they are, below the root.
        pattern: Their names there. `Store` never touches a file with another name.
        idle: Seconds since the last use before which pruning does not remove an entry.
        most: Entries that stay although they are idle; None: as many as the limit allows.
        lock: The lock that users of the entries share (`Store.in_use`); "" if they hold single
            entries (`Store.hold`), or read them at once.
        is_counted: Whether the limit counts and removes the entries.
        is_unguarded: Whether programs read entries without a lock. Then entries stay that were used
            in the last hour.
        is_result: Whether a user would lose work with an entry. Pruning never removes it.
    """

    name: str
    meaning: str
    folders: tuple[str, ...]
    pattern: str
    idle: float = 0
    most: int | None = None
    lock: str = ""
    is_counted: bool = True
    is_unguarded: bool = False
    is_result: bool = False


def python_kernels(folder: str) -> tuple[StoreKind, StoreKind]:
    """Return the kinds of the cache of kernels in Python, which may have a separate root."""
    work = r"[0-9a-f]{16}|\d+-[0-9a-f]+"  # the second form is that of older versions
    return (
        StoreKind("asc", "kernels in Python", (f"{folder}kernel",), f"[0-9a-f]{{2}}/{_HEX}", HOUR),
        StoreKind(
            "asc-work", "running compiles of kernels in Python", (f"{folder}work",), work, DAY, 0,
            is_counted=False,
        ),
    )  # fmt: skip


KINDS = (
    StoreKind("kernel", "compiled kernels", ("kernel",), f"[0-9a-f]{{2}}/{_HEX}"),
    StoreKind("manifest", "sources of these kernels", ("manifest",), f"[0-9a-f]{{2}}/{_HEX}"),
    StoreKind("tiling", "tiling structures of operators", ("tiling",), _HEX),
    StoreKind("compiler", "versions of host compilers", ("compiler",), _HEX),
    StoreKind("observed", "instrumented kernels", ("observed",), _HEX, DAY, 256, is_unguarded=True),
    StoreKind(
        "shipped", "sources from other machines", ("shipped",), _HEX, DAY, 256, is_unguarded=True
    ),
    *python_kernels("asc/"),
    StoreKind(
        "torch", "builds of operators for PyTorch", ("torch",), r"[\w.-]+-[0-9a-f]{16}", HOUR
    ),
    StoreKind("packages", "operators that PyTorch loads", ("torch/packages",), _HEX, HOUR),
    StoreKind("bridges", "operators that MindSpore loads", ("bridges",), _HEX, HOUR),
    StoreKind("runtime", "Halide's runtimes", ("autokernel",), r"runtime-[\w.+-]+\.o"),
    StoreKind("judge", "toolkits and headers of sandboxes", ("judge",), "[0-9a-f]{12}", DAY),
    StoreKind(
        "links", "links to paths with special characters", ("links",), "[0-9a-f]{16}", DAY, 256,
        is_counted=False, is_unguarded=True,
    ),
    StoreKind(
        "launch", "headers of direct launches", ("launch",), r"[\w.-]+-[0-9a-f]{16}\.hpp",
        lock="use", is_counted=False,
    ),
    StoreKind("units", "how programs with kernels were compiled", ("units",), _HEX, DAY, 4096),
    StoreKind(
        "pch", "precompiled kernel headers", ("pch",), f"(?:tree-)?{_HEX}", HOUR, 12,
        lock="use", is_counted=False,
    ),
    StoreKind(
        "work", "running compiles", ("work",), r"[0-9a-f]{16}|\d+-[0-9a-f]{8,}", DAY, 0,
        lock="use", is_counted=False,
    ),
    StoreKind(
        "tuned", "results of tuning runs",
        ("autokernel/tuned", "autokernel/latest", "autokernel/lessons"), r"[\w.-]+\.json",
        is_result=True,
    ),
    StoreKind(
        "weights", "cost models of tuning runs", ("autokernel/weights",), r"[\w.-]+\.weights",
        is_result=True,
    ),
    StoreKind(
        "journals", "trials of tuning runs", ("tuning", "autokernel/journal", "autokernel/begin"),
        r"[\w.-]+\.jsonl?", is_result=True,
    ),
)  # fmt: skip
