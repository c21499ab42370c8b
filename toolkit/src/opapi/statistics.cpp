// Deviations, norms, and normalisation with its gradients.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "aclnnop/aclnn_aminmax.h"
#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_logsumexp.h"
#include "aclnnop/aclnn_norm.h"
#include "aclnnop/aclnn_std.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_var.h"
#include "aclnnop/aclnn_var_mean.h"
#include "opapi/host.h"

using nnopbase::View;
using opapi::HostSteps;

namespace {

using Row = std::vector<double>;
/// The results that are computed of the elements of one group.
using GroupFunction = std::function<std::vector<double>(const Row&)>;

/// The elements of a view in groups: those that differ in the reduced dimensions only.
std::vector<Row> Groups(const View& view, const std::vector<bool>& reduced) {
    const std::vector<double> values = l0::ReadReals(view);
    size_t count = 1;
    for (size_t i = 0; i < reduced.size(); ++i) {
        count *= reduced[i] ? 1 : static_cast<size_t>(view.shape[i]);
    }
    std::vector<Row> groups(count);
    for (size_t i = 0; i < values.size(); ++i) {
        size_t rest = i;
        size_t group = 0;
        size_t step = 1;
        for (size_t k = reduced.size(); k-- > 0;) {
            const size_t size = static_cast<size_t>(view.shape[k]);
            group += reduced[k] ? 0 : rest % size * step;
            step *= reduced[k] ? 1 : size;
            rest /= size;
        }
        groups[group].push_back(values[i]);
    }
    return groups;
}

/// One value of each group into each output.
aclnnStatus Grouped(const char* name, const aclTensor* self, const aclIntArray* dims,
                    const opapi::Tensors& outputs, GroupFunction function,
                    const opapi::Result& result) {
    opapi::Tensors all = {self};
    all.insert(all.end(), outputs.begin(), outputs.end());
    const aclnnStatus code = opapi::RequireOperands(opapi::Operands(all.begin(), all.end()));
    if (code != ACLNN_SUCCESS) {
        return code;
    }
    const std::vector<bool> reduced = opapi::ReducedDims(dims, self->GetViewShape().GetDimNum());
    return opapi::OnHost(
        name, all,
        [=](const l0::Operands& views) {
            std::vector<Row> results(views.size() - 1);
            for (const Row& group : Groups(views[0], reduced)) {
                const std::vector<double> values = function(group);
                for (size_t i = 0; i < results.size(); ++i) {
                    results[i].push_back(values[i]);
                }
            }
            for (size_t i = 0; i < results.size(); ++i) {
                l0::WriteReals(results[i], views[i + 1]);
            }
        },
        result);
}

double Mean(const Row& x) {
    return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
}

/// The sum of squared distances from the mean over the count less the correction.
double Variance(const Row& x, double correction) {
    const double mean = Mean(x);
    const double sum = std::accumulate(x.begin(), x.end(), 0.0, [mean](double total, double value) {
        return total + (value - mean) * (value - mean);
    });
    return sum / std::fmax(0, static_cast<double>(x.size()) - correction);
}

GroupFunction Spread(double correction, bool root) {
    return [=](const Row& x) -> std::vector<double> {
        const double variance = Variance(x, correction);
        return {root ? std::sqrt(variance) : variance, Mean(x)};
    };
}

double LogSumExp(const Row& x) {
    const double largest = *std::max_element(x.begin(), x.end());
    double sum = 0;
    for (const double value : x) {
        sum += std::exp(value - largest);
    }
    return std::log(sum) + (std::isfinite(largest) ? largest : 0);
}

/// A tensor's values; `count` of `otherwise` if it is absent.
Row ValuesOr(const View& view, size_t count, double otherwise) {
    return view.dtype == ge::DT_UNDEFINED ? Row(count, otherwise) : l0::ReadReals(view);
}

void WriteOptional(const Row& values, const View& view) {
    if (view.dtype != ge::DT_UNDEFINED) {
        l0::WriteReals(values, view);
    }
}

/// Gradients of y = (x - mean) * invstd with respect to x, over the elements of one group that
/// mean and invstd were computed of; `dy` is the gradient of y.
Row NormalisedGradient(const Row& x, const Row& dy, double mean, double invstd) {
    const double count = static_cast<double>(x.size());
    double sum = 0;
    double product = 0;
    for (size_t i = 0; i < x.size(); ++i) {
        sum += dy[i];
        product += dy[i] * (x[i] - mean) * invstd;
    }
    Row dx(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
        dx[i] = invstd * (dy[i] - sum / count - (x[i] - mean) * invstd * product / count);
    }
    return dx;
}

void LayerNorm(const l0::Operands& views, size_t width, double eps) {
    const Row x = l0::ReadReals(views[0]);
    const Row weight = ValuesOr(views[1], width, 1);
    const Row bias = ValuesOr(views[2], width, 0);
    Row y(x.size());
    Row means;
    Row invstds;
    for (size_t begin = 0; begin < x.size(); begin += width) {
        const Row row(x.begin() + static_cast<std::ptrdiff_t>(begin),
                      x.begin() + static_cast<std::ptrdiff_t>(begin + width));
        means.push_back(Mean(row));
        invstds.push_back(1 / std::sqrt(Variance(row, 0) + eps));
        for (size_t i = 0; i < width; ++i) {
            y[begin + i] = (row[i] - means.back()) * invstds.back() * weight[i] + bias[i];
        }
    }
    l0::WriteReals(y, views[3]);
    WriteOptional(means, views[4]);
    WriteOptional(invstds, views[5]);
}

void LayerNormGradient(const l0::Operands& views, size_t width) {
    const Row dout = l0::ReadReals(views[0]);
    const Row x = l0::ReadReals(views[1]);
    const Row means = l0::ReadReals(views[2]);
    const Row invstds = l0::ReadReals(views[3]);
    const Row weight = ValuesOr(views[4], width, 1);
    Row dx;
    Row dweight(width);
    Row dbias(width);
    for (size_t row = 0; row * width < x.size(); ++row) {
        Row own(width);
        Row dy(width);
        for (size_t i = 0; i < width; ++i) {
            const size_t at = row * width + i;
            own[i] = x[at];
            dy[i] = dout[at] * weight[i];
            dbias[i] += dout[at];
            dweight[i] += dout[at] * (x[at] - means[row]) * invstds[row];
        }
        const Row gradient = NormalisedGradient(own, dy, means[row], invstds[row]);
        dx.insert(dx.end(), gradient.begin(), gradient.end());
    }
    WriteOptional(dx, views[5]);
    WriteOptional(dweight, views[6]);
    WriteOptional(dbias, views[7]);
}

/// All dimensions but the second, the channels.
std::vector<bool> AllButChannels(const op::Shape& shape) {
    std::vector<bool> reduced(shape.GetDimNum(), true);
    if (reduced.size() > 1) {
        reduced[1] = false;
    }
    return reduced;
}

/// Which channel element `i` of a tensor belongs to.
struct Channels {
    size_t count;
    size_t inner = 1;

    explicit Channels(const op::Shape& shape) : count(static_cast<size_t>(shape[1])) {
        for (size_t i = 2; i < shape.GetDimNum(); ++i) {
            inner *= static_cast<size_t>(shape[i]);
        }
    }
    size_t Of(size_t i) const { return i / inner % count; }
};

/// Puts the elements of groups back where Groups took them from.
Row Ungrouped(const std::vector<Row>& groups, const Channels& channels) {
    size_t count = 0;
    for (const Row& group : groups) {
        count += group.size();
    }
    Row values(count);
    std::vector<size_t> next(groups.size(), 0);
    for (size_t i = 0; i < count; ++i) {
        const size_t channel = channels.Of(i);
        values[i] = groups[channel][next[channel]++];
    }
    return values;
}

void BatchNorm(const l0::Operands& views, bool training, double momentum, double eps) {
    const Channels channels(views[0].shape);
    const Row weight = ValuesOr(views[1], channels.count, 1);
    const Row bias = ValuesOr(views[2], channels.count, 0);
    Row running_mean = ValuesOr(views[3], channels.count, 0);
    Row running_variance = ValuesOr(views[4], channels.count, 1);
    std::vector<Row> groups = Groups(views[0], AllButChannels(views[0].shape));
    Row means;
    Row invstds;
    for (size_t c = 0; c < groups.size(); ++c) {
        means.push_back(training ? Mean(groups[c]) : running_mean[c]);
        const double variance = training ? Variance(groups[c], 0) : running_variance[c];
        invstds.push_back(1 / std::sqrt(variance + eps));
        if (training) {
            const double unbiased = Variance(groups[c], 1);
            running_mean[c] += momentum * (means[c] - running_mean[c]);
            running_variance[c] += momentum * (unbiased - running_variance[c]);
        }
        for (double& value : groups[c]) {
            value = (value - means[c]) * invstds[c] * weight[c] + bias[c];
        }
    }
    l0::WriteReals(Ungrouped(groups, channels), views[5]);
    if (training) {
        WriteOptional(running_mean, views[3]);
        WriteOptional(running_variance, views[4]);
        WriteOptional(means, views[6]);
        WriteOptional(invstds, views[7]);
    }
}

void BatchNormGradient(const l0::Operands& views, bool training, double eps) {
    const Channels channels(views[1].shape);
    const std::vector<bool> reduced = AllButChannels(views[1].shape);
    const std::vector<Row> dout = Groups(views[0], reduced);
    const std::vector<Row> x = Groups(views[1], reduced);
    const Row weight = ValuesOr(views[2], channels.count, 1);
    const Row means = ValuesOr(views[training ? 5 : 3], channels.count, 0);
    Row invstds = ValuesOr(views[training ? 6 : 4], channels.count, 1);
    std::vector<Row> dx(x.size());
    Row dweight(x.size());
    Row dbias(x.size());
    for (size_t c = 0; c < x.size(); ++c) {
        invstds[c] = training ? invstds[c] : 1 / std::sqrt(invstds[c] + eps);
        Row dy = dout[c];
        for (size_t i = 0; i < dy.size(); ++i) {
            dbias[c] += dy[i];
            dweight[c] += dy[i] * (x[c][i] - means[c]) * invstds[c];
            dy[i] *= weight[c];
        }
        dx[c] = training ? NormalisedGradient(x[c], dy, means[c], invstds[c]) : dy;
        for (double& value : dx[c]) {
            value *= training ? 1 : invstds[c];
        }
    }
    WriteOptional(Ungrouped(dx, channels), views[7]);
    WriteOptional(dweight, views[8]);
    WriteOptional(dbias, views[9]);
}

size_t WidthOf(const aclIntArray* shape) {
    size_t width = 1;
    for (uint64_t i = 0; i < shape->Size(); ++i) {
        width *= static_cast<size_t>((*shape)[i]);
    }
    return width;
}

const aclTensor* MaskedOutput(const aclBoolArray* mask, uint64_t number, const aclTensor* tensor) {
    return mask == nullptr || (number < mask->Size() && (*mask)[number]) ? tensor : nullptr;
}

}  // namespace

extern "C" {

OPAPI_INTERFACE(Std, const aclTensor* self, const aclIntArray* dim, const int64_t correction,
                bool keepdim, aclTensor* out) {
    OPAPI_BEGIN(Std);
    (void)keepdim;  // of all of these, out has the shape
    return Grouped("Std", self, dim, {out}, Spread(static_cast<double>(correction), true),
                   OPAPI_RESULT);
}

OPAPI_INTERFACE(StdMeanCorrection, const aclTensor* self, const aclIntArray* dim,
                int64_t correction, bool keepdim, aclTensor* stdOut, aclTensor* meanOut) {
    OPAPI_BEGIN(StdMeanCorrection);
    (void)keepdim;
    return Grouped("StdMeanCorrection", self, dim, {stdOut, meanOut},
                   Spread(static_cast<double>(correction), true), OPAPI_RESULT);
}

OPAPI_INTERFACE(Var, const aclTensor* self, const aclIntArray* dim, bool unbiased, bool keepdim,
                aclTensor* out) {
    OPAPI_BEGIN(Var);
    (void)keepdim;
    return Grouped("Var", self, dim, {out}, Spread(unbiased ? 1 : 0, false), OPAPI_RESULT);
}

OPAPI_INTERFACE(VarCorrection, const aclTensor* self, const aclIntArray* dim, int64_t correction,
                bool keepdim, aclTensor* out) {
    OPAPI_BEGIN(VarCorrection);
    (void)keepdim;
    return Grouped("VarCorrection", self, dim, {out},
                   Spread(static_cast<double>(correction), false), OPAPI_RESULT);
}

OPAPI_INTERFACE(VarMean, const aclTensor* self, const aclIntArray* dim, int64_t correction,
                bool keepdim, aclTensor* varOut, aclTensor* meanOut) {
    OPAPI_BEGIN(VarMean);
    (void)keepdim;
    return Grouped("VarMean", self, dim, {varOut, meanOut},
                   Spread(static_cast<double>(correction), false), OPAPI_RESULT);
}

OPAPI_INTERFACE(Norm, const aclTensor* self, const aclScalar* pScalar, const aclIntArray* dim,
                bool keepdim, aclTensor* out) {
    OPAPI_BEGIN(Norm);
    (void)keepdim;
    const double order = pScalar == nullptr ? 2 : pScalar->ToDouble();
    return Grouped(
        "Norm", self, dim, {out}, [order](const Row& x) { return Row{opapi::NormOf(x, order)}; },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(LinalgVectorNorm, const aclTensor* self, const aclScalar* ord,
                const aclIntArray* dims, bool keepDims, const aclDataType, aclTensor* out) {
    OPAPI_BEGIN(LinalgVectorNorm);
    (void)keepDims;
    const double order = ord == nullptr ? 2 : ord->ToDouble();
    return Grouped(
        "LinalgVectorNorm", self, dims, {out},
        [order](const Row& x) { return Row{opapi::NormOf(x, order)}; }, OPAPI_RESULT);
}

OPAPI_INTERFACE(LogSumExp, const aclTensor* self, const aclIntArray* dim, bool keepDim,
                aclTensor* out) {
    OPAPI_BEGIN(LogSumExp);
    (void)keepDim;
    return Grouped(
        "LogSumExp", self, dim, {out}, [](const Row& x) { return Row{LogSumExp(x)}; },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(Aminmax, const aclTensor* self, const aclIntArray* dim, bool keepDim,
                aclTensor* minOut, aclTensor* maxOut) {
    OPAPI_BEGIN(Aminmax);
    (void)keepDim;
    return Grouped(
        "Aminmax", self, dim, {minOut, maxOut},
        [](const Row& x) {
            const auto bounds = std::minmax_element(x.begin(), x.end());
            return Row{*bounds.first, *bounds.second};
        },
        OPAPI_RESULT);
}

OPAPI_INTERFACE(LayerNorm, const aclTensor* input, const aclIntArray* normalizedShape,
                const aclTensor* weightOptional, const aclTensor* biasOptional, double eps,
                aclTensor* out, aclTensor* meanOutOptional, aclTensor* rstdOutOptional) {
    OPAPI_BEGIN(LayerNorm);
    if (opapi::RequireOperands({input, out}) != ACLNN_SUCCESS || normalizedShape == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const size_t width = WidthOf(normalizedShape);
    return opapi::OnHost(
        "LayerNorm", {input, weightOptional, biasOptional, out, meanOutOptional, rstdOutOptional},
        [=](const l0::Operands& views) { LayerNorm(views, width, eps); }, OPAPI_RESULT);
}

OPAPI_INTERFACE(LayerNormBackward, const aclTensor* gradOut, const aclTensor* input,
                const aclIntArray* normalizedShape, const aclTensor* mean, const aclTensor* rstd,
                const aclTensor* weightOptional, const aclTensor* biasOptional,
                const aclBoolArray* outputMask, aclTensor* gradInputOut, aclTensor* gradWeightOut,
                aclTensor* gradBiasOut) {
    OPAPI_BEGIN(LayerNormBackward);
    (void)biasOptional;
    if (opapi::RequireOperands({gradOut, input, mean, rstd}) != ACLNN_SUCCESS ||
        normalizedShape == nullptr) {
        return ACLNN_ERR_PARAM_NULLPTR;
    }
    const size_t width = WidthOf(normalizedShape);
    return opapi::OnHost(
        "LayerNormBackward",
        {gradOut, input, mean, rstd, weightOptional, MaskedOutput(outputMask, 0, gradInputOut),
         MaskedOutput(outputMask, 1, gradWeightOut), MaskedOutput(outputMask, 2, gradBiasOut)},
        [=](const l0::Operands& views) { LayerNormGradient(views, width); }, OPAPI_RESULT);
}

OPAPI_INTERFACE(BatchNorm, const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                aclTensor* runningMean, aclTensor* runningVar, bool training, double momentum,
                double eps, aclTensor* output, aclTensor* saveMean, aclTensor* saveInvstd) {
    OPAPI_BEGIN(BatchNorm);
    HostSteps steps("BatchNorm");
    if (opapi::RequireOperands({input, output}) != ACLNN_SUCCESS ||
        input->GetViewShape().GetDimNum() < 2) {
        steps.Reject("a tensor is NULL or has no channels");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({input, weight, bias, runningMean, runningVar, output, saveMean, saveInvstd},
              [=](const l0::Operands& views) { BatchNorm(views, training, momentum, eps); });
    return steps.Finish(OPAPI_RESULT);
}

OPAPI_INTERFACE(BatchNormBackward, const aclTensor* gradOut, const aclTensor* input,
                const aclTensor* weight, const aclTensor* runningMean, const aclTensor* runningVar,
                const aclTensor* saveMean, const aclTensor* saveInvstd, bool training, double eps,
                const aclBoolArray* outputMask, aclTensor* gradInput, aclTensor* gradWeight,
                aclTensor* gradBias) {
    OPAPI_BEGIN(BatchNormBackward);
    HostSteps steps("BatchNormBackward");
    if (opapi::RequireOperands({gradOut, input}) != ACLNN_SUCCESS ||
        input->GetViewShape().GetDimNum() < 2) {
        steps.Reject("a tensor is NULL or has no channels");
        return steps.Finish(OPAPI_RESULT);
    }
    steps.Add({gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd,
               MaskedOutput(outputMask, 0, gradInput), MaskedOutput(outputMask, 1, gradWeight),
               MaskedOutput(outputMask, 2, gradBias)},
              [=](const l0::Operands& views) { BatchNormGradient(views, training, eps); });
    return steps.Finish(OPAPI_RESULT);
}
}
