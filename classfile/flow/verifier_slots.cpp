// How the verifier reads and writes its frame: types popped and pushed, the dup family, locals.
#include "classfile/flow/method_verifier.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;

// Does the slot always stay behind the one before it?  Then it decides which form of the instruction runs.
bool may_be_second_half(char digit, const char* left) {
  for (const char* at = left; *at != 0; ++at) {
    if (*at == digit && (at == left || at[-1] != digit + 1)) return false;
  }
  return true;
}

}  // namespace

// False: a class did not load.
bool MethodVerifier::assignable(const Type& from, const Type& to, bool* yes) {
  const Answer answer = is_assignable(from, to, oracle_);
  if (answer == Answer::kLoadingError) return loading_error();
  *yes = answer == Answer::kYes;
  return true;
}

bool MethodVerifier::pop_slot(Type* popped) {
  if (frame_.depth() == 0) {
    VerifierFrame shown = frame_;
    shown.set_depth(mark_);
    return fail("Operand stack underflow", {at_.bci, "Attempt to pop empty stack.", &shown, nullptr, 0, {}});
  }
  *popped = frame_.pop();
  return true;
}

bool MethodVerifier::pop_expected(const Type& expected, const TypeOrigin& shown, std::string_view what, Type* popped) {
  Type type;
  if (!pop_slot(&type)) return false;
  bool yes = type == expected;
  if (!yes && !assignable(type, expected, &yes)) return false;
  if (!yes) return fail_type(what, popped_origin(type), shown);
  if (popped != nullptr) *popped = type;
  return true;
}

bool MethodVerifier::pop_type(const Type& expected, Type* popped) {
  const Type second = expected.second_half();
  if (expected.is_category2() && !pop_expected(second, {second}, kBadStackType, nullptr)) return false;
  return pop_expected(expected, {expected}, kBadStackType, popped);
}

// HOTSPOT: what an opcode itself takes is popped whole: whichever half is wrong, the message names the lower slot and the whole type.
bool MethodVerifier::pop_whole(const Type& expected, Type* popped) {
  if (!expected.is_category2()) return pop_type(expected, popped);
  if (frame_.depth() < 2) frame_.set_depth(0);
  if (frame_.depth() == 0) return pop_slot(popped);  // fails
  const bool second_fits = frame_.pop() == expected.second_half();
  const Type first = frame_.pop();
  if (!second_fits || !(first == expected)) return fail_type(kBadStackType, popped_origin(first), {expected});
  if (popped != nullptr) *popped = first;
  return true;
}

bool MethodVerifier::push_type(const Type& type) {
  if (!frame_.has_room(type.is_category2() ? 2 : 1)) {
    if (frame_.has_room(1) && at_.info().has(kInvoke)) frame_.push(type);  // HOTSPOT: the message shows the half of a result that has room
    return fail("Operand stack overflow", {at_.bci, "Exceeded max stack size.", &frame_, nullptr, 0, {}});
  }
  frame_.push(type);
  if (type.is_category2()) frame_.push(type.second_half());
  return true;
}

bool MethodVerifier::pop(char letter) { return pop_whole(Type::of_letter(letter), nullptr); }
bool MethodVerifier::push(char letter) { return push_type(Type::of_letter(letter)); }

// The dup family may not split a long or double: neither what it takes nor what it leaves may begin or end inside one.
bool MethodVerifier::shuffle(const char* taken, const char* left) {
  const auto takes = static_cast<unsigned>(std::strchr(taken, '>') - taken);
  const auto leaves = static_cast<unsigned>(std::strlen(left));
  if (frame_.depth() < takes) {
    Type type;
    while (pop_slot(&type)) {
    }
    return false;
  }
  const unsigned floor = frame_.depth() - takes;
  const auto split_at = [this](unsigned entry, const char* wanted) {
    const Type bad = frame_.stack(entry);
    frame_.set_depth(entry);
    const Type query = Type::of(*wanted == '1' ? TypeKind::kCategory1 : TypeKind::kCategory2);
    return fail_type(kBadStackType, popped_origin(bad), {query});
  };
  for (unsigned entry = frame_.depth(); entry-- > floor;) {  // a stack map may put `top` on the stack, but nothing takes it
    if (frame_.stack(entry).kind != TypeKind::kTop) continue;
    const auto digit = static_cast<char>('0' + frame_.depth() - entry);
    if (digit - '0' == static_cast<int>(takes) || !may_be_second_half(digit, left)) return split_at(entry, "1");
    frame_.set_depth(entry);
    return fail_invalid(bad_type_in(), Type::top());
  }
  if (frame_.stack(floor).is_second_half()) return split_at(floor, "1");
  if (floor + leaves > frame_.max_stack()) {
    return fail("Operand stack overflow", {at_.bci, "Exceeded max stack size.", &frame_, nullptr, 0, {}});
  }
  // In `left`, the slot before a second half must be its first, which in `taken` always stands before it.
  for (const char* at = left; *at != 0; ++at) {
    const unsigned entry = frame_.depth() - static_cast<unsigned>(*at - '0');
    const bool second = frame_.stack(entry).is_second_half();
    const bool follows = at != left && at[-1] == *at + 1;
    if (second && !follows) return split_at(entry, "1");
    const bool precedes = at[1] != 0 && at[1] == *at - 1;
    if (frame_.stack(entry).is_category2() && !precedes) return split_at(entry, "1");
  }
  shuffle_slots<Type>(frame_, taken, left);
  return true;
}

// HOTSPOT: a long or double is not looked for past the last local that was ever set.
bool MethodVerifier::check_local_index(unsigned index, unsigned slots) {
  const bool loads_two = slots == 2 && at_.info().has(kLoad);
  if (index + slots <= (loads_two ? frame_.set_locals : frame_.max_locals())) return true;
  return fail(loads_two ? "get long/double overflows locals" : "Local variable table overflow",
              {at_.bci, fmt::format("Local index {} is invalid", index), nullptr, nullptr, 0, {}});
}

bool MethodVerifier::load_local(Type type) {
  const unsigned slots = type.is_category2() ? 2 : 1;
  if (!check_local_index(at_.index, slots)) return false;
  for (unsigned i = 0; i != slots; ++i) {
    const Type wanted = i == 0 ? type : type.second_half();
    const Type& found = frame_.local(at_.index + i);
    bool yes = false;
    if (!assignable(found, wanted, &yes)) return false;
    if (!yes) return fail_type("Bad local variable type", {found, From::kLocal, at_.index + i}, {wanted});
  }
  return push_type(type.kind == TypeKind::kAnyReference ? frame_.local(at_.index) : type);
}

// JVMS 4.10.1.7, modifyLocalVariable: half of a long or double that is written over makes the other half unusable.
bool MethodVerifier::store_local(Type type) {
  const unsigned slots = type.is_category2() ? 2 : 1;
  Type popped;
  if (!pop_whole(type, &popped)) return false;
  if (!check_local_index(at_.index, slots)) return false;
  if (at_.index > 0 && frame_.local(at_.index).is_second_half()) frame_.local(at_.index - 1u) = Type::top();
  const unsigned after = at_.index + slots;
  if (after < frame_.max_locals() && frame_.local(after).is_second_half()) frame_.local(after) = Type::top();
  frame_.local(at_.index) = popped;
  if (slots == 2) frame_.local(at_.index + 1u) = type.second_half();
  frame_.set_locals = std::max(frame_.set_locals, after);
  return true;
}

// Every copy of an uninitialized object becomes what it now is.
void MethodVerifier::initialize(const Type& uninitialized, const Type& initialized) {
  for (unsigned i = 0; i != frame_.max_locals(); ++i) {
    if (frame_.local(i) == uninitialized) frame_.local(i) = initialized;
  }
  for (unsigned i = 0; i != frame_.depth(); ++i) {
    if (frame_.stack(i) == uninitialized) frame_.stack(i) = initialized;
  }
}

}  // namespace minijvm::classfile
