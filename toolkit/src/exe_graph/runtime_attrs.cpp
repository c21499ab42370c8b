#include "exe_graph/runtime/runtime_attrs.h"

#include "exe_graph/runtime_attrs_layout.h"

namespace gert {

size_t RuntimeAttrs::GetAttrNum() const {
    return reinterpret_cast<const RuntimeAttrsHeader*>(&placeholder_)->attr_num;
}

const void* RuntimeAttrs::GetPointerByIndex(size_t index) const {
    const auto* const header = reinterpret_cast<const RuntimeAttrsHeader*>(&placeholder_);
    if (index >= header->attr_num) {
        return nullptr;
    }
    const auto* const offsets = reinterpret_cast<const size_t*>(header + 1);
    return reinterpret_cast<const uint8_t*>(header) + offsets[index];
}

}  // namespace gert
