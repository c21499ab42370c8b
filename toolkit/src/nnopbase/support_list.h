// Tables of supported types and formats that generated aclnn code carries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "graph/types.h"

extern "C" {
typedef struct {
    ge::DataType dtype;
    ge::Format format;
} TensorDesc;

typedef struct {
    TensorDesc* inputsDesc;
    size_t inputsNum;
    TensorDesc* outputsDesc;
    size_t outputsNum;
} SupportInfo;

typedef struct {
    SupportInfo* supportInfo;
    size_t num;
} OpSocSupportInfo;

typedef struct {
    OpSocSupportInfo* socSupportInfo;
    size_t num;
} OpSupportList;
}

namespace nnopbase {

struct Port;

/// The rows of a support table that hold for the current SoC. Borrows the table.
class SupportList {
public:
    /// `socs` are numbers of CANN's enum SocType, in the order of the table's parts.
    void SetBySocType(const OpSupportList* table, const uint32_t* socs, size_t count);
    /// `socs` are lower-case compute units.
    void SetBySocName(const OpSupportList* table, const char* const* socs, size_t count);

    bool is_set() const { return is_set_; }
    bool covers_soc() const { return rows_ != nullptr; }
    /// Whether some row has the types and formats of all required and dynamic parameters.
    bool Accepts(const std::vector<Port>& inputs, const std::vector<Port>& outputs) const;
    /// The rows as text, for messages.
    std::string Describe() const;

private:
    bool is_set_ = false;
    const OpSocSupportInfo* rows_ = nullptr;
};

/// "(FLOAT16, ND)" for messages.
std::string DescribeType(ge::DataType dtype, ge::Format format);

}  // namespace nnopbase
