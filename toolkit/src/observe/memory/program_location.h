// Where in a program, its host code, something was called.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace observe {

/// The calls of the program that led into the toolkit, innermost first.
class ProgramLocation {
public:
    /// Of the calling thread.
    static ProgramLocation Current();

    bool operator<(const ProgramLocation& other) const;
    /// An array of frames as errors have them. Asks debug information: the file of an object
    /// without any stands for its sources, with line 0.
    std::string Json() const;

private:
    std::string python_file_;  ///< of the Python function that called; empty: none did
    uint32_t python_line_ = 0;
    std::vector<uintptr_t> calls_;
};

}  // namespace observe
