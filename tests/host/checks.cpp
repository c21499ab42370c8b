// Checks of the host API. Usage: checks <operator library>.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <functional>

#include "check.h"
#include "exe_graph/tiling_context_builder.h"
#include "graph/utils/type_utils.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"
#include "register/op_impl_space.h"
#include "register/tilingdata_base.h"
#include "securec.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"

extern "C" int AscendCPyInterfaceGetTilingDefInfo(const char* op_type, char* buf, size_t len);

void Collectives();   // collectives.cpp
void ShapeRanges();   // ranges.cpp
void DeclaredKeys();  // declared_keys.cpp
void TilingKeys();    // tiling_keys.cpp
// op_context_builders.cpp
void DescribedContexts(const char* library, fe::PlatFormInfos* platform);

namespace {

const int64_t kDims[] = {8, 2048};

/// x (device), absent optional, scalar host value 42, two dynamic tensors.
gert::OpArgs ProbeArgs(const char* mode) {
    static int32_t value = 42;
    gert::OpArgs args;
    args.op_type = "Probe";
    gert::TensorArg x;
    x.dims = kDims;
    x.dim_num = 2;
    x.dtype = ge::DT_FLOAT;
    x.present = true;
    x.data = &value;
    gert::TensorArg scalar = x;
    scalar.dim_num = 0;
    scalar.dtype = ge::DT_INT32;
    scalar.on_host = true;
    args.inputs = {{x}, {gert::TensorArg()}, {scalar}, {x, x}};
    args.outputs = {{x}};
    args.attrs = {gert::AttrValue::Str(mode), gert::AttrValue::Int(9),
                  gert::AttrValue::ListInt({77, 78, 79})};
    return args;
}

struct Fixture {
    gert::OpImplSpace space;
    const gert::OpImplFunctions* probe = nullptr;
    fe::PlatFormInfos platform;

    gert::TilingResult Tile(const char* mode, void* info = nullptr, int32_t deterministic = 0) {
        return gert::RunTiling(*probe, ProbeArgs(mode), &platform, info,
                               gert::kDefaultTilingCapacity, deterministic);
    }
};

template <typename T>
T At(const std::vector<uint8_t>& bytes, size_t offset) {
    T value = T();
    if (offset + sizeof(T) <= bytes.size()) {
        std::memcpy(&value, bytes.data() + offset, sizeof(T));
    }
    return value;
}

std::shared_ptr<optiling::TilingDef> ClassOf(const char* name) {
    return optiling::CTilingDataClassFactory::GetInstance().CreateTilingDataInstance(name);
}

void Registry(Fixture& f) {
    TRUE(f.probe->tiling != nullptr);
    TRUE(f.probe->infer_shape != nullptr);
    TRUE(f.probe->infer_datatype != nullptr);
    TRUE(!f.probe->tiling_parse_is_placeholder);
    TRUE(f.space.Find("probe") == nullptr);  // names match as text
    std::string error;
    TRUE(f.space.LoadLibrary("/nonexistent/lib.so", &error) != ge::GRAPH_SUCCESS);
    TRUE(!error.empty());
}

void Contexts(Fixture& f) {
    gert::TilingResult result = f.Tile("probe", nullptr, 1);
    EQUAL(result.status, ge::GRAPH_SUCCESS);
    EQUAL(result.tiling_key, 1023U);
    EQUAL(result.block_dim, 3U);
    TRUE(result.need_atomic);
    EQUAL(result.schedule_mode, 1U);
    EQUAL(result.tiling_data.size(), 56U);
    EQUAL(At<uint32_t>(result.tiling_data, 0), 8U);
    EQUAL(At<uint64_t>(result.tiling_data, 32), 77U);
    EQUAL(At<uint64_t>(result.tiling_data, 40), 3U);
    EQUAL(At<uint16_t>(result.tiling_data, 8), 1);
    EQUAL(f.Tile("probe").block_dim, 5U);
    EQUAL(f.Tile("fail").status, ge::GRAPH_FAILED);
}

void Workspaces(Fixture& f) {
    const gert::TilingResult result = f.Tile("probe");
    EQUAL(result.workspaces.size(), 2U);
    EQUAL(result.workspaces[0], 100U);
    EQUAL(result.workspaces[1], 1U);  // 21 were rejected
    const gert::TilingResult unset = f.Tile("no_block_dim");
    EQUAL(unset.workspaces.size(), 1U);
    EQUAL(unset.workspaces[0], 0U);
    EQUAL(unset.block_dim, 0U);
}

/// The process goes on, and knows what the function did.
void Division(Fixture& f) {
    for (const char* const mode : {"divide", "remainder"}) {
        const gert::TilingResult result = f.Tile(mode);
        EQUAL(result.status, ge::GRAPH_FAILED);
        const std::string text = gert::DescribeProblem(gert::ProblemOf(result), "Probe", result);
        TRUE(text.find("Probe: tiling function crashed: division by zero (SIGFPE) in ") == 0);
        TRUE(text.find("ProbeTilingFunc") != std::string::npos);
        EQUAL(f.Tile("probe").status, ge::GRAPH_SUCCESS);
        TRUE(f.Tile("fail").failure.empty());
    }
}

void Blocks(Fixture& f) {
    const gert::TilingResult result = f.Tile("many_blocks");
    EQUAL(gert::DescribeProblem(gert::ProblemOf(result), "Probe", result),
          "the tiling function of Probe called SetBlockDim(65536), the limit is 65535");
}

void BoundTiling(Fixture& f) {
    const gert::TilingResult result = f.Tile("bound");
    EQUAL(At<uint32_t>(result.tiling_data, 0), 11U);
    EQUAL(static_cast<int>(At<uint8_t>(result.tiling_data, 16)), 12);
}

void CompileInfo(Fixture& f) {
    void* const info = gert::ParseCompileInfo(*f.probe, ProbeArgs("probe"), &f.platform);
    TRUE(info != nullptr);
    EQUAL(At<uint32_t>(f.Tile("probe", info).tiling_data, 24), 196352U);
    f.probe->compile_info_deleter(info);
}

void EmptyString(Fixture& f) {
    // "" is a string of length 0, not null: GRAPH_PARAM_INVALID would say null
    TRUE(f.Tile("").status == ge::GRAPH_SUCCESS);
}

void Inference(Fixture& f) {
    std::vector<std::vector<int64_t>> dims;
    EQUAL(gert::RunInferShape(*f.probe, ProbeArgs(""), &dims), ge::GRAPH_SUCCESS);
    TRUE(dims == std::vector<std::vector<int64_t>>({{8, 2048, 7}}));
    std::vector<ge::DataType> types;
    EQUAL(gert::RunInferDataType(*f.probe, ProbeArgs(""), &types), ge::GRAPH_SUCCESS);
    TRUE(types == std::vector<ge::DataType>({ge::DT_FLOAT}));
}

void TilingLayout(Fixture&) {
    EQUAL(ClassOf("Probe")->GetDataSize(), 56U);
    EQUAL(ClassOf("InnerOp")->GetDataSize(), 16U);
    TRUE(ClassOf("probe") == nullptr);
    optiling::TCubeTiling cube;
    EQUAL(cube.GetDataSize(), 200U);
    EQUAL(cube.GetDataSize(), sizeof(::TCubeTiling));
    EQUAL(optiling::SoftMaxTiling().GetDataSize(), sizeof(::SoftMaxTiling));
}

void TilingGetters(Fixture&) {
    optiling::TCubeTiling cube;
    ::TCubeTiling raw;
    raw.M = 5;
    cube.SetDataPtr(&raw);
    EQUAL(cube.get_M(), 0);  // what was set, not what lies in the buffer
    cube.set_N(6);
    EQUAL(raw.N, 6);
    uint8_t small[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    cube.SaveToBuffer(small, sizeof(small));
    EQUAL(static_cast<int>(small[0]), 1);  // too small: untouched
    optiling::TCubeTiling copy(cube);
    copy.set_N(8);
    EQUAL(raw.N, 6);
}

void TilingJson(Fixture&) {
    char text[8192];
    EQUAL(AscendCPyInterfaceGetTilingDefInfo("Probe", text, sizeof(text)), 1);
    const std::string json = text;
    TRUE(json.find("{\"class\":\"ProbeTiling\",\"by_key\":{\"7\":\"ProbeVariant\"}") == 0);
    TRUE(json.find("{\"kind\":\"array\",\"dtype\":\"uint8_t\",\"name\":\"inPH\",\"length\":3}") !=
         std::string::npos);
    TRUE(json.find("{\"kind\":\"struct\",\"type\":\"Inner\",\"name\":\"in\",\"size\":16}") !=
         std::string::npos);
    TRUE(json.find("\"Inner\":{\"size\":16,") < json.find("\"ProbeTiling\":{\"size\":56,"));
    TRUE(json.find("\"TCubeTiling\":{\"size\":200,\"builtin\":true,") != std::string::npos);
    TRUE(json.find("\"Inner\":{\"size\":16,\"builtin\"") == std::string::npos);
    EQUAL(AscendCPyInterfaceGetTilingDefInfo("Probe", text, 10), 0);
    EQUAL(AscendCPyInterfaceGetTilingDefInfo("Nothing", text, sizeof(text)), 0);
}

platform_ascendc::SocVersion VersionOf(const char* soc, uint64_t* ub, uint64_t* l1,
                                       uint32_t* library) {
    fe::PlatFormInfos infos = platform::InfosOf(*platform::FindSoc(soc));
    const platform_ascendc::PlatformAscendC platform(&infos);
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::UB, *ub);
    platform.GetCoreMemSize(platform_ascendc::CoreMemType::L1, *l1);
    *library = platform.GetLibApiWorkSpaceSize();
    return platform.GetSocVersion();
}

void Platforms(Fixture&) {
    using platform_ascendc::SocVersion;
    uint64_t ub = 0;
    uint64_t l1 = 0;
    uint32_t library = 0;
    TRUE(VersionOf("Ascend910B1", &ub, &l1, &library) == SocVersion::ASCEND910B);
    EQUAL(ub, 196352U);
    EQUAL(l1, 524032U);
    EQUAL(library, 16U << 20);
    TRUE(VersionOf("ascend910_93", &ub, &l1, &library) == SocVersion::ASCEND910B);
    EQUAL(ub, 196352U);
    TRUE(VersionOf("ascend310p", &ub, &l1, &library) == SocVersion::ASCEND310P);
    EQUAL(ub, 262144U);
    EQUAL(library, 2U << 20);
    TRUE(VersionOf("Ascend910B", &ub, &l1, &library) == SocVersion::ASCEND910);  // an old 910
    TRUE(platform::FindSoc("ascend999") == nullptr);
}

void Cores(Fixture&) {
    fe::PlatFormInfos split = platform::InfosOf(*platform::FindSoc("Ascend910B1"));
    const platform_ascendc::PlatformAscendC b1(&split);
    EQUAL(b1.GetCoreNum(), 48U);
    EQUAL(b1.GetCoreNumAic(), 24U);
    EQUAL(b1.GetCoreNumAiv(), 48U);
    EQUAL(b1.GetCoreNumVector(), 0U);
    EQUAL(b1.CalcTschBlockDim(48, 24, 48), 24U);
    EQUAL(b1.CalcTschBlockDim(50, 24, 48), 0U);
    EQUAL(b1.CalcTschBlockDim(7, 0, 48), 7U);
    fe::PlatFormInfos fused = platform::InfosOf(*platform::FindSoc("Ascend310P3"));
    const platform_ascendc::PlatformAscendC p3(&fused);
    EQUAL(p3.GetCoreNumAic(), 8U);
    EQUAL(p3.GetCoreNumAiv(), 8U);
    EQUAL(p3.GetCoreNumVector(), 7U);
    std::string value;
    TRUE(split.GetPlatformRes("AICoreintrinsicDtypeMap", "Intrinsic_fix_pipe_l0c2out", value));
    EQUAL(value, "f32,s32,f16");
    TRUE(!fused.GetPlatformRes("AICoreintrinsicDtypeMap", "Intrinsic_fix_pipe_l0c2out", value));
}

void ReservedMemory(Fixture&) {
    using platform_ascendc::CoreMemType;
    fe::PlatFormInfos infos = platform::InfosOf(*platform::FindSoc("Ascend310P3"));
    platform_ascendc::PlatformAscendC p3(&infos);
    uint64_t before = 0;
    uint64_t after = 0;
    p3.GetCoreMemSize(CoreMemType::UB, before);
    p3.ReserveLocalMemory(platform_ascendc::ReservedSize::RESERVED_SIZE_32K);
    p3.ReserveLocalMemory(platform_ascendc::ReservedSize::RESERVED_SIZE_8K);
    p3.GetCoreMemSize(CoreMemType::UB, after);
    EQUAL(before - after, 8U * 1024);
    p3.GetCoreMemSize(CoreMemType::L1, after);
    EQUAL(after, 1024U * 1024);
    EQUAL(p3.GetVecRegLen(), 0U);
    fe::PlatFormInfos registers = platform::InfosOf(*platform::FindSoc("Ascend910_95"));
    EQUAL(platform_ascendc::PlatformAscendC(&registers).GetVecRegLen(), 256U);
}

void NullPlatform(Fixture&) {
    const pid_t child = fork();
    if (child == 0) {
        if (std::freopen("/dev/null", "w", stderr) == nullptr) {
            _exit(1);
        }
        platform_ascendc::PlatformAscendC(nullptr).GetCoreNum();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

void Shapes(Fixture&) {
    gert::Shape shape{2, 3};
    shape.SetDim(5, 7);
    EQUAL(shape.GetDimNum(), 5U);  // not 6
    EQUAL(shape.GetDim(25), gert::Shape::kInvalidDimValue);
    EQUAL(gert::Shape().GetShapeSize(), 1);
    gert::Shape huge{int64_t{1} << 40, int64_t{1} << 40};
    EQUAL(huge.GetShapeSize(), gert::Shape::kInvalidDimValue);
    EQUAL(sizeof(gert::Shape), 248U);
    EQUAL(ge::GetSizeByDataType(ge::DT_INT4), 1004);
    EQUAL(ge::GetSizeInBytes(3, ge::DT_INT4), 2);
    EQUAL(ge::GetSizeInBytes(-1, ge::DT_FLOAT), -1);
    EQUAL(ge::TypeUtils::DataTypeToSerialString(ge::DT_FLOAT), "DT_FLOAT");
    EQUAL(ge::TypeUtils::FormatToSerialString(ge::FORMAT_ND), "ND");
    uint32_t length = 0;
    TRUE(!ge::TypeUtils::GetDataTypeLength(ge::DT_UNDEFINED, length));
    EQUAL(std::string(ge::AscendString().GetString()), "");
}

/// Names as metadef has them: those of serial strings are not all those of GetFormatName.
void Names(Fixture&) {
    using ge::TypeUtils;
    EQUAL(TypeUtils::DataTypeToSerialString(ge::DT_BF16), "DT_BFLOAT16");
    EQUAL(TypeUtils::SerialStringToDataType("DT_BFLOAT16"), ge::DT_BF16);
    EQUAL(TypeUtils::SerialStringToDataType("DT_FLOAT32"), ge::DT_FLOAT);
    EQUAL(TypeUtils::SerialStringToDataType("DT_BF16"), ge::DT_UNDEFINED);
    EQUAL(TypeUtils::DataFormatToFormat(std::string("NCHW:1")), 256);
    EQUAL(TypeUtils::DataFormatToFormat(std::string("NC1HWC0")), ge::FORMAT_RESERVED);
    EQUAL(TypeUtils::SerialStringToFormat("FRACTAL_Z:32"), ge::FORMAT_FRACTAL_Z | 32 << 8);
    for (const char* const wrong : {"FRACTAL_Z:1%", "FRACTAL_Z:", "FRACTAL_Z:a", "FRACTAL_Z:65536",
                                    "FRACTAL_Z:-1", "UNKNOWN", ""}) {
        EQUAL(TypeUtils::SerialStringToFormat(wrong), ge::FORMAT_RESERVED);
    }
    EQUAL(TypeUtils::FormatToSerialString(ge::FORMAT_RESERVED), "FORMAT_RESERVED");
    EQUAL(TypeUtils::FormatToSerialString(ge::FORMAT_END), "END");
    EQUAL(TypeUtils::FormatToSerialString(static_cast<ge::Format>(200)), "RESERVED");
    EQUAL(TypeUtils::FormatToSerialString(static_cast<ge::Format>(ge::FORMAT_NCHW | 1 << 8)),
          "NCHW:1");
    EQUAL(std::string(ge::GetFormatName(ge::FORMAT_HASHTABLE_LOOKUP_KEYS)), "LOOKUP_KEYS");
    for (const ge::Format unnamed : {ge::FORMAT_FRACTAL_ZZ, ge::FORMAT_NULL, ge::FORMAT_END}) {
        EQUAL(std::string(ge::GetFormatName(unnamed)), "UNKNOWN");
    }
}

void Strings(Fixture&) {
    uint32_t length = 0;
    TRUE(ge::TypeUtils::GetDataTypeLength(ge::DT_STRING, length));
    EQUAL(length, 16U);  // an address and a length
    EQUAL(ge::GetSizeInBytes(1, ge::DT_STRING_REF), 16);
    size_t total = 0;
    TRUE(gert::Tensor::CreateFollowing(5, ge::DT_STRING, total) != nullptr);
    const ge::AscendString none;
    const ge::AscendString empty("");
    TRUE(none != empty && none < empty && !(empty < none));
    TRUE(none == ge::AscendString(nullptr) && none == nullptr && none != "");
    EQUAL(none.Find(empty), std::string::npos);
    EQUAL(ge::AscendString("abc").Find("c"), 2U);
}

void Expansions(Fixture&) {
    gert::Shape shape{2, 3};
    EQUAL(gert::ExpandDimsType("1010").Expand(shape), ge::GRAPH_SUCCESS);
    TRUE(shape == gert::Shape({1, 2, 1, 3}));
    gert::Shape longer{2, 3, 4, 5, 6};
    EQUAL(gert::ExpandDimsType("1010").Expand(longer), ge::GRAPH_SUCCESS);
    TRUE(longer == gert::Shape({2, 3, 4, 5, 6}));
    gert::Shape appended;  // the other form puts the rest after the rule's axes
    EQUAL(gert::ExpandDimsType("100").Expand(gert::Shape{2, 3, 4, 5, 6}, appended),
          ge::GRAPH_SUCCESS);
    TRUE(appended == gert::Shape({1, 2, 3, 4, 5, 6}));
}

void RecordedTwice(Fixture&) {
    auto& records = optiling::TilingDataStructBase::GetInstance();
    EQUAL(records.RecordTilingStruct("RecordedTwice", "a.h", 1), 0U);
    EQUAL(records.RecordTilingStruct("RecordedTwice", "b.h", 2), 0U);
}

void SafeFunctions(Fixture&) {
    char text[8] = "xxxxxxx";
    EQUAL(memcpy_s(text, 4, "0123456789", 10), ERANGE_AND_RESET);
    EQUAL(static_cast<int>(text[0]), 0);
    EQUAL(static_cast<int>(text[4]), 'x');
    EQUAL(memcpy_s(nullptr, 4, "a", 1), EINVAL);
    EQUAL(strcpy_s(text, sizeof(text), "1234567"), EOK);
    EQUAL(strcat_s(text, sizeof(text), "8"), ERANGE_AND_RESET);
    EQUAL(snprintf_s(text, sizeof(text), sizeof(text) - 1, "%d", 12345678), -1);
    EQUAL(sprintf_s(text, sizeof(text), "%d", 123), 3);
}

/// Every base block must fit the buffers, and the cores' parts must cover the matrices.
void CheckMatmul(const char* soc, int32_t m, int32_t n, int32_t k, matmul_tiling::DataType type,
                 int64_t bytes) {
    using namespace matmul_tiling;
    fe::PlatFormInfos infos = platform::InfosOf(*platform::FindSoc(soc));
    const platform_ascendc::PlatformAscendC platform(&infos);
    MultiCoreMatmulTiling tiling(platform);
    tiling.SetDim(static_cast<int32_t>(platform.GetCoreNumAic()));
    tiling.SetAType(TPosition::GM, CubeFormat::ND, type);
    tiling.SetBType(TPosition::GM, CubeFormat::ND, type);
    tiling.SetCType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT);
    tiling.SetBiasType(TPosition::GM, CubeFormat::ND, DataType::DT_FLOAT);
    tiling.SetBias(true);
    tiling.SetShape(m, n, k);
    tiling.SetOrgShape(m, n, k);
    EQUAL(tiling.SetBufferSpace(-1, -1, -1), 0);
    ::TCubeTiling t;
    EQUAL(tiling.GetTiling(t), 0);
    const platform::SocSpec& spec = *platform::FindSoc(soc);
    TRUE(t.baseM > 0 && t.baseN > 0 && t.baseK > 0 && t.baseM % 16 == 0 && t.baseN % 16 == 0);
    TRUE(t.dbL0A * t.baseM * t.baseK * bytes <= static_cast<int64_t>(spec.l0a_size));
    TRUE(t.dbL0B * t.baseN * t.baseK * bytes <= static_cast<int64_t>(spec.l0b_size));
    TRUE(t.dbL0C * t.baseM * t.baseN * 4 <= static_cast<int64_t>(spec.l0c_size));
    const int64_t l1 =
        (int64_t{t.depthA1} * t.baseM + int64_t{t.depthB1} * t.baseN) * t.baseK * bytes +
        t.baseN * 4;
    TRUE(l1 <= static_cast<int64_t>(spec.l1_size));
    const int64_t m_cores = (m + t.singleCoreM - 1) / t.singleCoreM;
    const int64_t n_cores = (n + t.singleCoreN - 1) / t.singleCoreN;
    EQUAL(m_cores * n_cores, t.usedCoreNum);
    TRUE(t.usedCoreNum <= static_cast<int32_t>(platform.GetCoreNumAic()));
    EQUAL(t.singleCoreK, k);
}

void Matmul(Fixture&) {
    using matmul_tiling::DataType;
    for (const char* const soc : {"Ascend910B1", "Ascend310P3", "Ascend310B1"}) {
        CheckMatmul(soc, 1024, 1024, 1024, DataType::DT_FLOAT16, 2);
        CheckMatmul(soc, 1, 17, 5, DataType::DT_FLOAT16, 2);
        CheckMatmul(soc, 4099, 33, 70000, DataType::DT_FLOAT, 4);
        CheckMatmul(soc, 640, 8192, 256, DataType::DT_INT8, 1);
    }
    matmul_tiling::MatmulApiTiling wrong;
    ::TCubeTiling t;
    EQUAL(wrong.GetTiling(t), -1);         // nothing was set
    EQUAL(wrong.SetOrgShape(0, 1, 1), 0);  // CANN keeps what it gets
    EQUAL(wrong.SetShape(1024, 1024, 1024), 0);
    EQUAL(wrong.SetFixSplit(1024, 1024, 64), 0);
    EQUAL(wrong.GetTiling(t), -1);  // does not fit into L0C
    EQUAL(wrong.SetBufferSpace(1 << 30, -1, -1), -1);
}

void TemporaryMemory(Fixture&) {
    uint32_t most = 0;
    uint32_t least = 0;
    AscendC::GetTanhMaxMinTmpSize(ge::Shape({16, 1024}), 4, false, most, least);
    TRUE(least >= 256 && most >= least && most % 256 == 0);
    AscendC::GetSigmoidMaxMinTmpSize(ge::Shape({1}), 2, false, most, least);
    EQUAL(most, least);
    const ge::Shape rows({64, 128});
    optiling::SoftMaxTiling softmax;
    const uint32_t workspace = AscendC::GetSoftMaxMinTmpSize(rows, 2, false) * 10;
    AscendC::SoftMaxTilingFunc(rows, 2, workspace, softmax);
    EQUAL(softmax.get_srcM(), 64U);
    EQUAL(softmax.get_srcK(), 128U);
    EQUAL(softmax.get_splitM(), 8U);
    EQUAL(softmax.get_rangeM() * softmax.get_splitM() + softmax.get_tailM(), 64U);
}

}  // namespace

int main(int argc, char** argv) {
    Fixture fixture;
    std::string error;
    if (argc != 2 || fixture.space.LoadLibrary(argv[1], &error) != ge::GRAPH_SUCCESS) {
        std::fprintf(stderr, "cannot load: %s\n", error.c_str());
        return 1;
    }
    fixture.probe = fixture.space.Find("Probe");
    fixture.platform = platform::InfosOf(*platform::FindSoc("Ascend910B1"));
    if (fixture.probe == nullptr) {
        std::fprintf(stderr, "Probe is not registered\n");
        return 1;
    }
    const std::pair<const char*, std::function<void(Fixture&)>> checks[] = {
        {"registry", Registry},
        {"contexts", Contexts},
        {"workspaces", Workspaces},
        {"division", Division},
        {"blocks", Blocks},
        {"bound_tiling", BoundTiling},
        {"compile_info", CompileInfo},
        {"empty_string", EmptyString},
        {"inference", Inference},
        {"tiling_layout", TilingLayout},
        {"tiling_getters", TilingGetters},
        {"tiling_json", TilingJson},
        {"platforms", Platforms},
        {"cores", Cores},
        {"reserved_memory", ReservedMemory},
        {"null_platform", NullPlatform},
        {"declared_keys", [](Fixture&) { DeclaredKeys(); }},
        {"tiling_keys", [](Fixture&) { TilingKeys(); }},
        {"collectives", [](Fixture&) { Collectives(); }},
        {"shape_ranges", [](Fixture&) { ShapeRanges(); }},
        {"described_contexts", [argv](Fixture& f) { DescribedContexts(argv[1], &f.platform); }},
        {"shapes", Shapes},
        {"names", Names},
        {"strings", Strings},
        {"expansions", Expansions},
        {"recorded_twice", RecordedTwice},
        {"safe_functions", SafeFunctions},
        {"matmul", Matmul},
        {"temporary_memory", TemporaryMemory},
    };
    for (const auto& entry : checks) {
        check::Run(entry.first, [&] { entry.second(fixture); });
    }
    return 0;
}
