// The largest, or the mean, of the elements in windows of images, and their gradients.
#include <tuple>

#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

using nnopbase::View;

/// Windows of one image plane.
struct PlaneWindows {
    ImageLayout layout;
    int64_t planes, height, width, out_height, out_width;
    int64_t size_y, size_x, stride_y, stride_x, top, left;

    /// Calls f(output, elements): the places of the elements in the window of each output.
    template <typename F>
    void ForEach(F f) const {
        std::vector<int64_t> elements;
        for (int64_t plane = 0; plane < planes; ++plane) {
            for (int64_t y = 0; y < out_height; ++y) {
                for (int64_t x = 0; x < out_width; ++x) {
                    elements.clear();
                    const int64_t first_y = y * stride_y - top;
                    const int64_t first_x = x * stride_x - left;
                    for (int64_t i = std::max<int64_t>(first_y, 0);
                         i < std::min(first_y + size_y, height); ++i) {
                        for (int64_t j = std::max<int64_t>(first_x, 0);
                             j < std::min(first_x + size_x, width); ++j) {
                            elements.push_back((plane * height + i) * width + j);
                        }
                    }
                    f((plane * out_height + y) * out_width + x, elements);
                }
            }
        }
    }
};

View Planes(const View& view, const ImageLayout& layout) {
    return Permuted(view, {0, layout.channels, layout.height, layout.width});
}

/// How many windows there are in a row of `size`, and what they stick out before it.
std::pair<int64_t, int64_t> Count(int64_t size, int64_t window, int64_t stride, bool same) {
    if (!same) {
        return {(size - window) / stride + 1, 0};
    }
    const int64_t count = (size + stride - 1) / stride;
    return {count, std::max<int64_t>(0, (count - 1) * stride + window - size) / 2};
}

PlaneWindows WindowsOf(const TypedCall& call, const op::Shape& image, const op::Shape& result) {
    PlaneWindows windows = {};
    windows.layout = ImageLayout::Of(call.attributes, "NHWC");
    const ImageLayout& layout = windows.layout;
    const std::vector<int64_t> sizes = call.attributes.Integers("ksize", {});
    const std::vector<int64_t> strides = call.attributes.Integers("strides", {});
    const std::string padding = call.attributes.Text("padding", "");
    if (padding != "SAME" && padding != "VALID") {
        throw Rejection("padding is SAME or VALID, not " + padding);
    }
    if (image.GetDimNum() != 4 || result.GetDimNum() != 4 || sizes.size() != 4 ||
        strides.size() != 4) {
        throw Rejection("image, result, ksize and strides have four dimensions");
    }
    windows.planes = image[0] * image[layout.channels];
    windows.height = image[layout.height];
    windows.width = image[layout.width];
    windows.size_y = sizes[layout.height];
    windows.size_x = sizes[layout.width];
    windows.stride_y = strides[layout.height];
    windows.stride_x = strides[layout.width];
    if (windows.size_y < 1 || windows.size_x < 1 || windows.stride_y < 1 || windows.stride_x < 1 ||
        sizes[0] != 1 || strides[0] != 1 || sizes[layout.channels] != 1 ||
        strides[layout.channels] != 1) {
        throw Rejection("ksize and strides are positive, and 1 along batch and channels");
    }
    std::tie(windows.out_height, windows.top) =
        Count(windows.height, windows.size_y, windows.stride_y, padding == "SAME");
    std::tie(windows.out_width, windows.left) =
        Count(windows.width, windows.size_x, windows.stride_x, padding == "SAME");
    if (result[0] != image[0] || result[layout.channels] != image[layout.channels] ||
        result[layout.height] != windows.out_height || result[layout.width] != windows.out_width) {
        throw Rejection(std::string("the result has the shape ") +
                        op::ToString(result).GetString() + ", which is not that of these windows");
    }
    return windows;
}

/// Where the largest element is, the first of equal ones.
int64_t Largest(const std::vector<double>& image, const std::vector<int64_t>& elements) {
    int64_t largest = elements[0];
    for (const int64_t element : elements) {
        largest = image[element] > image[largest] ? element : largest;
    }
    return largest;
}

l0::Body PrepareMaxPool(const TypedCall& call) {
    const PlaneWindows windows = WindowsOf(call, call.shape(0), call.out_shape(0));
    return [windows](const Views& views) {
        const std::vector<double> image = l0::ReadReals(Planes(views[0], windows.layout));
        std::vector<double> result(nnopbase::ElementCount(views[1].shape));
        windows.ForEach([&](int64_t output, const std::vector<int64_t>& elements) {
            result[output] = image[Largest(image, elements)];
        });
        l0::WriteReals(result, Planes(views[1], windows.layout));
    };
}

/// Inputs: the image, the result, the gradient of the result.
l0::Body PrepareMaxPoolGrad(const TypedCall& call) {
    const PlaneWindows windows = WindowsOf(call, call.shape(0), call.shape(2));
    call.RequireShape(0, call.shape(0));
    return [windows](const Views& views) {
        const std::vector<double> image = l0::ReadReals(Planes(views[0], windows.layout));
        const std::vector<double> upstream = l0::ReadReals(Planes(views[2], windows.layout));
        std::vector<double> gradient(image.size(), 0.0);
        windows.ForEach([&](int64_t output, const std::vector<int64_t>& elements) {
            gradient[Largest(image, elements)] += upstream[output];
        });
        l0::WriteReals(gradient, Planes(views[3], windows.layout));
    };
}

/// The mean is that of the elements there are: padding does not count.
l0::Body PrepareAvgPool(const TypedCall& call) {
    const PlaneWindows windows = WindowsOf(call, call.shape(0), call.out_shape(0));
    return [windows](const Views& views) {
        const std::vector<double> image = l0::ReadReals(Planes(views[0], windows.layout));
        std::vector<double> result(nnopbase::ElementCount(views[1].shape), 0.0);
        windows.ForEach([&](int64_t output, const std::vector<int64_t>& elements) {
            for (const int64_t element : elements) {
                result[output] += image[element];
            }
            result[output] /= static_cast<double>(elements.size());
        });
        l0::WriteReals(result, Planes(views[1], windows.layout));
    };
}

/// Inputs: the size of the image, which the output has, and the gradient of the result.
l0::Body PrepareAvgPoolGrad(const TypedCall& call) {
    const PlaneWindows windows = WindowsOf(call, call.out_shape(0), call.shape(1));
    return [windows](const Views& views) {
        const std::vector<double> upstream = l0::ReadReals(Planes(views[1], windows.layout));
        std::vector<double> gradient(nnopbase::ElementCount(views[2].shape), 0.0);
        windows.ForEach([&](int64_t output, const std::vector<int64_t>& elements) {
            for (const int64_t element : elements) {
                gradient[element] += upstream[output] / static_cast<double>(elements.size());
            }
        });
        l0::WriteReals(gradient, Planes(views[2], windows.layout));
    };
}

}  // namespace

void AddPoolingOperators(TypedOperators* operators) {
    (*operators)["MaxPool"] = {1, 1, 1, PrepareMaxPool};
    (*operators)["MaxPoolGrad"] = {3, 3, 1, PrepareMaxPoolGrad};
    (*operators)["AvgPool"] = {1, 1, 1, PrepareAvgPool};
    (*operators)["AvgPoolGrad"] = {2, 2, 1, PrepareAvgPoolGrad};
}

}  // namespace opapi
