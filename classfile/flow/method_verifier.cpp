// The verifier's walk over one method, and the instructions that touch only stack, locals and arrays: JVMS 4.10.1.9 kept whole in its order.
#include "classfile/flow/method_verifier.h"

#include <algorithm>

#include <fmt/format.h>

#include "classfile/flow/verification_account.h"

namespace minijvm::classfile {
namespace {

using Answer = TypeOracle::Answer;
using From = TypeOrigin::From;

constexpr std::string_view kThrowable = "java/lang/Throwable";
constexpr std::int64_t kMaxCodeLength = 65535;
constexpr std::string_view kBadStackType = "Bad type on operand stack";

VerificationType type_of_letter(char letter) {
  switch (letter) {
    case 'I': return VerificationType::integer();
    case 'F': return VerificationType::of(TypeKind::kFloat);
    case 'J': return VerificationType::of(TypeKind::kLong);
    case 'D': return VerificationType::of(TypeKind::kDouble);
    default: return VerificationType::of(TypeKind::kAnyReference);
  }
}

// Does the slot always stay behind the one before it?  Then it decides which form of the instruction runs.
bool may_be_second_half(char digit, const char* left) {
  for (const char* at = left; *at != 0; ++at) {
    if (*at == digit && (at == left || at[-1] != digit + 1)) return false;
  }
  return true;
}

}  // namespace

MethodVerifier::MethodVerifier(const ClassFile& file, const MethodInfo& method, TypeOracle& oracle)
    : file_(file), pool_(file.constant_pool()), method_(method), code_(*method.code), oracle_(oracle),
      this_type_(Type::reference(file.name())), is_init_(file.name_of(method) == "<init>"),
      maps_({pool_, code_.code, is_instruction_, code_.max_locals, code_.max_stack}), frame_(code_.max_locals, code_.max_stack) {}

bool MethodVerifier::run() {
  account::tell_method(file_, method_);
  const bool good = mark_instructions() && enter_method() && decode_maps() && check_handler_table() &&
                    check_local_variables(code_.local_variables) && walk();
  if (!good) account::tell_failure(at_.bci, clause(), failure_);
  return good;
}

// The rule in force: a part of 4.10.1 that says so, or the instruction's own.
std::string MethodVerifier::clause() const {
  return rule_ != nullptr ? rule_ : "4.10.1.9" + std::string(at_.info().anchor).substr(3);
}

// ---- before the walk

bool MethodVerifier::mark_instructions() {
  rule_ = "4.9.1";
  is_instruction_.assign(code_.code.size(), false);
  InstructionCursor at(code_.code);
  for (; at.valid(); at.advance()) {
    is_instruction_[at.bci()] = true;
  }
  at_.bci = at.bci();
  return at.malformed() ? fail_in_code("Bad instruction") : true;
}

// JVMS 4.10.1.4: the frame at entry. In <init>, `this` is uninitialized, but for Object's.
bool MethodVerifier::enter_method() {
  const MethodDescriptor descriptor(file_.descriptor_of(method_));
  unsigned next = 0;
  const bool is_static = (method_.access_flags & ACC_STATIC) != 0;
  const unsigned needed = descriptor.parameter_slots() + (is_static ? 0u : 1u);
  if (needed > frame_.max_locals()) return fail_format("Arguments can't fit into locals");
  if (!is_static) {
    frame_.this_uninit = is_init_ && file_.name() != kObjectName;
    frame_.local(next++) = frame_.this_uninit ? Type::of(TypeKind::kUninitializedThis) : this_type_;
  }
  for (FieldType argument : descriptor) {
    const Type type = Type::of_descriptor(argument.text());
    frame_.local(next++) = type;
    if (type.is_category2()) frame_.local(next++) = type.second_half();
  }
  frame_.set_locals = next;
  return true;
}

bool MethodVerifier::decode_maps() {
  rule_ = "4.7.4";
  if (maps_.decode(code_.has_stack_map ? code_.stack_map_table : Bytes(), frame_)) return true;
  if (maps_.error_is_format()) return fail_format(maps_.error(), maps_.error_names_method());
  VerifierFrame shown(code_.max_locals, code_.max_stack);
  maps_.load(maps_.failed_frame(), &shown);
  return fail(maps_.error(), {0, "Invalid stackmap specification.", &shown, nullptr, 0, maps_.failed_frame().bci});
}

// JVMS 4.10.1.3: ranges and handlers stand at instructions, and catch types are Throwables.
bool MethodVerifier::check_handler_table() {
  rule_ = "4.10.1.3";
  const auto is_start = [this](unsigned bci) { return bci < is_instruction_.size() && is_instruction_[bci]; };
  for (const ExceptionHandler& row : code_.exception_table) {
    if (!is_start(row.start_pc)) return fail_format(fmt::format("Illegal exception table start_pc {}", row.start_pc));
    if (row.end_pc != is_instruction_.size() && !is_start(row.end_pc)) {
      return fail_format(fmt::format("Illegal exception table end_pc {}", row.end_pc));
    }
    if (!is_start(row.handler_pc)) return fail_format(fmt::format("Illegal exception table handler_pc {}", row.handler_pc));
    if (row.catch_type == 0) continue;
    if (!pool_.is(row.catch_type, ConstantTag::Class)) return fail_pool(row.catch_type);
    const Type caught = Type::reference(pool_.class_name(row.catch_type));
    bool is_throwable = false;
    if (!assignable(caught, Type::reference(kThrowable), &is_throwable)) return false;
    if (is_throwable) continue;
    const std::string reason = not_assignable({caught, From::kPool, row.catch_type}, {Type::reference(kThrowable)});
    return fail(fmt::format("Catch type is not a subclass of Throwable in exception handler {}", row.handler_pc),
                {row.handler_pc, reason, nullptr, nullptr, 0, {}});
  }
  return true;
}

bool MethodVerifier::check_local_variables(const std::vector<Table<LocalVariable>>& tables) {
  rule_ = "4.7.13";
  for (const Table<LocalVariable>& table : tables) {
    for (const LocalVariable& row : table) {
      const unsigned end = unsigned{row.start_pc} + row.length;
      if (row.start_pc >= is_instruction_.size() || !is_instruction_[row.start_pc]) {
        return fail_format(fmt::format("Illegal local variable table start_pc {}", row.start_pc));
      }
      if (end > is_instruction_.size() || (end < is_instruction_.size() && !is_instruction_[end])) {
        return fail_format(fmt::format("Illegal local variable table length {}", row.length));
      }
    }
  }
  return true;
}

// ---- the walk

// JVMS 4.10.1.6, mergedCodeIsTypeSafe.
bool MethodVerifier::walk() {
  bool reached = true;
  std::size_t next_map = 0;
  for (InstructionCursor at(code_.code); at.valid(); at.advance()) {
    at_ = *at;
    mark_ = frame_.depth();
    const std::size_t maps_before = next_map;
    if (!meet_map(&next_map, reached)) return false;
    account::tell_instruction(file_, at_, frame_, next_map != maps_before);
    mark_ = frame_.depth();
    if (!step()) return false;
    reached = !at_.info().has(kEndsBlock);
  }
  if (!reached) return true;
  rule_ = "4.10.1.6";
  at_.bci = static_cast<std::uint32_t>(code_.code.size());
  return fail_in_code("Control flow falls through code end");
}

bool MethodVerifier::meet_map(std::size_t* next_map, bool reached) {
  rule_ = "4.10.1.6";
  const StackMapFrame* map = *next_map < maps_.size() ? &maps_[*next_map] : nullptr;
  const bool here = map != nullptr && map->bci == at_.bci;
  if (!here && !reached) {
    return fail_in_code("Expecting a stack map frame");
  }
  if (!here) return true;
  std::string reason;
  if (reached && !matches(*map, &reason)) {
    return reason.empty() ? false : fail_map("Instruction type does not match stack map", *map, reason);
  }
  maps_.load(*map, &frame_);
  ++*next_map;
  return true;
}

// One instruction. Handlers see the locals before it (JVMS 4.10.1.4): they are checked first where it changes them, and by
// invoke_init() for itself.
bool MethodVerifier::step() {
  const bool changes_locals = at_.info().has(kStore) || at_.opcode == Opcode::new_;
  handlers_checked_ = false;
  if (changes_locals && !check_handlers()) return false;
  rule_ = nullptr;
  if (!execute()) return false;
  if (!handlers_checked_ && !check_handlers()) return false;
  rule_ = "4.10.1.4";
  return check_branches();
}

bool MethodVerifier::check_branches() {
  if (at_.info().has(kBranch)) return check_target(at_.target);
  if (!at_.is_switch()) return true;
  if (!check_target(at_.target)) return false;
  for (std::uint32_t i = 0; i != at_.cases; ++i) {
    if (!check_target(at_.case_target(i))) return false;
  }
  return true;
}

bool MethodVerifier::check_target(std::int32_t target) {
  // No offset is longer than code may be (JVMS 4.9.1).
  const std::int64_t offset = std::int64_t{target} - at_.bci;
  if (offset < -kMaxCodeLength || offset > kMaxCodeLength) {
    return fail(fmt::format("Illegal target of jump or branch (bci {} + offset {})", at_.bci, offset),
                {at_.bci, "Invalid stackmap specification.", &frame_, nullptr, 0, {}});
  }
  const StackMapFrame* map = target < 0 ? nullptr : maps_.find(static_cast<std::uint32_t>(target));
  if (map == nullptr) {
    return fail_reason(fmt::format("Expecting a stackmap frame at branch target {}", target), "Expected stackmap frame at this location.");
  }
  std::string reason;
  if (matches(*map, &reason)) return true;
  return reason.empty() ? false : fail_map(fmt::format("Inconsistent stackmap frames at branch target {}", target), *map, reason);
}

// JVMS 4.10.1.4, instructionSatisfiesHandlers: with an empty stack and the exception on it.
bool MethodVerifier::check_handlers() {
  handlers_checked_ = true;
  const char* const before = rule_;
  rule_ = "4.10.1.4";
  for (const ExceptionHandler& row : code_.exception_table) {
    if (at_.bci < row.start_pc || at_.bci >= row.end_pc) continue;
    const unsigned depth = frame_.depth();
    const Type thrown = Type::reference(row.catch_type == 0 ? kThrowable : pool_.class_name(row.catch_type));
    const Type covered = frame_.max_stack() == 0 ? Type() : frame_.data()[frame_.max_locals()];
    const unsigned marked = mark_;
    frame_.set_depth(0);
    mark_ = 0;
    if (!push_type(thrown)) return false;
    const StackMapFrame* map = maps_.find(row.handler_pc);
    const std::string what = fmt::format("Stack map does not match the one at exception handler {}", row.handler_pc);
    std::string reason;
    if (map == nullptr) return check_target(row.handler_pc);  // fails, and says which frame is missing
    if (!matches(*map, &reason)) return reason.empty() ? false : fail_map(what, *map, reason);
    frame_.stack(0) = covered;
    frame_.set_depth(depth);
    mark_ = marked;
  }
  rule_ = before;
  return true;
}

// JVMS 4.10.1.4, frameIsAssignable(current, map). False with an empty reason: a loading error.
bool MethodVerifier::matches(const StackMapFrame& map, std::string* reason) {
  size_differs_ = frame_.depth() != map.stack_slots;
  if (size_differs_) {
    *reason = "Current frame's stack size doesn't match stackmap.";
    return false;
  }
  if (!matches_locals(map, reason) || !matches_stack(map, reason)) return false;
  if (frame_.this_uninit && !map.this_uninit) {
    *reason = "Current frame's flags are not assignable to stack map frame's.";
    return false;
  }
  return true;
}

bool MethodVerifier::matches_locals(const StackMapFrame& map, std::string* reason) {
  const bool loaded = maps_.each_local(map, [&](unsigned index, const Type& type) {
    const Type& current = frame_.local(index);
    bool yes = current == type;
    if (!yes && !assignable(current, type, &yes)) return false;
    if (!yes) *reason = not_assignable({current, From::kLocal, index}, {type, From::kMapLocal, index});
    return true;
  });
  if (!loaded) reason->clear();
  return loaded && reason->empty();
}

bool MethodVerifier::matches_stack(const StackMapFrame& map, std::string* reason) {
  for (unsigned i = 0; i != map.stack_slots; ++i) {
    const Type& type = maps_.stack(map, i);
    bool yes = false;
    if (!assignable(frame_.stack(i), type, &yes)) return false;
    if (yes) continue;
    *reason = not_assignable({frame_.stack(i), From::kStack, i}, {type, From::kMapStack, i});
    return false;
  }
  return true;
}

// ---- stack and locals

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

bool MethodVerifier::pop(char letter) { return pop_whole(type_of_letter(letter), nullptr); }
bool MethodVerifier::push(char letter) { return push_type(type_of_letter(letter)); }

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

// ---- instructions

bool MethodVerifier::execute() {
  const OpInfo& info = at_.info();
  if (at_.opcode == Opcode::iinc || at_.opcode == Opcode::ret) return check_wide_and_increment();
  if (info.has(kLoad)) return load_local(type_of_letter(info.effect[1]));
  if (info.has(kStore)) return store_local(type_of_letter(info.effect[0]));
  if (info.has(kReturn)) return do_return();
  if (at_.is_switch() && !check_switch()) return false;
  if (at_.opcode >= Opcode::iaload && at_.opcode <= Opcode::saload) return array_load();
  if (at_.opcode >= Opcode::iastore && at_.opcode <= Opcode::sastore) return array_store();
  if (std::strpbrk(info.effect, "A*R") != nullptr) return execute_reference();
  return apply_effect(*this, info.effect);
}

// The rows whose types are more than letters.
bool MethodVerifier::execute_reference() {
  const Type any = Type::of(TypeKind::kAnyReference);
  const Type object = Type::reference(kObjectName);
  Type popped;
  switch (at_.opcode) {
    case Opcode::aconst_null: return push_type(Type::of(TypeKind::kNull));
    case Opcode::ldc:
    case Opcode::ldc_w:
    case Opcode::ldc2_w: return load_constant();
    case Opcode::if_acmpeq:
    case Opcode::if_acmpne: return pop_type(any) && pop_type(any);
    case Opcode::ifnull:
    case Opcode::ifnonnull:
    case Opcode::monitorenter:
    case Opcode::monitorexit: return pop_type(any);
    case Opcode::athrow: return pop_type(Type::reference(kThrowable));
    case Opcode::arraylength:
      if (!pop_type(any, &popped)) return false;
      if (popped.kind != TypeKind::kNull && !popped.is_array()) return fail_invalid(bad_type_in(), popped);
      return push_type(Type::integer());
    case Opcode::checkcast: return check_pool(ConstantTag::Class) && pop_type(object) && push_class(at_.index);
    case Opcode::instanceof: return check_pool(ConstantTag::Class) && pop_type(object) && push_type(Type::integer());
    case Opcode::new_: return create_object();
    case Opcode::newarray:
    case Opcode::anewarray: return create_array();
    case Opcode::multianewarray: return create_multi_array();
    case Opcode::getfield:
    case Opcode::getstatic:
    case Opcode::putfield:
    case Opcode::putstatic: return access_field();
    case Opcode::jsr:
    case Opcode::jsr_w: return fail_in_code(fmt::format("Bad instruction: {:02x}", static_cast<unsigned>(at_.opcode)));
    default: return invoke();
  }
}

// JVMS 4.9.1: no jsr and ret from version 51 on; a version 50 class with them is for the older verifier (may_fail_over).
bool MethodVerifier::check_wide_and_increment() {
  if (at_.opcode == Opcode::ret && at_.is_wide) return fail_in_code("Bad wide instruction");
  if (at_.opcode == Opcode::ret) return fail_in_code(fmt::format("Bad instruction: {:02x}", static_cast<unsigned>(at_.opcode)));
  if (!check_local_index(at_.index, 1)) return false;
  const Type& found = frame_.local(at_.index);
  if (found.kind == TypeKind::kInteger) return true;
  return fail_type("Bad local variable type", {found, From::kLocal, at_.index}, {Type::integer()});
}

bool MethodVerifier::check_pool(ConstantTag tag) { return pool_.is(at_.index, tag) ? true : fail_pool(at_.index); }

bool MethodVerifier::push_class(unsigned index) { return push_type(Type::reference(pool_.class_name(index))); }

// JVMS 4.10.1.9.ldc: two-slot constants by ldc2_w only.
bool MethodVerifier::load_constant() {
  Type type;
  switch (pool_.tag(at_.index)) {
    case ConstantTag::Integer: type = Type::integer(); break;
    case ConstantTag::Float: type = Type::of(TypeKind::kFloat); break;
    case ConstantTag::Long: type = Type::of(TypeKind::kLong); break;
    case ConstantTag::Double: type = Type::of(TypeKind::kDouble); break;
    case ConstantTag::String: type = Type::reference("java/lang/String"); break;
    case ConstantTag::Class: type = Type::reference("java/lang/Class"); break;
    case ConstantTag::MethodHandle: type = Type::reference("java/lang/invoke/MethodHandle"); break;
    case ConstantTag::MethodType: type = Type::reference("java/lang/invoke/MethodType"); break;
    case ConstantTag::Dynamic: type = Type::of_descriptor(pool_.member(at_.index).descriptor); break;
    default: return fail_pool(at_.index);
  }
  const bool two_slots = at_.opcode == Opcode::ldc2_w;
  return type.is_category2() == two_slots ? push_type(type) : fail_pool(at_.index);
}

// The array below the index, of what the opcode names; null will do. baload and bastore serve bytes and booleans.
bool MethodVerifier::pop_array_of(Opcode opcode) {
  Type array;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array)) return false;
  const char* wanted = "";
  switch (opcode) {
    case Opcode::iaload: case Opcode::iastore: wanted = "[I"; break;
    case Opcode::laload: case Opcode::lastore: wanted = "[J"; break;
    case Opcode::faload: case Opcode::fastore: wanted = "[F"; break;
    case Opcode::daload: case Opcode::dastore: wanted = "[D"; break;
    case Opcode::baload: case Opcode::bastore:
      if (array.kind == TypeKind::kNull || (array.is_array() && (array.name == "[Z" || array.name == "[B"))) return true;
      return fail_invalid(bad_type_in(), array);
    case Opcode::caload: case Opcode::castore: wanted = "[C"; break;
    default: wanted = "[S"; break;
  }
  if (array.kind == TypeKind::kNull || (array.is_array() && array.name == wanted)) return true;
  return fail_type(bad_type_in(), popped_origin(array), {Type::reference(wanted)});
}

bool MethodVerifier::array_load() {
  if (!pop_type(Type::integer())) return false;
  if (at_.opcode != Opcode::aaload) return pop_array_of(at_.opcode) && push(at_.info().effect[3]);
  Type array;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array)) return false;
  if (array.kind == TypeKind::kNull) return push_type(array);
  if (!array.is_array_of_references()) return fail_type(bad_type_in(), popped_origin(array), {Type::of(TypeKind::kAnyReference)});
  return push_type(array.component());
}

bool MethodVerifier::array_store() {
  if (at_.opcode != Opcode::aastore) return pop(at_.info().effect[2]) && pop_type(Type::integer()) && pop_array_of(at_.opcode);
  Type array;
  if (!pop_type(Type::reference(kObjectName)) || !pop_type(Type::integer())) return false;
  if (!pop_type(Type::of(TypeKind::kAnyReference), &array)) return false;
  if (array.kind == TypeKind::kNull || array.is_array_of_references()) return true;
  return fail_type(bad_type_in(), popped_origin(array), {Type::of(TypeKind::kAnyReference)});
}

// JVMS 6.5.lookupswitch: keys ascend. Padding must be zero up to version 50 (HOTSPOT).
bool MethodVerifier::check_switch() {
  for (std::uint32_t bci = at_.bci + 1; bci % 4 != 0 && file_.major_version() < 51; ++bci) {
    if (code_.code[bci] != 0) return fail_in_code("Nonzero padding byte in lookupswitch or tableswitch");
  }
  if (at_.opcode != Opcode::lookupswitch) return true;
  for (std::uint32_t i = 1; i < at_.cases; ++i) {
    if (at_.case_key(i - 1) >= at_.case_key(i)) return fail_in_code("Bad lookupswitch instruction");
  }
  return true;
}

bool MethodVerifier::do_return() {
  const FieldType declared = MethodDescriptor(file_.descriptor_of(method_)).return_type();
  if (at_.opcode == Opcode::return_) {
    if (!declared.is_void()) return fail_in_code("Method expects a return value");
    if (!frame_.this_uninit) return true;
    return fail_in_code("Constructor must call super() or this() before return");
  }
  Type value;
  if (!pop_type(type_of_letter(at_.info().effect[0]), &value)) return false;
  if (declared.is_void()) {
    return fail_type("Method does not expect a return value", popped_origin(value), {Type::top(), From::kSignature, 0});
  }
  const Type wanted = Type::of_descriptor(declared.text());
  bool yes = false;
  if (!assignable(value, wanted, &yes)) return false;
  return yes ? true : fail_type("Bad return type", popped_origin(value), {wanted, From::kSignature, 0});
}

// JVMS 4.10.1.9.new: an older object of this very instruction, not yet initialized, may not stay reachable.
bool MethodVerifier::create_object() {
  if (!check_pool(ConstantTag::Class)) return false;
  const Type created = Type::reference(pool_.class_name(at_.index));
  if (created.is_array()) return fail_reason("Illegal new instruction", invalid_type({created, From::kPool, at_.index}));
  const Type uninitialized = Type::uninitialized(at_.bci);
  for (unsigned i = 0; i != frame_.depth(); ++i) {
    if (frame_.stack(i) == uninitialized) return fail_type(kBadStackType, {uninitialized, From::kStack, i}, {created});
  }
  initialize(uninitialized, Type::top());
  return push_type(uninitialized);
}

void MethodVerifier::initialize(const Type& uninitialized, const Type& initialized) {
  for (unsigned i = 0; i != frame_.max_locals(); ++i) {
    if (frame_.local(i) == uninitialized) frame_.local(i) = initialized;
  }
  for (unsigned i = 0; i != frame_.depth(); ++i) {
    if (frame_.stack(i) == uninitialized) frame_.stack(i) = initialized;
  }
}

std::string_view MethodVerifier::array_name(std::string_view component) {
  if (component[0] == '[') return names_.emplace_back("[" + std::string(component));
  return names_.emplace_back("[L" + std::string(component) + ";");
}

bool MethodVerifier::create_array() {
  static constexpr const char* kPrimitive[] = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};
  if (at_.opcode == Opcode::newarray) {
    if (at_.extra < 4 || at_.extra > 11) return fail_in_code("Illegal newarray instruction");
    return pop_type(Type::integer()) && push_type(Type::reference(kPrimitive[at_.extra - 4]));
  }
  if (!check_pool(ConstantTag::Class)) return false;
  const std::string_view component = pool_.class_name(at_.index);
  const std::size_t dimensions = component.find_first_not_of('[');
  if (dimensions != std::string_view::npos && dimensions >= 255) {
    return fail_in_code("Illegal anewarray instruction, array has more than 255 dimensions");
  }
  return pop_type(Type::integer()) && push_type(Type::reference(array_name(component)));
}

bool MethodVerifier::create_multi_array() {
  if (!check_pool(ConstantTag::Class)) return false;
  const Type array = Type::reference(pool_.class_name(at_.index));
  if (!array.is_array()) {
    return fail_reason("Illegal constant pool index in multianewarray instruction", invalid_type({array, From::kPool, at_.index}));
  }
  const std::size_t dimensions = array.name.find_first_not_of('[');
  if (at_.extra < 1 || at_.extra > dimensions) {
    return fail_in_code(fmt::format("Illegal dimension in multianewarray instruction: {}", at_.extra));
  }
  for (unsigned i = 0; i != at_.extra; ++i) {
    if (!pop_type(Type::integer())) return false;
  }
  return push_type(array);
}

}  // namespace minijvm::classfile
