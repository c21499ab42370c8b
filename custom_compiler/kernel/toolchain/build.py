"""The two builds of a kernel, and what chooses one: CANN's options for its sanitizer and debugger.

*Release* executes each instruction by a direct call. *Observed* hands each one to the observer of
the launch, if it has one, and keeps what a debugger or a checker needs to name its place.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Mapping

SANITIZER = "-sanitizer"
# -g says it too: who debugs a kernel wants to see into it. -g0 and -g1 are no debug information.
_DEBUG = re.compile(r"-g(?:[23]|gdb[23]?|dwarf(?:-[2-5])?)?")
_SANITIZERS = {SANITIZER, "--sanitizer", "--cce-enable-sanitizer"}
# Words of --op_debug_config, and the compiler's options that say the same. Launches of kernels with
# oom or check_flag are observed without being asked for (libruntime.so).
_DEBUG_CONFIG = {"sanitizer": SANITIZER, "ccec_g": "-g", "ccec_O0": "-O0"}
_DEBUG_CONFIG |= {"oom": SANITIZER, "check_flag": SANITIZER}

# Sanitizer runs then accept nothing that the device's compiler would wait for by itself.
MANUAL_SYNC = "--cce-auto-sync=off"
_AUTO_SYNC = {MANUAL_SYNC: False, "--cce-auto-sync=on": True, "--cce-auto-sync": True}

# Errors of the device's compiler are reported as warnings.
PERMISSIVE = "--permissive"
# The release of CANN whose rules hold where they changed; without it, those of the newest one.
CANN_VERSION = "--cann-version"
CANN_VERSIONS = ("8.0", "8.1", "8.2", "8.3", "8.5", "9.0", "9.1")
# It is another build of a kernel that was judged when it was built.
UNJUDGED = "--unjudged"

OBSERVED_FLAGS = (
    "-DASCENDC_OBSERVED",
    # An observer finds the chain of calls by frame pointers.
    "-fno-omit-frame-pointer",
    "-fno-optimize-sibling-calls",
)

# Accesses by pointers and references, of GCC: it calls a function before each of them, which the
# kernel headers (isa/accesses.h) name. Its library is not linked.
ACCESS_FLAGS = ("-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0")


class Build(NamedTuple):
    """Build mode of a kernel."""

    observed: bool
    debugged: bool  # with all that a debugger can show
    auto_sync: bool = True  # the device's compiler inserts waits
    is_permissive: bool = False  # errors of the device's compiler are only reported
    is_judged: bool = True
    cann_version: str = CANN_VERSIONS[-1]

    @property
    def flags(self) -> tuple[str, ...]:
        """Flags of the host compiler; the user's own come after them."""
        optimisation = ("-Og",) if self.debugged else ()
        if self.cann_version != CANN_VERSIONS[-1]:
            number = self.cann_version.replace(".", "")
            optimisation = (*optimisation, f"-DASCENDC_CANN_VERSION={number}")
        if not self.observed:
            return optimisation
        return (
            *optimisation,
            *OBSERVED_FLAGS,
            *(() if self.auto_sync else ("-DASCENDC_MANUAL_SYNC",)),
        )

    @property
    def link_flags(self) -> tuple[str, ...]:
        """Flags for linking: instrumented kernels are cached, and their line tables are read."""
        return () if self.observed else ("-Wl,--compress-debug-sections=zlib",)


def build_of(options: list[str]) -> Build:
    """Return the build that options of a kernel compilation choose.

    Raises:
        MisuseError: `--cann-version` is none of CANN_VERSIONS.
    """
    debugged = any(_DEBUG.fullmatch(option) for option in options)
    waits = [_AUTO_SYNC[option] for option in options if option in _AUTO_SYNC]
    observed = debugged or not _SANITIZERS.isdisjoint(options)
    versions = [o[len(CANN_VERSION) + 1 :] for o in options if o.startswith(f"{CANN_VERSION}=")]
    version = versions[-1] if versions else CANN_VERSIONS[-1]
    if version not in CANN_VERSIONS:
        raise MisuseError(
            f"{CANN_VERSION}={version}: no known release of CANN",
            f"use one of {', '.join(CANN_VERSIONS)}",
        )
    return Build(
        observed, debugged, all(waits[-1:]), PERMISSIVE in options, UNJUDGED not in options, version
    )


def environment_options(environ: Mapping[str, str] = os.environ) -> tuple[str, ...]:
    """Return the options that a build passes to its kernels by the environment.

    They stand for `--permissive` and `--cann-version` of `custom-compiler build`.
    """
    permissive = environ.get("CUSTOM_COMPILER_PERMISSIVE", "0") not in {"", "0"}
    version = environ.get("CUSTOM_COMPILER_CANN_VERSION", "")
    return (
        *((PERMISSIVE,) if permissive else ()),
        *((f"{CANN_VERSION}={version}",) if version else ()),
    )


def options_of_debug_config(words: frozenset[str]) -> list[str]:
    """Return the options of the compiler that the words of `--op_debug_config` stand for."""
    return list(dict.fromkeys(option for word, option in _DEBUG_CONFIG.items() if word in words))
