#include "register/tiling_def_json.h"

#include <cctype>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "register/tilingdata_base.h"

namespace optiling {
namespace {

// All names are C++ identifiers and type names: nothing needs escaping.
std::string Quoted(const std::string& text) {
    return "\"" + text + "\"";
}

bool IsNumber(const std::string& text) {
    for (const char c : text) {
        if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
            return false;
        }
    }
    return !text.empty();
}

std::string FieldJson(const FieldInfo& field) {
    const std::string name = ",\"name\":" + Quoted(field.name_);
    switch (field.classType_[0]) {
        case '1':
            return "{\"kind\":\"array\",\"dtype\":" + Quoted(field.dtype_) + name +
                   ",\"length\":" + std::to_string(field.arrSize_) + "}";
        case '2':
            return "{\"kind\":\"struct\",\"type\":" + Quoted(field.structType_) + name +
                   ",\"size\":" + std::to_string(field.structSize_) + "}";
        default:
            return "{\"kind\":\"scalar\",\"dtype\":" + Quoted(field.dtype_) + name + "}";
    }
}

/// Collects classes, nested ones before those that use them.
class ClassList {
public:
    void Add(const TilingDef& definition) {
        const std::string name = definition.GetTilingClassName();
        if (!names_.insert(name).second) {
            return;
        }
        for (const TilingDef* const nested : definition.GetNested()) {
            Add(*nested);
        }
        std::string fields;
        for (const FieldInfo& field : definition.GetFieldInfo()) {
            fields += (fields.empty() ? "" : ",") + FieldJson(field);
        }
        json_ += (json_.empty() ? "" : ",") + Quoted(name) +
                 ":{\"size\":" + std::to_string(definition.GetDataSize()) +
                 (IsBuiltin(name) ? ",\"builtin\":true" : "") + ",\"fields\":[" + fields + "]}";
    }
    const std::string& json() const { return json_; }

private:
    /// Structures of the high-level API library register as <class>OpApi.
    static bool IsBuiltin(const std::string& name) {
        return CTilingDataClassFactory::GetInstance().CreateTilingDataInstance(
                   (name + "OpApi").c_str()) != nullptr;
    }

    std::set<std::string> names_;
    std::string json_;
};

}  // namespace

std::string TilingDefJson(const std::string& op_type) {
    CTilingDataClassFactory& factory = CTilingDataClassFactory::GetInstance();
    ClassList classes;
    std::string main_class = "null";
    const std::shared_ptr<TilingDef> definition = factory.CreateTilingDataInstance(op_type.c_str());
    if (definition != nullptr) {
        main_class = Quoted(definition->GetTilingClassName());
        classes.Add(*definition);
    }
    std::string by_key;
    const std::string prefix = op_type + "_";
    for (const std::string& name : factory.GetRegisteredNames()) {
        if (name.compare(0, prefix.size(), prefix) != 0 || !IsNumber(name.substr(prefix.size()))) {
            continue;
        }
        const std::shared_ptr<TilingDef> variant = factory.CreateTilingDataInstance(name.c_str());
        classes.Add(*variant);
        by_key += (by_key.empty() ? "" : ",") + Quoted(name.substr(prefix.size())) + ":" +
                  Quoted(variant->GetTilingClassName());
    }
    if (definition == nullptr && by_key.empty()) {
        return "";
    }
    return "{\"class\":" + main_class + ",\"by_key\":{" + by_key + "},\"classes\":{" +
           classes.json() + "}}";
}

}  // namespace optiling

extern "C" {

/// What the kernel compiler asks for: writes the JSON description of an operator's tiling classes.
/// 1 if `buf` holds it, 0 if there is none or `len` is too small (with the terminating zero).
__attribute__((visibility("default"))) int AscendCPyInterfaceGetTilingDefInfo(const char* op_type,
                                                                              char* buf,
                                                                              size_t len) {
    if (op_type == nullptr || buf == nullptr) {
        return 0;
    }
    const std::string json = optiling::TilingDefJson(op_type);
    if (json.empty() || json.size() >= len) {
        return 0;
    }
    std::memcpy(buf, json.c_str(), json.size() + 1);
    return 1;
}

}  // extern "C"
