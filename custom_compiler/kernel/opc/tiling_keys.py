"""Kernels that are compiled once for each tiling key, as CANN compiles all of them.

One object serves all keys of a kernel; TILING_KEY_VAR is read when it runs. That is not possible if
the source asks for it where only a constant can stand: `#if TILING_KEY_VAR == 3`, `if constexpr`.
Such a kernel becomes one object per key, and an entry that calls the one of the launch's key. One
in which the kind of core has to be a constant becomes one object per kind of core, likewise.
"""

from __future__ import annotations

import re
from typing import NamedTuple

# TILING_KEY_VAR in a condition of the preprocessor, as g++ and clang show it, and what it stands
# for in their messages on constant expressions.
_NO_CONSTANT = re.compile(r"#\s*(?:el)?if\b.*\bTILING_KEY_VAR|\b(?:TilingKeyProbe|kTilingKey)\b")

# Goes before the source to find out which keys it has: it is that of none of them.
KEYS_ONLY = """\
#undef TILING_KEY_VAR
static constexpr unsigned long TILING_KEY_VAR = ~0ul;
#undef ASCENDC_TPL_WANTED_
#define ASCENDC_TPL_WANTED_(key) false
"""


def needs_constant_key(messages: str) -> bool:
    """Return whether the compiler's `messages` say that TILING_KEY_VAR has to be a constant."""
    return _NO_CONSTANT.search(messages) is not None


class KernelPart(NamedTuple):
    """An object that a kernel is linked of: for one key, one kind of core, or both."""

    key: int | None = None
    core: str = ""  # AIC or AIV; empty: both

    @property
    def name(self) -> str:
        """Name of its folder."""
        words = [f"key_{self.key}"] * (self.key is not None) + [self.core] * bool(self.core)
        return "_".join(words)

    @property
    def exported_names(self) -> tuple[str, str]:
        """Entry and description as an object made with `head` exports them."""
        return f"ascendc_kernel_entry_{self.name}", f"ascendc_kernel_info_{self.name}"

    @property
    def head(self) -> str:
        """Text before the source that makes it this part, with separate exported names."""
        entry, info = self.exported_names
        names = f"#define ascendc_kernel_entry {entry}\n#define ascendc_kernel_info {info}\n"
        if self.key is None:
            return names
        return f"""\
#undef TILING_KEY_VAR
#define TILING_KEY_VAR {self.key}ul
#undef ASCENDC_TPL_WANTED_
#define ASCENDC_TPL_WANTED_(key) ((key) == TILING_KEY_VAR)
{names}"""


def dispatcher(name: str, parts: list[KernelPart]) -> str:
    """Return the source of kernel `name`'s entry, which calls those of its parts."""
    entries = "".join(f"void {part.exported_names[0]}(void* const*);\n" for part in parts)
    calls = "".join(
        f"if ({_condition(part)}) {{ return {part.exported_names[0]}(args); }}\n" for part in parts
    )
    _, first = parts[0].exported_names
    return f"""\
extern "C" {{
extern const AscendcKernelInfo {first};
{entries}\
__attribute__((visibility("default"))) void ascendc_kernel_entry(void* const* args) {{
const uint64_t key = ::AscendC::isa::CurrentCore().tiling_key;
const bool is_cube = ::AscendC::isa::CurrentCore().core_type == ::AscendC::AIC;
{calls}\
aicore_trap("the kernel does not have the tiling key of the launch");
}}
}}
ASCENDC_KERNEL_EXPORTS_("{name}", {first}.param_count)
"""


def _condition(part: KernelPart) -> str:
    words = [f"key == {part.key}ul"] * (part.key is not None)
    words += ["is_cube" if part.core == "AIC" else "!is_cube"] * bool(part.core)
    return " && ".join(words)
