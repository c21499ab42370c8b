#include "aicore/exec/merge.h"
#include "aicore/exec/order.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/print.h"
#include "isa/vec_sort.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

struct Record {
    uint32_t score;  // raw bits; half in the low 16
    uint32_t index;
};

/// Writes `n` records in the order of sorted `keys`, whose positions refer to `scores` and
/// `indices`.
template <typename Score>
void StoreRecords(uint8_t* dst, const uint8_t* scores, const uint32_t* indices, const Keyed* keys,
                  uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
        Score score;
        std::memcpy(&score, scores + keys[i].position * sizeof(Score), sizeof(Score));
        const Record record = {static_cast<uint32_t>(score), indices[keys[i].position]};
        std::memcpy(dst + i * sizeof(Record), &record, sizeof(record));
    }
}

/// Sorts completely, or in groups of 32.
void SortScores(DType type, void* dst, const void* scores, const uint32_t* indices, uint32_t n,
                bool full) {
    constexpr uint32_t kGroup = 32;
    const size_t bytes = BitsOf(type) / 8;
    const KeyBuffer buffer(n);
    // dst may overlap the sources: sort from copies.
    const KeyBuffer copies(n);
    uint8_t* const score_copy = reinterpret_cast<uint8_t*>(copies.keys());
    uint32_t* const index_copy = reinterpret_cast<uint32_t*>(copies.spare());
    std::memcpy(score_copy, scores, n * bytes);
    std::memcpy(index_copy, indices, n * sizeof(uint32_t));
    LoadKeys(type, buffer.keys(), score_copy, n, true);
    const uint32_t step = full ? n : kGroup;
    for (uint32_t start = 0; start < n; start += step) {
        SortKeys(buffer.keys() + start, buffer.spare(), n - start < step ? n - start : step);
    }
    VisitSize(static_cast<uint32_t>(bytes), [&](auto tag) {
        StoreRecords<typename decltype(tag)::type>(static_cast<uint8_t*>(dst), score_copy,
                                                   index_copy, buffer.keys(), n);
    });
}

void RunSort32(const VecSort32* record) {
    if (record->repeat != 0) {
        SortScores(record->type, record->dst, record->scores, record->indices, record->repeat * 32,
                   false);
    }
}

void RunSortAll(const VecSortAll* record) {
    if (record->count != 0) {
        SortScores(record->type, record->dst, record->scores, record->indices, record->count,
                   record->full);
    }
}

uint32_t Merge(const VecMergeSort& r, List (&lists)[4], uint8_t* dst, uint32_t (&used)[4]) {
    const bool narrow = r.type == DType::kF16;
    if (r.record_bytes == sizeof(Record)) {
        return narrow ? MergeLists<2, 8>(lists, r.score_offset, r.suspend, dst, used)
                      : MergeLists<4, 8>(lists, r.score_offset, r.suspend, dst, used);
    }
    return narrow ? MergeLists<2, 16>(lists, r.score_offset, r.suspend, dst, used)
                  : MergeLists<4, 32>(lists, r.score_offset, r.suspend, dst, used);
}

void RunMergeSort(const VecMergeSort* record) {
    const VecMergeSort& r = *record;
    uint32_t used[4] = {};
    size_t total = 0;
    for (int i = 0; i < 4; ++i) {
        total += ((r.lists >> i) & 1) != 0 ? r.lengths[i] : 0;
    }
    uint8_t* dst = static_cast<uint8_t*>(r.dst);
    for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
        List lists[4] = {};
        for (int i = 0; i < 4; ++i) {
            if (((r.lists >> i) & 1) != 0) {
                lists[i] = {static_cast<const uint8_t*>(r.src[i]) + repeat * total * r.record_bytes,
                            r.lengths[i], kListEnd, 0};
                used[i] = 0;
            }
        }
        Merge(r, lists, dst + repeat * total * r.record_bytes, used);
        for (uint32_t i = 0; i < 4; ++i) {
            if (lists[i].unsorted != 0) {
                ReportException(HardwareException::kUnsorted, "MrgSort", i + 1, lists[i].unsorted);
            }
        }
    }
    for (int i = 0; i < 4; ++i) {
        CurrentCore().sort_counts[i] = static_cast<uint16_t>(used[i]);
    }
}

template <typename Score>
void Extract(const VecExtract& r) {
    const uint8_t* src = static_cast<const uint8_t*>(r.src);
    uint8_t* scores = static_cast<uint8_t*>(r.scores);
    for (uint32_t i = 0; i < r.count; ++i) {
        Record item;
        std::memcpy(&item, src + i * sizeof(Record), sizeof(item));
        const Score score = static_cast<Score>(item.score);
        std::memcpy(scores + i * sizeof(Score), &score, sizeof(score));
        r.indices[i] = item.index;
    }
}

void RunExtract(const VecExtract* record) {
    VisitSize(BitsOf(record->type) / 8,
              [&](auto tag) { Extract<typename decltype(tag)::type>(*record); });
}

void RunTopK(const VecTopK* record) {
    const VecTopK& r = *record;
    const size_t bytes = BitsOf(r.type) / 8;
    const KeyBuffer buffer(r.valid);
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + size_t{row} * r.pitch * bytes;
        uint8_t* values = static_cast<uint8_t*>(r.values) + size_t{row} * r.dst_pitch * bytes;
        int32_t* indices = r.indices + size_t{row} * r.index_pitch;
        LoadKeys(r.type, buffer.keys(), src, r.valid, r.largest);
        SortKeys(buffer.keys(), buffer.spare(), r.valid);
        const bool done = r.finished != nullptr && r.finished[row];
        for (uint32_t i = 0; i < r.k && i < r.valid; ++i) {
            const uint32_t position = buffer.keys()[i].position;
            std::memcpy(values + i * bytes, src + position * bytes, bytes);
            const int32_t index = r.src_indices != nullptr
                                      ? r.src_indices[row * r.src_index_pitch + position]
                                      : static_cast<int32_t>(position);
            indices[i] = done ? r.finished_index : index;
        }
    }
}

constexpr uint32_t kProposals = 16;  // per repeat
constexpr uint32_t kFields = 8;      // values of a proposal

void RunProposal(const VecProposal* record) {
    const VecProposal& r = *record;
    for (uint32_t i = 0; i < r.repeat * kProposals; ++i) {
        const size_t field = (size_t{i} * kFields + r.field) * r.size;
        const size_t plain = size_t{i} * r.pitch;
        std::memcpy(static_cast<uint8_t*>(r.dst) + (r.to_proposals ? field : plain),
                    static_cast<const uint8_t*>(r.src) + (r.to_proposals ? plain : field), r.size);
    }
}

void RunProposalSort(const VecProposalSort* record) {
    const VecProposalSort& r = *record;
    const size_t bytes = BitsOf(r.type) / 8 * kFields;
    const size_t list_bytes = r.length * bytes;
    constexpr uint32_t kScore = 4;
    const KeyBuffer buffer(r.length);
    Keyed* const keys = buffer.keys();
    auto* const copy = static_cast<uint8_t*>(__builtin_malloc(list_bytes + 1));
    if (copy == nullptr) {
        __builtin_trap();
    }
    for (uint32_t list = 0; list < r.lists; ++list) {
        std::memcpy(copy, static_cast<const uint8_t*>(r.src) + list * list_bytes, list_bytes);
        for (uint32_t i = 0; i < r.length; ++i) {
            LoadKeys(r.type, keys + i, copy + i * bytes + kScore * bytes / kFields, 1, true);
            keys[i].position = i;
        }
        SortKeys(keys, buffer.spare(), r.length);
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + list * list_bytes;
        for (uint32_t i = 0; i < r.length; ++i) {
            std::memcpy(dst + i * bytes, copy + keys[i].position * bytes, bytes);
        }
    }
    __builtin_free(copy);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_sort32, VecSort32, RunSort32)
AICORE_EXECUTOR(aicore_vec_sort_all, VecSortAll, RunSortAll)
AICORE_EXECUTOR(aicore_vec_merge_sort, VecMergeSort, RunMergeSort)
AICORE_EXECUTOR(aicore_vec_extract, VecExtract, RunExtract)
AICORE_EXECUTOR(aicore_vec_top_k, VecTopK, RunTopK)
AICORE_EXECUTOR(aicore_vec_proposal, VecProposal, RunProposal)
AICORE_EXECUTOR(aicore_vec_proposal_sort, VecProposalSort, RunProposalSort)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
