// The -XX flags as java.lang.management shows them: name, value and origin of the value.
// flag_table.h makes them once, from the options; management may change the writeable ones later
// (HotSpotDiagnosticMXBean.setVMOption). The VM itself reads its options only.
// Tested by tests/java/management.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "vm/boot/flag_range.h"

namespace minijvm::vm {

// The numbers are those of java.management.
enum class FlagOrigin : std::int32_t {
  kDefault = 1,
  kCommandLine = 2,
  kManagement = 3,
  kErgonomic = 6
};

using FlagValue = std::variant<bool, std::int64_t, double, std::string>;

struct VmFlag {
  std::string name;
  FlagValue value;
  FlagOrigin origin = FlagOrigin::kDefault;
  bool is_writeable = false;
  FlagRange range = {};
};

// Replaces the whole table. Called once, at boot.
void set_vm_flags(std::vector<VmFlag> flags);
// Returns copies, because another thread may write at the same time.
std::vector<VmFlag> vm_flags();
std::optional<VmFlag> find_vm_flag(std::string_view name);
// Writes a value. Returns what is wrong with it in HotSpot's words, or an empty text on success.
// REQUIRES: the flag exists, is writeable and has a value of this type.
std::string write_vm_flag(std::string_view name, FlagValue value);
// The same from text, as jinfo and jcmd give it. A null text means that the caller gave no value.
std::string write_vm_flag_text(std::string_view name, const std::string* text);

// Examples: "true", "3", "12.500000".
std::string value_text(const FlagValue& value);
// Examples: "-XX:+Name", "-XX:Name=value".
std::string flag_text(const VmFlag& flag);

}  // namespace minijvm::vm
