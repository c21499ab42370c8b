// Answers requests, a line each, with the functions of op_common: "<function> <arguments>" -> a
// line. Shapes are "2,3", a scalar is "-".
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "op_common/op_host/infershape_broadcast_util.h"
#include "op_common/op_host/infershape_reduce_util.h"
#include "op_common/op_host/tiling_base_util.h"
#include "op_common/op_host/util/math_util.h"
#include "op_common/op_host/util/shape_util.h"

namespace {

gert::Shape ReadShape(std::istream& request) {
    std::string text;
    request >> text;
    gert::Shape shape;
    std::istringstream lengths(text == "-" ? "" : text);
    for (std::string length; std::getline(lengths, length, ',');) {
        shape.AppendDim(std::stoll(length));
    }
    return shape;
}

std::string Answer(const std::string& function, std::istream& request) {
    if (function == "broadcast") {
        const gert::Shape first = ReadShape(request);
        const gert::Shape other = ReadShape(request);
        const gert::Shape third = ReadShape(request);
        gert::Shape result;
        return Ops::Base::BroadcastShape({&first, &other, &third}, &result)
                   ? Ops::Base::ToString(result)
                   : "no";
    }
    if (function == "reduce") {
        const gert::Shape shape = ReadShape(request);
        bool keeps = false;
        request >> keeps;
        std::vector<int32_t> axes;
        for (int32_t axis = 0; request >> axis;) {
            axes.push_back(axis);
        }
        gert::Shape result;
        const auto count = static_cast<int32_t>(axes.size());
        const ge::graphStatus status =
            keeps ? Ops::Base::ReduceDimsWithKeepDims(&shape, axes.data(), count, &result)
                  : Ops::Base::ReduceDimsWithoutKeepDims(&shape, axes.data(), count, &result);
        return status == ge::GRAPH_SUCCESS ? Ops::Base::ToString(result) : "no";
    }
    if (function == "not_scalar") {
        return Ops::Base::ToString(Ops::Base::EnsureNotScalar(ReadShape(request)));
    }
    int64_t x = 0;
    int64_t y = 0;
    request >> x >> y;
    if (function == "arithmetic") {
        std::ostringstream text;
        text << Ops::Base::CeilDiv(x, y) << " " << Ops::Base::FloorDiv(x, y) << " "
             << Ops::Base::CeilAlign(x, y) << " " << Ops::Base::FloorAlign(x, y) << " "
             << Ops::Base::LastPow2(static_cast<uint64_t>(x));
        return text.str();
    }
    Ops::Base::SplitResult split;
    const bool is_cut = function == "parts"
                            ? Ops::Base::SplitIntoEqualByParts(x, static_cast<int32_t>(y), split)
                            : Ops::Base::SplitIntoEqualByFactor(x, static_cast<int32_t>(y), split);
    std::ostringstream text;
    text << split.splitCount << " " << split.splitFactor << " " << split.splitTailFactor;
    return is_cut ? text.str() : "no";
}

/// Logs and reports with every kind of name; the messages go where aclGetRecentErrMsg reads them.
ge::graphStatus Report(const gert::TilingContext* context) {
    OP_LOGW(std::string("Add"), "%d tiles", 3);
    OP_LOGE("Add", "%s is %d", "x", 5);
    D_OP_LOGE("Add", "%d bytes", 7);
    OpLogSub(OP, DLOG_ERROR, "Add", "on level %d", CheckLogLevel(OP, DLOG_ERROR));
    OP_LOGE_FOR_INVALID_DTYPE("Add", std::string("x"), "DT_BOOL", "DT_FLOAT");
    OP_LOGE_FOR_INVALID_TENSORNUM("Add", "x", 3, "2");
    OP_CHECK_IF(context != nullptr, OP_LOGE(context, "a context"), return ge::GRAPH_SUCCESS);
    OP_CHECK_NULL_WITH_CONTEXT(context, context);
    return ge::GRAPH_SUCCESS;
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream request(line);
        std::string function;
        request >> function;
        if (function == "report") {
            std::cout << (Report(nullptr) == ge::GRAPH_FAILED ? "failed" : "went on") << std::endl;
        } else {
            std::cout << Answer(function, request) << std::endl;
        }
    }
    return 0;
}
