// What an operator that is called by its type gets: aclnn's objects of acl's descriptions.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "acl/op_attr.h"
#include "acl/tensor_desc.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_dfx.h"
#include "nnopbase/api_check.h"
#include "nnopbase/objects.h"
#include "runtime/error.h"

namespace nnopbase {

/// Whether a description stands for a tensor: optional ones that are left out have no type.
inline bool IsPresent(const aclTensorDesc& desc) {
    return desc.dtype != ACL_DT_UNDEFINED;
}

/// Whether the buffer of a tensor lies in host memory, in either of CANN's two kinds.
inline bool IsOnHost(const aclTensorDesc& desc) {
    return desc.placement != ACL_MEMTYPE_DEVICE;
}

/// The objects that a call is made of; they end with it.
class CallObjects {
public:
    ~CallObjects() {
        for (const aclTensorList* list : lists_) {
            aclDestroyTensorList(list);
        }
        for (const aclTensor* tensor : tensors_) {
            aclDestroyTensor(tensor);
        }
        for (const aclIntArray* array : ints_) {
            aclDestroyIntArray(array);
        }
        for (const aclFloatArray* array : floats_) {
            aclDestroyFloatArray(array);
        }
        for (const aclBoolArray* array : bools_) {
            aclDestroyBoolArray(array);
        }
    }

    const aclTensor* Tensor(const aclTensorDesc& desc, void* data) {
        const bool stored = desc.has_storage_shape;
        const std::vector<int64_t>& storage = stored ? desc.storage_dims : desc.dims;
        const aclFormat format =
            desc.storage_format == ACL_FORMAT_UNDEFINED ? desc.format : desc.storage_format;
        aclTensor* tensor = aclCreateTensor(desc.dims.data(), desc.dims.size(), desc.dtype, nullptr,
                                            0, format, storage.data(), storage.size(), data);
        if (tensor != nullptr) {
            tensors_.push_back(tensor);
            if (desc.is_const || IsOnHost(desc)) {
                SetHostValue(desc, data, &Of(*tensor));
            }
        }
        return tensor;
    }

    /// Null with an error reported if the buffer is too small, or an output's on the host; `side`
    /// says input or output.
    const aclTensor* Checked(const char* type, const char* side, size_t index,
                             const aclTensorDesc& desc, const aclDataBuffer* buffer) {
        if (IsOnHost(desc) && strcmp(side, "output") == 0) {
            runtime::Fail(ACL_ERROR_INVALID_PARAM,
                          "%s: aclSetTensorPlaceMent places output %zu on the host; operators "
                          "write to device memory only",
                          type, index);
            return nullptr;
        }
        const size_t bytes =
            BytesOf(ElementCount(desc.dims), static_cast<ge::DataType>(desc.dtype));
        if (buffer != nullptr && !desc.is_const && buffer->size < bytes) {
            runtime::Fail(ACL_ERROR_INVALID_PARAM,
                          "%s: the buffer of %s %zu has %zu bytes, its tensor %zu", type, side,
                          index, buffer->size, bytes);
            return nullptr;
        }
        return Tensor(desc, buffer == nullptr ? nullptr : buffer->data);
    }

    /// The list owns its tensors.
    const aclTensorList* List(const std::vector<const aclTensor*>& tensors) {
        tensors_.resize(tensors_.size() - tensors.size());
        lists_.push_back(aclCreateTensorList(tensors.data(), tensors.size()));
        return lists_.back();
    }

    op::OpArg Attribute(const aclopAttr::Value& value) {
        using Kind = aclopAttr::Value::Kind;
        switch (value.kind) {
            case Kind::kBool:
                return op::internal::MakeOpArg(value.integers[0] != 0);
            case Kind::kInt:
                return op::internal::MakeOpArg(value.integers[0]);
            case Kind::kFloat:
                return op::internal::MakeOpArg(value.reals[0]);
            case Kind::kString:
                return op::internal::MakeOpArg(value.text);
            case Kind::kInts:
                ints_.push_back(aclCreateIntArray(value.integers.data(), value.integers.size()));
                return op::internal::MakeOpArg(ints_.back());
            case Kind::kFloats:
                floats_.push_back(aclCreateFloatArray(value.reals.data(), value.reals.size()));
                return op::internal::MakeOpArg(floats_.back());
            case Kind::kBools: {
                const std::unique_ptr<bool[]> flags(new bool[value.integers.size()]);
                std::copy(value.integers.begin(), value.integers.end(), flags.get());
                bools_.push_back(aclCreateBoolArray(flags.get(), value.integers.size()));
                return op::internal::MakeOpArg(bools_.back());
            }
            default:
                return Default();
        }
    }

    /// An attribute that is not given.
    static op::OpArg Default() {
        return op::internal::MakeOpArg(static_cast<const aclIntArray*>(nullptr));
    }

private:
    static void SetHostValue(const aclTensorDesc& desc, const void* data,
                             nnopbase::Tensor* tensor) {
        const size_t bytes =
            nnopbase::BytesOf(nnopbase::ElementCount(desc.dims), tensor->GetDataType());
        const uint8_t* const first = static_cast<const uint8_t*>(data);
        tensor->on_host = true;
        if (desc.is_const) {
            tensor->host_data = desc.const_data;
        } else if (first != nullptr) {
            tensor->host_data.assign(first, first + bytes);
        }
        tensor->host_data.resize(bytes);
        tensor->data = tensor->host_data.data();
    }

    std::vector<const aclTensor*> tensors_;
    std::vector<const aclTensorList*> lists_;
    std::vector<const aclIntArray*> ints_;
    std::vector<const aclFloatArray*> floats_;
    std::vector<const aclBoolArray*> bools_;
};

}  // namespace nnopbase
