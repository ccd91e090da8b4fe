#include "vm/java/vm_flags.h"

#include <charconv>
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

// A value of the same type, or nothing.
std::optional<FlagValue> parse_like(const FlagValue& old, const std::string& text) {
  if (std::holds_alternative<bool>(old)) {
    bool on = text == "1" || text == "true";
    return on || text == "0" || text == "false" ? std::optional<FlagValue>(on) : std::nullopt;
  }
  if (std::holds_alternative<std::int64_t>(old)) {
    std::int64_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0 ? std::optional<FlagValue>(number) : std::nullopt;
  }
  if (std::holds_alternative<double>(old)) {
    char* end = nullptr;
    double real = std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0' ? std::optional<FlagValue>(real) : std::nullopt;
  }
  return FlagValue(text);
}

unsigned percent_of(std::string_view name) { return static_cast<unsigned>(std::get<std::int64_t>(find(name)->value)); }

// MinHeapFreeRatio and MaxHeapFreeRatio keep an order. What HotSpot says to a value that breaks it, or is no percentage.
std::string ratio_refusal(std::string_view name, std::int64_t value) {
  if (value < 0 || value > 100) {
    return std::string(name) + " error: must have value in range [0...100]";
  }
  bool in_order = name == "MinHeapFreeRatio" ? value <= percent_of("MaxHeapFreeRatio") : value >= percent_of("MinHeapFreeRatio");
  return in_order ? "" : std::string(name) + " error: value violates its flag's constraint.";
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
  if (is_free_ratio(name)) {
    std::string refusal = ratio_refusal(name, std::get<std::int64_t>(value));
    if (!refusal.empty()) {
      return refusal;
    }
  }
  flag->value = std::move(value);
  flag->origin = FlagOrigin::kManagement;
  obey(*flag);
  return "";
}

std::string write_vm_flag_text(std::string_view name, const std::string& text) {
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
  std::optional<FlagValue> value = parse_like(flag->value, text);
  if (!value.has_value()) {
    return std::holds_alternative<bool>(flag->value) ? "flag value must be a boolean (1/0 or true/false)" : "flag value must be an unsigned integer";
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
