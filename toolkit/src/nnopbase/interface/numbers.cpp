#include "nnopbase/interface/numbers.h"

#include <limits>

#include "aclnn/opdev/bfloat16.h"
#include "nnopbase/interface/host_step.h"

using nnopbase::View;

namespace l0 {
namespace {

struct Bool {
    uint8_t value;
};

/// Calls `f` with a null pointer to the element type; false for types that are no numbers.
template <typename F>
bool WithType(ge::DataType dtype, F f) {
    switch (dtype) {
        case ge::DT_FLOAT:
            return f(static_cast<float*>(nullptr)), true;
        case ge::DT_DOUBLE:
            return f(static_cast<double*>(nullptr)), true;
        case ge::DT_FLOAT16:
            return f(static_cast<op::fp16_t*>(nullptr)), true;
        case ge::DT_BF16:
            return f(static_cast<op::bfloat16*>(nullptr)), true;
        case ge::DT_INT8:
            return f(static_cast<int8_t*>(nullptr)), true;
        case ge::DT_INT16:
            return f(static_cast<int16_t*>(nullptr)), true;
        case ge::DT_INT32:
            return f(static_cast<int32_t*>(nullptr)), true;
        case ge::DT_INT64:
            return f(static_cast<int64_t*>(nullptr)), true;
        case ge::DT_UINT8:
            return f(static_cast<uint8_t*>(nullptr)), true;
        case ge::DT_UINT16:
            return f(static_cast<uint16_t*>(nullptr)), true;
        case ge::DT_UINT32:
            return f(static_cast<uint32_t*>(nullptr)), true;
        case ge::DT_UINT64:
            return f(static_cast<uint64_t*>(nullptr)), true;
        case ge::DT_BOOL:
            return f(static_cast<Bool*>(nullptr)), true;
        default:
            return false;
    }
}

template <typename Wide, typename T>
Wide Widen(T value) {
    if constexpr (std::is_same_v<T, Bool>) {
        return value.value != 0 ? 1 : 0;
    } else {
        return static_cast<Wide>(value);
    }
}

template <typename T, typename Wide>
T Narrow(Wide value) {
    if constexpr (std::is_same_v<T, Bool>) {
        return Bool{static_cast<uint8_t>(value != 0 ? 1 : 0)};
    } else if constexpr (std::is_floating_point_v<Wide> && std::is_integral_v<T>) {
        const double low = static_cast<double>(std::numeric_limits<T>::min());
        const double high = static_cast<double>(std::numeric_limits<T>::max());
        return value != value  ? 0
               : value <= low  ? std::numeric_limits<T>::min()
               : value >= high ? std::numeric_limits<T>::max()
                               : static_cast<T>(value);
    } else if constexpr (std::is_same_v<T, op::bfloat16>) {
        return T(static_cast<float>(value));
    } else {
        return static_cast<T>(value);
    }
}

template <typename Wide>
std::vector<Wide> Read(const View& view) {
    const size_t count = nnopbase::ElementCount(view.shape);
    std::vector<uint8_t> bytes(nnopbase::BytesOf(count, view.dtype));
    CopyView(view, nnopbase::ContiguousView(view.shape, view.dtype, bytes.data()));
    std::vector<Wide> values(count);
    WithType(view.dtype, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        const T* elements = reinterpret_cast<const T*>(bytes.data());
        for (size_t i = 0; i < count; ++i) {
            values[i] = Widen<Wide>(elements[i]);
        }
    });
    return values;
}

template <typename Wide>
void Write(const std::vector<Wide>& values, const View& view) {
    std::vector<uint8_t> bytes(nnopbase::BytesOf(values.size(), view.dtype));
    WithType(view.dtype, [&](auto* type) {
        using T = std::remove_pointer_t<decltype(type)>;
        T* elements = reinterpret_cast<T*>(bytes.data());
        for (size_t i = 0; i < values.size(); ++i) {
            elements[i] = Narrow<T>(values[i]);
        }
    });
    CopyView(nnopbase::ContiguousView(view.shape, view.dtype, bytes.data()), view);
}

}  // namespace

bool IsNumber(ge::DataType dtype) {
    return WithType(dtype, [](auto*) {});
}

bool IsWhole(ge::DataType dtype) {
    return dtype != ge::DT_FLOAT && dtype != ge::DT_DOUBLE && dtype != ge::DT_FLOAT16 &&
           dtype != ge::DT_BF16 && IsNumber(dtype);
}

std::vector<double> ReadReals(const View& view) {
    return Read<double>(view);
}

std::vector<int64_t> ReadWholes(const View& view) {
    return Read<int64_t>(view);
}

void WriteReals(const std::vector<double>& values, const View& view) {
    Write(values, view);
}

void WriteWholes(const std::vector<int64_t>& values, const View& view) {
    Write(values, view);
}

}  // namespace l0
