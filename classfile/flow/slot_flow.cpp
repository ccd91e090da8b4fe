// Computes the data flow: states at the leaders, a worklist, and queries that execute a block
// again. The oop map cache (runtime/frame/oop_map_cache.h) makes a SlotFlow when the collector or a
// debugger asks for a map of a method. Nothing here touches a Java object.
#include "classfile/flow/slot_flow.h"

#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/flow/slot_transfer.h"

namespace minijvm::classfile {
namespace {

bool is_jsr(Opcode opcode) { return opcode == Opcode::jsr || opcode == Opcode::jsr_w; }

// Stores are the only instructions after which an exception handler may see other kinds of locals;
// iinc keeps an int.
bool changes_locals(const Instruction& at) {
  return at.info().has(kStore) && at.opcode != Opcode::iinc;
}

// Joins two values where two paths meet: equal values stay, and different ones become dead. Two
// different return addresses become "any return address". They meet only when variants merge beyond
// kMaxStates.
SlotValue joined(const SlotValue& a, const SlotValue& b) {
  if (a == b)
    return a;
  const bool both_return = a.kind == SlotKind::kReturnAddress && b.kind == SlotKind::kReturnAddress;
  return both_return ? SlotValue{SlotKind::kReturnAddress, SlotValue::kAnyReturn} : SlotValue{};
}

}  // namespace

FlowMethod FlowMethod::of(const ClassFile& file, const MethodInfo& method) {
  MJ_CHECK(method.has_code(), "a method without code has no flow");
  const CodeAttribute code = file.code_of(method);
  FlowMethod flow;
  flow.code = code.code;
  for (const ExceptionHandler& row : code.exception_table) {
    flow.handlers.push_back({row.start_pc, row.end_pc, row.handler_pc});
  }
  flow.pool = &file.constant_pool();
  flow.is_static = (method.access_flags & ACC_STATIC) != 0;
  flow.descriptor = file.descriptor_of(method);
  flow.max_locals = code.max_locals;
  flow.max_stack = code.max_stack;
  return flow;
}

SlotFlow::SlotFlow(FlowMethod method) : method_(std::move(method)) {}

bool SlotFlow::fail(std::uint32_t bci, const char* why) {
  failure_ = why;
  failure_bci_ = bci;
  return false;
}

// Finds the blocks, puts the frame at entry into the first, and runs blocks until no state changes
// any more. The analysis ends because a slot's value can only become less specific. Example: a loop
// whose body stores a String into local 1, which held an int:
//
//   block at    local 1 in the first run    in the second run, after the jump back
//      0        int
//      3        int                         dead: the join of int and reference
bool SlotFlow::run() {
  if (!mark_instructions() || !mark_leaders())
    return false;
  first_state_.assign(method_.code.size(), kNone);
  if (!enter_method())
    return false;
  while (!worklist_.empty()) {
    const std::uint32_t next = worklist_.back();
    worklist_.pop_back();
    // The flag is cleared before the block runs, because the block may be a loop and queue itself
    // again.
    states_[next].queued = false;
    if (!run_block(next))
      return false;
  }
  return true;
}

// Every byte of the code must belong to an instruction, even if no path leads there.
bool SlotFlow::mark_instructions() {
  marks_.assign(method_.code.size(), 0);
  InstructionCursor at(method_.code);
  for (; at.valid(); at.advance()) {
    marks_[at.bci()] = kInstruction;
  }
  if (at.malformed())
    return fail(at.bci(), "no instruction of JVMS 6.5");
  if (marks_.empty())
    return fail(0, "no code");
  return true;
}

// A branch must lead to the start of an instruction.
bool SlotFlow::mark_target(std::uint32_t bci, std::int32_t target) {
  if (target < 0 || !is_instruction(static_cast<std::uint32_t>(target)))
    return fail(bci, "branch into nowhere");
  marks_[static_cast<std::size_t>(target)] |= kLeader;
  return true;
}

// Leaders are the first instruction, branch targets, handlers, and the instruction behind a branch
// or behind an instruction that does not continue (a return, for example).
bool SlotFlow::mark_leaders() {
  marks_[0] |= kLeader;
  for (InstructionCursor at(method_.code); at.valid(); at.advance()) {
    const bool branches = at->info().has(kBranch) || at->is_switch();
    if (branches && !mark_target(at.bci(), at->target))
      return false;
    for (std::uint32_t i = 0; at->is_switch() && i != at->cases; ++i) {
      if (!mark_target(at.bci(), at->case_target(i)))
        return false;
    }
    const bool ends = branches || at->info().has(kEndsBlock);
    if (ends && at->next_bci() < marks_.size())
      marks_[at->next_bci()] |= kLeader;
    // A ret whose address is not known may return to any of these points.
    if (is_jsr(at->opcode))
      return_points_.push_back(at->next_bci());
  }
  for (const FlowHandler& handler : method_.handlers) {
    if (!is_instruction(handler.handler))
      return fail(handler.handler, "exception handler into nowhere");
    marks_[handler.handler] |= kLeader;
  }
  return true;
}

// JVMS 2.6.1: the receiver and the arguments are in the first locals; the others are not set.
bool SlotFlow::enter_method() {
  SlotFrame frame(method_.max_locals, method_.max_stack);
  const MethodDescriptor descriptor(method_.descriptor);
  unsigned next = method_.is_static ? 0 : 1;
  if (descriptor.parameter_slots() + next > method_.max_locals)
    return fail(0, "arguments need more locals than max_locals");
  if (!method_.is_static)
    frame.local(0) = {SlotKind::kReference};
  for (FieldType type : descriptor) {
    switch (type.stack_letter()) {
      case 'I':
        frame.local(next) = {SlotKind::kInt};
        break;
      case 'F':
        frame.local(next) = {SlotKind::kFloat};
        break;
      case 'J':
        frame.local(next) = {SlotKind::kLong};
        break;
      case 'D':
        frame.local(next) = {SlotKind::kDouble};
        break;
      default:
        frame.local(next) = {SlotKind::kReference};
        break;
    }
    if (type.slots() == 2)
      frame.local(next + 1) = {SlotKind::kSecond};
    next += type.slots();
  }
  // Method entry is an edge to bci 0 like any other edge, because bci 0 may be a branch target as
  // well.
  return flow_to(0, 0, frame);
}

// Executes a block from its state to its end, and merges into the states of all its successors.
bool SlotFlow::run_block(std::size_t state) {
  SlotFrame frame(method_.max_locals, method_.max_stack);
  load(states_[state], &frame);
  SlotTransfer transfer(*method_.pool, frame);
  // At the leader the handlers are always updated, because the leader's state may have changed.
  bool locals_changed = true;
  InstructionCursor at(method_.code, states_[state].bci);
  while (true) {
    // The handlers come first, since they see the locals before the instruction.
    if (!flow_to_handlers(at.bci(), locals_changed, frame))
      return false;
    // Then the instruction is executed; its targets get the frame after it.
    if (const char* error = transfer.execute(*at))
      return fail(at.bci(), error);
    if (!flow_to_targets(*at, frame))
      return false;
    if (at->info().has(kEndsBlock))
      return true;
    locals_changed = changes_locals(*at);
    const std::uint32_t from = at.bci();
    at.advance();
    if (!at.valid())
      return fail(from, "control falls off the end of the code");
    // The next block begins: control falls into it.
    if (is_leader(at.bci()))
      return flow_to(from, static_cast<std::int32_t>(at.bci()), frame);
  }
}

// Merges the frame into the states at the branch targets. The path that falls through is
// run_block()'s.
bool SlotFlow::flow_to_targets(const Instruction& at, SlotFrame& frame) {
  if (is_jsr(at.opcode))
    return flow_from_jsr(at, frame);
  if (at.opcode == Opcode::ret)
    return flow_from_ret(at, frame);
  if (at.info().has(kBranch))
    return flow_to(at.bci, at.target, frame);
  if (!at.is_switch())
    return true;
  for (std::uint32_t i = 0; i != at.cases; ++i) {
    if (!flow_to(at.bci, at.case_target(i), frame))
      return false;
  }
  return flow_to(at.bci, at.target, frame);
}

// jsr pushes the address of the next instruction (JVMS 6.5.jsr). This address distinguishes the
// contexts inside the subroutine.
bool SlotFlow::flow_from_jsr(const Instruction& at, SlotFrame& frame) {
  if (!frame.has_room(1))
    return fail(at.bci, "operand stack overflow");
  frame.push({SlotKind::kReturnAddress, static_cast<std::uint16_t>(at.next_bci())});
  return flow_to(at.bci, at.target, frame);
}

// ret goes back to its own caller. The return address is removed from the frame: a subroutine
// returns to an address only once (JVMS 4.10.2.5), and a copy left in a local would keep the
// contexts apart after the subroutine as well.
bool SlotFlow::flow_from_ret(const Instruction& at, SlotFrame& frame) {
  if (at.index >= frame.max_locals())
    return fail(at.bci, "local index beyond max_locals");
  const SlotValue address = frame.local(at.index);
  if (address.kind != SlotKind::kReturnAddress)
    return fail(at.bci, "ret of something that is no return address");
  for (unsigned i = 0; i != frame.used(); ++i) {
    if (frame.data()[i] == address)
      frame.data()[i] = {};
  }
  // There is one caller, unless variants have merged; then any return point may follow.
  if (address.return_bci != SlotValue::kAnyReturn)
    return flow_to(at.bci, static_cast<std::int32_t>(address.return_bci), frame);
  for (std::uint32_t point : return_points_) {
    if (!flow_to(at.bci, static_cast<std::int32_t>(point), frame))
      return false;
  }
  return true;
}

// A handler can be entered with the locals before each instruction that it covers. These locals
// differ from the locals before the preceding instruction only after a store, at the start of a
// block, and at the start of the range. Elsewhere there is nothing to do.
bool SlotFlow::flow_to_handlers(std::uint32_t bci, bool locals_changed, const SlotFrame& frame) {
  for (const FlowHandler& handler : method_.handlers) {
    const bool covers = handler.start <= bci && bci < handler.end;
    if (!covers || (!locals_changed && bci != handler.start))
      continue;
    if (method_.max_stack == 0)
      return fail(bci, "operand stack overflow");
    // The stack is empty but for the exception (JVMS 6.5.athrow).
    SlotFrame thrown = frame;
    thrown.set_depth(0);
    thrown.push({SlotKind::kReference});
    if (!flow_to(bci, static_cast<std::int32_t>(handler.handler), thrown))
      return false;
  }
  return true;
}

// Merges the frame into the state at `target` in the same context, or makes that state.
bool SlotFlow::flow_to(std::uint32_t from, std::int32_t target, const SlotFrame& frame) {
  const auto bci = static_cast<std::uint32_t>(target);
  if (bci >= marks_.size())
    return fail(from, "control falls off the end of the code");
  const std::int32_t found = find_variant(bci, frame);
  if (found == kNone) {
    add_state(bci, frame);
    return true;
  }
  State& state = states_[static_cast<std::size_t>(found)];
  if (state.depth != frame.depth())
    return fail(from, "stack depths differ where two paths meet");
  if (merge(state, frame))
    enqueue(static_cast<std::size_t>(found));
  return true;
}

// Returns the variant with the frame's own return addresses, or kNone. Beyond kMaxStates any
// variant is used.
std::int32_t SlotFlow::find_variant(std::uint32_t bci, const SlotFrame& frame) const {
  const std::int32_t first = first_state_at(bci);
  // Without jsr there is one variant.
  if (return_points_.empty() || first == kNone)
    return first;
  for (std::int32_t at = first; at != kNone;
       at = states_[static_cast<std::size_t>(at)].next_variant) {
    if (same_context(states_[static_cast<std::size_t>(at)], frame))
      return at;
  }
  return states_.size() < kMaxStates ? kNone : first;
}

// Contexts are the same if the same slots hold the same return addresses.
bool SlotFlow::same_context(const State& state, const SlotFrame& frame) const {
  // Depths differ only in malformed code, which flow_to reports.
  if (state.depth != frame.depth())
    return true;
  const SlotValue* kept = &values_[state.values];
  for (unsigned i = 0; i != frame.used(); ++i) {
    const SlotValue& value = frame.data()[i];
    const bool is_address =
        value.kind == SlotKind::kReturnAddress || kept[i].kind == SlotKind::kReturnAddress;
    if (is_address && value != kept[i])
      return false;
  }
  return true;
}

// The new variant becomes the first in its leader's list. values_ may move, so no pointer into it
// is kept across this call.
void SlotFlow::add_state(std::uint32_t bci, const SlotFrame& frame) {
  states_.push_back({bci, first_state_[bci], values_.size(), frame.depth(), false});
  values_.insert(values_.end(), frame.data(), frame.data() + frame.used());
  first_state_[bci] = static_cast<std::int32_t>(states_.size() - 1);
  enqueue(states_.size() - 1);
}

// Returns true if the state has become less specific, so that its block must run again.
bool SlotFlow::merge(State& state, const SlotFrame& frame) {
  bool changed = false;
  SlotValue* kept = values_.data() + state.values;
  for (unsigned i = 0; i != frame.used(); ++i) {
    const SlotValue value = joined(kept[i], frame.data()[i]);
    changed = changed || value != kept[i];
    kept[i] = value;
  }
  return changed;
}

void SlotFlow::enqueue(std::size_t state) {
  if (states_[state].queued)
    return;
  states_[state].queued = true;
  worklist_.push_back(static_cast<std::uint32_t>(state));
}

// Walks back to the leader. Bci 0 is a leader, so the loop ends.
std::uint32_t SlotFlow::leader_of(std::uint32_t bci) const {
  while (!is_leader(bci)) {
    --bci;
  }
  return bci;
}

void SlotFlow::load(const State& state, SlotFrame* frame) const {
  frame->set_depth(state.depth);
  const SlotValue* from = values_.data() + state.values;
  std::copy(from, from + frame->used(), frame->data());
}

// Returns false if the block ends before bci. If bci is the leader itself, nothing is executed.
bool SlotFlow::replay(std::size_t state, std::uint32_t bci, SlotFrame* frame) const {
  load(states_[state], frame);
  std::uint32_t at = states_[state].bci;
  while (at != bci) {
    if (!replay_one(&at, frame))
      return false;
  }
  return true;
}

// No error can occur, since run() has executed this block from the same state without an error.
bool SlotFlow::replay_one(std::uint32_t* bci, SlotFrame* frame) const {
  const InstructionCursor at(method_.code, *bci);
  if (at->info().has(kEndsBlock) || is_leader(at->next_bci()))
    return false;
  const char* error = SlotTransfer(*method_.pool, *frame).execute(*at);
  *bci = at->next_bci();
  return error == nullptr;
}

}  // namespace minijvm::classfile
