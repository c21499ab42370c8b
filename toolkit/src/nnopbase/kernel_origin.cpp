#include "nnopbase/kernel_origin.h"

namespace nnopbase {

std::string ChangeSince(const support::Json& description, const PackageSet& packages) {
    const support::Json& origin = description["madeFrom"];
    const std::string& key = origin["key"].AsString();
    if (key.empty()) {
        return "";
    }
    const std::string op_type = key.substr(0, key.find('/'));
    Kernel* const kernel = packages.FindKernel(key);
    if (kernel == nullptr) {
        return packages.HasOperator(op_type)
                   ? "no installed package has a kernel " + key + " any more"
                   : "";
    }
    const std::string& root = kernel->package().root();
    if (origin["kernel"].AsString() != kernel->StatedHash()) {
        return op_type + " had another kernel than " + root + " has now";
    }
    if (origin["tiling"].AsString() != kernel->package().TilingIdentity()) {
        return op_type + " had another library of tiling functions than " + root + " has now";
    }
    return "";
}

}  // namespace nnopbase
