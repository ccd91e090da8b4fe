// Where fields lie: superclass fields first, then the class's own by size, gaps filled with smaller ones.
// Proved by tests/runtime/object_layout_test.cpp.
//
//   instance:  header 16 | superclass fields | gap? filled by 4-, 2-, 1-byte fields | references | longs, doubles | 4 | 2 | 1 | pad to 8
//   mirror:    fields of java.lang.Class     | static references | 8 | 4 | 2 | 1 | pad to 8
//   @Contended: header | superclass fields | (of the class: padding) | other fields | padding | group 1 | padding | group 2 | padding
//
// Rules: a long, double or reference is 8-byte aligned, and an object is a multiple of 8 bytes, so the aligned 4-byte word around any
// smaller field belongs to the object: Unsafe may compare-and-set it. Injected fields (well_known.def) are laid out like declared ones.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/java_value.h"

namespace minijvm::runtime {

class Class;
class Symbol;

// A field to place; the layout writes its offset.
struct FieldPlan {
  BasicType type;
  bool is_static;
  std::uint32_t offset;
  std::uint32_t group = 0;  // @Contended fields of one group lie together, far from all others; 0: an ordinary field, or a static one
};

// JEP 142: fields that different processors write lie on cache lines of their own.
struct Contention {
  bool whole_class = false;    // the class is annotated: its ordinary fields lie far from its superclass's
  std::uint32_t groups = 0;    // of FieldPlan, numbered from 1
  std::uint32_t padding = 0;   // bytes
};

struct ObjectLayout {
  std::uint32_t fields_end;      // first byte after the last field: where a subclass goes on
  std::uint32_t instance_bytes;
  std::uint32_t statics_end;     // bytes of the mirror, a multiple of 8
  std::vector<std::uint32_t> ref_offsets;         // own instance references, ascending
  std::vector<std::uint32_t> static_ref_offsets;
};

// Places declared fields and then `injected`. `super_end`: fields_end of the superclass (the header's size for Object);
// `statics_start`: instance size of java.lang.Class.
ObjectLayout lay_out_instance(std::span<FieldPlan> fields, std::uint32_t super_end, const Contention& contention = {});
void lay_out_statics(std::span<FieldPlan> fields, std::uint32_t statics_start, ObjectLayout& layout);

// Fields that exist only in the layout of a class of the boot loader (MJ_INJECTED rows), by class and field name.
struct InjectedField {
  std::string_view class_name;
  std::string_view name;
  BasicType type;
  std::uint32_t offset;  // set when the class is laid out
};
std::span<InjectedField> injected_fields();

}  // namespace minijvm::runtime
