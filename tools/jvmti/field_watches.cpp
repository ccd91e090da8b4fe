// Decides about watched fields. DebugHooks calls this on the thread that runs the method, in kInVm
// before an instruction.
#include "tools/jvmti/field_watches.h"

#include <algorithm>

#include "classfile/byte_reader.h"
#include "classfile/constant_pool.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/link/class_linker.h"
#include "runtime/link/resolution.h"

namespace minijvm::vm::jvmti {

using classfile::Opcode;
using runtime::Class;
using runtime::Field;
using runtime::Method;
using runtime::Slot;

namespace {

bool is_field_instruction(Opcode op) {
  return op == Opcode::getfield || op == Opcode::putfield || op == Opcode::getstatic ||
         op == Opcode::putstatic;
}
bool is_store(Opcode op) { return op == Opcode::putfield || op == Opcode::putstatic; }

// Returns the field that a Fieldref refers to. Returns null if its class is not loaded, or has no
// such field: then the instruction will resolve or fail on its own, and no loaded field is touched.
// Resolving here would load classes and run Java code too early.
Field* field_of(const Method& method, std::uint16_t pool_index) {
  const classfile::ConstantPool& pool = method.pool->raw();
  // Symbols that are not in the table belong to no loaded class.
  const runtime::Symbol* class_name = runtime::find_symbol(pool.member_class(pool_index));
  const Class* klass = method.holder;
  if (class_name != klass->name)
    klass =
        class_name == nullptr ? nullptr : runtime::find_loaded_class(*klass->loader, class_name);
  classfile::NameAndType member = pool.member(pool_index);
  const runtime::Symbol* name = runtime::find_symbol(member.name);
  const runtime::Symbol* descriptor = runtime::find_symbol(member.descriptor);
  return klass == nullptr || name == nullptr || descriptor == nullptr
             ? nullptr
             : runtime::lookup_field(*klass, name, descriptor);
}

}  // namespace

std::vector<FieldWatches::Watch>::iterator FieldWatches::find(const Field& field, Kind kind) {
  return std::find_if(watched_.begin(), watched_.end(), [&](const Watch& watch) {
    return watch.field == &field && watch.kind == kind;
  });
}

bool FieldWatches::is_watched(const Field& field, Kind kind) const {
  return std::any_of(watched_.begin(), watched_.end(), [&](const Watch& watch) {
    return watch.field == &field && watch.kind == kind;
  });
}

bool FieldWatches::add(Field& field, Kind kind) {
  if (find(field, kind) != watched_.end())
    return false;
  watched_.push_back({&field, kind});
  // The cached answers depend on the set of watches.
  touching_.clear();
  return true;
}

bool FieldWatches::remove(Field& field, Kind kind) {
  auto watch = find(field, kind);
  if (watch == watched_.end())
    return false;
  watched_.erase(watch);
  touching_.clear();
  return true;
}

void FieldWatches::forget_dead_classes() {
  std::erase_if(watched_, [](const Watch& watch) { return !watch.field->holder->is_live(); });
  touching_.clear();
}

// One pass over the bytecode; the result is cached by may_touch.
bool FieldWatches::names_watched(const Method& method) const {
  const classfile::ConstantPool& pool = method.pool->raw();
  for (classfile::InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid();
       at.advance()) {
    if (!is_field_instruction(at->opcode))
      continue;
    classfile::NameAndType member = pool.member(at->index);
    for (const Watch& watch : watched_) {
      if (watch.field->name->text() == member.name &&
          watch.field->descriptor->text() == member.descriptor)
        return true;
    }
  }
  return false;
}

bool FieldWatches::may_touch(const Method& method) const {
  if (watched_.empty() || method.bytecode == nullptr || method.pool == nullptr)
    return false;
  sync::MutexLock lock(mutex_);
  auto known = touching_.find(&method);
  if (known != touching_.end())
    return known->second;
  // Computed under the mutex, so that two threads do not scan the same method twice.
  bool touches = names_watched(method);
  touching_.emplace(&method, touches);
  return touches;
}

std::optional<FieldAccess> FieldWatches::access_at(const runtime::JavaThread& self,
                                                   const Method& method, std::uint32_t bci) const {
  auto op = static_cast<Opcode>(method.bytecode[bci]);
  if (watched_.empty() || !is_field_instruction(op))
    return std::nullopt;
  Field* field = field_of(method, classfile::load_u2(method.bytecode + bci + 1));
  Kind kind = is_store(op) ? Kind::kModification : Kind::kAccess;
  if (field == nullptr || !is_watched(*field, kind))
    return std::nullopt;
  // These are the operands of the frame before the instruction (JVMS 6.5.putfield: ..., objectref,
  // value).
  const Slot* top = self.anchor.fp + runtime::kFrameHeaderSlots +
                    runtime::stack_depth_at(method, static_cast<std::int32_t>(bci));
  const Slot* value = is_store(op) ? top - runtime::slots_of(field->type) : nullptr;
  bool is_static = op == Opcode::getstatic || op == Opcode::putstatic;
  const Slot* object = is_static ? nullptr : (value == nullptr ? top : value) - 1;
  // The instruction will throw NullPointerException and touch no field.
  if (object != nullptr && object->ref == nullptr)
    return std::nullopt;
  return FieldAccess{field, is_store(op), object, value};
}

}  // namespace minijvm::vm::jvmti
