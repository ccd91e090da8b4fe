// Offers the diagnostic commands (diagnostic_commands.h) to
// com.sun.management.DiagnosticCommandMBean, which makes one MBean operation of each.
// libmanagement_ext calls the functions of the table through JNI, in native state.
#include <string>

#include "gc/heap/reference_fields.h"
#include "tools/manage/diagnostic_commands.h"
#include "tools/manage/jmm_entries.h"
#include "vm/java/allocation.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"
#include "vm/natives/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;

namespace {

JavaResult<Handle<java::ObjectArray>> names_array(JavaThread& self) {
  std::span<const DiagnosticCommand> commands = diagnostic_commands();
  Handle<java::ObjectArray> array = MJ_TRY(
      new_object_array(self, *runtime::wk().java_lang_String, static_cast<jint>(commands.size())));
  for (std::size_t i = 0; i < commands.size(); ++i) {
    // Each round has its own handle scope, so the number of handles does not grow with the
    // commands.
    HandleScope scope(self);
    store_element(self, array, i, MJ_TRY(new_string(self, commands[i].name)));
  }
  return array;
}

// Java passes names that it got from get_diagnostic_commands, but a caller may invent one.
JavaResult<const DiagnosticCommand*> command_named(JavaThread& self, Handle<java::String> name) {
  if (name.is_null()) {
    return throw_null_pointer(self);
  }
  const DiagnosticCommand* command = find_diagnostic_command(to_modified_utf8(self, name));
  if (command == nullptr) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
  }
  return command;
}

// The texts are constants of the VM, so Java's native code may read them at any time.
CommandInfo info_of(const DiagnosticCommand& command) {
  CommandInfo info{};
  info.name = command.name;
  info.description = command.description;
  info.impact = command.impact;
  // A command without a permission may be run by every manager.
  if (command.permission != nullptr) {
    info.permission_class = "java.lang.management.ManagementPermission";
    info.permission_name = command.permission;
  }
  info.argument_count = static_cast<jint>(command.parameters.size());
  info.enabled = JNI_TRUE;
  return info;
}

// Fills one CommandInfo for each name. Java's native code has allocated them.
JavaResult<void> fill_infos(JavaThread& self, Handle<java::ObjectArray> names, CommandInfo* infos) {
  for (std::int32_t i = 0; i < length_of(self, names); ++i) {
    HandleScope scope(self);
    auto name = as<java::String>(element_of(self, names, i));
    infos[i] = info_of(*MJ_TRY(command_named(self, name)));
  }
  return {};
}

// Fills one CommandArgument for each parameter. Java has learnt their number from fill_infos.
JavaResult<void> fill_arguments(JavaThread& self, Handle<java::String> name,
                                CommandArgument* arguments) {
  const DiagnosticCommand* command = MJ_TRY(command_named(self, name));
  jint position = 0;
  for (const CommandParameter& parameter : command->parameters) {
    CommandArgument& argument = *arguments++;
    argument = {};
    argument.name = parameter.name;
    argument.description = parameter.description;
    argument.type = parameter.type;
    argument.default_value = parameter.default_value;
    argument.mandatory = parameter.is_mandatory;
    argument.option = parameter.is_option;
    // An option is found by its name, so it has no position.
    argument.position = parameter.is_option ? -1 : position++;
  }
  return {};
}

// Runs a whole command line, name and arguments, and returns the text that the command prints.
JavaResult<Handle<java::String>> execute(JavaThread& self, Handle<java::String> line) {
  if (line.is_null()) {
    return throw_null_pointer(self);
  }
  std::string answer = MJ_TRY(run_diagnostic_command(self, to_modified_utf8(self, line)));
  return new_string(self, answer);
}

}  // namespace

jobjectArray get_diagnostic_commands(JNIEnv* env) {
  NativeEntry vm(env);
  return vm.result_as<jobjectArray>(names_array(vm.self));
}

void get_diagnostic_command_info(JNIEnv* env, jobjectArray names, CommandInfo* infos) {
  NativeEntry vm(env);
  (void)fill_infos(vm.self, handle_of(names), infos);
}

void get_diagnostic_command_arguments(JNIEnv* env, jstring name, CommandArgument* arguments) {
  NativeEntry vm(env);
  (void)fill_arguments(vm.self, handle_of(name), arguments);
}

jstring execute_diagnostic_command(JNIEnv* env, jstring command_line) {
  NativeEntry vm(env);
  return vm.result_as<jstring>(execute(vm.self, handle_of(command_line)));
}

// The list of commands never changes, so there is nothing to notify.
void set_command_notification_enabled(JNIEnv*, jboolean) {}

}  // namespace minijvm::vm::jmm
