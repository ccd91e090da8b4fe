// Holds the rows of options.def and heap_options.def as data: what is known of each -XX flag of
// this VM.
// Tested by tests/vm/options_test.cpp: each row has help, and each number says what it may be.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "vm/boot/flag_range.h"
#include "vm/boot/options.h"

namespace minijvm::vm {

// Points to a member of Options, or of the HeapOptions in it.
template <class T>
struct OptionMember {
  using Type = T;
  T& in(Options& options) const { return own != nullptr ? options.*own : options.heap.*of_heap; }
  const T& in(const Options& options) const { return in(const_cast<Options&>(options)); }

  T Options::*own = nullptr;
  T gc::HeapOptions::*of_heap = nullptr;
};
using AnyOptionMember =
    std::variant<OptionMember<bool>, OptionMember<unsigned>, OptionMember<std::size_t>,
                 OptionMember<double>, OptionMember<std::string>>;

// Says which values a flag may have. The default fits a bool, or any text.
struct Allowed {
  FlagRange range;         // of a number
  std::string_view words;  // of a text: those that it may be, separated by single spaces
  bool is_list = false;    // a text that grows by a line each time that the flag is given
};

// Says when a flag may be set, and which kinds of flags must be unlocked before. The last two kinds
// are in no row: they are flags of HotSpot's debug builds, which are refused.
enum class FlagLock { kProduct, kManageable, kDiagnostic, kExperimental, kDevelop, kNotProduct };

struct OptionRow {
  constexpr bool is_switch() const { return std::holds_alternative<OptionMember<bool>>(member); }
  constexpr bool is_number() const { return !is_switch() && !is_text(); }
  constexpr bool is_text() const {
    return std::holds_alternative<OptionMember<std::string>>(member);
  }

  std::string_view name;
  AnyOptionMember member;
  Allowed allowed;
  FlagLock lock;
  std::string_view help;
};

// Returns all rows in the order of the tables; the heap's come last.
std::span<const OptionRow> option_rows();
// Returns null if the name is not a flag of this VM.
const OptionRow* find_option(std::string_view name);

}  // namespace minijvm::vm
