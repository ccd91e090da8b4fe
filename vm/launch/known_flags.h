// The -XX flags of HotSpot 17 that mean nothing here, or nothing yet: scripts pass them, so they are accepted where HotSpot accepts them and refused
// where it does. Proved by tests/vm/options_test.cpp and tests/java/bad_input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace minijvm::vm {

enum class FlagType : std::uint8_t { kSwitch, kInteger, kUnsigned, kDouble, kText };
// What must be unlocked before: -XX:+UnlockDiagnosticVMOptions, -XX:+UnlockExperimentalVMOptions. The last two only a debug build has.
enum class FlagLock : std::uint8_t { kProduct, kDiagnostic, kExperimental, kDevelop, kNotProduct };

struct KnownFlag {
  FlagLock lock;
  FlagType type;
};
std::optional<KnownFlag> find_known_flag(std::string_view name);
// HotSpot's warning of a flag that will go; empty: it stays.
std::string deprecation_of(std::string_view name);
// Is `word` one of the words, which are separated by single spaces?
bool has_word(std::string_view words, std::string_view word);

// "Did you mean ...": the known name that is most like a wrong one, if it is like enough.
class FlagGuess {
 public:
  explicit FlagGuess(std::string_view wrong_name) : name_(wrong_name) {}
  void consider(std::string_view known, bool is_switch);
  void consider_known_flags();
  const std::string& text() const { return text_; }  // "" if none

 private:
  static constexpr double kLikeEnough = 0.7;
  std::string_view name_;
  double best_ = kLikeEnough;
  std::string text_;
};

}  // namespace minijvm::vm
