// The least and the most that HotSpot 17 takes for a -XX flag with a number, be it one that has an effect here or not: what is wrong there is wrong here.
// Proved by tests/vm/options_test.cpp.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace minijvm::vm {

// The range as -XX:+PrintFlagsRanges writes it, and the type that the flag has there.
struct FlagRangeText {
  std::string type;
  std::string least;
  std::string most;
};
// Nothing: none that this file knows.
std::optional<FlagRangeText> range_text(std::string_view flag);

// HotSpot's words, "intx StackRedPages=0 is outside the allowed range [ 1 ... 3 ]". Empty: the value is in the flag's range, or none that this
// file knows, or no number.
std::string range_complaint(std::string_view flag, const std::string& value);

}  // namespace minijvm::vm
