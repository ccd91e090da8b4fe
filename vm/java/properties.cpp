#include "vm/java/properties.h"

#include <atomic>

#include "base/check.h"
#include "vm/java/signals_door.h"

namespace minijvm::vm {

namespace {

// Set before the first Java code, read by all threads afterwards.
std::vector<Property>& properties() {
  static auto* all = new std::vector<Property>;
  return *all;
}
std::vector<std::string>& arguments() {
  static auto* all = new std::vector<std::string>;
  return *all;
}
AssertionOptions& assertions() {
  static auto* options = new AssertionOptions;
  return *options;
}

SignalsDoor signals;
std::atomic<HaltDoor> halt_door{nullptr};

const bool* choice_for(const std::vector<AssertionOptions::Choice>& choices, const std::string& name) {
  for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
    if (choice->name == name) {
      return &choice->enabled;
    }
  }
  return nullptr;
}

NativeSettings& settings() {
  static NativeSettings chosen;
  return chosen;
}

}  // namespace

std::span<const Property> vm_properties() { return properties(); }
void set_vm_properties(std::vector<Property> all) { properties() = std::move(all); }

const std::string* find_vm_property(const char* key) {
  for (const Property& property : properties()) {
    if (property.first == key) {
      return &property.second;
    }
  }
  return nullptr;
}

std::span<const std::string> vm_arguments() { return arguments(); }
void set_vm_arguments(std::vector<std::string> all) { arguments() = std::move(all); }

const NativeSettings& native_settings() { return settings(); }
void set_native_settings(const NativeSettings& chosen) { settings() = chosen; }

const AssertionOptions& assertion_options() { return assertions(); }
void set_assertion_options(AssertionOptions options) { assertions() = std::move(options); }

bool assertions_wanted(const std::string& dotted_class, bool is_system_class) {
  const AssertionOptions& options = assertions();
  if (const bool* choice = choice_for(options.classes, dotted_class); choice != nullptr) {
    return *choice;
  }
  std::string package = dotted_class;
  while (!package.empty()) {
    std::size_t dot = package.rfind('.');
    package.resize(dot == std::string::npos ? 0 : dot);
    if (const bool* choice = choice_for(options.packages, package); choice != nullptr && (!package.empty() || dotted_class.find('.') == std::string::npos)) {
      return *choice;
    }
  }
  return is_system_class ? options.system_default : options.user_default;
}

void set_signals_door(const SignalsDoor& door) { signals = door; }

const SignalsDoor& signals_door() {
  MJ_CHECK(signals.find != nullptr, "a signal function is called before launch has set its door");
  return signals;
}

void set_halt_door(HaltDoor halt) { halt_door.store(halt, std::memory_order_release); }

void halt_vm(int code) {
  HaltDoor halt = halt_door.load(std::memory_order_acquire);  // acquire: pairs with set_halt_door
  MJ_CHECK(halt != nullptr, "JVM_Halt(%d) before launch has set its door", code);
  halt(code);
  MJ_UNREACHABLE("the halt door came back");
}

}  // namespace minijvm::vm
