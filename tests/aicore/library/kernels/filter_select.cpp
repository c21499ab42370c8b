template <typename T, typename U, bool newer>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    auto mask = View<U>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const SelectWithBytesMaskShapeInfo info(c.extra[0], c.extra[1], c.extra[2]);
    const T scalar = (T)2.5f;
    if (c.extra[3] != 0)
        newer ? Select<T, U>(dst, scalar, src, mask, tmp, info)
              : SelectWithBytesMask<T, U, false>(dst, scalar, src, mask, tmp, info);
    else
        newer ? Select<T, U>(dst, src, scalar, mask, tmp, info)
              : SelectWithBytesMask<T, U>(dst, src, scalar, mask, tmp, info);
}
template <typename T>
__aicore__ inline void Typed(const Call& c) {
    switch (c.op) {
        case 0:
            One<T, bool, false>(c);
            break;
        case 1:
            One<T, uint8_t, true>(c);
            break;
        case 2:
            One<T, int16_t, false>(c);
            break;
        default:
            One<T, uint32_t, true>(c);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? Typed<float>(c) : Typed<half>(c);
}
