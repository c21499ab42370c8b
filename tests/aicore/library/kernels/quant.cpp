template <typename T>
__aicore__ inline void One(const Call& c) {
    auto dst = View<int8_t>(0);
    auto src = View<T>(16384);
    auto scale = View<T>(40960);
    auto offset = View<T>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t n = c.extra[0], count = c.extra[1];
    src.SetSize(n);
    scale.SetSize(count);
    offset.SetSize(count);
    switch (c.op) {
        case 0:
            AscendQuant<T>(dst, src, 3.1f, -1.7f, n);
            break;
        case 1:
            AscendQuant<T>(dst, src, tmp, 3.1f, -1.7f);
            break;
        case 2:
            AscendQuant<T>(dst, src, scale, (T)-1.7f, count, n);
            break;
        case 3:
            AscendQuant<T>(dst, src, tmp, scale, (T)-1.7f);
            break;
        case 4:
            AscendQuant<T>(dst, src, tmp, scale, offset, count, count, n);
            break;
        default:
            AscendQuant<T>(dst, src, scale, offset);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? One<float>(c) : One<half>(c);
}
