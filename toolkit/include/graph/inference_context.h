// The facts that shape inference of an operator of a graph has, besides the operator.
#ifndef INC_EXTERNAL_GRAPH_INFERENCE_CONTEXT_H_
#define INC_EXTERNAL_GRAPH_INFERENCE_CONTEXT_H_

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"
#include "graph/resource_context.h"
#include "graph/tensor.h"
#include "graph/types.h"

namespace ge {
class ShapeAndTypeImpl;

/// Shape and element type of what a resource handle leads to; copies share them.
class GE_FUNC_HOST_VISIBILITY ShapeAndType {
public:
    ShapeAndType();
    ~ShapeAndType() = default;
    ShapeAndType(const Shape& shape, DataType data_type);

    void SetShape(const Shape& shape);
    void SetType(DataType data_type);
    Shape GetShape() const;
    DataType GetDataType() const;

private:
    std::shared_ptr<ShapeAndTypeImpl> impl_;
};

struct InnerInferenceContext;

class GE_FUNC_HOST_VISIBILITY InferenceContext {
public:
    ~InferenceContext() = default;
    InferenceContext(const InferenceContext& context) = delete;
    InferenceContext(const InferenceContext&& context) = delete;
    InferenceContext& operator=(const InferenceContext& context) = delete;
    InferenceContext& operator=(const InferenceContext&& context) = delete;

    /// `resource_context_mgr` belongs to the graph engine, which this toolkit does not have:
    /// without one, resource contexts cannot be set and there are none.
    static std::unique_ptr<InferenceContext> Create(void* resource_context_mgr = nullptr);

    void SetInputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types);
    const std::vector<std::vector<ShapeAndType>>& GetInputHandleShapesAndTypes() const;
    void SetOutputHandleShapesAndTypes(
        const std::vector<std::vector<ShapeAndType>>& shapes_and_types);
    void SetOutputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>>&& shapes_and_types);
    const std::vector<std::vector<ShapeAndType>>& GetOutputHandleShapesAndTypes() const;

    void SetMarks(const std::vector<std::string>& marks);
    void SetMarks(const std::vector<AscendString>& marks);
    const std::vector<std::string>& GetMarks() const;
    void GetMarks(std::vector<AscendString>& marks) const;

    ResourceContext* GetResourceContext(const AscendString& key);
    graphStatus SetResourceContext(const AscendString& key, ResourceContext* resource_context);
    graphStatus RegisterReliedOnResourceKey(const AscendString& key);
    graphStatus AddChangedResourceKey(const AscendString& key);
    const std::set<AscendString>& GetReliedOnResourceKeys() const;
    const std::set<AscendString>& GetChangedResourceKeys() const;
    void ClearChangedResourceKeys();

private:
    explicit InferenceContext(std::unique_ptr<InnerInferenceContext>& inner_context);

    std::shared_ptr<InnerInferenceContext> inner_inference_context_;
};

using InferenceContextPtr = std::shared_ptr<InferenceContext>;
}  // namespace ge

#endif  // INC_EXTERNAL_GRAPH_INFERENCE_CONTEXT_H_
