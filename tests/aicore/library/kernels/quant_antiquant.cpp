template <typename In, typename Out, bool transposed>
__aicore__ inline void One(const Call& c) {
    auto dst = View<Out>(0);
    auto src = View<In>(16384);
    auto scale = View<Out>(40960);
    auto offset = View<Out>(49152);
    LocalTensor<uint8_t> tmp = View<uint8_t>(61440);
    const uint32_t k = c.extra[0], n = c.extra[1], groups = c.extra[2];
    src.SetSize(k * n);
    const AntiQuantShapeInfo shape = transposed ? AntiQuantShapeInfo{n, groups, n, groups}
                                                : AntiQuantShapeInfo{groups, n, groups, n};
    switch (c.op) {
        case 0:
            AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, k, shape);
            break;
        case 1:
            AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, tmp, k, shape);
            break;
        case 2:
            AscendAntiQuant<In, Out, transposed>(dst, src, scale, tmp, k, shape);
            break;
        case 3:
            AscendAntiQuant<In, Out, transposed>(dst, src, offset.GetValue(0), scale.GetValue(0),
                                                 k);
            break;
        case 4:
            AscendAntiQuant<In, Out, transposed>(dst, src, scale.GetValue(0), tmp, k);
            break;
        default: {
            const uint32_t dims[2] = {transposed ? n : groups, transposed ? groups : n};
            offset.SetShapeInfo(ShapeInfo(2, dims));
            scale.SetShapeInfo(ShapeInfo(2, dims));
            AscendAntiQuant<In, Out, transposed>(dst, src, offset, scale, k);
            break;
        }
    }
}
template <typename In, typename Out>
__aicore__ inline void Typed(const Call& c) {
    c.extra[3] != 0 ? One<In, Out, true>(c) : One<In, Out, false>(c);
}
__aicore__ inline void Run(const Call& c) {
    switch (c.type) {
        case 0:
            Typed<int8_t, half>(c);
            break;
        case 1:
            Typed<int8_t, bfloat16_t>(c);
            break;
        default:
            Typed<int4b_t, half>(c);
            break;
    }
}
