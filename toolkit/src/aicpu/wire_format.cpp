#include "aicpu/wire_format.h"

#include <cstring>
#include <map>

#include "aicpu_common/context/common/cpu_kernel_utils.h"

namespace aicpu {
namespace {

/// One message. Scalar fields that have their default are left out, as proto3 says; `Must` writes
/// them, for members of a oneof and of lists.
class AICPU_VISIBILITY Message {
public:
    const std::string& text() const { return text_; }

    void Varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            text_ += static_cast<char>(value | 0x80);
        }
        text_ += static_cast<char>(value);
    }
    void Must(int field, uint64_t value) {
        Tag(field, 0);
        Varint(value);
    }
    void Number(int field, uint64_t value) {
        if (value != 0) {
            Must(field, value);
        }
    }
    void Bytes(int field, const std::string& bytes) {
        Tag(field, 2);
        Varint(bytes.size());
        text_ += bytes;
    }
    void Real(float value) {
        char bytes[sizeof(value)];
        std::memcpy(bytes, &value, sizeof(value));
        text_.append(bytes, sizeof(value));
    }
    void MustReal(int field, float value) {
        Tag(field, 5);
        Real(value);
    }

private:
    void Tag(int field, int kind) { Varint(static_cast<uint64_t>(field << 3 | kind)); }

    std::string text_;
};

/// Numbers of a list in one field; nothing for an empty list.
template <typename List>
void Packed(Message* message, int field, const List& list) {
    Message numbers;
    for (const auto number : list) {
        numbers.Varint(static_cast<uint64_t>(number));
    }
    if (!list.empty()) {
        message->Bytes(field, numbers.text());
    }
}

std::string Text(const TensorShapeImpl& shape) {
    Message message;
    for (const int64_t dim : shape.dims) {
        Message extent;
        extent.Number(1, static_cast<uint64_t>(dim));
        message.Bytes(2, extent.text());
    }
    message.Number(3, shape.unknown_rank ? 1 : 0);
    message.Number(4, static_cast<uint64_t>(shape.format));
    return message.text();
}

std::string Text(const TensorImpl& tensor) {
    Message message;
    message.Bytes(1, Text(*tensor.shape));
    message.Number(2, static_cast<uint64_t>(tensor.dtype));
    if (!tensor.name.empty()) {
        message.Bytes(4, tensor.name);
    }
    message.Number(5, reinterpret_cast<uintptr_t>(tensor.data));
    message.Number(6, tensor.bytes);
    return message.text();
}

std::string ListText(const AttrValueImpl& attr) {
    Message message;
    for (const std::string& text : attr.texts) {
        message.Bytes(2, text);
    }
    Packed(&message, 3, attr.integers);
    if (!attr.reals.empty()) {
        Message reals;
        for (const float value : attr.reals) {
            reals.Real(value);
        }
        message.Bytes(4, reals.text());
    }
    Packed(&message, 5, attr.flags);
    Packed(&message, 6, attr.types);
    for (const auto& shape : attr.shapes) {
        message.Bytes(7, Text(*shape));
    }
    for (const auto& tensor : attr.tensors) {
        message.Bytes(8, Text(*tensor));
    }
    return message.text();
}

std::string Text(const AttrValueImpl& attr) {
    Message message;
    switch (attr.kind) {
        case AttrValueImpl::Kind::kNone:
            break;
        case AttrValueImpl::Kind::kList:
            message.Bytes(1, ListText(attr));
            break;
        case AttrValueImpl::Kind::kString:
            message.Bytes(2, attr.text);
            break;
        case AttrValueImpl::Kind::kInt:
            message.Must(3, static_cast<uint64_t>(attr.integer));
            break;
        case AttrValueImpl::Kind::kFloat:
            message.MustReal(4, attr.real);
            break;
        case AttrValueImpl::Kind::kBool:
            message.Must(5, attr.flag ? 1 : 0);
            break;
        case AttrValueImpl::Kind::kType:
            message.Must(6, static_cast<uint64_t>(attr.type));
            break;
        case AttrValueImpl::Kind::kShape:
            message.Bytes(7, Text(*attr.shape));
            break;
        case AttrValueImpl::Kind::kTensor:
            message.Bytes(8, Text(*attr.tensor));
            break;
        case AttrValueImpl::Kind::kNested: {
            Message lists;
            for (const std::vector<int64_t>& list : attr.nested) {
                Message extent;
                Packed(&extent, 1, list);
                lists.Bytes(1, extent.text());
            }
            message.Bytes(9, lists.text());
            break;
        }
    }
    return message.text();
}

}  // namespace

std::string WireText(const NodeDefImpl& node) {
    Message message;
    if (!node.op_type.empty()) {
        message.Bytes(2, node.op_type);
    }
    // By name: the same call has the same text.
    std::map<std::string, std::shared_ptr<AttrValue>> attrs(node.attrs.begin(), node.attrs.end());
    for (const auto& attr : attrs) {
        Message entry;
        entry.Bytes(1, attr.first);
        entry.Bytes(2, Text(*CpuKernelUtils::GetImpl(attr.second.get())));
        message.Bytes(3, entry.text());
    }
    for (const auto& tensor : node.inputs) {
        message.Bytes(4, Text(*tensor));
    }
    for (const auto& tensor : node.outputs) {
        message.Bytes(5, Text(*tensor));
    }
    return message.text();
}

}  // namespace aicpu
