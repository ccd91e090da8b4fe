// Computes which kind of value each slot holds before each instruction, by data flow over the raw
// bytecode. The oop maps are made from the result. It uses no StackMapTable, so it serves class
// files of any age, and unverified ones.
// Tested by tests/classfile/flow/flow_oop_map_builder_test.cpp and by every method of java.base
// (flow_corpus_test.cpp).
// Source: Agesen, Detlefs, Moss, "Garbage Collection and Local Variable Type-Precision and Liveness
// in Java Virtual Machines", PLDI '98: the problem of jsr.
//
// Lattice: a slot is of one kind, or dead. It is dead if it is not set, or if it has different
// kinds on different paths; no verified instruction then reads it.
//
//        int  float  long  double  second  reference  returnAddress(bci)
//          \    \      \      |      /         /           /
//           '----'------'--- dead --'---------'-----------'
//
// Basic blocks keep the state at their first instruction, the "leader". Inside of a block the state
// is computed again for each query.
// Rejected: a state for each instruction. Most are never asked for, and a method of 64 KiB with
// many locals would need gigabytes.
//
// Subroutines (jsr, ret) are kept apart by context. A returnAddress value carries the bci that it
// returns to, and states at one bci with different returnAddresses are different *variants*, which
// are never merged. So `ret` goes back only to its own caller, and a local that is a reference for
// one caller and an int for another keeps both kinds. Example: old javac compiles a finally block
// to a subroutine; at one call of it local 3 is a String, at another an int. A method without jsr
// has one variant per block.
// OPTIMIZATION: beyond kMaxStates states, variants merge, and the address becomes "any": ret then
// flows to every return point.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "classfile/byte_reader.h"
#include "classfile/flow/abstract_frame.h"
#include "classfile/fwd.h"
#include "classfile/opcodes.h"

namespace minijvm::classfile {

// The kind of the value in a slot. kSecond is the second slot of a long or double.
enum class SlotKind : std::uint8_t {
  kDead,
  kInt,
  kFloat,
  kLong,
  kDouble,
  kSecond,
  kReference,
  kReturnAddress
};

// The value of one slot in the lattice. It is small, because a method of 65535 locals and thousands
// of blocks (JVMS 4.11) has one for each local at each block.
struct SlotValue {
  // The value also stands where return_bci means nothing. No jsr returns to bci 0.
  static constexpr std::uint16_t kAnyReturn = 0;

  SlotKind kind = SlotKind::kDead;
  // The field has a meaning only for kReturnAddress. Sixteen bits are enough: code has at most
  // 65535 bytes.
  std::uint16_t return_bci = kAnyReturn;

  bool operator==(const SlotValue&) const = default;
};
static_assert(sizeof(SlotValue) == 4);

using SlotFrame = AbstractFrame<SlotValue>;

// A row of an exception table, JVMS 4.7.3: covers [start, end).
struct FlowHandler {
  std::uint32_t start;
  std::uint32_t end;
  std::uint32_t handler;
};

// One method as it stands in the class file. The bytes that the views refer to must outlive the
// analysis.
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

// The analysis of one method. A caller runs it once and then uses the queries.
class SlotFlow {
 public:
  explicit SlotFlow(FlowMethod method);

  // Returns false if the code is malformed, which only unverified code can be. failure() and
  // failure_bci() then say why and where, and the queries below may not be used.
  bool run();
  const char* failure() const { return failure_; }
  std::uint32_t failure_bci() const { return failure_bci_; }

  const FlowMethod& method() const { return method_; }
  bool is_instruction(std::uint32_t bci) const { return has(bci, kInstruction); }
  // Returns true if a basic block starts here: at bci 0, at a branch target, at a handler, and
  // after a branch.
  bool is_leader(std::uint32_t bci) const { return has(bci, kLeader); }

  // Calls visit(frame) with each variant of the frame before the instruction at bci; there is no
  // call if the instruction is unreachable. Each query executes the block again from its leader, so
  // it takes time.
  template <class Visitor>
  void frames_before(std::uint32_t bci, Visitor&& visit) const {
    if (!is_instruction(bci))
      return;
    SlotFrame frame(method_.max_locals, method_.max_stack);
    for (std::int32_t at = first_state_at(leader_of(bci)); at != kNone;
         at = states_[static_cast<std::size_t>(at)].next_variant) {
      if (replay(static_cast<std::size_t>(at), bci, &frame))
        visit(static_cast<const SlotFrame&>(frame));
    }
  }

  // Calls visit(bci, frame) for each reachable instruction in each variant. Blocks come in no
  // particular order.
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
  // The bits of marks_.
  enum Mark : std::uint8_t { kInstruction = 1, kLeader = 2 };
  static constexpr std::int32_t kNone = -1;
  // A bound, because a hostile nest of subroutines has exponentially many contexts.
  static constexpr std::size_t kMaxStates = 20000;

  // The frame at a leader, in one context. Its slots stand in values_ from index `values` on:
  // locals first, then the stack.
  struct State {
    std::uint32_t bci;
    // The next variant at the same leader, or kNone.
    std::int32_t next_variant;
    std::size_t values;
    unsigned depth;
    // True while the state is in the worklist.
    bool queued;
  };

  bool has(std::uint32_t bci, Mark mark) const {
    return bci < marks_.size() && (marks_[bci] & mark) != 0;
  }
  // Records the failure and returns false.
  bool fail(std::uint32_t bci, const char* why);

  // Before the data flow these find where instructions and blocks start, and make the frame at
  // entry.
  bool mark_instructions();
  bool mark_leaders();
  // Marks the target of a branch from `bci`. Fails if no instruction starts at `target`.
  bool mark_target(std::uint32_t bci, std::int32_t target);
  bool enter_method();

  // These run the data flow. Each flow_ function merges a frame into the state at its target.
  bool run_block(std::size_t state);
  // `from` is the instruction that control comes from; messages name it.
  bool flow_to(std::uint32_t from, std::int32_t target, const SlotFrame& frame);
  bool flow_to_targets(const Instruction& at, SlotFrame& frame);
  // `locals_changed` is true if locals changed since the handlers of the instruction before were
  // updated.
  bool flow_to_handlers(std::uint32_t bci, bool locals_changed, const SlotFrame& frame);
  bool flow_from_jsr(const Instruction& at, SlotFrame& frame);
  bool flow_from_ret(const Instruction& at, SlotFrame& frame);

  // These find, add and change states.
  std::int32_t find_variant(std::uint32_t bci, const SlotFrame& frame) const;
  // Returns true if the return addresses in both are the same.
  bool same_context(const State& state, const SlotFrame& frame) const;
  void add_state(std::uint32_t bci, const SlotFrame& frame);
  // Returns true if the state changed, so that its block must run again.
  bool merge(State& state, const SlotFrame& frame);
  void enqueue(std::size_t state);

  // Returns the leader of the block that contains bci.
  std::uint32_t leader_of(std::uint32_t bci) const;
  std::int32_t first_state_at(std::uint32_t bci) const {
    return first_state_.empty() ? kNone : first_state_[bci];
  }
  // These serve the queries.
  void load(const State& state, SlotFrame* frame) const;
  bool replay(std::size_t state, std::uint32_t bci, SlotFrame* frame) const;
  // Executes the instruction at *bci and moves *bci to the next one. Returns false at the end of
  // the block.
  bool replay_one(std::uint32_t* bci, SlotFrame* frame) const;

  FlowMethod method_;
  // For each bci, a set of Marks.
  std::vector<std::uint8_t> marks_;
  // For each bci that is a leader, its first variant; kNone for the others.
  std::vector<std::int32_t> first_state_;
  std::vector<State> states_;
  // The slots of all states, one after the other.
  std::vector<SlotValue> values_;
  // States whose blocks must run (again). The last one added runs first.
  std::vector<std::uint32_t> worklist_;
  // The bci after each jsr.
  std::vector<std::uint32_t> return_points_;
  const char* failure_ = nullptr;
  std::uint32_t failure_bci_ = 0;
};

}  // namespace minijvm::classfile
