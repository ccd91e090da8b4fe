#include "vm/java/constant_values.h"

#include <bit>

#include "classfile/class_file.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/field.h"
#include "runtime/java_thread.h"
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

JavaResult<void> store_string(JavaThread& self, const Class& klass, const Field& field, std::string_view text) {
  HandleScope scope(self);
  Handle<> string = MJ_TRY(intern_string(self, text));
  NoSafepoint still(self);
  gc::store_ref(still, klass.mirror, field.offset, string.raw(still));
  return {};
}

void store_primitive(const Class& klass, const Field& field) {
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  unsigned index = field.info->constant_value_index;
  runtime::Object* mirror = klass.mirror;
  switch (field.type) {
    case BasicType::kBoolean:
    case BasicType::kByte: mirror->store<std::int8_t>(field.offset, static_cast<std::int8_t>(pool.integer(index))); break;
    case BasicType::kChar:
    case BasicType::kShort: mirror->store<std::int16_t>(field.offset, static_cast<std::int16_t>(pool.integer(index))); break;
    case BasicType::kInt: mirror->store<std::int32_t>(field.offset, pool.integer(index)); break;
    case BasicType::kLong: mirror->store<std::int64_t>(field.offset, pool.long_(index)); break;
    case BasicType::kFloat: mirror->store<float>(field.offset, pool.float_(index)); break;
    case BasicType::kDouble: mirror->store<double>(field.offset, pool.double_(index)); break;
    default: MJ_UNREACHABLE("a ConstantValue of type %d", static_cast<int>(field.type));
  }
}

}  // namespace

JavaResult<void> store_constant_values(JavaThread& self, Class& klass) {
  for (const Field& field : klass.fields) {
    if (!field.is_static() || field.info->constant_value_index == 0) {
      continue;
    }
    if (field.type == BasicType::kObject) {
      MJ_TRY(store_string(self, klass, field, klass.file->constant_pool().string(field.info->constant_value_index)));
    } else {
      store_primitive(klass, field);
    }
  }
  return {};
}

}  // namespace minijvm::vm
