// Cross entropy of softmax, with its gradient.
#include <algorithm>
#include <cmath>

#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

/// Features are (batch, classes), labels the same, or with `sparse` the class of each row. Outputs:
/// the loss of each row, and its gradient by the features.
template <bool sparse>
l0::Body PrepareCrossEntropy(const TypedCall& call) {
    const op::Shape& features = call.shape(0);
    if (features.GetDimNum() != 2 || call.outputs[1] == nullptr) {
        throw Rejection("features have two dimensions, and there are two outputs");
    }
    call.RequireCount(1, sparse ? features[0] : features[0] * features[1], "labels");
    call.RequireShape(0, op::Shape({features[0]}));
    call.RequireShape(1, features);
    return [](const Views& views) {
        const size_t rows = static_cast<size_t>(views[0].shape[0]);
        const size_t classes = static_cast<size_t>(views[0].shape[1]);
        const std::vector<double> x = l0::ReadReals(views[0]);
        std::vector<double> labels(x.size(), 0.0);
        if (sparse) {
            const std::vector<int64_t> classes_of_rows = l0::ReadWholes(views[1]);
            for (size_t row = 0; row < rows; ++row) {
                if (classes_of_rows[row] < 0 ||
                    classes_of_rows[row] >= static_cast<int64_t>(classes)) {
                    throw std::out_of_range("the label " + std::to_string(classes_of_rows[row]) +
                                            " is none of the " + std::to_string(classes) +
                                            " classes");
                }
                labels[row * classes + static_cast<size_t>(classes_of_rows[row])] = 1;
            }
        } else {
            labels = l0::ReadReals(views[1]);
        }
        std::vector<double> losses(rows, 0.0);
        std::vector<double> gradients(x.size());
        for (size_t row = 0; row < rows; ++row) {
            const double* const values = &x[row * classes];
            const double largest = *std::max_element(values, values + classes);
            double sum = 0;
            for (size_t i = 0; i < classes; ++i) {
                sum += std::exp(values[i] - largest);
            }
            for (size_t i = 0; i < classes; ++i) {
                const double label = labels[row * classes + i];
                const double logarithm = values[i] - largest - std::log(sum);
                losses[row] -= label * logarithm;
                gradients[row * classes + i] = std::exp(logarithm) - label;
            }
        }
        l0::WriteReals(losses, views[2]);
        l0::WriteReals(gradients, views[3]);
    };
}

}  // namespace

void AddLossOperators(TypedOperators* operators) {
    (*operators)["SoftmaxCrossEntropyWithLogits"] = {2, 2, 2, PrepareCrossEntropy<false>};
    (*operators)["SparseSoftmaxCrossEntropyWithLogits"] = {2, 2, 2, PrepareCrossEntropy<true>};
}

}  // namespace opapi
