// Copies between views of device memory.
#pragma once

#include "nnopbase/objects.h"
#include "runtime/stream.h"

namespace nnopbase {

/// Where the elements of a tensor are.
struct View {
    op::Shape shape;
    op::Strides strides;  ///< in elements; 0 repeats, negative runs backwards
    int64_t offset = 0;   ///< of the first element, in elements
    ge::DataType dtype = ge::DT_UNDEFINED;
    void* data = nullptr;  ///< what the offset is relative to

    void* first() const { return FirstElement(data, offset, dtype); }
};

View ViewOf(const aclTensor& tensor);
/// Consecutive elements from `data` on.
View ContiguousView(const op::Shape& shape, ge::DataType dtype, void* data);
/// Whether the view stays inside host memory or one live device buffer.
bool IsUsable(const View& view);
/// Whether copies can move the elements: they fill whole bytes.
bool WholeBytes(ge::DataType dtype);

/// Copies element by element between views of one shape and type, in stream order.
class StridedCopyTask : public runtime::Task {
public:
    StridedCopyTask(const View& from, const View& to) : from_(from), to_(to) {}

    int Run(runtime::Stream* stream, std::string* error) override;

private:
    const View from_;
    const View to_;
};

}  // namespace nnopbase
