// The wire format of protobuf for descriptions of calls (CANN's message aicpuops.NodeDef).
#pragma once

#include <string>

#include "aicpu/value_impl.h"

namespace aicpu {

AICPU_VISIBILITY std::string WireText(const NodeDefImpl& node);

}  // namespace aicpu
