// Proves subtyping beyond the display, lookups in a class, what methods say of themselves, and the annotations that the VM reads.
#include "runtime/class/class.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "classfile/class_file.h"
#include "runtime/class/field.h"
#include "runtime/class/method.h"
#include "runtime/class/vm_annotations.h"
#include "runtime/load/boot_loader.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

using test::FakeLoader;
using test::linked_jdk;

FakeLoader& deep_loader() {
  static FakeLoader& loader = *[] {
    linked_jdk();
    std::string source = "class C0 implements Runnable { public void run() { } }\n";
    for (int i = 1; i <= 12; ++i) {
      source += "class C" + std::to_string(i) + " extends C" + std::to_string(i - 1) +
                (i == 10 ? " implements Comparable<Object>" : "") + " {" +
                (i == 10 ? "public int compareTo(Object o) { return 0; }" : "") + "}\n";
    }
    auto* made = new FakeLoader("deep");
    for (auto& [name, bytes] : test::compile({{"Deep.java", source}})) {
      made->add(name, bytes);
    }
    return made;
  }();
  return loader;
}

Class& deep(int i) { return *deep_loader().load("C" + std::to_string(i)).value(); }

Method& method_of(const Class& klass, std::string_view name) {
  for (Method& method : klass.methods) {
    if (method.name->text() == name) {
      return method;
    }
  }
  FAIL("no method " << name);
  return klass.methods[0];
}

}  // namespace

TEST_CASE("classes: subtyping holds beyond the depth of the display", "[runtime][class]") {
  REQUIRE(deep(12).depth > Class::kDisplayDepth);
  for (int i = 0; i <= 12; ++i) {
    for (int j = 0; j <= 12; ++j) {
      INFO("C" << i << " a C" << j << "?");
      CHECK(deep(i).is_subclass_of(deep(j)) == (i >= j));
    }
  }
}

TEST_CASE("classes: interfaces are found through all superclasses, and the cache lies for nobody",
          "[runtime][class]") {
  Class& runnable = test::loaded("java/lang/Runnable");
  Class& comparable = *wk().java_lang_Comparable;
  for (int round = 0; round < 2; ++round) {
    CHECK(deep(12).is_subclass_of(runnable));
    CHECK(deep(12).is_subclass_of(comparable));
    CHECK_FALSE(deep(12).is_subclass_of(*wk().java_lang_Cloneable));
    CHECK_FALSE(deep(9).is_subclass_of(comparable));
    CHECK(deep(10).is_subclass_of(comparable));
  }
  REQUIRE(deep(12).find_itable(comparable) != nullptr);
  CHECK(deep(12).find_itable(*wk().java_lang_Cloneable) == nullptr);
}

TEST_CASE("classes: members are found by name and descriptor, declared ones only",
          "[runtime][class]") {
  linked_jdk();
  const Class& string = *wk().java_lang_String;
  const Symbol* index_of = intern_symbol("indexOf");
  const Method* by_int = string.find_declared_method(index_of, intern_symbol("(I)I"));
  const Method* by_string =
      string.find_declared_method(index_of, intern_symbol("(Ljava/lang/String;)I"));
  REQUIRE(by_int != nullptr);
  REQUIRE(by_string != nullptr);
  CHECK(by_int != by_string);
  CHECK(string.find_declared_method(index_of, intern_symbol("(D)I")) == nullptr);
  CHECK(string.find_declared_method(intern_symbol("wait"), intern_symbol("()V")) == nullptr);
  CHECK(string.find_declared_field(intern_symbol("hash"), intern_symbol("I")) != nullptr);
  CHECK(string.find_declared_field(intern_symbol("hash"), intern_symbol("J")) == nullptr);
}

TEST_CASE("methods: they say what they are as logs and messages want it", "[runtime][method]") {
  linked_jdk();
  const Class& object = *wk().java_lang_Object;
  const Method& wait = *object.find_declared_method(intern_symbol("wait"), intern_symbol("(JI)V"));
  CHECK(wait.text() == "java.lang.Object.wait(JI)V");
  CHECK(wait.external_text() == "void java.lang.Object.wait(long, int)");
  CHECK(external_signature("p.C", "m", "(Ljava/lang/String;[[IZ)[Lp/D;") ==
        "p.D[] p.C.m(java.lang.String, int[][], boolean)");
  CHECK(external_signature("", "m", "(I)V") == "void m(int)");
  CHECK(wait.text_with_holder() == "'void wait(long, int)' of class java.lang.Object");
  CHECK(external_type("[[J") == "long[][]");
  CHECK(wait.arg_slots == 4);  // receiver, two for the long, one for the int
  CHECK(wait.return_type == BasicType::kVoid);
  CHECK(method_of(object, "<init>").is_initializer());
  CHECK(method_of(object, "<init>").is_object_init);
  CHECK_FALSE(method_of(object, "equals").is_initializer());
  CHECK(method_of(object, "finalize").is_trivial_finalize);
  CHECK(method_of(*wk().java_lang_String, "<clinit>").is_class_initializer());
}

TEST_CASE("methods: lines come from the table, natives have -2, code without a table -1",
          "[runtime][method]") {
  linked_jdk();
  auto& loader = *new FakeLoader("lines");
  loader.add("L", test::compile({{"L.java",
                                  "class L {\n  static int f(int a) {\n    a++;\n    return a;\n  "
                                  "}\n  native void n();\n}\n"}})["L"]);
  const Class& with = *loader.load("L").value();
  CHECK(method_of(with, "f").line_number(0) == 3);
  CHECK(method_of(with, "f").line_number(4) == 4);
  CHECK(method_of(with, "f").line_number(-1) == -1);
  CHECK(method_of(with, "n").line_number(0) == -2);
  auto& bare = *new FakeLoader("no lines");
  bare.add("L", test::compile({{"L.java", "class L { static int f(int a) { return a; } }"}},
                              "-g:none")["L"]);
  CHECK(method_of(*bare.load("L").value(), "f").line_number(0) == -1);
}

TEST_CASE("annotations: those that the VM obeys are seen among others", "[runtime][annotations]") {
  linked_jdk();
  auto& loader = *new FakeLoader("annotated");
  auto classes =
      test::compile({{"T.java",
                      "import java.lang.annotation.*;\n"
                      "@Retention(RetentionPolicy.RUNTIME) @interface Much { String s() default "
                      "\"\"; int[] n() default {}; Little[] l() default {}; Class<?> c() default "
                      "Object.class; RetentionPolicy e() default RetentionPolicy.CLASS; }\n"
                      "@Retention(RetentionPolicy.RUNTIME) @interface Little { long v(); }\n"
                      "class T {\n"
                      "  @Much(s = \"x\", n = {1, 2}, l = {@Little(v = 3), @Little(v = 4)}, c = "
                      "T.class, e = RetentionPolicy.SOURCE)\n"
                      "  @jdk.internal.vm.annotation.Hidden @jdk.internal.reflect.CallerSensitive "
                      "void both() { }\n"
                      "  @Much void none() { }\n"
                      "  @Much @jdk.internal.vm.annotation.Contended(\"group\") int apart;\n"
                      "  @jdk.internal.vm.annotation.Contended int alone;\n"
                      "}\n"}},
                    "--add-exports java.base/jdk.internal.vm.annotation=ALL-UNNAMED --add-exports "
                    "java.base/jdk.internal.reflect=ALL-UNNAMED");
  loader.add("T", classes["T"]);
  const Class& klass = *loader.load("T").value();
  const auto annotations_of = [&](const char* name) {
    return method_of(klass, name).attributes().annotations.visible;
  };
  const classfile::Bytes both = annotations_of("both");
  const classfile::ConstantPool& pool = klass.file->constant_pool();
  const VmAnnotations found = read_vm_annotations(both, pool);
  CHECK(found.hidden);
  CHECK(found.caller_sensitive);
  CHECK_FALSE(found.lambda_form_compiled);
  CHECK_FALSE(read_vm_annotations(annotations_of("none"), pool).hidden);
  // An ordinary loader's classes may not ask for it.
  CHECK_FALSE(method_of(klass, "both").is_hidden);
  CHECK_FALSE(method_of(klass, "both").is_caller_sensitive);
  const auto& fields = klass.file->fields();
  CHECK(read_contended(klass.file->annotations_of(fields[0]).visible, pool) == "group");
  CHECK(read_contended(klass.file->annotations_of(fields[1]).visible, pool) == "");
  CHECK_FALSE(read_contended(both, pool).has_value());
  // Cut anywhere, it reads what is there and no further.
  for (std::size_t length = 0; length < both.size(); ++length) {
    (void)read_vm_annotations(both.first(length), pool);
    (void)read_contended(both.first(length), pool);
  }
}

TEST_CASE("boot loader: a patched module's classes come before the image's",
          "[runtime][boot_loader]") {
  linked_jdk();
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("minijvm_patch." + std::to_string(getpid()));
  fs::create_directories(folder / "java/util");
  auto classes =
      test::compile({{"java/util/PatchedIn.java", "package java.util; class PatchedIn { }"}},
                    "--patch-module java.base=" + fs::temp_directory_path().string());
  const auto& bytes = classes["java/util/PatchedIn"];
  std::ofstream(folder / "java/util/PatchedIn.class", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  CHECK_FALSE(
      load_class(linked_jdk(), LoaderData::boot(), intern_symbol("java/util/PatchedIn")).ok());
  patch_module("java.base", folder.string());
  CHECK(test::loaded("java/util/PatchedIn").loader == &LoaderData::boot());
  CHECK(boot_package_location("java/util") == "jrt:/java.base");  // where its first class came from
  CHECK(boot_package_location("no/such").empty());
  fs::remove_all(folder);
}

TEST_CASE("boot loader: a JDK without its image is an error that says so",
          "[runtime][boot_loader]") {
  linked_jdk();
  Linked<void> missing = initialize_boot_loader("/no/such/jdk", "");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("/no/such/jdk") != std::string::npos);
  CHECK(load_class(linked_jdk(), LoaderData::boot(), intern_symbol("java/lang/String")).ok());
  CHECK(load_class(linked_jdk(), LoaderData::boot(), intern_symbol("java/lang/NoSuch"))
            .error()
            .message == "java/lang/NoSuch");
}

}  // namespace minijvm::runtime
