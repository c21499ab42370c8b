// What the faulty kernels share. A kernel has two forms: FAULTY(...) is in one, REPAIRED(...) in
// the other, and `// FAULT: kind` marks the line that a sanitizer run has to name.
#pragma once
#include "kernel_operator.h"

using namespace AscendC;

template <typename T>
__aicore__ inline GlobalTensor<T> Global(GM_ADDR address, uint32_t count) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer((__gm__ T*)address, count);
    return tensor;
}

/// The second pipe of the event waits for what the first one has done so far.
template <HardEvent event>
__aicore__ inline void Wait() {
    SetFlag<event>(EVENT_ID0);
    WaitFlag<event>(EVENT_ID0);
}

/// What was computed leaves through its queue.
template <typename Queue, typename T>
__aicore__ inline void CopyOut(Queue& out, LocalTensor<T> tensor, GM_ADDR to, uint32_t count) {
    out.EnQue(tensor);
    tensor = out.template DeQue<T>();
    DataCopy(Global<T>(to, count), tensor, count);
    out.FreeTensor(tensor);
}

// The matrices of the cube kernels: 32 x 32, of half.
constexpr uint32_t kSide = 32, kMatrix = kSide * kSide;

__aicore__ inline void CopyMatrix(const LocalTensor<half>& l1, GM_ADDR from) {
    DataCopy(l1, Global<half>(from, kMatrix), Nd2NzParams(1, kSide, kSide, 0, kSide, kSide, 1, 0));
}

/// Rows of 16 of the left matrix, from L1 to L0A.
__aicore__ inline void LoadLeft(const LocalTensor<half>& l0, const LocalTensor<half>& l1) {
    for (uint32_t i = 0; i < 2; ++i) {
        LoadData(l0[i * 512], l1[i * 256], LoadData2DParams(0, 2, 2, 0, 0, false, 0));
    }
}

/// Rows of 16 of the right matrix, from L1 to L0B.
__aicore__ inline void LoadRight(const LocalTensor<half>& l0, const LocalTensor<half>& l1) {
    for (uint32_t i = 0; i < 2; ++i) {
        LoadData(l0[i * 512], l1[i * 256], LoadData2DParams(0, 2, 2, 0, 0, true, 0));
    }
}

/// Both matrices, to L1.
__aicore__ inline void CopyMatrices(const LocalTensor<half>& a, const LocalTensor<half>& b,
                                    GM_ADDR left, GM_ADDR right) {
    CopyMatrix(a, left);
    CopyMatrix(b, right);
    Wait<HardEvent::MTE2_MTE1>();
}

/// Both matrices, from L1 to where the cube reads them.
__aicore__ inline void LoadMatrices(const LocalTensor<half>& left, const LocalTensor<half>& right,
                                    const LocalTensor<half>& a, const LocalTensor<half>& b) {
    LoadLeft(left, a);
    LoadRight(right, b);
    Wait<HardEvent::MTE1_M>();
}

/// The product leaves L0C for global memory.
__aicore__ inline void StoreMatrix(GM_ADDR to, const LocalTensor<float>& l0c) {
    Fixpipe(Global<float>(to, kMatrix), l0c, FixpipeParamsV220(kSide, kSide, kSide, kSide, false));
}

/// The product, through L0C to global memory.
__aicore__ inline void MultiplyMatrices(GM_ADDR to, const LocalTensor<float>& l0c,
                                        const LocalTensor<half>& left,
                                        const LocalTensor<half>& right) {
    Mmad(l0c, left, right, MmadParams(kSide, kSide, kSide, 0, false, true));
    Wait<HardEvent::M_FIX>();
    StoreMatrix(to, l0c);
}

/// Buffers of a product on one cube core; their sizes are given in bytes.
struct CubeBuffers {
    __aicore__ inline CubeBuffers(uint32_t l1 = kMatrix * 2, uint32_t left = kMatrix * 2,
                                  uint32_t right = kMatrix * 2, uint32_t result = kMatrix * 4) {
        pipe.InitBuffer(l1_a, kMatrix * 2);
        pipe.InitBuffer(l1_b, l1);
        pipe.InitBuffer(l0_a, left);
        pipe.InitBuffer(l0_b, right);
        pipe.InitBuffer(l0_c, result);
    }
    struct Five {
        LocalTensor<half> a1, b1, a2, b2;
        LocalTensor<float> c;
    };
    __aicore__ inline Five Tensors() {
        return {l1_a.Get<half>(), l1_b.Get<half>(), l0_a.Get<half>(), l0_b.Get<half>(),
                l0_c.Get<float>()};
    }
    TPipe pipe;
    TBuf<TPosition::A1> l1_a;
    TBuf<TPosition::B1> l1_b;
    TBuf<TPosition::A2> l0_a;
    TBuf<TPosition::B2> l0_b;
    TBuf<TPosition::CO1> l0_c;
};

/// The product of two matrices, on the cube core.
__aicore__ inline void Product(CubeBuffers& buffers, GM_ADDR to, GM_ADDR left, GM_ADDR right) {
    auto [a1, b1, a2, b2, c] = buffers.Tensors();
    CopyMatrices(a1, b1, left, right);
    LoadMatrices(a2, b2, a1, b1);
    MultiplyMatrices(to, c, a2, b2);
}

/// The same, with all pipes at rest in the end: the TPipe waits for them when it goes.
__aicore__ inline void Product(GM_ADDR to, GM_ADDR left, GM_ADDR right) {
    CubeBuffers buffers;
    Product(buffers, to, left, right);
}

/// Half of a matrix of float, on one of a group's two vector cores.
struct VectorHalf {
    static constexpr uint32_t kCount = kMatrix / 2;
    __aicore__ inline VectorHalf() {
        pipe.InitBuffer(scratch, kCount * sizeof(float));
        buffer = scratch.Get<float>();
    }
    __aicore__ inline GlobalTensor<float> Of(GM_ADDR matrix) {
        return Global<float>(matrix, kMatrix)[GetSubBlockIdx() * kCount];
    }
    __aicore__ inline void ReluTo(GM_ADDR matrix) {
        Wait<HardEvent::MTE2_V>();
        Relu(buffer, buffer, kCount);
        Wait<HardEvent::V_MTE3>();
        DataCopy(Of(matrix), buffer, kCount);
    }
    TPipe pipe;
    TBuf<TPosition::VECCALC> scratch;
    LocalTensor<float> buffer;
};
