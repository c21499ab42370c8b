// Reductions inside the unified buffer.
#include <algorithm>

#include "isa/vec_reduce.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

namespace {

void ReduceSource(const VecShape& shape, const VecOperand& src, DType type, Regions* regions) {
    regions->Lanes(Reads("src", src.addr), shape, src, BitsOf(type), WidthOf(BitsOf(type)));
}

bool IsEmpty(const VecShape& shape) {
    return shape.mode == VecMode::kMask ? shape.repeat == 0 : shape.count == 0;
}

}  // namespace

void Describe(const VecReduce& r, Regions* regions) {
    ReduceSource(r.shape, r.src, r.type, regions);
    const uint32_t width = WidthOf(BitsOf(r.type));
    const uint32_t span = r.span == ReduceSpan::kRepeat  ? width
                          : r.span == ReduceSpan::kBlock ? width / 8
                                                         : 2;
    const uint32_t size = SizeOf(r.type);
    const Operand dst = Writes("dst", r.dst, ResultUnit(r));
    VecShape shape = r.shape;
    if (shape.mode == VecMode::kCount) {
        shape.mode = VecMode::kCounter;
    }
    if (r.span != ReduceSpan::kRepeat && regions->core().arch >= 300) {
        regions->Rows(dst, RepeatsOf(shape, width), uint64_t{width} / span * size, r.dst_step);
        return;
    }
    // A span of lanes has a result if any of them is selected.
    for (const LaneGroup& group : LaneGroupsOf(shape, width)) {
        uint32_t next = 0;
        for (const LaneRun& run : group.runs) {
            const uint32_t begin = std::max(next, run.begin / span);
            const uint32_t end = (run.end + span - 1) / span;
            if (end > begin) {
                regions->Box(dst, int64_t{group.first} * r.dst_step + int64_t{begin} * size,
                             ResultBytes(r), {{group.count, r.dst_step}, {end - begin, size}});
            }
            next = std::max(next, end);
        }
    }
}

void Describe(const VecReduceAll& r, Regions* regions) {
    ReduceSource(r.shape, r.src, r.type, regions);
    const uint32_t size = SizeOf(r.type);
    const bool sums = r.op == ReduceOp::kSum;
    if (r.dst == nullptr || IsEmpty(r.shape) ||
        (!sums && LaneGroupsOf(r.shape, WidthOf(BitsOf(r.type))).empty())) {
        return;
    }
    const bool indexed = !sums && r.with_index;
    regions->Bytes(Writes("dst", r.dst, indexed ? 2 * size : size),
                   size + (indexed ? std::min<uint32_t>(size, 4) : 0));
}

void Describe(const VecRowSum& r, Regions* regions) {
    regions->Rows(Reads("src", r.src), r.rows, BytesFor(r.type, r.valid),
                  static_cast<int64_t>(BytesFor(r.type, r.cols)));
    regions->Bytes(Writes("dst", r.dst), BytesFor(r.type, r.rows));
}

void Describe(const VecReduceAxis& r, Regions* regions) {
    if (r.rows == 0 || r.cols == 0) {
        return;
    }
    regions->Rows(Reads("src", r.src), r.rows, BytesFor(r.type, r.cols),
                  static_cast<int64_t>(BytesFor(r.type, r.pitch)));
    regions->Bytes(Writes("dst", r.dst), BytesFor(r.type, r.along_columns ? r.cols : r.rows));
}

void Describe(const VecCumSum& r, Regions* regions) {
    const uint64_t bytes = BytesFor(r.type, uint64_t{r.rows} * r.cols);
    regions->Bytes(Reads("src", r.src), bytes);
    regions->Bytes(Writes("dst", r.dst), bytes);
    if (r.last_row != nullptr && r.rows != 0) {
        regions->Bytes(Writes("lastRow", r.last_row), BytesFor(r.type, r.cols));
    }
}

void Describe(const VecXorSum& r, Regions* regions) {
    const uint64_t bytes = uint64_t{r.count} * sizeof(int16_t);
    regions->Bytes(Reads("src0", r.src0), bytes);
    regions->Bytes(Reads("src1", r.src1), bytes);
    regions->Bytes(Writes("dst", r.dst), sizeof(int16_t));
}

bool WaitsForResult(RecordKind kind, const void* record, uint32_t arch) {
    constexpr uint32_t kRegisterBased = 310;
    if (kind != RecordKind::kVecReduceAll) {
        return false;
    }
    const auto& r = *static_cast<const VecReduceAll*>(record);
    if (r.dst == nullptr) {
        return false;
    }
    if (arch == kRegisterBased) {
        return r.op == ReduceOp::kSum;
    }
    const uint32_t lanes = LanesOf(BitsOf(r.type) / 8);
    return !r.with_index ||
           (r.shape.mode == VecMode::kMask ? r.shape.repeat > 1 : r.shape.count > lanes);
}

}  // namespace observe
