using namespace AscendC;
struct Data {
    int32_t n[5];
};
constexpr uint64_t BIG = 10000000000000000001UL;
template <typename T>
__aicore__ inline void work(GM_ADDR tiling) {
    GET_TILING_DATA_WITH_STRUCT(Data, data, tiling);
    if (TILING_KEY_IS(BIG)) {
        SyncAll();
    }
    if (TILING_KEY_IS(7)) {
        printf("%d", data.n[0]);
    }
}
extern "C" __global__ __aicore__ void f(GM_ADDR tiling) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    KERNEL_TASK_TYPE(7, KERNEL_TYPE_MIX_AIC_1_2);
    if (TILING_KEY_LIST(8, 9)) {
        return;
    }
    work<float>(tiling);
}
