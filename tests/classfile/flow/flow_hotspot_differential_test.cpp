// The verifier against `java`: both judge the hand-made classes of verifier_cases.cpp, and must agree on the verdict, the kind of
// error and the sentence; whole messages are compared too, and where ours differ the case is listed with the reason.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "classfile/flow/stack_map_verifier.h"
#include "tests/classfile/flow/corpus_oracle.h"
#include "tests/classfile/flow/jdk_classes.h"
#include "tests/classfile/flow/verifier_cases.h"

namespace minijvm::classfile::test {
namespace {

struct Verdict {
  std::string error;  // class name, or OK
  std::string message;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Returns 15 for 17.0.15. Older updates of the JDK word some refusals in another way.
int jdk_update() {
  std::ifstream release(MINIJVM_JDK_HOME "/release");
  const std::string text(std::istreambuf_iterator<char>(release), {});
  const std::string_view before = "JAVA_VERSION=\"17.0.";
  const std::size_t at = text.find(before);
  return at == text.npos ? 0 : std::atoi(text.c_str() + at + before.size());
}

// Runs VerifyCases.java over the classes in `root`.
std::vector<Verdict> ask_java(const std::filesystem::path& root, std::size_t count) {
  const std::string command =
      std::string(MINIJVM_JDK_HOME "/bin/java -Xint -XX:TieredStopAtLevel=1 " MINIJVM_SOURCE_DIR
                                   "/tests/classfile/flow/VerifyCases.java ") +
      root.string() + " " + std::to_string(count);
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  char buffer[4096];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe))
    output.append(buffer, got);
  pclose(pipe);

  std::vector<Verdict> verdicts;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && line[0] == '#') {
      verdicts.push_back({line.substr(line.find(' ') + 1), ""});
    } else if (!verdicts.empty()) {
      verdicts.back().message += line + "\n";
    }
  }
  return verdicts;
}

const char* error_name(VerifyFailure::Kind kind) {
  switch (kind) {
    case VerifyFailure::Kind::kVerifyError:
      return "java.lang.VerifyError";
    case VerifyFailure::Kind::kClassFormatError:
      return "java.lang.ClassFormatError";
    case VerifyFailure::Kind::kLoadingError:
      return "java.lang.NoClassDefFoundError";
  }
  return "?";
}

}  // namespace

TEST_CASE("verifier: java says the same about hand-made classes",
          "[classfile][flow][differential]") {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("minijvm-verify-" + std::to_string(getpid()));
  std::filesystem::create_directories(root / "v");
  const std::size_t count = verifier_cases().size();
  for (std::size_t at = 0; at != count; ++at) {
    const std::vector<std::uint8_t> bytes = build_case(at).bytes();
    std::ofstream out(root / "v" / ("Case" + std::to_string(at) + ".class"), std::ios::binary);
    out.write(reinterpret_cast<const char*>(bytes.data()),
              static_cast<std::streamsize>(bytes.size()));
  }
  const std::vector<Verdict> verdicts = ask_java(root, count);
  std::filesystem::remove_all(root);
  REQUIRE(verdicts.size() == count);

  ClassCorpus corpus(read_jdk_class);
  const int update = jdk_update();
  unsigned whole_messages = 0;
  unsigned failures = 0;
  for (std::size_t at = 0; at != count; ++at) {
    const ClassFile file = build_case(at).parsed();
    CorpusOracle oracle(corpus, file);
    const Expected<void, VerifyFailure> ours = verify_class(file, oracle);
    const std::string error = ours.ok() ? "OK" : error_name(ours.error().kind);
    INFO("case " << at << ": " << verifier_cases()[at].what);
    INFO("java: " << verdicts[at].error << "\n" << verdicts[at].message);
    INFO("ours: " << error << "\n" << (ours.ok() ? "" : ours.error().message));
    CHECK(error == verdicts[at].error);
    if (ours.ok() || ours.error().kind == VerifyFailure::Kind::kLoadingError)
      continue;
    ++failures;
    const std::string_view what = verifier_cases()[at].what;
    if (update > 15 || what.find("text differs up to 17.0.15:") == what.npos)
      CHECK(first_line(ours.error().message) == first_line(verdicts[at].message));
    const bool whole = ours.error().message == verdicts[at].message ||
                       ours.error().message + "\n" == verdicts[at].message;
    whole_messages += whole ? 1 : 0;
    if (!whole && std::getenv("MINIJVM_SHOW_MESSAGES") != nullptr) {
      std::printf("---- case %zu: %s\njava: %s\nours: %s\n", at, verifier_cases()[at].what,
                  verdicts[at].message.c_str(), ours.error().message.c_str());
    }
  }
  std::printf("verifier: %u of %u messages are java's to the letter\n", whole_messages, failures);
}

}  // namespace minijvm::classfile::test
