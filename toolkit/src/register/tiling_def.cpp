#include <algorithm>

#include "base/alog_pub.h"
#include "exe_graph/tiling_overflow.h"
#include "register/tilingdata_base.h"

namespace optiling {
namespace {

constexpr size_t kStructAlignment = 8;

void LogError(const std::string& text) {
    if (AlogRecord != nullptr) {
        (void)AlogRecord(OP, DLOG_TYPE_DEBUG, DLOG_ERROR, "%s", text.c_str());
    }
}

}  // namespace

TilingDef::~TilingDef() {
    if (owns_data_) {
        delete[] data_ptr_;
    }
}

TilingDef::TilingDef(const TilingDef& other)
    : field_info_(other.field_info_),
      nested_(other.nested_),
      data_size_(other.data_size_),
      class_name_(other.class_name_) {
    if (other.data_ptr_ != nullptr) {
        data_ptr_ = new uint8_t[data_size_]();
        owns_data_ = true;
        std::copy(other.data_ptr_, other.data_ptr_ + data_size_, data_ptr_);
    }
    // The nested objects are copied after this and get separate buffers until GatherNested().
}

TilingDef& TilingDef::operator=(const TilingDef& other) {
    if (this != &other && data_ptr_ != nullptr && other.data_ptr_ != nullptr) {
        std::copy(other.data_ptr_, other.data_ptr_ + std::min(data_size_, other.data_size_),
                  data_ptr_);
    }
    return *this;
}

size_t TilingDef::AddScalar(const char* dtype, const char* name, const char* gap_name,
                            size_t size) {
    AlignTo(size, gap_name);
    field_info_.emplace_back(dtype, name);
    const size_t offset = data_size_;
    data_size_ += size;
    return offset;
}

size_t TilingDef::AddArray(const char* dtype, const char* name, const char* gap_name,
                           size_t element_size, size_t count) {
    AlignTo(element_size, gap_name);
    field_info_.emplace_back(dtype, name, count);
    const size_t offset = data_size_;
    data_size_ += element_size * count;
    return offset;
}

size_t TilingDef::AddStruct(const char* name, const char* gap_name, const char* struct_type,
                            TilingDef* nested) {
    AlignTo(kStructAlignment, gap_name);
    field_info_.emplace_back("struct", name, struct_type, nested->data_size_);
    const size_t offset = data_size_;
    const ptrdiff_t distance =
        reinterpret_cast<uint8_t*>(nested) - reinterpret_cast<uint8_t*>(this);
    nested_.emplace_back(distance, offset);
    data_size_ += nested->data_size_;
    return offset;
}

void TilingDef::AlignTo(size_t alignment, const char* gap_name) {
    const size_t excess = alignment == 0 ? 0 : data_size_ % alignment;
    if (excess != 0) {
        field_info_.emplace_back("uint8_t", gap_name, alignment - excess);
        data_size_ += alignment - excess;
    }
}

void TilingDef::Finish(const char* class_name, const char* gap_name) {
    class_name_ = class_name;
    AlignTo(kStructAlignment, gap_name);
    SetDataPtr(new uint8_t[data_size_]());
    owns_data_ = true;
}

void TilingDef::Finish(const char* class_name, const char* gap_name, void* data) {
    class_name_ = class_name;
    AlignTo(kStructAlignment, gap_name);
    if (data != nullptr) {
        SetDataPtr(data);
    }
}

void TilingDef::Store(size_t offset, const void* source, size_t bytes) {
    if (data_ptr_ == nullptr || source == nullptr || source == data_ptr_ + offset) {
        return;
    }
    (void)memmove(data_ptr_ + offset, source, bytes);
}

void TilingDef::NoteOverflow(const char* field, const char* dtype, const std::string& value) const {
    const std::string sentence =
        std::string(class_name_) + "." + field + " is " + dtype + ", which does not hold " + value;
    LogError(sentence);
    gert::NoteTilingOverflow(sentence);
}

TilingDef* TilingDef::NestedAt(ptrdiff_t distance) const {
    auto* const self = reinterpret_cast<uint8_t*>(const_cast<TilingDef*>(this));
    return reinterpret_cast<TilingDef*>(self + distance);
}

void TilingDef::SetDataPtr(void* dataPtr) {
    if (owns_data_) {
        delete[] data_ptr_;
        owns_data_ = false;
    }
    data_ptr_ = static_cast<uint8_t*>(dataPtr);
    for (const auto& nested : nested_) {
        NestedAt(nested.first)->SetDataPtr(data_ptr_ + nested.second);
    }
}

// After copying, nested objects have their own buffers: takes over what is in them.
void TilingDef::GatherNested() {
    for (const auto& entry : nested_) {
        TilingDef* const nested = NestedAt(entry.first);
        uint8_t* const destination = data_ptr_ + entry.second;
        nested->GatherNested();
        if (nested->data_ptr_ != destination && nested->data_ptr_ != nullptr) {
            std::copy(nested->data_ptr_, nested->data_ptr_ + nested->data_size_, destination);
            nested->SetDataPtr(destination);
        }
    }
}

void TilingDef::SaveToBuffer(void* pdata, size_t capacity) {
    if (data_ptr_ == nullptr || pdata == nullptr) {
        LogError(std::string("tiling data ") + class_name_ + ": no buffer to save");
        return;
    }
    GatherNested();
    if (pdata == data_ptr_) {
        return;
    }
    if (capacity < data_size_) {
        LogError(std::string("tiling data ") + class_name_ + " needs " +
                 std::to_string(data_size_) + " bytes, the buffer has " + std::to_string(capacity));
        return;
    }
    std::copy(data_ptr_, data_ptr_ + data_size_, static_cast<uint8_t*>(pdata));
}

std::vector<FieldInfo> TilingDef::GetFieldInfo() const {
    return field_info_;
}
const char* TilingDef::GetTilingClassName() const {
    return class_name_;
}
size_t TilingDef::GetDataSize() const {
    return data_size_;
}

std::vector<const TilingDef*> TilingDef::GetNested() const {
    std::vector<const TilingDef*> nested;
    for (const auto& entry : nested_) {
        nested.push_back(NestedAt(entry.first));
    }
    return nested;
}

CTilingDataClassFactory& CTilingDataClassFactory::GetInstance() {
    static auto* const factory = new CTilingDataClassFactory;
    return *factory;
}

void CTilingDataClassFactory::RegisterTilingData(const char* op_type,
                                                 const TilingDataConstructor constructor) {
    constructors_.emplace(op_type, constructor);
}

std::shared_ptr<TilingDef> CTilingDataClassFactory::CreateTilingDataInstance(const char* op_type) {
    const auto constructor = constructors_.find(op_type == nullptr ? "" : op_type);
    return constructor == constructors_.end() ? nullptr : constructor->second();
}

std::vector<std::string> CTilingDataClassFactory::GetRegisteredNames() const {
    std::vector<std::string> names;
    for (const auto& entry : constructors_) {
        names.push_back(entry.first);
    }
    return names;
}

TilingDataStructBase& TilingDataStructBase::GetInstance() {
    static auto* const records = new TilingDataStructBase;
    return *records;
}

namespace {

/// The last two parts of a path: one header is reached by different roots (the toolkit's own build,
/// a home, a wheel). Empty for a name alone: the build of ops-math defines __FILE__ as the source.
std::string FolderAndName(const std::string& path) {
    const size_t name = path.rfind('/');
    if (name == std::string::npos) {
        return "";
    }
    const size_t folder = name == 0 ? std::string::npos : path.rfind('/', name - 1);
    return folder == std::string::npos ? path : path.substr(folder + 1);
}

bool IsOneFile(const std::string& left, const std::string& right) {
    const std::string left_name = FolderAndName(left);
    const std::string right_name = FolderAndName(right);
    return left_name.empty() || right_name.empty() || left_name == right_name;
}

}  // namespace

uint32_t TilingDataStructBase::RecordTilingStruct(const char* name, const char* file,
                                                  uint32_t line) {
    const auto added = records_.emplace(name, std::make_pair(std::string(file), line));
    const auto& location = added.first->second;
    const bool is_same =
        added.second || (location.second == line && IsOneFile(location.first, file));
    if (!is_same) {
        LogError(std::string("tiling structure ") + name + " is defined at " + location.first +
                 ":" + std::to_string(location.second) + " and at " + file + ":" +
                 std::to_string(line));
    }
    return 0;
}

}  // namespace optiling
