// Stores the ConstantValue attributes of a class into its mirror, which holds its static fields
// (JVMS 4.7.2). Called by the thread that initializes the class, so no other thread reads the
// fields yet.
#include "vm/java/constant_values.h"

#include <bit>

#include "classfile/class_file.h"
#include "gc/heap/barrier.h"
#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::BasicType;
using runtime::Class;
using runtime::Field;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using sync::NoSafepoint;

// The literal is interned (JVMS 5.1), so a constant and an equal literal in code are one object.
JavaResult<void> store_string(JavaThread& self, const Class& klass, const Field& field,
                              std::string_view text) {
  HandleScope scope(self);
  Handle<java::String> string = MJ_TRY(intern_string(self, text));
  // Interning may stop at a safepoint, so the mirror is read afterwards.
  NoSafepoint still(self);
  gc::store_ref(still, klass.mirror, field.offset, string.raw(still));
  return {};
}

// A field narrower than int has an Integer constant in the pool (JVMS 4.7.2, table); the cast cuts
// it to the field's width.
void store_primitive(const Class& klass, const Field& field) {
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  unsigned index = field.info->constant_value_index;
  runtime::Object* mirror = klass.mirror;
  switch (field.type) {
    case BasicType::kBoolean:
    case BasicType::kByte:
      mirror->store<std::int8_t>(field.offset, static_cast<std::int8_t>(pool.integer(index)));
      break;
    case BasicType::kChar:
    case BasicType::kShort:
      mirror->store<std::int16_t>(field.offset, static_cast<std::int16_t>(pool.integer(index)));
      break;
    case BasicType::kInt:
      mirror->store<std::int32_t>(field.offset, pool.integer(index));
      break;
    case BasicType::kLong:
      mirror->store<std::int64_t>(field.offset, pool.long_(index));
      break;
    case BasicType::kFloat:
      mirror->store<float>(field.offset, pool.float_(index));
      break;
    case BasicType::kDouble:
      mirror->store<double>(field.offset, pool.double_(index));
      break;
    default:
      MJ_UNREACHABLE("a ConstantValue of type %d", static_cast<int>(field.type));
  }
}

}  // namespace

JavaResult<void> store_constant_values(JavaThread& self, Class& klass) {
  for (const Field& field : klass.fields) {
    // Index 0 means that there is no attribute. JVMS 4.7.2 ignores a ConstantValue of an instance
    // field.
    if (!field.is_static() || field.info->constant_value_index == 0) {
      continue;
    }
    if (field.type == BasicType::kObject) {
      MJ_TRY(store_string(self, klass, field,
                          klass.file->constant_pool().string(field.info->constant_value_index)));
    } else {
      store_primitive(klass, field);
    }
  }
  return {};
}

}  // namespace minijvm::vm
