// The VM's own system properties and its arguments: set once by launch before the first Java code, read by JVM_GetProperties.
// Proved by tests/vm/native/properties_test.cpp and tests/java/library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace minijvm::vm {

using Property = std::pair<std::string, std::string>;

// Key and value in modified UTF-8. A value may be empty; keys are not.
std::span<const Property> vm_properties();
void set_vm_properties(std::vector<Property> properties);
// The value of a key; null: absent.
const std::string* find_vm_property(const char* key);

// The options that JNI_CreateJavaVM was given, for management.
std::span<const std::string> vm_arguments();
void set_vm_arguments(std::vector<std::string> arguments);

// What natives ask of the command line.
struct NativeSettings {
  int active_processors = 0;             // -XX:ActiveProcessorCount; 0: those this process may run on
  bool code_details_in_messages = true;  // -XX:±ShowCodeDetailsInExceptionMessages: helpful NullPointerException texts
  std::size_t stack_trace_depth = 1024;  // -XX:MaxJavaStackTraceDepth; 0: all
  bool in_container = true;              // -XX:-UseContainerSupport: control groups do not count
  bool stack_traces = true;              // -XX:±StackTraceInThrowable
};
const NativeSettings& native_settings();
void set_native_settings(const NativeSettings& settings);

// -ea, -da, -esa, -dsa (java.lang.AssertionStatusDirectives). Names are dotted.
struct AssertionOptions {
  struct Choice {
    std::string name;
    bool enabled;
  };
  std::vector<Choice> classes;
  std::vector<Choice> packages;  // "pkg" for "pkg..."; "" for "..."
  bool user_default = false;
  bool system_default = false;
};
const AssertionOptions& assertion_options();
void set_assertion_options(AssertionOptions options);
// Class.desiredAssertionStatus: the last choice for the class wins, then for the innermost package, then the default.
bool assertions_wanted(const std::string& dotted_class, bool is_system_class);

}  // namespace minijvm::vm
