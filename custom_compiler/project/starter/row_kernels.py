"""Kernels of a starter that take rows as a whole: all dimensions but the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.project.starter.kernel_text import COPIES, KernelText, entry, head, members
from custom_compiler.project.starter.words import upper

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator

_VALUE = """
    // The first element of a tensor in the unified buffer, as soon as the vector unit wrote it.
    __aicore__ inline float Value(const AscendC::LocalTensor<float>& tensor) {
        event_t written = static_cast<event_t>(
            GetTPipePtr()->FetchEventID(AscendC::HardEvent::V_S));
        AscendC::SetFlag<AscendC::HardEvent::V_S>(written);
        AscendC::WaitFlag<AscendC::HardEvent::V_S>(written);
        return tensor.GetValue(0);
    }
"""


def _wide_copies(text: KernelText, indent: str) -> str:
    """Return the statements that move the inputs from their queues into wide buffers."""
    return text.lines(
        indent + "AscendC::LocalTensor<float> {0}Wide = Widened(inQueue{1}, wide{1}, count);",
        text.inputs,
    )


_WIDENED = """
    // The next tensor of a queue in 32 bits.
    template <typename Queue, typename Buffer>
    __aicore__ inline AscendC::LocalTensor<float> Widened(Queue& queue, Buffer& buffer,
                                                          int32_t count) {
        AscendC::LocalTensor<T> narrow = queue.template DeQue<T>();
        AscendC::LocalTensor<float> wide = buffer.template Get<float>();
        if constexpr (AscendC::IsSameType<T, float>::value) {
            AscendC::Adds(wide, narrow, 0.0f, count);
        } else {
            AscendC::Cast(wide, narrow, AscendC::RoundMode::CAST_NONE, count);
        }
        queue.FreeTensor(narrow);
        return wide;
    }

    __aicore__ inline void Narrow(const AscendC::LocalTensor<T>& narrow,
                                  const AscendC::LocalTensor<float>& wide, int32_t count) {
        if constexpr (AscendC::IsSameType<T, float>::value) {
            AscendC::Adds(narrow, wide, 0.0f, count);
        } else {
            AscendC::Cast(narrow, wide, AscendC::RoundMode::CAST_RINT, count);
        }
    }
"""


def _loads(text: KernelText, position: str, indent: str) -> str:
    form = """{2}AscendC::LocalTensor<T> {0}Local = inQueue{1}.template AllocTensor<T>();
{2}Load({0}Local, {0}Gm[{3}], count);
{2}inQueue{1}.EnQue({0}Local);"""
    return text.lines(form, text.inputs, indent, position)


def _class_and_rows(
    operator: DescribedOperator, text: KernelText, last: str, settings: str = ""
) -> str:
    """Return the beginning of the class and of `Init`, which finds this core's rows.

    `last` are the parameters after the numbers of rows, `settings` statements that store them.
    """
    return f"""
template <typename T>
class Kernel{operator.name} {{
    using Work = float;

public:
    __aicore__ inline Kernel{operator.name}() {{}}

    __aicore__ inline void Init({text.addresses}, uint64_t totalRows, uint64_t blockRows,
                                {last}{text.attributes}) {{
        const uint64_t begin = blockRows * AscendC::GetBlockIdx();
        const uint64_t rest = begin < totalRows ? totalRows - begin : 0;
        this->blockRows = rest < blockRows ? rest : blockRows;
        this->rowLength = rowLength;
{settings}{text.set_attributes}"""


def rows(operator: DescribedOperator) -> str:
    """Return a kernel that computes a row from each row."""
    text = KernelText(operator)
    out = upper(text.output)
    every = (*text.inputs, text.output)
    what = """every core computes whole rows, all dimensions but the last, one by one; while
// one is computed, the next is read and the one before is written."""
    wide = ", ".join(f"{name}Wide" for name in (text.output, *text.inputs))
    extra = "    AscendC::TBuf<AscendC::TPosition::VECCALC> scratchBuffer, valueBuffer;\n"
    extra += "    uint64_t blockRows;\n    uint32_t rowLength;\n"
    return (
        head(operator, what, "")
        + _class_and_rows(operator, text, "uint32_t rowLength")
        + "        const uint32_t padded = (rowLength + 63) / 64 * 64;\n"
        + text.lines(
            "        {0}Gm.SetGlobalBuffer((__gm__ T*){0} + begin * rowLength,\n"
            "                             this->blockRows * rowLength);",
            every,
        )
        + text.lines(
            "        pipe.InitBuffer(inQueue{1}, BUFFER_NUM, padded * sizeof(T));", text.inputs
        )
        + f"        pipe.InitBuffer(outQueue{out}, BUFFER_NUM, padded * sizeof(T));\n"
        + text.lines("        pipe.InitBuffer(wide{1}, padded * sizeof(float));", every)
        + f"""        pipe.InitBuffer(scratchBuffer, padded * sizeof(float));
        pipe.InitBuffer(valueBuffer, 32);
    }}

    __aicore__ inline void Process() {{
        const uint32_t count = rowLength;
        for (uint64_t row = 0; count > 0 && row < blockRows; ++row) {{
{_loads(text, "row * rowLength", " " * 12)}            Compute(static_cast<int32_t>(count));
            AscendC::LocalTensor<T> {text.output}Local = outQueue{out}.template DeQue<T>();
            Store({text.output}Gm[row * rowLength], {text.output}Local, count);
            outQueue{out}.FreeTensor({text.output}Local);
        }}
    }}

private:
    // THE OPERATION, on a row of `count` elements: replace it, and `reference` in tests/.
    __aicore__ inline void Operation(const AscendC::LocalTensor<Work>& {text.output}{text.locals()},
                                     int32_t count) {{
        AscendC::LocalTensor<float> scratch = scratchBuffer.Get<float>();
        AscendC::LocalTensor<float> value = valueBuffer.Get<float>();
{text.sum("        ", text.output, "count")}
        AscendC::ReduceMax<float>(value, {text.output}, scratch, count);
        AscendC::Adds({text.output}, {text.output}, -Value(value), count);
    }}

    __aicore__ inline void Compute(int32_t count) {{
{_wide_copies(text, "        ")}        AscendC::LocalTensor<float> {text.output}Wide = wide{out}.template Get<float>();
        Operation({wide}, count);
        AscendC::LocalTensor<T> {text.output}Local = outQueue{out}.template AllocTensor<T>();
        Narrow({text.output}Local, {text.output}Wide, count);
        outQueue{out}.EnQue({text.output}Local);
    }}
{_VALUE}{_WIDENED}{COPIES}
{members(text, extra)}}};
"""
        + entry(operator, text, ("totalRows", "blockRows", "rowLength"))
    )


def reduce(operator: DescribedOperator) -> str:
    """Return a kernel that reduces each row to one element."""
    text = KernelText(operator)
    out = upper(text.output)
    what = """every core computes whole rows, all dimensions but the last, each to one
// element, tile by tile; while one tile is computed, the next is read."""
    wide = ", ".join(f"{name}Wide" for name in text.inputs)
    parameters = ", ".join(f"const AscendC::LocalTensor<Work>& {name}" for name in text.inputs)
    extra = "    AscendC::TBuf<AscendC::TPosition::VECCALC> scratchBuffer, valueBuffer;\n"
    extra += "    uint64_t blockRows;\n    uint64_t rowLength;\n    uint32_t tileLength;\n"
    first = text.inputs[0]
    return (
        head(operator, what, "constexpr uint32_t RESULTS = 512;  // written together\n")
        + _class_and_rows(
            operator,
            text,
            "uint64_t rowLength, uint32_t tileLength",
            "        this->tileLength = tileLength;\n",
        )
        + text.lines(
            "        {0}Gm.SetGlobalBuffer((__gm__ T*){0} + begin * rowLength,\n"
            "                             this->blockRows * rowLength);",
            text.inputs,
        )
        + f"        {text.output}Gm.SetGlobalBuffer((__gm__ T*){text.output} + begin, this->blockRows);\n"
        + text.lines(
            "        pipe.InitBuffer(inQueue{1}, BUFFER_NUM, tileLength * sizeof(T));", text.inputs
        )
        + f"        pipe.InitBuffer(outQueue{out}, BUFFER_NUM, RESULTS * sizeof(T));\n"
        + text.lines("        pipe.InitBuffer(wide{1}, tileLength * sizeof(float));", text.inputs)
        + f"""        pipe.InitBuffer(wide{out}, RESULTS * sizeof(float));
        pipe.InitBuffer(scratchBuffer, tileLength * sizeof(float));
        pipe.InitBuffer(valueBuffer, 32);
    }}

    __aicore__ inline void Process() {{
        for (uint64_t row = 0; row < blockRows; row += RESULTS) {{
            const uint64_t rest = blockRows - row;
            const uint32_t rows = static_cast<uint32_t>(rest < RESULTS ? rest : RESULTS);
            AscendC::LocalTensor<float> totals = wide{out}.template Get<float>();
            for (uint32_t i = 0; i < rows; ++i) {{
                totals.SetValue(i, RowTotal(row + i));
            }}
            Write(row, rows, totals);
        }}
    }}

private:
    // THE OPERATION, on `count` elements of a row: what they add to its result. Replace it, and
    // `reference` in tests/.
    __aicore__ inline float Operation({parameters}, int32_t count) {{
        AscendC::LocalTensor<float> scratch = scratchBuffer.Get<float>();
        AscendC::LocalTensor<float> value = valueBuffer.Get<float>();
{text.sum("        ", first, "count")}
        AscendC::ReduceSum<float>(value, {first}, scratch, count);
        return Value(value);
    }}

    __aicore__ inline float RowTotal(uint64_t row) {{
        float total = 0;
        for (uint64_t offset = 0; offset < rowLength; offset += tileLength) {{
            const uint64_t rest = rowLength - offset;
            const uint32_t count = static_cast<uint32_t>(rest < tileLength ? rest : tileLength);
{_loads(text, "row * rowLength + offset", " " * 12)}            total += Compute(static_cast<int32_t>(count));
        }}
        return total;
    }}

    __aicore__ inline float Compute(int32_t count) {{
{_wide_copies(text, "        ")}        return Operation({wide}, count);
    }}

    // Writes the results of `rows` rows, which scalar instructions put into `totals`.
    __aicore__ inline void Write(uint64_t row, uint32_t rows,
                                 const AscendC::LocalTensor<float>& totals) {{
        event_t ready = static_cast<event_t>(
            GetTPipePtr()->FetchEventID(AscendC::HardEvent::S_V));
        AscendC::SetFlag<AscendC::HardEvent::S_V>(ready);
        AscendC::WaitFlag<AscendC::HardEvent::S_V>(ready);
        AscendC::LocalTensor<T> {text.output}Local = outQueue{out}.template AllocTensor<T>();
        Narrow({text.output}Local, totals, static_cast<int32_t>(rows));
        outQueue{out}.EnQue({text.output}Local);
        Value(totals);  // the next rows are written when these have been read
        {text.output}Local = outQueue{out}.template DeQue<T>();
        Store({text.output}Gm[row], {text.output}Local, rows);
        outQueue{out}.FreeTensor({text.output}Local);
    }}
{_VALUE}{_WIDENED}{COPIES}
{members(text, extra)}}};
"""
        + entry(operator, text, ("totalRows", "blockRows", "rowLength", "tileLength"))
    )
