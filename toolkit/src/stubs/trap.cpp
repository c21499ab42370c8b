// What a stub does when it is called after all.
#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>

extern "C" __attribute__((visibility("hidden"), noreturn)) void AscendStubCalled(
    const char* library, const char* symbol) {
    char* readable = abi::__cxa_demangle(symbol, nullptr, nullptr, nullptr);
    std::fprintf(stderr,
                 "%s: %s was called, which this toolkit declares for programs that link it and "
                 "does not implement\n",
                 library, readable == nullptr ? symbol : readable);
    std::free(readable);
    std::abort();
}
