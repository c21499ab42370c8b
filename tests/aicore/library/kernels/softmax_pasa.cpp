__aicore__ inline void Run(const Call& c) {
    auto dst = View<half>(0);
    auto src = View<half>(8192);
    auto second = View<half>(16384);
    auto sum = View<float>(24576);
    auto max = View<float>(28672);
    auto factor = View<half>(32768);
    auto mean = View<float>(36864);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    SoftMaxTiling tiling;
    const uint32_t m = c.extra[0], k = c.extra[1];
    SoftmaxFlashV3<half, float>(dst, mean, sum, max, src, factor, mean, sum, max, tiling,
                                SoftMaxParams{m, k, m, k, 1, 8, 0.9375f});
    SoftmaxFlashV3<half, float, true>(dst, mean, sum, max, second, factor, mean, sum, max, tmp,
                                      tiling, SoftMaxParams{m, k, m, k, 2, 8, 0.9375f});
}
