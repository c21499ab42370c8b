__aicore__ inline void Run(const Call& c) {
    auto d = View<float>(c.at[0]);
    auto s = View<float>(c.at[1]);
    auto t = View<float>(c.at[2]);
    auto sum = View<float>(49152);
    auto max = View<float>(50176);
    SoftMaxTiling soft;
    soft.srcM = c.extra[0];
    soft.srcK = c.extra[1];
    const SoftMaxShapeInfo shape{c.extra[0], c.extra[1], c.extra[0], c.extra[2]};
    switch (c.op) {
        case 0:
            SoftMax<float>(d, sum, max, s, soft, shape);
            break;
        case 1: {
            auto factor = View<float>(51200);
            SoftmaxFlashV2<float, false>(d, sum, max, s, factor, sum, max, soft, shape);
            SoftmaxFlashV2<float, true>(d, sum, max, t, factor, sum, max, soft, shape);
            break;
        }
        case 2: {
            LayerNormTiling norm;
            norm.bLength = 1;
            norm.sLength = c.extra[0];
            norm.hLength = c.extra[1];
            norm.originalHLength = c.extra[2];
            LayerNorm<float>(d, sum, max, s, t, t[64], 1e-5f, norm);
            break;
        }
        case 3:
            AscendQuant<float>(View<int8_t>(c.at[0]), s, 3.0f, 1.5f, c.extra[0]);
            break;
        case 4:
            Sum<float>(d, s, SumParams{c.extra[0], c.extra[1], c.extra[2]});
            break;
        default:
            Mean<float>(d, s, MeanParams{c.extra[0], c.extra[1], c.extra[2]});
            break;
    }
}
