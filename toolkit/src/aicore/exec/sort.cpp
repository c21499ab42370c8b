#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/executor.h"
#include "isa/core.h"
#include "isa/vec_sort.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

struct Record {
    uint32_t score;  // raw bits; half in the low 16
    uint32_t index;
};

struct Keyed {
    float key;
    uint32_t position;
};

float ScoreOf(DType type, const void* at) {
    float value;
    LoadBlock(type, &value, at, 1);
    return value;
}

/// Stable descending merge sort of `n` keys, in runs of growing width; `spare` has room for as
/// many.
void SortDescending(Keyed* keys, Keyed* spare, uint32_t n, uint32_t limit) {
    for (uint32_t width = 1; width < n && width < limit; width *= 2) {
        for (uint32_t start = 0; start < n; start += 2 * width) {
            const uint32_t middle = start + width < n ? start + width : n;
            const uint32_t end = start + 2 * width < n ? start + 2 * width : n;
            uint32_t left = start, right = middle;
            for (uint32_t to = start; to < end; ++to) {
                const bool take_right =
                    left == middle || (right < end && keys[right].key > keys[left].key);
                spare[to] = take_right ? keys[right++] : keys[left++];
            }
        }
        std::memcpy(keys, spare, n * sizeof(Keyed));
    }
}

/// A growing array of keys that outlives no instruction; freed when it goes out of scope.
class KeyBuffer {
public:
    explicit KeyBuffer(size_t n)
        : keys_(static_cast<Keyed*>(__builtin_malloc(2 * n * sizeof(Keyed)))), n_(n) {
        if (keys_ == nullptr) {
            __builtin_trap();
        }
    }
    KeyBuffer(const KeyBuffer&) = delete;
    KeyBuffer& operator=(const KeyBuffer&) = delete;
    ~KeyBuffer() { __builtin_free(keys_); }

    Keyed* keys() const { return keys_; }
    Keyed* spare() const { return keys_ + n_; }

private:
    Keyed* keys_;
    size_t n_;
};

/// Writes `n` records in the order of sorted `keys`, whose positions refer to `scores` and
/// `indices`.
void StoreRecords(DType type, uint8_t* dst, const void* scores, const uint32_t* indices,
                  const Keyed* keys, uint32_t n) {
    const size_t bytes = BitsOf(type) / 8;
    for (uint32_t i = 0; i < n; ++i) {
        Record record = {0, indices[keys[i].position]};
        std::memcpy(&record.score, static_cast<const uint8_t*>(scores) + keys[i].position * bytes,
                    bytes);
        std::memcpy(dst + i * sizeof(Record), &record, sizeof(record));
    }
}

/// Sorts completely, or in groups of 32.
void SortScores(DType type, void* dst, const void* scores, const uint32_t* indices, uint32_t n,
                bool full) {
    const size_t bytes = BitsOf(type) / 8;
    const KeyBuffer buffer(n);
    // dst may overlap the sources: sort from copies.
    const KeyBuffer copies(n);
    uint8_t* const score_copy = reinterpret_cast<uint8_t*>(copies.keys());
    uint32_t* const index_copy = reinterpret_cast<uint32_t*>(copies.spare());
    std::memcpy(score_copy, scores, n * bytes);
    std::memcpy(index_copy, indices, n * sizeof(uint32_t));
    for (uint32_t i = 0; i < n; ++i) {
        buffer.keys()[i] = {ScoreOf(type, score_copy + i * bytes), i};
    }
    SortDescending(buffer.keys(), buffer.spare(), n, full ? n : 32);
    StoreRecords(type, static_cast<uint8_t*>(dst), score_copy, index_copy, buffer.keys(), n);
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

struct List {
    const uint8_t* at;
    uint32_t left;
};

/// Merges the lists once; returns the number of records written. `used` counts those taken of each
/// list.
uint32_t MergeLists(const VecMergeSort& r, List (&lists)[4], uint8_t* dst, uint32_t (&used)[4]) {
    uint32_t written = 0;
    while (true) {
        int best = -1;
        float best_score = 0.0F;
        for (int i = 0; i < 4; ++i) {
            if (lists[i].left == 0) {
                continue;
            }
            const float score = ScoreOf(r.type, lists[i].at + r.score_offset);
            if (best < 0 || score > best_score) {
                best = i;
                best_score = score;
            }
        }
        if (best < 0) {
            return written;
        }
        std::memcpy(dst + size_t{written} * r.record_bytes, lists[best].at, r.record_bytes);
        ++written;
        ++used[best];
        lists[best].at += r.record_bytes;
        if (--lists[best].left == 0 && r.suspend) {
            return written;
        }
    }
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
                            r.lengths[i]};
                used[i] = 0;
            }
        }
        MergeLists(r, lists, dst + repeat * total * r.record_bytes, used);
    }
    for (int i = 0; i < 4; ++i) {
        CurrentCore().sort_counts[i] = static_cast<uint16_t>(used[i]);
    }
}

void RunExtract(const VecExtract* record) {
    const VecExtract& r = *record;
    const size_t bytes = BitsOf(r.type) / 8;
    for (uint32_t i = 0; i < r.count; ++i) {
        Record item;
        std::memcpy(&item, static_cast<const uint8_t*>(r.src) + i * sizeof(Record), sizeof(item));
        std::memcpy(static_cast<uint8_t*>(r.scores) + i * bytes, &item.score, bytes);
        r.indices[i] = item.index;
    }
}

/// The keys of a row in sorted order: NaN first, equal ones in the order of their positions.
void SortRow(const VecTopK& r, const uint8_t* src, const KeyBuffer& buffer) {
    const size_t bytes = BitsOf(r.type) / 8;
    uint32_t unordered = 0;
    for (uint32_t i = 0; i < r.valid; ++i) {
        const float score = ScoreOf(r.type, src + i * bytes);
        if (score != score) {
            buffer.keys()[unordered++] = {score, i};
        }
    }
    uint32_t count = unordered;
    for (uint32_t i = 0; i < r.valid; ++i) {
        const float score = ScoreOf(r.type, src + i * bytes);
        if (score == score) {
            buffer.keys()[count++] = {r.largest ? score : -score, i};
        }
    }
    SortDescending(buffer.keys() + unordered, buffer.spare(), r.valid - unordered, r.valid);
}

void RunTopK(const VecTopK* record) {
    const VecTopK& r = *record;
    const size_t bytes = BitsOf(r.type) / 8;
    const KeyBuffer buffer(r.valid);
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + size_t{row} * r.pitch * bytes;
        uint8_t* values = static_cast<uint8_t*>(r.values) + size_t{row} * r.dst_pitch * bytes;
        int32_t* indices = r.indices + size_t{row} * r.index_pitch;
        SortRow(r, src, buffer);
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
        const size_t plain = size_t{i} * r.size;
        std::memcpy(static_cast<uint8_t*>(r.dst) + (r.to_proposals ? field : plain),
                    static_cast<const uint8_t*>(r.src) + (r.to_proposals ? plain : field), r.size);
    }
}

void RunProposalSort(const VecProposalSort* record) {
    const VecProposalSort& r = *record;
    const size_t bytes = BitsOf(r.type) / 8 * kFields;
    constexpr uint32_t kScore = 4;
    for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
        uint8_t copy[kProposals * kFields * 4];
        std::memcpy(copy, static_cast<const uint8_t*>(r.src) + repeat * kProposals * bytes,
                    kProposals * bytes);
        Keyed keys[kProposals];
        Keyed spare[kProposals];
        for (uint32_t i = 0; i < kProposals; ++i) {
            keys[i] = {ScoreOf(r.type, copy + i * bytes + kScore * bytes / kFields), i};
        }
        SortDescending(keys, spare, kProposals, kProposals);
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + repeat * kProposals * bytes;
        for (uint32_t i = 0; i < kProposals; ++i) {
            std::memcpy(dst + i * bytes, copy + keys[i].position * bytes, bytes);
        }
    }
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
