// What the kernels of this folder share: the examples of examples/asc, written by hand.
#pragma once

#include "kernel_operator.h"

constexpr int32_t BUFFERS = 2;

/// Copies a tiling structure out of global memory.
template <typename T>
__aicore__ inline void CopyTiling(T* tiling, GM_ADDR source) {
    auto to = reinterpret_cast<uint32_t*>(tiling);
    auto from = reinterpret_cast<__gm__ uint32_t*>(source);
    for (uint32_t i = 0; i < sizeof(T) / sizeof(uint32_t); ++i) {
        to[i] = from[i];
    }
}

/// Takes this core's tiles of one or two inputs through `compute` to an output, twice buffered.
template <typename In, typename Out>
class Tiles {
public:
    __aicore__ inline Tiles(AscendC::TPipe& pipe, GM_ADDR x, GM_ADDR y, int32_t tile, int32_t tiles)
        : tile(tile), tiles(tiles) {
        const int32_t begin = AscendC::GetBlockIdx() * tiles * tile;
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ In*>(x) + begin);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ Out*>(y) + begin);
        pipe.InitBuffer(xQueue, BUFFERS, tile * sizeof(In));
        pipe.InitBuffer(yQueue, BUFFERS, tile * sizeof(Out));
    }

    /// `compute(y, x)` fills a tile.
    template <typename Compute>
    __aicore__ inline void Process(const Compute& compute) {
        for (int32_t i = 0; i < tiles; ++i) {
            CopyIn(i);
            auto x = xQueue.template DeQue<In>();
            auto y = yQueue.template AllocTensor<Out>();
            compute(y, x);
            yQueue.EnQue(y);
            xQueue.FreeTensor(x);
            CopyOut(i);
        }
    }

private:
    __aicore__ inline void CopyIn(int32_t i) {
        auto x = xQueue.template AllocTensor<In>();
        AscendC::DataCopy(x, xGm[i * tile], tile);
        xQueue.EnQue(x);
    }

    __aicore__ inline void CopyOut(int32_t i) {
        auto y = yQueue.template DeQue<Out>();
        AscendC::DataCopy(yGm[i * tile], y, tile);
        yQueue.FreeTensor(y);
    }

    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> xQueue;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFERS> yQueue;
    AscendC::GlobalTensor<In> xGm;
    AscendC::GlobalTensor<Out> yGm;
    int32_t tile;
    int32_t tiles;
};

/// The same with two inputs of the outputs' type.
template <typename T>
class PairsOfTiles {
public:
    __aicore__ inline PairsOfTiles(AscendC::TPipe& pipe, GM_ADDR x, GM_ADDR y, GM_ADDR z,
                                   int32_t tile, int32_t tiles)
        : tile(tile), tiles(tiles) {
        const int32_t begin = AscendC::GetBlockIdx() * tiles * tile;
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(x) + begin);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(y) + begin);
        zGm.SetGlobalBuffer(reinterpret_cast<__gm__ T*>(z) + begin);
        pipe.InitBuffer(xQueue, BUFFERS, tile * sizeof(T));
        pipe.InitBuffer(yQueue, BUFFERS, tile * sizeof(T));
        pipe.InitBuffer(zQueue, BUFFERS, tile * sizeof(T));
    }

    /// `compute(z, x, y)` fills a tile.
    template <typename Compute>
    __aicore__ inline void Process(const Compute& compute) {
        for (int32_t i = 0; i < tiles; ++i) {
            CopyIn(i);
            auto x = xQueue.template DeQue<T>();
            auto y = yQueue.template DeQue<T>();
            auto z = zQueue.template AllocTensor<T>();
            compute(z, x, y);
            zQueue.EnQue(z);
            xQueue.FreeTensor(x);
            yQueue.FreeTensor(y);
            CopyOut(i);
        }
    }

private:
    __aicore__ inline void CopyIn(int32_t i) {
        auto x = xQueue.template AllocTensor<T>();
        auto y = yQueue.template AllocTensor<T>();
        AscendC::DataCopy(x, xGm[i * tile], tile);
        AscendC::DataCopy(y, yGm[i * tile], tile);
        xQueue.EnQue(x);
        yQueue.EnQue(y);
    }

    __aicore__ inline void CopyOut(int32_t i) {
        auto z = zQueue.template DeQue<T>();
        AscendC::DataCopy(zGm[i * tile], z, tile);
        zQueue.FreeTensor(z);
    }

    AscendC::TQue<AscendC::TPosition::VECIN, BUFFERS> xQueue, yQueue;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFERS> zQueue;
    AscendC::GlobalTensor<T> xGm, yGm, zGm;
    int32_t tile;
    int32_t tiles;
};
