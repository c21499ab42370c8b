// Images of another size.
#include <cmath>

#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/l0/built_in.h"
#include "runtime/error.h"

using nnopbase::View;

namespace l0op {
namespace {

/// What an element of the result is made of along one axis.
struct Sources {
    std::vector<size_t> low;
    std::vector<size_t> high;
    std::vector<double> share;  ///< of the high one
};

/// Corners on corners, or else centres of pixels that cover the same image.
Sources SourcesOf(size_t from, size_t to, bool align_corners) {
    Sources sources;
    for (size_t i = 0; i < to; ++i) {
        const double coordinate =
            align_corners
                ? (to == 1 ? 0.0
                           : static_cast<double>(i * (from - 1)) / static_cast<double>(to - 1))
                : std::max((static_cast<double>(i) + 0.5) * static_cast<double>(from) /
                                   static_cast<double>(to) -
                               0.5,
                           0.0);
        const size_t low = std::min(static_cast<size_t>(coordinate), from - 1);
        sources.low.push_back(low);
        sources.high.push_back(std::min(low + 1, from - 1));
        sources.share.push_back(coordinate - static_cast<double>(low));
    }
    return sources;
}

/// The elements as they lie in memory: private formats have more of them than the view.
View Stored(const View& view, const op::Shape& storage) {
    View stored = view;
    stored.shape = storage;
    stored.strides = nnopbase::ContiguousStrides(storage);
    return stored;
}

}  // namespace

const aclTensor* ResizeBilinearV2(const aclTensor* x, const aclTensor* size,
                                  const bool align_corners, const aclTensor* y,
                                  aclOpExecutor* executor) {
    if (x == nullptr || size == nullptr || y == nullptr) {
        return l0::Reject("ResizeBilinearV2", "a tensor is null");
    }
    // (N, C, H, W), or (N, C1, H, W, C0).
    const op::Shape from = x->GetStorageShape();
    const op::Shape to = y->GetStorageShape();
    const size_t rank = from.GetDimNum();
    const auto image = x->GetStorageFormat();
    const bool has_blocks = rank == 5 && op::GetPrimaryFormat(image) == ge::FORMAT_NC1HWC0;
    const bool is_dense = rank == 4 && image != ge::FORMAT_NHWC;
    if ((!has_blocks && !is_dense) || y->GetStorageFormat() != image || to.GetDimNum() != rank ||
        to[0] != from[0] || to[1] != from[1] || from.GetShapeSize() == 0 ||
        to.GetShapeSize() == 0 || (has_blocks && to[4] != from[4]) ||
        !l0::IsNumber(x->GetDataType()) || !l0::IsNumber(y->GetDataType())) {
        return l0::Reject("ResizeBilinearV2",
                          "the images are not NCHW or NC1HWC0 with the same N and C");
    }
    aclTensor* out = executor->AllocTensor(to, y->GetOriginalShape(), y->GetDataType(), image,
                                           y->GetOriginalFormat());
    const bool added =
        l0::AddHostStep(executor, "ResizeBilinearV2", {x, out}, [=](const l0::Operands& operands) {
            const auto dim = [](const op::Shape& shape, size_t i) {
                return static_cast<size_t>(shape[i]);
            };
            const Sources rows = SourcesOf(dim(from, 2), dim(to, 2), align_corners);
            const Sources columns = SourcesOf(dim(from, 3), dim(to, 3), align_corners);
            const size_t depth = has_blocks ? dim(from, 4) : 1;
            const size_t width = dim(from, 3);
            const std::vector<double> source = l0::ReadReals(Stored(operands[0], from));
            std::vector<double> result;
            for (size_t plane = 0; plane < dim(from, 0) * dim(from, 1); ++plane) {
                const double* first = &source[plane * dim(from, 2) * width * depth];
                for (size_t i = 0; i < rows.low.size(); ++i) {
                    for (size_t j = 0; j < columns.low.size(); ++j) {
                        for (size_t c = 0; c < depth; ++c) {
                            const auto along = [&](size_t row) {
                                const double low =
                                    first[(row * width + columns.low[j]) * depth + c];
                                const double high =
                                    first[(row * width + columns.high[j]) * depth + c];
                                return low * (1 - columns.share[j]) + high * columns.share[j];
                            };
                            result.push_back(along(rows.low[i]) * (1 - rows.share[i]) +
                                             along(rows.high[i]) * rows.share[i]);
                        }
                    }
                }
            }
            l0::WriteReals(result, Stored(operands[1], to));
        });
    return added ? out : nullptr;
}

}  // namespace l0op
