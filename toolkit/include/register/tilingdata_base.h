// Tiling structures that describe themselves, so that the kernel's struct can be generated from
// them:
//
//   namespace optiling {
//   BEGIN_TILING_DATA_DEF(FooTiling)
//     TILING_DATA_FIELD_DEF(uint32_t, length);
//     TILING_DATA_FIELD_DEF_ARR(int64_t, 4, strides);
//     TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, cube);
//   END_TILING_DATA_DEF;
//   REGISTER_TILING_DATA_CLASS(Foo, FooTiling)
//   }
//
// Layout of the bytes: fields in order; scalars and arrays aligned to their element size, nested
// structures to 8; the whole rounded up to 8. Gaps are listed as uint8_t arrays named <next
// field>PH (<class>PH at the end). All bytes are 0 until set.
#ifndef INC_REGISTER_TILINGDATA_BASE_H_
#define INC_REGISTER_TILINGDATA_BASE_H_

#include <securec.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "graph/ascend_string.h"
#include "register/tilingdata_fits.h"

namespace optiling {
/// Orders C strings by their text.
struct CharPtrCmp {
    bool operator()(const char* strLeft, const char* strRight) const {
        return strcmp(strLeft, strRight) < 0;
    }
};

/// One field; members that the kind of field has no use for are null or 0.
class FieldInfo {
public:
    FieldInfo(const char* dtype, const char* name) : dtype_(dtype), name_(name), classType_("0") {}
    FieldInfo(const char* dtype, const char* name, size_t arrSize)
        : dtype_(dtype), name_(name), arrSize_(arrSize), classType_("1") {}
    FieldInfo(const char* dtype, const char* name, const char* structType, size_t structSize)
        : dtype_(dtype),
          name_(name),
          structType_(structType),
          structSize_(structSize),
          classType_("2") {}

    const char* dtype_;  ///< as written in the definition; "struct" for a nested one
    const char* name_;
    size_t arrSize_ = 0;                ///< elements of an array
    const char* structType_ = nullptr;  ///< class of a nested structure
    size_t structSize_ = 0;             ///< its bytes
    const char* classType_;             ///< "0" scalar, "1" array, "2" structure
};

/// Base of the structures that the macros define.
class TilingDef {
public:
    ~TilingDef();
    /// A copy has a separate buffer.
    TilingDef(const TilingDef& other);
    TilingDef& operator=(const TilingDef& other);

    /// Copies the bytes to `pdata`; nothing is copied (and an error logged) if `capacity` is too
    /// small. Does nothing if the object already works on `pdata`.
    void SaveToBuffer(void* pdata, size_t capacity);
    std::vector<FieldInfo> GetFieldInfo() const;
    const char* GetTilingClassName() const;
    /// Bytes of the structure.
    size_t GetDataSize() const;
    /// Lets the object and its nested structures work on foreign memory of GetDataSize() bytes.
    void SetDataPtr(void* dataPtr);
    /// Nested structures in order of their fields.
    std::vector<const TilingDef*> GetNested() const;

protected:
    TilingDef() = default;
    /// Each appends a field and returns its offset.
    size_t AddScalar(const char* dtype, const char* name, const char* gap_name, size_t size);
    size_t AddArray(const char* dtype, const char* name, const char* gap_name, size_t element_size,
                    size_t count);
    size_t AddStruct(const char* name, const char* gap_name, const char* struct_type,
                     TilingDef* nested);
    /// Ends the list of fields and allocates the buffer.
    void Finish(const char* class_name, const char* gap_name);
    /// Ends the list of fields; works on `data`, or on nothing yet if it is null.
    void Finish(const char* class_name, const char* gap_name, void* data);
    /// Writes a field's bytes; nothing happens while the object has no memory to work on.
    void Store(size_t offset, const void* source, size_t bytes);
    /// A field is given a number that its type does not hold: logged, and reported to sanitizer
    /// runs.
    void NoteOverflow(const char* field, const char* dtype, const std::string& value) const;

    uint8_t* data_ptr_ = nullptr;

private:
    void AlignTo(size_t alignment, const char* gap_name);
    void GatherNested();
    TilingDef* NestedAt(ptrdiff_t distance) const;

    std::vector<FieldInfo> field_info_;
    // Nested structures: distance from this object in memory (so that it holds for copies), offset
    // of the bytes.
    std::vector<std::pair<ptrdiff_t, size_t>> nested_;
    size_t data_size_ = 0;
    const char* class_name_ = "";
    bool owns_data_ = false;
};

using TilingDataConstructor = std::shared_ptr<TilingDef> (*)();

/// Classes by the name they were registered for; the first of one name stays.
class __attribute__((visibility("default"))) CTilingDataClassFactory {
public:
    static CTilingDataClassFactory& GetInstance();
    void RegisterTilingData(const char* op_type, const TilingDataConstructor constructor);
    /// Null if nothing is registered for `op_type`.
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const char* op_type);
    std::vector<std::string> GetRegisteredNames() const;

    CTilingDataClassFactory(const CTilingDataClassFactory&) = delete;
    CTilingDataClassFactory& operator=(const CTilingDataClassFactory&) = delete;

private:
    CTilingDataClassFactory() = default;
    ~CTilingDataClassFactory() = default;
    std::map<std::string, TilingDataConstructor> constructors_;
};

/// Remembers where structures are defined, to warn of two different ones with one name.
class __attribute__((visibility("default"))) TilingDataStructBase {
public:
    static TilingDataStructBase& GetInstance();
    /// Always 0; another place that defined the name before is logged.
    uint32_t RecordTilingStruct(const char* name, const char* file, uint32_t line);

    TilingDataStructBase(const TilingDataStructBase&) = delete;
    TilingDataStructBase& operator=(const TilingDataStructBase&) = delete;

private:
    TilingDataStructBase() = default;
    ~TilingDataStructBase() = default;
    std::map<std::string, std::pair<std::string, uint32_t>> records_;
};
}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                                                         \
    namespace {                                                                                   \
    static uint32_t __attribute__((unused)) class_name##tiling =                                  \
        ::optiling::TilingDataStructBase::GetInstance().RecordTilingStruct(#class_name, __FILE__, \
                                                                           __LINE__);             \
    }                                                                                             \
    class class_name : public ::optiling::TilingDef {                                             \
    public:                                                                                       \
        class_name() {                                                                            \
            Finish(#class_name, #class_name "PH");                                                \
        }                                                                                         \
        explicit class_name(void* ptr) {                                                          \
            Finish(#class_name, #class_name "PH", ptr);                                           \
        }

// The semicolon after these is optional, as in CANN.
#define TILING_DATA_FIELD_DEF(data_type, field_name)                                   \
public:                                                                                \
    void set_##field_name(data_type field_value) {                                     \
        field_name##_ = field_value;                                                   \
        Store(field_name##_offset_, &field_name##_, sizeof(data_type));                \
    }                                                                                  \
    /* Numbers of other types, which may not fit. */                                   \
    template <typename NumberType,                                                     \
              typename std::enable_if<std::is_arithmetic<NumberType>::value &&         \
                                          !std::is_same<NumberType, data_type>::value, \
                                      int>::type = 0>                                  \
    void set_##field_name(NumberType field_value) {                                    \
        if (!::optiling::FitsField<data_type>(field_value)) {                          \
            NoteOverflow(#field_name, #data_type, std::to_string(field_value));        \
        }                                                                              \
        set_##field_name(static_cast<data_type>(field_value));                         \
    }                                                                                  \
    data_type get_##field_name() const {                                               \
        return field_name##_;                                                          \
    }                                                                                  \
                                                                                       \
private:                                                                               \
    data_type field_name##_{};                                                         \
    size_t field_name##_offset_ =                                                      \
        AddScalar(#data_type, #field_name, #field_name "PH", sizeof(data_type));

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                   \
public:                                                                             \
    void set_##field_name(const arr_type* field_values) {                           \
        Store(field_name##_offset_, field_values, (arr_size) * sizeof(arr_type));   \
    }                                                                               \
    arr_type* get_##field_name() {                                                  \
        return reinterpret_cast<arr_type*>(data_ptr_ + field_name##_offset_);       \
    }                                                                               \
    const arr_type* get_##field_name() const {                                      \
        return reinterpret_cast<const arr_type*>(data_ptr_ + field_name##_offset_); \
    }                                                                               \
                                                                                    \
private:                                                                            \
    size_t field_name##_offset_ =                                                   \
        AddArray(#arr_type, #field_name, #field_name "PH", sizeof(arr_type), (arr_size));

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name) \
public:                                                       \
    struct_type field_name{nullptr};                          \
                                                              \
private:                                                      \
    size_t field_name##_offset_ =                             \
        AddStruct(#field_name, #field_name "PH", #struct_type, &field_name);

#define END_TILING_DATA_DEF \
    }                       \
    ;

#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                                     \
    namespace {                                                                             \
    class op_type##class_name##Helper {                                                     \
    public:                                                                                 \
        op_type##class_name##Helper() {                                                     \
            ::optiling::CTilingDataClassFactory::GetInstance().RegisterTilingData(#op_type, \
                                                                                  Create);  \
        }                                                                                   \
        static std::shared_ptr<::optiling::TilingDef> Create() {                            \
            return std::make_shared<class_name>();                                          \
        }                                                                                   \
    };                                                                                      \
    static op_type##class_name##Helper                                                      \
        __attribute__((unused)) g_tilingdata_##op_type##class_name##helper;                 \
    }

#endif  // INC_REGISTER_TILINGDATA_BASE_H_
