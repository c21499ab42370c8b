template <typename Tiling>
__aicore__ inline Tiling Take() {
    Tiling tiling;
    __builtin_memcpy(&tiling, (void*)View<uint8_t>(61440).GetPhyAddr(), sizeof(tiling));
    return tiling;
}
__aicore__ inline void Run(const Call& c) {
    auto dst = View<float>(0);
    auto src = View<float>(16384);
    auto mean = View<float>(32768);
    auto variance = View<float>(36864);
    auto gamma = View<float>(40960);
    auto beta = View<float>(45056);
    switch (c.op) {
        case 0: {
            auto t = Take<LayerNormTiling>();
            LayerNorm<float>(dst, mean, variance, src, gamma, beta, 0.0f, t);
            break;
        }
        case 1: {
            auto t = Take<RmsNormTiling>();
            RmsNorm<float>(dst, src, gamma, 0.0f, t);
            break;
        }
        case 2: {
            auto t = Take<DeepNormTiling>();
            DeepNorm<float>(dst, mean, variance, src, src, beta, gamma, 1.0f, 0.0f, t);
            break;
        }
        case 3: {
            auto t = Take<BatchNormTiling>();
            BatchNorm<float>(dst, mean, variance, src, gamma, beta, 0.0f, t);
            break;
        }
        case 4: {
            auto t = Take<GroupNormTiling>();
            GroupNorm<float>(dst, mean, variance, src, gamma, beta, 0.0f, t);
            break;
        }
        case 5: {
            auto t = Take<LayerNormGradBetaTiling>();
            LayerNormGradBeta<float>(mean, variance, src, src, t);
            break;
        }
        case 6: {
            auto t = Take<SoftMaxTiling>();
            SoftMax<float>(dst, src, t);
            break;
        }
        case 7: {
            auto t = Take<PadTiling>();
            PadParams p{0, (uint16_t)c.extra[0], 9};
            Pad<float>(dst, src, p, t);
            break;
        }
        case 8: {
            auto t = Take<UnPadTiling>();
            UnPadParams p{0, (uint16_t)c.extra[0]};
            UnPad<float>(dst, src, p, t);
            break;
        }
        case 9: {
            auto t = Take<ConfusionTransposeTiling>();
            ConfusionTranspose<float>(dst, src, TransposeType::TRANSPOSE_ND2ND_ONLY, t);
            break;
        }
        default:
            break;
    }
}
