// Prints the statistics of a table, or all of its texts, in HotSpot's layout.
#include "tools/manage/commands/table_commands.h"

#include <fmt/format.h>

#include "runtime/class/symbol_table.h"
#include "runtime/class/table_statistics.h"
#include "runtime/thread/java_thread.h"
#include "tools/reports/table_statistics.h"
#include "vm/java/string_table.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

constexpr const char* kVersionLine = "VERSION: 1.1\n";
// HOTSPOT: a symbol that is never freed has this number of references.
constexpr int kPermanent = 65535;

// Returns the text in one line of ASCII: bytes that cannot be printed are escaped.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const std::size_t special = std::string_view("\t\r\n\\").find(c);
    if (special != std::string_view::npos) {
      result += {'\\', "trn\\"[special]};
    } else if (c < ' ' || c > '~') {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result;
}

JavaResult<std::string> symbol_table(JavaThread&, const CommandArguments& arguments) {
  if (!arguments.is_on("-verbose")) {
    return table_statistics_text("SymbolTable", runtime::symbol_table_statistics());
  }
  std::string text = kVersionLine;
  for (const runtime::Symbol* symbol : runtime::all_symbols()) {
    text += fmt::format("{} {}: {}\n", symbol->text().size(), kPermanent, escaped(symbol->text()));
  }
  return text;
}

JavaResult<std::string> string_table(JavaThread& self, const CommandArguments& arguments) {
  if (!arguments.is_on("-verbose")) {
    return table_statistics_text("StringTable", string_table_statistics(self));
  }
  std::string text = kVersionLine;
  for (const std::string& each : interned_texts(self)) {
    text += fmt::format("{}: {}\n", each.size(), escaped(each));
  }
  return text;
}

constexpr CommandParameter kSymbolParameters[] = {
    boolean_option("-verbose", "Dump the content of each symbol in the table")};
constexpr CommandParameter kStringParameters[] = {
    boolean_option("-verbose", "Dump the content of each string in the table")};

constexpr DiagnosticCommand kCommands[] = {
    {"VM.stringtable", "Dump string table.", "Medium: Depends on Java content.", "monitor",
     kStringParameters, string_table},
    {"VM.symboltable", "Dump symbol table.", "Medium: Depends on Java content.", "monitor",
     kSymbolParameters, symbol_table}};

}  // namespace

std::span<const DiagnosticCommand> table_commands() { return kCommands; }

}  // namespace minijvm::vm
