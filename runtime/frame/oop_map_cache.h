// Knows which slots of a frame hold references. The maps come from classfile/flow/oop_map_builder,
// one for each (method, bci) that was asked for, and are kept.
//
// Maps are computed on demand and not for every call site, because most methods are never on the
// stack when a collection starts. They are kept because the same map is usually asked for again.
// Tested by tests/runtime/oop_map_cache_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"

namespace minijvm::runtime {

// Calls visit(slot, context) for each reference of the frame: in locals, on the operand stack, in
// the lock slot. Outgoing arguments are left out unless the frame owns them, since they are the
// callee's locals. The arguments of a native method are found by its descriptor. REQUIRES: the
// frame's thread is stopped.
void visit_frame_references(const Frame& frame, void (*visit)(Object** slot, void* context),
                            void* context);

template <class Visit>
void visit_frame_references(const Frame& frame, Visit visit) {
  visit_frame_references(
      frame, [](Object** slot, void* context) { (*static_cast<Visit*>(context))(slot); }, &visit);
}

// The kind of value that a slot of a frame holds. kWide is a long or double, whose second slot is
// kNothing. kNothing also stands for a value that is dead or not materialised.
enum class SlotContent : std::uint8_t { kNothing, kPrimitive, kWide, kReference };
struct FrameContents {
  std::vector<SlotContent> locals;
  std::vector<SlotContent> stack;  // from the bottom; outgoing arguments only if owned
};
// Returns the content of every slot, for debuggers. Slots on which two callers of a jsr subroutine
// disagree are kNothing. REQUIRES: the frame's thread is stopped.
FrameContents contents_of(const Frame& frame);

// Returns the depth of the operand stack, in slots, before the instruction at `bci`; -1 if the code
// there is unreachable. REQUIRES: the method has bytecode.
int stack_depth_at(const Method& method, std::int32_t bci);

// Drops the maps of all methods of the class and of its older versions. Must be called before a
// class dies or gets other bodies.
void forget_oop_maps(const Class& klass);

}  // namespace minijvm::runtime
