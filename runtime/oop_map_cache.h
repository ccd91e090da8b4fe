// Which slots of a frame hold references: maps by (method, bci) from classfile/flow/oop_map_builder, built once and kept.
// Proved by tests/runtime/oop_map_cache_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/frame.h"

namespace minijvm::runtime {

class Class;
class Object;

// How many operand stack slots, from the bottom, are materialised in a frame (canonical at safepoints, so usually
// all). Installed by the engine; none: all. A slot it masks is not visited.
using StackSlotMask = bool (*)(const Frame& frame, std::uint32_t stack_slot);
void set_stack_slot_mask(StackSlotMask is_materialised);

// visit(Object** slot) for each reference of the frame: locals, operand stack (without outgoing arguments unless the frame owns them),
// the lock slot; arguments of a native by its descriptor. REQUIRES: the frame's thread is stopped.
void visit_frame_references(const Frame& frame, void (*visit)(Object** slot, void* context), void* context);

template <class Visit>
void visit_frame_references(const Frame& frame, Visit visit) {
  visit_frame_references(frame, [](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

// What a slot of a frame holds. kWide: a long or double, whose second slot is kNothing; kNothing also: it is dead or not materialised.
enum class SlotContent : std::uint8_t { kNothing, kPrimitive, kWide, kReference };
struct FrameContents {
  std::vector<SlotContent> locals;
  std::vector<SlotContent> stack;  // without outgoing arguments unless the frame owns them
};
FrameContents contents_of(const Frame& frame);

// The depth of the operand stack before the instruction at a bci; -1: unreachable code.
int stack_depth_at(const Method& method, std::int32_t bci);

// Before a class dies.
void forget_oop_maps(const Class& klass);

}  // namespace minijvm::runtime
