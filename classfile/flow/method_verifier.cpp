// Walks over one method for the verifier. It visits each instruction once, with the stack map that
// stands there, its branches and its handlers. The caller is in VM, since the oracle may load a
// class.
#include "classfile/flow/method_verifier.h"

#include <fmt/format.h>

#include "classfile/flow/verification_account.h"

namespace minijvm::classfile {
namespace {

// JVMS 4.9.1: code is shorter than 65536 bytes.
constexpr std::int64_t kMaxCodeLength = 65535;

}  // namespace

MethodVerifier::MethodVerifier(const ClassFile& file, const MethodInfo& method, TypeOracle& oracle)
    : file_(file),
      pool_(file.constant_pool()),
      method_(method),
      code_(file.code_of(method)),
      oracle_(oracle),
      this_type_(Type::reference(file.name())),
      is_init_(file.name_of(method) == "<init>"),
      maps_({pool_, code_.code, is_instruction_, code_.max_locals, code_.max_stack}),
      frame_(code_.max_locals, code_.max_stack) {}

// HOTSPOT: the order of the checks is HotSpot's, because only the first fault of a method is
// reported.
bool MethodVerifier::run() {
  account::tell_method(file_, method_);
  const bool good = mark_instructions() && enter_method() && decode_maps() &&
                    check_handler_table() && check_local_variables(code_.local_variables) && walk();
  if (!good)
    account::tell_failure(at_.bci, clause(), failure_);
  return good;
}

// Returns the rule in force: a part of 4.10.1 if rule_ is set, otherwise that of the current
// instruction. "6.5.iadd" becomes "4.10.1.9.iadd".
std::string MethodVerifier::clause() const {
  return rule_ != nullptr ? rule_ : "4.10.1.9" + std::string(at_.info().anchor).substr(3);
}

// JVMS 4.10.1.6, mergedCodeIsTypeSafe: walks over the code and the stack maps, merged by bci.
// `reached` says whether the instruction before can continue here (its frame is not afterGoto).
bool MethodVerifier::walk() {
  bool reached = true;
  std::size_t next_map = 0;
  for (InstructionCursor at(code_.code); at.valid(); at.advance()) {
    at_ = *at;
    // Messages use the mark: from here on, the slots above the depth are those that the instruction
    // popped.
    mark_ = frame_.depth();
    const std::size_t maps_before = next_map;
    if (!meet_map(&next_map, reached))
      return false;
    account::tell_instruction(file_, at_, frame_, next_map != maps_before);
    // The stack map may have changed the depth.
    mark_ = frame_.depth();
    if (!step())
      return false;
    reached = !at_.info().has(kEndsBlock);
  }
  // The last instruction must not continue behind the end of the code (JVMS 4.9.2).
  if (!reached)
    return true;
  rule_ = "4.10.1.6";
  at_.bci = static_cast<std::uint32_t>(code_.code.size());
  return fail_in_code("Control flow falls through code end");
}

// Loads the stack map of this bci, if there is one. Maps come in the order of bci, so only the next
// one can be here.
bool MethodVerifier::meet_map(std::size_t* next_map, bool reached) {
  rule_ = "4.10.1.6";
  const StackMapFrame* map = *next_map < maps_.size() ? &maps_[*next_map] : nullptr;
  const bool here = map != nullptr && map->bci == at_.bci;
  // JVMS 4.10.1.6: after a goto, return or athrow there is no frame to continue with.
  if (!here && !reached) {
    return fail_in_code("Expecting a stack map frame");
  }
  if (!here)
    return true;
  // JVMS 4.10.1.6: the frame that falls through must be assignable to the map's, and the map's
  // frame counts from here on. It may say less than the frame before it.
  std::string reason;
  if (reached && !matches(*map, &reason)) {
    return reason.empty() ? false
                          : fail_map("Instruction type does not match stack map", *map, reason);
  }
  maps_.load(*map, &frame_);
  ++*next_map;
  return true;
}

// Checks one instruction. An exception handler may be entered with the locals before the
// instruction (JVMS 4.10.1), so the handlers are checked first where the instruction changes them.
// invoke_init() does that for itself; for the others the locals are the same afterwards.
bool MethodVerifier::step() {
  const bool changes_locals = at_.info().has(kStore) || at_.opcode == Opcode::new_;
  handlers_checked_ = false;
  if (changes_locals && !check_handlers())
    return false;
  // From here until the branches are checked, the clause is that of the instruction.
  rule_ = nullptr;
  if (!execute())
    return false;
  if (!handlers_checked_ && !check_handlers())
    return false;
  rule_ = "4.10.1.4";
  return check_branches();
}

// JVMS 4.10.1, targetIsTypeSafe: each target must have a stack map, and the frame after the
// instruction must be assignable to the map's. A switch has a target for each case, and the
// default.
bool MethodVerifier::check_branches() {
  if (at_.info().has(kBranch))
    return check_target(at_.target);
  if (!at_.is_switch())
    return true;
  if (!check_target(at_.target))
    return false;
  for (std::uint32_t i = 0; i != at_.cases; ++i) {
    if (!check_target(at_.case_target(i)))
      return false;
  }
  return true;
}

bool MethodVerifier::check_target(std::int32_t target) {
  // The addition that made the target may have wrapped around in 32 bits; the offset in 64 bits
  // shows that.
  const std::int64_t offset = std::int64_t{target} - at_.bci;
  if (offset < -kMaxCodeLength || offset > kMaxCodeLength) {
    return fail(
        fmt::format("Illegal target of jump or branch (bci {} + offset {})", at_.bci, offset),
        {at_.bci, "Invalid stackmap specification.", &frame_, nullptr, 0, {}});
  }
  const StackMapFrame* map = target < 0 ? nullptr : maps_.find(static_cast<std::uint32_t>(target));
  if (map == nullptr) {
    return fail_reason(fmt::format("Expecting a stackmap frame at branch target {}", target),
                       "Expected stackmap frame at this location.");
  }
  std::string reason;
  if (matches(*map, &reason))
    return true;
  return reason.empty()
             ? false
             : fail_map(fmt::format("Inconsistent stackmap frames at branch target {}", target),
                        *map, reason);
}

// JVMS 4.10.1, instructionSatisfiesHandlers: each handler that covers this instruction must have a
// stack map. The frame of the current locals, with only the exception on the stack, must be
// assignable to it.
bool MethodVerifier::check_handlers() {
  handlers_checked_ = true;
  // The rule is restored at the end.
  const char* const before = rule_;
  rule_ = "4.10.1.4";
  for (const ExceptionHandler& row : code_.exception_table) {
    if (at_.bci < row.start_pc || at_.bci >= row.end_pc)
      continue;
    const unsigned depth = frame_.depth();
    // catch_type 0 catches everything.
    const Type thrown =
        Type::reference(row.catch_type == 0 ? kThrowableName : pool_.class_name(row.catch_type));
    // The frame is borrowed for the comparison: the exception overwrites the lowest stack slot,
    // which is kept here and put back below.
    const Type covered = frame_.max_stack() == 0 ? Type() : frame_.data()[frame_.max_locals()];
    const unsigned marked = mark_;
    frame_.set_depth(0);
    mark_ = 0;
    // The push fails if max_stack is 0, because the exception then has no room.
    if (!push_type(thrown))
      return false;
    const StackMapFrame* map = maps_.find(row.handler_pc);
    std::string reason;
    // check_target() fails here, and its message says which frame is missing.
    if (map == nullptr)
      return check_target(row.handler_pc);
    if (!matches(*map, &reason)) {
      const std::string what =
          fmt::format("Stack map does not match the one at exception handler {}", row.handler_pc);
      return reason.empty() ? false : fail_map(what, *map, reason);
    }
    // The order matters: stack(0) may be written only while the depth is 1.
    frame_.stack(0) = covered;
    frame_.set_depth(depth);
    mark_ = marked;
  }
  rule_ = before;
  return true;
}

// JVMS 4.10.1.4: frameIsAssignable(current, map).
bool MethodVerifier::matches(const StackMapFrame& map, std::string* reason) {
  size_differs_ = frame_.depth() != map.stack_slots;
  if (size_differs_) {
    *reason = "Current frame's stack size doesn't match stackmap.";
    return false;
  }
  // Locals and stack slots are compared one by one, then the flags: flagThisUninit must not be
  // lost, since a constructor may not return with it.
  if (!matches_locals(map, reason) || !matches_stack(map, reason))
    return false;
  if (frame_.this_uninit && !map.this_uninit) {
    *reason = "Current frame's flags are not assignable to stack map frame's.";
    return false;
  }
  return true;
}

// The chain is visited from the last local to the first, so the last difference that is found has
// the lowest index. It is the one that is reported.
bool MethodVerifier::matches_locals(const StackMapFrame& map, std::string* reason) {
  const bool loaded = maps_.each_local(map, [&](unsigned index, const Type& type) {
    const Type& current = frame_.local(index);
    // Most types are equal, and then the oracle need not be asked.
    bool yes = current == type;
    if (!yes && !assignable(current, type, &yes))
      return false;
    if (!yes)
      *reason = not_assignable({current, From::kLocal, index}, {type, From::kMapLocal, index});
    return true;
  });
  // each_local stops early only if a class could not be loaded; the empty reason tells the caller
  // of matches() so.
  if (!loaded)
    reason->clear();
  return loaded && reason->empty();
}

// Compares the slots from the bottom; the depths are equal.
bool MethodVerifier::matches_stack(const StackMapFrame& map, std::string* reason) {
  for (unsigned i = 0; i != map.stack_slots; ++i) {
    const Type& type = maps_.stack(map, i);
    bool yes = false;
    if (!assignable(frame_.stack(i), type, &yes))
      return false;
    if (yes)
      continue;
    *reason = not_assignable({frame_.stack(i), From::kStack, i}, {type, From::kMapStack, i});
    return false;
  }
  return true;
}

}  // namespace minijvm::classfile
