// Tells the observer of accesses which elements a leaf function of arrays reads and writes. A
// function that will decline or whose method will throw accesses nothing, or tells so once more
// itself. Called in kInJava; nothing here stops.
#include <algorithm>
#include <string_view>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "vm/interp/watched_access.h"
#include "vm/java/threads/quiet_code.h"

namespace minijvm::interp {
namespace {

// These act for the method that calls them, and may have a frame or not. (A frame of System is one
// of a call by a method handle, and such a call is not watched.)
constexpr std::string_view kHelpers[] = {"java/lang/System", "java/lang/Object", "java/util/Arrays",
                                         "jdk/internal/util/ArraysSupport"};

bool is_helper(const runtime::Class& klass) {
  return std::find(std::begin(kHelpers), std::end(kHelpers), klass.name->text()) !=
         std::end(kHelpers);
}

bool is_for_program(const JavaThread& self) {
  runtime::FrameWalk walk(self);
  while (!walk.done() && is_helper(*walk.frame().method().holder)) walk.next();
  return !walk.done() && vm::accesses_for_program(*walk.frame().method().holder);
}

class Ranges {
 public:
  explicit Ranges(JavaThread& self) : self_(self) {}

  void access(vm::OpKind kind, Object* array, std::int64_t first, std::int64_t count) {
    if (has_elements(array, first, count))
      tell(vm::elements_of(kind, array, static_cast<std::int32_t>(first),
                           static_cast<std::int32_t>(count)));
  }
  void read(Object* array, std::int64_t first, std::int64_t count) {
    access(vm::OpKind::kRead, array, first, count);
  }
  void read_all(Object* array) {
    if (array != nullptr)
      read(array, 0, array->array_length());
  }
  void copy(Object* from, std::int32_t first, Object* to, std::int32_t first_to,
            std::int32_t count) {
    const bool is_done = has_elements(from, first, count) && has_elements(to, first_to, count) &&
                         from->klass()->log2_element == to->klass()->log2_element;
    if (is_done) {
      read(from, first, count);
      access(vm::OpKind::kWrite, to, first_to, count);
    }
  }
  // Object.clone reads all fields. A volatile one orders nothing there.
  void read_fields(Object* object) {
    for (const runtime::Class* klass = object->klass(); klass != nullptr; klass = klass->super) {
      for (const runtime::Field& field : klass->fields) {
        if (!field.is_static() && !field.is_final() && !field.is_volatile())
          tell(vm::access_of(vm::OpKind::kRead, field, object));
      }
    }
  }
  void compare(Object* array, std::int64_t offset, std::int64_t count, std::int32_t log2_element) {
    if (array == nullptr || !array->klass()->is_array() ||
        array->klass()->log2_element != log2_element)
      return;
    const auto base = static_cast<std::int64_t>(Object::element_offset(0, log2_element));
    read(array, (offset - base) >> log2_element, count);
  }

 private:
  static bool has_elements(const Object* array, std::int64_t first, std::int64_t count) {
    return array != nullptr && array->klass()->is_array() && first >= 0 && count > 0 &&
           first <= array->array_length() - count;
  }
  void tell(const vm::Access& access) { vm::access_observer()->accessed(self_, access); }

  JavaThread& self_;
};

}  // namespace

void watch_ranges(JavaThread& self, const void* pc, Slot* fp, LeafRanges ranges, const Slot* args) {
  self.anchor = anchor_at(pc, fp);
  if (!is_for_program(self))
    return;
  Ranges told(self);
  Object* first = args[0].ref;
  switch (ranges) {
    case LeafRanges::kNone:
      break;
    case LeafRanges::kCopied:
      told.copy(first, args[1].as_int(), args[2].ref, args[3].as_int(), args[4].as_int());
      break;
    case LeafRanges::kAll:
      if (first != nullptr && !first->klass()->is_array()) {
        told.read_fields(first);
      } else {
        told.read_all(first);
      }
      break;
    case LeafRanges::kOfBoth:
      told.read_all(first);
      told.read_all(args[1].ref);
      break;
    case LeafRanges::kFirst:
      if (first != nullptr)
        told.read(first, 0, std::min(args[1].as_int(), first->array_length()));
      break;
    case LeafRanges::kPart:
      if (first != nullptr) {
        const std::int32_t from = args[1].as_int();
        told.read(first, from,
                  std::min(args[2].as_int(), first->array_length()) - std::int64_t{from});
      }
      break;
    case LeafRanges::kFilled:
      if (first != nullptr)
        told.access(vm::OpKind::kWrite, first, 0, first->array_length());
      break;
    case LeafRanges::kCompared:
      told.compare(first, args[1].as_long(), args[6].as_int(), args[7].as_int());
      told.compare(args[3].ref, args[4].as_long(), args[6].as_int(), args[7].as_int());
      break;
  }
}

}  // namespace minijvm::interp
