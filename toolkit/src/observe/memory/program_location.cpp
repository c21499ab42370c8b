#include "observe/memory/program_location.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <tuple>

#include "observe/check/source_text.h"
#include "observe/line_fields.h"
#include "observe/line_table.h"
#include "observe/locations.h"
#include "observe/output.h"
#include "support/code_location.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace observe {
namespace {

constexpr size_t kMostCalls = 6;

struct Object {
    std::string file;
    uintptr_t base = 0;
};

/// The object that holds the code at `address`; without a name if there is none.
Object ObjectOf(uintptr_t address) {
    Dl_info info = {};
    void* map = nullptr;
    if (dladdr1(reinterpret_cast<void*>(address), &info, &map, RTLD_DL_LINKMAP) == 0 ||
        map == nullptr) {
        return {};
    }
    const auto* const object = static_cast<const link_map*>(map);
    if (*object->l_name != '\0') {
        return {object->l_name, object->l_addr};
    }
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
    return {std::string(path, length < 0 ? 0 : static_cast<size_t>(length)), object->l_addr};
}

std::string FolderOf(const std::string& file) {
    const size_t slash = file.rfind('/');
    return slash == std::string::npos ? "" : file.substr(0, slash);
}

/// Whether an object is the toolkit's, the C library, or Python itself: not what somebody wrote who
/// looks for the location.
bool IsNobodys(const std::string& file) {
    static const std::string* const libraries =
        new std::string(support::DirectoryOfLibrary(reinterpret_cast<const void*>(&IsNobodys)));
    const std::string name = file.substr(file.rfind('/') + 1);
    for (const char* const start : {"libc.so", "libpython", "python", "acl.abi3", "ld-linux",
                                    "libffi", "_ctypes", "libstdc++", "libgcc_s"}) {
        if (support::StartsWith(name, start)) {
            return true;
        }
    }
    return file.empty() || FolderOf(file) == *libraries;
}

/// What of Python's stable interface tells the line that it executes.
struct Python {
    int (*holds_interpreter)() = nullptr;
    void* (*frame)() = nullptr;
    int (*line)(void*) = nullptr;
    void* (*code)(void*) = nullptr;
    void* (*attribute)(void*, const char*) = nullptr;
    const char* (*text)(void*, ssize_t*) = nullptr;
    void (*release)(void*) = nullptr;
    bool complete = true;

    Python() {
        Find("PyGILState_Check", &holds_interpreter);
        Find("PyEval_GetFrame", &frame);
        Find("PyFrame_GetLineNumber", &line);
        Find("PyFrame_GetCode", &code);
        Find("PyObject_GetAttrString", &attribute);
        Find("PyUnicode_AsUTF8AndSize", &text);
        Find("Py_DecRef", &release);
    }

private:
    template <typename Function>
    void Find(const char* name, Function* function) {
        *function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
        complete = complete && *function != nullptr;
    }
};

/// File and line of the Python function at work in this thread; false if there is none.
bool FindPythonLine(std::string* file, uint32_t* line) {
    static const Python* const python = new Python();
    void* const frame =
        python->complete && python->holds_interpreter() != 0 ? python->frame() : nullptr;
    if (frame == nullptr) {
        return false;
    }
    void* const code = python->code(frame);
    void* const name = code == nullptr ? nullptr : python->attribute(code, "co_filename");
    const char* const text = name == nullptr ? nullptr : python->text(name, nullptr);
    *file = text == nullptr ? "" : text;
    *line = static_cast<uint32_t>(python->line(frame));
    for (void* const object : {name, code}) {
        if (object != nullptr) {
            python->release(object);
        }
    }
    return !file->empty();
}

std::string FrameJson(const std::string& function, const std::string& file, uint32_t line) {
    return JsonObject()
        .Text(fields::frame::kFunction, function)
        .Text(fields::frame::kFile, file)
        .Unsigned(fields::frame::kLine, line)
        .Number(fields::frame::kColumn, 0)
        .Close();
}

bool IsSystem(const std::string& file) {
    return support::StartsWith(file, "/usr/") || support::StartsWith(file, "../sysdeps") ||
           support::StartsWith(file, "../csu");
}

}  // namespace

ProgramLocation ProgramLocation::Current() {
    ProgramLocation location;
    if (FindPythonLine(&location.python_file_, &location.python_line_)) {
        return location;
    }
    support::CallChain chain;
    support::CollectCalls(&chain);
    for (int i = 0; i < chain.count && location.calls_.size() < kMostCalls; ++i) {
        if (!IsNobodys(ObjectOf(chain.calls[i]).file)) {
            location.calls_.push_back(chain.calls[i]);
        }
    }
    return location;
}

bool ProgramLocation::operator<(const ProgramLocation& other) const {
    return std::tie(python_file_, python_line_, calls_) <
           std::tie(other.python_file_, other.python_line_, other.calls_);
}

std::string ProgramLocation::Json() const {
    if (!python_file_.empty()) {
        return "[" + FrameJson("", python_file_, python_line_) + "]";
    }
    std::string frames;
    const auto add = [&frames](const std::string& frame) {
        frames += (frames.empty() ? "" : ",") + frame;
    };
    std::string without_lines;
    for (const uintptr_t call : calls_) {
        const Object object = ObjectOf(call);
        const uint64_t offset = call - object.base;
        for (const auto& [at, lines] : ReadLines(object.file, {offset})) {
            for (const Frame& frame : lines) {
                if (frame.line != 0 && !IsSystem(frame.file)) {
                    add(FrameJson(ShortFunction(frame.function), frame.file, frame.line));
                } else if (without_lines.empty()) {
                    without_lines = FrameJson(ShortFunction(frame.function), object.file, 0);
                }
            }
        }
    }
    return "[" + (frames.empty() ? without_lines : frames) + "]";
}

}  // namespace observe
