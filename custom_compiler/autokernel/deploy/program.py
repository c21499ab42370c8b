"""The C of a model's program: a library of one function, and a command that calls it on files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.deploy.memory import ALIGNMENT, Block, aligned
from custom_compiler.autokernel.host.shim import C_TYPES
from custom_compiler.autokernel.host.targets import BYTES
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.describe.model import Model, ModelTensor
    from custom_compiler.autokernel.describe.tree import Operator

NPY_TYPES = {
    **{row.numpy: f"<{row.numpy[0]}{row.size}" for row in BY_NUMPY.values() if row.packed},
    "bool": "|b1",
    "int8": "|i1",
    "uint8": "|u1",
}
"""Types in the heads of .npy files, by what NumPy calls them."""

_TAKEN = ("all", "clean", "help", "install", "main", "package", "test", "weights")
"""By files of the program, and by CMake."""


@dataclass(frozen=True)
class ModelProgram:
    """C sources of a model.

    Attributes:
        model: The model.
        functions: The C function of each operator.
        block: Memory of the tensors between operators.
    """

    model: Model
    functions: Mapping[Operator, str]
    block: Block

    def header(self) -> str:
        """Return the header of the library."""
        name = self.model.name
        return _HEADER.format(
            name=name,
            guard=f"{name.upper()}_H",
            inputs=_described(self.model, self.model.inputs),
            outputs=_described(self.model, self.model.outputs),
            declaration=self._declaration(),
        )

    def source(self) -> str:
        """Return the source of the library."""
        model = self.model
        places = self._places()
        lines = []
        for number, step in enumerate(model.steps):
            function = self.functions[step.operator]
            arguments = ", ".join(
                places[model.root(tensor)] for tensor in (*step.inputs, *step.outputs)
            )
            lines += [
                f"  if ({function}({arguments}))",
                f"    return fail({number}, {function}_error());",
            ]
        lines += [
            f"  memcpy({output}, {address}, {size});"
            for output, address, size in self._copies(places)
        ]
        return _SOURCE.format(
            name=model.name,
            includes="\n".join(
                f'#include "operators/{name}.h"' for name in self.functions.values()
            ),
            size=max(self.block.size, ALIGNMENT),
            alignment=ALIGNMENT,
            definition=self._declaration(),
            steps="\n".join(lines),
        )

    def weights(self) -> bytes:
        """Return the weights, concatenated in the layout that the source expects."""
        data = bytearray()
        for name in self.model.used_weights:
            data += self.model.weights[name].tobytes()
            data += bytes(aligned(len(data)) - len(data))
        return bytes(data)

    def assembly(self) -> str:
        """Return the assembly that embeds the file of weights."""
        return _ASSEMBLY.format(name=self.model.name, alignment=ALIGNMENT)

    def main(self) -> str:
        """Return the source of the command that calls the function on .npy files."""
        model = self.model
        return _MAIN.replace("MODEL", model.name).replace(
            "TENSORS",
            "\n".join(
                _table(kind, [model.tensors[name] for name in names])
                for kind, names in (("inputs", model.inputs), ("outputs", model.outputs))
            ),
        ).replace(
            "ARGUMENTS",
            ", ".join(
                [f"inputs[{number}].data" for number in range(len(model.inputs))]
                + [f"outputs[{number}].data" for number in range(len(model.outputs))]
            ),
        )  # fmt: skip

    def cmake(self, flags: Sequence[str]) -> str:
        """Return the CMake project that builds library and command."""
        return _CMAKE.format(
            name=self.model.name,
            archives="\n".join(
                f"  ${{CMAKE_CURRENT_SOURCE_DIR}}/operators/lib{name}.a"
                for name in self.functions.values()
            ),
            flags=" ".join(flags),
        )

    def _declaration(self) -> str:
        parameters = [
            *(f"const {self._pointer(name)}input{n}" for n, name in enumerate(self.model.inputs)),
            *(f"{self._pointer(name)}output{n}" for n, name in enumerate(self.model.outputs)),
        ]
        return f"int {self.model.name}_run({self.model.name}_t *self, {', '.join(parameters)})"

    def _pointer(self, name: str) -> str:
        return f"{C_TYPES[self.model.tensors[name].dtype]} *"

    def _places(self) -> dict[str, str]:
        """Return C expressions for the memory of tensors; outputs are in the caller's memory."""
        model = self.model
        places = {name: f"input{number}" for number, name in enumerate(model.inputs)}
        offset = 0
        for name in model.used_weights:
            dtype = model.tensors[name].dtype
            places[name] = f"(const {C_TYPES[dtype]} *)({model.name}_weights + {offset})"
            offset += aligned(model.weights[name].nbytes)
        for name, start in self.block.offsets.items():
            dtype = model.tensors[name].dtype
            places[name] = f"({C_TYPES[dtype]} *)(self->block + {start})"
        for number, name in enumerate(model.outputs):
            places.setdefault(model.root(name), f"output{number}")
        return places

    def _copies(self, places: Mapping[str, str]) -> list[tuple[str, str, int]]:
        """Return the copies for outputs that share memory: target, source, and bytes."""
        copies = []
        for number, name in enumerate(self.model.outputs):
            address, tensor = places[self.model.root(name)], self.model.tensors[name]
            if address != f"output{number}":
                copies.append((f"output{number}", address, tensor.count * BYTES[tensor.dtype]))
        return copies


def identifier(text: str) -> str:
    """Turn a text into a name for files, C functions and CMake targets."""
    word = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_").lower()
    return f"model_{word}" if not word or word[0].isdigit() or word in _TAKEN else word


def _described(model: Model, names: Sequence[str]) -> str:
    lines = []
    for number, name in enumerate(names):
        tensor = model.tensors[name]
        kind = "input" if name in model.inputs else "output"
        shape = ", ".join(map(str, tensor.shape))
        lines.append(f" *   {kind}{number}: [{shape}] {tensor.dtype}, {_comment(name)}")
    return "\n".join(lines)


def _comment(text: str) -> str:
    """Remove everything from a text of an untrusted file that could end a C comment."""
    return re.sub(r"[^\w .:-]", "_", text, flags=re.ASCII)[:80]


def _table(kind: str, tensors: Sequence[ModelTensor]) -> str:
    rows = []
    for tensor in tensors:
        shape = "".join(f"{size}, " for size in tensor.shape)
        shape = f"({shape[:-1] if len(tensor.shape) == 1 else shape[:-2]})"
        size = tensor.count * BYTES[tensor.dtype]
        rows.append(f'    {{"{NPY_TYPES[tensor.dtype]}", "{shape}", {size}, NULL}},')
    return "\n".join([f"static struct tensor {kind}[] = {{", *rows, "};"])


_HEADER = """\
#ifndef {guard}
#define {guard}

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

/* The model {name}. A handle is for one call at a time; several may be used at once. */
typedef struct {name}_handle {name}_t;

/* Null if there is no memory. */
{name}_t *{name}_create(void);
void {name}_destroy({name}_t *self);

/* Dense arrays in row-major order; outputs overlap nothing else.
{inputs}
{outputs}
 * Returns 0, or another number if it failed; {name}_error says why. */
{declaration};

/* What the last call of this thread that failed had to say. */
const char *{name}_error(void);

#ifdef __cplusplus
}}
#endif

#endif
"""

_SOURCE = """\
#define _POSIX_C_SOURCE 200112L
#include "{name}.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

{includes}

extern const unsigned char {name}_weights[];

struct {name}_handle {{
  unsigned char *block;
}};

static _Thread_local char message[1280];

static int fail(int step, const char *reason) {{
  snprintf(message, sizeof message, "{name}: step %d: %s", step, reason);
  return -1;
}}

const char *{name}_error(void) {{ return message; }}

{name}_t *{name}_create(void) {{
  {name}_t *self = malloc(sizeof *self);
  void *block = NULL;
  if (!self || posix_memalign(&block, {alignment}, {size})) {{
    free(self);
    return NULL;
  }}
  self->block = block;
  return self;
}}

void {name}_destroy({name}_t *self) {{
  if (self)
    free(self->block);
  free(self);
}}

{definition} {{
  (void)self;
{steps}
  return 0;
}}
"""

_ASSEMBLY = """\
#if defined(__ELF__)
    .section .rodata
    .balign {alignment}
    .globl {name}_weights
    .hidden {name}_weights
{name}_weights:
    .incbin "weights.bin"
    .byte 0
    .section .note.GNU-stack, "", %progbits
#else
#error "only ELF"
#endif
"""

_CMAKE = """\
cmake_minimum_required(VERSION 3.16)
project({name} LANGUAGES C ASM)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 11)
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

add_library({name} STATIC {name}.c weights.S)
target_include_directories({name} PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})
set_source_files_properties(weights.S PROPERTIES
  INCLUDE_DIRECTORIES ${{CMAKE_CURRENT_SOURCE_DIR}}
  OBJECT_DEPENDS ${{CMAKE_CURRENT_SOURCE_DIR}}/weights.bin)
target_link_libraries({name} PUBLIC
{archives}
  Threads::Threads ${{CMAKE_DL_LIBS}} m)

add_executable({name}_program main.c)
target_link_libraries({name}_program PRIVATE {name} {flags})
set_target_properties({name}_program PROPERTIES OUTPUT_NAME run_{name})
"""

_MAIN = r"""/* run_MODEL [--time N] INPUT.npy... OUTPUT.npy... */
#define _POSIX_C_SOURCE 200112L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "MODEL.h"

struct tensor {
  const char *type;
  const char *shape;
  size_t size;
  void *data;
};

TENSORS

enum {
  INPUTS = sizeof inputs / sizeof inputs[0],
  OUTPUTS = sizeof outputs / sizeof outputs[0]
};

static int refuse(const char *file, const char *reason) {
  fprintf(stderr, "error: %s: %s\n", file, reason);
  return 2;
}

/* NumPy's format: magic, version, length of the header, a dictionary as text, elements. */
static int read_array(const char *file, struct tensor *tensor) {
  char header[4096], wanted[3][256];
  unsigned char start[10];
  FILE *stream = fopen(file, "rb");
  if (!stream)
    return refuse(file, "cannot be read");
  size_t length = 0;
  int fits = fread(start, 1, sizeof start, stream) == sizeof start &&
             memcmp(start, "\x93NUMPY\x01\x00", 8) == 0;
  if (fits) {
    length = start[8] | (size_t)start[9] << 8;
    fits = length < sizeof header && fread(header, 1, length, stream) == length;
  }
  if (!fits) {
    fclose(stream);
    return refuse(file, "no array as numpy.save writes it");
  }
  header[length] = '\0';
  snprintf(wanted[0], sizeof wanted[0], "'descr': '%s'", tensor->type);
  snprintf(wanted[1], sizeof wanted[1], "'fortran_order': False");
  snprintf(wanted[2], sizeof wanted[2], "'shape': %s", tensor->shape);
  for (int place = 0; place < 3; ++place)
    if (!strstr(header, wanted[place])) {
      fclose(stream);
      fprintf(stderr, "error: %s: the array is not one of %s, C order\n", file, wanted[place]);
      return 2;
    }
  int whole = fread(tensor->data, 1, tensor->size, stream) == tensor->size;
  fclose(stream);
  return whole ? 0 : refuse(file, "ends too early");
}

static int write_array(const char *file, const struct tensor *tensor) {
  char header[1024];
  int used = snprintf(header, sizeof header,
                      "{'descr': '%s', 'fortran_order': False, 'shape': %s, }", tensor->type,
                      tensor->shape);
  int length = (used + 10 + 1 + 63) / 64 * 64 - 10;
  FILE *stream = fopen(file, "wb");
  if (!stream)
    return refuse(file, "cannot be written");
  unsigned char start[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(length & 255),
                             (unsigned char)(length >> 8)};
  int whole = fwrite(start, 1, sizeof start, stream) == sizeof start &&
              fprintf(stream, "%-*s\n", length - 1, header) == length &&
              fwrite(tensor->data, 1, tensor->size, stream) == tensor->size;
  return fclose(stream) == 0 && whole ? 0 : refuse(file, "cannot be written");
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int reserve(struct tensor *tensors, int count) {
  for (int place = 0; place < count; ++place)
    if (posix_memalign(&tensors[place].data, 64, tensors[place].size + 64))
      return refuse("run_MODEL", "out of memory");
  return 0;
}

int main(int count, char **words) {
  int first = 1;
  long times = 0;
  if (count > 2 && strcmp(words[1], "--time") == 0) {
    times = strtol(words[2], NULL, 10);
    if (times < 1)
      return refuse(words[2], "--time takes a number above 0");
    first = 3;
  }
  if (count - first != INPUTS + OUTPUTS) {
    fprintf(stderr, "usage: %s [--time N]", words[0]);
    for (int place = 0; place < INPUTS; ++place)
      fprintf(stderr, " INPUT%d.npy", place);
    for (int place = 0; place < OUTPUTS; ++place)
      fprintf(stderr, " OUTPUT%d.npy", place);
    fprintf(stderr, "\n");
    return 2;
  }
  int code = reserve(inputs, INPUTS);
  if (!code)
    code = reserve(outputs, OUTPUTS);
  for (int place = 0; !code && place < INPUTS; ++place)
    code = read_array(words[first + place], &inputs[place]);
  if (code)
    return code;
  MODEL_t *model = MODEL_create();
  if (!model)
    return refuse("MODEL", "out of memory");
  if (MODEL_run(model, ARGUMENTS)) {
    fprintf(stderr, "error: %s\n", MODEL_error());
    return 1;
  }
  if (times) {
    double start = seconds();
    for (long turn = 0; turn < times; ++turn)
      MODEL_run(model, ARGUMENTS);
    printf("%.6f s per run, mean of %ld\n", (seconds() - start) / (double)times, times);
  }
  MODEL_destroy(model);
  for (int place = 0; !code && place < OUTPUTS; ++place)
    code = write_array(words[first + INPUTS + place], &outputs[place]);
  return code;
}
"""
