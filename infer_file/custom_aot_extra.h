// What MindSpore hands to the functions of an operator called by ops.Custom(func_type="aot"): its
// attributes, and places for its workspaces and data. Only the binary interface is
// MindSpore's; compile with -D_GLIBCXX_USE_CXX11_ABI=0, as MindSpore is.
#ifndef CUSTOM_AOT_EXTRA_H_
#define CUSTOM_AOT_EXTRA_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Base class of what an operator keeps from its Init to its calls; MindSpore deletes it.
class AotKernelData {
public:
    AotKernelData() = default;
    virtual ~AotKernelData() = default;
};

/// Made by MindSpore, one per operator instance. The order of the virtual functions and of the
/// members is the interface.
class AotExtra {
public:
    AotExtra() = default;
    virtual ~AotExtra() = default;

    virtual bool HasAttr(std::string name) = 0;

    /// The value of an attribute; T: bool, int64_t, float, std::string, std::vector of int64_t,
    /// float, or of such vectors. MindSpore raises an error if there is none of that name.
    template <typename T>
    T Attr(std::string name) const;

    /// Bytes of the workspaces that follow the outputs in the calls; set in Init.
    void SetWorkSpace(const std::vector<size_t>& workspace) { workspace_ = workspace; }
    const std::vector<size_t>& WorkSpace() const { return workspace_; }

    void SetKernelData(AotKernelData* data) { data_ = data; }
    AotKernelData* KernelData() const { return data_; }

private:
    virtual bool GetBool(std::string name) const = 0;
    virtual int64_t GetInt(std::string name) const = 0;
    virtual float GetFloat(std::string name) const = 0;
    virtual std::string GetString(std::string name) const = 0;
    virtual std::vector<int64_t> GetInts(std::string name) const = 0;
    virtual std::vector<float> GetFloats(std::string name) const = 0;
    virtual std::vector<std::vector<int64_t>> GetIntTable(std::string name) const = 0;
    virtual std::vector<std::vector<float>> GetFloatTable(std::string name) const = 0;

    std::vector<size_t> workspace_;
    AotKernelData* data_ = nullptr;
};

template <>
inline bool AotExtra::Attr(std::string name) const {
    return GetBool(std::move(name));
}

template <>
inline int64_t AotExtra::Attr(std::string name) const {
    return GetInt(std::move(name));
}

template <>
inline float AotExtra::Attr(std::string name) const {
    return GetFloat(std::move(name));
}

template <>
inline std::string AotExtra::Attr(std::string name) const {
    return GetString(std::move(name));
}

template <>
inline std::vector<int64_t> AotExtra::Attr(std::string name) const {
    return GetInts(std::move(name));
}

template <>
inline std::vector<float> AotExtra::Attr(std::string name) const {
    return GetFloats(std::move(name));
}

template <>
inline std::vector<std::vector<int64_t>> AotExtra::Attr(std::string name) const {
    return GetIntTable(std::move(name));
}

template <>
inline std::vector<std::vector<float>> AotExtra::Attr(std::string name) const {
    return GetFloatTable(std::move(name));
}

#endif  // CUSTOM_AOT_EXTRA_H_
