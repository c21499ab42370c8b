#include "nnopbase/kernel_choice.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "aclnn/aclnn_base.h"
#include "nnopbase/call_signature.h"
#include "nnopbase/embedded_kernels.h"
#include "platform/soc_table.h"
#include "runtime/error.h"
#include "support/strings.h"

using runtime::Fail;

namespace nnopbase {
namespace {

using Origin = KernelChoice::Origin;

/// CANN's library asks first for the operator, by the binary_info_config.json of the SoC, where an
/// interface of op_build then has a null pointer.
int ReportUnlisted(const CallSettings& settings, const std::string& op_type,
                   const std::string& searched) {
    const PackageSet& packages = PackageSet::Get();
    const std::string& soc = platform::CurrentSoc().short_soc_version;
    const std::vector<std::string> units = packages.UnitsOf(op_type);
    const bool listed = packages.HasOperator(op_type) || settings.embedded_kernels != nullptr;
    const int code = settings.interface == Interface::kGenerated && !listed
                         ? ACLNN_ERR_PARAM_NULLPTR
                         : ACLNN_ERR_INNER_FIND_KERNEL_ERROR;
    if (units.empty()) {
        return Fail(code,
                    "no installed package has kernels of %s; searched: %s; set "
                    "ASCEND_CUSTOM_OPP_PATH to its package (<directory>/vendors/<vendor>)",
                    op_type.c_str(), searched.c_str());
    }
    if (!packages.HasOperator(op_type) &&
        std::find(units.begin(), units.end(), soc) != units.end()) {
        return Fail(code,
                    "the kernels of %s for %s are missing; searched: %s; install its package "
                    "again",
                    op_type.c_str(), soc.c_str(), searched.c_str());
    }
    return Fail(code,
                "%s is not built for %s, the unit of this device, but for %s; searched: %s; "
                "build it for %s (AddConfig of its definition, --soc_version) or set "
                "ASCENDC_SOC_VERSION to a SoC of another unit",
                op_type.c_str(), soc.c_str(), support::Join(units, ", ").c_str(), searched.c_str(),
                soc.c_str());
}

int ReportMissingKernel(const CallSettings& settings, const Operands& operands) {
    const PackageSet& packages = PackageSet::Get();
    const std::string& op_type = operands.op_type;
    const EmbeddedKernels* const embedded = settings.embedded_kernels;
    const SupportList& supported = settings.support_list;
    const std::string searched =
        (embedded != nullptr ? embedded->Describe() + ", " : "") + packages.SearchedRoots();
    const bool covered = !supported.is_set() || supported.covers_soc();
    const bool listed = packages.HasOperator(op_type);
    if (!listed && embedded == nullptr) {
        return ReportUnlisted(settings, op_type, searched);
    }
    if (covered && supported.is_set() && !supported.Accepts(operands.inputs, operands.outputs)) {
        return Fail(ACLNN_ERR_PARAM_INVALID,
                    "%s does not support these types and formats: %s. Supported: %s",
                    op_type.c_str(), operands.Describe().c_str(), supported.Describe().c_str());
    }
    if (!covered || !listed) {
        return ReportUnlisted(settings, op_type, searched);
    }
    return Fail(ACLNN_ERR_INNER_FIND_KERNEL_ERROR,
                "no installed package has a kernel with the key %s; kernels of %s: %s; searched: "
                "%s; check ASCEND_CUSTOM_OPP_PATH",
                operands.KernelKey().c_str(), op_type.c_str(), packages.KeysOf(op_type).c_str(),
                searched.c_str());
}

/// The kernel of the calling library or of a package.
std::optional<KernelChoice> FindPackaged(const CallSettings& settings, const Operands& operands) {
    const std::string key = operands.KernelKey();
    const PackageSet& packages = PackageSet::Get();
    Origin origin = Origin::kEmbedded;
    Kernel* kernel =
        settings.embedded_kernels == nullptr ? nullptr : settings.embedded_kernels->FindKernel(key);
    if (kernel == nullptr) {
        origin = Origin::kDynamic;
        kernel = packages.FindKernel(key);
    }
    if (kernel == nullptr) {
        return std::nullopt;
    }
    return KernelChoice{origin, kernel, &packages, nullptr, nullptr, ""};
}

/// A kernel of `index` that was made for the signature. Where it is rejected, `*why` says so.
std::optional<KernelChoice> FindStatic(Origin origin, const std::shared_ptr<KernelIndex>& index,
                                       const StaticSignature& signature, size_t slots,
                                       std::string* why) {
    StaticKernel* const kernel = index->Find(signature);
    const PackageSet& packages = PackageSet::Get();
    if (kernel == nullptr || !kernel->Serves(slots, why) ||
        !index->IsCurrent(kernel->kernel(), kernel->binary()->description(), packages, why)) {
        return std::nullopt;
    }
    return KernelChoice{origin, &kernel->kernel(), &packages, index, kernel, ""};
}

/// A kernel of `index` for all shapes, with the tiling functions of the package in `packaged`.
std::optional<KernelChoice> FindDebug(const std::shared_ptr<KernelIndex>& index,
                                      const std::string& key,
                                      const std::optional<KernelChoice>& packaged,
                                      std::string* why) {
    Kernel* const kernel =
        index->FindDynamic(key, packaged.has_value() ? &packaged->kernel->package() : nullptr);
    const PackageSet& packages = PackageSet::Get();
    std::string error;
    if (kernel == nullptr ||
        !index->IsCurrent(*kernel, kernel->Load(&error)->description(), packages, why)) {
        return std::nullopt;
    }
    return KernelChoice{Origin::kDebug, kernel, &packages, index, nullptr, ""};
}

bool MayServe(const std::shared_ptr<KernelIndex>& index, const std::string& op_type) {
    return index != nullptr && index->MayServe(op_type);
}

bool ReadsValues(const std::shared_ptr<KernelIndex>& index, const std::string& op_type) {
    return index != nullptr && index->ReadsValues(op_type);
}

/// An installed kernel for the call, else that of a library or package; null without either or with
/// an error in `*code`.
std::optional<KernelChoice> FindInstalled(const StaticKernels::Indexes& indexes,
                                          const CallSettings& settings, Operands* operands,
                                          int* code) {
    const std::string& op_type = operands->op_type;
    const bool reads_values =
        ReadsValues(indexes.debug, op_type) || ReadsValues(indexes.fixed, op_type);
    std::optional<KernelChoice> packaged;
    if (reads_values || indexes.debug != nullptr) {
        packaged = FindPackaged(settings, *operands);
    }
    const gert::OpImplFunctions* const functions =
        reads_values && packaged.has_value() ? packaged->Functions(op_type, nullptr) : nullptr;
    *code = ReadDependedValues(functions, operands);
    if (*code != OK) {
        return std::nullopt;
    }
    const StaticSignature signature = SignatureOf(*operands, functions);
    const size_t slots = operands->SlotCount();
    std::optional<KernelChoice> choice;
    std::string why;
    if (indexes.debug != nullptr) {
        choice = FindStatic(Origin::kDebug, indexes.debug, signature, slots, &why);
        if (!choice.has_value()) {
            choice = FindDebug(indexes.debug, operands->KernelKey(), packaged, &why);
        }
    }
    if (!choice.has_value() && indexes.fixed != nullptr) {
        choice = FindStatic(Origin::kStatic, indexes.fixed, signature, slots, &why);
    }
    if (!choice.has_value()) {
        choice = packaged.has_value() ? std::move(packaged) : FindPackaged(settings, *operands);
    }
    if (choice.has_value()) {
        choice->why_not_static = std::move(why);
    }
    return choice;
}

}  // namespace

std::optional<KernelChoice> ChooseKernel(const CallSettings& settings, Operands* operands,
                                         int* code) {
    *code = OK;
    const StaticKernels::Indexes indexes =
        StaticKernels::Installed() ? StaticKernels::Get() : StaticKernels::Indexes();
    std::optional<KernelChoice> choice =
        MayServe(indexes.debug, operands->op_type) || MayServe(indexes.fixed, operands->op_type)
            ? FindInstalled(indexes, settings, operands, code)
            : FindPackaged(settings, *operands);
    if (*code == OK && !choice.has_value()) {
        *code = ReportMissingKernel(settings, *operands);
    }
    if (*code == OK && choice->fixed == nullptr) {
        *code = ReadDependedValues(choice->Functions(operands->op_type, nullptr), operands);
    }
    return *code == OK ? std::move(choice) : std::nullopt;
}

}  // namespace nnopbase
