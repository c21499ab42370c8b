template <typename T, bool init, bool finish, TopKMode mode>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(16384);
    auto index = View<int32_t>(32768);
    auto indices = View<int32_t>(40960);
    auto finished = View<bool>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(57344);
    const TopKInfo info{(int32_t)c.extra[0], (int32_t)c.extra[1], (int32_t)c.extra[2]};
    TopkTiling tiling;
    const int32_t k = c.extra[3];
    const bool largest = c.extra[4] != 0;
    c.extra[5] != 0 ? TopK<T, init, finish, false, mode>(dst, index, src, indices, finished, tmp, k,
                                                         tiling, info, largest)
                    : TopK<T, init, finish, false, mode>(dst, index, src, indices, finished, k,
                                                         tiling, info, largest);
}
template <typename T>
__aicore__ inline void Typed(const Call& c) {
    switch (c.op) {
        case 0:
            One<T, false, false, TopKMode::TOPK_NORMAL>(c);
            break;
        case 1:
            One<T, true, true, TopKMode::TOPK_NORMAL>(c);
            break;
        case 2:
            One<T, false, false, TopKMode::TOPK_NSMALL>(c);
            break;
        default:
            One<T, true, false, TopKMode::TOPK_NSMALL>(c);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? Typed<float>(c) : Typed<half>(c);
}
