// Operators along one dimension: each row of the tensor, by itself, is read and another written.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min_dim.h"
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"
#include "opapi/host.h"

using nnopbase::View;
using opapi::Extent;

namespace {

template <typename T>
using RowsOf = std::vector<std::vector<T>>;
/// From the rows of the inputs to those of the outputs.
template <typename T>
using RowFunction = std::function<void(const RowsOf<T>&, RowsOf<T>*)>;

/// A row's elements in a tensor.
struct RowInTensor {
    size_t first;
    size_t size;
    size_t step;

    template <typename T>
    std::vector<T> Get(const std::vector<T>& values) const {
        std::vector<T> row(size);
        for (size_t i = 0; i < size; ++i) {
            row[i] = values[first + i * step];
        }
        return row;
    }
    template <typename T>
    void Set(const std::vector<T>& row, std::vector<T>* values) const {
        for (size_t i = 0; i < size; ++i) {
            (*values)[first + i * step] = row[i];
        }
    }
};

/// The locations of row `number` of a tensor with this row size.
RowInTensor RowOf(const Extent& extent, size_t size, size_t number) {
    return {number / extent.inner * size * extent.inner + number % extent.inner, size,
            extent.inner};
}

/// All rows of the outputs, which follow the inputs.
template <typename T>
void ComputeRows(const l0::Operands& views, size_t inputs, const Extent& extent,
                 const RowFunction<T>& function) {
    const size_t rows = extent.outer * extent.inner;
    RowsOf<T> values;
    for (size_t i = 0; i < views.size(); ++i) {
        values.push_back(i < inputs ? opapi::Read<T>(views[i])
                                    : std::vector<T>(nnopbase::ElementCount(views[i].shape)));
    }
    for (size_t number = 0; number < rows; ++number) {
        RowsOf<T> input_rows;
        RowsOf<T> output_rows;
        for (size_t i = 0; i < views.size(); ++i) {
            const RowInTensor row = RowOf(extent, values[i].size() / rows, number);
            if (i < inputs) {
                input_rows.push_back(row.Get(values[i]));
            } else {
                output_rows.emplace_back(row.size);
            }
        }
        function(input_rows, &output_rows);
        for (size_t i = inputs; i < views.size(); ++i) {
            RowOf(extent, values[i].size() / rows, number).Set(output_rows[i - inputs], &values[i]);
        }
    }
    for (size_t i = inputs; i < views.size(); ++i) {
        opapi::Write(values[i], views[i]);
    }
}

/// Applies a function to all rows along `dim`. Rows of outputs may be shorter: their number of
/// elements says so.
template <typename T>
aclnnStatus OnRows(const char* name, const opapi::Tensors& inputs, const opapi::Tensors& outputs,
                   int64_t dim, RowFunction<T> function, const opapi::Result& result) {
    opapi::Tensors all = inputs;
    all.insert(all.end(), outputs.begin(), outputs.end());
    const aclnnStatus code = opapi::RequireOperands(opapi::Operands(all.begin(), all.end()));
    opapi::HostSteps steps(name);
    if (code != ACLNN_SUCCESS || !opapi::ResolveDim(inputs[0], &dim)) {
        steps.Reject("a tensor is NULL, or the dimension does not exist");
        return code != ACLNN_SUCCESS ? code : steps.Finish(result);
    }
    const Extent extent = opapi::ExtentAt(inputs[0]->GetViewShape(), dim);
    const size_t rows = extent.outer * extent.inner;
    for (const aclTensor* output : outputs) {
        if (rows != 0 && static_cast<size_t>(output->Numel()) % rows != 0) {
            steps.Reject("the shape of an output does not go with that of the input");
        }
    }
    const size_t count = inputs.size();
    steps.Add(all,
              [=](const l0::Operands& views) { ComputeRows<T>(views, count, extent, function); });
    return steps.Finish(result);
}

/// In integers if all elements are: `function` is one of both.
template <typename Function>
aclnnStatus OnNumbers(const char* name, const aclTensor* self, const opapi::Tensors& outputs,
                      int64_t dim, Function function, const opapi::Result& result) {
    opapi::Tensors all = outputs;
    all.push_back(self);
    return opapi::WithNumber(all, [&](auto number) {
        return OnRows<decltype(number)>(name, {self}, outputs, dim, function, result);
    });
}

using Row = std::vector<double>;

double Largest(const Row& row) {
    return row.empty() ? 0 : *std::max_element(row.begin(), row.end());
}

/// The sum of exp(x - largest).
double ExpSum(const Row& row, double largest) {
    return std::accumulate(row.begin(), row.end(), 0.0,
                           [=](double sum, double x) { return sum + std::exp(x - largest); });
}

void Softmax(const std::vector<Row>& x, std::vector<Row>* y) {
    const double largest = Largest(x[0]);
    const double sum = ExpSum(x[0], largest);
    std::transform(x[0].begin(), x[0].end(), (*y)[0].begin(),
                   [=](double value) { return std::exp(value - largest) / sum; });
}

void LogSoftmax(const std::vector<Row>& x, std::vector<Row>* y) {
    const double largest = Largest(x[0]);
    const double log_sum = std::log(ExpSum(x[0], largest));
    std::transform(x[0].begin(), x[0].end(), (*y)[0].begin(),
                   [=](double value) { return value - largest - log_sum; });
}

// Gradients: x[0] is that of the result, x[1] the result.
void SoftmaxGradient(const std::vector<Row>& x, std::vector<Row>* y) {
    const double sum = std::inner_product(x[0].begin(), x[0].end(), x[1].begin(), 0.0);
    std::transform(x[0].begin(), x[0].end(), x[1].begin(), (*y)[0].begin(),
                   [=](double gradient, double value) { return (gradient - sum) * value; });
}

void LogSoftmaxGradient(const std::vector<Row>& x, std::vector<Row>* y) {
    const double sum = std::accumulate(x[0].begin(), x[0].end(), 0.0);
    std::transform(x[0].begin(), x[0].end(), x[1].begin(), (*y)[0].begin(),
                   [=](double gradient, double value) { return gradient - std::exp(value) * sum; });
}

/// The places in sorted order; NaN counts as the largest.
template <typename T>
std::vector<size_t> Order(const std::vector<T>& row, bool descending) {
    std::vector<size_t> order(row.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto below = [](T a, T b) { return a < b || (a == a && b != b); };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return descending ? below(row[b], row[a]) : below(row[a], row[b]);
    });
    return order;
}

/// The first elements in sorted order and, in the last output, where they were.
auto Sorted(bool descending, bool with_values) {
    return [=](const auto& x, auto* y) {
        const std::vector<size_t> order = Order(x[0], descending);
        auto& indices = y->back();
        for (size_t i = 0; i < indices.size() && i < order.size(); ++i) {
            indices[i] = static_cast<std::decay_t<decltype(indices[i])>>(order[i]);
            if (with_values) {
                (*y)[0][i] = x[0][order[i]];
            }
        }
    };
}

/// The low bits of sums and products of integers, which may not fit.
template <typename T>
T AddUp(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
    } else {
        return a + b;
    }
}

template <typename T>
T Times(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
    } else {
        return a * b;
    }
}

template <typename T>
T ProductOf(const std::vector<T>& row) {
    return std::accumulate(row.begin(), row.end(), T{1}, Times<T>);
}

const auto kProduct = [](const auto& x, auto* y) { (*y)[0][0] = ProductOf(x[0]); };

const auto kRunningSum = [](const auto& x, auto* y) {
    using T = std::decay_t<decltype(x[0][0])>;
    std::partial_sum(x[0].begin(), x[0].end(), (*y)[0].begin(), AddUp<T>);
};

}  // namespace

extern "C" {

#define OPAPI_ROWS(Name, function)                                                \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, aclTensor* out) {   \
        OPAPI_BEGIN(Name);                                                        \
        return OnRows<double>(#Name, {self}, {out}, dim, function, OPAPI_RESULT); \
    }
#define OPAPI_ROWS_GRADIENT(Name, function)                                                     \
    OPAPI_INTERFACE(Name, const aclTensor* gradOutput, const aclTensor* output, int64_t dim,    \
                    aclTensor* out) {                                                           \
        OPAPI_BEGIN(Name);                                                                      \
        return OnRows<double>(#Name, {gradOutput, output}, {out}, dim, function, OPAPI_RESULT); \
    }

OPAPI_ROWS(Softmax, Softmax)
OPAPI_ROWS(LogSoftmax, LogSoftmax)
OPAPI_ROWS_GRADIENT(SoftmaxBackward, SoftmaxGradient)
OPAPI_ROWS_GRADIENT(LogSoftmaxBackward, LogSoftmaxGradient)

#define OPAPI_PLACE(Name, descending)                                                         \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out) { \
        OPAPI_BEGIN(Name);                                                                    \
        (void)keepdim;                                                                        \
        return OnNumbers(#Name, self, {out}, dim, Sorted(descending, false), OPAPI_RESULT);   \
    }
#define OPAPI_EXTREME(Name, descending)                                                     \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out, \
                    aclTensor* indices) {                                                   \
        OPAPI_BEGIN(Name);                                                                  \
        (void)keepdim;                                                                      \
        return OnNumbers(#Name, self, {out, indices}, dim, Sorted(descending, true),        \
                         OPAPI_RESULT);                                                     \
    }

OPAPI_PLACE(ArgMax, true)
OPAPI_PLACE(ArgMin, false)
OPAPI_EXTREME(MaxDim, true)
OPAPI_EXTREME(MinDim, false)

OPAPI_INTERFACE(Sort, const aclTensor* self, bool, int64_t dim, bool descending,
                aclTensor* valuesOut, aclTensor* indicesOut) {
    OPAPI_BEGIN(Sort);
    return OnNumbers("Sort", self, {valuesOut, indicesOut}, dim, Sorted(descending, true),
                     OPAPI_RESULT);
}

OPAPI_INTERFACE(Topk, const aclTensor* self, int64_t k, int64_t dim, bool largest, bool,
                aclTensor* valuesOut, aclTensor* indicesOut) {
    OPAPI_BEGIN(Topk);
    (void)k;  // the outputs have the size
    return OnNumbers("Topk", self, {valuesOut, indicesOut}, dim, Sorted(largest, true),
                     OPAPI_RESULT);
}

OPAPI_INTERFACE(Cumsum, const aclTensor* self, int64_t dim, aclDataType, aclTensor* out) {
    OPAPI_BEGIN(Cumsum);
    return OnNumbers("Cumsum", self, {out}, dim, kRunningSum, OPAPI_RESULT);
}

OPAPI_INTERFACE(ProdDim, const aclTensor* self, int64_t dim, bool keepDim, const aclDataType,
                aclTensor* out) {
    OPAPI_BEGIN(ProdDim);
    (void)keepDim;
    return OnNumbers("ProdDim", self, {out}, dim, kProduct, OPAPI_RESULT);
}

OPAPI_INTERFACE(Prod, const aclTensor* self, const aclDataType, aclTensor* out) {
    OPAPI_BEGIN(Prod);
    const aclnnStatus code = opapi::RequireOperands({self, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::WithNumber({self, out}, [&](auto number) {
        using T = decltype(number);
        return opapi::OnHost(
            "Prod", {self, out},
            [](const l0::Operands& views) {
                opapi::Write(std::vector<T>{ProductOf(opapi::Read<T>(views[0]))}, views[1]);
            },
            OPAPI_RESULT);
    });
}
}
