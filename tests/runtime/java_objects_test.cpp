// Tests the types of Java objects: an accessor reads and writes the field that the class library's layout
// gives it, arrays know their elements, and a handle converts to its superclass only.
#include "runtime/object/java_objects.h"

#include <catch2/catch.hpp>
#include <type_traits>

#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "tests/runtime/support/fake_object.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

std::uint32_t offset_of(const Class& klass, const char* name, const char* descriptor) {
  const Field* field = klass.find_declared_field(intern_symbol(name), intern_symbol(descriptor));
  REQUIRE(field != nullptr);
  return field->offset;
}

}  // namespace

TEST_CASE("java objects: primitive fields lie where the class has them",
          "[runtime][java_objects]") {
  JavaThread& self = test::linked_jdk();
  sync::NoSafepoint still(self);
  const Class& klass = *java::Thread::java_class();
  java::Thread* thread = test::fake_handle<java::Thread>(klass).raw(still);
  java::ThreadFacts* facts = facts_of(thread);
  facts->set_priority(7);
  facts->set_daemon(true);
  thread->set_tid(0x1234'5678'9abc);
  CHECK(thread->load<std::int32_t>(offset_of(klass, "priority", "I")) == 7);
  CHECK(thread->load<std::int8_t>(offset_of(klass, "daemon", "Z")) == 1);
  CHECK(thread->tid() == 0x1234'5678'9abc);
  CHECK_FALSE(thread->interrupted());
  thread->interrupted_atomic().store(4, std::memory_order_relaxed);  // any byte but 0 is true
  CHECK(thread->interrupted());
  CHECK(thread->name() == nullptr);
}

TEST_CASE("java objects: an injected field holds a C++ pointer", "[runtime][java_objects]") {
  JavaThread& self = test::linked_jdk();
  sync::NoSafepoint still(self);
  Class& klass = *java::ClassMirror::java_class();
  java::ClassMirror* mirror = test::fake_handle<java::ClassMirror>(klass).raw(still);
  CHECK(mirror->vm_class() == nullptr);
  mirror->set_vm_class(&klass);
  CHECK(mirror->vm_class() == &klass);
  CHECK(mirror->vm_class_atomic().load(std::memory_order_relaxed) == &klass);
}

TEST_CASE("java objects: array types know their elements", "[runtime][java_objects]") {
  test::linked_jdk();
  std::uint64_t words[4] = {Object::make_class_word(primitive_array_class(BasicType::kByte), 3)};
  auto* bytes = as<java::ByteArray>(reinterpret_cast<Object*>(words));
  bytes->set(2, -1);
  CHECK(bytes->length() == 3);
  CHECK(bytes->at(2) == -1);
  CHECK(bytes->data() == bytes->elements<std::int8_t>());
  CHECK(java::ByteArray::describes(*bytes->klass()));
  CHECK_FALSE(java::BooleanArray::describes(*bytes->klass()));
  CHECK_FALSE(java::ObjectArray::describes(*bytes->klass()));
}

TEST_CASE("java objects: a handle converts to its superclass only", "[runtime][java_objects]") {
  STATIC_REQUIRE(std::is_convertible_v<Handle<java::String>, Handle<>>);
  STATIC_REQUIRE(std::is_convertible_v<Handle<java::SoftReference>, Handle<java::Reference>>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<Handle<>, Handle<java::String>>);
  STATIC_REQUIRE_FALSE(std::is_convertible_v<Handle<java::Thread>, Handle<java::String>>);
  JavaThread& self = test::linked_jdk();
  Handle<> object = test::fake_handle(*java::SoftReference::java_class());
  auto reference = as<java::Reference>(object);
  CHECK(reference.slot() == object.slot());
  CHECK(klass_of(self, reference) == java::SoftReference::java_class());
  CHECK(field_of(self, reference, &java::Reference::referent).is_null());
  CHECK(as<java::String>(Handle<>()).is_null());
}

}  // namespace minijvm::runtime
