// Two-dimensional convolutions and their gradients.
#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

using nnopbase::View;

/// The sizes of a convolution; filters are (out channels, in channels / groups, height, width).
struct Geometry {
    int64_t batch, groups;
    int64_t in_channels, in_height, in_width;
    int64_t out_channels, out_height, out_width;
    int64_t height, width;  ///< of the filter
    int64_t stride_y, stride_x, top, left, dilation_y, dilation_x;

    std::vector<double> Image() const { return Zeros(batch * in_channels * in_height * in_width); }
    std::vector<double> Filter() const {
        return Zeros(out_channels * (in_channels / groups) * height * width);
    }
    std::vector<double> Result() const {
        return Zeros(batch * out_channels * out_height * out_width);
    }

private:
    static std::vector<double> Zeros(int64_t count) {
        return std::vector<double>(static_cast<size_t>(count), 0.0);
    }
};

/// The outputs o with 0 <= o * stride + shift < size, from .first up to but without .second.
std::pair<int64_t, int64_t> Inside(int64_t outputs, int64_t stride, int64_t shift, int64_t size) {
    const int64_t first = shift >= 0 ? 0 : (-shift + stride - 1) / stride;
    const int64_t end = size <= shift ? 0 : (size - shift - 1) / stride + 1;
    return {first, std::min(outputs, end)};
}

/// Calls f(image, filter, result, count) for rows of products: one element of the filter goes with
/// `count` elements of the image, stride_x apart, and of the result, consecutive.
template <typename F>
void ForEachRow(const Geometry& g, F f) {
    const int64_t in_group = g.in_channels / g.groups;
    const int64_t out_group = g.out_channels / g.groups;
    for (int64_t n = 0; n < g.batch; ++n) {
        for (int64_t o = 0; o < g.out_channels; ++o) {
            for (int64_t i = 0; i < in_group; ++i) {
                const int64_t channel = n * g.in_channels + o / out_group * in_group + i;
                for (int64_t ky = 0; ky < g.height; ++ky) {
                    const int64_t shift_y = ky * g.dilation_y - g.top;
                    const auto rows = Inside(g.out_height, g.stride_y, shift_y, g.in_height);
                    for (int64_t kx = 0; kx < g.width; ++kx) {
                        const int64_t shift = kx * g.dilation_x - g.left;
                        const auto columns = Inside(g.out_width, g.stride_x, shift, g.in_width);
                        const int64_t filter = ((o * in_group + i) * g.height + ky) * g.width + kx;
                        for (int64_t y = rows.first; y < rows.second; ++y) {
                            const int64_t row = channel * g.in_height + y * g.stride_y + shift_y;
                            const int64_t result = (n * g.out_channels + o) * g.out_height + y;
                            if (columns.first < columns.second) {
                                f(row * g.in_width + columns.first * g.stride_x + shift, filter,
                                  result * g.out_width + columns.first,
                                  columns.second - columns.first);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A view whose dimensions are (N, C, H, W), whatever they are in the tensor.
View Images(const View& view, const ImageLayout& layout) {
    return Permuted(view, {0, layout.channels, layout.height, layout.width});
}

/// Filters of NHWC images may be HWCN.
View Filters(const View& view, op::Format format) {
    return format == ge::FORMAT_HWCN ? Permuted(view, {3, 2, 0, 1}) : view;
}

int64_t At(const std::vector<int64_t>& values, size_t index, const char* name) {
    if (values.size() != 4) {
        throw Rejection(std::string(name) + " has four values");
    }
    return values[index];
}

/// What the attributes and the shapes of image, filter and result say, once they go together.
Geometry GeometryOf(const TypedCall& call, const op::Shape& image, const op::Shape& filter,
                    const op::Shape& result, const ImageLayout& layout) {
    if (image.GetDimNum() != 4 || filter.GetDimNum() != 4 || result.GetDimNum() != 4) {
        throw Rejection("image, filter and result have four dimensions");
    }
    const Attributes& attributes = call.attributes;
    const std::vector<int64_t> strides = attributes.Integers("strides", {1, 1, 1, 1});
    const std::vector<int64_t> pads = attributes.Integers("pads", {0, 0, 0, 0});
    const std::vector<int64_t> dilations = attributes.Integers("dilations", {1, 1, 1, 1});
    const bool last = layout.channels == 3;  // filters are those of NCHW unless they say HWCN
    Geometry g = {};
    g.batch = image[0];
    g.groups = attributes.Integer("groups", 1);
    g.in_channels = image[layout.channels];
    g.in_height = image[layout.height];
    g.in_width = image[layout.width];
    g.out_channels = filter[0];
    g.height = filter[2];
    g.width = filter[3];
    g.out_height = result[layout.height];
    g.out_width = result[layout.width];
    g.stride_y = At(strides, last ? 1 : 2, "strides");
    g.stride_x = At(strides, last ? 2 : 3, "strides");
    g.dilation_y = At(dilations, last ? 1 : 2, "dilations");
    g.dilation_x = At(dilations, last ? 2 : 3, "dilations");
    g.top = At(pads, 0, "pads");
    g.left = At(pads, 2, "pads");
    if (g.stride_y < 1 || g.stride_x < 1 || g.dilation_y < 1 || g.dilation_x < 1 || g.groups < 1) {
        throw Rejection("strides, dilations and groups are positive");
    }
    const int64_t out_height =
        (g.in_height + g.top + pads[1] - g.dilation_y * (g.height - 1) - 1) / g.stride_y + 1;
    const int64_t out_width =
        (g.in_width + g.left + pads[3] - g.dilation_x * (g.width - 1) - 1) / g.stride_x + 1;
    if (g.in_channels % g.groups != 0 || g.out_channels % g.groups != 0 ||
        filter[1] != g.in_channels / g.groups || result[0] != g.batch ||
        result[layout.channels] != g.out_channels || out_height != g.out_height ||
        out_width != g.out_width) {
        throw Rejection(std::string("image ") + op::ToString(image).GetString() + ", filter " +
                        op::ToString(filter).GetString() + " and result " +
                        op::ToString(result).GetString() +
                        " do not go together with strides, pads, dilations and groups");
    }
    return g;
}

op::Shape FilterShape(const aclTensor& filter) {
    View view;
    view.shape = filter.GetViewShape();
    view.strides = op::Strides(view.shape.GetDimNum(), 0);
    return view.shape.GetDimNum() == 4 ? Filters(view, filter.GetStorageFormat()).shape
                                       : view.shape;
}

/// y = x convolved with the filter, plus the bias of each channel.
l0::Body PrepareConv2D(const TypedCall& call) {
    const ImageLayout layout = ImageLayout::Of(call.attributes, "NHWC");
    const op::Format format = call.inputs[1]->GetStorageFormat();
    const Geometry g =
        GeometryOf(call, call.shape(0), FilterShape(*call.inputs[1]), call.out_shape(0), layout);
    if (call.inputs[2] != nullptr) {
        call.RequireCount(2, g.out_channels, "the bias");
    }
    return [=](const Views& views) {
        const std::vector<double> x = l0::ReadReals(Images(views[0], layout));
        const std::vector<double> w = l0::ReadReals(Filters(views[1], format));
        std::vector<double> y = g.Result();
        ForEachRow(g, [&](int64_t image, int64_t filter, int64_t result, int64_t count) {
            for (int64_t i = 0; i < count; ++i) {
                y[result + i] += w[filter] * x[image + i * g.stride_x];
            }
        });
        if (views[2].data != nullptr) {
            const std::vector<double> bias = l0::ReadReals(views[2]);
            for (size_t i = 0; i < y.size(); ++i) {
                const size_t plane = static_cast<size_t>(g.out_height * g.out_width);
                y[i] += bias[i / plane % bias.size()];
            }
        }
        l0::WriteReals(y, Images(views.back(), layout));
    };
}

/// The gradient of the image: inputs are its size, the filter and the gradient of the result.
l0::Body PrepareInputGradient(const TypedCall& call) {
    const ImageLayout layout = ImageLayout::Of(call.attributes, "NHWC");
    const op::Format format = call.inputs[1]->GetStorageFormat();
    const Geometry g =
        GeometryOf(call, call.out_shape(0), FilterShape(*call.inputs[1]), call.shape(2), layout);
    return [=](const Views& views) {
        const std::vector<double> w = l0::ReadReals(Filters(views[1], format));
        const std::vector<double> gradient = l0::ReadReals(Images(views[2], layout));
        std::vector<double> dx = g.Image();
        ForEachRow(g, [&](int64_t image, int64_t filter, int64_t result, int64_t count) {
            for (int64_t i = 0; i < count; ++i) {
                dx[image + i * g.stride_x] += w[filter] * gradient[result + i];
            }
        });
        l0::WriteReals(dx, Images(views[3], layout));
    };
}

/// The gradient of the filter: inputs are the image, the filter's size, the gradient of the result.
l0::Body PrepareFilterGradient(const TypedCall& call) {
    const ImageLayout layout = ImageLayout::Of(call.attributes, "NHWC");
    const op::Format format = call.outputs[0]->GetStorageFormat();
    const Geometry g =
        GeometryOf(call, call.shape(0), FilterShape(*call.outputs[0]), call.shape(2), layout);
    return [=](const Views& views) {
        const std::vector<double> x = l0::ReadReals(Images(views[0], layout));
        const std::vector<double> gradient = l0::ReadReals(Images(views[2], layout));
        std::vector<double> dw = g.Filter();
        ForEachRow(g, [&](int64_t image, int64_t filter, int64_t result, int64_t count) {
            double sum = 0;
            for (int64_t i = 0; i < count; ++i) {
                sum += x[image + i * g.stride_x] * gradient[result + i];
            }
            dw[filter] += sum;
        });
        l0::WriteReals(dw, Filters(views[3], format));
    };
}

}  // namespace

void AddConvolutionOperators(TypedOperators* operators) {
    (*operators)["Conv2D"] = {4, 2, 1, PrepareConv2D};
    (*operators)["Conv2DBackpropInput"] = {3, 3, 1, PrepareInputGradient};
    (*operators)["Conv2DBackpropFilter"] = {3, 3, 1, PrepareFilterGradient};
}

}  // namespace opapi
