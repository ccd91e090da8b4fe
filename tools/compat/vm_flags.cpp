// The table of -XX flags, as management shows and changes it. Written during the boot, later under
// flags_mutex by any thread. Needs no Java and no thread state.
#include "tools/compat/vm_flags.h"

#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "gc/heap/heap.h"
#include "sync/threads/vm_mutex.h"
#include "tools/compat/compat_state.h"
#include "vm/java/properties.h"

namespace minijvm::vm {
namespace {

// REQUIRES: flags_mutex is held; the result is valid as long.
VmFlag* find(std::string_view name) {
  for (VmFlag& flag : *compat_state.flags) {
    if (flag.name == name) {
      return &flag;
    }
  }
  return nullptr;
}

// Parses a value of the same type as `old`; nothing if the text does not fit. HOTSPOT: text behind
// a number is ignored, so "3x" is 3.
std::optional<FlagValue> parse_like(const FlagValue& old, const std::string& text) {
  char* end = nullptr;
  if (std::holds_alternative<bool>(old)) {
    bool on = text == "1" || text == "true";
    return on || text == "0" || text == "false" ? std::optional<FlagValue>(on) : std::nullopt;
  }
  if (std::holds_alternative<std::int64_t>(old)) {
    const std::int64_t number = std::strtoll(text.c_str(), &end, 10);
    return end != text.c_str() ? std::optional<FlagValue>(number) : std::nullopt;
  }
  if (std::holds_alternative<double>(old)) {
    const double real = std::strtod(text.c_str(), &end);
    return end != text.c_str() ? std::optional<FlagValue>(real) : std::nullopt;
  }
  return FlagValue(text);
}

// REQUIRES: the flag exists and is a whole number.
unsigned percent_of(std::string_view name) {
  return static_cast<unsigned>(std::get<std::int64_t>(find(name)->value));
}

// HotSpot's message for a value outside the range of its flag; empty if the value is in range or
// the flag has no range.
std::string range_refusal(const VmFlag& flag, const FlagValue& value) {
  const std::int64_t* whole = std::get_if<std::int64_t>(&value);
  const double* real = std::get_if<double>(&value);
  if (!flag.range.is_given() || (whole == nullptr && real == nullptr) ||
      flag.range.holds(whole != nullptr ? static_cast<long double>(*whole) : *real)) {
    return "";
  }
  const int decimals = real != nullptr ? 3 : 0;
  return flag.name + " error: must have value in range [" +
         FlagRange::text(flag.range.least, decimals) + "..." +
         FlagRange::text(flag.range.most, decimals) + "]";
}

// MinHeapFreeRatio must not exceed MaxHeapFreeRatio. Returns HotSpot's message for a value that
// breaks this order.
std::string order_refusal(std::string_view name, std::int64_t value) {
  bool in_order = name == "MinHeapFreeRatio" ? value <= percent_of("MaxHeapFreeRatio")
                                             : value >= percent_of("MinHeapFreeRatio");
  return in_order ? "" : std::string(name) + " error: value violates its flag's constraint.";
}

// HotSpot's message for text that is no value of the flag's type; index() is the alternative of
// FlagValue.
const char* type_complaint(const VmFlag& flag) {
  switch (flag.value.index()) {
    case 0:
      return "flag value must be a boolean (1/0 or true/false)";
    case 1:
      return std::string_view(flag.range.type).starts_with("int")
                 ? "flag value must be an integer"
                 : "flag value must be an unsigned integer";
    default:
      return "flag value must be a double";
  }
}

bool is_free_ratio(std::string_view name) {
  return name == "MinHeapFreeRatio" || name == "MaxHeapFreeRatio";
}

// Applies the new value to the running VM.
void obey(const VmFlag& flag) {
  if (is_free_ratio(flag.name)) {
    gc::set_heap_free_percents(percent_of("MinHeapFreeRatio"), percent_of("MaxHeapFreeRatio"));
  }
  if (flag.name == "ShowCodeDetailsInExceptionMessages") {
    NativeSettings settings = native_settings();
    settings.code_details_in_messages = std::get<bool>(flag.value);
    set_native_settings(settings);
  }
}

}  // namespace

void set_vm_flags(std::vector<VmFlag> flags) {
  sync::MutexLock lock(compat_state.flags_mutex);
  *compat_state.flags = std::move(flags);
}

std::vector<VmFlag> vm_flags() {
  sync::MutexLock lock(compat_state.flags_mutex);
  return *compat_state.flags;
}

std::optional<VmFlag> find_vm_flag(std::string_view name) {
  sync::MutexLock lock(compat_state.flags_mutex);
  const VmFlag* flag = find(name);
  return flag == nullptr ? std::nullopt : std::optional(*flag);
}

std::string write_vm_flag(std::string_view name, FlagValue value) {
  sync::MutexLock lock(compat_state.flags_mutex);
  VmFlag* flag = find(name);
  // Callers check this before, so a failure is a bug in the caller.
  MJ_CHECK(flag != nullptr && flag->is_writeable && flag->value.index() == value.index(),
           "the flag %s cannot be written so", std::string(name).c_str());
  std::string refusal = range_refusal(*flag, value);
  if (refusal.empty() && is_free_ratio(name)) {
    refusal = order_refusal(name, std::get<std::int64_t>(value));
  }
  if (!refusal.empty()) {
    return refusal;
  }
  flag->value = std::move(value);
  flag->origin = FlagOrigin::kManagement;
  obey(*flag);
  return "";
}

std::string write_vm_flag_text(std::string_view name, const std::string* text) {
  std::optional<VmFlag> flag = find_vm_flag(name);
  if (name.empty()) {
    return "flag name is missing";
  }
  if (!flag.has_value()) {
    return "flag " + std::string(name) + " does not exist";
  }
  if (!flag->is_writeable) {
    return "flag '" + std::string(name) + "' cannot be changed";
  }
  if (text == nullptr) {
    return "flag value is missing";
  }
  // The flag was copied: its type never changes, so the mutex is not needed between here and the
  // write.
  std::optional<FlagValue> value = parse_like(flag->value, *text);
  if (!value.has_value()) {
    return type_complaint(*flag);
  }
  return write_vm_flag(name, std::move(*value));
}

std::string value_text(const FlagValue& value) {
  if (const bool* on = std::get_if<bool>(&value)) {
    return *on ? "true" : "false";
  }
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) {
    return std::to_string(*number);
  }
  const double* real = std::get_if<double>(&value);
  return real != nullptr ? std::to_string(*real) : std::get<std::string>(value);
}

std::string flag_text(const VmFlag& flag) {
  const bool* on = std::get_if<bool>(&flag.value);
  return on != nullptr ? std::string("-XX:") + (*on ? '+' : '-') + flag.name
                       : "-XX:" + flag.name + '=' + value_text(flag.value);
}

}  // namespace minijvm::vm
