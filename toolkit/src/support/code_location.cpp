#include "support/code_location.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unwind.h>

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <initializer_list>

namespace support {
namespace {

/// Calls of one object that addr2line is asked about, and the user's functions that are named.
constexpr int kMostCalls = 8;
constexpr int kNamed = 3;
constexpr int kPatienceMs = 5000;

_Unwind_Reason_Code OnFrame(_Unwind_Context* context, void* data) {
    auto* chain = static_cast<CallChain*>(data);
    int at_instruction = 0;
    const uintptr_t address = _Unwind_GetIPInfo(context, &at_instruction);
    if (address == 0 || chain->count == CallChain::kMost) {
        return _URC_END_OF_STACK;
    }
    if (at_instruction != 0) {
        chain->count = 0;  // so far the handler of a signal
    }
    // A return address may already belong to the next line.
    chain->calls[chain->count++] = at_instruction != 0 ? address : address - 1;
    return _URC_NO_REASON;
}

/// Text of limited size.
class Text {
public:
    Text(char* begin, size_t size) : begin_(begin), size_(size) {
        if (size_ != 0) {
            begin_[0] = '\0';
        }
    }
    __attribute__((format(printf, 2, 3))) void Add(const char* format, ...) {
        if (length_ + 1 >= size_) {
            return;
        }
        va_list values;
        va_start(values, format);
        const int added = std::vsnprintf(begin_ + length_, size_ - length_, format, values);
        va_end(values);
        length_ += added < 0 ? 0 : static_cast<size_t>(added);
        length_ = length_ < size_ ? length_ : size_ - 1;
    }

private:
    char* begin_;
    size_t size_;
    size_t length_ = 0;
};

bool StartsWith(const char* text, const char* prefix) {
    return std::strncmp(text, prefix, std::strlen(prefix)) == 0;
}

const char* Without(const char* text, const char* prefix) {
    return StartsWith(text, prefix) ? text + std::strlen(prefix) : text;
}

/// Whether a file is the toolkit's (packages call its root "cann"), opc's, or the system's.
bool IsHeader(const char* file) {
    return std::strstr(file, "/tikcfw/") != nullptr || StartsWith(file, "cann/") ||
           StartsWith(file, "/usr/") || std::strstr(file, "ascendc.wrapper.cpp") != nullptr;
}

/// "void optiling::(anonymous namespace)::F<half>::G(int)" becomes "optiling::F::G", in place.
char* ShortName(char* name) {
    static constexpr char kAnonymous[] = "(anonymous namespace)::";
    for (char* match = name; (match = std::strstr(match, kAnonymous)) != nullptr;) {
        std::memmove(match, match + sizeof(kAnonymous) - 1,
                     std::strlen(match + sizeof(kAnonymous) - 1) + 1);
    }
    char* out = name;
    char* begin = name;
    int depth = 0;
    for (const char* in = name; *in != '\0' && (*in != '(' || depth != 0); ++in) {
        depth += *in == '<' ? 1 : 0;
        if (depth == 0) {
            *out++ = *in;
            begin = *in == ' ' ? out : begin;
        }
        depth -= *in == '>' && depth != 0 ? 1 : 0;
    }
    *out = '\0';
    // The name that opc gives to the function that a kernel's entry calls.
    if (char* const suffix = std::strstr(begin, "_ascendc_user")) {
        *suffix = '\0';
    }
    return begin;
}

/// What addr2line printed for one object: pairs of lines, function and "file:line".
struct LinesText {
    char text[8192];
    size_t size = 0;
};

struct Question {
    char object[300];
    char offsets[kMostCalls][24];
    int count = 0;
};

int MillisecondsSince(const timespec& start) {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<int>((now.tv_sec - start.tv_sec) * 1000 +
                            (now.tv_nsec - start.tv_nsec) / 1000000);
}

/// Reads until the end, or until patience ends.
void ReadAll(int from, LinesText* answer) {
    timespec start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (answer->size + 1 < sizeof(answer->text)) {
        pollfd wait = {from, POLLIN, 0};
        const int remaining = kPatienceMs - MillisecondsSince(start);
        if (remaining <= 0 || poll(&wait, 1, remaining) <= 0) {
            break;
        }
        const ssize_t bytes =
            read(from, answer->text + answer->size, sizeof(answer->text) - 1 - answer->size);
        if (bytes <= 0) {
            break;
        }
        answer->size += static_cast<size_t>(bytes);
    }
    answer->text[answer->size] = '\0';
}

void Ask(const Question& question, LinesText* answer) {
    answer->text[0] = '\0';
    int pipe_ends[2];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
        return;
    }
    const char* words[6 + kMostCalls + 1] = {"addr2line", "-C", "-f", "-i", "-e", question.object};
    for (int i = 0; i < question.count; ++i) {
        words[6 + i] = question.offsets[i];
    }
    // Not fork: what other libraries do then may wait for a lock that the crashed thread holds.
    const pid_t child = vfork();
    if (child == 0) {
        dup2(pipe_ends[1], STDOUT_FILENO);
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(nothing, STDERR_FILENO);
        execvp(words[0], const_cast<char* const*>(words));
        _exit(127);
    }
    close(pipe_ends[1]);
    if (child > 0) {
        ReadAll(pipe_ends[0], answer);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
    }
    close(pipe_ends[0]);
}

/// The next line of an answer, without its end; null after the last.
char* NextLine(char** rest) {
    char* const line = *rest;
    char* const end = std::strchr(line, '\n');
    if (end == nullptr) {
        return nullptr;
    }
    *end = '\0';
    *rest = end + 1;
    return line;
}

/// The file's name for people. What stands before "/./" is a folder that the build left out; opc
/// reaches sources through a link.
const char* SourceName(char* file) {
    if (char* const note = std::strstr(file, " (discriminator")) {
        *note = '\0';
    }
    const char* name = file;
    for (const char* const left_out : {"/./", "ascendc.src/"}) {
        const char* const prefix = std::strstr(name, left_out);
        name = prefix == nullptr ? name : prefix + std::strlen(left_out);
    }
    return Without(name, "./");
}

/// Adds the user's functions of an answer; false if there are none.
bool AddFunctions(LinesText* answer, Text* text) {
    char* rest = answer->text;
    const char* called = nullptr;
    int named = 0;
    while (named < kNamed) {
        char* const function = NextLine(&rest);
        char* const file = function == nullptr ? nullptr : NextLine(&rest);
        if (file == nullptr || (StartsWith(file, "??") && named != 0)) {
            break;
        }
        const char* const name = ShortName(function);
        if (StartsWith(file, "??")) {
            continue;
        }
        if (IsHeader(file)) {
            called = Without(name, "AscendC::");
            if (named != 0) {
                break;  // what calls the user's functions
            }
            continue;
        }
        if (named == 0 && called != nullptr) {
            text->Add("%s in ", called);
        }
        text->Add("%s%s, %s", named == 0 ? "" : ", called by ", name, SourceName(file));
        ++named;
    }
    return named != 0;
}

/// An address as debug information has it.
struct Position {
    const link_map* object;
    const char* name;
    uintptr_t offset;
};

bool Locate(uintptr_t address, Position* position) {
    Dl_info info = {};
    void* object = nullptr;
    if (dladdr1(reinterpret_cast<void*>(address), &info, &object, RTLD_DL_LINKMAP) == 0 ||
        object == nullptr || info.dli_fname == nullptr) {
        return false;
    }
    position->object = static_cast<const link_map*>(object);
    position->name = info.dli_fname;
    position->offset = address - position->object->l_addr;
    return true;
}

/// The file of an object as another process opens it: the program has no name, and a
/// kernel in memory is a descriptor of this process.
void NameObject(const Position& position, char* text, size_t size) {
    static constexpr char kOwn[] = "/proc/self/";
    const char* const name = position.object->l_name;
    if (*name == '\0') {
        std::snprintf(text, size, "/proc/%d/exe", static_cast<int>(getpid()));
    } else if (StartsWith(name, kOwn)) {
        std::snprintf(text, size, "/proc/%d/%s", static_cast<int>(getpid()), Without(name, kOwn));
    } else {
        std::snprintf(text, size, "%s", name);
    }
}

}  // namespace

void CollectCalls(CallChain* chain) {
    chain->count = 0;
    _Unwind_Backtrace(&OnFrame, chain);
}

void DescribeInstruction(uintptr_t instruction, char* text, size_t size) {
    Position position;
    if (!Locate(instruction, &position)) {
        std::snprintf(text, size, "0x%llx", static_cast<unsigned long long>(instruction));
        return;
    }
    const char* const slash = std::strrchr(position.name, '/');
    std::snprintf(text, size, "%s+0x%llx", slash == nullptr ? position.name : slash + 1,
                  static_cast<unsigned long long>(position.offset));
}

void DescribeLocation(const CallChain& chain, const void* inside, char* text, size_t size) {
    Text out(text, size);
    Position target;
    if (!Locate(reinterpret_cast<uintptr_t>(inside), &target)) {
        return;
    }
    Question question;
    NameObject(target, question.object, sizeof(question.object));
    uintptr_t first = 0;
    for (int i = 0; i < chain.count && question.count < kMostCalls; ++i) {
        Position position;
        if (!Locate(chain.calls[i], &position) || position.object != target.object) {
            continue;
        }
        first = first == 0 ? chain.calls[i] : first;
        std::snprintf(question.offsets[question.count++], sizeof(question.offsets[0]), "0x%llx",
                      static_cast<unsigned long long>(position.offset));
    }
    if (first == 0) {
        return;
    }
    LinesText answer;
    Ask(question, &answer);
    if (!AddFunctions(&answer, &out)) {
        DescribeInstruction(first, text, size);
    }
}

}  // namespace support
