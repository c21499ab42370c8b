// Installed operator packages and the kernels in them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nnopbase/aicpu_kernel.h"
#include "register/op_impl_space.h"
#include "runtime/binary.h"

namespace nnopbase {

/// An output that is filled before the kernel runs.
struct InitValue {
    size_t parameter;  ///< index among inputs and outputs
    ge::DataType dtype;
    bool is_real;
    double real;
    int64_t integer;
};

class Package;

/// ASCEND_OPP_PATH, else that of the toolkit.
std::string OppDirectory();

/// The keys of a kernel, by an entry of a kernel list: one, or several.
std::vector<std::string> SimplifiedKeys(const support::Json& entry);

/// What is wrong with a kernel that cannot be loaded.
enum class KernelProblem : uint8_t {
    kDescription,  ///< its .json is missing or cannot be parsed
    kField,        ///< the .json says what cannot be
    kObject        ///< the object
};

/// A kernel object and the text of its description (.json), in the memory of a library.
struct KernelImage {
    const uint8_t* object = nullptr;  ///< null: the kernel is a file
    size_t size = 0;
    std::string description;
};

/// One kernel object of a package, loaded when it is used first. Thread safe.
class Kernel {
public:
    /// A kernel in a file, or in memory, where `path` only names it in messages.
    Kernel(const Package* package, std::string path, KernelImage image = KernelImage())
        : package_(package), path_(std::move(path)), image_(std::move(image)) {}

    const Package& package() const { return *package_; }
    const std::string& path() const { return path_; }

    /// Loads the object; null with `*error` and, unless null, `*problem` set if it cannot be.
    std::shared_ptr<runtime::Binary> Load(std::string* error, KernelProblem* problem = nullptr);
    /// The function of a tiling key, null if the object lacks it. After Load only.
    std::shared_ptr<runtime::Function> FunctionOfKey(uint64_t tiling_key);
    /// Bytes of tiling data that the kernel takes. After Load only.
    size_t tiling_capacity() const { return tiling_capacity_; }
    const std::vector<InitValue>& init_values() const { return init_values_; }
    /// Tiling keys that only deterministic calls have, or only the others. After Load only.
    const std::map<uint64_t, bool>& deterministic_keys() const { return deterministic_keys_; }
    /// The SHA-256 of the object, as the description says; "" if it does not. Loads nothing.
    std::string StatedHash();

private:
    /// The .json alone; false with `*error` set if it cannot be had.
    bool ReadDescription(support::Json* description, std::string* error) const;

    const Package* const package_;
    const std::string path_;
    const KernelImage image_;
    std::mutex mutex_;
    std::shared_ptr<runtime::Binary> binary_;
    std::map<uint64_t, std::shared_ptr<runtime::Function>> functions_;
    size_t tiling_capacity_ = 0;
    std::map<uint64_t, bool> deterministic_keys_;
    std::vector<InitValue> init_values_;
};

/// One vendor root (or the built-in operators), or a library that holds its kernels.
class Package {
public:
    explicit Package(std::string root) : root_(std::move(root)) {}
    /// `tiling_library` has the tiling functions, whatever the root holds.
    Package(std::string root, std::string tiling_library)
        : root_(std::move(root)), tiling_library_(std::move(tiling_library)) {}

    const std::string& root() const { return root_; }
    /// The package's tiling functions for an operator; null if it has none (`*error` says why if
    /// its library fails).
    const gert::OpImplFunctions* FindFunctions(const std::string& op_type,
                                               std::string* error) const;
    /// Size and CRC-32 of the library of its tiling functions, found out once; "" if it has none.
    std::string TilingIdentity() const;
    /// Functions with the shape inference of an operator, from the library of its prototypes if the
    /// one of the tiling functions has none; null if neither has.
    const gert::OpImplFunctions* FindShapeInference(const std::string& op_type) const;

private:
    const std::string root_;
    const std::string tiling_library_;
    mutable std::mutex mutex_;
    mutable bool loaded_ = false;
    mutable std::string load_error_;
    mutable gert::OpImplSpace space_;
    mutable bool identified_ = false;
    mutable std::string tiling_identity_;
    mutable bool prototypes_loaded_ = false;
    mutable gert::OpImplSpace prototypes_;
};

/// All installed packages, by priority: ASCEND_CUSTOM_OPP_PATH, then the vendors of
/// ASCEND_OPP_PATH, then the built-in ones. Read again when ASCEND_CUSTOM_OPP_PATH has changed.
class PackageSet {
public:
    static PackageSet& Get();

    /// The kernel for a key like "AddCustom/d=0,p=0/1,2/1,2/1,2"; null if there is none.
    Kernel* FindKernel(const std::string& key) const;
    /// The kernel of an operator for AI CPUs; null if no package has one.
    AicpuKernel* FindAicpuKernel(const std::string& op_type) const;
    /// Tiling functions for an operator, those of `preferred` first.
    const gert::OpImplFunctions* FindFunctions(const std::string& op_type, const Package& preferred,
                                               std::string* error) const;
    /// Functions with a shape inference, else those of the built-in operators; null if there is
    /// none.
    const gert::OpImplFunctions* FindShapeInference(const std::string& op_type) const;
    /// Whether any package has kernels of that type for the current SoC.
    bool HasOperator(const std::string& op_type) const { return keys_by_type_.count(op_type) != 0; }
    /// Directories of the packages, by priority.
    std::vector<std::string> Roots() const;
    /// For messages: the keys of an operator, the roots that were searched, what went wrong with
    /// their files.
    std::string KeysOf(const std::string& op_type) const;
    std::string SearchedRoots() const;
    std::string SearchedAicpuTables() const;
    /// For messages: the compute units that packages have kernels of an operator for, of whatever
    /// SoC; reads their tables.
    std::vector<std::string> UnitsOf(const std::string& op_type) const;

private:
    PackageSet();
    void AddProblem(const std::string& text);
    void ReadKernelTable(Package* package);
    void ReadAicpuTable(const Package& package);
    std::string Searched(const std::string& table) const;

    std::vector<std::unique_ptr<Package>> packages_;
    std::map<std::string, std::unique_ptr<Kernel>> kernels_;
    std::map<std::string, std::unique_ptr<AicpuKernel>> aicpu_kernels_;
    std::map<std::string, std::vector<std::string>> keys_by_type_;
    std::string problems_;
    std::vector<std::string> missing_roots_;  // what ASCEND_CUSTOM_OPP_PATH names in vain
};

}  // namespace nnopbase
