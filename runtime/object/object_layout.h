// Decides where the fields of an object lie: the superclass's fields first, then the class's own in
// order of falling size. The gaps that alignment leaves are filled with smaller fields.
//
//   instance    | header 16 | superclass's fields | gap | references | 8 | 4 | 2 | 1 | pad to 8 |
//   mirror      | fields of java.lang.Class | static references | 8 | 4 | 2 | 1 | pad to 8 |
//   @Contended  | header | superclass's fields | (padding) | other fields | padding | group 1 |
//               | padding | group 2 | padding |       (padding): if the class itself is annotated
//
//   8: long, double    4: int, float    2: short, char    1: byte, boolean
//   gap: up to 7 bytes behind the superclass's fields, filled by 4-, 2- and 1-byte fields
//
// Example: class A { byte b; } has b at 16. class B extends A { int i; Object o; } has o at 24 (a
// reference is 8-byte aligned) and i at 20, in the gap behind b.
//
// A long, double or reference is 8-byte aligned, and an object's size is a multiple of 8 bytes. So
// the aligned 4-byte word around any smaller field belongs to the same object, and Unsafe may
// compare-and-set that word. Injected fields (well_known.def) are laid out like declared ones.
// Tested by tests/runtime/object_layout_test.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/object/java_value.h"

namespace minijvm::runtime {

// A field to place. The layout functions write `offset`: bytes from the start of the object, or of
// the mirror if the field is static.
struct FieldPlan {
  BasicType type;
  bool is_static;
  std::uint32_t offset;
  // @Contended fields of one group lie together and far from all other fields. 0 is an ordinary
  // field, or a static one.
  std::uint32_t group = 0;
};

// JEP 142 (@Contended): fields that different processors write get cache lines of their own.
struct Contention {
  // True if the class itself is annotated: padding separates its ordinary fields from its
  // superclass's.
  bool whole_class = false;
  // The number of groups that FieldPlan::group refers to. Groups are numbered from 1.
  std::uint32_t groups = 0;
  std::uint32_t padding = 0;  // bytes
};

// All numbers are bytes from the start of the object or, for statics, of the mirror.
struct ObjectLayout {
  // The first byte behind the last field. The fields of a subclass begin here.
  std::uint32_t fields_end;
  // The size of an instance, which is fields_end rounded up to a multiple of 8.
  std::uint32_t instance_bytes;
  // The size of the class's mirror, a multiple of 8.
  std::uint32_t statics_end;
  // The offsets of the class's own reference fields, without inherited ones, in ascending order.
  std::vector<std::uint32_t> ref_offsets;
  std::vector<std::uint32_t> static_ref_offsets;
};

// Places the instance fields of `fields` and leaves the static ones alone. `super_end` is
// fields_end of the superclass, or the size of the header for java.lang.Object.
ObjectLayout lay_out_instance(std::span<FieldPlan> fields, std::uint32_t super_end,
                              const Contention& contention = {});
// Places the static fields of `fields` and adds statics_end and static_ref_offsets to `layout`.
// `statics_start` is the size of an instance of java.lang.Class, whose own fields come first in a
// mirror.
void lay_out_statics(std::span<FieldPlan> fields, std::uint32_t statics_start,
                     ObjectLayout& layout);

// A field that no class file declares: it exists only in the layout of a class of the boot loader
// (the MJ_INJECTED rows of well_known.def). Native pointers are attached to Java objects in this
// way.
struct InjectedField {
  std::string_view class_name;
  std::string_view name;
  BasicType type;
  std::uint32_t offset;  // set when the class is laid out
};
// Returns the injected fields of all classes. The class builder selects its rows by class name.
std::span<InjectedField> injected_fields();

}  // namespace minijvm::runtime
