template <typename T>
__aicore__ inline void Bits(const Call& c) {
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    auto d = View<T>(0);
    auto a = View<T>(16384);
    auto b = View<T>(32768);
    c.op == 0 ? Xor<T>(d, a, b, c.count) : Xor<T, true>(d, a, b, tmp, c.count);
}
template <typename T>
__aicore__ inline void Spread(const Call& c) {
    const uint32_t to[2] = {c.extra[0], c.extra[1]};
    const uint32_t from[2] = {c.extra[2], c.extra[3]};
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    c.op == 2 ? Broadcast<T, 2, 0>(View<T>(0), View<T>(16384), to, from, tmp)
              : BroadCast<T, 2, 1>(View<T>(0), View<T>(16384), to, from);
}
template <typename T>
__aicore__ inline void Count(const Call& c) {
    c.op == 4 ? ArithProgression<T>(View<T>(0), (T)-3, (T)2, c.count)
              : Arange<T>(View<T>(0), (T)-3, (T)2, c.count);
}
__aicore__ inline void Run(const Call& c) {
    if (c.op < 2) {
        c.type == 0 ? Bits<int16_t>(c) : Bits<uint16_t>(c);
    } else if (c.op < 4) {
        switch (c.type) {
            case 0:
                Spread<float>(c);
                break;
            case 1:
                Spread<half>(c);
                break;
            default:
                Spread<int8_t>(c);
                break;
        }
    } else {
        switch (c.type) {
            case 0:
                Count<int32_t>(c);
                break;
            case 1:
                Count<half>(c);
                break;
            case 2:
                Count<int16_t>(c);
                break;
            default:
                Count<float>(c);
                break;
        }
    }
}
