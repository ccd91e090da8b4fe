// Throws the exceptions of array accesses (JVMS 6.5.iaload, aastore). Callers are in kInJava.
#include "vm/interp/reference/ops_array.h"

#include "vm/java/errors/exceptions.h"

namespace minijvm::interp {

Step raise_bad_element(State& s, const Slot* at) {
  if (at[0].ref == nullptr)
    return raise_null_pointer(s);
  // The two numbers are read before the slow path, in which the array may move.
  std::int32_t index = at[1].as_int();
  std::int32_t length = at[0].ref->array_length();
  StateSlowPath slow(s);
  return thrown(vm::throw_array_index(s.self, index, length));
}

// JVMS 6.5.aastore. The message is the name of the value's class.
Step raise_array_store(State& s, const Slot* value) {
  const Class* klass = value->ref->klass();
  return raise(s, "java/lang/ArrayStoreException", klass->external_name().c_str());
}

}  // namespace minijvm::interp
