// Patterns of names, as options and tables have them: a name, or the beginning of one with a star
// behind it.
// Tested by tests/vm/world and tests/vm/points.
#pragma once

#include <algorithm>
#include <string_view>

namespace minijvm {

// A star stands at the end, if at all.
inline bool fits_pattern(std::string_view pattern, std::string_view name) {
  return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1))
                                : name == pattern;
}

// Does the name fit one of the patterns of the list?
inline bool fits_pattern_of(std::string_view list, char separator, std::string_view name) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    if (fits_pattern(list.substr(0, end), name)) {
      return true;
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace minijvm
