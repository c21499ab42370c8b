template <typename T, typename S, bool nz>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(8192);
    auto second = View<T>(16384);
    auto sum = View<S>(24576);
    auto max = View<S>(28672);
    auto factor = View<T>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const bool has_scratch = c.extra[3] != 0;
    SoftMaxTiling tiling;
    LogSoftMaxTiling log;
    tiling.srcM = log.srcM = c.extra[0];
    tiling.srcK = log.srcK = c.extra[1];
    const SoftMaxShapeInfo shape{c.extra[0], c.extra[1], c.extra[0], c.extra[2]};
    static constexpr SoftmaxConfig kSingle = {true, 0, 0, SoftmaxMode::SOFTMAX_OUTPUT_WITHOUT_BRC};
    switch (c.op) {
        case 0:
            has_scratch ? SoftMax<T, false, false, nz>(dst, sum, max, src, tmp, tiling, shape)
                        : SoftMax<T, false, false, nz>(dst, sum, max, src, tiling, shape);
            break;
        case 1:
            has_scratch ? SimpleSoftMax<T, false, false, nz>(dst, sum, max, src, tmp, tiling, shape)
                        : SimpleSoftMax<T, false, false, nz>(dst, sum, max, src, tiling, shape);
            break;
        case 2:
            has_scratch ? SoftMax<T>(dst, src, tmp, tiling, shape)
                        : SoftMax<T>(dst, src, tiling, shape);
            break;
        case 3:
            if constexpr (sizeof(S) == sizeof(T))
                LogSoftMax<T, false, nz>(dst, sum, max, src, tmp, log, shape);
            break;
        case 4:
            SoftmaxFlash<T>(dst, sum, max, src, factor, sum, max, tiling, false, shape);
            has_scratch
                ? SoftmaxFlash<T>(dst, sum, max, second, factor, sum, max, tmp, tiling, true, shape)
                : SoftmaxFlash<T>(dst, sum, max, second, factor, sum, max, tiling, true, shape);
            break;
        case 5:
            SoftmaxFlashV2<T, false, false, false, nz>(dst, sum, max, src, factor, sum, max, tiling,
                                                       shape);
            has_scratch ? SoftmaxFlashV2<T, true, false, false, nz>(dst, sum, max, second, factor,
                                                                    sum, max, tmp, tiling, shape)
                        : SoftmaxFlashV2<T, true, false, false, nz>(dst, sum, max, second, factor,
                                                                    sum, max, tiling, shape);
            break;
        case 6:
            has_scratch ? SoftmaxGrad<T, false, nz>(dst, src, second, tmp, tiling, false, shape)
                        : SoftmaxGrad<T, false, nz>(dst, src, second, tiling, false, shape);
            break;
        case 7:
            has_scratch ? SoftmaxGradFront<T, false, nz>(dst, src, second, tmp, tiling, shape)
                        : SoftmaxGrad<T, false, nz>(dst, src, second, tiling, true, shape);
            break;
        case 8:
            SoftmaxFlashV2<T, false, false, false, false, kSingle>(dst, sum, max, src, factor, sum,
                                                                   max, tiling, shape);
            SoftmaxFlashV2<T, true, false, false, false, kSingle>(dst, sum, max, second, factor,
                                                                  sum, max, tiling, shape);
            break;
        case 9: {
            static constexpr SoftmaxConfig kConstant(true, 5, 37);
            SoftMax<T, false, false, nz, kConstant>(
                dst, sum, max, src, tiling,
                SoftMaxShapeInfo{c.extra[0], c.extra[1], c.extra[0], c.extra[1]});
            break;
        }
        case 10:
            if constexpr (sizeof(S) == sizeof(T)) {
                auto block = View<T>(36864);
                SoftmaxFlashV2<T, false, false, false, false, kSingle>(
                    dst, block, sum, max, src, factor, sum, max, tiling, shape);
                has_scratch
                    ? SoftmaxFlashV2<T, true, false, false, false, kSingle>(
                          dst, block, sum, max, second, factor, sum, max, tmp, tiling, shape)
                    : SoftmaxFlashV2<T, true, false, false, false, kSingle>(
                          dst, block, sum, max, second, factor, sum, max, tiling, shape);
            }
            break;
        case 11:
            if constexpr (sizeof(S) == sizeof(T))
                SoftmaxFlashV2<T, true, false, false, nz>(dst, factor, sum, max, src, factor, sum,
                                                          max, tiling, shape);
            break;
        default:
            break;
    }
}
template <bool nz>
__aicore__ inline void Typed(const Call& c) {
    switch (c.type) {
        case 0:
            One<float, float, nz>(c);
            break;
        case 1:
            One<half, half, nz>(c);
            break;
        default:
            One<half, float, nz>(c);
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.extra[4] != 0 ? Typed<true>(c) : Typed<false>(c);
}
