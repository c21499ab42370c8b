// Calls of AI CPU kernels for tests: libaicpu_nodedef_host.a.
#ifndef NODE_DEF_BUILDER_H
#define NODE_DEF_BUILDER_H

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "../utils/status.h"
#include "cpu_kernel.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "device_cpu_kernel.h"

namespace aicpu {

class AICPU_VISIBILITY NodeDefBuilder {
public:
    struct InputOutputNode {
        std::string node;
        aicpu::DataType d_type;
        std::vector<int64_t> dims;
        void* data;  ///< borrowed; null: the size of the tensor is 0
        aicpu::Format format;
    };

    static std::shared_ptr<NodeDef> CreateNodeDef();

    /// Adds to `nodeDef`, whose operator is `opName` from now on.
    NodeDefBuilder(NodeDef* nodeDef, std::string name, std::string opName);

    NodeDefBuilder& Input(const InputOutputNode& input);
    NodeDefBuilder& Output(const InputOutputNode& output);
    NodeDefBuilder& Attr(std::string name, int32_t value);
    NodeDefBuilder& Attr(std::string name, int64_t value);
    NodeDefBuilder& Attr(std::string name, float value);
    NodeDefBuilder& Attr(std::string name, double value);
    NodeDefBuilder& Attr(std::string name, bool value);
    NodeDefBuilder& Attr(std::string name, aicpu::DataType value);
    NodeDefBuilder& Attr(std::string name, const std::vector<bool>& value);
    NodeDefBuilder& Attr(std::string name, const std::string& value);
    NodeDefBuilder& Attr(std::string name, const std::vector<std::string>& value);
    NodeDefBuilder& Attr(std::string name, const std::vector<int64_t>& value);
    NodeDefBuilder& Attr(std::string name, const std::vector<std::vector<int64_t>>& value);
    NodeDefBuilder& Attr(std::string name, const std::vector<float>& value);
    NodeDefBuilder& Attr(std::string name, const std::vector<aicpu::DataType>& value);
    /// A shape if `type` is "shape", else nothing.
    NodeDefBuilder& Attr(std::string name, const std::vector<int64_t>& dims, std::string type);
    /// Shapes if `type` is "shape_list", else nothing.
    NodeDefBuilder& Attr(std::string name, const std::vector<std::vector<int64_t>>& shape_lists,
                         std::string type);
    NodeDefBuilder& Attr(std::string name, aicpu::Tensor* tensor);
    NodeDefBuilder& Attr(std::string name, std::vector<aicpu::Tensor*>& tensors);

private:
    NodeDef* node_def_;
};

}  // namespace aicpu

#endif  // NODE_DEF_BUILDER_H
