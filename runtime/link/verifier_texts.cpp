// Replaces parts of a message by the rows of a table. Called once for a class that is refused.
#include "runtime/link/verifier_texts.h"

#include <string_view>

#include "runtime/jdk_release.h"

namespace minijvm::runtime {

namespace {

// A part of a message, and what stands there in the releases of the range.
struct LaterText {
  JdkRange range;
  std::string_view earlier;
  std::string_view later;
};
constexpr LaterText kLaterTexts[] = {
    {{.since = 25},
     "interface method reference is in an indirect superinterface.",
     "interface method to invoke is not in a direct superinterface."},
};

}  // namespace

std::string verifier_text(std::string message) {
  for (const LaterText& row : kLaterTexts) {
    const std::size_t at = message.find(row.earlier);
    if (row.range.holds(jdk().feature) && at != std::string::npos) {
      message.replace(at, row.earlier.size(), row.later);
    }
  }
  return message;
}

}  // namespace minijvm::runtime
