// acl: data buffers and tensor descriptions.
#include "pyacl/table.h"

namespace pyacl {
namespace {

using Dims = List<int64_t>;

constexpr size_t kMostRanges = 4096;

int Count(const Dims& dims) {
    return static_cast<int>(dims.values.size());
}

/// [[least, greatest], ...], one after the other.
struct Ranges {
    std::vector<int64_t> bounds;

    size_t Count() const { return bounds.size() / 2; }
    int64_t (*Rows())[2] { return reinterpret_cast<int64_t (*)[2]>(bounds.data()); }
};

aclTensorDesc* CreateTensorDesc(aclDataType type, const Dims& dims, aclFormat format) {
    return aclCreateTensorDesc(type, Count(dims), dims.values.data(), format);
}

template <aclError (*kFunction)(aclTensorDesc*, int, const int64_t*)>
aclError SetShape(aclTensorDesc* desc, const Dims& dims) {
    return kFunction(desc, Count(dims), dims.values.data());
}

aclError SetShapeRange(aclTensorDesc* desc, Ranges ranges) {
    return aclSetTensorShapeRange(desc, ranges.Count(), ranges.Rows());
}

aclError SetValueRange(aclTensorDesc* desc, Ranges ranges) {
    return aclSetTensorValueRange(desc, ranges.Count(), ranges.Rows());
}

PyObject* DimRange(const aclTensorDesc* desc, size_t index, size_t count) {
    Dims range;
    aclError ret = ACL_ERROR_INVALID_PARAM;
    if (count <= kMostRanges) {
        range.values.resize(count + 1);  // never NULL
        ret = aclGetTensorDescDimRange(desc, index, count, range.values.data());
        range.values.resize(count);
    }
    return Pair(Ref(ret == ACL_SUCCESS ? To(range) : None()), ret);
}

}  // namespace

template <>
struct Converter<Ranges> {
    static constexpr const char* kExpected = "list of lists of two int";

    static bool From(PyObject* object, Ranges* ranges) {
        if (!Is(object, Py_TPFLAGS_LIST_SUBCLASS)) {
            return false;
        }
        for (Py_ssize_t i = 0; i < PyList_Size(object); ++i) {
            Dims row;
            if (!pyacl::From(PyList_GetItem(object, i), &row) || row.values.size() != 2) {
                return false;
            }
            ranges->bounds.insert(ranges->bounds.end(), row.values.begin(), row.values.end());
        }
        return true;
    }
};

PyMethodDef* DescriptionFunctions() {
    static PyMethodDef rows[] = {
        CALL(create_data_buffer, "(data, size, /)", "buffer", aclCreateDataBuffer),
        CALL(destroy_data_buffer, "(buffer, /)", "ret", aclDestroyDataBuffer),
        CALL(update_data_buffer, "(buffer, data, size, /)", "ret", aclUpdateDataBuffer),
        CALL(get_data_buffer_addr, "(buffer, /)", "data", aclGetDataBufferAddr),
        CALL(get_data_buffer_size, "(buffer, /)", "size", aclGetDataBufferSize),
        CALL(get_data_buffer_size_v2, "(buffer, /)", "size", aclGetDataBufferSizeV2),
        CALL(create_tensor_desc, "(data_type, dims, format, /)", "desc", CreateTensorDesc),
        CALL(destroy_tensor_desc, "(desc, /)", "None", aclDestroyTensorDesc),
        CALL(get_tensor_desc_type, "(desc, /)", "data_type", aclGetTensorDescType),
        CALL(get_tensor_desc_format, "(desc, /)", "format", aclGetTensorDescFormat),
        CALL(get_tensor_desc_size, "(desc, /)", "size", aclGetTensorDescSize),
        CALL(get_tensor_desc_element_count, "(desc, /)", "count", aclGetTensorDescElementCount),
        CALL(get_tensor_desc_num_dims, "(desc, /)", "num", aclGetTensorDescNumDims),
        CALL(get_tensor_desc_dim, "(desc, index, /)", "dim", aclGetTensorDescDim),
        CALL(get_tensor_desc_dim_v2, "(desc, index, /)", "(dim, ret)", aclGetTensorDescDimV2, 2),
        CALL(get_tensor_desc_dim_range, "(desc, index, dim_range_num, /)", "(dim_range, ret)",
             DimRange),
        CALL(get_tensor_desc_name, "(desc, /)", "name", aclGetTensorDescName),
        CALL(get_tensor_desc_address, "(desc, /)", "data", aclGetTensorDescAddress),
        CALL(get_tensor_desc_by_index, "(desc, index, /)", "desc", aclGetTensorDescByIndex),
        CALL(set_tensor_desc_name, "(desc, name, /)", "None", aclSetTensorDescName),
        CALL(set_tensor_storage_format, "(desc, format, /)", "ret", aclSetTensorStorageFormat),
        CALL(set_tensor_storage_shape, "(desc, dims, /)", "ret",
             SetShape<aclSetTensorStorageShape>),
        CALL(set_tensor_format, "(desc, format, /)", "ret", aclSetTensorFormat),
        CALL(set_tensor_shape, "(desc, dims, /)", "ret", SetShape<aclSetTensorShape>),
        CALL(set_tensor_origin_format, "(desc, format, /)", "ret", aclSetTensorOriginFormat),
        CALL(set_tensor_origin_shape, "(desc, dims, /)", "ret", SetShape<aclSetTensorOriginShape>),
        CALL(set_tensor_shape_range, "(desc, dims_range, /)", "ret", SetShapeRange),
        CALL(set_tensor_value_range, "(desc, value_range, /)", "ret", SetValueRange),
        CALL(set_tensor_dynamic_input, "(desc, name, /)", "ret", aclSetTensorDynamicInput),
        CALL(set_tensor_const, "(desc, data, size, /)", "ret", aclSetTensorConst),
        CALL(set_tensor_place_ment, "(desc, mem_type, /)", "ret", aclSetTensorPlaceMent),
        {},
    };
    return rows;
}

}  // namespace pyacl
