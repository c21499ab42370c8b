#include "observe/check/global_memory.h"

#include <algorithm>
#include <iterator>

namespace observe {
namespace {

constexpr size_t kNone = ~size_t{0};

bool Overlap(const Argument& a, const Argument& b) {
    return a.begin < b.end && b.begin < a.end;
}

}  // namespace

GlobalMemory::GlobalMemory(const AscendcObservedLaunch& launch)
    : find_allocation_(launch.find_allocation) {
    for (uint32_t i = 0; i < launch.argument_count; ++i) {
        const AscendcArgument& argument = launch.arguments[i];
        if (argument.address != 0 && argument.bytes != 0) {
            arguments_.push_back({argument.name, argument.role, argument.address,
                                  argument.address + argument.bytes, argument.is_defined == 0});
        }
    }
    // Results that take the place of an input hold the input.
    std::vector<Argument> defined;
    std::copy_if(arguments_.begin(), arguments_.end(), std::back_inserter(defined),
                 [](const Argument& argument) { return !argument.starts_undefined; });
    for (Argument& argument : arguments_) {
        argument.starts_undefined =
            argument.starts_undefined &&
            std::none_of(defined.begin(), defined.end(),
                         [&](const Argument& other) { return Overlap(other, argument); });
    }
    std::stable_sort(arguments_.begin(), arguments_.end(),
                     [](const Argument& a, const Argument& b) {
                         return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
                     });
    shadows_.resize(arguments_.size());
    for (size_t i = 0; i < arguments_.size(); ++i) {
        if (arguments_[i].starts_undefined) {
            shadows_[i].pages.resize((arguments_[i].end - arguments_[i].begin + kPage - 1) / kPage);
        }
    }
}

size_t GlobalMemory::IndexOf(uint64_t address) const {
    // Arguments may overlap: the one that reaches furthest is meant.
    size_t best = kNone;
    const auto next = std::upper_bound(
        arguments_.begin(), arguments_.end(), address,
        [](uint64_t value, const Argument& argument) { return value < argument.begin; });
    for (size_t i = static_cast<size_t>(next - arguments_.begin()); i-- > 0;) {
        if (address < arguments_[i].end &&
            (best == kNone || arguments_[i].end > arguments_[best].end)) {
            best = i;
        }
        // Overlaps are rare, and near.
        if (best != kNone && i + 4 < best) {
            break;
        }
    }
    return best;
}

const Argument* GlobalMemory::Find(uint64_t address) const {
    const size_t index = IndexOf(address);
    return index == kNone ? nullptr : &arguments_[index];
}

bool GlobalMemory::IsOutside(uint64_t begin, uint64_t end, OutsideGlobal* outside) const {
    if (const Argument* const argument = Find(begin)) {
        *outside = {argument, argument->begin, argument->end, argument->end};
        return end > argument->end;
    }
    uint64_t allocation = 0;
    uint64_t bytes = 0;
    const bool allocated =
        find_allocation_ != nullptr && find_allocation_(begin, &allocation, &bytes);
    // The nearest argument before it: `begin` is after its end.
    const auto next = std::upper_bound(
        arguments_.begin(), arguments_.end(), begin,
        [](uint64_t value, const Argument& argument) { return value < argument.begin; });
    const Argument* const before = next == arguments_.begin() ? nullptr : &*(next - 1);
    if (allocated) {
        *outside = {nullptr, allocation, allocation + bytes, allocation + bytes};
        if (before != nullptr && before->begin == allocation) {
            *outside = {before, before->begin, before->end, begin};
            return true;
        }
        return end > allocation + bytes;
    }
    if (before == nullptr || begin - before->end >= kNear) {
        return false;
    }
    *outside = {before, before->begin, before->end, begin};
    return true;
}

template <typename Visit>
void GlobalMemory::ForEachPage(uint64_t begin, uint64_t end, bool make, Visit visit) const {
    while (begin < end) {
        const size_t index = IndexOf(begin);
        if (index == kNone || !arguments_[index].starts_undefined) {
            return;
        }
        const Argument& argument = arguments_[index];
        const uint64_t offset = begin - argument.begin;
        const uint64_t in_page = offset % kPage;
        const uint64_t stop = std::min({end, argument.end, begin - in_page + kPage});
        std::unique_ptr<DefinedBytes>& page = shadows_[index].pages[offset / kPage];
        if (page == nullptr && make) {
            page = std::make_unique<DefinedBytes>(kPage);
        }
        if (!visit(page.get(), in_page, in_page + (stop - begin), begin)) {
            return;
        }
        begin = stop;
    }
}

void GlobalMemory::Define(uint64_t begin, uint64_t end) {
    ForEachPage(begin, end, true, [](DefinedBytes* page, uint64_t from, uint64_t to, uint64_t) {
        page->Define(from, to);
        return true;
    });
}

void GlobalMemory::Undefine(uint64_t begin, uint64_t end, uint32_t origin) {
    ForEachPage(begin, end, true, [&](DefinedBytes* page, uint64_t from, uint64_t to, uint64_t) {
        page->Undefine(from, to, origin);
        return true;
    });
}

uint64_t GlobalMemory::FirstUndefined(uint64_t begin, uint64_t end) const {
    uint64_t first_match = end;
    ForEachPage(begin, end, false,
                [&](const DefinedBytes* page, uint64_t from, uint64_t to, uint64_t address) {
                    const uint64_t first = page == nullptr ? from : page->FirstUndefined(from, to);
                    if (first == to) {
                        return true;
                    }
                    first_match = address + (first - from);
                    return false;
                });
    return first_match;
}

uint64_t GlobalMemory::FirstDefined(uint64_t begin, uint64_t end) const {
    uint64_t first_match = end;
    ForEachPage(begin, end, false,
                [&](const DefinedBytes* page, uint64_t from, uint64_t to, uint64_t address) {
                    const uint64_t first = page == nullptr ? to : page->FirstDefined(from, to);
                    if (first == to) {
                        return true;
                    }
                    first_match = address + (first - from);
                    return false;
                });
    return first_match;
}

uint32_t GlobalMemory::OriginOf(uint64_t address) const {
    uint32_t origin = 0;
    ForEachPage(address, address + 1, false,
                [&](const DefinedBytes* page, uint64_t from, uint64_t, uint64_t) {
                    origin = page == nullptr ? 0 : page->OriginOf(from);
                    return false;
                });
    return origin;
}

}  // namespace observe
