#include "register/op_impl_space.h"

#include <dlfcn.h>

#include "register/op_impl_registry_table.h"

namespace gert {
namespace {

using CountFunc = size_t (*)();
using RowsFunc = int32_t (*)(TypesToImplV2*, size_t);

/// What a library hands out; empty if it was linked without librt2_registry.a.
std::vector<TypesToImplV2> RowsOf(void* handle) {
    const auto count = reinterpret_cast<CountFunc>(dlsym(handle, "GetRegisteredOpNum"));
    const auto rows_of = reinterpret_cast<RowsFunc>(dlsym(handle, "GetOpImplFunctionsV2"));
    if (count == nullptr || rows_of == nullptr) {
        return {};
    }
    std::vector<TypesToImplV2> rows(count());
    if (rows_of(rows.data(), rows.size()) != 0) {
        rows.clear();
    }
    return rows;
}

/// Adds what `later` has and `first` lacks: of two libraries the first loaded wins.
void AddMissing(const OpImplFunctions& later, OpImplFunctions* first) {
    OpImplFunctions merged = later;
    // Private attributes are a list that belongs to one tiling function: never mix two.
    if (!first->private_attrs.empty()) {
        merged.private_attrs.clear();
    }
    Merge(*first, &merged);
    *first = merged;
}

}  // namespace

OpImplSpace::OpImplSpace() = default;
OpImplSpace::~OpImplSpace() = default;

OpImplSpace& OpImplSpace::OfProcess() {
    static OpImplSpace* const space = new OpImplSpace();
    return *space;
}

ge::graphStatus OpImplSpace::LoadLibrary(const std::string& path, std::string* error) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (handles_.count(path) != 0) {
        return ge::GRAPH_SUCCESS;
    }
    void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        const char* const reason = dlerror();
        if (error != nullptr) {
            *error = reason == nullptr ? "cannot load " + path : reason;
        }
        return ge::GRAPH_FAILED;
    }
    handles_[path] = handle;
    for (const TypesToImplV2& row : RowsOf(handle)) {
        std::unique_ptr<OpImplFunctions>& functions = functions_[row.op_type];
        if (functions == nullptr) {
            functions.reset(new OpImplFunctions(*row.functions));
        } else {
            AddMissing(*row.functions, functions.get());
        }
    }
    return ge::GRAPH_SUCCESS;
}

const OpImplFunctions* OpImplSpace::Find(const std::string& op_type) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto functions = functions_.find(op_type);
    if (functions != functions_.end()) {
        return functions->second.get();
    }
    // Libraries without librt2_registry.a registered in the process.
    const auto registered = RegisteredOps().find(op_type);
    if (registered == RegisteredOps().end()) {
        return nullptr;
    }
    std::unique_ptr<OpImplFunctions>& copy = process_functions_[op_type];
    if (copy == nullptr) {
        copy.reset(new OpImplFunctions(registered->second));
    }
    return copy.get();
}

}  // namespace gert
