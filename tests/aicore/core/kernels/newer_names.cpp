struct Described : public TensorTrait<float> {
    static constexpr int kLength = 256;
};
static_assert(std::is_same_v<PrimT<Described>, float> && std::is_same_v<PrimT<half>, half>);
static_assert(sizeof(GlobalTensor<Described>) == sizeof(GlobalTensor<TensorTrait<float>>));
static_assert(Std::is_floating_point_v<half> && Std::is_floating_point_v<const bfloat16_t>);
static_assert(Std::is_floating_point<float>::value && !Std::is_floating_point_v<int32_t>);
static_assert(Std::is_one_of_v<int, float, int> && !Std::is_one_of_v<int, float, long>);
static_assert(Std::is_tuple_v<Std::tuple<int, half>> && !Std::is_tuple_v<int>);
__aicore__ inline void Run(const Call& c) {
    auto layout = MakeLayout(MakeShape(10, 20, 30), MakeStride(1, 100, 200));
    auto trait = MakeTensorTrait<float, TPosition::VECIN>(layout);
    static_assert(is_tensorTrait_v<decltype(trait)> && !is_tensorTrait<decltype(layout)>::value);
    static_assert(std::is_same_v<PrimT<decltype(trait)>, float> && trait.tPos == TPosition::VECIN);
    using Trait = TensorTrait<half, TPosition::VECCALC, decltype(layout)>;
    Trait set;
    set.SetLayout(layout);
    ascendc_assert(Std::get<1>(trait.GetLayout().GetShape()) == 20);
    ascendc_assert(Std::get<2>(set.GetLayout().GetStride()) == 200);
    ascendc_assert(Std::get<2>(Trait(layout).GetShape()) == 30);
    int first = 3;
    int second = 4;
    Std::get<0>(Std::forward_as_tuple(first, second)) = 1;
    DataCopyParams params;
    params.blockCount = 4;
    params.blockLen = 1;
    params.srcGap = static_cast<uint16_t>(first);
    params.dstGap = 0;
    DataCopy(View<float>(0), View<float>(4096), params);
}
