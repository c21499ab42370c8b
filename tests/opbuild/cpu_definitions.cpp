// Operators for AI CPUs and CPUs of the host, as newer repositories define them.
#include "register/op_def_registry.h"

namespace ops {

class AcmeSort : public OpDef {
public:
    explicit AcmeSort(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT16, ge::DT_INT8});
        this->Output("y").DataType({ge::DT_INT64});
        this->AICPU().OpKernelLib("CUSTAICPUKernel").KernelSo("libacme.so").UserDefined(true);
        this->AICPU().ExtendCfgInfo("opInfo.workspaceSize", "100");
        this->AICPU().ExtendCfgInfo("opInfo.workspaceSize", "200");
        this->HostCPU().FlagAsync(true).FunctionName("RunAcme");
    }
};
OP_ADD(AcmeSort);

class AcmePlain : public OpDef {
public:
    explicit AcmePlain(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT});
    }
};
OP_ADD(AcmePlain);

}  // namespace ops
