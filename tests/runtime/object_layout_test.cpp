// Proves where fields lie (alignment, gaps, injected fields), what the header words and slots hold, and the table of basic types.
#include "runtime/object/object_layout.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <set>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

FieldPlan field(BasicType type, bool is_static = false) { return {type, is_static, 0}; }

// No two fields share a byte, each is aligned to its size, none lies before `start` or beyond `end`.
void check_places(const std::vector<FieldPlan>& fields, std::uint32_t start, std::uint32_t end) {
  std::set<std::uint32_t> taken;
  for (const FieldPlan& one : fields) {
    const std::uint32_t size = 1U << log2_size(one.type);
    CHECK(one.offset % size == 0);
    CHECK(one.offset >= start);
    CHECK(one.offset + size <= end);
    for (std::uint32_t byte = one.offset; byte < one.offset + size; ++byte) {
      CHECK(taken.insert(byte).second);
    }
  }
}

}  // namespace

TEST_CASE("layout: references first, then by falling size, whatever the order of declaration",
          "[runtime][layout]") {
  std::vector<FieldPlan> fields{field(BasicType::kByte),   field(BasicType::kLong),
                                field(BasicType::kChar),   field(BasicType::kInt),
                                field(BasicType::kObject), field(BasicType::kBoolean)};
  const ObjectLayout layout = lay_out_instance(fields, Object::kHeaderBytes);
  check_places(fields, Object::kHeaderBytes, layout.fields_end);
  CHECK(fields[4].offset == 16);  // the reference
  CHECK(fields[1].offset == 24);  // the long
  CHECK(fields[3].offset == 32);
  CHECK(fields[2].offset == 36);
  CHECK(layout.fields_end == 40);
  CHECK(layout.instance_bytes == 40);
  CHECK(layout.ref_offsets == std::vector<std::uint32_t>{16});
}

TEST_CASE("layout: a gap behind the superclass takes smaller fields", "[runtime][layout]") {
  std::vector<FieldPlan> fields{field(BasicType::kLong), field(BasicType::kShort),
                                field(BasicType::kByte)};
  const ObjectLayout layout = lay_out_instance(fields, 20);  // the superclass ends with an int
  check_places(fields, 20, layout.fields_end);
  CHECK(fields[0].offset == 24);
  CHECK(fields[1].offset == 20);
  CHECK(fields[2].offset == 22);
  CHECK(layout.instance_bytes == 32);
}

TEST_CASE("layout: an object is a multiple of eight bytes, a subclass goes on where fields end",
          "[runtime][layout]") {
  std::vector<FieldPlan> fields{field(BasicType::kByte)};
  const ObjectLayout layout = lay_out_instance(fields, Object::kHeaderBytes);
  CHECK(layout.fields_end == 17);
  CHECK(layout.instance_bytes == 24);
  std::vector<FieldPlan> more{field(BasicType::kByte), field(BasicType::kInt)};
  const ObjectLayout below = lay_out_instance(more, layout.fields_end);
  check_places(more, 17, below.fields_end);
  CHECK(below.instance_bytes == 24);
}

TEST_CASE("layout: groups of contended fields lie apart from everything", "[runtime][layout]") {
  std::vector<FieldPlan> fields{field(BasicType::kInt), field(BasicType::kObject),
                                field(BasicType::kByte), field(BasicType::kObject)};
  fields[1].group = 2;
  fields[2].group = 1;
  const ObjectLayout layout = lay_out_instance(fields, Object::kHeaderBytes, {false, 2, 128});
  check_places(fields, Object::kHeaderBytes, layout.fields_end);
  CHECK(fields[3].offset == 16);
  CHECK(fields[0].offset == 24);
  CHECK(fields[2].offset == 28 + 128);
  CHECK(fields[1].offset == 288);         // 157 + 128, aligned
  CHECK(layout.fields_end == 296 + 128);  // so that a subclass's fields are far, too
  CHECK(layout.ref_offsets == std::vector<std::uint32_t>{16, 288});
  std::vector<FieldPlan> one{field(BasicType::kInt)};
  CHECK(lay_out_instance(one, Object::kHeaderBytes, {true, 0, 64}).instance_bytes == 152);
  CHECK(one[0].offset == 80);
}

TEST_CASE("layout: statics lie in the mirror, instance fields do not", "[runtime][layout]") {
  std::vector<FieldPlan> fields{field(BasicType::kInt, true), field(BasicType::kObject),
                                field(BasicType::kArray, true), field(BasicType::kByte, true)};
  ObjectLayout layout = lay_out_instance(fields, Object::kHeaderBytes);
  lay_out_statics(fields, 120, layout);
  CHECK(layout.instance_bytes == 24);
  CHECK(fields[1].offset == 16);
  CHECK(fields[2].offset == 120);
  CHECK(fields[0].offset == 128);
  CHECK(fields[3].offset == 132);
  CHECK(layout.statics_end == 136);
  CHECK(layout.ref_offsets == std::vector<std::uint32_t>{16});
  CHECK(layout.static_ref_offsets == std::vector<std::uint32_t>{120});
}

TEST_CASE("layout: injected fields have a place of their own", "[runtime][layout]") {
  test::linked_jdk();
  const Class& mirror_class = *wk().java_lang_Class;
  std::set<std::uint32_t> taken;
  for (const Field& declared : mirror_class.fields) {
    if (!declared.is_static()) {
      taken.insert(declared.offset);
    }
  }
  unsigned count = 0;
  for (const InjectedField& injected : injected_fields()) {
    if (injected.class_name != "java/lang/Class") {
      continue;
    }
    ++count;
    INFO(injected.name);
    CHECK(injected.offset >= Object::kHeaderBytes);
    CHECK(injected.offset + (1U << log2_size(injected.type)) <= mirror_class.instance_bytes);
    CHECK(taken.insert(injected.offset).second);
    // The collector must know the injected references as it knows the declared ones.
    const bool is_known =
        std::find(mirror_class.ref_offsets.begin(), mirror_class.ref_offsets.end(),
                  injected.offset) != mirror_class.ref_offsets.end();
    CHECK(is_known == is_reference(injected.type));
  }
  CHECK(count > 0);
}

TEST_CASE("objects: the class word holds class and length, elements stand behind the header",
          "[runtime][object]") {
  test::linked_jdk();
  const Class& ints = *primitive_array_class(BasicType::kInt);
  std::uint64_t words[4] = {};
  auto& array = *reinterpret_cast<Object*>(words);
  array.class_word_for_gc() = Object::make_class_word(&ints, 0x7fff'fffe);
  CHECK(array.klass() == &ints);
  CHECK(array.array_length() == 0x7fff'fffe);
  array.class_word_for_gc() = Object::make_class_word(&ints, 4);
  array.elements<std::int32_t>()[3] = 77;
  CHECK(Object::element_offset(3, log2_size(BasicType::kInt)) == 28);
  CHECK(array.load<std::int32_t>(28) == 77);
  CHECK(Object::element_offset(0x7fff'ffff, 3) == 16 + 0x7fff'ffffULL * 8);  // no 32-bit arithmetic
  array.store<std::int64_t>(16, -2);
  CHECK(array.elements<std::int32_t>()[0] == -2);
  CHECK(array.elements<std::int32_t>()[1] == -1);
  CHECK(array.atomic<std::int64_t>(16).fetch_add(3) == -2);
  CHECK(array.load<std::int64_t>(16) == 1);
}

TEST_CASE("slots: ints and floats are zero-extended, longs and doubles whole", "[runtime][value]") {
  Slot slot;
  slot.bits = ~0ULL;
  slot.set_int(-1);
  CHECK(slot.bits == 0xffff'ffffULL);
  CHECK(slot.as_int() == -1);
  slot.set_float(-0.0F);
  CHECK(slot.bits == 0x8000'0000ULL);
  CHECK(std::signbit(slot.as_float()));
  slot.set_long(std::numeric_limits<std::int64_t>::min());
  CHECK(slot.as_long() == std::numeric_limits<std::int64_t>::min());
  slot.set_double(-0.0);
  CHECK(slot.bits == 0x8000'0000'0000'0000ULL);
}

TEST_CASE("basic types: descriptor, size and slots of each", "[runtime][value]") {
  struct Row {
    char first;
    BasicType type;
    int bytes;
    int slots;
  };
  const Row rows[] = {{'Z', BasicType::kBoolean, 1, 1}, {'B', BasicType::kByte, 1, 1},
                      {'C', BasicType::kChar, 2, 1},    {'S', BasicType::kShort, 2, 1},
                      {'I', BasicType::kInt, 4, 1},     {'F', BasicType::kFloat, 4, 1},
                      {'J', BasicType::kLong, 8, 2},    {'D', BasicType::kDouble, 8, 2},
                      {'L', BasicType::kObject, 8, 1},  {'[', BasicType::kArray, 8, 1}};
  for (const Row& row : rows) {
    INFO(row.first);
    CHECK(type_of_descriptor(row.first) == row.type);
    CHECK(1 << log2_size(row.type) == row.bytes);
    CHECK(slots_of(row.type) == row.slots);
    CHECK(is_reference(row.type) == (row.first == 'L' || row.first == '['));
  }
  CHECK(slots_of(BasicType::kVoid) == 0);
  CHECK(static_cast<int>(type_of_descriptor('J')) == 11);  // JVMS table 6.5.newarray-A
}

}  // namespace minijvm::runtime
