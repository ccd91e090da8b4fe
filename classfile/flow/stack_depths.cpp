#include "classfile/flow/stack_depths.h"

namespace minijvm::classfile {

StackDepths::StackDepths(const SlotFlow& flow)
    : flow_(flow), depths_(flow.method().code.size(), kUnreachable), kinds_from_(flow.method().code.size(), 0) {
  flow.each_instruction([this](std::uint32_t bci, const SlotFrame& frame) { record(bci, frame); });
}

void StackDepths::record(std::uint32_t bci, const SlotFrame& frame) {
  const bool is_first = depths_[bci] == kUnreachable;
  depths_[bci] = static_cast<std::int32_t>(frame.depth());
  if (!is_leader(bci)) return;
  if (is_first) {
    kinds_from_[bci] = static_cast<std::uint32_t>(kinds_.size());
    kinds_.resize(kinds_.size() + frame.depth());
  }
  for (unsigned i = 0; i != frame.depth(); ++i) {
    SlotKind& kept = kinds_[kinds_from_[bci] + i];
    const SlotKind kind = frame.stack(i).kind;
    kept = is_first || kept == kind ? kind : SlotKind::kDead;
  }
}

std::span<const SlotKind> StackDepths::kinds_at(std::uint32_t leader) const {
  if (!is_reachable(leader)) return {};
  return {kinds_.data() + kinds_from_[leader], static_cast<std::size_t>(depths_[leader])};
}

}  // namespace minijvm::classfile
