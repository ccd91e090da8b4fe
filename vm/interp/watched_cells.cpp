// Executes the accesses of fields that are watched (watched_access.h). Called from the loop, in
// kInJava; nothing here stops.
#include "vm/interp/watched_cells.h"

#include "base/check.h"
#include "classfile/basic_type.h"
#include "runtime/object/java_objects.h"
#include "vm/interp/cells/cell_paths.h"
#include "vm/interp/cells/cell_state.h"
#include "vm/interp/reference/ops_field.h"
#include "vm/interp/watched_access.h"

namespace minijvm::interp {

using runtime::BasicType;
using runtime::Field;

namespace {

constexpr int kTypeShift = 23;
constexpr int kFormShift = 29;
constexpr std::uint32_t kOffsetMask = (1U << kTypeShift) - 1;
constexpr std::uint32_t kVolatile = 1U << 27;
constexpr std::uint32_t kFinal = 1U << 28;
// JVMS table 4.5-A
constexpr std::uint16_t kFinalFlag = 0x0010;
constexpr std::uint16_t kVolatileFlag = 0x0040;

// A field with as much as an access needs.
Field field_of(std::uint32_t c) {
  Field field{};
  field.offset = c & kOffsetMask;
  field.type = static_cast<BasicType>(c >> kTypeShift & 0xf);
  field.access_flags = static_cast<std::uint16_t>(((c & kVolatile) != 0 ? kVolatileFlag : 0) |
                                                  ((c & kFinal) != 0 ? kFinalFlag : 0));
  return field;
}

std::size_t offset_of(std::uint32_t c) { return c & kOffsetMask; }
BasicType type_of(std::uint32_t c) { return static_cast<BasicType>(c >> kTypeShift & 0xf); }
int form_of(std::uint32_t c) { return static_cast<int>(c >> kFormShift); }
bool is_plain(std::uint32_t c) { return (c & (kVolatile | kFinal)) == 0; }

// A field is plain most often, and the thread has nothing new to tell of it.
bool has_told_of_field(const JavaThread& self, vm::OpKind kind, const Object* object,
                       std::uint32_t c) {
  const char* address = reinterpret_cast<const char*>(object) + offset_of(c);
  return is_plain(c) && has_told(self, kind, address, 1U << classfile::log2_size(type_of(c)));
}

// OPTIMIZATION: the commonest types without a call.
void load(const Object* object, std::uint32_t c, Slot* to) {
  const auto at = [&]<class T>(T) {
    return const_cast<Object*>(object)->atomic<T>(offset_of(c)).load(std::memory_order_relaxed);
  };
  const BasicType type = type_of(c);
  if (is_plain(c) && type == BasicType::kInt) {
    to->set_int(at(std::int32_t{}));
  } else if (is_plain(c) && type == BasicType::kLong) {
    to->set_long(at(std::int64_t{}));
  } else if (is_plain(c) && runtime::is_reference(type)) {
    to->ref = at(static_cast<Object*>(nullptr));
  } else {
    load_field(object, field_of(c), to);
  }
}

void store(JavaThread& self, Object* object, std::uint32_t c, Slot value) {
  if (is_plain(c) && type_of(c) == BasicType::kInt) {
    object->store<std::int32_t>(offset_of(c), value.as_int());
  } else if (is_plain(c) && type_of(c) == BasicType::kLong) {
    object->store<std::int64_t>(offset_of(c), value.as_long());
  } else {
    store_field(self, object, field_of(c), value);
  }
}

std::uint32_t packed(const Field& field, int form) {
  const std::uint32_t flags =
      (field.is_volatile() ? kVolatile : 0) | (field.is_final() ? kFinal : 0);
  return field.offset | static_cast<std::uint32_t>(field.type) << kTypeShift | flags |
         static_cast<std::uint32_t>(form) << kFormShift;
}

const Field& static_of(const Cell* pc) {
  return *static_cast<const Field*>(data_of(writable(pc))->pointer);
}

}  // namespace

std::int32_t watched_field(const Field& field, int form) {
  MJ_CHECK(field.offset <= kOffsetMask, "a field at offset %u", field.offset);
  return static_cast<std::int32_t>(packed(field, form));
}

Slot value_to_put(const Cell* pc, const Slot* fp, BasicType type, int form) {
  constexpr int kConstant = 1;
  if (form != kConstant)
    return fp[pc->a];
  Slot value{};
  if (type == BasicType::kDouble) {
    value.set_double(pc->a);
  } else if (type == BasicType::kLong) {
    value.set_long(pc->a);
  } else if (!runtime::is_reference(type)) {
    value.set_int(pc->a);
  }
  return value;
}

Continuation return_constructed(JavaThread& self, const Cell* pc, Slot* fp) {
  watch_freeze(self, pc, fp);
  return return_checked(self, pc, fp);
}

Continuation get_watched_field(JavaThread& self, const Cell* pc, Slot* fp) {
  Object* object = fp[pc->b].ref;
  if (object == nullptr)
    return throw_null(self, pc, fp);
  const auto c = static_cast<std::uint32_t>(pc->c);
  if (!has_told_of_field(self, vm::OpKind::kRead, object, c)) {
    watch(self, pc, fp, vm::access_of(vm::OpKind::kRead, field_of(c), object));
  }
  load(object, c, &fp[pc->a]);
  return {pc + 1, fp};
}

Continuation put_watched_field(JavaThread& self, const Cell* pc, Slot* fp) {
  Object* object = fp[pc->b].ref;
  if (object == nullptr)
    return throw_null(self, pc, fp);
  const auto c = static_cast<std::uint32_t>(pc->c);
  if (!has_told_of_field(self, vm::OpKind::kWrite, object, c)) {
    watch(self, pc, fp, vm::access_of(vm::OpKind::kWrite, field_of(c), object));
  }
  store(self, object, c, value_to_put(pc, fp, type_of(c), form_of(c)));
  return {pc + 1, fp};
}

Continuation get_watched_static(JavaThread& self, const Cell* pc, Slot* fp) {
  const Field& field = static_of(pc);
  auto* mirror = reinterpret_cast<Object*>(field.holder->mirror);
  const std::uint32_t c = packed(field, 0);
  if (!has_told_of_field(self, vm::OpKind::kRead, mirror, c)) {
    watch(self, pc, fp, vm::access_of(vm::OpKind::kRead, field, mirror));
  }
  load(mirror, c, &fp[pc->a]);
  return {pc + 2, fp};
}

Continuation put_watched_static(JavaThread& self, const Cell* pc, Slot* fp) {
  const Field& field = static_of(pc);
  auto* mirror = reinterpret_cast<Object*>(field.holder->mirror);
  const std::uint32_t c = packed(field, 0);
  if (!has_told_of_field(self, vm::OpKind::kWrite, mirror, c)) {
    watch(self, pc, fp, vm::access_of(vm::OpKind::kWrite, field, mirror));
  }
  store(self, mirror, c, fp[pc->b]);
  return {pc + 2, fp};
}

}  // namespace minijvm::interp
