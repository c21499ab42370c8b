// Installed kernels that are taken before those of packages: rebuilt for debugging
// (<opp>/debug_kernel), and made for one signature each (<opp>/static_kernel/ai_core).
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/package.h"
#include "nnopbase/static_key.h"

namespace nnopbase {

/// A kernel of one signature. Loaded when a call first asks for it. Thread safe.
class StaticKernel {
public:
    StaticKernel(const Package* package, const std::string& path, std::string key,
                 std::string exact_key)
        : kernel_(package, path), key_(std::move(key)), exact_key_(std::move(exact_key)) {}

    /// What its package says that it was made for, and the exact form of that.
    const std::string& key() const { return key_; }
    const std::string& exact_key() const { return exact_key_; }
    Kernel& kernel() { return kernel_; }

    /// Loads it; false if it does not serve this device in its present state, or is damaged, with
    /// `*why`. `slots`: arguments that the call passes. A damaged one is reported once, on stderr.
    bool Serves(size_t slots, std::string* why);

    // After it has served:
    const std::shared_ptr<runtime::Binary>& binary() const { return binary_; }
    const std::shared_ptr<runtime::Function>& function() const { return function_; }
    /// What the tiling function said when the kernel was compiled, without the data.
    const std::shared_ptr<const gert::TilingResult>& tiling() const { return tiling_; }

private:
    /// What the device has to have; negative: anything.
    struct Platform {
        int64_t cube_cores = -1;
        int64_t vector_cores = -1;
        int64_t deterministic_level = -1;
    };

    void Load();
    std::string ReadDescription(const support::Json& description);
    bool MatchesDevice(std::string* why) const;

    Kernel kernel_;
    const std::string key_;
    const std::string exact_key_;
    std::once_flag loaded_;
    std::string damage_;
    std::shared_ptr<runtime::Binary> binary_;
    std::shared_ptr<runtime::Function> function_;
    std::shared_ptr<const gert::TilingResult> tiling_;
    Platform platform_;
};

/// One binary_info_config.json with its kernels.
class KernelIndex {
public:
    /// Of `<folder>/config/<soc>/`; damaged entries are left out, and reported on stderr.
    explicit KernelIndex(const std::string& folder);

    bool empty() const { return static_.empty() && dynamic_.empty(); }
    /// Whether it can have a kernel for a call of the type.
    bool MayServe(const std::string& op_type) const {
        return static_.count(op_type) != 0 || !dynamic_.empty();
    }
    /// Whether kernels of the type differ in the values of inputs.
    bool ReadsValues(const std::string& op_type) const;
    /// The kernel of a signature, that with its strides and offsets first; null if there is none.
    StaticKernel* Find(const StaticSignature& signature) const;
    /// The kernel for all shapes of a key like "AddCustom/d=0,p=0/1,2/1,2/1,2", with the tiling
    /// functions of `package`, null: whatever package has them. Loaded; null if there is none, or
    /// only a damaged one.
    Kernel* FindDynamic(const std::string& key, const Package* package);
    /// Whether a loaded kernel of this index is of the operator that `packages` have; else `*why`
    /// says what has changed. Of each package of kernels the first such one is reported on stderr.
    bool IsCurrent(const Kernel& kernel, const support::Json& description,
                   const PackageSet& packages, std::string* why);
    /// Why none serves the call: the nearest kernel, and where it differs.
    std::string WhyNot(const StaticSignature& signature) const;

private:
    struct StaticOperator {
        bool reads_values = false;
        /// By bytes of the key; several keys may have the same.
        std::unordered_map<std::string, std::vector<std::unique_ptr<StaticKernel>>> kernels;
    };
    struct DynamicKernel {
        std::string path;
        std::unique_ptr<Kernel> kernel;
        bool damaged = false;
    };

    void AddStatic(const std::string& op_type, const support::Json& operation);
    void AddDynamic(const support::Json& operation);
    void Warn(const std::string& text);
    static StaticKernel* FindBytes(const StaticOperator& operation,
                                   const StaticSignature& signature, bool views);

    const Package package_;
    std::string path_;
    bool warned_ = false;
    std::map<std::string, StaticOperator> static_;
    std::mutex mutex_;
    std::map<std::string, DynamicKernel> dynamic_;
    const PackageSet* compared_with_ = nullptr;
    std::unordered_map<const Kernel*, std::string> changes_;  ///< since kernels were made
    std::set<std::string> reported_;                          ///< folders of packages
};

/// The indexes in use. They are read at the first call, and again when the program asks for it.
class StaticKernels {
public:
    /// Null for an index that is not installed or not enabled.
    struct Indexes {
        std::shared_ptr<KernelIndex> debug;
        std::shared_ptr<KernelIndex> fixed;
        std::string fixed_folder;  ///< where static kernels are searched
    };

    /// Whether calls have to ask at all.
    static bool Installed() {
        static const bool read = ReadFirst();
        return read && installed_.load(std::memory_order_relaxed);
    }
    static Indexes Get();
    /// Reads them again, those of static kernels below `base` ("": the directory of operators).
    /// Calls that were prepared keep their kernels.
    static void Reload(const std::string& base);

private:
    /// Reads them unless the program had them read already. Always true.
    static bool ReadFirst();
    /// The caller has the lock.
    static void Read(const std::string& base);

    static std::atomic<bool> installed_;
};

}  // namespace nnopbase
