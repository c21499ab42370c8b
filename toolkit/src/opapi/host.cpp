#include "opapi/host.h"

#include <cmath>

#include "aclnn/opdev/shape_utils.h"
#include "runtime/error.h"

using nnopbase::View;
using runtime::Fail;

namespace opapi {
namespace {

/// Values of an operand as one of `count` elements: repeated if it has one.
template <typename T>
struct Column {
    std::vector<T> values;
    size_t step = 0;
};

template <typename T, typename Function>
void Apply(const Function& function, std::vector<Column<T>> columns, const View& out) {
    std::vector<T> results(nnopbase::ElementCount(out.shape));
    std::vector<T> arguments(columns.size());
    for (size_t i = 0; i < results.size(); ++i) {
        for (size_t k = 0; k < columns.size(); ++k) {
            arguments[k] = columns[k].values[i * columns[k].step];
        }
        results[i] = function(arguments.data());
    }
    Write(results, out);
}

/// What is known of the operands before the operator runs.
struct Argument {
    bool is_tensor = false;
    double real = 0;
    int64_t whole = 0;
};

template <typename T>
std::vector<Column<T>> Columns(const std::vector<Argument>& arguments,
                               const l0::Operands& operands) {
    std::vector<Column<T>> columns;
    const View& out = operands.back();
    size_t next = 0;
    for (const Argument& argument : arguments) {
        Column<T> column;
        if (!argument.is_tensor) {
            column.values = {std::is_same_v<T, double> ? static_cast<T>(argument.real)
                                                       : static_cast<T>(argument.whole)};
        } else {
            const View& view = operands[next++];
            const bool is_single = nnopbase::ElementCount(view.shape) == 1;
            column.values = Read<T>(is_single ? view : l0::Repeated(view, out.shape));
            column.step = is_single ? 0 : 1;
        }
        columns.push_back(std::move(column));
    }
    return columns;
}

bool AllWhole(const Operands& operands, const aclTensor& out) {
    for (const Operand& operand : operands) {
        if (!l0::IsWhole(operand.tensor != nullptr ? operand.tensor->GetDataType()
                                                   : operand.scalar->GetDataType())) {
            return false;
        }
    }
    return l0::IsWhole(out.GetDataType());
}

/// Whether `tensor` broadcasts to `shape`.
bool Fits(const aclTensor& tensor, const op::Shape& shape) {
    op::Shape joined;
    return tensor.Numel() == 1 ||
           (op::BroadcastInferShape(tensor.GetViewShape(), shape, joined) && joined == shape);
}

}  // namespace

void HostSteps::Add(const Tensors& tensors, l0::Body body) {
    Tensors operands;
    std::vector<bool> is_given;
    for (const aclTensor* tensor : tensors) {
        is_given.push_back(tensor != nullptr);
        if (tensor != nullptr && !l0::IsNumber(tensor->GetDataType())) {
            Note(Fail(ACLNN_ERR_PARAM_INVALID, "%s: elements of the type %s are no numbers", name_,
                      op::ToString(tensor->GetDataType()).GetString()));
        }
        if (tensor != nullptr) {
            operands.push_back(tensor);
        }
    }
    if (code_ != ACLNN_SUCCESS) {
        return;
    }
    const bool added = l0::AddHostStep(executor_.get(), name_, operands,
                                       [is_given, body](const l0::Operands& views) {
                                           l0::Operands all;
                                           size_t next = 0;
                                           for (const bool present : is_given) {
                                               all.push_back(present ? views[next++] : View());
                                           }
                                           body(all);
                                       });
    Note(added ? ACLNN_SUCCESS : ACLNN_ERR_INNER_NULLPTR);
}

void HostSteps::AddMap(const Operands& operands, const aclTensor* out, RealFunction real,
                       WholeFunction whole) {
    Operands all = operands;
    all.emplace_back(out);
    Note(RequireOperands(all));
    if (code_ != ACLNN_SUCCESS) {
        return;
    }
    Tensors tensors;
    std::vector<Argument> arguments;
    for (const Operand& operand : operands) {
        Argument argument;
        if (operand.tensor != nullptr) {
            argument.is_tensor = true;
            tensors.push_back(operand.tensor);
            if (!Fits(*operand.tensor, out->GetViewShape())) {
                Note(Fail(ACLNN_ERR_PARAM_INVALID, "%s: the shape %s does not go with %s of out",
                          name_, op::ToString(operand.tensor->GetViewShape()).GetString(),
                          op::ToString(out->GetViewShape()).GetString()));
                return;
            }
        } else {
            argument.real = operand.scalar->ToDouble();
            argument.whole = operand.scalar->ToInt64();
        }
        arguments.push_back(argument);
    }
    tensors.push_back(out);
    const bool in_integers = whole != nullptr && AllWhole(operands, *out);
    Add(tensors, [=](const l0::Operands& views) {
        if (in_integers) {
            Apply(whole, Columns<int64_t>(arguments, views), views.back());
        } else {
            Apply(real, Columns<double>(arguments, views), views.back());
        }
    });
}

const aclTensor* HostSteps::Element(const aclTensor* tensor, int64_t number) {
    if (tensor == nullptr || number >= tensor->Numel()) {
        Reject("there are fewer numbers than tensors");
        return nullptr;
    }
    return executor_->CreateView(tensor, op::Shape({1}), tensor->GetViewOffset() + number);
}

void HostSteps::Reject(const char* reason) {
    Note(Fail(ACLNN_ERR_PARAM_INVALID, "%s: %s", name_, reason));
}

aclnnStatus HostSteps::Finish(const Result& result) {
    if (code_ == ACLNN_SUCCESS) {
        *result.workspace_size = executor_->GetWorkspaceSize();
        executor_.ReleaseTo(result.executor);
    }
    return code_;
}

aclnnStatus OnHost(const char* name, const Tensors& tensors, l0::Body body, const Result& result) {
    HostSteps steps(name);
    steps.Add(tensors, std::move(body));
    return steps.Finish(result);
}

aclnnStatus Map(const char* name, const Operands& operands, const aclTensor* out, RealFunction real,
                WholeFunction whole, const Result& result) {
    HostSteps steps(name);
    steps.AddMap(operands, out, std::move(real), std::move(whole));
    return steps.Finish(result);
}

bool ResolveDim(const aclTensor* tensor, int64_t* dim) {
    const int64_t rank =
        std::max<int64_t>(1, static_cast<int64_t>(tensor->GetViewShape().GetDimNum()));
    *dim += *dim < 0 ? rank : 0;
    return *dim >= 0 && *dim < rank;
}

Extent ExtentAt(const op::Shape& shape, int64_t dim) {
    Extent extent;
    for (size_t i = 0; i < shape.GetDimNum(); ++i) {
        const size_t size = static_cast<size_t>(shape[i]);
        const int64_t at = static_cast<int64_t>(i);
        (at < dim ? extent.outer : at == dim ? extent.size : extent.inner) *= size;
    }
    return extent;
}

std::vector<bool> ReducedDims(const aclIntArray* dims, size_t rank) {
    const bool all = dims == nullptr || dims->Size() == 0;
    std::vector<bool> reduced(rank, all);
    for (uint64_t i = 0; !all && i < dims->Size(); ++i) {
        const int64_t dim = (*dims)[i] + ((*dims)[i] < 0 ? static_cast<int64_t>(rank) : 0);
        if (dim >= 0 && dim < static_cast<int64_t>(rank)) {
            reduced[static_cast<size_t>(dim)] = true;
        }
    }
    return reduced;
}

std::vector<uint8_t> ReadBytes(const View& view) {
    std::vector<uint8_t> bytes(nnopbase::BytesOf(nnopbase::ElementCount(view.shape), view.dtype));
    l0::CopyView(view, nnopbase::ContiguousView(view.shape, view.dtype, bytes.data()));
    return bytes;
}

void WriteBytes(const std::vector<uint8_t>& bytes, const View& view) {
    l0::CopyView(
        nnopbase::ContiguousView(view.shape, view.dtype, const_cast<uint8_t*>(bytes.data())), view);
}

void ReportShape(aclTensor* tensor, uint64_t serial, const op::Shape& shape) {
    if (runtime::SerialOf(runtime::ObjectKind::kTensor, tensor) == serial) {
        tensor->SetViewShape(shape);
    }
}

double NormOf(const std::vector<double>& values, double order) {
    double sum = 0;
    double largest = 0;
    double smallest = HUGE_VAL;
    for (const double value : values) {
        const double size = std::fabs(value);
        largest = std::fmax(largest, size);
        smallest = std::fmin(smallest, size);
        sum += order == 0 ? (size != 0 ? 1 : 0) : std::isinf(order) ? 0 : std::pow(size, order);
    }
    return std::isinf(order) ? (order > 0 ? largest : smallest)
           : order == 0      ? sum
                             : std::pow(sum, 1 / order);
}

}  // namespace opapi
