// What aclTensorDesc and aclDataBuffer hold.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl_base.h"

struct aclDataBuffer {
    void* data;
    size_t size;
};

struct aclTensorDesc {
    aclDataType dtype;
    aclFormat format;
    std::vector<int64_t> dims;
    std::string name;
    std::string dynamic_input;
    std::vector<std::array<int64_t, 2>> shape_range;
    std::vector<std::array<int64_t, 2>> value_range;
    bool has_storage_shape = false;
    std::vector<int64_t> storage_dims;
    aclFormat storage_format = ACL_FORMAT_UNDEFINED;
    std::vector<int64_t> origin_dims;
    aclFormat origin_format = ACL_FORMAT_UNDEFINED;
    bool is_const = false;
    std::vector<uint8_t> const_data;
    aclMemType placement = ACL_MEMTYPE_DEVICE;
};
