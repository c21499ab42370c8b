// Which of several kernels serves a call: rebuilt for debugging, made for its signature, of a
// library or a package.
#include "nnopbase/call_log.h"
#include "nnopbase/call_signature.h"
#include "nnopbase/kernel_executor.h"
#include "nnopbase/operator_information.h"
#include "nnopbase/static_kernels.h"
#include "platform/soc_table.h"

namespace nnopbase {

size_t KernelExecutor::SlotCount() const {
    const size_t workspace = 1;
    return groups_ + inputs_.size() + outputs_.size() + (ShapeBufferBytes() > 0 ? 1 : 0) +
           workspace;
}

bool KernelExecutor::TakeStatic(const std::shared_ptr<KernelIndex>& index,
                                const StaticSignature& signature) {
    StaticKernel* const found = index->Find(signature);
    if (found == nullptr || !found->Serves(SlotCount(), &not_static_) ||
        !index->IsCurrent(found->kernel(), found->binary()->description(), PackageSet::Get(),
                          &not_static_)) {
        return false;
    }
    kernel_ = &found->kernel();
    binary_ = found->binary();
    function_ = found->function();
    tiling_ = found->tiling();
    tiling_is_fixed_ = true;
    index_ = index;
    return true;
}

bool KernelExecutor::TakeDebug(const std::shared_ptr<KernelIndex>& index,
                               const StaticSignature& signature) {
    if (TakeStatic(index, signature)) {
        return true;
    }
    Kernel* const found =
        index->FindDynamic(KernelKey(), kernel_ == nullptr ? nullptr : &kernel_->package());
    std::string error;
    if (found == nullptr || !index->IsCurrent(*found, found->Load(&error)->description(),
                                              PackageSet::Get(), &not_static_)) {
        return false;
    }
    kernel_ = found;
    index_ = index;
    return true;
}

/// An installed kernel instead of that of the package, if there is one for the call.
int KernelExecutor::TakeInstalled() {
    const StaticKernels::Indexes indexes = StaticKernels::Get();
    not_static_.clear();
    bool known = false;
    bool reads_values = false;
    for (const auto& index : {indexes.debug, indexes.fixed}) {
        known = known || (index != nullptr && index->MayServe(op_type_));
        reads_values = reads_values || (index != nullptr && index->ReadsValues(op_type_));
    }
    if (!known) {
        return OK;
    }
    if (reads_values || indexes.debug != nullptr) {
        FindPackaged();  // its package has the functions
    }
    const int code = reads_values ? ReadDependedValues() : OK;
    if (code != OK) {
        return code;
    }
    const StaticSignature signature =
        SignatureOf(op_type_, inputs_, outputs_, attrs_, reads_values ? Functions() : nullptr);
    if (indexes.debug != nullptr && TakeDebug(indexes.debug, signature)) {
        taken_ = Taken::kDebug;
    } else if (indexes.fixed != nullptr && TakeStatic(indexes.fixed, signature)) {
        taken_ = Taken::kStatic;
    }
    return OK;
}

void KernelExecutor::Log() const {
    static const char* const kNames[] = {"dynamic", "embedded", "static", "debug"};
    const StaticSignature signature = SignatureOf(op_type_, inputs_, outputs_, attrs_, Functions());
    LoggedCall call;
    call.op_type = op_type_;
    call.key = signature.Text(signature.HasViews());
    call.taken = kNames[static_cast<int>(taken_)];
    call.kernel = kernel_->path();
    if (taken_ == Taken::kDynamic || taken_ == Taken::kEmbedded) {
        const StaticKernels::Indexes indexes = StaticKernels::Get();
        call.why = !not_static_.empty() ? not_static_
                   : indexes.fixed != nullptr
                       ? indexes.fixed->WhyNot(signature)
                       : "no static kernels for " + platform::CurrentSoc().short_soc_version +
                             " in " + indexes.fixed_folder;
    }
    LogCall(call);
}

void KernelExecutor::Record() const {
    RecordCall({op_type_, inputs_, outputs_, attrs_, Functions(),
                binary_->description()["supportInfo"], kernel_->path(), tiling_is_fixed_});
}

}  // namespace nnopbase
