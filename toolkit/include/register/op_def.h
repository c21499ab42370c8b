/**
 * Operator definitions: the builder classes with which an operator project describes inputs,
 * outputs, attributes and compute units of an operator. `op_build` turns the definitions of a
 * library into operator information files, prototypes and aclnn functions.
 */
#ifndef OP_DEF_H
#define OP_DEF_H

#include <cstdint>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/operator_reg.h"
#include "graph/types.h"
#include "register/op_impl_registry.h"

namespace optiling {
#define FUNC_CHECK_SUPPORTED "check_supported"
#define FUNC_OP_SELECT_FORMAT "op_select_format"
#define FUNC_GET_OP_SUPPORT_INFO "get_op_support_info"
#define FUNC_GET_SPECIFIC_INFO "get_op_specific_info"

/** Callback of the graph compiler about one operator; writes JSON text to `result`. */
using OP_CHECK_FUNC = ge::graphStatus (*)(const ge::Operator& op, ge::AscendString& result);

/** Callback that widens concrete shapes of an operator to the ranges that one kernel covers. */
using PARAM_GENERALIZE_FUNC = ge::graphStatus (*)(const ge::Operator& op,
                                                  const ge::AscendString& generalize_config,
                                                  ge::AscendString& generalized_op_params);

/** Constructing one registers a callback for an operator type; a null callback is ignored. */
class OpCheckFuncHelper {
public:
    OpCheckFuncHelper(const ge::AscendString& check_type, const ge::AscendString& op_type,
                      OP_CHECK_FUNC func);
    OpCheckFuncHelper(const ge::AscendString& op_type, PARAM_GENERALIZE_FUNC func);
};
}  // namespace optiling

namespace ops {
class OpDef;
class Generator;  // reads definitions inside op_build

/** How a port or attribute must be given. VIRTUAL: an optional input that never carries data. */
enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };

/** DEFAULT: plain layouts (NCHW, NHWC, ...) match ND; STRICT: formats are compared unmodified. */
enum class FormatCheckOption : uint32_t { DEFAULT = 0, STRICT = 1, MAX };

/** Which functions read the host value of an input: ALL = InferShape and tiling. */
enum class DependScope : uint32_t { ALL = 0, TILING = 1, INVALID_SCOPE };

/** What a port copies from the port that it follows. */
enum class FollowType : uint32_t { ALL = 0, DTYPE = 1, FORMAT = 2, SHAPE = 3, INVALID_TYPE };

enum class AttrDataType {
    ATTR_DT_BOOL = 0,
    ATTR_DT_FLOAT = 1,
    ATTR_DT_INT = 2,
    ATTR_DT_STR = 3,
    ATTR_DT_LIST_BOOL = 4,
    ATTR_DT_LIST_FLOAT = 5,
    ATTR_DT_LIST_INT = 6,
    ATTR_DT_LIST_LIST_INT = 7,
    ATTR_DT_MAX
};

enum class InitValueType : uint32_t {
    INIT_VALUE_UINT64_T = 0,
    INIT_VALUE_DEFAULT = static_cast<uint32_t>(-1),
};

/** Parts of the comment that precedes a generated prototype; CATEGORY names the prototype's file
 * instead. */
enum class CommentSection : uint32_t {
    CATEGORY = 0,
    BRIEF = 1,
    CONSTRAINTS = 2,
    RESTRICTIONS = 3,
    SEE = 4,
    THIRDPARTYFWKCOMPAT = 5,
    SECTION_MAX
};

enum class ScalarType : uint32_t {
    UINT64 = 0,
    INT64 = 1,
    UINT32 = 2,
    INT32 = 3,
    UINT16 = 4,
    INT16 = 5,
    UINT8 = 6,
    INT8 = 7,
    FLOAT32 = 8,
    FLOAT16 = 9,
    INVALID_DTYPE = static_cast<uint32_t>(-1),
};

union ScalarNum {
    uint64_t value_u64;
    int64_t value_i64;
    float value_f32;
    ScalarNum() : value_u64(0) {}
    explicit ScalarNum(uint64_t value) : value_u64(value) {}
    explicit ScalarNum(int64_t value) : value_i64(value) {}
    explicit ScalarNum(float value) : value_u64(0) { value_f32 = value; }
};

using InitValueNum = ScalarNum;

/** A number with its type; it is stored as float for the float types and as an integer for all
 * others. */
struct ScalarVar {
    ScalarType scalar_type;
    ScalarNum scalar_num;

    ScalarVar() : scalar_type(ScalarType::INVALID_DTYPE) {}
    ScalarVar(ScalarType type, uint64_t num) : scalar_type(type), scalar_num(Store(type, num)) {}
    ScalarVar(ScalarType type, int64_t num) : scalar_type(type), scalar_num(Store(type, num)) {}
    ScalarVar(ScalarType type, int num)
        : scalar_type(type), scalar_num(Store(type, static_cast<int64_t>(num))) {}
    ScalarVar(ScalarType type, unsigned int num)
        : scalar_type(type), scalar_num(Store(type, static_cast<uint64_t>(num))) {}
    ScalarVar(ScalarType type, float num) : scalar_type(type), scalar_num(Store(type, num)) {}
    ScalarVar(ScalarType type, double num)
        : scalar_type(type), scalar_num(Store(type, static_cast<float>(num))) {}

    bool operator==(const ScalarVar& other) const {
        return scalar_type == other.scalar_type &&
               scalar_num.value_u64 == other.scalar_num.value_u64;
    }

private:
    static bool IsFloat(ScalarType type) {
        return type == ScalarType::FLOAT32 || type == ScalarType::FLOAT16;
    }
    template <typename Number>
    static ScalarNum Store(ScalarType type, Number num) {
        if (IsFloat(type)) {
            return ScalarNum(static_cast<float>(num));
        }
        return type == ScalarType::UINT64 ? ScalarNum(static_cast<uint64_t>(num))
                                          : ScalarNum(static_cast<int64_t>(num));
    }
};

enum class ItemFindStatus { ITEM_FIND = 0, ITEM_NOEXIST = 1 };

struct OpParamDefImpl;
/** An input or output. The lists of DataType and Format are columns: entry i of all ports forms
 * combination i. */
class OpParamDef {
public:
    explicit OpParamDef(const char* name);
    OpParamDef(const OpParamDef& def);
    ~OpParamDef();
    OpParamDef& operator=(const OpParamDef& def);
    /** Default: REQUIRED. */
    OpParamDef& ParamType(Option param_type);
    OpParamDef& DataType(std::vector<ge::DataType> types);
    /** A list that is combined with every column and every other list; no duplicates. */
    OpParamDef& DataTypeList(std::vector<ge::DataType> types);
    OpParamDef& Format(std::vector<ge::Format> formats);
    OpParamDef& FormatList(std::vector<ge::Format> formats);
    /** Types under which a compiled kernel is looked up; as many as DataType (DataTypeList) has. */
    OpParamDef& DataTypeForBinQuery(std::vector<ge::DataType> types);
    OpParamDef& FormatForBinQuery(std::vector<ge::Format> formats);
    OpParamDef& UnknownShapeFormat(std::vector<ge::Format> formats);
    /** The host value of this input is read by tiling (and InferShape): REQUIRED or OPTIONAL. */
    OpParamDef& ValueDepend(Option value_depend);
    OpParamDef& ValueDepend(Option value_depend, DependScope scope);
    OpParamDef& IgnoreContiguous(void);
    OpParamDef& AutoContiguous();
    OpParamDef& Scalar();
    OpParamDef& ScalarList();
    /** Converts a Scalar or ScalarList to a type, or to the type of another input. */
    OpParamDef& To(const ge::DataType type);
    OpParamDef& To(const char* name);
    /** Optional inputs only: the version of the aclnn function that first takes this input. */
    OpParamDef& Version(uint32_t version);
    /** Value of an output before the kernel runs: 0, one number, or one number per type. */
    OpParamDef& InitValue(uint64_t value);
    OpParamDef& InitValue(const ScalarVar& value);
    OpParamDef& InitValue(const std::vector<ScalarVar>& value);
    /** The kernel computes the shape of this output. */
    OpParamDef& OutputShapeDependOnCompute();
    OpParamDef& Follow(const char* paramName);
    OpParamDef& Follow(const char* paramName, FollowType ftype);
    OpParamDef& Comment(const char* comment);

private:
    friend class Generator;
    friend std::vector<int32_t> ValueDependInputs(const OpDef& op_def);
    std::unique_ptr<OpParamDefImpl> impl_;
};

struct OpAttrDefImpl;
/** An attribute; its index in `GetAttrs()` is its place in the order of declaration. */
class OpAttrDef {
public:
    explicit OpAttrDef(const char* name);
    OpAttrDef(const OpAttrDef& attr_def);
    ~OpAttrDef();
    OpAttrDef& operator=(const OpAttrDef& attr_def);
    /** Default: REQUIRED, even with a default value. */
    OpAttrDef& AttrType(Option attr_type);
    OpAttrDef& Bool(void);
    OpAttrDef& Bool(bool value);
    OpAttrDef& Float(void);
    OpAttrDef& Float(float value);
    OpAttrDef& Int(void);
    OpAttrDef& Int(int64_t value);
    OpAttrDef& String(void);
    OpAttrDef& String(const char* value);
    OpAttrDef& ListBool(void);
    OpAttrDef& ListBool(std::vector<bool> value);
    OpAttrDef& ListFloat(void);
    OpAttrDef& ListFloat(std::vector<float> value);
    OpAttrDef& ListInt(void);
    OpAttrDef& ListInt(std::vector<int64_t> value);
    OpAttrDef& ListListInt(void);
    OpAttrDef& ListListInt(std::vector<std::vector<int64_t>> value);
    OpAttrDef& Version(uint32_t version);
    OpAttrDef& Comment(const char* comment);
    ge::AscendString& GetName(void) const;
    bool IsRequired(void);

private:
    friend class Generator;
    std::unique_ptr<OpAttrDefImpl> impl_;
};

struct OpAICoreConfigImpl;
/** What differs on one compute unit: ports that replace those of the definition, and keys of the
 * information file. */
class OpAICoreConfig {
public:
    OpAICoreConfig();
    /** With the flags of AddConfig(soc). */
    OpAICoreConfig(const char* soc);
    OpAICoreConfig(const OpAICoreConfig& aicore_config);
    ~OpAICoreConfig();
    OpAICoreConfig& operator=(const OpAICoreConfig& aicore_config);
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAICoreConfig& DynamicCompileStaticFlag(bool flag);
    OpAICoreConfig& DynamicFormatFlag(bool flag);
    OpAICoreConfig& DynamicRankSupportFlag(bool flag);
    OpAICoreConfig& DynamicShapeSupportFlag(bool flag);
    OpAICoreConfig& NeedCheckSupportFlag(bool flag);
    OpAICoreConfig& PrecisionReduceFlag(bool flag);
    /** Any further `key=value` line, e.g. opFile.value, opInterface.value. */
    OpAICoreConfig& ExtendCfgInfo(const char* key, const char* value);

private:
    friend class Generator;
    friend class OpAICoreDef;
    std::unique_ptr<OpAICoreConfigImpl> impl_;
};

struct OpAICoreDefImpl;
/** The AI core implementation: tiling function, callbacks of the graph compiler and compute units.
 */
class OpAICoreDef {
public:
    OpAICoreDef();
    OpAICoreDef(const OpAICoreDef& aicore_def);
    ~OpAICoreDef();
    OpAICoreDef& operator=(const OpAICoreDef& aicore_def);
    OpAICoreDef& SetTiling(gert::OpImplRegisterV2::TilingKernelFunc func);
    OpAICoreDef& SetCheckSupport(optiling::OP_CHECK_FUNC func);
    OpAICoreDef& SetOpSelectFormat(optiling::OP_CHECK_FUNC func);
    OpAICoreDef& SetOpSupportInfo(optiling::OP_CHECK_FUNC func);
    OpAICoreDef& SetOpSpecInfo(optiling::OP_CHECK_FUNC func);
    OpAICoreDef& SetParamGeneralize(optiling::PARAM_GENERALIZE_FUNC func);
    /** Whether aclnn calls launch the kernel where all outputs are empty; else they do nothing. */
    OpAICoreDef& LaunchWithZeroEleOutputTensors(bool launchFlag);
    gert::OpImplRegisterV2::TilingKernelFunc& GetTiling(void);
    optiling::OP_CHECK_FUNC& GetCheckSupport(void);
    optiling::OP_CHECK_FUNC& GetOpSelectFormat(void);
    optiling::OP_CHECK_FUNC& GetOpSupportInfo(void);
    optiling::OP_CHECK_FUNC& GetOpSpecInfo(void);
    optiling::PARAM_GENERALIZE_FUNC& GetParamGeneralize(void);
    bool GetZeroEleOutputLaunchFlag(void);
    /** Supports compute unit `soc` ("ascend910b"); a second call for a unit replaces the first. */
    OpAICoreDef& AddConfig(const char* soc);
    OpAICoreDef& AddConfig(const char* soc, OpAICoreConfig& aicore_config);

private:
    friend class Generator;
    std::unique_ptr<OpAICoreDefImpl> impl_;
};

struct OpCpuDefImpl;
/** The implementation for AI CPUs: what aicpu_kernel.ini says of it. */
class OpAICPUDef {
public:
    OpAICPUDef();
    OpAICPUDef(const OpAICPUDef& other);
    ~OpAICPUDef();
    OpAICPUDef& operator=(const OpAICPUDef& other);
    OpAICPUDef& Engine(const char* value);
    OpAICPUDef& FlagPartial(bool flag);
    OpAICPUDef& ComputeCost(const char* value);
    OpAICPUDef& FlagAsync(bool flag);
    OpAICPUDef& OpKernelLib(const char* value);
    /** The library with the kernel, and its function. */
    OpAICPUDef& KernelSo(const char* value);
    OpAICPUDef& FunctionName(const char* value);
    OpAICPUDef& UserDefined(bool flag);
    /** Any further `key=value` line, e.g. opInfo.workspaceSize. */
    OpAICPUDef& ExtendCfgInfo(const char* key, const char* value);

private:
    friend class Generator;
    std::unique_ptr<OpCpuDefImpl> impl_;
};

/** The implementation for CPUs of the host: what hostcpu_kernel.ini says of it. */
class OpHostCPUDef {
public:
    OpHostCPUDef();
    OpHostCPUDef(const OpHostCPUDef& other);
    ~OpHostCPUDef();
    OpHostCPUDef& operator=(const OpHostCPUDef& other);
    OpHostCPUDef& Engine(const char* value);
    OpHostCPUDef& FlagPartial(bool flag);
    OpHostCPUDef& ComputeCost(const char* value);
    OpHostCPUDef& FlagAsync(bool flag);
    OpHostCPUDef& OpKernelLib(const char* value);
    /** The library with the kernel, and its function. */
    OpHostCPUDef& KernelSo(const char* value);
    OpHostCPUDef& FunctionName(const char* value);
    OpHostCPUDef& UserDefined(bool flag);
    /** Any further `key=value` line, e.g. opInfo.workspaceSize. */
    OpHostCPUDef& ExtendCfgInfo(const char* key, const char* value);

private:
    friend class Generator;
    std::unique_ptr<OpCpuDefImpl> impl_;
};

struct OpMC2DefImpl;
/** Computation joined with communication. */
class OpMC2Def {
public:
    OpMC2Def();
    OpMC2Def(const OpMC2Def& mc2_def);
    ~OpMC2Def();
    OpMC2Def& operator=(const OpMC2Def& mc2_def);
    /** Names String attributes that hold communication groups. */
    OpMC2Def& HcclGroup(const char* value);
    OpMC2Def& HcclGroup(std::vector<const char*> value);

private:
    friend class Generator;
    std::unique_ptr<OpMC2DefImpl> impl_;
};

struct OpDefImpl;
/**
 * The definition of one operator; derive a class of the operator's name, describe it in the
 * constructor and register it with OP_ADD. Input, Output and Attr return the entry of that name and
 * create it if there is none; the references stay valid as long as the definition.
 */
class OpDef {
public:
    explicit OpDef(const char* type);
    OpDef(const OpDef& op_def);
    ~OpDef();
    OpDef& operator=(const OpDef& op_def);
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAttrDef& Attr(const char* name);
    OpDef& Comment(CommentSection section, const char* comment);
    OpDef& SetInferShape(gert::OpImplRegisterV2::InferShapeKernelFunc func);
    OpDef& SetInferShapeRange(gert::OpImplRegisterV2::InferShapeRangeKernelFunc func);
    OpDef& SetInferDataType(gert::OpImplRegisterV2::InferDataTypeKernelFunc func);
    gert::OpImplRegisterV2::InferShapeKernelFunc& GetInferShape(void);
    gert::OpImplRegisterV2::InferShapeRangeKernelFunc& GetInferShapeRange(void);
    gert::OpImplRegisterV2::InferDataTypeKernelFunc& GetInferDataType(void);
    OpAICoreDef& AICore(void);
    /** The information files for these CPUs have keys of operators that call this. */
    OpAICPUDef& AICPU(void);
    OpHostCPUDef& HostCPU(void);
    OpMC2Def& MC2(void);
    OpDef& FormatMatchMode(FormatCheckOption option);
    /** Also generates a function by which a graph engine runs the operator through its aclnn
     * function. */
    OpDef& EnableFallBack(void);

private:
    friend class Generator;
    friend std::vector<int32_t> ValueDependInputs(const OpDef& op_def);
    std::unique_ptr<OpDefImpl> impl_;
};

/** Positions of the inputs whose values tiling reads (ValueDepend). */
std::vector<int32_t> ValueDependInputs(const OpDef& op_def);
}  // namespace ops

#endif  // OP_DEF_H
