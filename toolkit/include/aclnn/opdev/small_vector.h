// A vector whose first N elements need no allocation.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H
#define OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace op {
namespace internal {

/// Interface of std::vector for types that have a default value; bool is stored as bool.
/// `operator[]` and `at` throw std::out_of_range.
template <typename T, size_t N = 8>
class SmallVector {
public:
    using value_type = T;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using reference = T&;
    using const_reference = const T&;
    using pointer = T*;
    using const_pointer = const T*;
    using iterator = T*;
    using const_iterator = const T*;
    using reverse_iterator = std::reverse_iterator<iterator>;
    using const_reverse_iterator = std::reverse_iterator<const_iterator>;

    SmallVector() = default;
    explicit SmallVector(size_type count) { resize(count); }
    SmallVector(size_type count, const T& value) { assign(count, value); }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    SmallVector(It first, It last) {
        assign(first, last);
    }
    SmallVector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
    SmallVector(const SmallVector& other) { assign(other.begin(), other.end()); }
    SmallVector(SmallVector&& other) noexcept { MoveFrom(other); }
    SmallVector& operator=(const SmallVector& other) {
        if (this != &other) {
            assign(other.begin(), other.end());
        }
        return *this;
    }
    SmallVector& operator=(SmallVector&& other) noexcept {
        if (this != &other) {
            MoveFrom(other);
        }
        return *this;
    }
    SmallVector& operator=(std::initializer_list<T> values) {
        assign(values.begin(), values.end());
        return *this;
    }

    void assign(size_type count, const T& value) {
        const T copy = value;
        clear();
        reserve(count);
        std::fill_n(data(), count, copy);
        size_ = count;
    }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    void assign(It first, It last) {
        clear();
        reserve(static_cast<size_type>(std::distance(first, last)));
        size_ = static_cast<size_type>(std::copy(first, last, data()) - data());
    }
    void assign(std::initializer_list<T> values) { assign(values.begin(), values.end()); }

    reference at(size_type index) {
        Check(index);
        return data()[index];
    }
    const_reference at(size_type index) const {
        Check(index);
        return data()[index];
    }
    reference operator[](size_type index) { return at(index); }
    const_reference operator[](size_type index) const { return at(index); }
    reference front() { return *begin(); }
    const_reference front() const { return *begin(); }
    reference back() { return *(end() - 1); }
    const_reference back() const { return *(end() - 1); }
    T* data() noexcept { return more_ != nullptr ? more_.get() : first_; }
    const T* data() const noexcept { return more_ != nullptr ? more_.get() : first_; }

    iterator begin() noexcept { return data(); }
    const_iterator begin() const noexcept { return data(); }
    const_iterator cbegin() const noexcept { return data(); }
    iterator end() noexcept { return data() + size_; }
    const_iterator end() const noexcept { return data() + size_; }
    const_iterator cend() const noexcept { return data() + size_; }
    reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
    const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
    const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(end()); }
    reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
    const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }
    const_reverse_iterator crend() const noexcept { return const_reverse_iterator(begin()); }

    bool empty() const noexcept { return size_ == 0; }
    size_type size() const noexcept { return size_; }
    size_type capacity() const noexcept { return capacity_; }
    void reserve(size_type capacity) {
        if (capacity <= capacity_) {
            return;
        }
        std::unique_ptr<T[]> grown(new T[capacity]());
        std::move(begin(), end(), grown.get());
        more_ = std::move(grown);
        capacity_ = capacity;
    }
    void shrink_to_fit() {}
    void clear() noexcept { size_ = 0; }

    iterator insert(const_iterator position, const T& value) { return emplace(position, value); }
    iterator insert(const_iterator position, size_type count, const T& value) {
        const T copy = value;
        const iterator gap = MakeGap(position, count);
        std::fill_n(gap, count, copy);
        return gap;
    }
    template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
    iterator insert(const_iterator position, It first, It last) {
        // The range may be part of this vector.
        const SmallVector copy(first, last);
        const iterator gap = MakeGap(position, copy.size());
        std::copy(copy.begin(), copy.end(), gap);
        return gap;
    }
    iterator insert(const_iterator position, std::initializer_list<T> values) {
        return insert(position, values.begin(), values.end());
    }
    template <typename... Args>
    iterator emplace(const_iterator position, Args&&... args) {
        T value(std::forward<Args>(args)...);
        const iterator gap = MakeGap(position, 1);
        *gap = std::move(value);
        return gap;
    }
    iterator erase(const_iterator position) { return erase(position, position + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        const iterator to = begin() + (first - begin());
        std::move(begin() + (last - begin()), end(), to);
        size_ -= static_cast<size_type>(last - first);
        return to;
    }
    void push_back(const T& value) { emplace(end(), value); }
    void push_back(T&& value) { emplace(end(), std::move(value)); }
    template <typename... Args>
    void emplace_back(Args&&... args) {
        emplace(end(), std::forward<Args>(args)...);
    }
    void pop_back() { --size_; }
    void resize(size_type count) { resize(count, T()); }
    void resize(size_type count, const T& value) {
        if (count > size_) {
            insert(end(), count - size_, value);
        }
        size_ = count;
    }
    void swap(SmallVector& other) noexcept { std::swap(*this, other); }

private:
    void Check(size_type index) const {
        if (index >= size_) {
            throw std::out_of_range("SmallVector: no such element");
        }
    }

    void MoveFrom(SmallVector& other) noexcept {
        more_ = std::move(other.more_);
        if (more_ == nullptr) {
            std::move(other.first_, other.first_ + other.size_, first_);
        }
        size_ = other.size_;
        capacity_ = other.capacity_;
        other.size_ = 0;
        other.capacity_ = N;
    }

    iterator MakeGap(const_iterator position, size_type count) {
        const difference_type index = position - begin();
        if (size_ + count > capacity_) {
            reserve(std::max(size_ + count, capacity_ * 2));
        }
        std::move_backward(begin() + index, end(), end() + count);
        size_ += count;
        return begin() + index;
    }

    T first_[N] = {};
    std::unique_ptr<T[]> more_;  ///< all elements, once there were more than N
    size_type size_ = 0;
    size_type capacity_ = N;
};

template <typename T, size_t N, size_t M>
bool operator==(const SmallVector<T, N>& left, const SmallVector<T, M>& right) {
    return left.size() == right.size() && std::equal(left.begin(), left.end(), right.begin());
}

template <typename T, size_t N, size_t M>
bool operator!=(const SmallVector<T, N>& left, const SmallVector<T, M>& right) {
    return !(left == right);
}

}  // namespace internal
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_SMALL_VECTOR_H
