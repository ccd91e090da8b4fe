// Makes oop maps from the frames of the slot flow. A map is made when it is asked for, and
// runtime/frame/oop_map_cache.h keeps it.
#include "classfile/flow/oop_map_builder.h"

namespace minijvm::classfile {

// Sets one bit for each slot that certainly holds a reference. Dead slots have none.
OopMap::OopMap(const SlotFrame& frame)
    : max_locals_(static_cast<std::uint16_t>(frame.max_locals())),
      depth_(static_cast<std::uint16_t>(frame.depth())),
      reachable_(true) {
  // Only slots beyond the first 64 need a vector.
  if (frame.used() > 64)
    more_.resize((frame.used() - 1) / 64);
  for (unsigned slot = 0; slot != frame.used(); ++slot) {
    if (frame.data()[slot].kind == SlotKind::kReference)
      word(slot / 64) |= std::uint64_t{1} << (slot % 64);
  }
}

// The loop runs once even for a frame without slots, whose only word is empty.
void OopMap::intersect(const OopMap& other) {
  MJ_CHECK(slots() == other.slots(), "maps of %u and %u slots", slots(), other.slots());
  for (unsigned at = 0; at * 64 < slots() || at == 0; ++at) {
    if (word(at) != other.word(at))
      ambiguous_ = true;
    word(at) &= other.word(at);
  }
}

// Without jsr there is one frame. With several frames, the map keeps the bits that all of them
// have.
OopMap OopMapBuilder::at(std::uint32_t bci) const {
  OopMap result;
  flow_.frames_before(bci, [&](const SlotFrame& frame) {
    if (result.is_reachable()) {
      result.intersect(OopMap(frame));
    } else {
      result = OopMap(frame);
    }
  });
  return result;
}

// Return addresses tell the variants apart: the collector finds the same ones in the real frame.
std::vector<OopMapVariant> OopMapBuilder::variants(std::uint32_t bci) const {
  std::vector<OopMapVariant> result;
  flow_.frames_before(bci, [&](const SlotFrame& frame) {
    OopMapVariant variant;
    for (unsigned slot = 0; slot != frame.used(); ++slot) {
      const SlotValue& value = frame.data()[slot];
      if (value.kind == SlotKind::kReturnAddress)
        variant.return_slots.push_back({slot, value.return_bci});
    }
    variant.map = OopMap(frame);
    result.push_back(std::move(variant));
  });
  return result;
}

}  // namespace minijvm::classfile
