// Proves the spelling of native methods' C names (JNI specification, "Resolving Native Method Names") and the VM's own
// table of natives: rows are whole, unique and well-formed.
#include "vm/natives/native_registry.h"

#include <catch2/catch.hpp>
#include <set>

#include "classfile/descriptor.h"
#include "vm/natives/own_natives.h"

using namespace minijvm::vm;

TEST_CASE("mangling: a plain name joins class and method", "[vm][native]") {
  CHECK(mangled_short_name("java/lang/Object", "wait") == "Java_java_lang_Object_wait");
  CHECK(mangled_short_name("Main", "run") == "Java_Main_run");
}

TEST_CASE("mangling: underscores, brackets and semicolons are escaped", "[vm][native]") {
  CHECK(mangled_short_name("a_b/C", "d_e") == "Java_a_1b_C_d_1e");
  CHECK(mangled_long_name("p/Q", "f", "(I[Ljava/lang/String;)V") ==
        "Java_p_Q_f__I_3Ljava_lang_String_2");
  CHECK(mangled_long_name("p/Q", "f", "()V") == "Java_p_Q_f__");
}

TEST_CASE("mangling: other characters are four lower-case hex digits", "[vm][native]") {
  CHECK(mangled_short_name("Outer$Inner", "f") == "Java_Outer_00024Inner_f");
  CHECK(mangled_short_name("C", "\xc3\xa4") == "Java_C__000e4");
}

TEST_CASE("mangling: a digit 0 to 3 after a separator would read as an escape, so no name exists",
          "[vm][native]") {
  CHECK_FALSE(mangled_short_name("p/1C", "f").has_value());
  CHECK_FALSE(mangled_short_name("C", "3d").has_value());
  CHECK(mangled_short_name("p/4C", "f") == "Java_p_4C_f");
  CHECK(mangled_short_name("p/a_1", "f") == "Java_p_a_11_f");  // "_1" "1": not ambiguous
}

TEST_CASE("own natives: each row is a method of its class once, with an entry", "[vm][native]") {
  std::set<std::string> seen;
  for (std::span<const VmNative> table : {object_natives(), unsafe_natives(), misc_natives(),
                                          close_scope_natives(), perf_natives()}) {
    for (const VmNative& row : table) {
      std::string key = std::string(row.holder) + "." + row.name + row.descriptor;
      INFO(key);
      CHECK(seen.insert(key).second);
      CHECK(row.entry != nullptr);
      CHECK(minijvm::classfile::is_valid_method_descriptor(row.descriptor));
    }
  }
  // Object 6, of which wait has two names, Unsafe 70, Perf 7, ScopedMemoryAccess 4 (each release has
  // its own form of closeScope0), VectorSupport 3, NativeEntryPoint 2.
  CHECK(seen.size() == 6 + 70 + 7 + 4 + 3 + 2);
}
