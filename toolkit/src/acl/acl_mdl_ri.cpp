// acl_rt_graph.h: work of streams recorded as a graph.
#include <cstdio>
#include <cstring>
#include <fstream>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/capture.h"
#include "runtime/context.h"

using runtime::Fail;
using runtime::Graph;
using runtime::Process;
using runtime::Stream;

namespace {

std::shared_ptr<Graph> FindGraph(const void* handle, int* code) {
    std::shared_ptr<Graph> graph = Process::Get().graphs.Find(handle);
    *code = graph != nullptr ? 0
                             : Fail(ACL_ERROR_RT_INVALID_HANDLE,
                                    "the graph %p does not exist or was destroyed", handle);
    return graph;
}

/// A graph that is complete; null with 107017 or 107026 in `*code`.
std::shared_ptr<Graph> FindComplete(const void* handle, int* code) {
    std::shared_ptr<Graph> graph = FindGraph(handle, code);
    if (graph != nullptr && runtime::IsBeingCaptured(handle)) {
        *code = Fail(ACL_ERROR_RT_MODEL_CAPTURED,
                     "the graph is being recorded: call aclmdlRICaptureEnd first");
        return nullptr;
    }
    return graph;
}

bool ModeOf(aclmdlRICaptureMode mode, runtime::CaptureMode* result) {
    *result = static_cast<runtime::CaptureMode>(mode);
    return mode >= ACL_MODEL_RI_CAPTURE_MODE_GLOBAL && mode <= ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
}

int UnknownMode(aclmdlRICaptureMode mode) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown capture mode %d", static_cast<int>(mode));
}

/// Calls `f` with the stream of a handle that must not be NULL.
template <typename F>
int WithStream(const char* function, aclrtStream handle, F f) {
    if (handle == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: the default stream is not captured", function);
    }
    int code = 0;
    const std::shared_ptr<Stream> stream = runtime::FindStream(handle, &code);
    return stream == nullptr ? code : f(stream);
}

std::string Quoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            quoted += '\\';
        }
        quoted += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
    }
    return quoted + '"';
}

}  // namespace

extern "C" {

aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode) {
    runtime::CaptureMode capture_mode;
    if (!ModeOf(mode, &capture_mode)) {
        return UnknownMode(mode);
    }
    return WithStream(__func__, stream, [capture_mode](const std::shared_ptr<Stream>& live_stream) {
        return runtime::BeginCapture(live_stream, capture_mode);
    });
}

aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus* status,
                                aclmdlRI* modelRI) {
    ACL_REQUIRE_NOT_NULL(status);
    ACL_REQUIRE_NOT_NULL(modelRI);
    int code = 0;
    const std::shared_ptr<Stream> live_stream = runtime::FindStream(stream, &code);
    if (live_stream != nullptr) {
        *status = static_cast<aclmdlRICaptureStatus>(runtime::FindCapture(*live_stream, modelRI));
    }
    return code;
}

aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI* modelRI) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    return WithStream(__func__, stream, [modelRI](const std::shared_ptr<Stream>& live_stream) {
        return runtime::EndCapture(live_stream, modelRI);
    });
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
    ACL_REQUIRE_NOT_NULL(mode);
    runtime::CaptureMode capture_mode;
    if (!ModeOf(*mode, &capture_mode)) {
        return UnknownMode(*mode);
    }
    *mode = static_cast<aclmdlRICaptureMode>(runtime::ExchangeCaptureMode(capture_mode));
    return ACL_SUCCESS;
}

aclError aclmdlRIExecuteAsync(aclmdlRI modelRI, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindComplete(modelRI, &code);
    return graph == nullptr ? code : runtime::SubmitTask(stream, Graph::MakeTask(graph));
}

aclError aclmdlRIExecute(aclmdlRI modelRI, int32_t timeout) {
    if (timeout < -1 || timeout == 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms: use -1 or more than 0",
                    timeout);
    }
    const int code = aclmdlRIExecuteAsync(modelRI, nullptr);
    return code != 0 ? code : runtime::SynchronizeStream(nullptr, timeout);
}

aclError aclmdlRIDestroy(aclmdlRI modelRI) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindComplete(modelRI, &code);
    if (graph != nullptr && Process::Get().graphs.Remove(modelRI) != nullptr) {
        graph->CallBack();
    }
    return code;
}

aclError aclmdlRIDestroyRegisterCallback(aclmdlRI modelRI, aclrtCallback func, void* userData) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(func);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph != nullptr) {
        graph->AddCallback({func, userData});
    }
    return code;
}

aclError aclmdlRIDestroyUnregisterCallback(aclmdlRI modelRI, aclrtCallback func) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(func);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    return graph == nullptr || graph->RemoveCallback(func)
               ? code
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "the graph has no such callback");
}

aclError aclmdlRISetName(aclmdlRI modelRI, const char* name) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(name);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph != nullptr) {
        graph->set_name(name);
    }
    return code;
}

aclError aclmdlRIGetName(aclmdlRI modelRI, uint32_t maxLen, char* name) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(name);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph == nullptr) {
        return code;
    }
    const std::string text = graph->name();
    if (text.size() >= maxLen) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "the name has %zu bytes, the buffer has %u",
                    text.size() + 1, maxLen);
    }
    memcpy(name, text.c_str(), text.size() + 1);
    return ACL_SUCCESS;
}

aclError aclmdlRIGetId(aclmdlRI modelRI, uint32_t* modelRIId) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(modelRIId);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph != nullptr) {
        *modelRIId = graph->id();
    }
    return code;
}

aclError aclmdlRIDebugPrint(aclmdlRI modelRI) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph != nullptr) {
        for (const Graph::Step& step : graph->steps()) {
            printf("graph %u stream %d: %s\n", graph->id(), step.stream, step.task->Name().c_str());
        }
    }
    return code;
}

aclError aclmdlRIDebugJsonPrint(aclmdlRI modelRI, const char* path, uint32_t flags) {
    ACL_REQUIRE_NOT_NULL(modelRI);
    ACL_REQUIRE_NOT_NULL(path);
    int code = 0;
    const std::shared_ptr<Graph> graph = FindGraph(modelRI, &code);
    if (graph == nullptr) {
        return code;
    }
    if (flags > 1) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "flags are %u, not 0 or 1", flags);
    }
    std::ofstream file(path);
    file << "[";
    const std::vector<Graph::Step> steps = graph->steps();
    for (size_t i = 0; i < steps.size(); ++i) {
        file << (i == 0 ? "\n" : ",\n") << R"({"name": )" << Quoted(steps[i].task->Name())
             << R"(, "ph": "X", "ts": )" << i << R"(, "dur": 1, "pid": "graph )" << graph->id()
             << R"(", "tid": "stream )" << steps[i].stream << R"("})";
    }
    file << "\n]\n";
    file.close();
    return file ? ACL_SUCCESS
                : Fail(ACL_ERROR_RT_FILE_OPEN, "%s cannot be written: %s", path, strerror(errno));
}

aclError aclmdlRICaptureTaskGrpBegin(aclrtStream stream) {
    return WithStream(__func__, stream, [](const std::shared_ptr<Stream>& live_stream) {
        return runtime::BeginTaskGroup(*live_stream);
    });
}

aclError aclmdlRICaptureTaskGrpEnd(aclrtStream stream, aclrtTaskGrp* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    return WithStream(__func__, stream, [handle](const std::shared_ptr<Stream>& live_stream) {
        return runtime::EndTaskGroup(*live_stream, handle);
    });
}

aclError aclmdlRICaptureTaskUpdateBegin(aclrtStream stream, aclrtTaskGrp handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    return WithStream(__func__, stream, [handle](const std::shared_ptr<Stream>& live_stream) {
        return runtime::BeginTaskUpdate(live_stream, handle);
    });
}

aclError aclmdlRICaptureTaskUpdateEnd(aclrtStream stream) {
    return WithStream(__func__, stream, [](const std::shared_ptr<Stream>& live_stream) {
        return runtime::EndTaskUpdate(live_stream);
    });
}
}
