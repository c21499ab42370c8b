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

using Row = std::vector<double>;
/// From the rows of the inputs to those of the outputs.
using RowFunction = std::function<void(const std::vector<Row>&, std::vector<Row>*)>;

/// A row's elements in a tensor.
struct Places {
    size_t first;
    size_t size;
    size_t step;

    Row Get(const std::vector<double>& values) const {
        Row row(size);
        for (size_t i = 0; i < size; ++i) {
            row[i] = values[first + i * step];
        }
        return row;
    }
    void Set(const Row& row, std::vector<double>* values) const {
        for (size_t i = 0; i < size; ++i) {
            (*values)[first + i * step] = row[i];
        }
    }
};

/// The places of row `number` of a tensor with a row size of its own.
Places RowOf(const Extent& extent, size_t size, size_t number) {
    return {number / extent.inner * size * extent.inner + number % extent.inner, size,
            extent.inner};
}

/// Applies a function to all rows along `dim`. Rows of outputs may be shorter: what they lack is
/// told by their number of elements.
aclnnStatus OnRows(const char* name, const opapi::Tensors& inputs, const opapi::Tensors& outputs,
                   int64_t dim, RowFunction function, const opapi::Result& result) {
    opapi::Tensors all = inputs;
    all.insert(all.end(), outputs.begin(), outputs.end());
    const aclnnStatus code = opapi::CheckGiven(opapi::Operands(all.begin(), all.end()));
    opapi::HostSteps steps(name);
    if (code != ACLNN_SUCCESS || !opapi::ResolveDim(inputs[0], &dim)) {
        steps.Refuse("a tensor is NULL, or the dimension does not exist");
        return code != ACLNN_SUCCESS ? code : steps.Finish(result);
    }
    const Extent extent = opapi::ExtentAt(inputs[0]->GetViewShape(), dim);
    const size_t rows = extent.outer * extent.inner;
    for (const aclTensor* output : outputs) {
        if (rows != 0 && static_cast<size_t>(output->Numel()) % rows != 0) {
            steps.Refuse("the shape of an output does not go with that of the input");
        }
    }
    const size_t first_output = inputs.size();
    steps.Add(all, [=](const l0::Operands& views) {
        std::vector<std::vector<double>> values;
        for (size_t i = 0; i < views.size(); ++i) {
            values.push_back(i < first_output
                                 ? l0::ReadReals(views[i])
                                 : std::vector<double>(nnopbase::ElementCount(views[i].shape)));
        }
        for (size_t number = 0; number < rows; ++number) {
            std::vector<Row> given;
            std::vector<Row> made;
            for (size_t i = 0; i < views.size(); ++i) {
                const Places places = RowOf(extent, values[i].size() / rows, number);
                if (i < first_output) {
                    given.push_back(places.Get(values[i]));
                } else {
                    made.emplace_back(places.size);
                }
            }
            function(given, &made);
            for (size_t i = first_output; i < views.size(); ++i) {
                RowOf(extent, values[i].size() / rows, number)
                    .Set(made[i - first_output], &values[i]);
            }
        }
        for (size_t i = first_output; i < views.size(); ++i) {
            l0::WriteReals(values[i], views[i]);
        }
    });
    return steps.Finish(result);
}

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
std::vector<size_t> Order(const Row& row, bool descending) {
    std::vector<size_t> order(row.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto below = [](double a, double b) { return a < b || (a == a && b != b); };
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return descending ? below(row[b], row[a]) : below(row[a], row[b]);
    });
    return order;
}

/// The first elements in sorted order and, in the last output, where they were.
RowFunction Sorted(bool descending, bool with_values) {
    return [=](const std::vector<Row>& x, std::vector<Row>* y) {
        const std::vector<size_t> order = Order(x[0], descending);
        for (size_t i = 0; i < y->back().size() && i < order.size(); ++i) {
            y->back()[i] = static_cast<double>(order[i]);
            if (with_values) {
                (*y)[0][i] = x[0][order[i]];
            }
        }
    };
}

void Product(const std::vector<Row>& x, std::vector<Row>* y) {
    (*y)[0][0] = std::accumulate(x[0].begin(), x[0].end(), 1.0, std::multiplies<>());
}

void RunningSum(const std::vector<Row>& x, std::vector<Row>* y) {
    std::partial_sum(x[0].begin(), x[0].end(), (*y)[0].begin());
}

}  // namespace

extern "C" {

#define OPAPI_ROWS(Name, function)                                              \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, aclTensor* out) { \
        OPAPI_BEGIN(Name);                                                      \
        return OnRows(#Name, {self}, {out}, dim, function, OPAPI_RESULT);       \
    }
#define OPAPI_ROWS_GRADIENT(Name, function)                                                  \
    OPAPI_INTERFACE(Name, const aclTensor* gradOutput, const aclTensor* output, int64_t dim, \
                    aclTensor* out) {                                                        \
        OPAPI_BEGIN(Name);                                                                   \
        return OnRows(#Name, {gradOutput, output}, {out}, dim, function, OPAPI_RESULT);      \
    }

OPAPI_ROWS(Softmax, Softmax)
OPAPI_ROWS(LogSoftmax, LogSoftmax)
OPAPI_ROWS_GRADIENT(SoftmaxBackward, SoftmaxGradient)
OPAPI_ROWS_GRADIENT(LogSoftmaxBackward, LogSoftmaxGradient)

#define OPAPI_PLACE(Name, descending)                                                         \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out) { \
        OPAPI_BEGIN(Name);                                                                    \
        (void)keepdim;                                                                        \
        return OnRows(#Name, {self}, {out}, dim, Sorted(descending, false), OPAPI_RESULT);    \
    }
#define OPAPI_EXTREME(Name, descending)                                                            \
    OPAPI_INTERFACE(Name, const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out,        \
                    aclTensor* indices) {                                                          \
        OPAPI_BEGIN(Name);                                                                         \
        (void)keepdim;                                                                             \
        return OnRows(#Name, {self}, {out, indices}, dim, Sorted(descending, true), OPAPI_RESULT); \
    }

OPAPI_PLACE(ArgMax, true)
OPAPI_PLACE(ArgMin, false)
OPAPI_EXTREME(MaxDim, true)
OPAPI_EXTREME(MinDim, false)

OPAPI_INTERFACE(Sort, const aclTensor* self, bool, int64_t dim, bool descending,
                aclTensor* valuesOut, aclTensor* indicesOut) {
    OPAPI_BEGIN(Sort);
    return OnRows("Sort", {self}, {valuesOut, indicesOut}, dim, Sorted(descending, true),
                  OPAPI_RESULT);
}

OPAPI_INTERFACE(Topk, const aclTensor* self, int64_t k, int64_t dim, bool largest, bool,
                aclTensor* valuesOut, aclTensor* indicesOut) {
    OPAPI_BEGIN(Topk);
    (void)k;  // the outputs have the size
    return OnRows("Topk", {self}, {valuesOut, indicesOut}, dim, Sorted(largest, true),
                  OPAPI_RESULT);
}

OPAPI_INTERFACE(Cumsum, const aclTensor* self, int64_t dim, aclDataType, aclTensor* out) {
    OPAPI_BEGIN(Cumsum);
    return OnRows("Cumsum", {self}, {out}, dim, RunningSum, OPAPI_RESULT);
}

OPAPI_INTERFACE(ProdDim, const aclTensor* self, int64_t dim, bool keepDim, const aclDataType,
                aclTensor* out) {
    OPAPI_BEGIN(ProdDim);
    (void)keepDim;
    return OnRows("ProdDim", {self}, {out}, dim, Product, OPAPI_RESULT);
}

OPAPI_INTERFACE(Prod, const aclTensor* self, const aclDataType, aclTensor* out) {
    OPAPI_BEGIN(Prod);
    const aclnnStatus code = opapi::CheckGiven({self, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "Prod", {self, out},
        [](const l0::Operands& views) {
            const std::vector<double> x = l0::ReadReals(views[0]);
            l0::WriteReals({std::accumulate(x.begin(), x.end(), 1.0, std::multiplies<>())},
                           views[1]);
        },
        OPAPI_RESULT);
}
}
