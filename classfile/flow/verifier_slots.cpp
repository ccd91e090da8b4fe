// Reads and writes the verifier's frame: popping and pushing types, the dup family, locals. Part of
// MethodVerifier; the rules of instructions call these functions.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "classfile/flow/method_verifier.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;

// Returns true if the slot `digit` always stands directly behind the slot digit + 1 in `left`, as
// the second half of a long or double stands behind its first.
bool may_be_second_half(char digit, const char* left) {
  for (const char* at = left; *at != 0; ++at) {
    if (*at == digit && (at == left || at[-1] != digit + 1))
      return false;
  }
  return true;
}

}  // namespace

// Asks the oracle if needed. Most callers have compared the types for equality first, which needs
// no oracle.
bool MethodVerifier::assignable(const Type& from, const Type& to, bool* yes) {
  const Answer answer = is_assignable(from, to, oracle_);
  if (answer == Answer::kLoadingError)
    return loading_error();
  *yes = answer == Answer::kYes;
  return true;
}

bool MethodVerifier::pop_slot(Type* popped) {
  if (frame_.depth() == 0) {
    // The message shows the stack before the instruction.
    VerifierFrame shown = frame_;
    shown.set_depth(mark_);
    return fail("Operand stack underflow",
                {at_.bci, "Attempt to pop empty stack.", &shown, nullptr, 0, {}});
  }
  *popped = frame_.pop();
  return true;
}

// Pops one slot, whose type must be assignable to the one expected. `shown` describes the expected
// type in the message.
bool MethodVerifier::pop_expected(const Type& expected, const TypeOrigin& shown,
                                  std::string_view what, Type* popped) {
  Type type;
  if (!pop_slot(&type))
    return false;
  bool yes = type == expected;
  if (!yes && !assignable(type, expected, &yes))
    return false;
  if (!yes)
    return fail_type(what, popped_origin(type), shown);
  if (popped != nullptr)
    *popped = type;
  return true;
}

// Pops a whole value. The second half of a long or double is above the first.
bool MethodVerifier::pop_type(const Type& expected, Type* popped) {
  const Type second = expected.second_half();
  if (expected.is_category2() && !pop_expected(second, {second}, kBadStackType, nullptr))
    return false;
  return pop_expected(expected, {expected}, kBadStackType, popped);
}

// HOTSPOT: an operand of the opcode itself is popped as a whole. Whichever half of a long or double
// is wrong, the message refers to the lower slot and to the whole type.
bool MethodVerifier::pop_whole(const Type& expected, Type* popped) {
  if (!expected.is_category2())
    return pop_type(expected, popped);
  // A long or double that does not fit leaves an empty stack, so that the next pop fails.
  if (frame_.depth() < 2)
    frame_.set_depth(0);
  if (frame_.depth() == 0)
    return pop_slot(popped);
  // Both halves are popped before either is checked.
  const bool second_fits = frame_.pop() == expected.second_half();
  const Type first = frame_.pop();
  if (!second_fits || !(first == expected))
    return fail_type(kBadStackType, popped_origin(first), {expected});
  if (popped != nullptr)
    *popped = first;
  return true;
}

// JVMS 4.10.1.4, pushOperandStack: a result must fit into max_stack.
bool MethodVerifier::push_type(const Type& type) {
  if (!frame_.has_room(type.is_category2() ? 2 : 1)) {
    // HOTSPOT: the message shows the half of a result that has room.
    if (frame_.has_room(1) && at_.info().has(kInvoke))
      frame_.push(type);
    return fail("Operand stack overflow",
                {at_.bci, "Exceeded max stack size.", &frame_, nullptr, 0, {}});
  }
  frame_.push(type);
  if (type.is_category2())
    frame_.push(type.second_half());
  return true;
}

bool MethodVerifier::pop(char letter) { return pop_whole(Type::of_letter(letter), nullptr); }
bool MethodVerifier::push(char letter) { return push_type(Type::of_letter(letter)); }

// The dup family may not split a long or double: neither what it takes nor what it leaves may begin
// or end inside of one. JVMS 6.5 lists forms for each instruction; this checks all of them by one
// rule. Example: dup_x1 is "21>121", and dup2 is "21>2121".
//
//   stack          dup_x1                                dup2
//   int int        int int int                           int int int int
//   long           refused: leaves long_2nd first        long long
//   long int       refused: takes half of the long       refused: takes half of the long
bool MethodVerifier::shuffle(const char* taken, const char* left) {
  const auto takes = static_cast<unsigned>(std::strchr(taken, '>') - taken);
  const auto leaves = static_cast<unsigned>(std::strlen(left));
  if (frame_.depth() < takes) {
    Type type;
    // The last pop fails and makes the message.
    while (pop_slot(&type)) {
    }
    return false;
  }
  // The lowest slot that is taken.
  const unsigned floor = frame_.depth() - takes;
  // Fails because of the slot `entry`. The stack is cut there, as if the slots above it had been
  // popped.
  const auto split_at = [this](unsigned entry, const char* wanted) {
    const Type bad = frame_.stack(entry);
    frame_.set_depth(entry);
    const Type query = Type::of(*wanted == '1' ? TypeKind::kCategory1 : TypeKind::kCategory2);
    return fail_type(kBadStackType, popped_origin(bad), {query});
  };
  // A stack map may put `top` on the stack, but no form of these instructions takes it.
  for (unsigned entry = frame_.depth(); entry-- > floor;) {
    if (frame_.stack(entry).kind != TypeKind::kTop)
      continue;
    // HOTSPOT: the message depends on whether the slot could be the second half of a long or double
    // in some form of the instruction.
    const auto digit = static_cast<char>('0' + frame_.depth() - entry);
    if (digit - '0' == static_cast<int>(takes) || !may_be_second_half(digit, left))
      return split_at(entry, "1");
    frame_.set_depth(entry);
    return fail_invalid(bad_type_in(), Type::top());
  }
  // The instruction would take the second half of a long or double, and leave the first half below.
  if (frame_.stack(floor).is_second_half())
    return split_at(floor, "1");
  if (floor + leaves > frame_.max_stack()) {
    return fail("Operand stack overflow",
                {at_.bci, "Exceeded max stack size.", &frame_, nullptr, 0, {}});
  }
  // In what is left, a second half must follow its first half, and a first half must be followed by
  // its second. Digits count from the top, so the first half has the higher digit.
  for (const char* at = left; *at != 0; ++at) {
    const unsigned entry = frame_.depth() - static_cast<unsigned>(*at - '0');
    const bool second = frame_.stack(entry).is_second_half();
    const bool follows = at != left && at[-1] == *at + 1;
    if (second && !follows)
      return split_at(entry, "1");
    const bool precedes = at[1] != 0 && at[1] == *at - 1;
    if (frame_.stack(entry).is_category2() && !precedes)
      return split_at(entry, "1");
  }
  shuffle_slots<Type>(frame_, taken, left);
  return true;
}

// JVMS 4.10.1.7: the index must be below max_locals. HOTSPOT: a load of a long or double may not
// reach beyond the last local that was ever set.
bool MethodVerifier::check_local_index(unsigned index, unsigned slots) {
  const bool loads_two = slots == 2 && at_.info().has(kLoad);
  if (index + slots <= (loads_two ? frame_.set_locals : frame_.max_locals()))
    return true;
  return fail(loads_two ? "get long/double overflows locals" : "Local variable table overflow",
              {at_.bci, fmt::format("Local index {} is invalid", index), nullptr, nullptr, 0, {}});
}

// JVMS 4.10.1.7, loadIsTypeSafe: the local keeps its value.
bool MethodVerifier::load_local(Type type) {
  const unsigned slots = type.is_category2() ? 2 : 1;
  if (!check_local_index(at_.index, slots))
    return false;
  for (unsigned i = 0; i != slots; ++i) {
    const Type wanted = i == 0 ? type : type.second_half();
    const Type& found = frame_.local(at_.index + i);
    bool yes = false;
    if (!assignable(found, wanted, &yes))
      return false;
    if (!yes)
      return fail_type("Bad local variable type", {found, From::kLocal, at_.index + i}, {wanted});
  }
  // aload pushes what the local holds; the other loads push exactly the type of the opcode.
  return push_type(type.kind == TypeKind::kAnyReference ? frame_.local(at_.index) : type);
}

// JVMS 4.10.1.7, storeIsTypeSafe and modifyLocalVariable: writing over half of a long or double
// makes its other half unusable.
bool MethodVerifier::store_local(Type type) {
  const unsigned slots = type.is_category2() ? 2 : 1;
  Type popped;
  if (!pop_whole(type, &popped))
    return false;
  if (!check_local_index(at_.index, slots))
    return false;
  // The new value starts at a second half: the first half before it becomes unusable.
  if (at_.index > 0 && frame_.local(at_.index).is_second_half())
    frame_.local(at_.index - 1u) = Type::top();
  // The new value ends at a first half: the second half behind it becomes unusable.
  const unsigned after = at_.index + slots;
  if (after < frame_.max_locals() && frame_.local(after).is_second_half())
    frame_.local(after) = Type::top();
  frame_.local(at_.index) = popped;
  if (slots == 2)
    frame_.local(at_.index + 1u) = type.second_half();
  frame_.set_locals = std::max(frame_.set_locals, after);
  return true;
}

// JVMS 4.10.1.9.invokespecial, substitute: every copy of an uninitialized object becomes the
// initialized one, in locals and on the stack.
void MethodVerifier::initialize(const Type& uninitialized, const Type& initialized) {
  for (unsigned i = 0; i != frame_.max_locals(); ++i) {
    if (frame_.local(i) == uninitialized)
      frame_.local(i) = initialized;
  }
  for (unsigned i = 0; i != frame_.depth(); ++i) {
    if (frame_.stack(i) == uninitialized)
      frame_.stack(i) = initialized;
  }
}

}  // namespace minijvm::classfile
