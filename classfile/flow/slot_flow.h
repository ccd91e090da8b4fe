// Which kind of value each slot holds before each instruction, by dataflow over the raw bytecode: the engine below oop maps and
// stack depths. Uses no StackMapTable, so it serves class files of any age, and unverified ones.
// Proved by tests/classfile/flow/flow_oop_map_builder_test.cpp and by every method of java.base (flow_corpus_test.cpp).
// Source: Agesen, Detlefs, Moss, "Garbage Collection and Local Variable Type-Precision and Liveness in Java Virtual Machines",
// PLDI '98: the problem of jsr.
//
// Lattice: a slot is of one kind, or dead (unset, or of different kinds on different paths: no verified instruction reads it).
// Basic blocks keep the state at their entry ("leader"); inside a block it is recomputed on demand.
//
// Subroutines (jsr, ret) are kept apart by context: a returnAddress value carries the bci it returns to, and states at one bci with
// different returnAddresses are different *variants*, never merged. So `ret` goes back to its own caller only, and a local that is
// a reference for one caller and an int for another keeps its kind. A method without jsr has one variant per block.
// OPTIMIZATION: past kMaxStates variants merge, and the address becomes "any": ret then flows to every return point.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/byte_reader.h"
#include "classfile/flow/abstract_frame.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {

class ClassFile;
class ConstantPool;
struct MethodInfo;

enum class SlotKind : std::uint8_t { kDead, kInt, kFloat, kLong, kDouble, kSecond, kReference, kReturnAddress };

// Small: a method of 65535 locals and thousands of blocks (JVMS 4.11) keeps one for each local at each block.
struct SlotValue {
  static constexpr std::uint16_t kAnyReturn = 0;  // no jsr returns to bci 0

  SlotKind kind = SlotKind::kDead;
  std::uint16_t return_bci = kAnyReturn;  // code has at most 65535 bytes

  bool operator==(const SlotValue&) const = default;
};
static_assert(sizeof(SlotValue) == 4);

using SlotFrame = AbstractFrame<SlotValue>;

// An entry of an exception table, JVMS 4.7.3.
struct FlowHandler {
  std::uint32_t start;
  std::uint32_t end;
  std::uint32_t handler;
};

// One method, as it stands in the class file. The views must outlive the analysis.
struct FlowMethod {
  Bytes code;
  std::vector<FlowHandler> handlers;
  const ConstantPool* pool = nullptr;
  bool is_static = false;
  std::string_view descriptor;
  unsigned max_locals = 0;
  unsigned max_stack = 0;

  // REQUIRES: the method has a Code attribute.
  static FlowMethod of(const ClassFile& file, const MethodInfo& method);
};

class SlotFlow {
 public:
  explicit SlotFlow(FlowMethod method);

  // False: the code is malformed (only unverified code can be); failure() says where and why, and no query may be asked.
  bool run();
  const char* failure() const { return failure_; }
  std::uint32_t failure_bci() const { return failure_bci_; }

  const FlowMethod& method() const { return method_; }
  bool is_instruction(std::uint32_t bci) const { return has(bci, kInstruction); }
  bool is_leader(std::uint32_t bci) const { return has(bci, kLeader); }
  bool is_branch_target(std::uint32_t bci) const { return has(bci, kBranchTarget); }
  bool is_handler_entry(std::uint32_t bci) const { return has(bci, kHandlerEntry); }

  // Calls visit(frame) with each variant of the frame before the instruction at bci; not at all if it is unreachable.
  template <class Visitor>
  void frames_before(std::uint32_t bci, Visitor&& visit) const {
    if (!is_instruction(bci)) return;
    SlotFrame frame(method_.max_locals, method_.max_stack);
    for (std::int32_t at = first_state_at(leader_of(bci)); at != kNone; at = states_[static_cast<std::size_t>(at)].next_variant) {
      if (replay(static_cast<std::size_t>(at), bci, &frame)) visit(static_cast<const SlotFrame&>(frame));
    }
  }

  // Calls visit(bci, frame) for each reachable instruction in each variant, blocks in no particular order.
  template <class Visitor>
  void each_instruction(Visitor&& visit) const {
    SlotFrame frame(method_.max_locals, method_.max_stack);
    for (std::size_t at = 0; at != states_.size(); ++at) {
      load(states_[at], &frame);
      std::uint32_t bci = states_[at].bci;
      do {
        visit(bci, static_cast<const SlotFrame&>(frame));
      } while (replay_one(&bci, &frame));
    }
  }

 private:
  enum Mark : std::uint8_t { kInstruction = 1, kLeader = 2, kBranchTarget = 4, kHandlerEntry = 8 };
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kMaxStates = 20000;

  // The frame at a leader, in one context. Its slots stand in values_ from `values` on: locals, then stack.
  struct State {
    std::uint32_t bci;
    std::int32_t next_variant;
    std::size_t values;
    unsigned depth;
    bool queued;
  };

  bool has(std::uint32_t bci, Mark mark) const { return bci < marks_.size() && (marks_[bci] & mark) != 0; }
  bool fail(std::uint32_t bci, const char* why);

  bool mark_instructions();
  bool mark_leaders();
  bool mark_target(std::uint32_t bci, std::int32_t target);
  bool enter_method();

  bool run_block(std::size_t state);
  bool flow_to(std::uint32_t from, std::int32_t target, const SlotFrame& frame);
  bool flow_to_targets(const Instruction& at, SlotFrame& frame);
  bool flow_to_handlers(std::uint32_t bci, bool locals_changed, const SlotFrame& frame);
  bool flow_from_jsr(const Instruction& at, SlotFrame& frame);
  bool flow_from_ret(const Instruction& at, SlotFrame& frame);

  std::int32_t find_variant(std::uint32_t bci, const SlotFrame& frame) const;
  bool same_context(const State& state, const SlotFrame& frame) const;
  void add_state(std::uint32_t bci, const SlotFrame& frame);
  bool merge(State& state, const SlotFrame& frame);
  void enqueue(std::size_t state);

  std::uint32_t leader_of(std::uint32_t bci) const;
  std::int32_t first_state_at(std::uint32_t bci) const { return first_state_.empty() ? kNone : first_state_[bci]; }
  void load(const State& state, SlotFrame* frame) const;
  bool replay(std::size_t state, std::uint32_t bci, SlotFrame* frame) const;
  // Executes the instruction at *bci; false at the end of its block.
  bool replay_one(std::uint32_t* bci, SlotFrame* frame) const;

  FlowMethod method_;
  std::vector<std::uint8_t> marks_;         // by bci
  std::vector<std::int32_t> first_state_;   // by bci: first variant at a leader
  std::vector<State> states_;
  std::vector<SlotValue> values_;
  std::vector<std::uint32_t> worklist_;
  std::vector<std::uint32_t> return_points_;  // bcis after a jsr
  const char* failure_ = nullptr;
  std::uint32_t failure_bci_ = 0;
};

}  // namespace minijvm::classfile
