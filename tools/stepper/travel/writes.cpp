// Reads the instruction that is next, and its operands. The caller is in kInVm.
#include "tools/stepper/travel/writes.h"

#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/thread/java_thread.h"
#include "tools/stepper/expressions.h"
#include "tools/stepper/frames.h"

namespace minijvm::vm::stepper {

using classfile::Opcode;
using runtime::JavaThread;
using runtime::Method;
using sync::NoSafepoint;

Json WrittenVariable::to_json() const {
  return Json::record()
      .set("holder", holder)
      .set("name", name)
      .set("is_static", is_static)
      .set("object", static_cast<std::int64_t>(object))
      .set("index", index)
      .set("in_library", in_library);
}

WrittenVariable WrittenVariable::from(const Json& json) {
  return {json["holder"].text(),       json["name"].text(),
          json["is_static"].is_true(), static_cast<std::uint64_t>(json["object"].number()),
          json["index"].number(),      json["in_library"].is_true()};
}

// JVMS 6.5.putfield, putstatic: the Fieldref may name a subclass of the declaring class.
bool Writes::writes_field(const WrittenVariable& variable, const Method& method,
                          std::uint32_t bci) const {
  const auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  if (opcode != (variable.is_static ? Opcode::putstatic : Opcode::putfield))
    return false;
  const auto index =
      static_cast<std::uint16_t>(method.bytecode[bci + 1] << 8 | method.bytecode[bci + 2]);
  runtime::RunConstantPool& pool = *method.pool;
  if (pool.member_name(index)->text() != variable.name)
    return false;
  const runtime::Class* named = find_class(runtime::dotted(pool.member_class_name(index)->text()));
  for (const runtime::Class* each = named; each != nullptr; each = each->super) {
    for (const runtime::Field& field : each->fields) {
      if (field.name->text() == variable.name && field.is_static() == variable.is_static)
        return each->external_name() == variable.holder;
    }
  }
  return false;
}

const runtime::Slot* Writes::operand(const JavaThread& self, std::size_t below_top) {
  const std::vector<Operand> all = operands_of(kinds_, self, *nth_frame(self, 0));
  return below_top < all.size() ? all[all.size() - 1 - below_top].slot : nullptr;
}

bool Writes::sees(const WrittenVariable& variable, JavaThread& self, const Method& method,
                  std::uint32_t bci) {
  if (!is_registered_) {
    gc::add_reference_table(numbers_);
    is_registered_ = true;
  }
  seen_ = {};
  const auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  const bool is_element = variable.holder.empty();
  if (is_element ? opcode < Opcode::iastore || opcode > Opcode::sastore
                 : !writes_field(variable, method, bci))
    return false;
  if (variable.is_static)
    return true;
  const runtime::Slot* object = operand(self, is_element ? 2 : 1);
  const runtime::Slot* index = is_element ? operand(self, 1) : nullptr;
  if (object == nullptr || object->ref == nullptr || (is_element && index == nullptr))
    return false;
  NoSafepoint still(self);
  seen_ = {numbers_.number(still, object->ref), index == nullptr ? 0 : index->as_int()};
  return true;
}

std::int64_t Writes::last(const WrittenVariable& variable, JavaThread& self) const {
  Key key{0, variable.index};
  if (!variable.is_static) {
    NoSafepoint still(self);
    key.first =
        numbers_.known_number(still, reinterpret_cast<const runtime::Object*>(variable.object));
    if (key.first == 0)
      return 0;
  }
  const auto found = last_.find(key);
  return found == last_.end() ? 0 : found->second;
}

}  // namespace minijvm::vm::stepper
