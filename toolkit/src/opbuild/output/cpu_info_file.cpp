#include "opbuild/output/cpu_info_file.h"

#include "opbuild/output/text.h"
#include "opbuild/output/value_names.h"

namespace opbuild {
namespace {

// "DT_FLOAT": these files have enumerators where those of AI cores have other names.
std::string DtypeName(ge::DataType dtype) {
    const bool nameless = dtype == ge::DT_VARIANT || dtype == ge::DT_INT2 || dtype == ge::DT_UINT2;
    return nameless ? DtypeText(ge::DT_VARIANT) : DtypeEnum(dtype).substr(sizeof("ge::") - 1);
}

std::string PortText(const std::string& port_name, const Port& port) {
    const std::string prefix = (port.param_type == ops::DYNAMIC ? "dynamic_" : "") + port_name;
    std::string text = prefix + ".name=" + port.name + "\n";
    std::vector<std::string> names;
    for (const ge::DataType dtype : port.dtypes.values) {
        names.push_back(DtypeName(dtype));
    }
    if (!names.empty()) {
        text += prefix + ".type=" + Join(names, ",") + "\n";
    }
    std::vector<std::string> formats;
    for (const ge::Format format : port.formats.values) {
        formats.push_back(FormatText(format));
    }
    if (!formats.empty()) {
        text += port_name + ".format=" + Join(formats, ",") + "\n";
    }
    return text;
}

std::string PortTexts(const std::string& kind, const std::vector<Port>& ports) {
    std::string text;
    for (size_t i = 0; i < ports.size(); ++i) {
        text += PortText(kind + std::to_string(i), ports[i]);
    }
    return text;
}

}  // namespace

void AddCpuInfoFile(const std::vector<Definition>& definitions, const Options& options,
                    OutputFiles* files) {
    std::string text;
    const bool is_aicpu = options.engine == EngineKind::AICPU;
    for (const Definition& op : definitions) {
        text +=
            "[" + op.type + "]\n" + PortTexts("input", op.inputs) + PortTexts("output", op.outputs);
        for (const auto& item : is_aicpu ? op.aicpu_items : op.hostcpu_items) {
            text += item.first + "=" + item.second + "\n";
        }
    }
    files->Add(is_aicpu ? "aicpu_kernel.ini" : "hostcpu_kernel.ini", text);
}

}  // namespace opbuild
