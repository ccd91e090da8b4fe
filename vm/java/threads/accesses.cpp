// Describes accesses, and tells of those by native code. Only runs with -XX:+DetectRaces come here.
#include "vm/java/threads/accesses.h"

#include "classfile/basic_type.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/threads/quiet_code.h"

namespace minijvm::vm {

using decide::OpKind;
using runtime::Object;

Access elements_of(OpKind kind, Object* array, std::int32_t first, std::int32_t count) {
  const int log2_element = array->klass()->log2_element;
  Access access;
  access.kind = kind;
  access.bytes = static_cast<std::uint8_t>(1U << log2_element);
  access.object = array;
  access.offset = static_cast<std::int64_t>(Object::element_offset(first, log2_element));
  access.count = count;
  return access;
}

Access access_of(OpKind kind, const runtime::Field& field, Object* object) {
  Access access;
  access.kind = kind;
  access.mode = field.is_volatile() ? AccessMode::kOrdered
                : field.is_final()  ? AccessMode::kFinal
                                    : AccessMode::kPlain;
  access.bytes = static_cast<std::uint8_t>(1U << classfile::log2_size(field.type));
  access.object = object;
  access.offset = field.offset;
  return access;
}

// A volatile field orders threads, whoever accesses it.
void tell_of_native_access(runtime::JavaThread& self, const Access& access) {
  const runtime::FrameWalk walk(self);
  const bool is_by_program = !walk.done() && accesses_for_program(*walk.frame().method().holder);
  if (is_by_program || access.mode == AccessMode::kOrdered) {
    access_observer()->accessed(self, access);
  }
}

}  // namespace minijvm::vm
