// The softmax family, on rows.
#include <cstring>

#include "isa/vec_softmax.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

namespace {

constexpr uint32_t kColumns = 16;  ///< of a group in fractal layout

/// `count` rows from row `first` on.
void Rows(const Operand& operand, DType type, const SoftmaxRows& at, uint32_t first, uint32_t count,
          Regions* regions) {
    const int64_t size = SizeOf(type);
    if (!at.nz) {
        const int64_t pitch = at.pitch * size;
        regions->Box(operand, first * pitch, BytesFor(type, at.valid), {{count, pitch}});
        return;
    }
    const int64_t row = kColumns * size;
    const int64_t group = at.count * row;
    const uint32_t groups = at.valid / kColumns;
    regions->Box(operand, first * row, static_cast<uint64_t>(row), {{groups, group}, {count, row}});
    regions->Box(operand, groups * group + first * row, BytesFor(type, at.valid % kColumns),
                 {{count, row}});
}

void Rows(const Operand& operand, DType type, const SoftmaxRows& at, Regions* regions) {
    Rows(operand, type, at, 0, at.count, regions);
}

/// One statistic per row. Written ones fill their block, of others the first element is read.
void Statistics(const Operand& operand, DType type, const SoftmaxRows& at, bool single,
                Regions* regions) {
    if (operand.address == nullptr) {
        return;
    }
    const uint32_t size = SizeOf(type);
    const bool whole = operand.kind == AccessKind::kWrite && !single;
    regions->Rows(operand, at.count, whole ? kBlockBytes : size, single ? size : kBlockBytes);
}

}  // namespace

void Describe(const VecSoftmax& r, Regions* regions) {
    const auto statistics = [&](const Operand& operand, DType type) {
        Statistics(operand, type, r.at, r.single, regions);
    };
    Rows(Reads("src", r.src), r.type, r.at, regions);
    Rows(Writes("dst", r.dst), r.type, r.at, regions);
    if (r.kind == SoftmaxKind::kSimple) {
        statistics(Reads("sum", r.in_sum), r.stat_type);
        statistics(Reads("max", r.in_max), r.stat_type);
        return;
    }
    statistics(Writes("sum", r.sum), r.stat_type);
    statistics(Writes("max", r.max), r.stat_type);
    if (r.kind < SoftmaxKind::kFlash) {
        return;
    }
    if (r.update) {
        statistics(Reads("inSum", r.in_sum), r.stat_type);
        statistics(Reads("inMax", r.in_max), r.stat_type);
        statistics(Writes("expMax", r.exp_max), r.type);
        statistics(Writes("outReduceMax", r.row_max), r.stat_type);
    }
    if (r.kind == SoftmaxKind::kFlashV3) {
        statistics(Writes("mean", r.mean), r.stat_type);
        if (r.update) {
            statistics(Reads("inMean", r.in_mean), r.stat_type);
        }
    }
}

void Describe(const VecSoftmaxGrad& r, Regions* regions) {
    Rows(Reads("grad", r.grad), r.type, r.at, regions);
    Rows(Reads("src", r.src), r.type, r.at, regions);
    if (r.front_only) {
        Statistics(Writes("dst", r.dst), r.type, r.at, false, regions);
    } else {
        Rows(Writes("dst", r.dst), r.type, r.at, regions);
    }
}

void Describe(const VecSoftmaxAdjust& r, Regions* regions) {
    const uint32_t size = SizeOf(r.max_type);
    const uint64_t pitch = r.single ? size : kBlockBytes;
    Statistics(Reads("max", r.max), r.max_type, r.at, r.single, regions);
    if (r.at.count == 0 || !regions->IsOnChip(r.max, (r.at.count - 1) * pitch + size)) {
        return;
    }
    for (uint32_t row = 0; row < r.at.count; ++row) {
        uint32_t bits = 0;
        std::memcpy(&bits, static_cast<const uint8_t*>(r.max) + row * pitch, size);
        if (bits == r.from) {
            Rows(Writes("softmaxRes", r.dst), r.type, r.at, row, 1, regions);
        }
    }
}

}  // namespace observe
