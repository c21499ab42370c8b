template <typename T>
__aicore__ inline void Typed(const Call& c) {
    auto d = View<T>(0);
    auto a = View<T>(16384);
    auto b = View<T>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t n = c.count;
    switch (c.op) {
        case 0:
            Swish<T>(d, a, n, (T)1.5f);
            break;
        case 1:
            FasterGeluV2<T>(d, a, n);
            break;
        case 2:
            FasterGeluV2<T, true, true>(d, a, tmp, n);
            break;
        case 3:
            GeGLU<T>(d, a, b, n);
            break;
        case 4:
            GeGLU<T, true>(d, a, b, tmp, n);
            break;
        case 5:
            ReGlu<T>(d, a, b, n);
            break;
        case 6:
            ReGlu<T>(d, a, b, tmp, n);
            break;
        case 7:
            ClampMax<T>(d, a, (T)0.5f, n);
            break;
        case 8:
            ClampMin<T>(d, a, tmp, (T)0.5f, n);
            break;
        case 9:
            Exp<T, 10>(d, a, n);
            break;
        case 10:
            Exp<T, 0, true>(d, a, tmp, n);
            break;
        case 11:
            Power<T>(d, a, (T)2.0f, n);
            break;
        case 12:
            Power<T>(d, (T)2.0f, a, tmp, n);
            break;
        case 13:
            Silu<T>(d, a, n);
            break;
        default:
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? Typed<float>(c) : Typed<half>(c);
}
