// Calls of a package's aclnn operators on buffers of the host: what generated bridges are made of.
// One class per thing; failures are exceptions, which Guard turns into MindSpore's exit codes.
#pragma once

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "custom_aot_extra.h"
#include "dtypes.h"

// libascendc_infer.so: shape inference of a package.
extern "C" {
struct OperatorCall;
OperatorCall* OperatorCallCreate(const char* op_type);
void OperatorCallDestroy(OperatorCall* call);
void OperatorCallAddPort(OperatorCall* call, int is_output);
void OperatorCallAddTensor(OperatorCall* call, const int64_t* dims, uint64_t rank, int32_t dtype,
                           int32_t format, void* data);
void OperatorCallAddInt(OperatorCall* call, int64_t value);
void OperatorCallAddFloat(OperatorCall* call, float value);
void OperatorCallAddBool(OperatorCall* call, int value);
void OperatorCallAddStr(OperatorCall* call, const char* value);
void OperatorCallAddListInt(OperatorCall* call, const int64_t* values, uint64_t count);
void OperatorCallAddListFloat(OperatorCall* call, const float* values, uint64_t count);
void OperatorCallAddListBool(OperatorCall* call, const uint8_t* values, uint64_t count);
int OperatorCallInferShape(OperatorCall* call, const char* library);
const char* OperatorCallError(const OperatorCall* call);
uint64_t OperatorCallOutputRank(const OperatorCall* call, uint64_t output);
const int64_t* OperatorCallOutputDims(const OperatorCall* call, uint64_t output);
}

namespace bridge {

enum class Kind { kRequired, kOptional, kDynamic };

/// An input or output: the types and formats of its supported combinations; no types: any.
struct Port {
    const char* name;
    Kind kind;
    std::vector<int> dtypes;
    std::vector<int> formats;

    aclFormat format(size_t column) const {
        return column < formats.size() ? static_cast<aclFormat>(formats[column]) : ACL_FORMAT_ND;
    }
};

/// What the package says of an operator. `infer_attributes` adds them in their declared order; of
/// those that it needs, the ones without a value are zero, the one named last another number.
struct Operator {
    const char* name;
    std::vector<Port> inputs;
    std::vector<Port> outputs;
    std::function<void(OperatorCall*, AotExtra*, const char*)> infer_attributes;
    std::vector<const char*> needed;  ///< attributes that have no default
};

/// The package of the bridge, its library of interfaces and that of shape inference; the bridge
/// defines them.
extern const char* const kPackage;
extern const char* const kInterfaces;
extern const char* const kInferLibrary;

/// Puts the package where aclnn calls search, before their first one and before other packages.
inline void AnnouncePackage() {
    const char* custom_opps = std::getenv("ASCEND_CUSTOM_OPP_PATH");
    std::istringstream entries(custom_opps == nullptr ? "" : custom_opps);
    std::string path = kPackage;
    for (std::string entry; std::getline(entries, entry, ':');) {
        if (!entry.empty() && entry != kPackage) {
            path += ":" + entry;
        }
    }
    setenv("ASCEND_CUSTOM_OPP_PATH", path.c_str(), 1);
}

/// A function of the package's library of interfaces.
template <typename Function>
Function Symbol(const char* name) {
    static void* const library = dlopen(kInterfaces, RTLD_NOW);
    void* const symbol = library == nullptr ? nullptr : dlsym(library, name);
    if (symbol == nullptr) {
        throw std::runtime_error(dlerror());
    }
    return reinterpret_cast<Function>(symbol);
}

inline void Check(int code, const char* call) {
    if (code != 0) {
        const char* text = aclGetRecentErrMsg();
        throw std::runtime_error(std::string(call) + " failed with " + std::to_string(code) +
                                 (text == nullptr ? "" : std::string(": ") + text));
    }
}

/// A tensor of the program, in host memory.
struct HostTensor {
    void* data = nullptr;
    std::vector<int64_t> dims;
    const Dtype* dtype = nullptr;  ///< null: the tensor was left out

    size_t elements() const {
        size_t count = 1;
        for (const int64_t dim : dims) {
            count *= static_cast<size_t>(dim);
        }
        return count;
    }
    size_t bytes() const { return elements() * dtype->bytes; }
};

/// The first combination that all given tensors fit.
inline size_t MatchingColumn(const Operator& op, const std::vector<const Dtype*>& dtypes) {
    size_t columns = 1;
    for (const Port& port : op.inputs) {
        columns = std::max(columns, port.dtypes.size());
    }
    const auto fits = [&](size_t column) {
        for (size_t i = 0; i < dtypes.size() && i < op.inputs.size(); ++i) {
            const std::vector<int>& column_dtypes = op.inputs[i].dtypes;
            if (dtypes[i] != nullptr && !column_dtypes.empty() &&
                column_dtypes[column] != dtypes[i]->acl) {
                return false;
            }
        }
        return true;
    };
    for (size_t column = 0; column < columns; ++column) {
        if (fits(column)) {
            return column;
        }
    }
    std::string text;
    for (const Dtype* dtype : dtypes) {
        text += (text.empty() ? "" : ", ") + std::string(dtype == nullptr ? "none" : dtype->name);
    }
    throw std::runtime_error("inputs of the types " + text + " are not supported");
}

/// The device of this thread, and buffers on it that are used again by later calls.
class Device {
public:
    static Device& OfThisThread() {
        thread_local Device device;
        return device;
    }

    void* Buffer(size_t slot, size_t bytes) {
        if (slot >= buffers_.size()) {
            buffers_.resize(slot + 1);
        }
        auto& [address, size] = buffers_[slot];
        if (address == nullptr || size < bytes) {
            if (address != nullptr) {
                aclrtFree(address);
                address = nullptr;
            }
            size = bytes < 32 ? 32 : bytes;
            Check(aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
        }
        return address;
    }

private:
    Device() {
        static std::once_flag once;
        std::call_once(once, [] {
            const int code = aclInit(nullptr);
            Check(code == ACL_ERROR_REPEAT_INITIALIZE ? 0 : code, "aclInit");
        });
        Check(aclrtSetDevice(0), "aclrtSetDevice");
    }

    std::vector<std::pair<void*, size_t>> buffers_;
};

/// One call: makes the arguments of both phases, runs them, and brings the results back.
class Call {
public:
    Call(const Operator& op, int count, void** params, const int* ndims, int64_t** shapes,
         const char** dtypes)
        : op_(op), device_(Device::OfThisThread()) {
        for (int i = 0; i < count; ++i) {
            HostTensor tensor;
            if (std::strcmp(dtypes[i], "none") != 0) {
                tensor.data = params[i];
                tensor.dims.assign(shapes[i], shapes[i] + ndims[i]);
                tensor.dtype = &DtypeNamed(dtypes[i]);
            }
            tensors_.push_back(std::move(tensor));
        }
        ReadPorts();
    }
    ~Call() {
        for (const auto& destroy : cleanup_) {
            destroy();
        }
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    aclTensor* Input(size_t port) {
        const HostTensor& tensor = tensors_[first_[port]];
        return tensor.dtype == nullptr ? nullptr
                                       : Create(first_[port], op_.inputs[port].format(column_));
    }

    aclTensorList* InputList(size_t port) {
        std::vector<aclTensor*> members;
        for (size_t i = first_[port]; i < first_[port] + count_[port]; ++i) {
            members.push_back(Create(i, op_.inputs[port].format(column_), false));
        }
        aclTensorList* const list = aclCreateTensorList(members.data(), members.size());
        cleanup_.push_back([list] { aclDestroyTensorList(list); });
        return list;
    }

    aclScalar* InputScalar(size_t port) {
        const HostTensor& tensor = tensors_[first_[port]];
        if (tensor.dtype == nullptr) {
            return nullptr;
        }
        aclScalar* const scalar = aclCreateScalar(tensor.data, tensor.dtype->acl);
        cleanup_.push_back([scalar] { aclDestroyScalar(scalar); });
        return scalar;
    }

    aclIntArray* InputInts(size_t port) {
        const HostTensor& tensor = tensors_[first_[port]];
        std::vector<int64_t> values(tensor.elements());
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] = tensor.dtype->acl == ACL_INT32
                            ? static_cast<const int32_t*>(tensor.data)[i]
                            : static_cast<const int64_t*>(tensor.data)[i];
        }
        return Ints(values);
    }

    aclFloatArray* InputFloats(size_t port) {
        const HostTensor& tensor = tensors_[first_[port]];
        const float* data = static_cast<const float*>(tensor.data);
        return Floats(std::vector<float>(data, data + tensor.elements()));
    }

    aclBoolArray* InputBools(size_t port) {
        const HostTensor& tensor = tensors_[first_[port]];
        const uint8_t* data = static_cast<const uint8_t*>(tensor.data);
        return Bools(std::vector<int64_t>(data, data + tensor.elements()));
    }

    /// Output `number`, which is also brought back; one computed in place of an input has no tensor
    /// itself: see InPlace.
    aclTensor* Output(size_t number) {
        const size_t index = tensors_.size() - op_.outputs.size() + number;
        aclTensor* const tensor = Create(index, op_.outputs[number].format(column_), true, false);
        results_.push_back({index, index});
        return tensor;
    }

    void InPlace(size_t number, size_t port) {
        results_.push_back({tensors_.size() - op_.outputs.size() + number, first_[port]});
    }

    aclIntArray* Ints(const std::vector<int64_t>& values) {
        aclIntArray* const array = aclCreateIntArray(values.data(), values.size());
        cleanup_.push_back([array] { aclDestroyIntArray(array); });
        return array;
    }

    aclFloatArray* Floats(const std::vector<float>& values) {
        aclFloatArray* const array = aclCreateFloatArray(values.data(), values.size());
        cleanup_.push_back([array] { aclDestroyFloatArray(array); });
        return array;
    }

    aclBoolArray* Bools(const std::vector<int64_t>& values) {
        std::vector<uint8_t> flags(values.begin(), values.end());
        aclBoolArray* const array =
            aclCreateBoolArray(reinterpret_cast<const bool*>(flags.data()), flags.size());
        cleanup_.push_back([array] { aclDestroyBoolArray(array); });
        return array;
    }

    /// A text of an attribute, alive until the call is over.
    char* Text(std::string text) {
        texts_.push_back(std::make_unique<std::string>(std::move(text)));
        return const_cast<char*>(texts_.back()->c_str());
    }

    uint64_t* size() { return &workspace_bytes_; }
    aclOpExecutor** executor() { return &executor_; }

    template <typename Phase2>
    void Launch(int prepared, Phase2 launch) {
        Check(prepared, "preparing the call");
        void* const workspace =
            workspace_bytes_ == 0 ? nullptr : device_.Buffer(tensors_.size(), workspace_bytes_);
        Check(launch(workspace, workspace_bytes_, executor_, nullptr), "the launch");
        Check(aclrtSynchronizeStream(nullptr), "the operator");
        for (const auto& [to, from] : results_) {
            const HostTensor& result = tensors_[to];
            if (result.bytes() > 0) {
                Check(aclrtMemcpy(result.data, result.bytes(), device_.Buffer(from, 0),
                                  result.bytes(), ACL_MEMCPY_DEVICE_TO_HOST),
                      "aclrtMemcpy");
            }
        }
    }

private:
    /// Assigns the tensors to ports: a dynamic input takes all that the others leave.
    void ReadPorts() {
        const size_t ports = op_.inputs.size() + op_.outputs.size();
        const bool dynamic =
            std::any_of(op_.inputs.begin(), op_.inputs.end(),
                        [](const Port& port) { return port.kind == Kind::kDynamic; });
        if (tensors_.size() < ports - (dynamic ? 1 : 0) || (!dynamic && tensors_.size() > ports)) {
            throw std::runtime_error(std::to_string(tensors_.size()) + " tensors given, it has " +
                                     std::to_string(op_.inputs.size()) + " inputs and " +
                                     std::to_string(op_.outputs.size()) + " outputs");
        }
        std::vector<const Dtype*> dtypes;
        size_t next = 0;
        for (const Port& port : op_.inputs) {
            const size_t tensor_count =
                port.kind == Kind::kDynamic ? tensors_.size() - ports + 1 : 1;
            first_.push_back(next);
            count_.push_back(tensor_count);
            dtypes.push_back(tensor_count == 0 ? nullptr : tensors_[next].dtype);
            next += tensor_count;
        }
        column_ = MatchingColumn(op_, dtypes);
    }

    aclTensor* Create(size_t index, aclFormat format, bool owned = true, bool filled = true) {
        const HostTensor& tensor = tensors_[index];
        void* const memory = device_.Buffer(index, tensor.bytes());
        if (filled && tensor.bytes() > 0) {
            Check(aclrtMemcpy(memory, tensor.bytes(), tensor.data, tensor.bytes(),
                              ACL_MEMCPY_HOST_TO_DEVICE),
                  "aclrtMemcpy");
        }
        aclTensor* const created =
            aclCreateTensor(tensor.dims.data(), tensor.dims.size(), tensor.dtype->acl, nullptr, 0,
                            format, tensor.dims.data(), tensor.dims.size(), memory);
        if (owned) {
            cleanup_.push_back([created] { aclDestroyTensor(created); });
        }
        return created;
    }

    struct Result {
        size_t to;
        size_t from;
    };

    const Operator& op_;
    Device& device_;
    std::vector<HostTensor> tensors_;
    std::vector<size_t> first_;
    std::vector<size_t> count_;
    size_t column_ = 0;
    std::vector<Result> results_;
    std::vector<std::function<void()>> cleanup_;
    std::vector<std::unique_ptr<std::string>> texts_;
    uint64_t workspace_bytes_ = 0;
    aclOpExecutor* executor_ = nullptr;
};

/// Whether MindSpore passes the attribute; a required one that it does not is an error.
inline bool Has(AotExtra* extra, const char* name, bool required) {
    if (extra != nullptr && extra->HasAttr(name)) {
        return true;
    }
    if (required) {
        throw std::runtime_error(std::string("the attribute '") + name + "' is missing");
    }
    return false;
}

/// The value of an attribute, or the default that the operator declares.
template <typename T>
T Attribute(AotExtra* extra, const char* name, bool required, T otherwise) {
    return Has(extra, name, required) ? extra->Attr<T>(name) : otherwise;
}

template <typename T>
T OtherThanZero() {
    return T(1);
}
template <>
inline std::string OtherThanZero() {
    return "1";
}

/// The value of an attribute without a default; zero where it is not passed, or another value.
template <typename T>
T AttributeOrOther(AotExtra* extra, const char* name, const char* other) {
    const bool is_other = other != nullptr && std::strcmp(name, other) == 0;
    return Attribute<T>(extra, name, false, is_other ? OtherThanZero<T>() : T());
}

using Shapes = std::vector<std::vector<int64_t>>;

/// Shapes of all outputs with zeros for attributes that are not passed, `other` excepted.
inline Shapes InferShapesOnce(const Operator& op, const int* ndims, int64_t** shapes,
                              AotExtra* extra, const char* other) {
    std::unique_ptr<OperatorCall, void (*)(OperatorCall*)> call(OperatorCallCreate(op.name),
                                                                OperatorCallDestroy);
    for (size_t i = 0; i < op.inputs.size(); ++i) {
        if (ndims[i] == 1 && shapes[i][0] == -2) {
            return Shapes(op.outputs.size(), {-2});
        }
        const std::vector<int>& dtypes = op.inputs[i].dtypes;
        OperatorCallAddPort(call.get(), 0);
        OperatorCallAddTensor(call.get(), shapes[i], static_cast<uint64_t>(ndims[i]),
                              dtypes.empty() ? 0 : dtypes[0], op.inputs[i].format(0), nullptr);
    }
    for (const Port& output : op.outputs) {
        OperatorCallAddPort(call.get(), 1);
        OperatorCallAddTensor(call.get(), nullptr, 0, output.dtypes.empty() ? 0 : output.dtypes[0],
                              output.format(0), nullptr);
    }
    op.infer_attributes(call.get(), extra, other);
    if (OperatorCallInferShape(call.get(), kInferLibrary) != 0) {
        throw std::runtime_error(std::string(op.name) + ": " + OperatorCallError(call.get()));
    }
    Shapes result;
    for (size_t i = 0; i < op.outputs.size(); ++i) {
        const int64_t* dims = OperatorCallOutputDims(call.get(), i);
        result.emplace_back(dims, dims + OperatorCallOutputRank(call.get(), i));
    }
    return result;
}

/// Shapes of all outputs; a shape of unknown rank, {-2}, makes them all so. On Ascend MindSpore
/// tells no attributes: shapes that follow from one without a default are an error.
inline Shapes InferShapes(const Operator& op, const int* ndims, int64_t** shapes, AotExtra* extra) {
    const auto infer = [&](const char* other) {
        return InferShapesOnce(op, ndims, shapes, extra, other);
    };
    for (const char* const name : op.needed) {
        bool follows = false;
        if (!Has(extra, name, false)) {
            try {
                follows = infer(name) != infer(nullptr);
            } catch (const std::runtime_error&) {
                follows = true;
            }
        }
        if (follows) {
            throw std::runtime_error(std::string(op.name) +
                                     ": MindSpore does not tell the value of " + name +
                                     " to inference, which shapes follow from; give " +
                                     "custom_op out_shape, a function of the inputs' shapes");
        }
    }
    return infer(nullptr);
}

inline std::vector<TypeId> InferTypes(const Operator& op, const std::vector<TypeId>& types) {
    std::vector<const Dtype*> dtypes;
    for (const TypeId type : types) {
        dtypes.push_back(&DtypeOfMindSpore(type));
    }
    const size_t column = MatchingColumn(op, dtypes);
    std::vector<TypeId> result;
    for (const Port& output : op.outputs) {
        const aclDataType type = output.dtypes.empty()
                                     ? dtypes.at(0)->acl
                                     : static_cast<aclDataType>(output.dtypes[column]);
        result.push_back(static_cast<TypeId>(DtypeOf(type).mindspore));
    }
    return result;
}

/// Runs `body`; a failure is one line on standard error and 1.
template <typename Body>
int Guard(const char* name, Body body) {
    try {
        body();
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "%s: %s\n", name, failure.what());
        return 1;
    }
}

}  // namespace bridge
