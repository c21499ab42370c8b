// Tensors of AI CPU kernels as those of Eigen, which the source has to bring.
#ifndef AICPU_EIGENTENSOR_H
#define AICPU_EIGENTENSOR_H

#include "../cpu_proto/cpu_tensor.h"
#include "log.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace aicpu {

/// Views of memory with elements of one type.
template <typename T, int NDIMS = 1, typename IndexType = Eigen::DenseIndex>
struct TTypes {
    template <typename Element, int Rank, typename Index = IndexType>
    using Dense = Eigen::Tensor<Element, Rank, Eigen::RowMajor, Index>;
    template <typename Element>
    using Single = Eigen::TensorFixedSize<Element, Eigen::Sizes<>, Eigen::RowMajor, IndexType>;
    template <typename Kind>
    using AlignedMap = Eigen::TensorMap<Kind, Eigen::Aligned>;

    using Tensor = AlignedMap<Dense<T, NDIMS>>;
    using ConstTensor = AlignedMap<Dense<const T, NDIMS>>;
    using Tensor32Bit = AlignedMap<Dense<T, NDIMS, int>>;
    using UnalignedTensor = Eigen::TensorMap<Dense<T, NDIMS>>;
    using UnalignedConstTensor = Eigen::TensorMap<Dense<const T, NDIMS>>;

    using Scalar = AlignedMap<Single<T>>;
    using ConstScalar = AlignedMap<Single<const T>>;
    using UnalignedScalar = Eigen::TensorMap<Single<T>>;
    using UnalignedConstScalar = Eigen::TensorMap<Single<const T>>;

    using Vec = AlignedMap<Dense<T, 1>>;
    using ConstVec = AlignedMap<Dense<const T, 1>>;
    using UnalignedVec = Eigen::TensorMap<Dense<T, 1>>;
    using UnalignedConstVec = Eigen::TensorMap<Dense<const T, 1>>;
    using Flat = Vec;
    using ConstFlat = ConstVec;
    using UnalignedFlat = UnalignedVec;
    using UnalignedConstFlat = UnalignedConstVec;

    using Matrix = AlignedMap<Dense<T, 2>>;
    using ConstMatrix = AlignedMap<Dense<const T, 2>>;
    using UnalignedMatrix = Eigen::TensorMap<Dense<T, 2>>;
    using UnalignedConstMatrix = Eigen::TensorMap<Dense<const T, 2>>;
};

/// `data` with the shape of a tensor.
class EigenTensor {
public:
    EigenTensor() = delete;
    EigenTensor(Tensor* tensor, void* data) : tensor_(tensor), data_(data) {}
    ~EigenTensor() = default;

    const Tensor* GetTensor() const { return tensor_; }

    template <typename T>
    typename TTypes<T>::Vec vec() {
        return tensor<T, 1>();
    }
    template <typename T>
    typename TTypes<T>::Matrix matrix() {
        return tensor<T, 2>();
    }
    template <typename T>
    typename TTypes<T>::ConstMatrix matrix() const {
        return tensor<T, 2>();
    }
    template <typename T, size_t NDIMS>
    typename TTypes<T, NDIMS>::Tensor tensor() {
        return typename TTypes<T, NDIMS>::Tensor(static_cast<T*>(data_), AsEigenDSizes<NDIMS>());
    }
    template <typename T, size_t NDIMS>
    typename TTypes<T, NDIMS>::ConstTensor tensor() const {
        return typename TTypes<T, NDIMS>::ConstTensor(static_cast<const T*>(data_),
                                                      AsEigenDSizes<NDIMS>());
    }
    template <typename T>
    typename TTypes<T>::Flat flat() {
        return typename TTypes<T>::Flat(static_cast<T*>(data_), {tensor_->NumElements()});
    }

    /// The dimensions; those that the tensor lacks are 1.
    template <int NDIMS, typename IndexType>
    Eigen::DSizes<IndexType, NDIMS> AsEigenDSizesWithPadding() const {
        const std::shared_ptr<TensorShape> shape = tensor_->GetTensorShape();
        Eigen::DSizes<IndexType, NDIMS> sizes;
        for (int i = 0; i < NDIMS; ++i) {
            sizes[i] = i < shape->GetDims() ? static_cast<IndexType>(shape->GetDimSize(i)) : 1;
        }
        return sizes;
    }
    template <int NDIMS, typename IndexType = Eigen::DenseIndex>
    Eigen::DSizes<IndexType, NDIMS> AsEigenDSizes() const {
        return AsEigenDSizesWithPadding<NDIMS, IndexType>();
    }

private:
    Tensor* tensor_;
    void* data_;
};

}  // namespace aicpu

#endif  // AICPU_EIGENTENSOR_H
