static constexpr CumSumConfig kFirst = {false, false, true};
static constexpr CumSumConfig kLast = {true, true, false};
template <typename T>
__aicore__ inline void Typed(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    auto last = View<T>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const CumSumInfo info{c.extra[0], c.extra[1]};
    switch (c.op) {
        case 0:
            CumSum<T, kFirst>(dst, last, src, tmp, info);
            break;
        case 1:
            CumSum<T, kLast>(dst, last, src, info);
            break;
        case 4:
            CumSum<T>(dst, last, src, info);
            break;
        default:
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    if (c.op < 2 || c.op == 4) {
        c.type == 0 ? Typed<float>(c) : Typed<half>(c);
        return;
    }
    auto dst = View<int16_t>(0);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    c.op == 2 ? ReduceXorSum<int16_t>(dst, View<int16_t>(16384), View<int16_t>(32768), c.count)
              : ReduceXorSum<int16_t, true>(dst, View<int16_t>(16384), View<int16_t>(32768), tmp,
                                            c.count);
}
