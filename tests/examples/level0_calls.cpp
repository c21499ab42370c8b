// One interface for the operators that headers of level0/ declare; all of these are included by the
// command: aclnnLevel0(which, self, other, third, ints, number, real, out).
#include <map>
#include <string>

#include "aclnn_kernels/contiguous.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

using Unary = const aclTensor* (*)(const aclTensor*, aclOpExecutor*);
using Binary = const aclTensor* (*)(const aclTensor*, const aclTensor*, aclOpExecutor*);
using Reduction = const aclTensor* (*)(const aclTensor*, const aclIntArray*, bool, aclOpExecutor*);

#define NAMED(Name) {#Name, l0op::Name}
static const std::map<std::string, Unary> kUnary = {NAMED(Abs),          NAMED(Ceil),
                                                    NAMED(Cos),          NAMED(Exp),
                                                    NAMED(Floor),        NAMED(Neg),
                                                    NAMED(Reciprocal),   NAMED(Round),
                                                    NAMED(Rsqrt),        NAMED(Sigmoid),
                                                    NAMED(Sign),         NAMED(Sin),
                                                    NAMED(Sqrt),         NAMED(Square),
                                                    NAMED(Tanh),         NAMED(Trunc),
                                                    NAMED(IsFinite),     NAMED(LogicalNot),
                                                    NAMED(ZerosLike),    NAMED(OnesLike),
                                                    NAMED(InplaceTrunc), NAMED(InplaceZerosLike)};
static const std::map<std::string, Binary> kBinary = {NAMED(Add),
                                                      NAMED(Sub),
                                                      NAMED(Mul),
                                                      NAMED(Div),
                                                      NAMED(RealDiv),
                                                      NAMED(Mod),
                                                      NAMED(Maximum),
                                                      NAMED(Minimum),
                                                      NAMED(Pow),
                                                      NAMED(Equal),
                                                      NAMED(NotEqual),
                                                      NAMED(Greater),
                                                      NAMED(GreaterEqual),
                                                      NAMED(Less),
                                                      NAMED(LessEqual),
                                                      NAMED(LogicalAnd),
                                                      NAMED(LogicalOr),
                                                      NAMED(AddInplace),
                                                      NAMED(MulInplace),
                                                      NAMED(RealDivInplace),
                                                      NAMED(InplacePow),
                                                      NAMED(TensorMove),
                                                      NAMED(TensorMoveAiCore),
                                                      NAMED(Dot)};
static const std::map<std::string, Reduction> kReductions = {NAMED(ReduceSumOp), NAMED(ReduceMean),
                                                             NAMED(ReduceMax),   NAMED(ReduceMin),
                                                             NAMED(ReduceAny),   NAMED(ReduceAll)};

static const aclTensor* Call(const std::string& name, const aclTensor* self, const aclTensor* other,
                             const aclTensor* third, const aclIntArray* ints, int64_t number,
                             double real, aclOpExecutor* executor) {
    if (kUnary.count(name) != 0) {
        return kUnary.at(name)(self, executor);
    } else if (kBinary.count(name) != 0) {
        return kBinary.at(name)(self, other, executor);
    } else if (kReductions.count(name) != 0) {
        return kReductions.at(name)(self, ints, number != 0, executor);
    } else if (name == "Muls") {
        return l0op::Muls(self, static_cast<float>(real), executor);
    } else if (name == "MulsInplace") {
        return l0op::MulsInplace(self, static_cast<float>(real), executor);
    } else if (name == "Axpy") {
        return l0op::Axpy(self, other, static_cast<float>(real), executor);
    } else if (name == "AxpyInplace") {
        return l0op::AxpyInplace(self, other, static_cast<float>(real), executor);
    } else if (name == "Log") {
        return l0op::Log(self, static_cast<float>(real), 2.0F, 1.0F, executor);
    } else if (name == "SelectV2") {
        return l0op::SelectV2(self, other, third, executor);
    } else if (name == "MaskedFill") {
        return l0op::MaskedFill(self, other, third, executor);
    } else if (name == "Expand") {
        return l0op::Expand(self, ints, executor);
    } else if (name == "PadV3") {
        const aclTensor* paddings = executor->ConvertToTensor(ints, op::DataType::DT_INT64);
        return l0op::PadV3(self, paddings, nullptr, "constant", number != 0, executor);
    } else if (name == "ConcatD") {
        const aclTensor* tensors[] = {self, other, self};
        return l0op::ConcatD(executor->AllocTensorList(tensors, 3), number, executor);
    } else if (name == "ConcatDCast") {
        const aclTensor* tensors[] = {self, other};
        return l0op::ConcatD(executor->AllocTensorList(tensors, 2), number, op::DataType::DT_FLOAT,
                             executor);
    } else if (name == "SplitV") {  // the last part
        const aclTensorList* parts = l0op::SplitV(self, ints, number, executor);
        return parts == nullptr ? nullptr : (*parts)[parts->Size() - 1];
    } else if (name == "Arange") {
        const aclScalar* first = executor->AllocScalar(static_cast<float>(real));
        const aclScalar* step = executor->AllocScalar(static_cast<float>(number));
        return l0op::Arange(first, first, step, self, false, executor);
    } else if (name == "Cumsum") {  // ints: the dimension; number: 1 exclusive, 2 reverse
        const aclTensor* dim = executor->ConvertToTensor(ints, op::DataType::DT_INT64);
        return l0op::Cumsum(self, dim, (number & 1) != 0, (number & 2) != 0, executor);
    } else if (name == "Sort" || name == "Order") {
        const auto tensors =
            l0op::Sort(self, -1, number != 0, true, op::DataType::DT_INT64, executor);
        return name == "Sort" ? std::get<0>(tensors) : std::get<1>(tensors);
    } else if (name == "Topk" || name == "Places") {
        const auto tensors =
            l0op::Topk(self, (*ints)[0], -1, number != 0, true, op::DataType::DT_INT32, executor);
        return name == "Topk" ? std::get<0>(tensors) : std::get<1>(tensors);
    }
    return nullptr;
}

extern "C" {

__attribute__((visibility("default"))) aclnnStatus aclnnLevel0GetWorkspaceSize(
    const char* name, const aclTensor* self, const aclTensor* other, const aclTensor* third,
    const aclIntArray* ints, int64_t number, double real, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
    L2_DFX_PHASE_1(aclnnLevel0, DFX_IN(name, self, other, third, ints, number, real), DFX_OUT(out));
    auto unique = CREATE_EXECUTOR();
    const aclTensor* result = Call(name, self, other, third, ints, number, real, unique.get());
    CHECK_RET(result != nullptr, ACLNN_ERR_PARAM_INVALID);
    CHECK_RET(result->GetViewShape() == out->GetViewShape(), ACLNN_ERR_INNER_INFERSHAPE_ERROR);
    CHECK_RET(l0op::ViewCopy(result, out, unique.get()) != nullptr, ACLNN_ERR_PARAM_INVALID);
    *workspaceSize = unique->GetWorkspaceSize();
    unique.ReleaseTo(executor);
    return ACLNN_SUCCESS;
}

// As in CANN the macro brings the semicolon.
__attribute__((visibility("default"))) aclnnStatus aclnnLevel0(void* workspace,
                                                               uint64_t workspaceSize,
                                                               aclOpExecutor* executor,
                                                               aclrtStream stream) {
    L2_DFX_PHASE_2(aclnnLevel0)
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}
}
