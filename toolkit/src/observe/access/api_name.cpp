// The users' names of instructions and events.
#include "observe/access/access.h"
#include "observe/access/all_records.h"

namespace observe {

using namespace AscendC::isa;

namespace {

#define OBSERVE_OP_NAME(name, types) #name,
const char* NameOf(UnaryOp op) {
    static const char* const kNames[] = {ASCENDC_VEC_UNARY_OPS(OBSERVE_OP_NAME)};
    return kNames[static_cast<int>(op)];
}

/// Operations that differ only in their operands share the API's name.
const char* NameOf(BinaryOp op) {
    static const char* const kNames[] = {ASCENDC_VEC_BINARY_OPS(OBSERVE_OP_NAME)};
    switch (op) {
        case BinaryOp::kShiftLeftV:
            return "ShiftLeft";
        case BinaryOp::kShiftRightV:
            return "ShiftRight";
        default:
            return kNames[static_cast<int>(op)];
    }
}

const char* NameOf(ScalarOp op) {
    static const char* const kNames[] = {ASCENDC_VEC_SCALAR_OPS(OBSERVE_OP_NAME)};
    switch (op) {
        case ScalarOp::kSubsFrom:
            return "Subs";
        case ScalarOp::kDivsInto:
            return "Divs";
        case ScalarOp::kShiftRightRound:
            return "ShiftRight";
        case ScalarOp::kPowerScalar:
        case ScalarOp::kPowerOfScalar:
            return "Power";
        default:
            return kNames[static_cast<int>(op)];
    }
}
#undef OBSERVE_OP_NAME

/// The name for an enumerator, of names in the order of the enumeration.
template <typename Enum, int N>
const char* Pick(Enum value, const char* const (&names)[N]) {
    return names[static_cast<int>(value)];
}

const char* NameOf(const VecReduce& r) {
    static const char* const kRepeat[] = {"WholeReduceSum", "WholeReduceMax", "WholeReduceMin"};
    static const char* const kBlock[] = {"BlockReduceSum", "BlockReduceMax", "BlockReduceMin"};
    switch (r.span) {
        case ReduceSpan::kRepeat:
            return Pick(r.op, kRepeat);
        case ReduceSpan::kBlock:
            return Pick(r.op, kBlock);
        default:
            return "PairReduceSum";
    }
}
const char* NameOf(const VecReduceAll& r) {
    static const char* const kNames[] = {"ReduceSum", "ReduceMax", "ReduceMin"};
    return Pick(r.op, kNames);
}
const char* NameOf(const VecReduceAxis& r) {
    static const char* const kNames[] = {"ReduceSum", "ReduceMax", "ReduceMin", "ReduceProd"};
    return Pick(r.op, kNames);
}
const char* NameOf(const VecSoftmax& r) {
    static const char* const kNames[] = {"SoftMax",      "SimpleSoftMax",  "LogSoftMax",
                                         "SoftmaxFlash", "SoftmaxFlashV2", "SoftmaxFlashV3"};
    return Pick(r.kind, kNames);
}
const char* NameOf(const VecNorm& r) {
    static const char* const kNames[] = {"LayerNorm", "RmsNorm", "Normalize"};
    return r.residual != nullptr ? "DeepNorm" : Pick(r.moments, kNames);
}
const char* NameOf(const MoveRecord& r) {
    static const char* const kNames[] = {"DataCopy", "DataCopyPad", "DataCopy", "InitGlobalMemory"};
    return Pick(r.op, kNames);
}
const char* NameOf(const SyncRecord& r) {
    static const char* const kNames[] = {"SyncAll",          "SyncAll",           "SyncAll",
                                         "CrossCoreSetFlag", "CrossCoreWaitFlag", "poll"};
    return Pick(r.op, kNames);
}
const char* NameOf(const FlagEvent& r) {
    static const char* const kNames[] = {"SetFlag", "WaitFlag", "PipeBarrier"};
    return Pick(r.op, kNames);
}
const char* NameOf(const QueueEvent& r) {
    static const char* const kNames[] = {"AllocTensor", "EnQue", "DeQue", "FreeTensor",
                                         "FreeAllEvent"};
    return Pick(r.op, kNames);
}
const char* NameOf(const BufferEvent& r) {
    static const char* const kNames[] = {"InitBuffer", "InitBufPool", "Reset",
                                         "Destroy",    "LocalTensor", "InitBuffer"};
    return Pick(r.op, kNames);
}
const char* NameOf(const CacheEvent& r) {
    static const char* const kNames[] = {"DataCacheCleanAndInvalid", "DataSyncBarrier",
                                         "DataCachePreload"};
    return Pick(r.op, kNames);
}
const char* NameOf(const HandshakeEvent& r) {
    static const char* const kNames[] = {"IBSet", "IBWait", "IBSet"};
    return Pick(r.op, kNames);
}
const char* NameOf(const EventIdEvent& r) {
    static const char* const kNames[] = {"AllocEventID", "ReleaseEventID", "FetchEventID"};
    return Pick(r.op, kNames);
}

}  // namespace

const char* ApiName(RecordKind kind, const void* record) {
    switch (kind) {
#define OBSERVE_NAME(Record, name)                           \
    case RecordKind::k##Record: {                            \
        const auto& r = *static_cast<const Record*>(record); \
        static_cast<void>(r);                                \
        return name;                                         \
    }
        OBSERVE_NAME(MoveRecord, NameOf(r))
        OBSERVE_NAME(LayoutRecord, "DataCopy")
        OBSERVE_NAME(SyncRecord, NameOf(r))
        OBSERVE_NAME(CollectiveRecord, "Hccl")
        OBSERVE_NAME(DumpRecord, "DumpTensor")
        OBSERVE_NAME(LoadImage, "LoadImageToLocal")
        OBSERVE_NAME(CubeLoad, "LoadData")
        OBSERVE_NAME(CubeFill, "InitConstValue")
        OBSERVE_NAME(CubeIm2col, "LoadData")
        OBSERVE_NAME(CubeMmad, r.index != nullptr ? "MmadWithSparse" : "Mmad")
        OBSERVE_NAME(CubeFixpipe, "Fixpipe")
        OBSERVE_NAME(VecUnary, NameOf(r.op))
        OBSERVE_NAME(VecBinary, NameOf(r.op))
        OBSERVE_NAME(VecScalar, NameOf(r.op))
        OBSERVE_NAME(VecCast, "Cast")
        OBSERVE_NAME(VecCastDeq, "CastDeq")
        OBSERVE_NAME(VecDuplicate, "Duplicate")
        OBSERVE_NAME(VecIndex, "CreateVecIndex")
        OBSERVE_NAME(VecProgression, "ArithProgression")
        OBSERVE_NAME(VecCopy, "Copy")
        OBSERVE_NAME(VecBrcb, "Brcb")
        OBSERVE_NAME(VecBroadcast, "BroadCast")
        OBSERVE_NAME(VecPad, "Pad")
        OBSERVE_NAME(VecPadBlocks, "VectorPadding")
        OBSERVE_NAME(VecReduce, NameOf(r))
        OBSERVE_NAME(VecReduceAll, NameOf(r))
        OBSERVE_NAME(VecRowSum, "Sum")
        OBSERVE_NAME(VecReduceAxis, NameOf(r))
        OBSERVE_NAME(VecCumSum, "CumSum")
        OBSERVE_NAME(VecXorSum, "ReduceXorSum")
        OBSERVE_NAME(VecGather, "Gather")
        OBSERVE_NAME(VecScatter, "Scatter")
        OBSERVE_NAME(VecGatherBlocks, "Gatherb")
        OBSERVE_NAME(VecGatherMask, "GatherMask")
        OBSERVE_NAME(VecCompare, r.by_scalar ? "CompareScalar" : "Compare")
        OBSERVE_NAME(VecSelect, "Select")
        OBSERVE_NAME(VecCompareMask, r.to_register ? "SetCmpMask" : "GetCmpMask")
        OBSERVE_NAME(VecSelectBytes, "SelectWithBytesMask")
        OBSERVE_NAME(VecDropOut, "DropOut")
        OBSERVE_NAME(VecSort32, "Sort32")
        OBSERVE_NAME(VecMergeSort, "MrgSort")
        OBSERVE_NAME(VecExtract, "Extract")
        OBSERVE_NAME(VecSortAll, "Sort")
        OBSERVE_NAME(VecTopK, "TopK")
        OBSERVE_NAME(VecProposal, r.to_proposals ? "ProposalConcat" : "ProposalExtract")
        OBSERVE_NAME(VecProposalSort, "RpSort16")
        OBSERVE_NAME(VecTranspose16, "Transpose")
        OBSERVE_NAME(VecConv5Hd, "TransDataTo5HD")
        OBSERVE_NAME(VecPermute, "Transpose")
        OBSERVE_NAME(VecQuant, "AscendQuant")
        OBSERVE_NAME(VecDequant, "AscendDequant")
        OBSERVE_NAME(VecAntiQuant, "AscendAntiQuant")
        OBSERVE_NAME(VecSoftmax, NameOf(r))
        OBSERVE_NAME(VecSoftmaxGrad, r.front_only ? "SoftmaxGradFront" : "SoftmaxGrad")
        OBSERVE_NAME(VecSoftmaxAdjust, "AdjustSoftMaxRes")
        OBSERVE_NAME(VecNorm, NameOf(r))
        OBSERVE_NAME(VecGroupNorm, "GroupNorm")
        OBSERVE_NAME(VecBatchNorm, "BatchNorm")
        OBSERVE_NAME(VecNormGrad, "LayerNormGrad")
        OBSERVE_NAME(VecNormGradBeta, "LayerNormGradBeta")
        OBSERVE_NAME(VecWelfordUpdate, "WelfordUpdate")
        OBSERVE_NAME(VecWelfordFinalize, "WelfordFinalize")
        OBSERVE_NAME(FlagEvent, NameOf(r))
        OBSERVE_NAME(QueueEvent, NameOf(r))
        OBSERVE_NAME(BufferEvent, NameOf(r))
        OBSERVE_NAME(ScalarEvent, r.write ? "SetValue" : "GetValue")
        OBSERVE_NAME(TilingEvent, "GET_TILING_DATA")
        OBSERVE_NAME(CacheEvent, NameOf(r))
        OBSERVE_NAME(HandshakeEvent, NameOf(r))
        OBSERVE_NAME(ScratchEvent, r.api)
        OBSERVE_NAME(EventIdEvent, NameOf(r))
        OBSERVE_NAME(RegisterEvent, r.name)
        OBSERVE_NAME(CubeSideEvent, "Matmul")
        OBSERVE_NAME(GlobalTensorEvent, "SetGlobalBuffer")
        OBSERVE_NAME(RejectionEvent, r.api)
        OBSERVE_NAME(CacheHintEvent, "SetL2CacheHint")
        OBSERVE_NAME(StepEvent, "Matmul")
#undef OBSERVE_NAME
        case RecordKind::kCount:
            break;
    }
    return "";
}

}  // namespace observe
