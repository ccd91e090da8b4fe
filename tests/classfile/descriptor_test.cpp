// Proves JVMS 4.3 and 4.2: descriptors taken apart, and what is none.
#include "classfile/descriptor.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace minijvm::classfile;

TEST_CASE("method descriptor: parameters, slots and return type", "[classfile][descriptor]") {
  const MethodDescriptor method("(IJ[Ljava/lang/String;[[DLx;Z)[I");
  std::vector<std::string> types;
  for (FieldType type : method) types.emplace_back(type.text());
  REQUIRE(types == std::vector<std::string>{"I", "J", "[Ljava/lang/String;", "[[D", "Lx;", "Z"});
  REQUIRE(method.parameter_count() == 6);
  REQUIRE(method.parameter_slots() == 7);
  REQUIRE(method.return_type().text() == "[I");
  REQUIRE(MethodDescriptor("()V").parameter_count() == 0);
  REQUIRE(MethodDescriptor("()V").return_type().is_void());
}

TEST_CASE("method descriptor: a class name may have parentheses", "[classfile][descriptor]") {
  const MethodDescriptor descriptor("(La)b;I[L);)L(c);");
  REQUIRE(is_valid_method_descriptor(descriptor.text()));
  REQUIRE(descriptor.parameter_count() == 3);
  REQUIRE(descriptor.parameter_slots() == 3);
  REQUIRE((*descriptor.begin()).class_name() == "a)b");
  REQUIRE(descriptor.return_type().class_name() == "(c)");
  REQUIRE(MethodDescriptor("(L);)V").return_type().is_void());
}

TEST_CASE("field type: names, components and stack letters", "[classfile][descriptor]") {
  REQUIRE(FieldType("Ljava/lang/String;").class_name() == "java/lang/String");
  REQUIRE(FieldType("[[I").class_name() == "[[I");
  REQUIRE(FieldType("[[I").dimensions() == 2);
  REQUIRE(FieldType("[[I").component().text() == "[I");
  REQUIRE(FieldType("S").stack_letter() == 'I');
  REQUIRE(FieldType("[S").stack_letter() == 'A');
  for (char letter : std::string("ZCFDBSIJL[V"))
    REQUIRE(basic_type_letter(type_of_descriptor(letter)) == letter);
}

TEST_CASE("descriptors: what is not one is refused", "[classfile][descriptor]") {
  for (const char* bad : {"", "V", "II", "L", "L;", "Lx", "[", "[V", "Q", "L/x;", "Lx/;", "La//b;",
                          "La.b;", "L[I;", "Ix"}) {
    CAPTURE(bad);
    REQUIRE_FALSE(is_valid_field_descriptor(bad));
  }
  for (const char* bad :
       {"", "()", "(", ")V", "(V)V", "()VV", "(I", "(Lx)V", "()[V", "I", "(I)V)V"}) {
    CAPTURE(bad);
    REQUIRE_FALSE(is_valid_method_descriptor(bad));
  }
  REQUIRE(is_valid_field_descriptor(std::string(255, '[') + "I"));
  REQUIRE(field_descriptor_fault(std::string(256, '[') + "I") == DescriptorFault::kDimensions);
  REQUIRE(is_valid_method_descriptor("(" + std::string(255, 'I') + ")V"));
  REQUIRE(method_descriptor_fault("(" + std::string(128, 'J') + ")V") ==
          DescriptorFault::kParameterSlots);
}

TEST_CASE("names: the characters JVMS 4.2 forbids", "[classfile][descriptor]") {
  REQUIRE(is_valid_method_name("<init>"));
  REQUIRE_FALSE(is_valid_method_name("<other>"));
  REQUIRE(is_valid_field_name("<a>"));
  REQUIRE_FALSE(is_valid_field_name("a/b"));
  REQUIRE(is_valid_class_name_or_array("[Ljava/lang/Object;"));
  REQUIRE_FALSE(is_valid_class_name("a;b"));
}
