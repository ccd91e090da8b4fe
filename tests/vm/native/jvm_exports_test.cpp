// Proves that jvm_exports.def and libjvm.so agree: every row is exported, every exported JVM_* and jio_* has a row, each once.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

// The symbols, declared without their types: the table needs only their addresses.
#define MJ_JVM(name, file, state, note) extern "C" void name();
#include "vm/natives/jvm/jvm_exports.def"
#undef MJ_JVM

namespace {

enum class ExportState { kImplemented, kAnswersConstant };

struct JvmExport {
  const char* name;
  ExportState state;
  const char* note;
  bool is_later;
  void (*entry)();
};
constexpr JvmExport kRows[] = {
#define MJ_JVM(name, file, state, note) {#name, ExportState::state, note, false, name},
#define MJ_JVM_LATER(name, file, state, note) {#name, ExportState::state, note, true, name},
#include "vm/natives/jvm/jvm_exports.def"
#undef MJ_JVM
};

std::set<std::string> exported_symbols() {
  std::set<std::string> names;
  std::FILE* pipe = popen("nm -D --defined-only '" MINIJVM_LIBJVM "'", "r");
  REQUIRE(pipe != nullptr);
  char line[512];
  while (std::fgets(line, sizeof line, pipe) != nullptr) {
    std::istringstream words(line);
    std::string address, kind, name;
    words >> address >> kind >> name;
    name = name.substr(0, name.find('@'));
    if (name.rfind("JVM_", 0) == 0 || name.rfind("jio_", 0) == 0) {
      names.insert(name);
    }
  }
  pclose(pipe);
  return names;
}

}  // namespace

TEST_CASE("JVM exports: the table and the library agree", "[vm][native]") {
  std::set<std::string> rows;
  for (const JvmExport& row : kRows) {
    INFO(row.name);
    CHECK(rows.insert(row.name).second);
    CHECK(row.entry != nullptr);
    // a constant answer says why it may be one
    CHECK((row.state == ExportState::kImplemented || row.note[0] != 0));
  }
  CHECK(rows == exported_symbols());
}

TEST_CASE(
    "JVM exports: the 179 JVM_* and 4 jio_* functions that JDK 17's libraries import are there",
    "[vm][native]") {
  int jvm = 0;
  int jio = 0;
  for (const JvmExport& row : kRows) {
    if (!row.is_later && std::string(row.note) != "imported by no JDK 17 library") {
      ++(row.name[0] == 'J' ? jvm : jio);
    }
  }
  CHECK(jvm == 179);
  CHECK(jio == 4);
}

TEST_CASE("JVM exports: the 33 functions that only JDK 21 or 25 imports are there",
          "[vm][native]") {
  CHECK(std::count_if(std::begin(kRows), std::end(kRows),
                      [](const JvmExport& row) { return row.is_later; }) == 33);
}
