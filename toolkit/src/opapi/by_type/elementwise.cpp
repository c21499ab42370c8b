// Element by element: functions of tensors that broadcast, and constants in the shape of one.
#include <cmath>

#include "aclnn/opdev/shape_utils.h"
#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

using Function = double (*)(double, double);
using Whole = int64_t (*)(int64_t, int64_t);

/// All elements of a view as those of a tensor of `shape`, which it broadcasts to.
template <typename T>
std::vector<T> Spread(const nnopbase::View& view, const op::Shape& shape) {
    const nnopbase::View all = l0::Repeated(view, shape);
    if constexpr (std::is_same_v<T, double>) {
        return l0::ReadReals(all);
    } else {
        return l0::ReadWholes(all);
    }
}

/// out = f(first, second); a function of one operand has the same one twice. Integers are computed
/// in int64_t where `whole` is given.
template <Function real, Whole whole, size_t operands>
l0::Body PrepareMap(const TypedCall& call) {
    op::Shape shape = call.shape(0);
    bool all_whole = whole != nullptr && l0::IsWhole(call.outputs[0]->GetDataType());
    for (size_t i = 0; i < operands; ++i) {
        if (!op::BroadcastInferShape(shape, call.shape(i), shape)) {
            throw Rejection("the shapes of the operands do not broadcast");
        }
        all_whole = all_whole && l0::IsWhole(call.inputs[i]->GetDataType());
    }
    call.RequireShape(0, shape);
    const auto compute = [](const Views& views, auto function, auto number) {
        using T = decltype(number);
        const nnopbase::View& out = views[operands];
        const std::vector<T> x = Spread<T>(views[0], out.shape);
        const std::vector<T> y = operands == 1 ? x : Spread<T>(views[operands - 1], out.shape);
        std::vector<T> results(x.size());
        for (size_t i = 0; i < x.size(); ++i) {
            results[i] = function(x[i], y[i]);
        }
        if constexpr (std::is_same_v<T, double>) {
            l0::WriteReals(results, out);
        } else {
            l0::WriteWholes(results, out);
        }
    };
    return [compute, all_whole](const Views& views) {
        if constexpr (whole != nullptr) {
            if (all_whole) {
                compute(views, whole, int64_t{0});
                return;
            }
        }
        compute(views, real, double{0});
    };
}

/// A number everywhere in the shape of the input.
template <int number>
l0::Body PrepareConstant(const TypedCall& call) {
    call.RequireShape(0, call.shape(0));
    return [](const Views& views) {
        l0::WriteWholes(std::vector<int64_t>(nnopbase::ElementCount(views[1].shape), number),
                        views[1]);
    };
}

/// The variable changes, and the output shows what it became.
template <bool add>
l0::Body PrepareAssign(const TypedCall& call) {
    call.RequireShape(0, call.shape(0));
    call.RequireCount(1, call.inputs[0]->Numel(), "the value");
    return [](const Views& views) {
        const bool whole = l0::IsWhole(views[0].dtype);
        if (whole) {
            std::vector<int64_t> values = l0::ReadWholes(views[1]);
            const std::vector<int64_t> before = l0::ReadWholes(views[0]);
            for (size_t i = 0; i < values.size(); ++i) {
                // Wraps around, as the type does.
                values[i] = static_cast<int64_t>(static_cast<uint64_t>(values[i]) +
                                                 static_cast<uint64_t>(add ? before[i] : 0));
            }
            l0::WriteWholes(values, views[0]);
            l0::WriteWholes(values, views[2]);
            return;
        }
        std::vector<double> values = l0::ReadReals(views[1]);
        const std::vector<double> before = l0::ReadReals(views[0]);
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] += add ? before[i] : 0;
        }
        l0::WriteReals(values, views[0]);
        l0::WriteReals(values, views[2]);
    };
}

size_t ChannelOf(const TypedCall& call) {
    const size_t rank = call.shape(0).GetDimNum();
    if (rank < 2) {
        throw Rejection("x has two dimensions at least");
    }
    const std::string format = call.attributes.Text("data_format", "NHWC");
    if (format != "NCHW" && format != "NHWC" && format != "NCDHW" && format != "NDHWC") {
        throw Rejection("data_format is NCHW, NHWC, NCDHW or NDHWC, not " + format);
    }
    return format[1] == 'C' ? 1 : rank - 1;
}

/// y = x + bias of each channel.
l0::Body PrepareBiasAdd(const TypedCall& call) {
    const size_t channel = ChannelOf(call);
    call.RequireCount(1, call.shape(0)[channel], "the bias");
    call.RequireShape(0, call.shape(0));
    return [channel](const Views& views) {
        nnopbase::View bias = views[1];
        bias.shape = views[0].shape;
        bias.strides = op::Strides(views[0].shape.GetDimNum(), 0);
        bias.strides[channel] = views[1].shape.GetDimNum() == 0 ? 1 : views[1].strides[0];
        std::vector<double> values = l0::ReadReals(views[0]);
        const std::vector<double> shares = l0::ReadReals(bias);
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] += shares[i];
        }
        l0::WriteReals(values, views[2]);
    };
}

/// The sums of x over all dimensions but the channels.
l0::Body PrepareBiasAddGrad(const TypedCall& call) {
    const size_t channel = ChannelOf(call);
    call.RequireShape(0, op::Shape({call.shape(0)[channel]}));
    return [channel](const Views& views) {
        const std::vector<double> values = l0::ReadReals(views[0]);
        const size_t channels = static_cast<size_t>(views[0].shape[channel]);
        size_t inner = 1;
        for (size_t i = channel + 1; i < views[0].shape.GetDimNum(); ++i) {
            inner *= static_cast<size_t>(views[0].shape[i]);
        }
        std::vector<double> sums(channels, 0.0);
        for (size_t i = 0; i < values.size(); ++i) {
            sums[i / inner % channels] += values[i];
        }
        l0::WriteReals(sums, views[1]);
    };
}

double Add(double x, double y) {
    return x + y;
}
double Sub(double x, double y) {
    return x - y;
}
double Mul(double x, double y) {
    return x * y;
}
double Divide(double x, double y) {
    return x / y;
}
double Larger(double x, double y) {
    return std::isnan(x) || x > y ? x : y;
}
double Smaller(double x, double y) {
    return std::isnan(x) || x < y ? x : y;
}
double Power(double x, double y) {
    return std::pow(x, y);
}
double Same(double x, double) {
    return x;
}
double Negative(double x, double) {
    return -x;
}
double Magnitude(double x, double) {
    return std::fabs(x);
}
double Exponential(double x, double) {
    return std::exp(x);
}
double Logarithm(double x, double) {
    return std::log(x);
}
double SquareRoot(double x, double) {
    return std::sqrt(x);
}
double InverseRoot(double x, double) {
    return 1 / std::sqrt(x);
}
double Inverse(double x, double) {
    return 1 / x;
}
double Square(double x, double) {
    return x * x;
}
double Relu(double x, double) {
    return std::isnan(x) || x > 0 ? x : 0;
}
double ReluGrad(double gradient, double feature) {
    return feature > 0 ? gradient : 0;
}
double Sigmoid(double x, double) {
    return 1 / (1 + std::exp(-x));
}
double Tanh(double x, double) {
    return std::tanh(x);
}
double IsEqual(double x, double y) {
    return x == y;
}
double IsGreater(double x, double y) {
    return x > y;
}
double IsLess(double x, double y) {
    return x < y;
}

// Integers wrap around, as hardware's do.
int64_t AddWhole(int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) + static_cast<uint64_t>(y));
}
int64_t SubWhole(int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) - static_cast<uint64_t>(y));
}
int64_t MulWhole(int64_t x, int64_t y) {
    return static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
}
int64_t LargerWhole(int64_t x, int64_t y) {
    return x > y ? x : y;
}
int64_t SmallerWhole(int64_t x, int64_t y) {
    return x < y ? x : y;
}
int64_t SameWhole(int64_t x, int64_t) {
    return x;
}
int64_t NegativeWhole(int64_t x, int64_t) {
    return SubWhole(0, x);
}
int64_t EqualWhole(int64_t x, int64_t y) {
    return x == y;
}
int64_t GreaterWhole(int64_t x, int64_t y) {
    return x > y;
}
int64_t LessWhole(int64_t x, int64_t y) {
    return x < y;
}

}  // namespace

void AddElementwiseOperators(TypedOperators* operators) {
    TypedOperators& all = *operators;
    all["Add"] = {2, 2, 1, PrepareMap<Add, AddWhole, 2>};
    all["Sub"] = {2, 2, 1, PrepareMap<Sub, SubWhole, 2>};
    all["Mul"] = {2, 2, 1, PrepareMap<Mul, MulWhole, 2>};
    all["RealDiv"] = {2, 2, 1, PrepareMap<Divide, nullptr, 2>};
    all["Maximum"] = {2, 2, 1, PrepareMap<Larger, LargerWhole, 2>};
    all["Minimum"] = {2, 2, 1, PrepareMap<Smaller, SmallerWhole, 2>};
    all["Pow"] = {2, 2, 1, PrepareMap<Power, nullptr, 2>};
    all["Equal"] = {2, 2, 1, PrepareMap<IsEqual, EqualWhole, 2>};
    all["Greater"] = {2, 2, 1, PrepareMap<IsGreater, GreaterWhole, 2>};
    all["Less"] = {2, 2, 1, PrepareMap<IsLess, LessWhole, 2>};
    all["ReluGrad"] = {2, 2, 1, PrepareMap<ReluGrad, nullptr, 2>};
    // What type it becomes is that of the output.
    all["Cast"] = {1, 1, 1, PrepareMap<Same, SameWhole, 1>};
    all["Neg"] = {1, 1, 1, PrepareMap<Negative, NegativeWhole, 1>};
    all["Abs"] = {1, 1, 1, PrepareMap<Magnitude, nullptr, 1>};
    all["Exp"] = {1, 1, 1, PrepareMap<Exponential, nullptr, 1>};
    all["Log"] = {1, 1, 1, PrepareMap<Logarithm, nullptr, 1>};
    all["Sqrt"] = {1, 1, 1, PrepareMap<SquareRoot, nullptr, 1>};
    all["Rsqrt"] = {1, 1, 1, PrepareMap<InverseRoot, nullptr, 1>};
    all["Reciprocal"] = {1, 1, 1, PrepareMap<Inverse, nullptr, 1>};
    all["Square"] = {1, 1, 1, PrepareMap<Square, nullptr, 1>};
    all["Relu"] = {1, 1, 1, PrepareMap<Relu, nullptr, 1>};
    all["Sigmoid"] = {1, 1, 1, PrepareMap<Sigmoid, nullptr, 1>};
    all["Tanh"] = {1, 1, 1, PrepareMap<Tanh, nullptr, 1>};
    all["OnesLike"] = {1, 1, 1, PrepareConstant<1>};
    all["ZerosLike"] = {1, 1, 1, PrepareConstant<0>};
    all["Assign"] = {2, 2, 1, PrepareAssign<false>};
    all["AssignAdd"] = {2, 2, 1, PrepareAssign<true>};
    all["BiasAdd"] = {2, 2, 1, PrepareBiasAdd};
    all["BiasAddGrad"] = {1, 1, 1, PrepareBiasAddGrad};
}

}  // namespace opapi
