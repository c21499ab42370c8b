struct Data {
    int32_t value;
};
namespace other {
struct Data {
    int32_t pad, value;
};
}  // namespace other
template <int D, uint32_t N, bool SPLIT>
__global__ __aicore__ void sum(GM_ADDR out) {
    REGISTER_TILING_DEFAULT(Data);
    if constexpr (D == C_DT_FLOAT16 && N == 10) {
        GET_TILING_DATA_WITH_STRUCT(other::Data, data, out);
    } else {
        GET_TILING_DATA(data, out);
    }
    int32_t* p = (int32_t*)out;
    p[0] = D;
    p[1] = N;
    p[2] = SPLIT;
}
