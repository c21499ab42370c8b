// Tasks of the random number unit (DSA) that hand-written interfaces add.
#include <cmath>
#include <memory>

#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "nnopbase/interface/random_numbers.h"
#include "runtime/error.h"

namespace {

using op::OpArg;
using op::OpArgType;

/// Seed or offset: a number, or a tensor that is read when the task runs.
struct Origin {
    const aclTensor* tensor;
    uint64_t number;
};

Origin OriginOf(const OpArg& arg) {
    if (arg.type == OpArgType::OPARG_ACLTENSOR) {
        return {static_cast<const aclTensor*>(arg.pointer), 0};
    }
    return {nullptr, static_cast<uint64_t>(arg.integer)};
}

double NumberOf(const OpArg& arg) {
    switch (arg.type) {
        case OpArgType::OPARG_ACLSCALAR:
            return static_cast<const aclScalar*>(arg.pointer)->ToDouble();
        case OpArgType::OPARG_FLOAT:
        case OpArgType::OPARG_DOUBLE:
            return arg.real;
        default:
            return static_cast<double>(arg.integer);
    }
}

/// One element of the output: a number, or eight bits of a mask.
double Draw(DSA_TASK_TYPE task, double first, double second, l0::Generator* generator) {
    switch (task) {
        case DSAGenBitMaskTaskType:
            return l0::MaskByte(generator, first);
        case DSARandomUniformTaskType:
            return first + (second - first) * l0::Unit(generator);
        default:
            break;
    }
    double normal = l0::Normal(generator);
    while (task == DSARandomTruncatedNormalTaskType && std::fabs(normal) > 2) {
        normal = l0::Normal(generator);
    }
    return first + second * normal;
}

bool IsComplete(DSA_TASK_TYPE task, const op::OpArgList& inputs, const op::OpArgList& outputs) {
    const size_t count = task == DSAGenBitMaskTaskType ? 4 : 5;
    if (inputs.size() < count || outputs.empty() || outputs[0].type != OpArgType::OPARG_ACLTENSOR ||
        outputs[0].pointer == nullptr) {
        return false;
    }
    for (const OpArg& input : inputs) {
        const bool points =
            input.type == OpArgType::OPARG_ACLTENSOR || input.type == OpArgType::OPARG_ACLSCALAR;
        if (points && input.pointer == nullptr) {
            return false;
        }
    }
    return true;
}

}  // namespace

void CreatDSAKernelLauncher(const char* l0Name, uint32_t, DSA_TASK_TYPE dsaTask,
                            aclOpExecutor* executor, op::OpArgContext* args) {
    const std::unique_ptr<op::OpArgContext> owned(args);
    const op::OpArgList none;
    const op::OpArgList& inputs = args == nullptr ? none : args->lists[op::OP_INPUT_ARG];
    const op::OpArgList& outputs = args == nullptr ? none : args->lists[op::OP_OUTPUT_ARG];
    if (!IsComplete(dsaTask, inputs, outputs)) {
        runtime::Fail(ACLNN_ERR_PARAM_INVALID, "%s: an input or the output is missing", l0Name);
        return;
    }
    const Origin seed = OriginOf(inputs[1]);
    const Origin offset = OriginOf(inputs[2]);
    const double first = NumberOf(inputs[3]);
    const double second = inputs.size() > 4 ? NumberOf(inputs[4]) : 0;
    std::vector<const aclTensor*> operands = {static_cast<const aclTensor*>(outputs[0].pointer)};
    for (const Origin& origin : {seed, offset}) {
        if (origin.tensor != nullptr) {
            operands.push_back(origin.tensor);
        }
    }
    l0::AddHostStep(executor, "DSA", operands, [=](const l0::Operands& views) {
        size_t next = 1;
        const auto read = [&](const Origin& origin) {
            return origin.tensor == nullptr
                       ? origin.number
                       : static_cast<uint64_t>(l0::ReadWholes(views[next++])[0]);
        };
        const uint64_t from_seed = read(seed);
        l0::Generator generator = l0::GeneratorOf(from_seed, read(offset));
        std::vector<double> values(nnopbase::ElementCount(views[0].shape));
        for (double& value : values) {
            value = Draw(dsaTask, first, second, &generator);
        }
        l0::WriteReals(values, views[0]);
    });
}
