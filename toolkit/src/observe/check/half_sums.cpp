#include "observe/check/half_sums.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "detail/types/half.h"
#include "isa/vec_elementwise.h"
#include "isa/vec_reduce.h"
#include "observe/check/lanes.h"

namespace observe {

using AscendC::isa::DType;
using AscendC::isa::RecordKind;
using AscendC::isa::ReduceOp;
using AscendC::isa::ReduceSpan;
using AscendC::isa::VecBinary;
using AscendC::isa::VecOperand;
using AscendC::isa::VecReduce;
using AscendC::isa::VecReduceAll;
using AscendC::isa::VecShape;

namespace {

constexpr uint32_t kHalfBytes = 2;
constexpr uint32_t kLanes = AscendC::isa::LanesOf(kHalfBytes);

}  // namespace

uint16_t HalfSums::BitsAt(uint64_t address) {
    uint16_t bits;
    std::memcpy(&bits, reinterpret_cast<const void*>(address), sizeof(bits));
    return bits;
}

double HalfSums::ValueAt(uint64_t address) {
    return static_cast<double>(AscendC::half::FromBits(BitsAt(address)).ToFloat());
}

HalfSum HalfSums::At(uint64_t address) const {
    const auto sum = exact_sums_.find(address);
    if (sum != exact_sums_.end() && sum->second.bits == BitsAt(address)) {
        return {address, sum->second.exact, sum->second.largest};
    }
    const double value = ValueAt(address);
    return {address, value, std::abs(value)};
}

void HalfSums::Begin(const Moment& moment) {
    if (moment.kind == RecordKind::kVecBinary) {
        const auto& add = *static_cast<const VecBinary*>(moment.record);
        if (add.op != AscendC::isa::BinaryOp::kAdd || add.dst_type != DType::kF16 ||
            add.src_type != DType::kF16) {
            return;
        }
        const LaneOperand dst = {add.dst, kHalfBytes};
        const LaneOperand first = {add.src0, kHalfBytes};
        const LaneOperand second = {add.src1, kHalfBytes};
        ForEachLane(add.shape, kLanes, [&](uint32_t repeat, uint32_t lane) {
            const HalfSum a = At(first.AddressOf(add.shape, repeat, lane, kLanes));
            const HalfSum b = At(second.AddressOf(add.shape, repeat, lane, kLanes));
            sums_.push_back({dst.AddressOf(add.shape, repeat, lane, kLanes), a.exact + b.exact,
                             std::max(a.largest, b.largest)});
        });
    } else if (moment.kind == RecordKind::kVecReduce) {
        const auto& sum = *static_cast<const VecReduce*>(moment.record);
        if (sum.op == ReduceOp::kSum && sum.type == DType::kF16) {
            const uint32_t lanes = sum.span == ReduceSpan::kRepeat  ? kLanes
                                   : sum.span == ReduceSpan::kBlock ? kLanes / 8
                                                                    : 2;
            Reduce(sum.shape, sum.src, reinterpret_cast<uint64_t>(sum.dst), sum.dst_step, lanes);
        }
    } else if (moment.kind == RecordKind::kVecReduceAll) {
        const auto& sum = *static_cast<const VecReduceAll*>(moment.record);
        if (sum.op == ReduceOp::kSum && sum.type == DType::kF16 && sum.dst != nullptr) {
            Reduce(sum.shape, sum.src, reinterpret_cast<uint64_t>(sum.dst), 0, kLanes);
        }
    }
}

void HalfSums::Reduce(const VecShape& shape, const VecOperand& source, uint64_t dst, uint32_t step,
                      uint32_t lanes_of_one) {
    const LaneOperand operand = {source, kHalfBytes};
    std::map<uint64_t, HalfSum> sums;
    ForEachLane(shape, kLanes, [&](uint32_t repeat, uint32_t lane) {
        const HalfSum part = At(operand.AddressOf(shape, repeat, lane, kLanes));
        const uint64_t address =
            dst + uint64_t{repeat} * step + uint64_t{lane / lanes_of_one} * kHalfBytes;
        HalfSum& sum = sums.try_emplace(address, HalfSum{address, 0, 0}).first->second;
        sum.exact += part.exact;
        sum.largest = std::max(sum.largest, part.largest);
    });
    for (const auto& [address, sum] : sums) {
        sums_.push_back(sum);
    }
}

void HalfSums::Forget(const Region& region) {
    ForEachRun(region, [&](uint64_t begin) {
        const uint64_t end = begin + region.run;
        if (exact_sums_.size() < region.run / kHalfBytes) {
            for (auto sum = exact_sums_.begin(); sum != exact_sums_.end();) {
                const bool inside = sum->first >= begin && sum->first < end;
                sum = inside ? exact_sums_.erase(sum) : std::next(sum);
            }
            return;
        }
        for (uint64_t address = begin; address < end; address += kHalfBytes) {
            exact_sums_.erase(address);
        }
    });
}

}  // namespace observe
