#include "vm/interp/ops_array.h"

#include "vm/java/exceptions.h"

namespace minijvm::interp {

Step raise_bad_element(State& s, const Slot* at) {
  if (at[0].ref == nullptr) return raise_null_pointer(s);
  std::int32_t index = at[1].as_int();
  std::int32_t length = at[0].ref->array_length();
  SlowPath slow(s);
  return thrown(vm::throw_array_index(s.self, index, length));
}

// JVMS 6.5.aastore; the message is the class of the value.
Step raise_array_store(State& s, const Slot* value) {
  const Class* klass = value->ref->klass();
  return raise(s, "java/lang/ArrayStoreException", klass->external_name().c_str());
}

}  // namespace minijvm::interp
