// The words of a schedule's line, read one after the other, and what is wrong with one.
// Tested by tests/sync/decide/schedule_text_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/expected.h"
#include "sync/decide/thread_name.h"

namespace minijvm::decide {

// A value, or a sentence that says what is wrong.
template <class T>
using Read = Expected<T, std::string>;

inline Unexpected<std::string> wrong(std::string reason) {
  return Unexpected<std::string>(std::move(reason));
}
// The word between quotes for a message, cut off if it is long.
std::string quoted(std::string_view word);

Read<std::uint64_t> read_number(std::string_view word);
// In ns: "100ms" is 100,000,000.
Read<std::uint64_t> read_duration(std::string_view word);
// With each %XX turned into its byte.
Read<std::string> decoded(std::string_view word);

// `what` and the like are for the message: "a thread's name".
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) { skip(); }

  bool done() const { return rest_.empty(); }
  std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(" \t")); }
  std::string_view next();
  // Takes the next word if it is this one.
  bool take(std::string_view word);

  Read<std::string_view> need(const char* what);
  Read<void> need_word(const char* word);
  Read<std::uint64_t> need_number() { return read_number(MJ_TRY(need("a number"))); }
  // key=n
  Read<std::uint64_t> need_setting(std::string_view key);
  Read<std::string> need_decoded(const char* what) { return decoded(MJ_TRY(need(what))); }
  Read<ThreadName> need_thread();
  Read<void> need_end() const;

 private:
  void skip();
  std::string_view rest_;
};

}  // namespace minijvm::decide
