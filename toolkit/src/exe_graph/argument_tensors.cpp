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
        Tensor* tensor = nullptr;
        if (arg->present && arg->strides != nullptr) {
            views_.emplace_back();
            for (size_t i = 0; i < arg->dim_num; ++i) {
                views_.back().MutableStride().AppendStride(arg->strides[i]);
            }
            tensor = &views_.back();
        } else if (arg->present) {
            plain_.emplace_back();
            tensor = &plain_.back();
        }
        if (tensor != nullptr) {
            FillTensor(*arg, tensor);
        }
        tensors_.push_back(tensor);
    }
    return true;
}

}  // namespace gert
