// Sorting instructions.
#include <algorithm>
#include <cstring>

#include "detail/types/half.h"
#include "isa/vec_sort.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

namespace {

constexpr uint32_t kRecordBytes = 8;  ///< a score and an index
constexpr uint32_t kLists = 4;

/// Scores and indices that become records.
void ScoresToRecords(DType type, uint64_t count, const void* dst, const void* scores,
                     const uint32_t* indices, Regions* regions) {
    regions->Bytes(Reads("src0", scores), BytesFor(type, count));
    regions->Bytes(Reads("src1", indices), count * sizeof(uint32_t));
    regions->Bytes(Writes("dst", dst), count * kRecordBytes);
}

/// What orders records: greater scores first, before them those that are none.
struct Score {
    bool is_nan;
    float value;

    bool ComesBefore(const Score& other) const {
        return is_nan ? !other.is_nan : !other.is_nan && value > other.value;
    }
};

/// Follows a merge that stops when a list is used up.
class SuspendedMerge {
public:
    SuspendedMerge(const VecMergeSort& record, uint64_t offset) : r_(record), offset_(offset) {}

    /// How many records of each list are taken.
    const uint32_t (&Run())[kLists] {
        while (true) {
            int best = -1;
            for (uint32_t list = 0; list < kLists; ++list) {
                if (Takes(list) && merged_[list] < r_.lengths[list] &&
                    (best < 0 || ScoreOf(list).ComesBefore(ScoreOf(static_cast<uint32_t>(best))))) {
                    best = static_cast<int>(list);
                }
            }
            if (best < 0 || ++merged_[best] == r_.lengths[best]) {
                return merged_;
            }
        }
    }

private:
    bool Takes(uint32_t list) const { return ((r_.lists >> list) & 1) != 0; }

    Score ScoreOf(uint32_t list) const {
        const uint8_t* const at = static_cast<const uint8_t*>(r_.src[list]) + offset_ +
                                  uint64_t{merged_[list]} * r_.record_bytes + r_.score_offset;
        float value;
        if (r_.type == DType::kF16) {
            uint16_t bits;
            std::memcpy(&bits, at, sizeof(bits));
            value = FloatOfHalfBits(bits);
        } else {
            std::memcpy(&value, at, sizeof(value));
        }
        return {value != value, value};
    }

    const VecMergeSort& r_;
    const uint64_t offset_;
    uint32_t merged_[kLists] = {};
};

bool AreOnChip(const VecMergeSort& r, uint64_t list_bytes, Regions* regions) {
    for (uint32_t list = 0; list < kLists; ++list) {
        const uint64_t bytes = list_bytes + uint64_t{r.lengths[list]} * r.record_bytes;
        if (((r.lists >> list) & 1) != 0 && !regions->IsOnChip(r.src[list], bytes)) {
            return false;
        }
    }
    return true;
}

}  // namespace

void Describe(const VecSort32& r, Regions* regions) {
    ScoresToRecords(r.type, uint64_t{r.repeat} * 32, r.dst, r.scores, r.indices, regions);
}

void Describe(const VecSortAll& r, Regions* regions) {
    ScoresToRecords(r.type, r.count, r.dst, r.scores, r.indices, regions);
}

void Describe(const VecMergeSort& r, Regions* regions) {
    static const char* const kNames[kLists] = {"src1", "src2", "src3", "src4"};
    uint64_t total = 0;
    for (uint32_t list = 0; list < kLists; ++list) {
        total += ((r.lists >> list) & 1) != 0 ? r.lengths[list] : 0;
    }
    const uint64_t pitch = total * r.record_bytes;
    const uint32_t dst_alignment = 32;
    const bool stops = r.suspend && r.repeat != 0 && AreOnChip(r, (r.repeat - 1) * pitch, regions);
    for (uint32_t repeat = 0; repeat < (stops ? r.repeat : 1); ++repeat) {
        const int64_t offset = static_cast<int64_t>(repeat * pitch);
        const Axis repeats = {stops ? 1 : r.repeat, static_cast<int64_t>(pitch)};
        uint32_t merged_counts[kLists];
        std::copy_n(r.lengths, kLists, merged_counts);
        if (stops) {
            SuspendedMerge merge(r, repeat * pitch);
            std::copy_n(merge.Run(), kLists, merged_counts);
        }
        uint64_t written = 0;
        for (uint32_t list = 0; list < kLists; ++list) {
            if (((r.lists >> list) & 1) == 0) {
                continue;
            }
            const Operand src = Reads(kNames[list], r.src[list], 8);
            regions->Box(src, offset, uint64_t{merged_counts[list]} * r.record_bytes, {repeats});
            if (merged_counts[list] < r.lengths[list]) {
                // The first that is left was compared.
                regions->Box(
                    src, offset + int64_t{merged_counts[list]} * r.record_bytes + r.score_offset,
                    SizeOf(r.type), {repeats});
            }
            written += merged_counts[list];
        }
        regions->Box(Writes("dst", r.dst, dst_alignment), offset, written * r.record_bytes,
                     {repeats});
    }
}

void Describe(const VecExtract& r, Regions* regions) {
    regions->Bytes(Reads("src", r.src), uint64_t{r.count} * kRecordBytes);
    regions->Bytes(Writes("dstValue", r.scores), BytesFor(r.type, r.count));
    regions->Bytes(Writes("dstIndex", r.indices), uint64_t{r.count} * sizeof(uint32_t));
}

void Describe(const VecTopK& r, Regions* regions) {
    const uint32_t size = SizeOf(r.type);
    const uint64_t selected = std::min(r.k, r.valid);
    regions->Rows(Reads("src", r.src), r.rows, uint64_t{r.valid} * size, int64_t{r.pitch} * size);
    if (r.src_indices != nullptr) {
        regions->Rows(Reads("srcIndex", r.src_indices), r.rows, uint64_t{r.valid} * sizeof(int32_t),
                      int64_t{r.src_index_pitch} * static_cast<int64_t>(sizeof(int32_t)));
    }
    if (r.finished != nullptr) {
        regions->Bytes(Reads("finish", r.finished), r.rows);
    }
    regions->Rows(Writes("dstValue", r.values), r.rows, selected * size,
                  int64_t{r.dst_pitch} * size);
    regions->Rows(Writes("dstIndex", r.indices), r.rows, selected * sizeof(int32_t),
                  int64_t{r.index_pitch} * static_cast<int64_t>(sizeof(int32_t)));
}

namespace {

constexpr uint32_t kProposals = 16;  ///< per repeat
constexpr uint32_t kFields = 8;      ///< values of a proposal

}  // namespace

void Describe(const VecProposal& r, Regions* regions) {
    const uint32_t count = r.repeat * kProposals;
    const auto plain = [&](const Operand& operand) {
        regions->Rows(operand, count, r.size, r.pitch);
    };
    const auto field = [&](const Operand& operand) {
        regions->Box(operand, int64_t{r.field} * r.size, r.size,
                     {{count, int64_t{kFields} * r.size}});
    };
    if (r.to_proposals) {
        plain(Reads("src", r.src));
        field(Writes("dst", r.dst));
    } else {
        field(Reads("src", r.src));
        plain(Writes("dst", r.dst));
    }
}

void Describe(const VecProposalSort& r, Regions* regions) {
    const uint64_t bytes = uint64_t{r.lists} * r.length * kFields * SizeOf(r.type);
    regions->Bytes(Reads("src", r.src), bytes);
    regions->Bytes(Writes("dst", r.dst), bytes);
}

}  // namespace observe
