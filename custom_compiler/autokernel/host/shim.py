"""The C around compiled operators: plain arrays in, a code and a message out.

The shim makes Halide's buffers of arrays and sizes, takes the version that fits processor and
sizes, and keeps what Halide reports, which without a handler would end the process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.autokernel.describe.sizes import Computed, Symbol, symbols_of
from custom_compiler.autokernel.host.targets import BYTES
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Axis, Input, Operator, Stage
    from custom_compiler.autokernel.host.lower import Version

C_TYPES = {
    **{row.numpy: row.kernel_type for row in BY_NUMPY.values()},
    **dict.fromkeys(("float16", "bfloat16"), "uint16_t"),
}
"""C types of elements by type; of 16-bit floats their bits."""
_TYPE_CODES = {
    "b": "halide_type_uint",
    "i": "halide_type_int",
    "u": "halide_type_uint",
    "f": "halide_type_float",
}
_RESERVED = frozenset(
    {
        "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else",
        "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register",
        "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
        "typedef", "union", "unsigned", "void", "volatile", "while", "bool", "true", "false",
    }
)  # fmt: skip


def functions(name: str) -> tuple[str, str, str]:
    """Return the C functions of a library: the operator, its last error, its number of threads."""
    return name, f"{name}_error", f"{name}_threads"


def symbols(operator: Operator) -> tuple[str, ...]:
    """Return the symbols that a call passes, in order."""
    sizes = [axis.size for tensor in operator.inputs for axis in tensor.axes]
    return tuple(dict.fromkeys(name for size in sizes for name in symbols_of(size)))


def header(operator: Operator, name: str) -> str:
    """Return the header of a library."""
    guard = f"{name.upper()}_H"
    lines = [
        f" *   {tensor.name}: {_shape(tensor.axes)} {tensor.dtype}" for tensor in operator.inputs
    ]
    lines += [
        f" *   {tensor.name}: {_shape(tensor.axes)} {tensor.dtype}, written"
        for tensor in operator.outputs
    ]
    return f"""\
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* {operator.name}: dense arrays in row-major order, aligned to their elements; what is written
 * overlaps nothing else. 16-bit floats are their bits.
{chr(10).join(lines)}
 * Returns 0, or another number if nothing useful was written; {name}_error says why. */
{_declaration(operator, name)};

/* What the last call of this thread that failed had to say. */
const char *{name}_error(void);

/* Sets how many threads calls use, 0: as many as there are CPUs; returns what it was. */
int {name}_threads(int count);

#ifdef __cplusplus
}}
#endif

#endif
"""


def source(versions: Sequence[Version], name: str) -> str:
    """Return the source of the shim of a library with these versions."""
    operator = versions[0].lowered.described
    numbered = [(version, f"{name}_{number}") for number, version in enumerate(versions)]
    return "\n".join(
        [
            _START.replace("NAME", name),
            *(_prototype(operator, function) for _, function in numbered),
            "",
            f"{_declaration(operator, name)} {{",
            "  halide_set_error_handler(keep_message);",
            "  halide_set_custom_do_par_for(share_out);",
            *(_size_check(symbol, name) for symbol in symbols(operator)),
            *(line for tensor in operator.inputs for line in _check(tensor, name)),
            *(line for tensor in operator.outputs for line in _check(tensor, name)),
            *_output_checks(operator, name),
            *(line for version, function in numbered for line in _dispatch(version, function)),
            f'  return refuse("{name}: no version for %s", {_size_arguments(operator)});',
            "}",
            "",
        ]
    )


def _declaration(operator: Operator, name: str) -> str:
    arguments = [
        *(f"const {C_TYPES[port.dtype]} *{_word(port.name)}" for port in operator.inputs),
        *(f"{C_TYPES[each.dtype]} *{_word(each.name)}" for each in operator.outputs),
        *(f"int64_t {_size_name(symbol)}" for symbol in symbols(operator)),
        *(
            f"{C_TYPES[attribute.dtype]} {_word(attribute.name)}"
            for attribute in operator.attributes
        ),
    ]
    return f"int {name}({', '.join(arguments) or 'void'})"


def _prototype(operator: Operator, name: str) -> str:
    count = len(operator.inputs)
    arguments = ["struct halide_buffer_t *"] * count
    arguments += [C_TYPES[attribute.dtype] for attribute in operator.attributes]
    arguments += ["struct halide_buffer_t *"] * len(operator.outputs)
    return f"extern int {name}({', '.join(arguments)});"


def _size_check(symbol: str, name: str) -> str:
    size = _size_name(symbol)
    return (
        f"  if ({size} < 0 || {size} > INT32_MAX)\n"
        f'    return refuse("{name}: size {symbol} is %lld", (long long){size});'
    )


def _check(tensor: Input | Stage, name: str) -> list[str]:
    """Return C that counts an array's elements and rejects sizes that Halide cannot read."""
    word, size = _word(tensor.name), BYTES[tensor.dtype]
    lines = [f"  int64_t {word}_count = 1;"]
    lines += [
        f"  if (!count_places({_size(axis.size)}, &{word}_count))\n"
        f'    return refuse("{name}: {tensor.name}: axis {axis.name} has %lld places, or there '
        f'are 2^31 elements", (long long)({_size(axis.size)}));'
        for axis in tensor.axes
    ]
    return [
        *lines,
        f"  if (!{word} && {word}_count)",
        f'    return refuse("{name}: {tensor.name} is a null pointer");',
        f"  if ((uintptr_t){word} % {size})",
        f'    return refuse("{name}: {tensor.name} is not aligned to {size} bytes");',
    ]


def _buffer(tensor: Input | Stage) -> list[str]:
    """Return C that declares a Halide buffer for the array of a parameter."""
    word, rank = _word(tensor.name), len(tensor.axes)
    bits = 1 if tensor.dtype == "bool" else 8 * BYTES[tensor.dtype]
    kind = "halide_type_uint" if tensor.dtype == "bfloat16" else _TYPE_CODES[tensor.dtype[0]]
    sizes = [_size(axis.size) for axis in reversed(tensor.axes)]
    return [
        f"    halide_dimension_t {word}_dims[{max(rank, 1)}];",
        f"    halide_buffer_t {word}_buffer = {{0}};",
        f"    {word}_buffer.host = {word}_count ? (uint8_t *){word} : (uint8_t *)&{word}_buffer;",
        f"    {word}_buffer.type = (struct halide_type_t){{{kind}, {bits}, 1}};",
        f"    {word}_buffer.dim = {word}_dims;",
        *(f"    add_dimension(&{word}_buffer, {size});" for size in sizes),
    ]


def _output_checks(operator: Operator, name: str) -> list[str]:
    """Return C that rejects overlapping outputs, and ends early if the outputs are empty."""
    lines = []
    others: list[Input | Stage] = list(operator.inputs)
    for output in operator.outputs:
        for other in others:
            lines += [
                f"  if (overlap({_range(output)}, {_range(other)}))",
                f'    return refuse("{name}: {output.name} overlaps {other.name}");',
            ]
        others.append(output)
    counts = " && ".join(f"!{_word(output.name)}_count" for output in operator.outputs)
    return [*lines, f"  if ({counts})", "    return 0;"]


def _range(tensor: Input | Stage) -> str:
    word = _word(tensor.name)
    return f"{word}, {word}_count * {BYTES[tensor.dtype]}"


def _dispatch(version: Version, name: str) -> list[str]:
    """Return C that calls a version if the machine and the sizes fit it."""
    operator = version.lowered.operator
    conditions = [f'__builtin_cpu_supports("{flag}")' for flag in version.target.flags]
    conditions += [
        f"{_size_name(symbol)} == {size}" for symbol, size in version.lowered.sizes.items()
    ]
    for symbol, (lowest, highest) in version.ranges.items():
        size = _size_name(symbol)
        conditions += [f"{size} >= {lowest}", f"{size} <= {highest}"]
    arguments = [f"&{_word(port.name)}_buffer" for port in operator.inputs]
    arguments += [_word(attribute.name) for attribute in operator.attributes]
    arguments += [f"&{_word(each.name)}_buffer" for each in operator.outputs]
    return [
        f"  if ({' && '.join(conditions) or '1'}) {{",
        *(line for tensor in operator.inputs for line in _buffer(tensor)),
        *(line for tensor in operator.outputs for line in _buffer(tensor)),
        f"    return {name}({', '.join(arguments)});",
        "  }",
    ]


def _size_arguments(operator: Operator) -> str:
    """Return the C arguments of `describe`: a call's sizes as text."""
    names = symbols(operator)
    if not names:
        return '"this processor"'
    form = ", ".join(f"{name}=%lld" for name in names)
    values = ", ".join(f"(long long){_size_name(name)}" for name in names)
    return f'describe("{form}", {values})'


def _size(size: Size) -> str:
    """Return a size as C; its `//` rounds towards zero, which is equal for non-negative sizes."""
    if isinstance(size, Symbol):
        return _size_name(size.name)
    if isinstance(size, Computed):
        operation = {"//": "/"}.get(size.operation, size.operation)
        return f"({_size(size.left)} {operation} {_size(size.right)})"
    return f"INT64_C({size})"


def _size_name(symbol: str) -> str:
    return f"size_{'leading' if symbol == '...' else symbol}"


def _word(name: str) -> str:
    return f"{name}_" if name in _RESERVED else name


def _shape(axes: Sequence[Axis]) -> str:
    return f"[{', '.join(f'{axis.name}={axis.size}' for axis in axes)}]"


_START = """\
#include "NAME.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "HalideRuntime.h"

/* One for all operators of a program: Halide has one handler. */
__attribute__((weak)) _Thread_local char custom_compiler_host_message[1024];

static int refuse(const char *form, ...) {
  va_list values;
  va_start(values, form);
  vsnprintf(custom_compiler_host_message, sizeof custom_compiler_host_message, form, values);
  va_end(values);
  return -1;
}

static const char *describe(const char *form, ...) __attribute__((unused));
static const char *describe(const char *form, ...) {
  static _Thread_local char text[512];
  va_list values;
  va_start(values, form);
  vsnprintf(text, sizeof text, form, values);
  va_end(values);
  return text;
}

static void keep_message(void *context, const char *message) {
  (void)context;
  refuse("NAME: %.*s", (int)strcspn(message, "\\n"), message);
}

/* The tasks of a loop, which as many threads take as may; those of a loop within are divided. */
struct loop {
  halide_task_t task;
  uint8_t *closure;
  int64_t next, end;
  int threads_within;
};

static _Thread_local int threads_here; /* That a loop may use; 0: it is in no other. */

static int take_turns(void *context, int worker, uint8_t *closure) {
  struct loop *loop = (struct loop *)closure;
  int before = threads_here, code = 0;
  int64_t turn;
  (void)worker;
  threads_here = loop->threads_within;
  while (!code && (turn = __atomic_fetch_add(&loop->next, 1, __ATOMIC_RELAXED)) < loop->end)
    code = halide_do_task(context, loop->task, (int)turn, loop->closure);
  threads_here = before;
  return code;
}

/* Those that were set, else one per processor, which Halide finds out late. */
static int threads_set(void) {
  if (halide_get_num_threads() < 1)
    halide_set_num_threads(0);
  return halide_get_num_threads();
}

/* Halide lets all threads work that it once started, whatever was set since. */
static int share_out(void *context, halide_task_t task, int first, int count, uint8_t *closure) {
  struct loop loop = {task, closure, first, (int64_t)first + count, 1};
  int threads = threads_here ? threads_here : threads_set();
  int workers = threads < count ? threads : count;
  if (workers <= 1) {
    loop.threads_within = threads;
    return take_turns(context, 0, (uint8_t *)&loop);
  }
  loop.threads_within = threads / workers;
  return halide_default_do_par_for(context, take_turns, 0, workers, (uint8_t *)&loop);
}

static int count_places(int64_t size, int64_t *count) {
  if (size < 0 || size > INT32_MAX || *count * size > INT32_MAX)
    return 0;
  *count *= size;
  return 1;
}

/* Dimensions come from the last one on, each after the elements of those before. */
static void add_dimension(halide_buffer_t *buffer, int64_t size) {
  halide_dimension_t *added = &buffer->dim[buffer->dimensions];
  int32_t stride = 1;
  if (buffer->dimensions > 0)
    stride = added[-1].stride * added[-1].extent;
  *added = (halide_dimension_t){0, (int32_t)size, stride, 0};
  ++buffer->dimensions;
}

static int overlap(const void *left, int64_t left_bytes, const void *right, int64_t right_bytes) {
  uintptr_t a = (uintptr_t)left, b = (uintptr_t)right;
  if (!left_bytes || !right_bytes)
    return 0;
  return a < b + (uintptr_t)right_bytes && b < a + (uintptr_t)left_bytes;
}

const char *NAME_error(void) { return custom_compiler_host_message; }

int NAME_threads(int count) { return halide_set_num_threads(count); }
"""
