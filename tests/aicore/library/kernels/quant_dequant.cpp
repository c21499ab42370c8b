template <typename D, typename S>
__aicore__ inline void One(const Call& c) {
    auto dst = View<D>(0);
    auto src = View<int32_t>(16384);
    auto scale = View<S>(40960);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    DequantParams params{c.extra[0], c.extra[1], c.extra[2]};
    switch (c.op) {
        case 0:
            AscendDequant<D, S>(dst, src, scale, params);
            break;
        case 1:
            AscendDequant<D, S, DeQuantMode::DEQUANT_WITH_MULTI_ROW>(dst, src, scale, tmp, params);
            break;
        case 2:
            if constexpr (sizeof(S) < 8)
                AscendDequant<D, S>(dst, src, scale.GetValue(0), tmp, params);
            break;
        case 3:
            scale.SetSize(c.extra[2]);
            AscendDequant<D, S>(dst, src, scale, c.extra[3]);
            break;
        default:
            scale.SetSize(c.extra[2]);
            src.SetSize(c.extra[3]);
            AscendDequant<D, S>(dst, src, scale, tmp);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) {
        case 0:
            One<half, uint64_t>(c);
            break;
        case 1:
            One<float, float>(c);
            break;
        case 2:
            One<bfloat16_t, bfloat16_t>(c);
            break;
        default:
            One<float, bfloat16_t>(c);
            break;
    }
}
