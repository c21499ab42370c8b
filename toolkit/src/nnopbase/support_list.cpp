#include "nnopbase/support_list.h"

#include <cstring>

#include "graph/utils/type_utils.h"
#include "nnopbase/operands.h"
#include "platform/soc_table.h"

namespace nnopbase {
namespace {

/// Whether `number` of CANN's enum SocType is the current device's unit. Two releases number some
/// units differently; what both may have written is accepted.
bool IsCurrentSoc(uint32_t number) {
    const std::string& current = platform::CurrentSoc().short_soc_version;
#define SOC_UNIT(unit, tiling, op, soc_type, in_8_1, newer)          \
    if (current == unit) {                                           \
        return number != 0 && (number == in_8_1 || number == newer); \
    }
#include "platform/soc_units.inc"
#undef SOC_UNIT
    return false;
}

bool PortAccepts(const TensorDesc& supported, const Port& port) {
    // Optional parameters do not take part in choosing a kernel.
    if (port.kind == Port::kOptional || port.instances.empty() || !port.instances[0].present) {
        return true;
    }
    const Instance& instance = port.instances[0];
    return instance.dtype == supported.dtype && instance.format == supported.format;
}

bool PortsAccept(const TensorDesc* supported, size_t count, const std::vector<Port>& ports) {
    for (size_t i = 0; i < count && i < ports.size(); ++i) {
        if (!PortAccepts(supported[i], ports[i])) {
            return false;
        }
    }
    return true;
}

}  // namespace

void SupportList::SetBySocType(const OpSupportList* table, const uint32_t* socs, size_t count) {
    is_set_ = true;
    rows_ = nullptr;
    for (size_t i = 0; i < count && i < table->num; ++i) {
        if (IsCurrentSoc(socs[i])) {
            rows_ = &table->socSupportInfo[i];
            return;
        }
    }
}

void SupportList::SetBySocName(const OpSupportList* table, const char* const* socs, size_t count) {
    is_set_ = true;
    rows_ = nullptr;
    for (size_t i = 0; i < count && i < table->num; ++i) {
        if (socs[i] != nullptr && platform::CurrentSoc().short_soc_version == socs[i]) {
            rows_ = &table->socSupportInfo[i];
            return;
        }
    }
}

bool SupportList::Accepts(const std::vector<Port>& inputs, const std::vector<Port>& outputs) const {
    for (size_t i = 0; rows_ != nullptr && i < rows_->num; ++i) {
        const SupportInfo& row = rows_->supportInfo[i];
        if (PortsAccept(row.inputsDesc, row.inputsNum, inputs) &&
            PortsAccept(row.outputsDesc, row.outputsNum, outputs)) {
            return true;
        }
    }
    return false;
}

std::string SupportList::Describe() const {
    constexpr size_t kMostShown = 8;
    std::string text;
    for (size_t i = 0; rows_ != nullptr && i < rows_->num && i < kMostShown; ++i) {
        const SupportInfo& row = rows_->supportInfo[i];
        text += i == 0 ? "" : "; ";
        for (size_t j = 0; j < row.inputsNum; ++j) {
            text += DescribeType(row.inputsDesc[j].dtype, row.inputsDesc[j].format) + " ";
        }
        text += "->";
        for (size_t j = 0; j < row.outputsNum; ++j) {
            text += " " + DescribeType(row.outputsDesc[j].dtype, row.outputsDesc[j].format);
        }
    }
    return text + (rows_ != nullptr && rows_->num > kMostShown ? "; ..." : "");
}

std::string DescribeType(ge::DataType dtype, ge::Format format) {
    std::string type = ge::TypeUtils::DataTypeToSerialString(dtype);
    if (type.compare(0, 3, "DT_") == 0) {
        type.erase(0, 3);
    }
    return "(" + type + ", " + ge::TypeUtils::FormatToSerialString(format) + ")";
}

}  // namespace nnopbase
