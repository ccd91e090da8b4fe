// The -XX flags as java.lang.management shows them: name, value, where the value comes from. Set once by launch; those that are writeable
// may be changed later (HotSpotDiagnosticMXBean.setVMOption). Proved by tests/java/management.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace minijvm::vm {

enum class FlagOrigin : std::int32_t { kDefault = 1, kCommandLine = 2, kManagement = 3, kErgonomic = 6 };  // java.management's numbers

using FlagValue = std::variant<bool, std::int64_t, double, std::string>;

// Of a number that can be written.
struct FlagRange {
  double least;
  double most;
};

struct VmFlag {
  std::string name;
  FlagValue value;
  FlagOrigin origin = FlagOrigin::kDefault;
  bool is_writeable = false;
  std::optional<FlagRange> range = std::nullopt;
};

void set_vm_flags(std::vector<VmFlag> flags);
// Copies: another thread may write.
std::vector<VmFlag> vm_flags();
std::optional<VmFlag> find_vm_flag(std::string_view name);
// Returns what is wrong with the value, in HotSpot's words; nothing if it is written. REQUIRES: the flag exists, is writeable and has a value
// of this type.
std::string write_vm_flag(std::string_view name, FlagValue value);
// From text, as jinfo and jcmd give it; null: they gave none. Returns as above.
std::string write_vm_flag_text(std::string_view name, const std::string* text);

// "-XX:+Name", "-XX:Name=value".
std::string flag_text(const VmFlag& flag);

}  // namespace minijvm::vm
