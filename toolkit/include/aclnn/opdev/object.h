// Base of the objects that aclnn interfaces handle.
#ifndef OP_API_OBJECT_HEAD_H
#define OP_API_OBJECT_HEAD_H

#include <cstddef>
#include <new>

namespace op {
class __attribute__((visibility("default"))) Object {
public:
    Object() = default;
    virtual ~Object() = default;
};
}  // namespace op

#endif  // OP_API_OBJECT_HEAD_H
