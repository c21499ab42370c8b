// What the handles of tensors, shapes, attributes and calls refer to.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "aicpu_common/context/cpu_proto/cpu_node_def.h"

namespace aicpu {

class AICPU_VISIBILITY TensorShapeImpl {
public:
    std::vector<int64_t> dims;
    Format format = FORMAT_NCHW;
    bool unknown_rank = false;
};

class AICPU_VISIBILITY TensorImpl {
public:
    TensorImpl() = default;
    TensorImpl(const TensorImpl& other)
        : shape(std::make_shared<TensorShapeImpl>(*other.shape)),
          dtype(other.dtype),
          data(other.data),
          bytes(other.bytes),
          name(other.name) {}
    TensorImpl& operator=(const TensorImpl&) = delete;

    const std::shared_ptr<TensorShapeImpl> shape = std::make_shared<TensorShapeImpl>();
    DataType dtype = DT_FLOAT;
    void* data = nullptr;
    uint64_t bytes = 0;
    std::string name;
};

/// A list that was never set is empty; `kind` is the last that was set.
class AICPU_VISIBILITY AttrValueImpl {
public:
    enum class Kind { kNone, kList, kString, kInt, kFloat, kBool, kType, kShape, kTensor, kNested };

    Kind kind = Kind::kNone;
    std::string text;
    int64_t integer = 0;
    float real = 0;
    bool flag = false;
    DataType type = DT_FLOAT;
    std::shared_ptr<TensorShapeImpl> shape = std::make_shared<TensorShapeImpl>();
    std::shared_ptr<TensorImpl> tensor = std::make_shared<TensorImpl>();
    std::vector<std::string> texts;
    std::vector<int64_t> integers;
    std::vector<float> reals;
    std::vector<bool> flags;
    std::vector<DataType> types;
    std::vector<std::shared_ptr<TensorShapeImpl>> shapes;
    std::vector<std::shared_ptr<TensorImpl>> tensors;
    std::vector<std::vector<int64_t>> nested;
};

/// What a context runs on: CPUs of the host in any case.
class AICPU_VISIBILITY Device {
public:
    explicit Device(DeviceType device_type) : type(device_type) {}

    const DeviceType type;
};

class AICPU_VISIBILITY NodeDefImpl {
public:
    std::string op_type;
    std::vector<std::shared_ptr<TensorImpl>> inputs;
    std::vector<std::shared_ptr<TensorImpl>> outputs;
    std::unordered_map<std::string, std::shared_ptr<AttrValue>> attrs;
};

}  // namespace aicpu
