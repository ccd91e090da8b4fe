// Keeps the settings of the VM that natives and management read. vm/boot writes them before the
// first Java code runs, so reading needs no lock. Any thread may read, in any state.
#include "vm/java/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string_view>

#include "base/check.h"
#include "vm/vm.h"

namespace minijvm::vm {

namespace {

std::vector<Property>& properties() { return *the_vm.java.settings.properties; }
std::vector<std::string>& arguments() { return *the_vm.java.settings.arguments; }
AssertionOptions& assertions() { return *the_vm.java.settings.assertions; }

// The last option wins, so the search runs backwards. Returns null if no option mentions the name.
const bool* choice_for(const std::vector<AssertionOptions::Choice>& choices,
                       const std::string& name) {
  for (auto choice = choices.rbegin(); choice != choices.rend(); ++choice) {
    if (choice->name == name) {
      return &choice->enabled;
    }
  }
  return nullptr;
}

bool is_of_launcher(const std::string& argument) {
  constexpr std::string_view kPrefixes[] = {"-Djava.class.path", "-Dsun.java.command",
                                            "-Dsun.java.launcher"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [&](std::string_view prefix) { return argument.starts_with(prefix); });
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

std::string vm_property_or_empty(const char* key) {
  const std::string* value = find_vm_property(key);
  return value == nullptr ? "" : *value;
}

std::span<const std::string> vm_arguments() { return arguments(); }
std::string vm_arguments_text() { return fmt::format("{}", fmt::join(vm_arguments(), " ")); }
void set_vm_arguments(std::vector<std::string> all) {
  std::erase_if(all, is_of_launcher);
  arguments() = std::move(all);
}

const NativeSettings& native_settings() { return the_vm.java.settings.natives; }
void set_native_settings(const NativeSettings& chosen) { the_vm.java.settings.natives = chosen; }

const AssertionOptions& assertion_options() { return assertions(); }
void set_assertion_options(AssertionOptions options) { assertions() = std::move(options); }

bool assertions_wanted(const std::string& dotted_class, bool is_system_class) {
  const AssertionOptions& options = assertions();
  if (const bool* choice = choice_for(options.classes, dotted_class); choice != nullptr) {
    return *choice;
  }
  // The search goes from the innermost package outwards: for a.b.C it tries "a.b", "a" and "".
  std::string package = dotted_class;
  while (!package.empty()) {
    std::size_t dot = package.rfind('.');
    package.resize(dot == std::string::npos ? 0 : dot);
    // "" stands for "-ea:...", which means the unnamed package, so it applies only to a class
    // without a package.
    if (const bool* choice = choice_for(options.packages, package);
        choice != nullptr && (!package.empty() || dotted_class.find('.') == std::string::npos)) {
      return *choice;
    }
  }
  return is_system_class ? options.system_default : options.user_default;
}

}  // namespace minijvm::vm
