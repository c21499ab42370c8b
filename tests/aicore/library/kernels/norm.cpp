template <typename T>
__aicore__ inline void One(const Call& c) {
    auto dst = View<T>(0);
    auto src = View<T>(8192);
    auto second = View<T>(16384);
    auto mean = View<T>(24576);
    auto variance = View<T>(32768);
    auto gamma = View<T>(40960);
    auto beta = View<T>(49152);
    auto rstd = View<float>(57344);
    auto mean32 = View<float>(24576);
    auto variance32 = View<float>(32768);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t b = c.extra[0], s = c.extra[1], h = c.extra[2], valid = c.extra[3];
    const T epsilon = (T)1e-3f;
    const bool has_scratch = c.extra[4] != 0;
    LayerNormTiling layer;
    layer.bLength = b;
    layer.sLength = s;
    layer.hLength = h;
    layer.originalHLength = valid;
    const LayerNormPara para{b * s, valid, h};
    static constexpr LayerNormConfig kOutput = {true, false, false};
    switch (c.op) {
        case 0:
            has_scratch ? LayerNorm<T>(dst, mean, variance, src, gamma, beta, tmp, epsilon, layer)
                        : LayerNorm<T, true>(dst, mean, variance, src, gamma, beta, epsilon, layer);
            break;
        case 1:
            LayerNorm<float, T>(dst, mean32, rstd, src, View<float>(40960), View<float>(49152),
                                1e-3f, para, LayerNormSeparateTiling{});
            break;
        case 2:
            LayerNorm<T, T, false, kOutput>(dst, mean32, rstd, src, gamma, beta, 1e-3f, tmp, para,
                                            LayerNormSeparateTiling{});
            break;
        case 10: {
            static constexpr LayerNormConfig kVariance = {false, false, false, false};
            LayerNorm<float, T, false, kVariance>(dst, mean32, rstd, src, View<float>(40960),
                                                  View<float>(49152), 1e-3f, para,
                                                  LayerNormSeparateTiling{});
            break;
        }
        case 3: {
            RmsNormTiling rms;
            rms.bLength = b;
            rms.sLength = s;
            rms.hLength = h;
            rms.originalHLength = valid;
            has_scratch ? RmsNorm<T>(dst, src, gamma, tmp, epsilon, rms)
                        : RmsNorm<T, true>(dst, src, gamma, epsilon, rms);
            break;
        }
        case 4: {
            DeepNormTiling deep;
            deep.bLength = b;
            deep.sLength = s;
            deep.hLength = h;
            deep.originalHLength = valid;
            has_scratch ? DeepNorm<T>(dst, mean, variance, src, second, beta, gamma, tmp, (T)0.5f,
                                      epsilon, deep)
                        : DeepNorm<T, false, true>(dst, mean, variance, src, second, beta, gamma,
                                                   (T)0.5f, epsilon, deep);
            break;
        }
        case 5: {
            LayerNormGradTiling grad;
            grad.bLength = b;
            grad.sLength = s;
            grad.hLength = h;
            grad.originalHLength = valid;
            has_scratch ? LayerNormGrad<T>(dst, View<T>(57344), src, second, variance, mean, gamma,
                                           tmp, epsilon, grad, {DataFormat::ND})
                        : LayerNormGrad<T>(dst, View<T>(57344), src, second, variance, mean, gamma,
                                           epsilon, grad);
            break;
        }
        case 6: {
            LayerNormGradBetaTiling grad;
            grad.bLength = b;
            grad.sLength = s;
            grad.hLength = h;
            grad.originalHLength = valid;
            has_scratch ? LayerNormGradBeta<T>(gamma, beta, src, second, tmp, grad)
                        : LayerNormGradBeta<T>(gamma, beta, src, second, grad);
            break;
        }
        case 7: {
            NormalizePara rows{b * s, valid, h};
            has_scratch
                ? Normalize<T, T>(dst, rstd, mean32, variance32, src, gamma, beta, tmp, 1e-3f, rows)
                : Normalize<T, T, false, NLCFG_NOOPT>(dst, rstd, mean32, variance32, src, gamma,
                                                      beta, 1e-3f, rows);
            break;
        }
        case 8: {
            BatchNormTiling batch;
            batch.originalBLength = b;
            batch.meanVarSize = h;
            has_scratch ? BatchNorm<T>(dst, mean, variance, src, gamma, beta, tmp, epsilon, batch)
                        : BatchNorm<T>(dst, mean, variance, src, gamma, beta, epsilon, batch);
            break;
        }
        case 9: {
            GroupNormTiling group;
            group.n = b;
            group.g = s;
            group.d = c.extra[5];
            group.c = s * c.extra[5];
            group.hw = valid;
            group.hwAlignSize = h;
            has_scratch ? GroupNorm<T>(dst, mean, variance, src, gamma, beta, tmp, epsilon, group)
                        : GroupNorm<T>(dst, mean, variance, src, gamma, beta, epsilon, group);
            break;
        }
        default:
            break;
    }
}
__aicore__ inline void Run(const Call& c) {
    c.type == 0 ? One<float>(c) : One<half>(c);
}
