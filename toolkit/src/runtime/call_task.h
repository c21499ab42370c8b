// Work in streams that is one function.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "runtime/stream.h"

namespace runtime {

class CallTask : public Task {
public:
    using Function = std::function<int(std::string* error)>;

    explicit CallTask(Function function) : function_(std::move(function)) {}

    int Run(Stream*, std::string* error) override { return function_(error); }

private:
    Function function_;
};

}  // namespace runtime
