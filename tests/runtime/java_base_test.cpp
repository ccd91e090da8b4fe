// Proves the linker on a corpus: every class of java.base is defined and linked, without mirrors or heap, and the tables hold what they must.
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/load/boot_loader.h"
#include "runtime/object/object.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"
#include "tools/classdump/image_index.h"

namespace minijvm::runtime {
namespace {

using test::linked_jdk;
using test::loaded;

void check_class(const Class& klass) {
  REQUIRE(reinterpret_cast<std::uintptr_t>(&klass) < (1ULL << 31));
  CHECK(klass.instance_bytes % 8 == 0);
  CHECK(klass.mirror_bytes % 8 == 0);
  if (klass.super != nullptr) {
    CHECK(klass.is_subclass_of(*klass.super));
    CHECK(klass.depth == klass.super->depth + 1);
    CHECK(klass.vtable_length >= klass.super->vtable_length);
  }
  for (const Class* interface : klass.interfaces) {
    CHECK(klass.is_subclass_of(*interface));
  }
  for (const Field& field : klass.fields) {
    const std::uint32_t size = 1U << log2_size(field.type);
    CHECK(field.offset % size == 0);
    CHECK(field.offset >= Object::kHeaderBytes);
    CHECK(field.offset + size <= (field.is_static() ? klass.mirror_bytes : klass.instance_bytes));
  }
  for (const Method& method : klass.methods) {
    CHECK(klass.find_declared_method(method.name, method.descriptor) == &method);
    if (!klass.is_interface() && method.vtable_index >= 0) {
      CHECK(const_cast<Class&>(klass).vtable()[method.vtable_index] == &method);
    }
  }
}

}  // namespace

TEST_CASE("java.base: every class is defined and linked", "[runtime][java_base]") {
  JavaThread& self = linked_jdk();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::string> names = classdump::ImageIndex(MINIJVM_JDK_HOME).classes_of("java.base");
  const auto listed = std::chrono::steady_clock::now();
  std::size_t count = 0;
  std::vector<Class*> classes;
  for (const std::string& name : names) {
    if (name == "module-info" || name.ends_with("/module-info")) {
      continue;
    }
    Linked<Class*> klass = load_class(self, LoaderData::boot(), intern_symbol(name));
    INFO(name << ": " << (klass.ok() ? "" : klass.error().message));
    REQUIRE(klass.ok());
    Linked<void> linked = link_class(self, *klass.value());
    INFO((linked.ok() ? "" : linked.error().message));
    REQUIRE(linked.ok());
    classes.push_back(klass.value());
    ++count;
  }
  const auto end = std::chrono::steady_clock::now();
  for (const Class* klass : classes) {
    check_class(*klass);
  }
  CHECK(count > 5000);
  std::printf("java.base: %zu classes listed in %lld ms, defined and linked in %lld ms\n", count,
              static_cast<long long>(
                  std::chrono::duration_cast<std::chrono::milliseconds>(listed - begin).count()),
              static_cast<long long>(
                  std::chrono::duration_cast<std::chrono::milliseconds>(end - listed).count()));
}

TEST_CASE("java.base: the layouts the VM relies on", "[runtime][java_base]") {
  linked_jdk();
  const WellKnown& known = wk();
  CHECK(known.java_lang_Object->instance_bytes == 16);
  CHECK(known.java_lang_String->instance_bytes == 32);
  CHECK(known.java_lang_Integer->instance_bytes == 24);
  CHECK(known.java_lang_Class->mirror_bytes > known.java_lang_Class->instance_bytes);
  CHECK(known.java_lang_Object->mirror_bytes == known.java_lang_Class->instance_bytes);
  CHECK(known.ClassMirror_vm_class != 0);
  CHECK(known.ClassMirror_vm_class % 8 == 0);
  CHECK(known.ClassMirror_protection_domain != known.ClassMirror_signers);
  CHECK(known.MemberName_vmindex + 8 <= known.java_lang_invoke_MemberName->instance_bytes);
  CHECK(known.java_lang_ref_Finalizer->reference_kind == ReferenceKind::kFinal);
  CHECK(loaded("java/util/WeakHashMap$Entry").reference_kind == ReferenceKind::kWeak);
  CHECK_FALSE(known.java_lang_Thread->has_finalizer);
  CHECK(loaded("java/util/concurrent/ThreadPoolExecutor").has_finalizer == false);
  CHECK(known.Reflection_getCallerClass->is_caller_sensitive);
}

TEST_CASE("arrays: subtyping follows the element", "[runtime][class]") {
  JavaThread& self = linked_jdk();
  Class& strings = *array_class_of(self, loaded("java/lang/String")).value();
  Class& objects = *array_class_of(self, loaded("java/lang/Object")).value();
  Class& sequences = *array_class_of(self, loaded("java/lang/CharSequence")).value();
  Class& nested = *array_class_of(self, strings).value();
  Class& ints = *primitive_array_class(BasicType::kInt);
  CHECK(strings.is_subclass_of(objects));
  CHECK(strings.is_subclass_of(sequences));
  CHECK(nested.is_subclass_of(objects));
  CHECK_FALSE(objects.is_subclass_of(strings));
  CHECK_FALSE(ints.is_subclass_of(objects));
  CHECK(ints.is_subclass_of(*wk().java_lang_Object));
  CHECK(ints.is_subclass_of(*wk().java_lang_Cloneable));
  CHECK(ints.is_subclass_of(*wk().java_io_Serializable));
  CHECK_FALSE(ints.is_subclass_of(*wk().java_lang_Comparable));
  CHECK(nested.name->text() == "[[Ljava/lang/String;");
  CHECK(nested.external_name() == "[[Ljava.lang.String;");
  CHECK(load_class(self, LoaderData::boot(), intern_symbol("[[Ljava/lang/String;")).value() ==
        &nested);
  CHECK_FALSE(load_class(self, LoaderData::boot(), intern_symbol("[V")).ok());
  CHECK_FALSE(load_class(self, LoaderData::boot(), intern_symbol("[L;")).ok());
}

}  // namespace minijvm::runtime
