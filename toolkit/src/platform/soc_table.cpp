#include "platform/soc_table.h"

#include <dirent.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "platform/ini_file.h"
#include "support/file_system.h"
#include "support/strings.h"

namespace platform {
namespace {

const char* const kIniSuffix = ".ini";

std::string ConfigDirectory() {
    return support::DirectoryOfLibrary(reinterpret_cast<const void*>(&FindSoc)) +
           "/../data/platform_config";
}

uint64_t NumberOf(const SocSpec& spec, const char* section, const char* key, uint64_t fallback) {
    const std::string* const text = spec.Get(section, key);
    const uint64_t number = text == nullptr ? 0 : std::strtoull(text->c_str(), nullptr, 10);
    return number != 0 ? number : fallback;  // old SoCs write 0 for cores they do not tell apart
}

std::string TextOf(const SocSpec& spec, const char* section, const char* key) {
    const std::string* const text = spec.Get(section, key);
    return text == nullptr ? "" : *text;
}

/// Whether the SoC is the one chosen where a name leaves the choice ("device", "default").
bool StandsFor(const SocSpec& spec, const std::string& word) {
    return (" " + TextOf(spec, "version", "Stands_for") + " ").find(" " + word + " ") !=
           std::string::npos;
}

void FillSpec(SocSpec* spec) {
    const auto core = [spec](const char* key) { return NumberOf(*spec, "AICoreSpec", key, 0); };
    spec->soc_version = TextOf(*spec, "version", "SoC_version");
    spec->short_soc_version = support::LowerCase(TextOf(*spec, "version", "Short_SoC_version"));
    spec->ai_core_cnt = static_cast<uint32_t>(NumberOf(*spec, "SoCInfo", "ai_core_cnt", 1));
    const uint32_t ai_cores = spec->ai_core_cnt;
    spec->cube_core_cnt =
        static_cast<uint32_t>(NumberOf(*spec, "SoCInfo", "cube_core_cnt", ai_cores));
    spec->vector_core_cnt =
        static_cast<uint32_t>(NumberOf(*spec, "SoCInfo", "vector_core_cnt", ai_cores));
    spec->split_cores = TextOf(*spec, "SoCInfo", "core_type_list") == "CubeCore,VectorCore";
    spec->l2_size = NumberOf(*spec, "SoCInfo", "l2_size", 0);
    spec->memory_size = NumberOf(*spec, "SoCInfo", "memory_size", 0);
    spec->ub_size = core("ub_size");
    spec->l1_size = core("l1_size");
    spec->l0a_size = core("l0_a_size");
    spec->l0b_size = core("l0_b_size");
    spec->l0c_size = core("l0_c_size");
    spec->bt_size = core("bt_size");
    for (const char* part : {"fb0_size", "fb1_size", "fb2_size", "fb3_size"}) {
        spec->fb_size += core(part);
    }
    spec->cube_freq_mhz = static_cast<uint32_t>(core("cube_freq"));
    spec->arch = static_cast<uint32_t>(NumberOf(*spec, "version", "CCE_AICORE", 0));
    spec->npu_arch = static_cast<uint32_t>(NumberOf(*spec, "version", "NpuArch", 0));
}

/// All SoCs of the configuration directory by long name; loaded once.
class Table {
public:
    static Table& Instance() {
        static Table* const table = new Table;  // never destroyed: pointers into it are handed out
        return *table;
    }
    const SocSpec* Find(const std::string& name) const {
        const auto exact = socs_.find(name);
        if (exact != socs_.end()) {
            return exact->second.get();
        }
        const std::string lower = support::LowerCase(name);
        const SocSpec* const of_unit = FirstWhere([&lower](const SocSpec& soc) {
            return soc.short_soc_version == lower && StandsFor(soc, "device");
        });
        return of_unit != nullptr ? of_unit : FirstWhere([&lower](const SocSpec& soc) {
            return support::LowerCase(soc.soc_version) == lower;
        });
    }
    /// The simulated device where nothing names another.
    const SocSpec* Default() const {
        return FirstWhere([](const SocSpec& soc) { return StandsFor(soc, "default"); });
    }
    std::vector<std::string> Names() const {
        std::vector<std::string> names;
        for (const auto& entry : socs_) {
            names.push_back(entry.first);
        }
        return names;
    }

private:
    template <typename Predicate>
    const SocSpec* FirstWhere(const Predicate& predicate) const {
        const auto soc = std::find_if(socs_.begin(), socs_.end(), [&predicate](const auto& entry) {
            return predicate(*entry.second);
        });
        return soc == socs_.end() ? nullptr : soc->second.get();
    }
    Table() {
        const std::string directory = ConfigDirectory();
        DIR* const handle = opendir(directory.c_str());
        if (handle == nullptr) {
            return;
        }
        while (const dirent* entry = readdir(handle)) {
            const std::string file = entry->d_name;
            const size_t suffix = file.rfind(kIniSuffix);
            if (suffix != std::string::npos && suffix + 4 == file.size()) {
                Load(directory + "/" + file, file.substr(0, suffix));
            }
        }
        closedir(handle);
    }
    void Load(const std::string& path, const std::string& name) {
        std::unique_ptr<SocSpec> spec(new SocSpec);
        if (ReadIniFile(path, &spec->ini)) {
            FillSpec(spec.get());
            socs_[name] = std::move(spec);
        }
    }

    std::map<std::string, std::unique_ptr<SocSpec>> socs_;
};

}  // namespace

const std::string* SocSpec::Get(const std::string& section, const std::string& key) const {
    const auto found_section = ini.find(section);
    if (found_section == ini.end()) {
        return nullptr;
    }
    const auto property = found_section->second.find(key);
    return property == found_section->second.end() ? nullptr : &property->second;
}

const SocSpec* FindSoc(const std::string& name) {
    return Table::Instance().Find(name);
}

std::vector<std::string> AllSocs() {
    return Table::Instance().Names();
}

namespace {

const SocSpec& ChooseSoc() {
    const char* const chosen = std::getenv("ASCENDC_SOC_VERSION");
    const SocSpec* soc = chosen == nullptr ? nullptr : FindSoc(chosen);
    if (soc == nullptr) {
        soc = Table::Instance().Default();
    }
    if (soc == nullptr) {
        std::fprintf(stderr, "error: no platform configuration in %s: the toolkit is incomplete\n",
                     ConfigDirectory().c_str());
        std::abort();
    }
    return *soc;
}

std::atomic<const SocSpec*>& Current() {
    static std::atomic<const SocSpec*> current{&ChooseSoc()};
    return current;
}

}  // namespace

const SocSpec& CurrentSoc() {
    return *Current().load();
}

bool SetCurrentSoc(const std::string& name) {
    const SocSpec* const soc = FindSoc(name);
    if (soc != nullptr) {
        Current() = soc;
    }
    return soc != nullptr;
}

}  // namespace platform
