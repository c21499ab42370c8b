// A sum with two tunable annotations; `main` is what autotune_v2 runs.
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "kernel_operator.h"

struct Sizes {
    uint32_t total;
    uint32_t unused;
};

template <typename T>
class Sum {
public:
    __aicore__ inline void Run(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t total) {
        constexpr uint32_t TILE = 128;  // tunable
        const uint32_t length = total / AscendC::GetBlockNum();
        const uint32_t start = length * AscendC::GetBlockIdx();
        x_.SetGlobalBuffer((__gm__ T*)x + start, length);
        y_.SetGlobalBuffer((__gm__ T*)y + start, length);
        z_.SetGlobalBuffer((__gm__ T*)z + start, length);
        pipe_.InitBuffer(in_, kBuffers, 2 * TILE * sizeof(T));
        pipe_.InitBuffer(out_, kBuffers, TILE * sizeof(T));
        for (uint32_t i = 0; i < length; i += TILE) {
            AscendC::LocalTensor<T> in = in_.template AllocTensor<T>();
            AscendC::DataCopy(in, x_[i], TILE);
            AscendC::DataCopy(in[TILE], y_[i], TILE);
            in_.EnQue(in);
            in = in_.template DeQue<T>();
            AscendC::LocalTensor<T> out = out_.template AllocTensor<T>();
            AscendC::Add(out, in, in[TILE], TILE);
            in_.FreeTensor(in);
            out_.EnQue(out);
            out = out_.template DeQue<T>();
            AscendC::DataCopy(z_[i], out, TILE);
            out_.FreeTensor(out);
        }
    }

private:
    // clang-format off: a value that replaces a line
    static constexpr int kBuffers =
        1  // tunable: Buffers
        ;
    // clang-format on
    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::QuePosition::VECIN, 2> in_;
    AscendC::TQue<AscendC::QuePosition::VECOUT, 2> out_;
    AscendC::GlobalTensor<T> x_, y_, z_;
};

template <typename T>
__global__ __aicore__ void add(GM_ADDR x, GM_ADDR y, GM_ADDR z, Sizes sizes) {
    Sum<T>().Run(x, y, z, sizes.total);
}

int main(int argc, char** argv) {
    const uint32_t count = argc > 1 ? std::atoi(argv[1]) : 2048;
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint8_t* memory[3];
    for (uint8_t*& each : memory) {
        aclrtMalloc(reinterpret_cast<void**>(&each), count * 2, ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemset(each, count * 2, 0, count * 2);
    }
    add<half><<<2, nullptr, nullptr>>>(memory[0], memory[1], memory[2], Sizes{count, 0});
    const int failed = aclrtSynchronizeDevice();
    aclFinalize();
    return failed;
}
