// Says which accesses are watched, and how. Called in kInJava, by the linking of a cell or by the
// access itself.
#include "vm/interp/watched_access.h"

#include "classfile/basic_type.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/java_objects.h"
#include "vm/java/threads/quiet_code.h"

namespace minijvm::interp {
namespace {

// Some weaker accesses of Unsafe are methods that call the volatile one, whose body stands in this
// frame.
vm::AccessMode mode_in(const Slot* fp, vm::AccessMode mode) {
  const Method& caller = method_of(fp);
  const bool is_weaker =
      caller.name->text().ends_with("Opaque") || caller.name->text().ends_with("Plain");
  return is_weaker && caller.holder->name->text() == "jdk/internal/misc/Unsafe"
             ? vm::AccessMode::kAtomic
             : mode;
}

}  // namespace

bool is_watched(const Slot* fp, const runtime::Field& field) {
  return watches_accesses() &&
         (field.is_volatile() || vm::accesses_for_program(*method_of(fp).holder));
}

void watch_element(JavaThread& self, const void* pc, Slot* fp, vm::OpKind kind, Object* array,
                   std::int32_t index) {
  const runtime::Class& holder = *method_of(fp).holder;
  const bool publishes = kind == vm::OpKind::kWrite && vm::publishes_by_elements(holder);
  if (!publishes && !vm::accesses_for_program(holder))
    return;
  const int log2_element = array->klass()->log2_element;
  const std::size_t offset = Object::element_offset(index, log2_element);
  watch(self, pc, fp,
        {kind, publishes ? vm::AccessMode::kOrdered : vm::AccessMode::kPlain,
         static_cast<std::uint8_t>(1U << log2_element), array, static_cast<std::int64_t>(offset)});
}

bool freezes(const Method& method) {
  const runtime::Class& holder = *method.holder;
  if (!watches_accesses() || !method.is_initializer() || !vm::accesses_for_program(holder))
    return false;
  for (const runtime::Field& field : holder.fields) {
    if (field.is_final() && !field.is_static())
      return true;
  }
  return false;
}

// Bytecode that no compiler writes may have put something else into local 0.
void watch_freeze(JavaThread& self, const void* pc, Slot* fp) {
  Object* object = locals_of(fp)->ref;
  if (object == nullptr || !object->klass()->is_subclass_of(*method_of(fp).holder))
    return;
  self.anchor = anchor_at(pc, fp);
  vm::access_observer()->constructed(self, object);
}

// Memory outside of the heap is not watched.
void watch_leaf(JavaThread& self, const void* pc, Slot* fp, const LeafAccess& access,
                const Slot* args) {
  if (access.ranges != LeafRanges::kNone) {
    watch_ranges(self, pc, fp, access.ranges, args);
  } else if (access.is_fence) {
    self.anchor = anchor_at(pc, fp);
    vm::access_observer()->memory_fenced(self);
  } else if (args[1].ref != nullptr) {
    watch(self, pc, fp,
          {access.kind, mode_in(fp, access.mode), access.bytes, args[1].ref, args[2].as_long(),
           true});
  }
}

}  // namespace minijvm::interp
