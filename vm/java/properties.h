// Gives natives the VM's own system properties, its arguments and its settings. vm/boot sets them
// once before the first Java code; JVM_GetProperties and other natives read them.
// Tested by tests/vm/native/properties_test.cpp and tests/java/library.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace minijvm::vm {

using Property = std::pair<std::string, std::string>;

// Keys and values are modified UTF-8. A value may be empty, a key is not.
std::span<const Property> vm_properties();
void set_vm_properties(std::vector<Property> properties);
// Returns the value of a key, or null if the key is absent.
const std::string* find_vm_property(const char* key);
// Returns the value of a key, or "".
std::string vm_property_or_empty(const char* key);

// The options with which JNI_CreateJavaVM was called, for java.lang.management and for tools.
// Properties by which the launcher says what it runs are left out, as HotSpot does.
std::span<const std::string> vm_arguments();
// Returns them in one line.
std::string vm_arguments_text();
void set_vm_arguments(std::vector<std::string> arguments);

// Settings from the command line that natives need.
struct NativeSettings {
  // -XX:ActiveProcessorCount; 0: the processors on which this process may run.
  int active_processors = 0;
  // -XX:±ShowCodeDetailsInExceptionMessages: NullPointerExceptions have helpful messages.
  bool code_details_in_messages = true;
  // -XX:MaxJavaStackTraceDepth, in frames; 0: all of them.
  std::size_t stack_trace_depth = 1024;
  // -XX:±UseContainerSupport; false: limits of control groups do not count.
  bool in_container = true;
  bool stack_traces = true;  // -XX:±StackTraceInThrowable
  // -XX:MallocMaxTestWords; 0: no limit.
  std::int64_t most_test_words = 0;
};
const NativeSettings& native_settings();
void set_native_settings(const NativeSettings& settings);

// Holds the choices of -ea, -da, -esa and -dsa, as java.lang.AssertionStatusDirectives holds them.
// Names are dotted.
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
// Answers Class.desiredAssertionStatus. The last choice for the class counts, then the last for its
// innermost package that has one, then the default. Example: after -ea:a... -da:a.b... the
// assertions of the classes of a.b.c are off.
bool assertions_wanted(const std::string& dotted_class, bool is_system_class);

}  // namespace minijvm::vm
