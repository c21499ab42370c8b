"""Pieces of kernels of a starter that go by inputs, outputs and attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.project.starter.words import field, floats, upper

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator

COPIES = """
    // Copies of any number of bytes: the rest of the last 32 is left alone.
    __aicore__ inline void Load(const AscendC::LocalTensor<T>& target,
                                const AscendC::GlobalTensor<T>& source, uint32_t count) {
        AscendC::DataCopyExtParams extent{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPadExtParams<T> padding{false, 0, 0, static_cast<T>(0)};
        AscendC::DataCopyPad(target, source, extent, padding);
    }

    __aicore__ inline void Store(const AscendC::GlobalTensor<T>& target,
                                 const AscendC::LocalTensor<T>& source, uint32_t count) {
        AscendC::DataCopyExtParams extent{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
        AscendC::DataCopyPad(target, source, extent);
    }
"""


class KernelText:
    """Pieces of a kernel's class that go by its inputs and attributes."""

    def __init__(self, operator: DescribedOperator) -> None:
        self.inputs = [port.name for port in operator.inputs]
        self.output = operator.outputs[0].name
        self.floats = floats(operator)
        self.addresses = ", ".join(f"GM_ADDR {name}" for name in (*self.inputs, self.output))
        self.arguments = ", ".join((*self.inputs, self.output))
        self.attributes = "".join(f", float {field(name)}" for name in self.floats)
        self.set_attributes = self.lines("        this->{0} = {0};", map(field, self.floats))
        self.values = "".join(f", tilingData.{field(name)}" for name in self.floats)

    @staticmethod
    def lines(form: str, names: object, *more: str) -> str:
        """Return `form` for each name, `{0}` the name and `{1}` it as a part of others."""
        assert hasattr(names, "__iter__")  # noqa: S101  for mypy
        return "".join(form.format(name, upper(name), *more) + "\n" for name in names)

    def sum(self, indent: str, target: str, count: str) -> str:
        """Return statements that set `target` to the sum of all inputs, times all attributes."""
        first = self.inputs[0]
        statements = []
        if len(self.inputs) == 1:
            factor = f"static_cast<Work>({field(self.floats[0])})" if self.floats else ""
            statements = (
                [f"AscendC::Muls({target}, {first}, {factor}, {count});"]
                if self.floats
                else [f"AscendC::Adds({target}, {first}, static_cast<Work>(0), {count});"]
            )
            added = self.floats[1:]
        else:
            statements = [f"AscendC::Add({target}, {first}, {self.inputs[1]}, {count});"]
            statements += [f"AscendC::Add({target}, {target}, {name}, {count});"
                     for name in self.inputs[2:]]  # fmt: skip
            added = self.floats
        statements += [f"AscendC::Muls({target}, {target}, static_cast<Work>({field(name)}), {count});"
                 for name in added]  # fmt: skip
        return "\n".join(indent + line for line in statements)

    def locals(self) -> str:
        """Return the parameters of the function that users replace."""
        return "".join(f",\n                                     const AscendC::LocalTensor<Work>& {n}"
                       for n in self.inputs)  # fmt: skip


def entry(operator: DescribedOperator, text: KernelText, fields: tuple[str, ...]) -> str:
    """Return the kernel function."""
    values = ", ".join(f"tilingData.{name}" for name in fields)
    return f"""
extern "C" __global__ __aicore__ void {operator.stem}({text.addresses}, GM_ADDR workspace,
                                                 GM_ADDR tiling) {{
    GET_TILING_DATA(tilingData, tiling);
    Kernel{operator.name}<DTYPE_{operator.inputs[0].name.upper()}> op;
    op.Init({text.arguments}, {values}{text.values});
    op.Process();
}}
"""


def members(text: KernelText, extra: str) -> str:
    """Return the variables of the class: queues, buffers, tensors, `extra`, attributes."""
    lines = "    AscendC::TPipe pipe;\n"
    lines += text.lines("    AscendC::TQue<AscendC::TPosition::VECIN, BUFFER_NUM> inQueue{1};",
                        text.inputs)  # fmt: skip
    lines += (
        f"    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFER_NUM> outQueue{upper(text.output)};\n"
    )
    lines += text.lines("    AscendC::TBuf<AscendC::TPosition::VECCALC> wide{1};",
                        (*text.inputs, text.output))  # fmt: skip
    lines += text.lines("    AscendC::GlobalTensor<T> {0}Gm;", (*text.inputs, text.output))
    lines += extra
    lines += text.lines("    float {0};", map(field, text.floats))
    return lines


def head(operator: DescribedOperator, what: str, work: str) -> str:
    """Return the beginning of the file: a comment about the kernel, and declarations."""
    return f"""// {operator.name}: {what}
#include "kernel_operator.h"

constexpr int32_t BUFFER_NUM = 2;  // one is computed while the other is copied
{work}"""
