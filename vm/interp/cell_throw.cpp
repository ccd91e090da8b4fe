// Exceptions of cells: implicit ones (JVMS 2.10), athrow, and the landing in a handler.
#include <cstring>
#include <string>

#include "runtime/class.h"
#include "runtime/object.h"
#include "vm/interp/cell_state.h"
#include "vm/interp/unwind.h"
#include "vm/java/exceptions.h"

namespace minijvm::interp {

using runtime::kFrameHeaderSlots;

void clear_operands(Slot* fp) {
  std::memset(static_cast<void*>(fp + kFrameHeaderSlots), 0, method_of(fp).max_stack * sizeof(Slot));
}

Go throw_pending(JavaThread& self, const Cell* pc, Slot* fp) {
  if (fp[runtime::kFrameMethod].bits == runtime::kEntryFrame) return {leave_cell, fp};
  if (method_of(fp).bytecode != nullptr) {
    clear_operands(fp);
  }
  vm::Landing landing;
  {
    CellSlowPath slow(self, pc, fp);
    landing = vm::unwind(self, fp);
  }
  if (landing.handler_bci < 0) return {leave_cell, landing.fp};
  const Code& code = *existing_code(method_of(landing.fp));  // a method that changes its translation goes on in the current one
  landing.fp[kFrameHeaderSlots].ref = self.pending_exception;
  self.pending_exception = nullptr;
  return {code.cell_at_entry(static_cast<std::uint32_t>(landing.handler_bci)), landing.fp};
}

namespace {

template <class Throw>
Go throw_implicit(JavaThread& self, const Cell* pc, Slot* fp, Throw make) {
  clear_operands(fp);
  {
    CellSlowPath slow(self, pc, fp);
    (void)make();
  }
  return throw_pending(self, pc, fp);
}

}  // namespace

Go throw_null(JavaThread& self, const Cell* pc, Slot* fp) {
  return throw_implicit(self, pc, fp, [&] { return vm::throw_null_pointer(self); });
}

Go throw_division(JavaThread& self, const Cell* pc, Slot* fp) {
  return throw_implicit(self, pc, fp, [&] { return vm::throw_new(self, "java/lang/ArithmeticException", "/ by zero"); });
}

Go throw_element(JavaThread& self, const Cell* pc, Slot* fp, const Object* array, std::int32_t index) {
  if (array == nullptr) return throw_null(self, pc, fp);
  std::int32_t length = array->array_length();
  return throw_implicit(self, pc, fp, [&] { return vm::throw_array_index(self, index, length); });
}

// JVMS 6.5.aastore; the message is the class of the value, named at once: it may die with the operand.
Go throw_store(JavaThread& self, const Cell* pc, Slot* fp, const Object* value) {
  const std::string name = value->klass()->external_name();
  return throw_implicit(self, pc, fp, [&] { return vm::throw_new(self, "java/lang/ArrayStoreException", name.c_str()); });
}

Go throw_operand(JavaThread& self, const Cell* pc, Slot* fp) {
  Object* exception = fp[pc->b].ref;
  if (exception == nullptr) return throw_null(self, pc, fp);
  self.pending_exception = exception;
  return throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
