// The pipes that instructions run on.
#include "detail/types/enums.h"
#include "observe/access/access.h"
#include "observe/access/all_records.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

Pipe PipeOfMove(Hardware from, Hardware to, const Core& core) {
    switch (from) {
        case Hardware::GM:
            return Pipe::kMte2;
        case Hardware::UB:
            return to == Hardware::UB || to == Hardware::L0C ? Pipe::kV : Pipe::kMte3;
        case Hardware::L1:
            // Within L1: the bias of a Matmul on cores without a bias table.
            return to == Hardware::GM       ? Pipe::kMte3
                   : to == Hardware::FIXBUF ? Pipe::kFix
                                            : Pipe::kMte1;
        case Hardware::L0C:
            return HasFixpipe(core.arch) ? Pipe::kFix : Pipe::kV;
        default:
            return Pipe::kV;
    }
}

}  // namespace

Pipe PipeOf(RecordKind kind, const void* record, const Core& core) {
    switch (kind) {
        case RecordKind::kMoveRecord: {
            const auto& move = *static_cast<const MoveRecord*>(record);
            return PipeOfMove(move.src_memory, move.dst_memory, core);
        }
        case RecordKind::kLayoutRecord: {
            const auto& layout = *static_cast<const LayoutRecord*>(record);
            return PipeOfMove(layout.src_memory, layout.dst_memory, core);
        }
        case RecordKind::kCubeLoad: {
            const auto& load = *static_cast<const CubeLoad*>(record);
            return load.src_memory == Hardware::GM ? Pipe::kMte2 : Pipe::kMte1;
        }
        case RecordKind::kCubeFill: {
            const auto& fill = *static_cast<const CubeFill*>(record);
            return fill.memory == Hardware::L1 ? Pipe::kMte2 : Pipe::kMte1;
        }
        case RecordKind::kLoadImage:
            return Pipe::kMte2;
        case RecordKind::kCubeIm2col:
            return Pipe::kMte1;
        case RecordKind::kCubeMmad:
            return Pipe::kM;
        case RecordKind::kCubeFixpipe:
            return HasFixpipe(core.arch) ? Pipe::kFix : Pipe::kV;
        case RecordKind::kSyncRecord:
            return PipeOfNumber(static_cast<const SyncRecord*>(record)->pipe);
        case RecordKind::kFlagEvent: {
            const auto& flag = *static_cast<const FlagEvent*>(record);
            return PipeOfNumber(flag.op == FlagOp::kWait ? flag.other_pipe : flag.pipe);
        }
        default:
            return IsVector(kind) ? Pipe::kV : Pipe::kS;
    }
}

Pipe PipeOfNumber(uint32_t number) {
    switch (number) {
        case PIPE_S:
            return Pipe::kS;
        case PIPE_V:
            return Pipe::kV;
        case PIPE_M:
            return Pipe::kM;
        case PIPE_MTE1:
            return Pipe::kMte1;
        case PIPE_MTE2:
            return Pipe::kMte2;
        case PIPE_MTE3:
            return Pipe::kMte3;
        case PIPE_FIX:
            return Pipe::kFix;
        default:
            return Pipe::kNone;
    }
}

const char* NameOf(Pipe pipe) {
    static const char* const kNames[] = {"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX", ""};
    return kNames[static_cast<int>(pipe)];
}

}  // namespace observe
