// A context that a builder made, with all that it shows but for what was given by pointers.
#ifndef METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_
#define METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_

#include <memory>
#include <utility>
#include <vector>

#include "graph/types.h"

namespace gert {
class ContextHolderImpl;

class GE_FUNC_HOST_VISIBILITY ContextHolderVoid {
public:
    ContextHolderVoid();
    ~ContextHolderVoid();
    ContextHolderVoid(ContextHolderVoid&& other) noexcept;
    ContextHolderVoid& operator=(ContextHolderVoid&& other) noexcept;
    /// Null if the builder could make none; it said why on stderr.
    void* GetContext() const;

private:
    friend class ContextHolderBuilder;
    std::unique_ptr<ContextHolderImpl> ctx_holder_impl_;
};

template <typename ContextTypeT>
class ContextHolder {
public:
    ContextHolder() = default;
    explicit ContextHolder(ContextHolderVoid&& holder_void)
        : holder_void_(std::move(holder_void)) {}
    ContextTypeT* GetContext() { return static_cast<ContextTypeT*>(holder_void_.GetContext()); }

private:
    ContextHolderVoid holder_void_;
};
}  // namespace gert

#endif  // METADEF_INC_EXTERNAL_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_
