// TransData: between the layouts of feature maps with depth.
#pragma once

#include "detail/memory/layout.h"
#include "detail/vector/fill.h"
#include "detail/vector/transpose.h"

namespace AscendC {

/// Layouts with the shapes of both sides, H and W without padding.
template <typename T, typename U>
struct TransDataParams {
    T srcLayout;
    U dstLayout;
};

namespace isa {

constexpr uint32_t kChannels = 16;  ///< C0, N0 and the padding of H * W, for elements of 16 bits

constexpr uint32_t GroupsOf(uint32_t count) {
    return (count + kChannels - 1) / kChannels;
}

/// Extents of a map, and the elements from one index to the next along N, D, H * W, C1 and C0.
struct DepthMap {
    uint32_t n, c, d, hw;
    int64_t strides[5];

    static DepthMap Make(DataFormat format, uint32_t n, uint32_t c, uint32_t d, uint32_t hw) {
        const int64_t row = GroupsOf(hw) * int64_t{kChannels};  // padded to whole blocks
        const int64_t groups = GroupsOf(c), maps = GroupsOf(n) * int64_t{kChannels};
        switch (format) {
            case DataFormat::NCDHW:
                return {n, c, d, hw, {c * d * row, row, 1, kChannels * d * row, d * row}};
            case DataFormat::NDC1HWC0:
                return {n,
                        c,
                        d,
                        hw,
                        {d * groups * hw * kChannels, groups * hw * kChannels, kChannels,
                         int64_t{hw} * kChannels, 1}};
            default:  // FRACTAL_Z_3D
                return {n,
                        c,
                        d,
                        hw,
                        {kChannels, groups * hw * maps * kChannels, maps * kChannels,
                         hw * maps * kChannels, 1}};
        }
    }
};

/// Moves the channels [begin, begin + groups * width) in groups of C0.
template <typename T>
inline void IssueChannels(T* dst, const DepthMap& to, T* src, const DepthMap& from, uint32_t begin,
                          uint32_t groups, uint32_t width) {
    VecPermute record = {sizeof(T), 5,      {to.n, to.d, to.hw, groups, width}, {}, {},
                         nullptr,   nullptr};
    for (int axis = 0; axis < 5; ++axis) {
        record.dst_strides[axis] = to.strides[axis];
        record.src_strides[axis] = from.strides[axis];
    }
    record.dst = dst + begin * to.strides[3];
    record.src = src + begin * from.strides[3];
    Issue(record);
}

template <size_t index, typename Layout>
constexpr uint32_t Extent(const Layout& layout) {
    return static_cast<uint32_t>(std::get<index>(layout.GetShape()));
}

}  // namespace isa

/// The source in another layout: NCDHW to NDC1HWC0 or FRACTAL_Z_3D, or back. Channels and maps that
/// fill up to whole fractals are zero. In NCDHW, H * W is padded to 16 elements.
template <const TransDataConfig& config, typename T, typename U, typename S>
__aicore__ inline void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                 const LocalTensor<uint8_t>&, const TransDataParams<U, S>& params) {
    constexpr bool kPacks = config.srcFormat == DataFormat::NCDHW;
    constexpr DataFormat kPacked = kPacks ? config.dstFormat : config.srcFormat;
    static_assert((kPacks || config.dstFormat == DataFormat::NCDHW) &&
                      (kPacked == DataFormat::NDC1HWC0 || kPacked == DataFormat::FRACTAL_Z_3D),
                  "TransData is between NCDHW and NDC1HWC0 or FRACTAL_Z_3D");
    static_assert(sizeof(PrimT<T>) == 2, "TransData has elements of 16 bits");
    const auto plain = [&] {
        if constexpr (kPacks) {
            return params.srcLayout;
        } else {
            return params.dstLayout;
        }
    }();
    const uint32_t n = isa::Extent<0>(plain), c = isa::Extent<1>(plain), d = isa::Extent<2>(plain);
    const uint32_t hw = isa::Extent<3>(plain) * isa::Extent<4>(plain);
    const auto from = isa::DepthMap::Make(config.srcFormat, n, c, d, hw);
    const auto to = isa::DepthMap::Make(config.dstFormat, n, c, d, hw);
    const uint32_t whole = c / isa::kChannels, rest = c % isa::kChannels;
    const bool fractal = kPacked == DataFormat::FRACTAL_Z_3D;
    if (kPacks && (rest != 0 || (fractal && n % isa::kChannels != 0))) {
        const uint32_t maps = fractal ? isa::GroupsOf(n) * isa::kChannels : n;
        Duplicate(dstTensor, static_cast<PrimT<T>>(0),
                  static_cast<int32_t>(maps * d * isa::GroupsOf(c) * isa::kChannels * hw));
    }
    if (whole != 0) {
        isa::IssueChannels(dstTensor.Data(), to, srcTensor.Data(), from, 0, whole, isa::kChannels);
    }
    if (rest != 0) {
        isa::IssueChannels(dstTensor.Data(), to, srcTensor.Data(), from, whole, 1, rest);
    }
}
template <const TransDataConfig& config, typename T, typename U, typename S>
__aicore__ inline void TransData(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                                 const TransDataParams<U, S>& params) {
    TransData<config, T, U, S>(dstTensor, srcTensor, LocalTensor<uint8_t>(), params);
}

}  // namespace AscendC
