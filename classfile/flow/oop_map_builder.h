// Oop maps: which locals and operand stack slots hold references before an instruction executes,
// and how deep the stack is. The collector needs them to find and update the references in a frame;
// it asks through runtime/frame/oop_map_cache.h, once per method and bci.
// Tested by tests/classfile/flow/flow_oop_map_builder_test.cpp; against the StackMapTables of
// java.base in flow_corpus_test.cpp.
// Source: Agesen, Detlefs, Moss, PLDI '98 (see slot_flow.h).
//
//   OopMapBuilder builder(FlowMethod::of(file, method));
//   if (!builder.run()) ...      only unverified code can fail: builder.flow().failure() says why
//   OopMap map = builder.at(bci);
//
//   slot         0       1       2        3          4    5
//   holds      String   int    dead     Object     long (second)
//   map          1       0       0        1          0    0
//                locals: max_locals = 3   stack: depth = 3
//
// In an old class file a bci inside a jsr subroutine may have different maps for different callers.
// at() then gives what holds for all callers, and the map's is_ambiguous() is true. The collector
// must take the one of variants() whose return addresses are those in the frame.
#pragma once

#include <cstdint>
#include <vector>

#include "classfile/flow/slot_flow.h"

namespace minijvm::classfile {

// A map has one bit for each slot. Most methods need no memory outside of the object.
class OopMap {
 public:
  // Makes the map of unreachable code: no frame is ever at that bci.
  OopMap() = default;
  explicit OopMap(const SlotFrame& frame);

  bool is_reachable() const { return reachable_; }
  // Returns true if variants differ in a slot; its bit is then 0.
  bool is_ambiguous() const { return ambiguous_; }
  unsigned max_locals() const { return max_locals_; }
  // Returns the depth in slots. A long or double is two slots, with its value in the first.
  unsigned depth() const { return depth_; }
  // Slots are numbered locals first, then the stack from the bottom.
  unsigned slots() const { return unsigned{max_locals_} + depth_; }
  bool is_reference(unsigned slot) const { return ((word(slot / 64) >> (slot % 64)) & 1) != 0; }

  // Calls visit(slot) for each slot that holds a reference, in ascending order.
  template <class Visitor>
  void each_reference(Visitor&& visit) const {
    for (unsigned at = 0; at * 64 < slots(); ++at) {
      for (std::uint64_t left = word(at); left != 0; left &= left - 1) {
        visit(at * 64 + static_cast<unsigned>(__builtin_ctzll(left)));
      }
    }
  }

  // Keeps the bits that are set in both. REQUIRES: same depth and max_locals.
  void intersect(const OopMap& other);
  bool operator==(const OopMap& other) const = default;

 private:
  // Each word has the bits of 64 slots.
  std::uint64_t word(unsigned at) const { return at == 0 ? first_ : more_[at - 1]; }
  std::uint64_t& word(unsigned at) { return at == 0 ? first_ : more_[at - 1]; }

  std::uint16_t max_locals_ = 0;
  std::uint16_t depth_ = 0;
  bool reachable_ = false;
  bool ambiguous_ = false;
  // Slots 0 to 63, which are all slots of nearly every method.
  std::uint64_t first_ = 0;
  // The slots from 64 on.
  std::vector<std::uint64_t> more_;
};

// A map for the frames in which each slot of return_slots holds the return address of that jsr.
struct OopMapVariant {
  // A row says: slot `slot` returns to bci `return_bci`.
  struct ReturnSlot {
    std::uint32_t slot;
    std::uint32_t return_bci;
  };
  std::vector<ReturnSlot> return_slots;
  OopMap map;
};

// Analyses one method and makes maps of it.
class OopMapBuilder {
 public:
  explicit OopMapBuilder(FlowMethod method) : flow_(std::move(method)) {}

  bool run() { return flow_.run(); }
  const SlotFlow& flow() const { return flow_; }

  // The next three REQUIRE: run() was true. at() gives an unreachable map if no path leads to bci.
  OopMap at(std::uint32_t bci) const;
  std::vector<OopMapVariant> variants(std::uint32_t bci) const;

  // Calls visit(bci, map) for each reachable instruction in each variant. A bci inside a subroutine
  // is visited once per variant.
  template <class Visitor>
  void each(Visitor&& visit) const {
    flow_.each_instruction(
        [&](std::uint32_t bci, const SlotFrame& frame) { visit(bci, OopMap(frame)); });
  }

 private:
  SlotFlow flow_;
};

}  // namespace minijvm::classfile
