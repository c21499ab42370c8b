"""Kernels that are compiled once for each tiling key, as CANN compiles all of them.

One object serves all keys of a kernel; TILING_KEY_VAR is read when it runs. That is not possible if
the source asks for it where only a constant can stand: `#if TILING_KEY_VAR == 3`, `if constexpr`.
Such a kernel becomes one object per key, and an entry that calls the one of the launch's key.
"""

from __future__ import annotations

import re

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
    """Whether the compiler's `messages` say that TILING_KEY_VAR has to be a constant."""
    return _NO_CONSTANT.search(messages) is not None


def exported_names(key: int) -> tuple[str, str]:
    """Entry and description as an object made with `for_one_key` exports them."""
    return f"ascendc_kernel_entry_{key}", f"ascendc_kernel_info_{key}"


def for_one_key(key: int) -> str:
    """Goes before the source to make it the kernel of `key`, with exported names of its own."""
    entry, info = exported_names(key)
    return f"""\
#undef TILING_KEY_VAR
#define TILING_KEY_VAR {key}ul
#undef ASCENDC_TPL_WANTED_
#define ASCENDC_TPL_WANTED_(key) ((key) == TILING_KEY_VAR)
#define ascendc_kernel_entry {entry}
#define ascendc_kernel_info {info}
"""


def dispatcher(name: str, keys: list[int]) -> str:
    """The source of kernel `name`'s entry, which calls those of the `keys`."""
    names = {key: exported_names(key) for key in keys}
    entries = "".join(f"void {entry}(void* const*);\n" for entry, _ in names.values())
    cases = "".join(f"case {key}ul: return {entry}(args);\n" for key, (entry, _) in names.items())
    _, first = names[keys[0]]
    return f"""\
extern "C" {{
extern const AscendcKernelInfo {first};
{entries}\
__attribute__((visibility("default"))) void ascendc_kernel_entry(void* const* args) {{
switch (::AscendC::isa::CurrentCore().tiling_key) {{
{cases}\
default: aicore_trap("the kernel does not have the tiling key of the launch");
}}
}}
}}
ASCENDC_KERNEL_EXPORTS_("{name}", {first}.param_count)
"""
