#include "vm/java/vm_flags.h"

#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "gc/heap.h"
#include "sync/vm_mutex.h"
#include "vm/java/properties.h"

namespace minijvm::vm {
namespace {

sync::Mutex flags_mutex{sync::LockRank::kLeaf};
std::vector<VmFlag> all_flags;  // guarded by flags_mutex

VmFlag* find(std::string_view name) {
  for (VmFlag& flag : all_flags) {
    if (flag.name == name) {
      return &flag;
    }
  }
  return nullptr;
}

// A value of the same type, or nothing. HOTSPOT: what follows a number does not matter, 3x is 3.
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

unsigned percent_of(std::string_view name) { return static_cast<unsigned>(std::get<std::int64_t>(find(name)->value)); }

std::string number_text(const FlagValue& like, double number) {
  char text[40];
  std::snprintf(text, sizeof text, std::holds_alternative<double>(like) ? "%.3f" : "%.0f", number);
  return text;
}

bool is_in_range(const FlagRange& range, const FlagValue& value) {
  const std::int64_t* whole = std::get_if<std::int64_t>(&value);
  const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
  return number >= range.least && number <= range.most;
}

// What HotSpot says to a value that is not in its flag's range.
std::string range_refusal(const VmFlag& flag, const FlagValue& value) {
  if (!flag.range.has_value() || is_in_range(*flag.range, value)) {
    return "";
  }
  return flag.name + " error: must have value in range [" + number_text(value, flag.range->least) + "..." + number_text(value, flag.range->most) + "]";
}

// MinHeapFreeRatio and MaxHeapFreeRatio keep an order. What HotSpot says to a value that breaks it.
std::string order_refusal(std::string_view name, std::int64_t value) {
  bool in_order = name == "MinHeapFreeRatio" ? value <= percent_of("MaxHeapFreeRatio") : value >= percent_of("MinHeapFreeRatio");
  return in_order ? "" : std::string(name) + " error: value violates its flag's constraint.";
}

const char* type_complaint(const VmFlag& flag) {
  switch (flag.value.index()) {
    case 0: return "flag value must be a boolean (1/0 or true/false)";
    case 1: return flag.name == "HeapDumpGzipLevel" ? "flag value must be an integer" : "flag value must be an unsigned integer";  // an intx
    default: return "flag value must be a double";
  }
}

bool is_free_ratio(std::string_view name) { return name == "MinHeapFreeRatio" || name == "MaxHeapFreeRatio"; }

// What the VM does differently from now on.
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
  sync::MutexLock lock(flags_mutex);
  all_flags = std::move(flags);
}

std::vector<VmFlag> vm_flags() {
  sync::MutexLock lock(flags_mutex);
  return all_flags;
}

std::optional<VmFlag> find_vm_flag(std::string_view name) {
  sync::MutexLock lock(flags_mutex);
  const VmFlag* flag = find(name);
  return flag == nullptr ? std::nullopt : std::optional(*flag);
}

std::string write_vm_flag(std::string_view name, FlagValue value) {
  sync::MutexLock lock(flags_mutex);
  VmFlag* flag = find(name);
  MJ_CHECK(flag != nullptr && flag->is_writeable && flag->value.index() == value.index(), "the flag %s cannot be written so", std::string(name).c_str());
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
  std::optional<FlagValue> value = parse_like(flag->value, *text);
  if (!value.has_value()) {
    return type_complaint(*flag);
  }
  return write_vm_flag(name, std::move(*value));
}

std::string flag_text(const VmFlag& flag) {
  if (const bool* on = std::get_if<bool>(&flag.value)) {
    return std::string("-XX:") + (*on ? '+' : '-') + flag.name;
  }
  std::string text = "-XX:" + flag.name + '=';
  if (const std::int64_t* number = std::get_if<std::int64_t>(&flag.value)) {
    return text + std::to_string(*number);
  }
  if (const double* real = std::get_if<double>(&flag.value)) {
    return text + std::to_string(*real);
  }
  return text + std::get<std::string>(flag.value);
}

}  // namespace minijvm::vm
