// Objects of the kernel language for gdb to print. The test stops at each line with `stop`.
#include "kernel_operator.h"

using namespace AscendC;

namespace {

alignas(64) uint8_t unified[4096];
alignas(64) uint8_t global[256];

void Stop() {
    asm volatile("" ::: "memory");
}

isa::Core MakeCore() {
    isa::Core core = {};
    core.arch = 220;
    core.core_type = AIV;
    for (isa::Arena& arena : core.arenas) {
        arena = {unified, sizeof(unified)};
    }
    return core;
}

template <typename T>
LocalTensor<T> Filled(uint32_t begin, std::initializer_list<float> values) {
    LocalTensor<T> tensor(TPosition::VECCALC, begin, static_cast<uint32_t>(values.size()));
    uint32_t index = 0;
    for (float value : values) {
        tensor.SetValue(index++, static_cast<T>(value));
    }
    return tensor;
}

struct Pair {
    int16_t first;
    int16_t second;
};
enum class Colour : uint8_t { kRed, kBlue };

struct OwnTrait : TensorTrait<half, TPosition::VECIN> {};

void ElementTypes() {
    auto f32 = Filled<float>(0, {1.5f, -2.0f, 3.0f});
    auto f64 = Filled<double>(64, {0.25f, 1e6f});
    auto f16 = Filled<half>(128, {0.5f, 65504.0f});
    auto bf16 = Filled<bfloat16_t>(192, {-1.0f, 256.0f});
    auto i4 = Filled<int4b_t>(256, {-8.0f, 7.0f, -1.0f, 0.0f});
    auto i8 = Filled<int8_t>(320, {-128.0f, 127.0f});
    auto u8 = Filled<uint8_t>(384, {0.0f, 255.0f});
    auto i16 = Filled<int16_t>(448, {-32768.0f, 2.0f});
    auto u16 = Filled<uint16_t>(512, {65535.0f, 2.0f});
    auto i32 = Filled<int32_t>(576, {-7.0f, 8.0f});
    auto u32 = Filled<uint32_t>(640, {7.0f, 8.0f});
    auto i64 = Filled<int64_t>(704, {-9.0f, 10.0f});
    auto u64 = Filled<uint64_t>(768, {9.0f, 10.0f});
    auto longs = Filled<long long>(832, {-11.0f, 12.0f});
    auto bools = Filled<bool>(896, {1.0f, 0.0f});
    LocalTensor<Pair> pairs(TPosition::VECCALC, 960, 2);
    pairs.SetValue(0, Pair{1, 2});
    pairs.SetValue(1, Pair{3, 4});
    LocalTensor<Colour> colours(TPosition::VECCALC, 1024, 1);
    colours.SetValue(0, Colour::kBlue);
    LocalTensor<TensorTrait<float>> trait(TPosition::VECIN, 0, 2);
    LocalTensor<OwnTrait> derived_trait(TPosition::VECIN, 128, 2);
    LocalTensor<float> many(TPosition::VECOUT, 0, 16);
    half one_half = 0.5f;
    bfloat16_t one_bfloat16 = -1.0f;
    int4b_t one_int4 = -3;
    Stop();  // stop: element types
}

void GlobalTensors() {
    reinterpret_cast<float*>(global)[0] = 4.5f;
    reinterpret_cast<float*>(global)[1] = 5.5f;
    GlobalTensor<float> sized, open, empty;
    sized.SetGlobalBuffer(reinterpret_cast<float*>(global), 2);
    open.SetGlobalBuffer(reinterpret_cast<float*>(global));
    GlobalTensor<TensorTrait<half>> trait;
    trait.SetGlobalBuffer(reinterpret_cast<half*>(global) + 1, 1);
    GlobalTensor<int4b_t> nibbles;
    nibbles.SetGlobalBuffer(reinterpret_cast<int4b_t*>(global + 3), 2);
    GlobalTensor<float> unmapped;
    unmapped.SetGlobalBuffer(reinterpret_cast<float*>(16), 4);
    Stop();  // stop: global tensors
}

template <typename T, typename Queue>
void ByReference(const LocalTensor<T>& tensor, LocalTensor<T>&& moved, Queue& queue,
                 const LocalTensor<T>* pointer, const Queue* queue_pointer, LocalTensor<T>* null,
                 const TBuf<TPosition::VECCALC>& buffer, const GlobalTensor<T>& view,
                 const TPipe* pipe) {
    Stop();  // stop: references
}

struct Uninitialized {
    uint8_t bytes[sizeof(TQue<TPosition::VECIN, 2>)];
};

void Queues() {
    TPipe pipe;
    TQue<TPosition::VECIN, 2> in;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 1> bind;
    TQue<TPosition::VECOUT, 1> without;
    TBuf<TPosition::VECCALC> buffer, bare;
    TBufPool<TPosition::VECCALC> pool;
    TBuf<TPosition::VECCALC> pooled;
    pipe.InitBuffer(in, 2, 64);
    pipe.InitBuffer(bind, 1, 32);
    pipe.InitBuffer(buffer, 96);
    pipe.InitBufPool(pool, 128);
    pool.InitBuffer(pooled, 32);
    LocalTensor<float> first = in.AllocTensor<float>();
    first.SetValue(0, 6.5f);
    in.EnQue(first);
    const LocalTensor<float> constant = in.DeQue<float>();
    LocalTensor<float> second = in.AllocTensor<float>();
    in.EnQue(second);
    LocalTensor<float> moved = constant;
    LocalTensor<float> empty;
    GlobalTensor<float> view;
    view.SetGlobalBuffer(reinterpret_cast<float*>(global), 2);
    ByReference(constant, std::move(moved), in, &constant, &in,
                static_cast<LocalTensor<float>*>(nullptr), buffer, view, &pipe);
    // What a debugger sees before a constructor has run.
    Uninitialized raw;
    std::memset(&raw, 0xa5, sizeof(raw));
    auto& garbage_queue = reinterpret_cast<TQue<TPosition::VECIN, 2>&>(raw);
    auto& garbage_tensor = reinterpret_cast<LocalTensor<half>&>(raw);
    auto& garbage_buffer = reinterpret_cast<TBuf<TPosition::VECCALC>&>(raw);
    Stop();  // stop: queues
}

}  // namespace

int main() {
    isa::Core core = MakeCore();
    ascendc_current_core = &core;
    ElementTypes();
    GlobalTensors();
    Queues();
    return 0;
}
