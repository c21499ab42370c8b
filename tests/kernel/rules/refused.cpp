// Every line with a comment "rule:" breaks that rule of the device's compiler, no other line does.
// The conversions are what CANN 8.3's compiler said to recorded kernels; the rest is documented
// (asc-devkit, CPP标准支持/语法限制).
#include <typeinfo>
#include <vector>

#include "kernel_operator.h"

using namespace AscendC;

#define AS_FLOAT(value) static_cast<float>(value)

asm("");           // rule: inline-assembly
__asm__(".text");  // rule: inline-assembly
#define AT_FILE_SCOPE asm(".data")
AT_FILE_SCOPE;                                       // rule: inline-assembly
extern int renamed asm("other_name");                // rule: inline-assembly
__aicore__ int Renamed(int value) asm("OtherName");  // rule: inline-assembly
#define NOTHING() asm volatile("nop")

int Host(int value) {
    return value;
}
__aicore__ inline int Odd(int depth);
__aicore__ inline int Even(int depth) {
    return depth == 0 ? 1 : Odd(depth - 1);  // rule: recursion
}
__aicore__ inline int Odd(int depth) {
    return depth == 0 ? 0 : Even(depth - 1);  // rule: recursion
}
__aicore__ inline int Factorial(int n) {
    return n < 2 ? 1 : n * Factorial(n - 1);  // rule: recursion
}
__aicore__ inline float Mean(float sum, uint32_t count) {
    return sum / static_cast<float>(count);  // rule: unsigned-float-cast
}
__aicore__ inline float Value(uint32_t count) {
    return count;  // rule: unsigned-float-cast
}

namespace elsewhere {
__aicore__ inline int FromC(int value) {
    return value;
}
}  // namespace elsewhere
extern "C" int FromC(int);
namespace {
int FromHere(int value) {
    return value;
}
}  // namespace
__aicore__ inline int CallHost(int value) {
    value = FromC(value);    // rule: host-function
    return FromHere(value);  // rule: host-function
}
template <typename T>
struct Counted {
    __aicore__ static inline T Next(T value) {
        return value + FromHere(2);  // rule: host-function
    }
};

__aicore__ inline double Wider(float value) {
    return value;  // rule: double
}
__aicore__ inline double Wide(float value) {
    return Wider(value);
}
__aicore__ inline bool Compute(double& sum, double value) {
    sum += value;            // rule: double
    sum = sum * value;       // rule: double
    float narrow = value;    // rule: double
    return value < 2 * sum;  // rule: double
}

class Kernel {
public:
    __aicore__ inline Kernel() {}
    __aicore__ virtual ~Kernel() {}   // rule: virtual
    __aicore__ virtual void Run() {}  // rule: virtual
    __aicore__ inline void Conversions(uint32_t count, float factor) {
        float first = count;                            // rule: unsigned-float-cast
        first = count;                                  // rule: unsigned-float-cast
        first = (float)(count % size_);                 // rule: unsigned-float-cast
        first = float(bytes_);                          // rule: unsigned-float-cast
        Take(count);                                    // rule: unsigned-float-cast
        uint32_t second = factor;                       // rule: unsigned-float-cast
        second = (uint32_t)(count * factor);            // rule: unsigned-float-cast
        uint64_t third = static_cast<uint64_t>(first);  // rule: unsigned-float-cast
        first = AS_FLOAT(count);                        // rule: unsigned-float-cast
        const uint32_t constant = count / 2;
        first = static_cast<float>(constant);                  // rule: unsigned-float-cast
        first = static_cast<float>(kept_.GetSize());           // rule: unsigned-float-cast
        half small = static_cast<half>(count);                 // rule: unsigned-float-cast
        kept_.SetValue(0, count);                              // rule: unsigned-float-cast
        kept_.ReinterpretCast<uint32_t>().SetValue(0, first);  // rule: unsigned-float-cast
        Use(small);
        int16_t narrow[] = {second, third};  // rule: narrowing, narrowing
        Use(narrow);
    }
    __aicore__ inline void Library(float value) {
        Take(sqrtf(value));                 // rule: host-library
        Take(std::exp(value));              // rule: host-library
        Take(__builtin_powf(value, 2.0f));  // rule: host-library
        Take(floor(value));                 // rule: host-library
        Take(numbers_.size());              // rule: host-library, unsigned-float-cast
        memcpy(&total_, &value, 1);         // rule: host-library
        Take(sqrt(2.0));                    // rule: ambiguous-call
        Take(sqrt(size_));                  // rule: ambiguous-call
        Take(M_PI);                         // rule: missing-header
        Take(std::isnan(value));            // rule: missing-header
        Use(Host(3));                       // rule: host-function
        Use(CallHost(4));
        Take(-INFINITY);                          // rule: missing-header
        Take(std::numeric_limits<float>::max());  // rule: missing-header
        std::vector<int> numbers;                 // rule: cpp-library
        double wide = Wide(1.0f);
        double half_of_it = 0.5;                // rule: double
        double none;                            // rule: double
        double wider = value;                   // rule: double
        double twice = wide * 2;                // rule: double
        total_ = half_of_it > none;             // rule: double
        total_ = Compute(wide, twice + wider);  // rule: double
        total_ = Compute(wide, wide);
        total_ = (double)value > wide;  // rule: double
        if constexpr (sizeof(float) == 4) {
            total_ = (double)value > 1;  // rule: double
        }
    }
    __aicore__ inline void Language(GM_ADDR x, __gm__ float* y) {
        int* memory = new int;          // rule: dynamic-memory
        delete memory;                  // rule: dynamic-memory
        static int calls = 0;           // rule: static-variable
        thread_local int launches = 0;  // rule: static-variable
        Use(launches);
        try {             // rule: exceptions
            throw calls;  // rule: exceptions
        } catch (int) {
        }
        Use(&typeid(*this));                      // rule: rtti
        float* plain = (float*)x;                 // rule: address-space
        plain = reinterpret_cast<float*>(y + 4);  // rule: address-space
        void* any = (void*)x;                     // rule: address-space
        float* converted = y;                     // rule: address-space
        Read(y);                                  // rule: address-space
        Use(any);
        Use(converted);
        Use(plain);
        callback_(1);  // rule: function-pointer
        if (compared_ == nullptr) {
            compared_(1);  // rule: function-pointer
        }
        given_ = callback_;
        given_(1);  // rule: function-pointer
    }
    __aicore__ inline void Blocks(uint32_t block_num) {  // rule: macro-name
        Use(block_num);
    }
    __aicore__ inline void Arrays() {
        float first[4096];
        half table[128][65];  // rule: kernel-stack
        Read(first);
        Use(table);
    }
    template <typename T>
    __aicore__ inline void Assembly(T value) {
        Use(Counted<T>::Next(value));
        asm volatile("" : "+r"(value));                        // rule: inline-assembly
        __asm__("nop");                                        // rule: inline-assembly
        __asm("nop");                                          // rule: inline-assembly
        NOTHING();                                             // rule: inline-assembly
        auto inside = [&] { asm volatile("" ::: "memory"); };  // rule: inline-assembly
        register int fixed asm("eax") = 1;                     // rule: inline-assembly
        Use(fixed);
    }
    __aicore__ inline void Copies(GlobalTensor<float>& from) {
        __gm__ float* data = from.Data();  // rule: missing-member
        Use(data);
        DataCopy(kept_, from, 8);  // rule: tensor-in-class
        LocalTensor<float> same = kept_;
        DataCopy(same, from, 8);  // rule: tensor-in-class
    }

private:
    template <typename T>
    __aicore__ inline void Use(T) {}
    __aicore__ inline void Take(float) {}
    __aicore__ inline void Read(const float*) {}
    std::vector<int> numbers_;  // rule: cpp-library
    bool total_;
    uint32_t size_;
    uint8_t bytes_;
    int (*callback_)(int);
    int (*compared_)(int);
    int (*given_)(int);
    LocalTensor<float> kept_;
};
