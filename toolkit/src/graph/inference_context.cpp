#include "graph/inference_context.h"

namespace ge {

class ShapeAndTypeImpl {
public:
    Shape shape;
    DataType type = DT_UNDEFINED;
};

ShapeAndType::ShapeAndType() : impl_(std::make_shared<ShapeAndTypeImpl>()) {}
ShapeAndType::ShapeAndType(const Shape& shape, DataType data_type) : ShapeAndType() {
    impl_->shape = shape;
    impl_->type = data_type;
}
void ShapeAndType::SetShape(const Shape& shape) {
    impl_->shape = shape;
}
void ShapeAndType::SetType(DataType data_type) {
    impl_->type = data_type;
}
Shape ShapeAndType::GetShape() const {
    return impl_->shape;
}
DataType ShapeAndType::GetDataType() const {
    return impl_->type;
}

struct InnerInferenceContext {
    std::vector<std::vector<ShapeAndType>> inputs;
    std::vector<std::vector<ShapeAndType>> outputs;
    std::vector<std::string> marks;
    std::set<AscendString> relied_on;
    std::set<AscendString> changed;
};

InferenceContext::InferenceContext(std::unique_ptr<InnerInferenceContext>& inner_context)
    : inner_inference_context_(std::move(inner_context)) {}

std::unique_ptr<InferenceContext> InferenceContext::Create(void*) {
    std::unique_ptr<InnerInferenceContext> inner(new InnerInferenceContext);
    return std::unique_ptr<InferenceContext>(new InferenceContext(inner));
}

void InferenceContext::SetInputHandleShapesAndTypes(
    std::vector<std::vector<ShapeAndType>>&& shapes_and_types) {
    inner_inference_context_->inputs = std::move(shapes_and_types);
}
const std::vector<std::vector<ShapeAndType>>& InferenceContext::GetInputHandleShapesAndTypes()
    const {
    return inner_inference_context_->inputs;
}
void InferenceContext::SetOutputHandleShapesAndTypes(
    const std::vector<std::vector<ShapeAndType>>& shapes_and_types) {
    inner_inference_context_->outputs = shapes_and_types;
}
void InferenceContext::SetOutputHandleShapesAndTypes(
    std::vector<std::vector<ShapeAndType>>&& shapes_and_types) {
    inner_inference_context_->outputs = std::move(shapes_and_types);
}
const std::vector<std::vector<ShapeAndType>>& InferenceContext::GetOutputHandleShapesAndTypes()
    const {
    return inner_inference_context_->outputs;
}

void InferenceContext::SetMarks(const std::vector<std::string>& marks) {
    inner_inference_context_->marks = marks;
}
void InferenceContext::SetMarks(const std::vector<AscendString>& marks) {
    inner_inference_context_->marks.clear();
    for (const AscendString& mark : marks) {
        inner_inference_context_->marks.emplace_back(mark.GetString());
    }
}
const std::vector<std::string>& InferenceContext::GetMarks() const {
    return inner_inference_context_->marks;
}
void InferenceContext::GetMarks(std::vector<AscendString>& marks) const {
    for (const std::string& mark : inner_inference_context_->marks) {
        marks.emplace_back(mark.c_str());
    }
}

ResourceContext* InferenceContext::GetResourceContext(const AscendString&) {
    return nullptr;
}
graphStatus InferenceContext::SetResourceContext(const AscendString&, ResourceContext*) {
    return GRAPH_FAILED;
}
graphStatus InferenceContext::RegisterReliedOnResourceKey(const AscendString& key) {
    inner_inference_context_->relied_on.insert(key);
    return GRAPH_SUCCESS;
}
graphStatus InferenceContext::AddChangedResourceKey(const AscendString& key) {
    inner_inference_context_->changed.insert(key);
    return GRAPH_SUCCESS;
}
const std::set<AscendString>& InferenceContext::GetReliedOnResourceKeys() const {
    return inner_inference_context_->relied_on;
}
const std::set<AscendString>& InferenceContext::GetChangedResourceKeys() const {
    return inner_inference_context_->changed;
}
void InferenceContext::ClearChangedResourceKeys() {
    inner_inference_context_->changed.clear();
}

}  // namespace ge
