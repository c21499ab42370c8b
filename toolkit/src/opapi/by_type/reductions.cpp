// One element for all along dimensions, and the opposite: one-hot vectors.
#include <cmath>
#include <limits>

#include "opapi/by_type/operators.h"
#include "opapi/host.h"

namespace opapi {
namespace {

using nnopbase::View;

struct SumFold {
    template <typename T>
    static T First() {
        return 0;
    }
    template <typename T>
    static T Join(T all, T value) {
        return all + value;
    }
};
struct ProductFold {
    template <typename T>
    static T First() {
        return 1;
    }
    template <typename T>
    static T Join(T all, T value) {
        return all * value;
    }
};
struct LargestFold {
    template <typename T>
    static T First() {
        return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::lowest();
    }
    template <typename T>
    static T Join(T all, T value) {
        return all != all || all > value ? all : value;
    }
};
struct SmallestFold {
    template <typename T>
    static T First() {
        return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
    }
    template <typename T>
    static T Join(T all, T value) {
        return all != all || all < value ? all : value;
    }
};

/// For each element of a tensor of this shape the element of the result that it goes into.
std::vector<size_t> Targets(const op::Shape& shape, const std::vector<bool>& reduced) {
    size_t count = 1;
    std::vector<size_t> steps(shape.GetDimNum(), 0);
    for (size_t i = shape.GetDimNum(); i-- > 0;) {
        if (!reduced[i]) {
            steps[i] = count;
            count *= static_cast<size_t>(shape[i]);
        }
    }
    std::vector<size_t> targets(nnopbase::ElementCount(shape), 0);
    for (size_t i = 0; i < targets.size(); ++i) {
        size_t rest = i;
        for (size_t dim = shape.GetDimNum(); dim-- > 0;) {
            const size_t size = static_cast<size_t>(shape[dim]);
            targets[i] += rest % size * steps[dim];
            rest /= size;
        }
    }
    return targets;
}

std::vector<bool> Reduced(const View& axes, size_t rank, bool none_is_none) {
    const std::vector<int64_t> values = axes.data == nullptr || axes.shape.GetShapeSize() == 0
                                            ? std::vector<int64_t>()
                                            : l0::ReadWholes(axes);
    std::vector<bool> reduced(rank, values.empty() && !none_is_none);
    for (const int64_t value : values) {
        const int64_t axis = value < 0 ? value + static_cast<int64_t>(rank) : value;
        if (axis < 0 || axis >= static_cast<int64_t>(rank)) {
            throw std::out_of_range("axis " + std::to_string(value) + " does not exist");
        }
        reduced[static_cast<size_t>(axis)] = true;
    }
    return reduced;
}

/// T is int64_t or double.
template <typename Function, bool mean, typename T>
void Reduce(const View& x, const std::vector<size_t>& targets, const View& y) {
    const std::vector<T> values = Read<T>(x);
    std::vector<T> results(nnopbase::ElementCount(y.shape), Function::template First<T>());
    for (size_t i = 0; i < values.size(); ++i) {
        results[targets[i]] = Function::Join(results[targets[i]], values[i]);
    }
    if (mean) {
        for (T& result : results) {
            result /= static_cast<T>(values.size() / results.size());
        }
    }
    Write(results, y);
}

/// The axes may be computed on the device, so they are known when the operator runs.
template <typename Function, bool mean = false>
l0::Body PrepareReduce(const TypedCall& call) {
    const bool noop = call.attributes.Flag("noop_with_empty_axes", false);
    return [noop](const Views& views) {
        const View& x = views[0];
        const View& y = views[2];
        const std::vector<bool> reduced = Reduced(views[1], x.shape.GetDimNum(), noop);
        size_t expected = 1;
        for (size_t i = 0; i < reduced.size(); ++i) {
            expected *= reduced[i] ? 1 : static_cast<size_t>(x.shape[i]);
        }
        const size_t actual = nnopbase::ElementCount(y.shape);
        if (expected != actual) {
            throw std::out_of_range("the output has " + std::to_string(actual) + " elements, and " +
                                    std::to_string(expected) + " are left");
        }
        const std::vector<size_t> targets = Targets(x.shape, reduced);
        if (!mean && l0::IsWhole(x.dtype) && l0::IsWhole(y.dtype)) {
            Reduce<Function, false, int64_t>(x, targets, y);
        } else {
            Reduce<Function, mean, double>(x, targets, y);
        }
    };
}

/// x, depth, on_value, off_value: the output has on_value where its place along the axis is that in
/// x; the depth is the output's own size.
l0::Body PrepareOneHot(const TypedCall& call) {
    const size_t rank = call.shape(0).GetDimNum();
    const int64_t signed_axis = call.attributes.Integer("axis", -1);
    const int64_t axis =
        signed_axis < 0 ? signed_axis + static_cast<int64_t>(rank) + 1 : signed_axis;
    if (axis < 0 || axis > static_cast<int64_t>(rank) ||
        call.out_shape(0).GetDimNum() != rank + 1) {
        throw Rejection("the axis " + std::to_string(signed_axis) +
                        " does not exist in the output");
    }
    call.RequireCount(2, 1, "on_value");
    call.RequireCount(3, 1, "off_value");
    op::Shape expected;
    for (size_t i = 0; i <= rank; ++i) {
        const size_t at = static_cast<size_t>(axis);
        expected.AppendDim(i == at ? call.out_shape(0)[at] : call.shape(0)[i < at ? i : i - 1]);
    }
    call.RequireShape(0, expected);
    return [axis](const Views& views) {
        const View& y = views[4];
        const std::vector<int64_t> indices = l0::ReadWholes(views[0]);
        const double on = l0::ReadReals(views[2])[0];
        const double off = l0::ReadReals(views[3])[0];
        const size_t depth = static_cast<size_t>(y.shape[static_cast<size_t>(axis)]);
        size_t inner = 1;
        for (size_t i = static_cast<size_t>(axis) + 1; i < y.shape.GetDimNum(); ++i) {
            inner *= static_cast<size_t>(y.shape[i]);
        }
        std::vector<double> values(nnopbase::ElementCount(y.shape), off);
        for (size_t i = 0; i < indices.size(); ++i) {
            if (indices[i] >= 0 && indices[i] < static_cast<int64_t>(depth)) {
                const size_t hot = static_cast<size_t>(indices[i]);
                values[(i / inner * depth + hot) * inner + i % inner] = on;
            }
        }
        l0::WriteReals(values, y);
    };
}

}  // namespace

void AddReductionOperators(TypedOperators* operators) {
    TypedOperators& all = *operators;
    all["ReduceSum"] = {2, 1, 1, PrepareReduce<SumFold>};
    all["ReduceMean"] = {2, 1, 1, PrepareReduce<SumFold, true>};
    all["ReduceProd"] = {2, 1, 1, PrepareReduce<ProductFold>};
    all["ReduceMax"] = {2, 1, 1, PrepareReduce<LargestFold>};
    all["ReduceMin"] = {2, 1, 1, PrepareReduce<SmallestFold>};
    all["OneHot"] = {4, 4, 1, PrepareOneHot};
}

}  // namespace opapi
