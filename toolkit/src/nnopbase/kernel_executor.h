// The executor of one call of an operator from a package.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "exe_graph/tiling_context_builder.h"
#include "nnopbase/executor.h"
#include "nnopbase/objects.h"
#include "nnopbase/package.h"
#include "nnopbase/support_list.h"
#include "runtime/launch.h"

namespace nnopbase {

class EmbeddedKernels;
class KernelIndex;
struct StaticSignature;

/// One tensor at a port.
struct Instance {
    bool present = false;
    std::vector<int64_t> dims;
    std::vector<int64_t> storage_dims;  ///< empty: the same
    std::vector<int64_t> strides;  ///< of an input that the kernel takes as it lies; else empty
    int64_t offset = 0;
    ge::DataType dtype = ge::DT_UNDEFINED;
    ge::Format format = ge::FORMAT_ND;
    ge::Format origin_format = ge::FORMAT_RESERVED;  ///< FORMAT_RESERVED: the same as format
    void* address = nullptr;                         ///< of the first element, on the device
    const aclTensor* tensor = nullptr;
    bool contiguous = true;
    bool on_host = false;  ///< the value is in host_data
    std::vector<uint8_t> host_data;

    /// Sets the address for a tensor whose data begins at `data`.
    void MoveTo(void* data);
};

/// One declared input or output.
struct Port {
    enum Kind : char { kOptional = 0, kRequired = 1, kDynamic = 2 };

    Kind kind = kRequired;
    std::string name;
    std::vector<Instance> instances;
    bool disabled = false;
    int ref_output = -1;                ///< of an in-place input: its output
    aclTensor* shape_tensor = nullptr;  ///< of an output whose shape the kernel computes
    uint64_t shape_tensor_serial = 0;
    /// Scalars wait here until the type that they take from another input is known.
    std::vector<aclScalar> scalars;
    bool is_scalar_list = false;
    int scalar_source = -1;
    ge::DataType scalar_dtype = ge::DT_UNDEFINED;
};

/// One attribute value.
struct Attr {
    enum class Type { kBool = 0, kFloat = 1, kInt = 2, kString = 3, kUnknown = 4 };

    Type type = Type::kUnknown;
    bool is_list = false;
    std::vector<uint8_t> bytes;
    bool set = false;
};

/// Collects the arguments of one call (phase 1), finds and prepares the kernel, and launches it
/// (phase 2).
class KernelExecutor : public Executor {
public:
    KernelExecutor(const char* op_type, const char* inputs, size_t input_num, const char* outputs,
                   size_t output_num, size_t attr_num);
    ~KernelExecutor() override;

    const std::string& op_type() const { return op_type_; }
    std::vector<Port>& inputs() { return inputs_; }
    std::vector<Port>& outputs() { return outputs_; }
    std::vector<Attr>& attrs() { return attrs_; }
    SupportList& support_list() { return support_list_; }

    /// Called by an interface that op_build made: as in CANN, other codes than where an interface
    /// of the user launches kernels.
    void set_individual() { individual_ = true; }
    void set_strict_format(bool strict) { strict_format_ = strict; }
    void set_launch_empty(bool launch) { launch_empty_ = launch; }
    /// Kernels of the library that calls, instead of those of the installed packages; null: none.
    void set_embedded_kernels(EmbeddedKernels* kernels) { embedded_kernels_ = kernels; }
    void set_user_handle(void* handle) { user_handle_ = handle; }
    void* user_handle() const { return user_handle_; }

    /// Adds a tensor or a list to a port; 161002 for a bad index or too many tensors.
    int AddTensor(bool input, size_t index, const aclTensor* tensor, bool check_contiguous);
    int AddTensorList(bool input, size_t index, const aclTensorList* list, bool check_contiguous);
    int AddHostArray(size_t index, const void* data, size_t count, ge::DataType dtype);

    /// One more group of collective communication, whose context the kernel gets.
    void AddGroup() { ++groups_; }

    /// Inputs whose views are not contiguous, or null; the list stays the executor's.
    const aclTensorList* NonContiguousInputs();
    /// Of those, the in-place ones and contiguous stand-ins for them; both null if there are none.
    void NonContiguousRefs(const aclTensorList** views, const aclTensorList** stand_ins);
    /// Gives an input's tensor other memory, where its data begins, and the output in place of it.
    void MoveInput(size_t port, size_t instance, void* data);
    void MoveOutput(size_t port, size_t instance, void* data);
    /// Gives the stand-ins away (null for a repeatable executor, which needs them again).
    const aclTensorList* ReleaseStandIns();
    void SetContiguousExecutor(aclOpExecutor* executor, size_t workspace);
    void GetContiguousExecutor(aclOpExecutor** executor, size_t* workspace) const;
    aclOpExecutor* view_copy_executor() const { return view_copy_executor_; }
    void set_view_copy_executor(aclOpExecutor* executor) { view_copy_executor_ = executor; }

    /// End of phase 1: finds the kernel, runs tiling, gives the workspace size in bytes.
    int Prepare(uint64_t* workspace_size);
    /// Shapes of the outputs by the operator's shape inference, one per tensor.
    int InferShapes(std::vector<std::vector<int64_t>>* shapes) const;
    /// Phase 2.
    int Run(void* workspace, uint64_t workspace_size, const void* stream);
    void MakeRepeatable() override;

    /// How kernels of these arguments are named in a package: type, options, dtypes and formats.
    std::string KernelKey() const;

    const gert::TilingResult* tiling() const { return tiling_.get(); }

private:
    friend class ArgumentLayout;

    int Convert(Port* port);
    int MaterializeScalars();
    bool AllOutputsEmpty() const;
    int ReportMissingKernel(const std::string& key) const;
    int ReportUnlisted(const std::string& searched) const;
    int CodeOf(KernelProblem problem) const;
    std::string DescribeArguments() const;
    /// Functions that the operator registered, those of the package of `kernel_` first.
    const gert::OpImplFunctions* Functions() const;
    int ReadDependedValues();
    bool FindPackaged();
    int TakePackaged();
    int TakeInstalled();
    bool TakeStatic(const std::shared_ptr<KernelIndex>& index, const StaticSignature& signature);
    bool TakeDebug(const std::shared_ptr<KernelIndex>& index, const StaticSignature& signature);
    void Log() const;
    void Record() const;
    int RunTiling();
    /// Arguments that a launch passes besides tiling data.
    size_t SlotCount() const;
    std::string TilingCacheKey() const;
    gert::OpArgs TilingArguments() const;
    /// 161002 for a shape that cannot be, or an output that cannot be written as it lies.
    int CheckTensor(bool input, size_t index, const aclTensor& tensor) const;
    int CheckContiguity() const;
    int CheckAddresses() const;
    void PlaceContiguousCopies(void* workspace_end);
    int FillInitialValues(const void* stream);
    int ReadBackShapes(void* shape_buffer, const void* stream);
    uint64_t ShapeBufferBytes() const;

    const std::string op_type_;
    std::vector<Port> inputs_;
    std::vector<Port> outputs_;
    std::vector<Attr> attrs_;
    SupportList support_list_;
    size_t groups_ = 0;
    bool individual_ = false;
    bool strict_format_ = false;
    bool launch_empty_ = false;
    void* user_handle_ = nullptr;
    EmbeddedKernels* embedded_kernels_ = nullptr;

    struct Location {
        size_t port;
        size_t instance;

        bool operator==(const Location& other) const {
            return port == other.port && instance == other.instance;
        }
    };
    /// Remembers how an input lies that is not contiguous: it is to be copied, or told to tiling.
    void TakeView(const aclTensor& tensor, const Location& place, bool to_contiguous);
    static void MoveView(aclOpExecutor* copies, const std::vector<Location>& views,
                         const Location& moved, void* data);
    std::vector<Location> non_contiguous_;
    TensorList non_contiguous_list_;
    TensorList ref_views_;
    const aclTensorList* stand_ins_ = nullptr;
    std::vector<Location> ref_locations_;
    std::vector<aclTensor*> stand_in_tensors_;
    aclOpExecutor* contiguous_executor_ = nullptr;  ///< gone once it has run
    std::vector<uint64_t> contiguous_offsets_;      ///< of its copies in the workspace
    size_t contiguous_workspace_ = 0;
    aclOpExecutor* view_copy_executor_ = nullptr;

    bool prepared_ = false;
    bool skip_ = false;  ///< all outputs are empty
    uint64_t workspace_size_ = 0;
    uint64_t kernel_workspace_ = 0;  ///< bytes of it that the tiling function asked for
    /// Where the kernel is from.
    enum class Taken { kDynamic, kEmbedded, kStatic, kDebug };

    const PackageSet* packages_ = nullptr;  ///< where the kernel was searched
    Taken taken_ = Taken::kDynamic;
    std::string not_static_;              ///< why a kernel made for the call was not taken
    std::shared_ptr<KernelIndex> index_;  ///< keeps the kernel, if it is from one
    bool tiling_is_fixed_ = false;        ///< the kernel takes no tiling data
    Kernel* kernel_ = nullptr;
    std::shared_ptr<runtime::Binary> binary_;
    std::shared_ptr<runtime::Function> function_;
    std::shared_ptr<const gert::TilingResult> tiling_;
};

}  // namespace nnopbase
