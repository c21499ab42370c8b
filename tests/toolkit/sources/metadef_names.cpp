// Names of CANN's libmetadef.so: text, types, and values of attributes.
#include <cstdio>

#include "exe_graph/runtime/runtime_attrs.h"
#include "exe_graph/runtime/tiling_data.h"
#include "graph/ascend_string.h"
#include "graph/utils/type_utils.h"

int main() {
    const ge::AscendString name("axis");
    const std::unique_ptr<uint8_t[]> buffer = gert::TilingData::CreateCap(64);
    auto* const data = reinterpret_cast<gert::TilingData*>(buffer.get());
    const int32_t value = 1;
    const bool is_appended = data->Append(&value, 1) == ge::GRAPH_SUCCESS;
    std::printf("%s %s %d\n", name.GetString(),
                ge::TypeUtils::DataTypeToSerialString(ge::DT_FLOAT16).c_str(), is_appended);
}
