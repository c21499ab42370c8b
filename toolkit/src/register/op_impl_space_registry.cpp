#include <cstdio>
#include <map>
#include <mutex>
#include <string>

#include "base/registry/op_impl_space_registry_v2.h"
#include "register/op_impl_space.h"

namespace gert {

class OpImplSpaceRegistryImpl {
public:
    OpImplSpace space;
    std::mutex mutex;
    std::map<std::string, OpImplKernelRegistry::OpImplFunctionsV2> functions;
};

namespace {

OpImplKernelRegistry::OpImplFunctionsV2 AsRegistered(const OpImplFunctions& functions) {
    OpImplKernelRegistry::OpImplFunctionsV2 registered;
    registered.infer_shape = functions.infer_shape;
    registered.infer_shape_range = functions.infer_shape_range;
    registered.infer_datatype = functions.infer_datatype;
    registered.tiling = functions.tiling;
    registered.tiling_parse = functions.tiling_parse;
    registered.compile_info_creator = functions.compile_info_creator;
    registered.compile_info_deleter = functions.compile_info_deleter;
    registered.max_tiling_data_size = functions.max_tiling_data_size;
    registered.inputs_dependency = functions.inputs_dependency;
    registered.host_inputs = functions.host_inputs;
    registered.op_execute_func = functions.op_execute;
    registered.tiling_dependency = functions.tiling_inputs_dependency;
    registered.gen_simplifiedkey = functions.gen_simplified_key;
    registered.output_shape_depend_compute = functions.output_shape_depend_compute;
    return registered;
}

bool IsTag(OppImplVersionTag tag) {
    return tag >= OppImplVersionTag::kOpp && tag < OppImplVersionTag::kVersionEnd;
}

}  // namespace

OpImplSpaceRegistryV2::OpImplSpaceRegistryV2() : impl_(new OpImplSpaceRegistryImpl) {}

ge::graphStatus OpImplSpaceRegistryV2::AddSoToRegistry(const OppSoDesc& so_desc) {
    ge::graphStatus status = ge::GRAPH_SUCCESS;
    for (const ge::AscendString& path : so_desc.GetSoPaths()) {
        std::string error;
        if (impl_->space.LoadLibrary(path.GetString(), &error) != ge::GRAPH_SUCCESS) {
            std::fprintf(stderr, "gert::OpImplSpaceRegistryV2: %s\n", error.c_str());
            status = ge::GRAPH_FAILED;
        }
    }
    return status;
}

const OpImplKernelRegistry::OpImplFunctionsV2* OpImplSpaceRegistryV2::GetOpImpl(
    const char_t* op_type) const {
    const OpImplFunctions* const functions =
        op_type == nullptr ? nullptr : impl_->space.Find(op_type);
    if (functions == nullptr) {
        return nullptr;
    }
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    return &(impl_->functions[op_type] = AsRegistered(*functions));
}

DefaultOpImplSpaceRegistryV2& DefaultOpImplSpaceRegistryV2::GetInstance() {
    static DefaultOpImplSpaceRegistryV2 registry;
    return registry;
}

const std::shared_ptr<OpImplSpaceRegistryV2> DefaultOpImplSpaceRegistryV2::GetSpaceRegistry(
    OppImplVersionTag opp_impl_version) const {
    return IsTag(opp_impl_version) ? registries_[static_cast<size_t>(opp_impl_version)] : nullptr;
}

ge::graphStatus DefaultOpImplSpaceRegistryV2::SetSpaceRegistry(
    const std::shared_ptr<OpImplSpaceRegistryV2>& space_registry_v2,
    OppImplVersionTag version_tag) {
    if (!IsTag(version_tag)) {
        return ge::GRAPH_FAILED;
    }
    registries_[static_cast<size_t>(version_tag)] = space_registry_v2;
    return ge::GRAPH_SUCCESS;
}

void DefaultOpImplSpaceRegistryV2::ClearSpaceRegistry() {
    registries_.fill(nullptr);
}

}  // namespace gert
