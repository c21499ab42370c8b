// Execution of an operator by two functions: what the first sets, the second gets.
#include <cstdio>

#include "exe_graph/runtime/op_execute_launch_context.h"
#include "exe_graph/runtime/op_execute_prepare_context.h"
#include "register/op_impl_registry.h"

namespace {
int deleted = 0;

struct Params {
    int value;
    ~Params() { ++deleted; }
};

UINT32 Prepare(gert::OpExecutePrepareContext* context) {
    const bool first = context->SetWorkspaceSizes({16, 32}) == ge::GRAPH_SUCCESS;
    const bool more = context->SetWorkspaceSizes({1, 2, 3}) == ge::GRAPH_SUCCESS;
    (void)context->SetOpApiParamsWithDefaultDeleter(new Params{1});
    (void)context->SetOpApiParamsWithDefaultDeleter(new Params{7});
    std::printf("%d %d %d %d ", first, more, deleted, context->GetDeterministic());
    return context->SetOpApiParams(nullptr, nullptr);
}

UINT32 Launch(gert::OpExecuteLaunchContext* context) {
    const gert::TypedContinuousVector<size_t>* const sizes = context->GetWorkspaceSizes();
    std::printf("%d %zu %zu %d %d\n", static_cast<Params*>(context->GetOpApiParams())->value,
                sizes->GetSize(), sizes->GetData()[1], context->GetWorkspaceAddrs() == nullptr,
                context->GetStream() == &deleted);
    return ge::GRAPH_SUCCESS;
}

IMPL_OP(Probe).Op2StageExecuteFuncs(Prepare, Launch);

/// A context of an operator without ports.
struct Context {
    uint64_t info[16] = {};  // a ComputeNodeInfo without inputs and outputs
    uint64_t memory[16] = {};

    void* Make(AsyncAnyValue** slots, size_t inputs, size_t outputs) {
        auto* const run = reinterpret_cast<KernelRunContext*>(memory);
        run->input_size = inputs;
        run->output_size = outputs;
        run->compute_node_info = info;
        for (size_t i = 0; i < inputs + outputs; ++i) {
            run->values[i] = slots[i];
        }
        run->output_start = &run->values[inputs];
        return memory;
    }
};
}  // namespace

int main() {
    gert::OpExecuteOptions options = {};
    options.deterministic = 1;
    AsyncAnyValue option = {};
    AsyncAnyValue params = {};
    AsyncAnyValue sizes = {};
    AsyncAnyValue none = {};
    AsyncAnyValue stream = {};
    option.data.pointer = &options;
    stream.data.pointer = &deleted;
    AsyncAnyValue* first[] = {&option, &none, &params, &sizes};
    AsyncAnyValue* second[] = {&params, &none, &sizes, &stream, &none};
    Context prepare;
    Context launch;
    const UINT32 rejected =
        Prepare(static_cast<gert::OpExecutePrepareContext*>(prepare.Make(first, 2, 2)));
    const UINT32 done =
        Launch(static_cast<gert::OpExecuteLaunchContext*>(launch.Make(second, 5, 0)));
    return rejected != ge::GRAPH_SUCCESS && done == ge::GRAPH_SUCCESS ? 0 : 1;
}
