// Throws the exceptions of cells: implicit ones (JVMS 2.10), athrow, and the landing in a handler.
// Called from the loop and from other slow paths, in kInJava.
#include <string>

#include "runtime/class/class.h"
#include "runtime/object/object.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/unwind.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

using runtime::kFrameHeaderSlots;

Continuation throw_pending(JavaThread& self, const Cell* pc, Slot* fp) {
  if (is_entry_frame(fp))
    return {leave_cell(), fp};
  // A native method's frame has no operands.
  if (method_of(fp).bytecode != nullptr) {
    clear_operands(fp);
  }
  vm::Landing landing;
  {
    SlowPath slow(self, pc, fp);
    landing = vm::unwind(self, fp);
  }
  if (landing.handler_bci < 0)
    return {leave_cell(), landing.fp};
  // A method whose translation has changed continues in the current one.
  const Code& code = *existing_code(method_of(landing.fp));
  landing.fp[kFrameHeaderSlots].ref = self.pending_exception;
  self.pending_exception = nullptr;
  const Cell* handler = code.cell_at_entry(static_cast<std::uint32_t>(landing.handler_bci));
  return self.ticks_.take(1) ? poll_at(self, handler, landing.fp)
                             : Continuation{handler, landing.fp};
}

namespace {

// Clears the operands before the exception is made, as folded code does not keep them all in place.
template <class Throw>
Continuation throw_implicit(JavaThread& self, const Cell* pc, Slot* fp, Throw make) {
  clear_operands(fp);
  {
    SlowPath slow(self, pc, fp);
    (void)make();
  }
  return throw_pending(self, pc, fp);
}

}  // namespace

void throw_stack_overflow(JavaThread& self, const Cell* pc, Slot* fp) {
  clear_operands(fp);
  SlowPath slow(self, pc, fp);
  (void)vm::throw_stack_overflow(self);
}

Continuation throw_null(JavaThread& self, const Cell* pc, Slot* fp) {
  return throw_implicit(self, pc, fp, [&] { return vm::throw_null_pointer(self); });
}

Continuation throw_division(JavaThread& self, const Cell* pc, Slot* fp) {
  return throw_implicit(self, pc, fp, [&] {
    return vm::throw_new(self, "java/lang/ArithmeticException", "/ by zero");
  });
}

Continuation throw_element(JavaThread& self, const Cell* pc, Slot* fp, const Object* array,
                           std::int32_t index) {
  if (array == nullptr)
    return throw_null(self, pc, fp);
  // The length is read before the array, an operand, is discarded.
  std::int32_t length = array->array_length();
  return throw_implicit(self, pc, fp, [&] { return vm::throw_array_index(self, index, length); });
}

// JVMS 6.5.aastore. The message is the name of the value's class. It is copied at once, because the
// class may be unloaded together with the operand.
Continuation throw_store(JavaThread& self, const Cell* pc, Slot* fp, const Object* value) {
  const std::string name = value->klass()->external_name();
  return throw_implicit(self, pc, fp, [&] {
    return vm::throw_new(self, "java/lang/ArrayStoreException", name.c_str());
  });
}

Continuation throw_operand(JavaThread& self, const Cell* pc, Slot* fp) {
  Object* exception = fp[pc->b].ref;
  if (exception == nullptr)
    return throw_null(self, pc, fp);
  // 6.5.athrow: the object becomes the pending exception.
  self.pending_exception = exception;
  return throw_pending(self, pc, fp);
}

}  // namespace minijvm::interp
