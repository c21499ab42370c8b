// Broadcasting of two shapes, for kernels of AI CPUs.
#ifndef _AICPU_AICPU_DEVICE_CPU_KERNELS_UTILS_BCAST_H_
#define _AICPU_AICPU_DEVICE_CPU_KERNELS_UTILS_BCAST_H_

#include <vector>

#include "../common/cpu_context.h"

namespace aicpu {

/// Cases that kernels compute without indices.
enum class BcastShapeType {
    SAME_SHAPE = 0,
    X_ONE_ELEMENT = 1,
    Y_ONE_ELEMENT = 2,
    DIFF_SHAPE = 3,
};

/// The operands of a calculation, and what Bcast knows of them.
struct AICPU_VISIBILITY BCalcInfo {
    BCalcInfo() : input_0(nullptr), input_1(nullptr), output(nullptr) {}
    Tensor* input_0;
    Tensor* input_1;
    Tensor* output;
    std::vector<int64_t> reshape_0;
    std::vector<int64_t> reshape_1;
    std::vector<int64_t> shape_out;
    std::vector<int64_t> bcast_0;
    std::vector<int64_t> bcast_1;
    std::vector<int64_t> x_indexes;
    std::vector<int64_t> y_indexes;
};

/// How x and y broadcast. From shapes: neighbouring dimensions that broadcast alike are one, and
/// dimensions of 1 on both sides are left out. From tensors (GenerateBcastInfo): one entry per
/// dimension of the output.
class AICPU_VISIBILITY Bcast {
public:
    Bcast() : valid_(true) {}
    Bcast(std::vector<int64_t>& x_shape, std::vector<int64_t>& y_shape);
    ~Bcast() = default;

    /// KERNEL_STATUS_PARAM_INVALID if the shapes of the tensors do not fit.
    uint32_t GenerateBcastInfo(const BCalcInfo& calc_info);
    /// Moves the results into the structure.
    void GetBcastVec(BCalcInfo& calc_info);
    /// Appends, for each element of the output, where it comes from.
    void BCastIndexes(std::vector<int64_t>& x_indexes, std::vector<int64_t>& y_indexes);
    /// The element of x or y for one of the output; of a Bcast from shapes.
    int64_t GetBroadcastXIndex(int64_t index) const;
    int64_t GetBroadcastYIndex(int64_t index) const;
    /// Whether the shapes fit.
    bool IsValid() const { return valid_; }
    const std::vector<int64_t>& XReshape() const { return x_reshape_; }
    const std::vector<int64_t>& YReshape() const { return y_reshape_; }
    const std::vector<int64_t>& ResultShape() const { return result_shape_; }
    /// How often each dimension is repeated.
    const std::vector<int64_t>& XBcast() const { return x_bcast_; }
    const std::vector<int64_t>& YBcast() const { return y_bcast_; }

private:
    void Merge(const std::vector<int64_t>& x, const std::vector<int64_t>& y);
    void AppendDimension(int64_t x, int64_t y);

    bool valid_;
    std::vector<int64_t> x_reshape_;
    std::vector<int64_t> y_reshape_;
    std::vector<int64_t> shape_out_;
    std::vector<int64_t> x_bcast_;
    std::vector<int64_t> y_bcast_;
    std::vector<int64_t> result_shape_;
};

}  // namespace aicpu

#endif  // _AICPU_AICPU_DEVICE_CPU_KERNELS_UTILS_BCAST_H_
