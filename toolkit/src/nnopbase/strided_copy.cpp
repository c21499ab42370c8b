#include "nnopbase/strided_copy.h"

#include <cstring>

#include "acl/acl_rt.h"
#include "runtime/launch_results.h"
#include "runtime/memory.h"

namespace nnopbase {
namespace {

/// One dimension of a copy; steps in bytes.
struct Dimension {
    int64_t count;
    int64_t from_step;
    int64_t to_step;
};

template <typename T>
void CopyRow(const char* from, char* to, const Dimension& row) {
    for (int64_t i = 0; i < row.count; ++i) {
        T element;
        memcpy(&element, from + i * row.from_step, sizeof(T));
        memcpy(to + i * row.to_step, &element, sizeof(T));
    }
}

struct Complex128 {
    uint64_t parts[2];
};

void CopyRow(const char* from, char* to, const Dimension& row, int64_t element) {
    if (row.from_step == element && row.to_step == element) {
        memcpy(to, from, static_cast<size_t>(row.count * element));
        return;
    }
    switch (element) {
        case 1:
            return CopyRow<uint8_t>(from, to, row);
        case 2:
            return CopyRow<uint16_t>(from, to, row);
        case 4:
            return CopyRow<uint32_t>(from, to, row);
        case 8:
            return CopyRow<uint64_t>(from, to, row);
        default:
            return CopyRow<Complex128>(from, to, row);
    }
}

void CopyDimensions(const char* from, char* to, const Dimension* dimensions, size_t count,
                    int64_t element) {
    if (count <= 1) {
        const Dimension single = {1, element, element};
        CopyRow(from, to, count == 0 ? single : *dimensions, element);
        return;
    }
    for (int64_t i = 0; i < dimensions->count; ++i) {
        CopyDimensions(from + i * dimensions->from_step, to + i * dimensions->to_step,
                       dimensions + 1, count - 1, element);
    }
}

/// The dimensions of a copy without those of size 1; neighbours that are consecutive on
/// both sides are one.
size_t Simplify(const View& from, const View& to, int64_t element, Dimension* dimensions) {
    size_t count = 0;
    for (size_t i = 0; i < from.shape.GetDimNum(); ++i) {
        const Dimension next = {from.shape[i], from.strides[i] * element, to.strides[i] * element};
        if (next.count == 1) {
            continue;
        }
        Dimension* last = count > 0 ? &dimensions[count - 1] : nullptr;
        if (last != nullptr && last->from_step == next.from_step * next.count &&
            last->to_step == next.to_step * next.count) {
            *last = {last->count * next.count, next.from_step, next.to_step};
        } else {
            dimensions[count++] = next;
        }
    }
    return count;
}

}  // namespace

View ViewOf(const aclTensor& tensor) {
    const Tensor& object = Of(tensor);
    return View{object.view_shape, object.strides, object.first(), object.dtype,
                object.root().data};
}

View ContiguousView(const op::Shape& shape, ge::DataType dtype, void* data) {
    return View{shape, ContiguousStrides(shape), 0, dtype, data};
}

bool IsUsable(const View& view) {
    if (ElementCount(view.shape) == 0) {
        return true;
    }
    int64_t low = 0;
    int64_t high = 0;
    for (size_t i = 0; i < view.shape.GetDimNum(); ++i) {
        const int64_t reach = (view.shape[i] - 1) * view.strides[i];
        (reach < 0 ? low : high) += reach;
    }
    const int64_t element = static_cast<int64_t>(ElementBits(view.dtype) / 8);
    const char* first = static_cast<const char*>(view.first());
    return first != nullptr && runtime::IsUsable(first + low * element,
                                                 static_cast<size_t>((high - low + 1) * element));
}

bool WholeBytes(ge::DataType dtype) {
    return ElementBits(dtype) >= 8;
}

int StridedCopyTask::Run(runtime::Stream*, std::string* error) {
    if (!IsUsable(from_) || !IsUsable(to_)) {
        *error = "a copy of a tensor leaves its device buffers";
        return ACL_ERROR_RT_DEVICE_MEM_ERROR;
    }
    if (ElementCount(from_.shape) == 0) {
        return 0;
    }
    runtime::ForgetResults();
    Dimension dimensions[op::Shape::kMaxDimNum];
    const int64_t element = static_cast<int64_t>(ElementBits(from_.dtype) / 8);
    const size_t count = Simplify(from_, to_, element, dimensions);
    CopyDimensions(static_cast<const char*>(from_.first()), static_cast<char*>(to_.first()),
                   dimensions, count, element);
    return 0;
}

}  // namespace nnopbase
