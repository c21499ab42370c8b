// The operator functions of all loaded operator libraries.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "exe_graph/op_functions.h"

namespace gert {

/// Loads operator libraries (libcust_opmaster_rt2.0.so, libcust_opsproto_rt2.0.so, ...) and finds
/// functions by operator type. Thread safe. Libraries stay loaded for the life of the process,
/// since static objects in them are referenced from elsewhere.
class OpImplSpace {
public:
    OpImplSpace();
    ~OpImplSpace();
    OpImplSpace(const OpImplSpace&) = delete;
    OpImplSpace& operator=(const OpImplSpace&) = delete;

    /// The space that TbeLoadSoAndSaveToRegistry fills.
    static OpImplSpace& OfProcess();

    /// dlopens `path` (a second call with one path does nothing) and takes over its registrations.
    /// Where a type is known already, functions it lacks are added and none is replaced: libraries
    /// loaded first have priority. On failure `*error` (may be null) says why.
    ge::graphStatus LoadLibrary(const std::string& path, std::string* error);

    /// Null if no loaded library registered `op_type`; valid as long as the space.
    const OpImplFunctions* Find(const std::string& op_type) const;

private:
    mutable std::mutex mutex_;
    std::map<std::string, void*> handles_;
    std::map<std::string, std::unique_ptr<OpImplFunctions>> functions_;
    mutable std::map<std::string, std::unique_ptr<OpImplFunctions>> process_functions_;
};

}  // namespace gert
