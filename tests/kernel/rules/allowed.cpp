// What the device's compiler takes although it resembles what it rejects: from kernels that CANN
// compiled, and from public operators.
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernel_operator.h"
#include "lib/matmul_intf.h"

using namespace AscendC;

#define RATIO(total, count) (static_cast<float>(static_cast<int32_t>(total)) * (count))
#define REGISTERED(value) static_cast<float>(static_cast<int64_t>(value))
#define COPY_TILING(data, tiling)                              \
    GET_TILING_DATA_WITH_STRUCT(Tiling, data##_of_it, tiling); \
    const Tiling* data = &data##_of_it
#define READ_TILING(data, tiling) COPY_TILING(data, tiling)
// As ops-cv: the toolkit's macro has another name, without parameters.
#define REGISTER_ALL(pipe, object) \
    REGIST_MATMUL_OBJ(pipe, GetSysWorkSpacePtr(), object, (TCubeTiling*)nullptr)
#define REGISTER_AGAIN REGISTER_ALL
struct Tiling {
    int32_t rows;
};
using Wide = double;
constexpr uint32_t LANES = 64;
constexpr int Twice(int value) {
    return 2 * value;
}
__host_aicore__ inline int Shared(int value) {
    return value + 1;
}
constexpr float FLT_MAX = 3.402823466e+38F;  // kernel_operator.h does not define it
#ifndef FLT_EPSILON
#define FLT_EPSILON 1e-7f
#endif
int HostOnly(double value) {
    return static_cast<int>(std::pow(value, 2.0));
}

// As pto-isa's headers: members of a class template that nothing mentions, and what they mention.
template <int lane>
struct Counter {
    __aicore__ static inline int Following() { return HostOnly(lane); }  // not Result()
    __aicore__ inline int Result() { return Following(); }
};
__aicore__ inline int CountedNever() {
    return HostOnly(1);
}

// As shmem's functions and kernels, which move values of any type.
__aicore__ inline double Load(__gm__ double* from) {
    return *from;
}
__aicore__ inline void Store(__gm__ double* to, const double value) {
    *to = value;
}
__global__ __aicore__ void Move(__gm__ double* from, __gm__ double* to, const double value) {
    Store(to, Load(from));
    Store(to + 1, value);
    double later = Load(from + 1);
    const double last = from[2];
    later = value;
    to[2] = later;
    Store(to + 3, last);
}
// A function of the host with the name of one of the cores.
extern "C" {
__aicore__ inline void Put(__gm__ int32_t* to, int32_t value) {
    *to = value;
}
void Put(int32_t* to, int32_t value);
}
__aicore__ inline bool IsLess(float value) {
    return __builtin_isless(value, __builtin_inff());  // the compiler declares builtins here
}
__aicore__ inline void PutOne(__gm__ int32_t* to) {
    Put(to, 1);
}

// As shmem's headers, which kernels of TileLang include.
__aicore__ inline double NeverCalled(double value) {
    return value;
}
__aicore__ inline double NeverCalledEither(double value) {
    return NeverCalled(value);
}
__aicore__ inline void Ordered(__gm__ float* from) {
    __asm__ __volatile__("");
    from[0] = 1.0f;
    asm volatile("");
    asm("");
}

template <uint32_t N>
struct Sum {
    static __aicore__ inline float Of(const float* values) {
        if constexpr (N > 1) {
            return values[N - 1] + Sum<N - 1>::Of(values);
        }
        return static_cast<float>(N) * values[0];
    }
};
template <typename T>
__aicore__ inline T First(const T* values) {
    if constexpr (std::is_same_v<T, double>) {
        double value = values[0];
        return value;
    }
    return values[0];
}
template <typename T>
__aicore__ inline float Both(T value, int depth) {
    if constexpr (std::is_same_v<T, float>) {
        return value;
    } else {
        return Both<float>(static_cast<float>(value), depth);
    }
}

// Pointers that a kernel stores in an object itself, as catlass' callbacks are.
struct Callback {
    void const* function{nullptr};
    void (*caller)(void const*){nullptr};

    __aicore__ inline void operator()() const {
        if (function) {
            caller(function);
        }
    }
};
template <typename Function>
__aicore__ inline void CallFunction(void const* function) {
    (*static_cast<Function const*>(function))();
}
template <typename Function>
__aicore__ inline Callback MakeCallback(Function* function) {
    Callback callback;
    callback.function = function;
    callback.caller = &CallFunction<Function>;
    return callback;
}
__aicore__ inline int Next(int value) {
    return value + 1;
}
struct Step {
    int (*of)(int);
};
class Steps {
public:
    __aicore__ inline Steps() : first_(&Next) {}
    __aicore__ inline int Of(int value) { return first_(value) + Step{Next}.of(value); }

private:
    int (*first_)(int);
};

class Pool {
public:
    EXTERN_IMPL_BUFPOOL(Pool, TPosition::VECCALC, 8)
};

class Kernel {
public:
    __aicore__ inline Kernel() = default;
    __aicore__ inline void Run(GM_ADDR x, GM_ADDR tiling, uint32_t count, float factor) {
        GET_TILING_DATA(data, tiling);
        READ_TILING(read, tiling);
        float value = count * factor;
        value += count;
        if constexpr (!std::is_same<Wide, double>::value) {  // of which no code is made
            value = (Wide)0.0;
        } else if constexpr (sizeof(Wide) > 4) {
            value += 1;
        } else {
            value = (Wide)1.0;
        }
        value = static_cast<float>(static_cast<int32_t>(count)) / LANES;
        value = static_cast<float>(LANES) + static_cast<float>(sizeof(float)) + RATIO(count, value);
        bool larger = count > value;
        value = larger ? count : factor;
        int32_t rounded = static_cast<int32_t>(value);
        value = sqrt(value) + FLT_EPSILON + std::numeric_limits<float>::max() - INFINITY - FLT_MAX;
        const uint32_t lanes = LANES * 2;
        value = static_cast<float>(lanes) + REGISTERED(count) + First(values);
        value += std::max(value, 1.0f) + std::numeric_limits<float>::lowest();
        value = sqrt(value) + abs(value) + abs(rounded) + static_cast<float>(sqrt(rounded));
        uint8_t byte = 3;
        rounded += min(rounded, 3) + max(byte, byte) + abs(byte);
        count = min(count, LANES) + min(count, 3u);
        half small = max(static_cast<half>(rounded), static_cast<half>(value));
        constexpr float table[] = {1.0f, 2.0};
        static constexpr int32_t factor_index = 3;
        auto scale = [&](float factor) { return factor * value; };
        Apply(&Kernel::Add, scale(Twice(Shared(factor_index))));
        __gm__ float* values = (__gm__ float*)x + rounded;
        auto bytes = reinterpret_cast<__gm__ const uint8_t*>(values);
        from_.SetGlobalBuffer((__gm__ float*)bytes, static_cast<uint64_t>(count));
        GlobalTensor<Wide> wide;  // an operator of doubles that stores constants
        wide.SetGlobalBuffer((__gm__ Wide*)x, count);
        GM_ADDR addresses[2] = {x, x};  // on the core's own stack, whatever they point to
        count += reinterpret_cast<const uint64_t*>(&addresses[1])[0] == 0;
        wide.SetValue(rounded, (Wide)1);
        LocalTensor<float> tensor = queue_.AllocTensor<float>();
        DataCopy(tensor, from_, LANES);
        Duplicate(tensor, Sum<2>::Of(table) + Both(rounded, 1), 8);
        std::conditional_t<true, float, int> same = -value;
        Muls(tensor, tensor, same, 8);
        tensor.SetValue(0, static_cast<float>(small));
        tensor.SetValue(1, rounded);
        tensor.ReinterpretCast<uint32_t>().SetValue(0, count);
        pool_.Reset();
        auto finish = [&]() { pool_.Reset(); };
        MakeCallback (&finish)();
        rounded = Steps().Of(rounded) + read->rows;
        float half_of_the_stack[4096];
        Take(half_of_the_stack);
    }

private:
    __aicore__ inline void Add(float value) { total_ += value; }
    __aicore__ inline void Take(const float* read) {
        float other_half[4096];
        Add(read[0] + other_half[0]);
    }
    template <typename Function>
    __aicore__ inline void Apply(Function function, float value) {
        (this->*function)(value);
    }
    float total_;
    Pool pool_;
    GlobalTensor<float> from_;
    TQue<TPosition::VECIN, 1> queue_;
};

__aicore__ inline void Products(TPipe* pipe) {
    using Type = matmul::MatmulType<TPosition::GM, CubeFormat::ND, half>;
    matmul::Matmul<Type, Type, Type> object;
    REGISTER_ALL(pipe, object);
    REGISTER_AGAIN(pipe, object);
}
