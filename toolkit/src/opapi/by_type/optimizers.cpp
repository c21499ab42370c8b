// Steps of optimizers: variables change, and outputs show what they became.
#include <cmath>

#include "opapi/by_type/operators.h"

namespace opapi {
namespace {

using nnopbase::View;

/// All given tensors with an index below `count` have the shape of the first.
void RequireSameCounts(const TypedCall& call, const std::vector<size_t>& inputs) {
    for (const size_t input : inputs) {
        call.RequireCount(input, call.inputs[0]->Numel(), "a tensor of the variable's shape");
    }
}

void RequireNumbers(const TypedCall& call, const std::vector<size_t>& inputs) {
    for (const size_t input : inputs) {
        call.RequireCount(input, 1, "a hyperparameter");
    }
}

double Number(const View& view) {
    return l0::ReadReals(view)[0];
}

void Store(const std::vector<double>& values, const View& variable, const View& output) {
    l0::WriteReals(values, variable);
    if (output.data != nullptr) {
        l0::WriteReals(values, output);
    }
}

/// var, accum, lr, grad, momentum: accum = momentum * accum + grad; var -= lr * accum.
l0::Body PrepareApplyMomentum(const TypedCall& call) {
    const bool nesterov = call.attributes.Flag("use_nesterov", false);
    RequireSameCounts(call, {1, 3});
    RequireNumbers(call, {2, 4});
    return [nesterov](const Views& views) {
        std::vector<double> variable = l0::ReadReals(views[0]);
        std::vector<double> velocity = l0::ReadReals(views[1]);
        const std::vector<double> gradient = l0::ReadReals(views[3]);
        const double rate = Number(views[2]);
        const double momentum = Number(views[4]);
        for (size_t i = 0; i < variable.size(); ++i) {
            velocity[i] = velocity[i] * momentum + gradient[i];
            variable[i] -= rate * (nesterov ? gradient[i] + momentum * velocity[i] : velocity[i]);
        }
        Store(variable, views[0], views[5]);
        Store(velocity, views[1], views[6]);
    };
}

/// var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad.
l0::Body PrepareApplyAdam(const TypedCall& call) {
    const bool nesterov = call.attributes.Flag("use_nesterov", false);
    RequireSameCounts(call, {1, 2, 9});
    RequireNumbers(call, {3, 4, 5, 6, 7, 8});
    return [nesterov](const Views& views) {
        std::vector<double> variable = l0::ReadReals(views[0]);
        std::vector<double> first = l0::ReadReals(views[1]);
        std::vector<double> second = l0::ReadReals(views[2]);
        const std::vector<double> gradient = l0::ReadReals(views[9]);
        const double beta1 = Number(views[6]);
        const double beta2 = Number(views[7]);
        const double epsilon = Number(views[8]);
        const double rate =
            Number(views[5]) * std::sqrt(1 - Number(views[4])) / (1 - Number(views[3]));
        for (size_t i = 0; i < variable.size(); ++i) {
            first[i] += (gradient[i] - first[i]) * (1 - beta1);
            second[i] += (gradient[i] * gradient[i] - second[i]) * (1 - beta2);
            const double step = nesterov ? first[i] * beta1 + (1 - beta1) * gradient[i] : first[i];
            variable[i] -= rate * step / (std::sqrt(second[i]) + epsilon);
        }
        Store(variable, views[0], views[10]);
        Store(first, views[1], views[11]);
        Store(second, views[2], views[12]);
    };
}

/// var, alpha, delta: var -= alpha * delta.
l0::Body PrepareApplyGradientDescent(const TypedCall& call) {
    RequireSameCounts(call, {2});
    RequireNumbers(call, {1});
    return [](const Views& views) {
        std::vector<double> variable = l0::ReadReals(views[0]);
        const double rate = Number(views[1]);
        const std::vector<double> delta = l0::ReadReals(views[2]);
        for (size_t i = 0; i < variable.size(); ++i) {
            variable[i] -= rate * delta[i];
        }
        Store(variable, views[0], views[3]);
    };
}

}  // namespace

void AddOptimizerOperators(TypedOperators* operators) {
    (*operators)["ApplyMomentum"] = {5, 5, 2, PrepareApplyMomentum};
    (*operators)["ApplyAdam"] = {10, 10, 3, PrepareApplyAdam};
    (*operators)["ApplyAdamD"] = {10, 10, 3, PrepareApplyAdam};
    (*operators)["ApplyGradientDescent"] = {3, 3, 1, PrepareApplyGradientDescent};
}

}  // namespace opapi
