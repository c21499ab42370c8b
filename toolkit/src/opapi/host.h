// Phase 1 of built-in interfaces that are one function on the host.
#pragma once

#include <functional>
#include <type_traits>
#include <vector>

#include "interface_tensors.h"
#include "nnopbase/interface/host_step.h"
#include "nnopbase/interface/numbers.h"
#include "opapi/first_phase.h"

namespace opapi {

/// A function of the operands' elements at one place.
using RealFunction = std::function<double(const double*)>;
using WholeFunction = std::function<int64_t(const int64_t*)>;

/// Steps of one executor, in the order in which they are added; the first error stays.
class HostSteps {
public:
    explicit HostSteps(const char* name) : name_(name), executor_(name) {}

    /// `body` gets the views of these tensors; one that is null has a view without data. Checks
    /// that their elements are numbers.
    void Add(const Tensors& tensors, l0::Body body);
    /// out = f(operands), element by element, in double and rounded once; if `whole` is given and
    /// all types are integral, in int64_t. Operands of one element go with any shape; the others
    /// broadcast.
    void AddMap(const Operands& operands, const aclTensor* out, RealFunction real,
                WholeFunction whole = nullptr);
    /// One element of a tensor, as an operand.
    const aclTensor* Element(const aclTensor* tensor, int64_t number);
    /// Notes an error that the caller found.
    void Reject(const char* reason);

    /// Gives the executor to the caller of the interface; the code of the first error otherwise.
    aclnnStatus Finish(const Result& result);

private:
    void Note(aclnnStatus code) { code_ = code_ == ACLNN_SUCCESS ? code : code_; }

    const char* const name_;
    UniqueExecutor executor_;
    aclnnStatus code_ = ACLNN_SUCCESS;
};

/// One step alone.
aclnnStatus OnHost(const char* name, const Tensors& tensors, l0::Body body, const Result& result);
aclnnStatus Map(const char* name, const Operands& operands, const aclTensor* out, RealFunction real,
                WholeFunction whole, const Result& result);

/// Whether `dim`, which may count from the end, is one of the tensor's; it is then made to count
/// from the beginning. A tensor without dimensions has one.
bool ResolveDim(const aclTensor* tensor, int64_t* dim);
/// The sizes before, at, and after a dimension; 1 of what is missing.
struct Extent {
    size_t outer = 1;
    size_t size = 1;
    size_t inner = 1;
};
Extent ExtentAt(const op::Shape& shape, int64_t dim);

/// The value that a list of dimensions names: true for each of `rank`; all if it is null or empty.
std::vector<bool> ReducedDims(const aclIntArray* dims, size_t rank);

/// The elements in their order, as double or int64_t; and stored again.
template <typename T>
std::vector<T> Read(const nnopbase::View& view) {
    if constexpr (std::is_same_v<T, double>) {
        return l0::ReadReals(view);
    } else {
        return l0::ReadWholes(view);
    }
}
inline void Write(const std::vector<double>& values, const nnopbase::View& view) {
    l0::WriteReals(values, view);
}
inline void Write(const std::vector<int64_t>& values, const nnopbase::View& view) {
    l0::WriteWholes(values, view);
}
/// Calls `f` with a value of the type that the elements of all given tensors are computed in.
template <typename F>
auto WithNumber(const Tensors& tensors, F f) {
    bool whole = true;
    for (const aclTensor* tensor : tensors) {
        whole = whole && (tensor == nullptr || l0::IsWhole(tensor->GetDataType()));
    }
    return whole ? f(int64_t{0}) : f(double{0});
}

/// The elements in their order, as bytes; and stored again.
std::vector<uint8_t> ReadBytes(const nnopbase::View& view);
void WriteBytes(const std::vector<uint8_t>& bytes, const nnopbase::View& view);
/// The norm of any order: 0 counts those that differ from 0, infinity is the largest.
double NormOf(const std::vector<double>& values, double order);
/// Makes `shape` the view shape of a tensor of the caller's, if that still exists.
void ReportShape(aclTensor* tensor, uint64_t serial, const op::Shape& shape);

}  // namespace opapi

/// Phase 1 of the interface aclnn<Name>, and what its body begins with.
#define OPAPI_INTERFACE(Name, ...)                                                  \
    aclnnStatus aclnn##Name##GetWorkspaceSize(__VA_ARGS__, uint64_t* workspaceSize, \
                                              aclOpExecutor** executor)
// Repeated executors are given other addresses by the positions of these tensors.
#define OPAPI_BEGIN(Name) \
    L2_DFX_PHASE_1(aclnn##Name, DFX_IN(OPAPI_IN_##Name), DFX_OUT(OPAPI_OUT_##Name))
