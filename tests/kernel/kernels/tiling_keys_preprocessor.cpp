#include "kernel_operator.h"
#include "part.h"

#if TILING_KEY_VAR == 70
#include "seventy.h"
#endif
template <typename T>
struct Value {  // the same name, another meaning for each key
    static int& Get() {
        static int value = VALUE;
        return value;
    }
#if TILING_KEY_VAR == 3
    static constexpr int VALUE = 30;
#else
    static constexpr int VALUE = PART;
#endif
};
inline __attribute__((noinline)) int Twice() {
    return 2 * Value<int>::Get();
}
extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {
    TILING_KEY_IS(3);
    TILING_KEY_IS(70);
    TILING_KEY_IS(71);
#if (TILING_KEY_VAR == 3)
    KERNEL_TASK_TYPE(3, KERNEL_TYPE_MIX_AIV_1_0);
    z[0] = Twice();
#elif TILING_KEY_VAR == 70
    z[0] = Twice() + SEVENTY;
#else
    z[0] = Twice() + 1;
#endif
    z[1] = TILING_KEY_IS(71);
}
