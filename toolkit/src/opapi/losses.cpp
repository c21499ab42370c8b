// Losses and their gradients. reduction: 0 none, 1 the mean, 2 the sum.
#include <cmath>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_l1_loss_backward.h"
#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"
#include "opapi/host.h"

using nnopbase::View;
using opapi::RealFunction;

namespace {

enum Reduction : int64_t { kNone, kMean, kSum };

/// A tensor's values over a shape; 1 everywhere if it is absent.
std::vector<double> Values(const View& view, const op::Shape& shape) {
    const size_t count = nnopbase::ElementCount(shape);
    if (view.dtype == ge::DT_UNDEFINED) {
        return std::vector<double>(count, 1.0);
    }
    std::vector<double> values = nnopbase::ElementCount(view.shape) == 1
                                     ? l0::ReadReals(view)
                                     : l0::ReadReals(l0::Repeated(view, shape));
    values.resize(count, values.empty() ? 0.0 : values[0]);
    return values;
}

/// The losses f(self, target, weight, second weight) of all elements, reduced.
aclnnStatus Loss(const char* name, const aclTensor* self, const aclTensor* target,
                 const aclTensor* weight, const aclTensor* second, int64_t reduction,
                 const aclTensor* out, RealFunction loss, const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({self, target, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        name, {self, target, weight, second, out},
        [=](const l0::Operands& views) {
            const op::Shape& shape = views[0].shape;
            std::vector<std::vector<double>> columns;
            for (size_t i = 0; i < 4; ++i) {
                columns.push_back(Values(views[i], shape));
            }
            std::vector<double> losses(columns[0].size());
            double sum = 0;
            for (size_t i = 0; i < losses.size(); ++i) {
                const double x[] = {columns[0][i], columns[1][i], columns[2][i], columns[3][i]};
                losses[i] = loss(x);
                sum += losses[i];
            }
            const double count = static_cast<double>(losses.size());
            l0::WriteReals(reduction == kNone
                               ? losses
                               : std::vector<double>{reduction == kMean ? sum / count : sum},
                           views[4]);
        },
        result);
}

/// gradOutput times the slope f(self, target, weight, second weight), a share of it for a mean.
aclnnStatus LossGradient(const char* name, const aclTensor* gradOutput, const aclTensor* self,
                         const aclTensor* target, const aclTensor* weight, const aclTensor* second,
                         int64_t reduction, const aclTensor* out, RealFunction slope,
                         const opapi::Result& result) {
    const aclnnStatus code = opapi::RequireOperands({gradOutput, self, target, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        name, {self, target, weight, second, gradOutput, out},
        [=](const l0::Operands& views) {
            const op::Shape& shape = views[5].shape;
            std::vector<std::vector<double>> columns;
            for (size_t i = 0; i < 5; ++i) {
                columns.push_back(Values(views[i], shape));
            }
            std::vector<double> gradients(columns[0].size());
            const double share =
                reduction == kMean ? 1 / static_cast<double>(gradients.size()) : 1.0;
            for (size_t i = 0; i < gradients.size(); ++i) {
                const double x[] = {columns[0][i], columns[1][i], columns[2][i], columns[3][i]};
                gradients[i] = columns[4][i] * slope(x) * share;
            }
            l0::WriteReals(gradients, views[5]);
        },
        result);
}

double Square(const double* x) {
    return (x[0] - x[1]) * (x[0] - x[1]);
}

double SquareSlope(const double* x) {
    return 2 * (x[0] - x[1]);
}

double Distance(const double* x) {
    return std::fabs(x[0] - x[1]);
}

double DistanceSlope(const double* x) {
    return x[0] > x[1] ? 1 : x[0] < x[1] ? -1 : 0;
}

RealFunction SmoothDistance(double beta) {
    return [beta](const double* x) {
        const double d = std::fabs(x[0] - x[1]);
        return d < beta ? 0.5 * d * d / beta : d - 0.5 * beta;
    };
}

RealFunction SmoothDistanceSlope(double beta) {
    return [beta](const double* x) {
        const double d = x[0] - x[1];
        return d <= -beta ? -1 : d >= beta ? 1 : d / beta;
    };
}

double CrossEntropy(const double* x) {
    const double right = std::fmax(std::log(x[0]), -100);
    const double wrong = std::fmax(std::log1p(-x[0]), -100);
    return -x[2] * (x[1] * right + (1 - x[1]) * wrong);
}

double CrossEntropySlope(const double* x) {
    return x[2] * (x[0] - x[1]) / std::fmax((1 - x[0]) * x[0], 1e-12);
}

double LogitEntropy(const double* x) {  // x[3]: weight of positive targets
    const double factor = 1 + (x[3] - 1) * x[1];
    const double soft = std::log1p(std::exp(-std::fabs(x[0]))) + std::fmax(-x[0], 0);
    return x[2] * ((1 - x[1]) * x[0] + factor * soft);
}

double LogitEntropySlope(const double* x) {
    const double sigmoid = 1 / (1 + std::exp(-x[0]));
    return x[2] * ((x[3] * x[1] + 1 - x[1]) * sigmoid - x[3] * x[1]);
}

/// What negative log likelihoods take: self (samples, classes) or (classes), the class and the
/// weight of each sample; a weight is 0 if the class is to be ignored.
struct Samples {
    std::vector<int64_t> classes;
    std::vector<double> weights;
    size_t class_count = 0;  ///< classes there are
    double total = 0;        ///< of the weights

    Samples(const View& self, const View& target, const View& weight, int64_t ignored) {
        class_count = static_cast<size_t>(self.shape[self.shape.GetDimNum() - 1]);
        classes = l0::ReadWholes(target);
        const std::vector<double> all =
            Values(weight, op::Shape({static_cast<int64_t>(class_count)}));
        for (const int64_t label : classes) {
            const bool counts =
                label != ignored && label >= 0 && label < static_cast<int64_t>(class_count);
            weights.push_back(counts ? all[static_cast<size_t>(label)] : 0.0);
            total += weights.back();
        }
    }
    size_t OffsetOf(size_t sample) const {
        return sample * class_count +
               static_cast<size_t>(weights[sample] == 0 ? 0 : classes[sample]);
    }
};

}  // namespace

extern "C" {

#define OPAPI_LOSS(Name, loss, slope)                                                           \
    OPAPI_INTERFACE(Name, const aclTensor* self, const aclTensor* target, int64_t reduction,    \
                    aclTensor* out) {                                                           \
        OPAPI_BEGIN(Name);                                                                      \
        return Loss(#Name, self, target, nullptr, nullptr, reduction, out, loss, OPAPI_RESULT); \
    }                                                                                           \
    OPAPI_INTERFACE(Name##Backward, const aclTensor* gradOutput, const aclTensor* self,         \
                    const aclTensor* target, int64_t reduction, aclTensor* out) {               \
        L2_DFX_PHASE_1(aclnn##Name##Backward, DFX_IN(gradOutput, self, target), DFX_OUT(out));  \
        return LossGradient(#Name "Backward", gradOutput, self, target, nullptr, nullptr,       \
                            reduction, out, slope, OPAPI_RESULT);                               \
    }

OPAPI_LOSS(MseLoss, Square, SquareSlope)
OPAPI_LOSS(L1Loss, Distance, DistanceSlope)

OPAPI_INTERFACE(SmoothL1Loss, const aclTensor* self, const aclTensor* target, int64_t reduction,
                float beta, aclTensor* result) {
    OPAPI_BEGIN(SmoothL1Loss);
    return Loss("SmoothL1Loss", self, target, nullptr, nullptr, reduction, result,
                SmoothDistance(beta), OPAPI_RESULT);
}

OPAPI_INTERFACE(SmoothL1LossBackward, const aclTensor* gradOut, const aclTensor* self,
                const aclTensor* target, int64_t reduction, float beta, aclTensor* gradInput) {
    OPAPI_BEGIN(SmoothL1LossBackward);
    return LossGradient("SmoothL1LossBackward", gradOut, self, target, nullptr, nullptr, reduction,
                        gradInput, SmoothDistanceSlope(beta), OPAPI_RESULT);
}

OPAPI_INTERFACE(BinaryCrossEntropy, const aclTensor* self, const aclTensor* target,
                const aclTensor* weight, int64_t reduction, aclTensor* out) {
    OPAPI_BEGIN(BinaryCrossEntropy);
    return Loss("BinaryCrossEntropy", self, target, weight, nullptr, reduction, out, CrossEntropy,
                OPAPI_RESULT);
}

OPAPI_INTERFACE(BinaryCrossEntropyBackward, const aclTensor* gradOutput, const aclTensor* self,
                const aclTensor* target, const aclTensor* weightOptional, int64_t reduction,
                aclTensor* out) {
    OPAPI_BEGIN(BinaryCrossEntropyBackward);
    return LossGradient("BinaryCrossEntropyBackward", gradOutput, self, target, weightOptional,
                        nullptr, reduction, out, CrossEntropySlope, OPAPI_RESULT);
}

OPAPI_INTERFACE(BinaryCrossEntropyWithLogits, const aclTensor* self, const aclTensor* target,
                const aclTensor* weightOptional, const aclTensor* posWeightOptional,
                int64_t reduction, aclTensor* out) {
    OPAPI_BEGIN(BinaryCrossEntropyWithLogits);
    return Loss("BinaryCrossEntropyWithLogits", self, target, weightOptional, posWeightOptional,
                reduction, out, LogitEntropy, OPAPI_RESULT);
}

OPAPI_INTERFACE(BinaryCrossEntropyWithLogitsBackward, const aclTensor* gradOutput,
                const aclTensor* self, const aclTensor* target, const aclTensor* weightOptional,
                const aclTensor* posWeightOptional, int64_t reduction, aclTensor* out) {
    OPAPI_BEGIN(BinaryCrossEntropyWithLogitsBackward);
    return LossGradient("BinaryCrossEntropyWithLogitsBackward", gradOutput, self, target,
                        weightOptional, posWeightOptional, reduction, out, LogitEntropySlope,
                        OPAPI_RESULT);
}

OPAPI_INTERFACE(NLLLoss, const aclTensor* self, const aclTensor* target, const aclTensor* weight,
                int64_t reduction, int64_t ignoreIndex, aclTensor* out, aclTensor* totalWeightOut) {
    OPAPI_BEGIN(NLLLoss);
    const aclnnStatus code = opapi::RequireOperands({self, target, out, totalWeightOut});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "NLLLoss", {self, target, weight, out, totalWeightOut},
        [=](const l0::Operands& views) {
            const Samples samples(views[0], views[1], views[2], ignoreIndex);
            const std::vector<double> values = l0::ReadReals(views[0]);
            std::vector<double> losses;
            double sum = 0;
            for (size_t i = 0; i < samples.classes.size(); ++i) {
                const double weight_of = samples.weights[i];
                losses.push_back(weight_of == 0 ? 0 : -weight_of * values[samples.OffsetOf(i)]);
                sum += losses.back();
            }
            const double reduced = reduction == kMean ? sum / samples.total : sum;
            l0::WriteReals(reduction == kNone ? losses : std::vector<double>{reduced}, views[3]);
            l0::WriteReals({samples.total}, views[4]);
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(NLLLossBackward, const aclTensor* gradOutput, const aclTensor* self,
                const aclTensor* target, const aclTensor* weight, int64_t reduction,
                int64_t ignoreIndex, const aclTensor* totalWeight, aclTensor* out) {
    OPAPI_BEGIN(NLLLossBackward);
    const aclnnStatus code = opapi::RequireOperands({gradOutput, self, target, totalWeight, out});
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    return opapi::OnHost(
        "NLLLossBackward", {gradOutput, self, target, weight, out},
        [=](const l0::Operands& views) {
            const Samples samples(views[1], views[2], views[3], ignoreIndex);
            const std::vector<double> upstream =
                Values(views[0], op::Shape({static_cast<int64_t>(samples.classes.size())}));
            std::vector<double> gradients(nnopbase::ElementCount(views[4].shape), 0.0);
            for (size_t i = 0; i < samples.classes.size(); ++i) {
                const double share = reduction == kMean ? samples.total : 1.0;
                if (samples.weights[i] != 0) {
                    gradients[samples.OffsetOf(i)] = -upstream[i] * samples.weights[i] / share;
                }
            }
            l0::WriteReals(gradients, views[4]);
        },
        OPAPI_RESULT);
}
}
