#include "isa/collective.h"

// Kernels that issue an instruction of every kind, with strides, masks with holes and tails.
using namespace AscendC;
using namespace AscendC::isa;

__aicore__ inline uint8_t* At(Hardware memory, uint32_t offset) {
    return CurrentCore().arenas[static_cast<int>(memory)].base + offset;
}
template <typename T>
__aicore__ inline T* Ub(uint32_t offset) {
    return reinterpret_cast<T*>(At(Hardware::UB, offset));
}

/// Bytes that look random.
__aicore__ inline void Scramble(uint8_t* memory, uint32_t bytes) {
    uint32_t state = 12345;
    for (uint32_t i = 0; i < bytes; ++i) {
        state = state * 1664525 + 1013904223;
        memory[i] = static_cast<uint8_t>(state >> 24);
    }
}

/// Results go after 64 KiB, operands are before.
constexpr uint32_t kOut = 65536;
constexpr VecShape kHoles = {{0xf0f3, 0}, 0, 3, VecMode::kMask};
constexpr VecShape kTail = {{0, 0}, 200, 0, VecMode::kCounter};

__aicore__ inline void Elementwise() {
    const VecOperand dst = Strided(Ub<uint8_t>(kOut), 2, 20);
    const VecOperand a = Strided(Ub<uint8_t>(0), 1, 9);
    const VecOperand b = Strided(Ub<uint8_t>(8192), 3, 30);
    Issue(VecUnary{UnaryOp::kAbs, DType::kF32, false, kHoles, dst, a});
    Issue(VecBinary{BinaryOp::kAdd, DType::kF16, DType::kF16, kTail, dst, a, b, 0.0F});
    Issue(VecBinary{BinaryOp::kMulAddDst, DType::kF32, DType::kF16, kHoles, dst, a, b, 0.0F});
    Issue(VecScalar{ScalarOp::kAxpy, DType::kF32, DType::kF16, false, kTail, dst, a, 0x3c00});
    Issue(VecCast{DType::kI4, DType::kF16, Round::kRint, CountShape(101), Flat(dst.addr), a});
    Issue(VecCastDeq{DType::kI8, DType::kI16, false, true, kHoles, dst, a});
    Issue(VecDuplicate{4, kHoles, dst, 7});
    Issue(VecIndex{DType::kI32, kTail, dst, 3});
    Issue(VecProgression{DType::kF32, 101, dst.addr, ScalarBits(1.0F), ScalarBits(0.5F)});
    Issue(VecCopy{2, kHoles, dst, b});
    Issue(VecBrcb{4, 3, Strided(dst.addr, 2, 17), a.addr});
    Issue(VecBroadcast{2, 3, {3, 5, 7}, {3, 1, 7}, dst.addr, a.addr});
    Issue(VecPad{2, 5, 16, 24, 3, 9, dst.addr, a.addr, 1});
    Issue(VecPadBlocks{2, PadMode::kMirror, true, kHoles, dst, a});
    Issue(VecCompare{Relation::kLT, DType::kF32, false, CountShape(101), dst.addr, a, b, 0});
    Issue(VecSelect{DType::kF32, false, false, kTail, Ub<uint8_t>(96), dst, a, b, 0});
    Issue(VecCompareMask{true, Ub<uint8_t>(64)});
    Issue(VecSelectBytes{DType::kF16, 1, true, 3, 48, 64, dst.addr, a.addr, b.addr, 1});
    Issue(VecDropOut{DType::kF16, true, 3, 41, 8, 2.0F, dst.addr, a.addr, Ub<uint8_t>(64)});
}

__aicore__ inline void Reductions() {
    void* const dst = Ub<uint8_t>(kOut);
    const VecOperand src = Strided(Ub<uint8_t>(0), 2, 17);
    Issue(VecReduce{ReduceOp::kMax, ReduceSpan::kRepeat, ReduceLayout::kValueIndex, DType::kF16,
                    kHoles, dst, 12, src});
    Issue(VecReduce{ReduceOp::kSum, ReduceSpan::kBlock, ReduceLayout::kValue, DType::kF32, kTail,
                    dst, 64, src});
    Issue(VecReduceAll{ReduceOp::kMin, true, SumOrder::kInTurn, DType::kF32, kHoles, dst, src});
    Issue(VecRowSum{DType::kF16, DType::kF32, 5, 32, 21, 0.5F, dst, src.addr});
    Issue(VecReduceAxis{AxisOp::kMax, true, DType::kF32, 5, 21, 24, 1.0F, dst, src.addr});
    Issue(VecCumSum{DType::kF32, false, 5, 16, dst, src.addr, Ub<uint8_t>(kOut + 8192)});
    Issue(VecXorSum{77, Ub<int16_t>(kOut), Ub<int16_t>(0), Ub<int16_t>(4096)});
    Issue(VecQuant{DType::kF16,
                   99,
                   {Ub<half>(4096), 32, 0.0F},
                   {nullptr, 0, 1.0F},
                   Ub<int8_t>(kOut),
                   src.addr});
    Issue(VecDequant{DType::kF16, DType::kU64, 70, 24, 32, 48, true, 0, dst, Ub<int32_t>(0),
                     Ub<uint64_t>(4096)});
    Issue(VecAntiQuant{DType::kI4, DType::kF16, false, true, true, 8, 32, 2, 4, 0, 0, dst, src.addr,
                       Ub<half>(4096), Ub<half>(8192)});
    VecSoftmax softmax = {};
    softmax.kind = SoftmaxKind::kFlashV2;
    softmax.update = true;
    softmax.type = DType::kF16;
    softmax.stat_type = DType::kF32;
    softmax.at = {16, 0, 40, true};
    softmax.dst = dst;
    softmax.src = src.addr;
    softmax.sum = Ub<uint8_t>(kOut + 8192);
    softmax.max = Ub<uint8_t>(kOut + 9216);
    softmax.exp_max = Ub<uint8_t>(kOut + 10240);
    softmax.in_sum = Ub<uint8_t>(8192);
    softmax.in_max = Ub<uint8_t>(9216);
    Issue(softmax);
    Issue(VecSoftmaxGrad{DType::kF16, true, {5, 48, 33, false}, dst, src.addr, Ub<half>(8192)});
    bool has_match = false;
    *Ub<uint32_t>(8192 + 64) = 0xff7fffff;
    Issue(VecSoftmaxAdjust{DType::kF16,
                           DType::kF32,
                           false,
                           {5, 48, 33, false},
                           dst,
                           Ub<uint8_t>(8192),
                           0xff7fffff,
                           0.0F,
                           &has_match});
}

__aicore__ inline void Norms() {
    const NormRows rows = {4, 32, 27};
    uint8_t* const dst = Ub<uint8_t>(kOut);
    uint8_t* const mean = Ub<uint8_t>(kOut + 8192);
    uint8_t* const variance = Ub<uint8_t>(kOut + 9216);
    const uint8_t* const src = Ub<uint8_t>(0);
    const uint8_t* const gamma = Ub<uint8_t>(8192);
    const uint8_t* const beta = Ub<uint8_t>(9216);
    Issue(VecNorm{NormMoments::kOfRow, DType::kF16, DType::kF32, DType::kF32, rows, 0.1F, 1.0F,
                  nullptr, dst, src, gamma, beta, mean, variance, nullptr});
    Issue(VecGroupNorm{DType::kF16, 2, 2, 3, rows, 0.1F, dst, src, gamma, beta, mean, variance});
    Issue(VecBatchNorm{DType::kF32, rows, 0.1F, dst, src, gamma, beta, mean, variance});
    Issue(VecNormGrad{DType::kF32, rows, 0.1F, dst, mean, src, Ub<float>(4096), gamma, beta,
                      Ub<float>(10240)});
    Issue(VecNormGradBeta{DType::kF16, rows, dst, mean, src, Ub<half>(4096)});
    Issue(VecWelfordUpdate{DType::kF16, 64, 41, true, 0.5F, Ub<float>(kOut), Ub<float>(kOut + 1024),
                           Ub<float>(0), Ub<float>(1024), Ub<half>(2048)});
    Issue(VecWelfordFinalize{41, 41, 2.0F, 2.0F, 0.1F, true, 0.1F, Ub<float>(kOut),
                             Ub<float>(kOut + 32), Ub<float>(0), Ub<float>(1024),
                             Ub<int32_t>(2048)});
}

__aicore__ inline void Indexed() {
    void* const dst = Ub<uint8_t>(kOut);
    uint32_t* const offsets = Ub<uint32_t>(32768);
    for (uint32_t i = 0; i < 512; ++i) {
        offsets[i] = i * 7 % 512 * 32;
    }
    const VecOperand strided = Strided(dst, 2, 20);
    Issue(VecGather{4, kHoles, strided, Ub<uint8_t>(0), 64, offsets});
    Issue(VecScatter{2, CountShape(77), Flat(Ub<uint8_t>(0)), dst, 32, offsets});
    Issue(VecGatherBlocks{3, strided, Ub<uint8_t>(0), offsets});
    uint64_t gathered = 0;
    const VecOperand src = Strided(Ub<uint8_t>(0), 2, 20);
    Issue(VecGatherMask{4, 2, 37, 3, 21, 0, dst, src, nullptr, &gathered});
    Issue(VecGatherMask{2, 0, 100, 2, 70, 1, dst, src, Ub<uint8_t>(40960), &gathered});
    VecConv5Hd conv = {2, false, false, 2, 1, 3, {}, {}};
    for (uint32_t i = 0; i < 16; ++i) {
        conv.dst[i] = reinterpret_cast<uint64_t>(Ub<uint8_t>(kOut + i * 128));
        conv.src[i] = reinterpret_cast<uint64_t>(Ub<uint8_t>(i * 160));
    }
    Issue(conv);
    Issue(VecTranspose16{dst, Ub<uint8_t>(0)});
    Issue(VecPermute{2, 3, {3, 5, 7}, {1, 3, 15}, {35, 7, 1}, dst, Ub<uint8_t>(0)});
}

__aicore__ inline void Sorts() {
    void* const dst = Ub<uint8_t>(kOut);
    const void* const src = Ub<uint8_t>(0);
    uint32_t* const indices = Ub<uint32_t>(8192);
    Issue(VecSort32{DType::kF32, 4, dst, src, indices});
    VecMergeSort merge = {DType::kF32,
                          8,
                          0,
                          7,
                          true,
                          1,
                          {32, 32, 20, 0},
                          Ub<uint8_t>(kOut + 8192),
                          {dst, Ub<uint8_t>(kOut + 256), Ub<uint8_t>(kOut + 512), nullptr}};
    Issue(merge);
    Issue(VecExtract{DType::kF32, 33, Ub<uint8_t>(kOut + 16384), Ub<uint32_t>(kOut + 20480), dst});
    Issue(VecSortAll{DType::kF16, true, 75, dst, src, indices});
    Issue(VecTopK{DType::kF32, true, 3, 64, 50, 5, 8, 16, dst, Ub<int32_t>(kOut + 8192), src,
                  Ub<int32_t>(8192), 64, nullptr, 0});
    Issue(VecProposal{2, true, 3, 2, 2, dst, src});
    Issue(VecProposalSort{DType::kF16, 2, 16, dst, src});
}

extern "C" __global__ __aicore__ void vectors(GM_ADDR x) {
    Scramble(At(Hardware::UB, 0), 2 * kOut);
    Elementwise();
    Reductions();
    Norms();
    Indexed();
    Sorts();
    DumpRecord dump = {};
    dump.type = DType::kF32;
    dump.memory = Hardware::UB;
    dump.count = 3;
    dump.data = Ub<float>(0);
    Issue(dump);
    Issue(SyncRecord{SyncOp::kBarrierType, 0, 0, 0, 0, nullptr});
    uint64_t done = 0;
    Issue(CollectiveRecord{CollectiveOp::kFinish, 0, 0, &done});
}
