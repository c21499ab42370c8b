// The executor of a hand-written interface: its tensors, and what runs in phase 2.
#ifndef OP_API_WORKSPACE_UTILS_H
#define OP_API_WORKSPACE_UTILS_H

#include <mutex>

#include "common_types.h"
#include "data_type_utils.h"
#include "fast_vector.h"
#include "object.h"
#include "op_arg_def.h"
#include "op_config.h"
#include "op_dfx.h"
#include "op_log.h"
#include "shape_utils.h"

/// Phase 1 adds tensors and operators to an executor, phase 2 runs these in their order. All that
/// its functions allocate lives as long as the executor. They give null, with an error reported, if
/// there is no memory or the executor is not one of a hand-written interface.
struct ACL_FUNC_VISIBILITY aclOpExecutor : public op::Object {
public:
    aclOpExecutor(const aclOpExecutor&) = delete;
    aclOpExecutor& operator=(const aclOpExecutor&) = delete;

    /// Tensors in the workspace.
    aclTensor* AllocTensor(const op::Shape& shape, op::DataType dataType,
                           op::Format format = op::Format::FORMAT_ND);
    aclTensor* AllocTensor(const op::Shape& storageShape, const op::Shape& originShape,
                           op::DataType dataType, op::Format storageFormat,
                           op::Format originFormat);
    /// Of a shape that is set later (INFER_SHAPE).
    aclTensor* AllocTensor(op::DataType dataType, op::Format storageFormat,
                           op::Format originFormat);

    /// Tensors on the host; of values: with one dimension, converted to `dataType`.
    aclTensor* AllocHostTensor(const op::Shape& shape, op::DataType dataType,
                               op::Format format = op::Format::FORMAT_ND);
    aclTensor* AllocHostTensor(const op::Shape& storageShape, const op::Shape& originShape,
                               op::DataType dataType, op::Format storageFormat,
                               op::Format originFormat);
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    aclTensor* AllocHostTensor(const T* value, uint64_t size, op::DataType dataType) {
        const OfValues make = {this, op::Shape({static_cast<int64_t>(size)}), dataType};
        return make.From(value, size);
    }
    const aclTensor* ConvertToTensor(const aclIntArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclBoolArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclFloatArray* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclFp16Array* value, op::DataType dataType);
    const aclTensor* ConvertToTensor(const aclBf16Array* value, op::DataType dataType);
    /// Without dimensions.
    const aclTensor* ConvertToTensor(const aclScalar* value, op::DataType dataType);
    aclTensor* AllocHostTensor(const op::fp16_t* value, uint64_t size, op::DataType dataType);
    aclTensor* AllocHostTensor(const op::bfloat16* value, uint64_t size, op::DataType dataType);
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    const aclTensor* ConvertToTensor(const T* value, uint64_t size, op::DataType dataType) {
        return AllocHostTensor(value, size, dataType);
    }

    /// A contiguous tensor in the memory of another one, `offset` elements after its beginning.
    aclTensor* CreateView(const aclTensor* tensor, const op::Shape& shape, int64_t offset);
    /// Any view of that memory; strides and offset in elements.
    aclTensor* CreateView(const aclTensor* tensor, const op::Shape& oriShape,
                          const op::Shape& storageShape, const op::Strides& oriStride,
                          int64_t offset);

    aclIntArray* AllocIntArray(const int64_t* value, uint64_t size);
    aclFloatArray* AllocFloatArray(const float* value, uint64_t size);
    aclBoolArray* AllocBoolArray(const bool* value, uint64_t size);
    /// Lists of tensors and scalars that stay their owners'.
    aclTensorList* AllocTensorList(const aclTensor* const* tensors, uint64_t size);
    aclScalarList* AllocScalarList(const aclScalar* const* scalars, uint64_t size);
    aclScalar* AllocScalar(const void* data, op::DataType dataType);
    aclScalar* AllocScalar(float value);
    aclScalar* AllocScalar(double value);
    aclScalar* AllocScalar(op::fp16_t value);
    aclScalar* AllocScalar(op::bfloat16 value);
    aclScalar* AllocScalar(int32_t value);
    aclScalar* AllocScalar(int64_t value);
    aclScalar* AllocScalar(int16_t value);
    aclScalar* AllocScalar(int8_t value);
    aclScalar* AllocScalar(uint32_t value);
    aclScalar* AllocScalar(uint64_t value);
    aclScalar* AllocScalar(uint16_t value);
    aclScalar* AllocScalar(uint8_t value);
    aclScalar* AllocScalar(bool value);

    /// Bytes that phase 2 needs: for the tensors and for the operators' own workspaces.
    uint64_t GetWorkspaceSize() const;
    uint64_t GetLinearWorkspaceSize() const { return GetWorkspaceSize(); }
    aclrtStream GetStream() const;
    op::OpConfigInfo GetOpConfigInfo() const;
    aclnnStatus SetRepeatable();
    bool IsRepeatable() const { return repeatable_; }
    /// Each call makes an executor: there is no cache to leave.
    void AbandonCache(bool disableRepeat = false) { static_cast<void>(disableRepeat); }
    /// Tells a cache which tensors share memory.
    void AddTensorRelation(const aclTensor* /*tensorOut*/, const aclTensor* /*tensorMiddle*/) {}

protected:
    aclOpExecutor() = default;

    bool repeatable_ = false;

private:
    /// Makes a host tensor of values.
    struct ACL_FUNC_VISIBILITY OfValues {
        aclOpExecutor* executor;
        op::Shape shape;
        op::DataType dtype;

        aclTensor* From(const double* value, uint64_t size) const;
        aclTensor* From(const int64_t* value, uint64_t size) const;
        template <typename T>
        aclTensor* From(const T* value, uint64_t size) const {
            using Wide =
                typename std::conditional<std::is_floating_point<T>::value, double, int64_t>::type;
            const std::vector<Wide> wide(value, value + size);
            return From(wide.data(), size);
        }
    };
};

/// An executor until phase 1 succeeds.
class ACL_FUNC_VISIBILITY UniqueExecutor : public op::Object {
public:
    explicit UniqueExecutor(const char* funcName);
    UniqueExecutor(const UniqueExecutor&) = delete;
    UniqueExecutor& operator=(const UniqueExecutor&) = delete;

    aclOpExecutor* get() const { return executor_.get(); }
    aclOpExecutor* operator->() { return executor_.get(); }
    /// Gives the executor to the interface's caller.
    void ReleaseTo(aclOpExecutor** executor) {
        if (executor != nullptr) {
            *executor = executor_.release();
        }
    }

private:
    std::unique_ptr<aclOpExecutor> executor_;
};

/// Phase 2: enqueues what phase 1 added; the executor is gone afterwards unless it is repeatable.
ACL_FUNC_VISIBILITY aclnnStatus CommonOpExecutorRun(void* workspace, uint64_t workspaceSize,
                                                    aclOpExecutor* executor, aclrtStream stream);

namespace op {
namespace internal {
/// Adds the launch of an AI core kernel of an installed package. Its tiling runs now.
ACL_FUNC_VISIBILITY aclnnStatus AddAiCoreKernel(uint32_t op_type, aclOpExecutor* executor,
                                                const OpArgContext& args);
/// Sets the shapes of the outputs by the operator's shape inference.
ACL_FUNC_VISIBILITY aclnnStatus InferShapes(uint32_t op_type, const OpArgContext& args);
}  // namespace internal
}  // namespace op

/// The functions that the macros of make_op_executor.h call. This one takes the arguments over.
inline aclnnStatus CreatAiCoreKernelLauncher(const char* /*l0Name*/, uint32_t opType,
                                             aclOpExecutor* executor, op::OpArgContext* args) {
    const std::unique_ptr<op::OpArgContext> owned(args);
    return args == nullptr ? ACLNN_ERR_PARAM_NULLPTR
                           : op::internal::AddAiCoreKernel(opType, executor, *args);
}

inline aclnnStatus InferShape(uint32_t optype, op::OpArgList& inputs, op::OpArgList& outputs,
                              op::OpArgList& attrs) {
    op::OpArgContext context;
    context.lists[op::OP_INPUT_ARG] = inputs;
    context.lists[op::OP_OUTPUT_ARG] = outputs;
    context.lists[op::OP_ATTR_ARG] = attrs;
    return op::internal::InferShapes(optype, context);
}

/// What the device's random number unit makes.
enum DSA_TASK_TYPE {
    DSARandomNormalTaskType,
    DSARandomTruncatedNormalTaskType,
    DSARandomUniformTaskType,
    DSAGenBitMaskTaskType
};

/// Adds a task of the random number unit and takes the arguments over: inputs are the number of
/// elements or bits, seed, offset (numbers or tensors) and, as scalars, the probability of a bit to
/// be 0, the bounds, or mean and deviation. The numbers follow from seed and offset, and are others
/// than the unit's.
ACL_FUNC_VISIBILITY void CreatDSAKernelLauncher(const char* l0Name, uint32_t opType,
                                                DSA_TASK_TYPE dsaTask, aclOpExecutor* executor,
                                                op::OpArgContext* args);

#endif  // OP_API_WORKSPACE_UTILS_H
