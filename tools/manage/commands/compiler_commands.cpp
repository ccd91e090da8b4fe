// Answers what `java -Xint` answers, as far as it means something: the memory of translated code.
#include "tools/manage/commands/compiler_commands.h"

#include <fmt/format.h>

#include "base/bits.h"
#include "runtime/class/metadata_size.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

// The cells into which methods are translated for the interpreter take the place of HotSpot's code
// cache. They are in the arenas of the loaders, so the cache has no bounds of its own.
JavaResult<std::string> code_cache(JavaThread&, const CommandArguments&) {
  const runtime::MetadataSize code = runtime::code_size();
  return fmt::format(
      "CodeCache: size={0}Kb used={1}Kb free={2}Kb\n total_blobs=0 nmethods=0 adapters=0\n "
      "compilation: disabled (interpreter mode)\n",
      code.committed / kKiB, code.used / kKiB, (code.committed - code.used) / kKiB);
}

JavaResult<std::string> no_queue(JavaThread&, const CommandArguments&) {
  return std::string("No methods are queued: this VM has no compiler.\n");
}

JavaResult<std::string> no_code(JavaThread&, const CommandArguments&) {
  return std::string("No methods are compiled: this VM has no compiler.\n");
}

constexpr DiagnosticCommand kCommands[] = {
    {"Compiler.codecache", "Print code cache layout and bounds.", "Low", "monitor", {}, code_cache},
    {"Compiler.codelist",
     "Print all compiled methods in code cache that are alive",
     "Medium",
     "monitor",
     {},
     no_code},
    {"Compiler.queue", "Print methods queued for compilation.", "Low", "monitor", {}, no_queue}};

}  // namespace

std::span<const DiagnosticCommand> compiler_commands() { return kCommands; }

}  // namespace minijvm::vm
