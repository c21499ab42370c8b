#include "exe_graph/argument_tensors.h"

#include "exe_graph/node_block.h"

namespace gert {
namespace {

void FillShape(const int64_t* dims, size_t dim_num, Shape* shape) {
    shape->SetDimNum(0);
    for (size_t i = 0; i < dim_num; ++i) {
        (void)shape->AppendDim(dims[i]);
    }
}

void FillTensor(const TensorArg& arg, Tensor* tensor) {
    FillShape(arg.dims, arg.dim_num, &tensor->MutableOriginShape());
    if (arg.storage_dims == nullptr) {
        tensor->MutableStorageShape() = tensor->GetOriginShape();
    } else {
        FillShape(arg.storage_dims, arg.storage_dim_num, &tensor->MutableStorageShape());
    }
    tensor->MutableFormat() = FormatOf(arg);
    tensor->SetDataType(arg.dtype);
    const int64_t bytes = ge::GetSizeInBytes(tensor->GetShapeSize(), arg.dtype);
    // Device memory must not be read by callbacks: they see no address at all.
    tensor->SetData(TensorData(arg.on_host ? arg.data : nullptr, nullptr,
                               bytes < 0 ? 0U : static_cast<size_t>(bytes),
                               arg.on_host ? kOnHost : kOnDeviceHbm));
}

}  // namespace

bool ArgumentTensors::Add(const std::vector<const TensorArg*>& args) {
    for (const TensorArg* const arg : args) {
        if (arg->dim_num > Shape::kMaxDimNum || arg->storage_dim_num > Shape::kMaxDimNum) {
            return false;
        }
        tensors_.emplace_back();
        present_.push_back(arg->present);
        if (arg->present) {
            FillTensor(*arg, &tensors_.back());
        }
    }
    return true;
}

}  // namespace gert
