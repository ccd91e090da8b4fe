// The verifier and the oop maps over all of java.base: every class verifies, every method has maps at every instruction, and the maps
// agree with the StackMapTables that javac wrote. Then the same classes with bytes changed at random: nothing may crash, whatever
// the answer (fixed seed; run under ASan for the full effect).
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdio>
#include <random>

#include "classfile/flow/oop_map_builder.h"
#include "classfile/flow/stack_map_verifier.h"
#include "tests/classfile/flow/corpus_oracle.h"
#include "tests/classfile/flow/jdk_classes.h"
#include "tests/classfile/flow/stack_map_compare.h"

namespace minijvm::classfile::test {
namespace {

class Stopwatch {
 public:
  double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_)
        .count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// All of java.base, parsed once for all tests here.
struct JavaBase {
  JavaBase() : corpus(read_jdk_class) {
    for (const std::string& name : java_base_class_names()) {
      if (const ClassFile* file = corpus.find(name))
        files.push_back(file);
    }
  }
  ClassCorpus corpus;
  std::vector<const ClassFile*> files;
};

JavaBase& java_base() {
  static JavaBase all;
  return all;
}

}  // namespace

TEST_CASE("verifier: every class of java.base is type safe", "[classfile][flow][corpus]") {
  JavaBase& base = java_base();
  REQUIRE(base.files.size() > 5000);
  Stopwatch watch;
  unsigned failed = 0;
  std::size_t methods = 0;
  for (const ClassFile* file : base.files) {
    CorpusOracle oracle(base.corpus, *file);
    Expected<void, VerifyFailure> verified = verify_class(*file, oracle);
    methods += file->methods().size();
    if (verified.ok())
      continue;
    if (++failed <= 5)
      UNSCOPED_INFO(file->name() << ": " << verified.error().message);
  }
  std::printf("verified %zu classes, %zu methods of java.base in %.0f ms\n", base.files.size(),
              methods, watch.ms());
  CHECK(failed == 0);
}

TEST_CASE(
    "oop maps: every instruction of java.base has one, and they agree with the StackMapTables",
    "[classfile][flow][corpus]") {
  JavaBase& base = java_base();
  StackMapFindings findings;
  Stopwatch watch;
  for (const ClassFile* file : base.files) {
    for (const MethodInfo& method : file->methods()) {
      if (method.has_code())
        compare_with_stack_map(*file, method, &findings);
    }
  }
  std::printf("compared %zu stack map frames, %zu slots in %.0f ms\n", findings.frames,
              findings.slots, watch.ms());
  for (const std::string& what : findings.texts) UNSCOPED_INFO(what);
  CHECK(findings.texts.empty());
  CHECK(findings.frames > 90000);
}

TEST_CASE("oop maps: a map for each invocation of java.base, asked one by one",
          "[classfile][flow][corpus]") {
  JavaBase& base = java_base();
  std::size_t maps = 0;
  std::size_t references = 0;
  std::size_t unreachable = 0;
  Stopwatch watch;
  for (const ClassFile* file : base.files) {
    for (const MethodInfo& method : file->methods()) {
      if (!method.has_code())
        continue;
      OopMapBuilder builder(FlowMethod::of(*file, method));
      INFO(file->name() << "." << file->name_of(method));
      REQUIRE(builder.run());
      for (InstructionCursor at(file->code_of(method).code); at.valid(); at.advance()) {
        if (!at->info().has(kInvoke))
          continue;
        const OopMap map = builder.at(at.bci());
        ++maps;
        map.each_reference([&](unsigned) { ++references; });
        if (!map.is_reachable())
          ++unreachable;
      }
    }
  }
  std::printf("%zu oop maps at invocations, %zu references, %zu unreachable, in %.0f ms\n", maps,
              references, unreachable, watch.ms());
  CHECK(maps > 100000);
}

TEST_CASE("hostile bytes: changed classes of java.base never crash the verifier or the flow",
          "[classfile][flow][mutation]") {
  JavaBase& base = java_base();
  std::mt19937 random(20240521);
  unsigned parsed = 0;
  unsigned rejected = 0;
  unsigned flow_failed = 0;
  for (unsigned round = 0; round != 1500; ++round) {
    const ClassFile& original = *base.files[random() % base.files.size()];
    std::vector<std::uint8_t> bytes(original.bytes().begin(), original.bytes().end());
    // Mostly in the code: a change in the pool's text tells little.
    if (original.methods().empty())
      continue;
    const MethodInfo& method = original.methods()[random() % original.methods().size()];
    if (!method.has_code())
      continue;
    const CodeAttribute code = original.code_of(method);
    const bool in_maps = random() % 3 == 0 && code.stack_map_table.size() > 2;
    const Bytes area = in_maps ? code.stack_map_table : code.code;
    const auto from = static_cast<std::size_t>(area.data() - original.bytes().data());
    const std::size_t changes = 1 + random() % 3;
    for (std::size_t i = 0; i != changes; ++i) {
      std::uint8_t& byte = bytes[from + random() % area.size()];
      byte = static_cast<std::uint8_t>(round % 2 == 0 ? random() : byte ^ (1u << random() % 8));
    }
    // Sometimes max_stack and max_locals, which stand before the code.
    if (random() % 8 == 0) {
      bytes[method.code_offset + random() % 4] = static_cast<std::uint8_t>(random() % 4);
    }
    Expected<ClassFile, FormatError> file = parse_class_file(bytes, {});
    if (!file.ok())
      continue;
    ++parsed;
    CorpusOracle oracle(base.corpus, file.value());
    if (!verify_class(file.value(), oracle).ok())
      ++rejected;
    for (const MethodInfo& changed : file.value().methods()) {
      if (!changed.has_code())
        continue;
      OopMapBuilder builder(FlowMethod::of(file.value(), changed));
      if (!builder.run()) {
        ++flow_failed;
        continue;
      }
      builder.each([](std::uint32_t, const OopMap&) {});
    }
  }
  std::printf("mutations: %u parsed, %u rejected by the verifier, %u methods without flow\n",
              parsed, rejected, flow_failed);
  CHECK(rejected > 100);
}

}  // namespace minijvm::classfile::test
