// The tags of the log, and the patterns by which -Xlog chooses some of them.
// Tested by tests/base/log_test.cpp.
#pragma once

#include <set>
#include <span>
#include <string_view>

namespace minijvm {

// One row of MJ_LOG_TAGS.
struct LogTagRow {
  std::string_view name;
  std::string_view label;
};
// Returns the rows in the order of enum class LogTag.
std::span<const LogTagRow> log_tag_rows();
// The names stand in the order of enum class LogLevel.
inline constexpr const char* kLogLevelNames[] = {"off",  "error", "warning",
                                                 "info", "debug", "trace"};

// A set and not a list: "class+load" and "load+class" are the same tag.
using LogWords = std::set<std::string_view>;

// Returns the words between the separators. Empty text gives one empty word.
LogWords split_log_words(std::string_view text, char separator);
// Returns every word that a pattern may have.
LogWords all_log_tag_words();
// A pattern is "all", minijvm's own name of a tag ("classload"), or the words of its label in any
// order ("class+load"). With a * at its end a pattern matches more: each tag whose own name starts
// with the pattern ("gc*" matches gcheap), and each whose label has at least these words.
bool log_tag_matches(std::string_view pattern, const LogTagRow& tag);
// Returns the first word of a pattern that belongs to no tag; empty if every word belongs to one.
std::string_view unknown_log_word(std::string_view pattern);

}  // namespace minijvm
