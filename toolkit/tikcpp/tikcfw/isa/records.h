// The one list of instruction records: what each is called, and what executes it.
#pragma once

#include <cstdint>

#include "detail/types/macros.h"

// clang-format off
/// X(Record, executor): a record, which is plain data, and the function of libascendc_aicore.so that
/// executes it. Adding an instruction takes a struct in its family's header, a line here, its executor
/// in src/aicore and what it accesses in src/observe/access.
#define ASCENDC_INSTRUCTIONS(X) \
    X(MoveRecord, aicore_move) \
    X(LayoutRecord, aicore_layout) \
    X(SyncRecord, aicore_sync) \
    X(CollectiveRecord, aicore_collective) \
    X(DumpRecord, aicore_dump) \
    X(LoadImage, aicore_load_image) \
    X(CubeLoad, aicore_cube_load) \
    X(CubeFill, aicore_cube_fill) \
    X(CubeIm2col, aicore_cube_im2col) \
    X(CubeMmad, aicore_cube_mmad) \
    X(CubeFixpipe, aicore_cube_fixpipe) \
    X(VecUnary, aicore_vec_unary) \
    X(VecBinary, aicore_vec_binary) \
    X(VecScalar, aicore_vec_scalar) \
    X(VecCast, aicore_vec_cast) \
    X(VecCastDeq, aicore_vec_cast_deq) \
    X(VecDuplicate, aicore_vec_duplicate) \
    X(VecIndex, aicore_vec_index) \
    X(VecProgression, aicore_vec_progression) \
    X(VecCopy, aicore_vec_copy) \
    X(VecBrcb, aicore_vec_brcb) \
    X(VecBroadcast, aicore_vec_broadcast) \
    X(VecPad, aicore_vec_pad) \
    X(VecPadBlocks, aicore_vec_pad_blocks) \
    X(VecReduce, aicore_vec_reduce) \
    X(VecReduceAll, aicore_vec_reduce_all) \
    X(VecRowSum, aicore_vec_row_sum) \
    X(VecReduceAxis, aicore_vec_reduce_axis) \
    X(VecCumSum, aicore_vec_cum_sum) \
    X(VecXorSum, aicore_vec_xor_sum) \
    X(VecGather, aicore_vec_gather) \
    X(VecScatter, aicore_vec_scatter) \
    X(VecGatherBlocks, aicore_vec_gather_blocks) \
    X(VecGatherMask, aicore_vec_gather_mask) \
    X(VecCompare, aicore_vec_compare) \
    X(VecSelect, aicore_vec_select) \
    X(VecCompareMask, aicore_vec_compare_mask) \
    X(VecSelectBytes, aicore_vec_select_bytes) \
    X(VecDropOut, aicore_vec_drop_out) \
    X(VecSort32, aicore_vec_sort32) \
    X(VecMergeSort, aicore_vec_merge_sort) \
    X(VecExtract, aicore_vec_extract) \
    X(VecSortAll, aicore_vec_sort_all) \
    X(VecTopK, aicore_vec_top_k) \
    X(VecProposal, aicore_vec_proposal) \
    X(VecProposalSort, aicore_vec_proposal_sort) \
    X(VecTranspose16, aicore_vec_transpose16) \
    X(VecConv5Hd, aicore_vec_conv_5hd) \
    X(VecPermute, aicore_vec_permute) \
    X(VecQuant, aicore_vec_quant) \
    X(VecDequant, aicore_vec_dequant) \
    X(VecAntiQuant, aicore_vec_antiquant) \
    X(VecSoftmax, aicore_vec_softmax) \
    X(VecSoftmaxGrad, aicore_vec_softmax_grad) \
    X(VecSoftmaxAdjust, aicore_vec_softmax_adjust) \
    X(VecNorm, aicore_vec_norm) \
    X(VecGroupNorm, aicore_vec_group_norm) \
    X(VecBatchNorm, aicore_vec_batch_norm) \
    X(VecNormGrad, aicore_vec_norm_grad) \
    X(VecNormGradBeta, aicore_vec_norm_grad_beta) \
    X(VecWelfordUpdate, aicore_vec_welford_update) \
    X(VecWelfordFinalize, aicore_vec_welford_finalize)

/// X(Event, printed name): an event of a kernel that is no executed instruction (`isa/events.h`).
/// Observers get it. Traces contain the printed name.
#define ASCENDC_EVENTS(X) \
    X(FlagEvent, "FlagAct") \
    X(QueueEvent, "QueueAct") \
    X(BufferEvent, "BufferAct") \
    X(ScalarEvent, "ScalarAct") \
    X(TilingEvent, "TilingAct") \
    X(CacheEvent, "CacheAct") \
    X(HandshakeEvent, "HandshakeAct") \
    X(ScratchEvent, "ScratchAct") \
    X(EventIdEvent, "EventAct") \
    X(RegisterEvent, "RegisterAct") \
    X(CubeSideEvent, "CubeSideAct") \
    X(GlobalTensorEvent, "GlobalAct") \
    X(RejectionEvent, "RefusalAct") \
    X(CacheHintEvent, "CacheHintAct") \
    X(StepEvent, "StepAct")
// clang-format on

namespace AscendC::isa {

#define ASCENDC_DECLARE_INSTRUCTION(Record, executor) struct Record;
#define ASCENDC_DECLARE_EVENT(Event, printed) struct Event;
ASCENDC_INSTRUCTIONS(ASCENDC_DECLARE_INSTRUCTION)
ASCENDC_EVENTS(ASCENDC_DECLARE_EVENT)
#undef ASCENDC_DECLARE_INSTRUCTION
#undef ASCENDC_DECLARE_EVENT

/// What a record is.
enum class RecordKind : uint16_t {
#define ASCENDC_INSTRUCTION_KIND(Record, executor) k##Record,
#define ASCENDC_EVENT_KIND(Event, printed) k##Event,
    ASCENDC_INSTRUCTIONS(ASCENDC_INSTRUCTION_KIND) ASCENDC_EVENTS(ASCENDC_EVENT_KIND)
#undef ASCENDC_INSTRUCTION_KIND
#undef ASCENDC_EVENT_KIND
        kCount
};

/// Instructions come first, of them the cube's and the vector unit's last; events are `kFirstEvent`
/// and later.
constexpr RecordKind kFirstEvent = RecordKind::kFlagEvent;
constexpr bool IsCube(RecordKind kind) {
    return kind >= RecordKind::kLoadImage && kind < RecordKind::kVecUnary;
}
constexpr bool IsVector(RecordKind kind) {
    return kind >= RecordKind::kVecUnary && kind < kFirstEvent;
}

/// The kind of a type of records.
template <typename Record>
struct KindOf;

#define ASCENDC_INSTRUCTION_TRAITS(Record, executor)               \
    template <>                                                    \
    struct KindOf<Record> {                                        \
        static constexpr RecordKind value = RecordKind::k##Record; \
    };
#define ASCENDC_EVENT_TRAITS(Event, printed) ASCENDC_INSTRUCTION_TRAITS(Event, )
ASCENDC_INSTRUCTIONS(ASCENDC_INSTRUCTION_TRAITS)
ASCENDC_EVENTS(ASCENDC_EVENT_TRAITS)
#undef ASCENDC_INSTRUCTION_TRAITS
#undef ASCENDC_EVENT_TRAITS

}  // namespace AscendC::isa

extern "C" {
#define ASCENDC_DECLARE_EXECUTOR(Record, executor) \
    void executor(const AscendC::isa::Record* record);
ASCENDC_INSTRUCTIONS(ASCENDC_DECLARE_EXECUTOR)
#undef ASCENDC_DECLARE_EXECUTOR

/// Of instrumented kernels: hands a record to the observer of the launch, which executes it;
/// without an observer it is executed.
void aicore_issue(uint16_t kind, const void* record);
/// Of instrumented kernels: reports an event to the observer of the launch, if there is one.
void aicore_note(uint16_t kind, const void* event);
/// Of instrumented kernels: what the core's cycle counter reads; of the observer, if there is one.
int64_t aicore_cycle();
}

namespace AscendC::isa {

#define ASCENDC_DEFINE_EXECUTE(Record, executor)               \
    ASCENDC_ALWAYS_INLINE void Execute(const Record& record) { \
        executor(&record);                                     \
    }
ASCENDC_INSTRUCTIONS(ASCENDC_DEFINE_EXECUTE)
#undef ASCENDC_DEFINE_EXECUTE

}  // namespace AscendC::isa
