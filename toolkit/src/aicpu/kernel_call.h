// One call of a kernel of an AI CPU: what libnnopbase passes to RunCpuKernel of a library that was
// linked with libaicpu_context.a. The two may come from different builds of the toolkit, and from
// different compilers: plain structures with a version.
#pragma once

#include <cstdint>

namespace aicpu_call {

constexpr uint32_t kMagic = 0x43504941;  // "AIPC"
/// Goes up with every change of the structures.
constexpr uint32_t kVersion = 1;

struct TensorArgument {
    const int64_t* dims;
    void* data;      ///< null: not passed
    uint64_t bytes;  ///< of the data
    uint32_t dim_count;
    int32_t format;
    int32_t dtype;
};

enum class AttrKind : uint32_t {
    kInt,       ///< int64_t
    kFloat,     ///< float
    kBool,      ///< uint8_t
    kString,    ///< characters
    kDataType,  ///< int64_t
    kInts,
    kFloats,
    kBools,
};

struct AttrArgument {
    const char* name;
    const void* values;
    uint64_t count;  ///< of values or characters
    AttrKind kind;
};

/// Takes the shape of an output after the kernel has ended without an error.
using ShapeReceiver = void (*)(void* receiver, uint32_t output, const int64_t* dims,
                               uint32_t dim_count);
/// Whether records of the level are written, and what writes them.
using LogFilter = bool (*)(int level);
using LogWriter = void (*)(int level, const char* function, const char* text);

struct KernelCall {
    uint32_t magic;
    uint32_t version;
    const char* op_type;
    const TensorArgument* inputs;
    const TensorArgument* outputs;
    const AttrArgument* attrs;
    uint32_t input_count;
    uint32_t output_count;
    uint32_t attr_count;
    LogFilter keeps_log;
    LogWriter write_log;
    ShapeReceiver receive_shape;
    void* receiver;
};

/// Each library that was linked with the archive exports a function of this name, which returns the
/// version of the structures that it takes.
using VersionFunction = uint32_t (*)();
constexpr char kVersionFunction[] = "AicpuKernelCallVersion";

}  // namespace aicpu_call
