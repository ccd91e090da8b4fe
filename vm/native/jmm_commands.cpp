// Diagnostic commands for com.sun.management.DiagnosticCommandMBean.
#include <string>

#include "gc/barrier.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"
#include "vm/native/diagnostic_commands.h"
#include "vm/native/jmm_entries.h"
#include "vm/native/native_entry.h"

namespace minijvm::vm::jmm {

using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

namespace {

JavaResult<Handle<>> names_array(JavaThread& self) {
  std::span<const DiagnosticCommand> commands = diagnostic_commands();
  Handle<> array = MJ_TRY(new_object_array(self, *runtime::wk().java_lang_String, static_cast<jint>(commands.size())));
  for (std::size_t i = 0; i < commands.size(); ++i) {
    HandleScope scope(self);
    Handle<> name = MJ_TRY(new_string(self, commands[i].name));
    NoSafepoint still(self);
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), name.raw(still));
  }
  return array;
}

JavaResult<const DiagnosticCommand*> command_named(JavaThread& self, Handle<> name) {
  if (name.is_null()) {
    return throw_null_pointer(self);
  }
  const DiagnosticCommand* command = find_diagnostic_command(to_modified_utf8(self, name));
  if (command == nullptr) {
    return throw_new(self, "java/lang/IllegalArgumentException", "Unknown diagnostic command");
  }
  return command;
}

CommandInfo info_of(const DiagnosticCommand& command) {
  CommandInfo info{};
  info.name = command.name;
  info.description = command.description;
  info.impact = command.impact;
  if (command.permission != nullptr) {
    info.permission_class = "java.lang.management.ManagementPermission";
    info.permission_name = command.permission;
  }
  info.argument_count = static_cast<jint>(command.parameters.size());
  info.enabled = JNI_TRUE;
  return info;
}

JavaResult<void> fill_infos(JavaThread& self, Handle<> names, CommandInfo* infos) {
  std::int32_t count = 0;
  {
    NoSafepoint still(self);
    count = names.raw(still)->array_length();
  }
  for (std::int32_t i = 0; i < count; ++i) {
    HandleScope scope(self);
    Handle<> name;
    {
      NoSafepoint still(self);
      name = runtime::make_handle(self, still, names.raw(still)->load_ref(Object::element_offset(i, 3)));
    }
    infos[i] = info_of(*MJ_TRY(command_named(self, name)));
  }
  return {};
}

JavaResult<void> fill_arguments(JavaThread& self, Handle<> name, CommandArgument* arguments) {
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
    argument.position = parameter.is_option ? -1 : position++;
  }
  return {};
}

JavaResult<Handle<>> execute(JavaThread& self, Handle<> line) {
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

// The commands never change.
void set_command_notification_enabled(JNIEnv*, jboolean) {}

}  // namespace minijvm::vm::jmm
