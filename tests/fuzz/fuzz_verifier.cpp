// The verifier ends with a verdict on whatever parses, and what it accepts the oop-map builder can walk (only jsr and ret it may not know).
// Input that is no class file is a body: max_stack, max_locals, two bytes of code length, the code, then a StackMapTable; it is put
// in a class whose constant pool has an entry of each kind.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "classfile/class_file_parser.h"
#include "classfile/flow/oop_map_builder.h"
#include "classfile/flow/stack_map_verifier.h"
#include "tests/fuzz/fuzz_support.h"

using namespace minijvm::classfile;

namespace {

// Every name says itself what it is: interfaces have an I in it, and each class is a subclass of those that are a prefix of it.
class NamedOracle : public TypeOracle {
 public:
  Answer is_interface(std::string_view name) override {
    if (name.find("absent") != name.npos)
      return Answer::kLoadingError;
    return name.find('I') != name.npos ? Answer::kYes : Answer::kNo;
  }
  Answer is_subclass(std::string_view name, std::string_view ancestor) override {
    if (name.find("absent") != name.npos)
      return Answer::kLoadingError;
    return name.starts_with(ancestor) || ancestor == "java/lang/Throwable" ? Answer::kYes
                                                                           : Answer::kNo;
  }
  Answer is_superclass_of_current(std::string_view name) override {
    return name == "java/lang/Object" ? Answer::kYes : Answer::kNo;
  }
  Answer is_protected_in_other_package(MemberKind, std::string_view, std::string_view name,
                                       std::string_view) override {
    return name.size() % 2 == 0 ? Answer::kYes : Answer::kNo;
  }
};

void judge(std::span<const std::uint8_t> bytes) {
  auto parsed = parse_class_file({bytes.data(), bytes.size()}, {});
  if (!parsed.ok())
    return;
  const ClassFile file = parsed.take();
  if (file.major_version() < kFirstStackMapVersion)
    return;
  NamedOracle oracle;
  for (const MethodInfo& method : file.methods()) {
    if (!verify_method(file, method, oracle).ok() || !method.has_code())
      continue;
    OopMapBuilder builder(FlowMethod::of(file, method));
    if (builder.run())
      continue;
    std::fprintf(stderr, "verified, but no oop maps: %s\n", builder.flow().failure());
    std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool is_class =
      size > 3 && data[0] == 0xca && data[1] == 0xfe && data[2] == 0xba && data[3] == 0xbe;
  if (is_class) {
    judge({data, size});
    return 0;
  }
  const std::vector<std::uint8_t> made = minijvm::fuzz::class_around({data, size});
  judge(made);
  return 0;
}
