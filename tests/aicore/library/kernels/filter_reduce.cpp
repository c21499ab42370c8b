template <typename T, typename Axes>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t shape[] = {c.extra[0], c.extra[1]};
    if constexpr (std::is_same_v<T, half>) {
        switch (c.op) {
            HALF_CASES;
            default:
                break;
        }
    } else if constexpr (std::is_same_v<T, uint8_t>) {
        switch (c.op) {
            BYTE_CASES;
            default:
                break;
        }
    } else {
        switch (c.op) {
            FLOAT_CASES;
            default:
                break;
        }
    }
}
template <typename T>
__aicore__ inline void Typed(const Call& c) {
    c.extra[2] != 0 ? One<T, AscendC::Pattern::Reduce::RA>(c)
                    : One<T, AscendC::Pattern::Reduce::AR>(c);
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) {
        case 0:
            Typed<float>(c);
            break;
        case 1:
            Typed<half>(c);
            break;
        default:
            Typed<uint8_t>(c);
            break;
    }
}
