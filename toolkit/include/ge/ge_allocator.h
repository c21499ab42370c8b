// Allocators that an engine gives to the functions it calls.
#ifndef METADEF_CXX_INC_EXTERNAL_GE_ALLOCATOR_H_
#define METADEF_CXX_INC_EXTERNAL_GE_ALLOCATOR_H_

#include <cstdlib>
#include <memory>

namespace ge {
class MemBlock;

class Allocator {
public:
    Allocator() = default;
    virtual ~Allocator() = default;
    Allocator(const Allocator&) = delete;
    Allocator& operator=(const Allocator&) = delete;

    /// `size` in bytes; null if there is no memory left.
    virtual MemBlock* Malloc(size_t size) = 0;
    virtual void Free(MemBlock* block) = 0;
    /// The same with an address that would be welcome.
    virtual MemBlock* MallocAdvise(size_t size, void* addr) {
        (void)addr;
        return Malloc(size);
    }
};

/// Memory with a count of its users, 1 at first; the last one's Free gives it back.
class MemBlock {
public:
    MemBlock(Allocator& allocator, void* addr, size_t block_size)
        : allocator_(allocator), addr_(addr), count_(1U), block_size_(block_size) {}
    virtual ~MemBlock() = default;
    const void* GetAddr() const { return addr_; }
    void* GetAddr() { return addr_; }
    size_t GetSize() const { return block_size_; }
    void SetSize(const size_t mem_size) { block_size_ = mem_size; }
    void Free() {
        if (count_ > 0U && --count_ == 0U) {
            allocator_.Free(this);
        }
    }
    size_t AddCount() { return ++count_; }
    size_t SubCount() { return --count_; }
    size_t GetCount() const { return count_; }

private:
    Allocator& allocator_;
    void* addr_;
    size_t count_;
    size_t block_size_;
};

using AllocatorPtr = std::shared_ptr<Allocator>;
}  // namespace ge

#endif  // METADEF_CXX_INC_EXTERNAL_GE_ALLOCATOR_H_
