// A test of a kernel, as repositories write them: describes a call, runs it, and prints what the
// call is in the wire format.
#include <cstdio>

#include "cpu_kernel.h"
#include "cpu_kernel_register.h"
#include "cpu_node_def.h"
#include "cust_op/cust_cpu_utils.h"
#include "node_def_builder.h"

namespace aicpu {
namespace {
const char* kDouble = "AcmeDouble";
}

class DoubleKernel : public CpuKernel {
public:
    uint32_t Compute(CpuKernelContext& ctx) override {
        CUST_KERNEL_LOG_INFO(ctx, "input %s", CpuKernelUtils::GetTensorName(ctx.Input(0)).c_str());
        const std::vector<TensorShape> shapes = ctx.GetAttr("shapes")->GetListTensorShape();
        const bool fits = shapes.size() == 2 && shapes[1].GetDimSize(1) == 5 &&
                          ctx.GetAttr("shape")->GetTensorShape()->NumElements() == 6 &&
                          ctx.GetAttr("nested")->GetListListInt()[1][0] == -7 &&
                          ctx.GetAttr("texts")->GetListString()[1] == "b" &&
                          ctx.GetAttr("types")->GetListDataType()[0] == DT_INT8 &&
                          ctx.GetAttr("tensor")->GetTensor()->GetDataType() == DT_FLOAT &&
                          ctx.Input(1) == nullptr && ctx.Output(1) == nullptr;
        if (!fits) {
            return KERNEL_STATUS_PARAM_INVALID;
        }
        for (int64_t i = 0; i < ctx.Input(0)->NumElements(); ++i) {
            static_cast<float*>(ctx.Output(0)->GetData())[i] =
                2 * static_cast<const float*>(ctx.Input(0)->GetData())[i];
        }
        return KERNEL_STATUS_OK;
    }
};
REGISTER_CPU_KERNEL(kDouble, DoubleKernel);

}  // namespace aicpu

int main() {
    using namespace aicpu;
    float x[] = {1.5F, -2, 8};
    float y[] = {0, 0, 0};
    const std::shared_ptr<NodeDef> node = NodeDefBuilder::CreateNodeDef();
    NodeDefBuilder builder(node.get(), "test", "AcmeDouble");
    builder.Input({"x", DT_FLOAT, {3}, x, FORMAT_ND})
        .Output({"y", DT_FLOAT, {3}, y, FORMAT_NCHW})
        .Attr("integer", int64_t{-3})
        .Attr("zero", 0)
        .Attr("real", 0.25F)
        .Attr("flag", true)
        .Attr("text", std::string("two words"))
        .Attr("type", DT_BFLOAT16)
        .Attr("integers", std::vector<int64_t>{1, 300, -1})
        .Attr("reals", std::vector<float>{0.5F, -4})
        .Attr("flags", std::vector<bool>{true, false})
        .Attr("texts", std::vector<std::string>{"a", "b"})
        .Attr("types", std::vector<DataType>{DT_INT8, DT_FLOAT})
        .Attr("nested", std::vector<std::vector<int64_t>>{{1, 2}, {-7}})
        .Attr("shape", std::vector<int64_t>{2, 3}, "shape")
        .Attr("shapes", std::vector<std::vector<int64_t>>{{4}, {1, 5}}, "shape_list")
        .Attr("tensor", node->MutableInputs(0).get());
    std::string wire;
    node->SerializeToString(wire);
    for (const char byte : wire) {
        std::printf("%02x", static_cast<unsigned char>(byte));
    }
    CpuKernelContext context(HOST);
    const uint32_t code = context.Init(node.get()) != KERNEL_STATUS_OK
                              ? KERNEL_STATUS_INNER_ERROR
                              : CpuKernelRegister::Instance().RunCpuKernel(context);
    std::printf("\n%u %g %g %g\n", code, y[0], y[1], y[2]);
    return 0;
}
