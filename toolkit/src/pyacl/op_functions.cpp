// acl.op: attributes of single operators, and calls of operators by their type.
#include "pyacl/table.h"

namespace pyacl {
namespace {

template <typename T>
int Count(const List<T>& list) {
    return static_cast<int>(list.values.size());
}

template <auto kFunction, typename T>
aclError SetList(aclopAttr* attr, const char* name, const List<T>& list) {
    return kFunction(attr, name, Count(list), list.values.data());
}

aclError SetListString(aclopAttr* attr, const char* name, List<const char*> list) {
    return aclopSetAttrListString(attr, name, Count(list), list.values.data());
}

aclError SetListListInt(aclopAttr* attr, const char* name, const List<List<int64_t>>& lists) {
    std::vector<int> counts;
    std::vector<const int64_t*> rows;
    for (const List<int64_t>& list : lists.values) {
        counts.push_back(Count(list));
        rows.push_back(list.values.data());
    }
    return aclopSetAttrListListInt(attr, name, Count(lists), counts.data(), rows.data());
}

using Descs = List<aclTensorDesc*>;
using Buffers = List<aclDataBuffer*>;

/// True if each description has its buffer.
bool Match(const Descs& descs, const Buffers& buffers) {
    return descs.values.size() == buffers.values.size();
}

aclError Execute(const char* type, const Descs& input_descs, const Buffers& inputs,
                 const Descs& output_descs, const Buffers& outputs, const aclopAttr* attr,
                 aclrtStream stream) {
    if (!Match(input_descs, inputs) || !Match(output_descs, outputs)) {
        return ACL_ERROR_INVALID_PARAM;
    }
    return aclopExecute(type, Count(inputs), input_descs.values.data(), inputs.values.data(),
                        Count(outputs), output_descs.values.data(), outputs.values.data(), attr,
                        stream);
}

aclError ExecuteV2(const char* type, Descs input_descs, Buffers inputs, Descs output_descs,
                   Buffers outputs, aclopAttr* attr, aclrtStream stream) {
    if (!Match(input_descs, inputs) || !Match(output_descs, outputs)) {
        return ACL_ERROR_INVALID_PARAM;
    }
    return aclopExecuteV2(type, Count(inputs), input_descs.values.data(), inputs.values.data(),
                          Count(outputs), output_descs.values.data(), outputs.values.data(), attr,
                          stream);
}

aclError CreateHandle(const char* type, const Descs& inputs, const Descs& outputs,
                      const aclopAttr* attr, aclopHandle** handle) {
    return aclopCreateHandle(type, Count(inputs), inputs.values.data(), Count(outputs),
                             outputs.values.data(), attr, handle);
}

aclError ExecuteWithHandle(aclopHandle* handle, const Buffers& inputs, const Buffers& outputs,
                           aclrtStream stream) {
    return aclopExecWithHandle(handle, Count(inputs), inputs.values.data(), Count(outputs),
                               outputs.values.data(), stream);
}

aclError UpdateParams(const char* type, const Descs& inputs, const Descs& outputs,
                      const aclopAttr* attr) {
    return aclopUpdateParams(type, Count(inputs), inputs.values.data(), Count(outputs),
                             outputs.values.data(), attr);
}

aclError InferShape(const char* type, Descs input_descs, Buffers inputs, Descs output_descs,
                    aclopAttr* attr) {
    return Match(input_descs, inputs)
               ? aclopInferShape(type, Count(inputs), input_descs.values.data(),
                                 inputs.values.data(), Count(output_descs),
                                 output_descs.values.data(), attr)
               : ACL_ERROR_INVALID_PARAM;
}

}  // namespace

PyMethodDef* OpFunctions() {
    static PyMethodDef rows[] = {
        CALL(set_model_dir, "(model_dir, /)", "ret", aclopSetModelDir),
        CALL(load, "(model, size, /)", "ret", aclopLoad),
        CALL(execute, "(op_type, input_desc, inputs, output_desc, outputs, attr, stream, /)", "ret",
             Execute),
        CALL(execute_v2, "(op_type, input_desc, inputs, output_desc, outputs, attr, stream, /)",
             "ret", ExecuteV2),
        CALL(create_handle, "(op_type, input_desc, output_desc, attr, /)", "(handle, ret)",
             CreateHandle, 4),
        CALL(destroy_handle, "(handle, /)", "None", aclopDestroyHandle),
        CALL(execute_with_handle, "(handle, inputs, outputs, stream, /)", "ret", ExecuteWithHandle),
        CALL(cast, "(src_desc, src_buffer, dst_desc, dst_buffer, truncate, stream, /)", "ret",
             aclopCast),
        CALL(create_handle_for_cast, "(src_desc, dst_desc, truncate, /)", "(handle, ret)",
             aclopCreateHandleForCast, 3),
        CALL(update_params, "(op_type, input_desc, output_desc, attr, /)", "ret", UpdateParams),
        CALL(infer_shape, "(op_type, input_desc, inputs, output_desc, attr, /)", "ret", InferShape),
        CALL(set_max_op_queue_num, "(max_op_num, /)", "ret", aclopSetMaxOpQueueNum),
        CALL(start_dump_args, "(dump_type, path, /)", "ret", aclopStartDumpArgs),
        CALL(stop_dump_args, "(dump_type, /)", "ret", aclopStopDumpArgs),
        CALL(create_attr, "()", "attr", aclopCreateAttr),
        CALL(destroy_attr, "(attr, /)", "None", aclopDestroyAttr),
        CALL(set_attr_bool, "(attr, name, value, /)", "ret", aclopSetAttrBool),
        CALL(set_attr_int, "(attr, name, value, /)", "ret", aclopSetAttrInt),
        CALL(set_attr_float, "(attr, name, value, /)", "ret", aclopSetAttrFloat),
        CALL(set_attr_string, "(attr, name, value, /)", "ret", aclopSetAttrString),
        CALL(set_attr_data_type, "(attr, name, value, /)", "ret", aclopSetAttrDataType),
        PYACL_ROW(set_attr_list_bool, "(attr, name, values, /)", "ret", "aclopSetAttrListBool",
                  PYACL_TYPE(Call<SetList<aclopSetAttrListBool, uint8_t>>)),
        PYACL_ROW(set_attr_list_int, "(attr, name, values, /)", "ret", "aclopSetAttrListInt",
                  PYACL_TYPE(Call<SetList<aclopSetAttrListInt, int64_t>>)),
        PYACL_ROW(set_attr_list_float, "(attr, name, values, /)", "ret", "aclopSetAttrListFloat",
                  PYACL_TYPE(Call<SetList<aclopSetAttrListFloat, float>>)),
        PYACL_ROW(set_attr_list_data_type, "(attr, name, values, /)", "ret",
                  "aclopSetAttrListDataType",
                  PYACL_TYPE(Call<SetList<aclopSetAttrListDataType, aclDataType>>)),
        CALL(set_attr_list_string, "(attr, name, values, /)", "ret", SetListString),
        CALL(set_attr_list_list_int, "(attr, name, values, /)", "ret", SetListListInt),
        {},
    };
    return rows;
}

}  // namespace pyacl
