// Holds the -XX flags of HotSpot 17 that have no row in the core's tables, as data: names with
// types and locks (flag_names.def), ranges of numbers (flag_ranges.def), and which of them will be
// removed.
// Tested by tests/vm/options_test.cpp and tests/java/bad_input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "vm/boot/option_table.h"

namespace minijvm::vm {

enum class FlagType : std::uint8_t { kSwitch, kInteger, kUnsigned, kDouble, kText };

struct KnownFlag {
  FlagLock lock;
  FlagType type;
  FlagRange range;
};
std::optional<KnownFlag> find_known_flag(std::string_view name);

// Returns whether HotSpot had the flag once, and the JDK that will run does not know it.
bool is_gone(std::string_view name);
// Returns HotSpot's warning about a flag that the JDK that will run ignores; empty if it does not.
std::string ignorance_of(std::string_view name);
// Returns HotSpot's warning about a flag that will be removed; empty if it stays.
std::string deprecation_of(std::string_view name);

// Returns the name for "Did you mean ...", as "(+/-)Name" or "Name=<value>": the flag of the core
// or of this table that is most like the wrong name. Empty if no name is similar enough.
std::string closest_flag(std::string_view wrong_name);

}  // namespace minijvm::vm
