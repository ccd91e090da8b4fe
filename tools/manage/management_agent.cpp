// Loads module jdk.management.agent on demand and calls the static methods of its class Agent. The
// caller is in kInVm, because Java code runs.
#include "tools/manage/management_agent.h"

#include "runtime/object/java_objects.h"
#include "tools/named_calls.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::JavaThread;

constexpr const char* kAgent = "jdk/internal/agent/Agent";

// The agent's module need not be in the boot layer. The boot loader finds the agent's class as soon
// as the module is in some layer.
JavaResult<void> load_agent_module(JavaThread& self) {
  CallArgs args;
  args.push(MJ_TRY(new_string(self, "jdk.management.agent")));
  MJ_TRY(call_named_static(self, "jdk/internal/module/Modules", "loadModule",
                           "(Ljava/lang/String;)Ljava/lang/Module;", args));
  return {};
}

// Calls a static method of the agent that has neither arguments nor a result, so the command's text
// is empty.
JavaResult<std::string> call_agent(JavaThread& self, const char* method) {
  MJ_TRY(load_agent_module(self));
  MJ_TRY(call_named_static(self, kAgent, method, "()V", CallArgs{}));
  return std::string();
}

// Nearly all properties are optional texts without a default. If the argument is absent, the
// property stays unset.
constexpr CommandParameter property(const char* name, const char* description) {
  return {name, description, "STRING", nullptr, true, false};
}

// Each parameter stands for a system property com.sun.management.NAME.
constexpr CommandParameter kProperties[] = {
    property("config.file", "set com.sun.management.config.file"),
    property("jmxremote.host", "set com.sun.management.jmxremote.host"),
    property("jmxremote.port", "set com.sun.management.jmxremote.port"),
    property("jmxremote.rmi.port", "set com.sun.management.jmxremote.rmi.port"),
    property("jmxremote.ssl", "set com.sun.management.jmxremote.ssl"),
    property("jmxremote.registry.ssl", "set com.sun.management.jmxremote.registry.ssl"),
    property("jmxremote.authenticate", "set com.sun.management.jmxremote.authenticate"),
    property("jmxremote.password.file", "set com.sun.management.jmxremote.password.file"),
    property("jmxremote.access.file", "set com.sun.management.jmxremote.access.file"),
    property("jmxremote.login.config", "set com.sun.management.jmxremote.login.config"),
    property("jmxremote.ssl.enabled.cipher.suites",
             "set com.sun.management.jmxremote.ssl.enabled.cipher.suite"),
    property("jmxremote.ssl.enabled.protocols",
             "set com.sun.management.jmxremote.ssl.enabled.protocols"),
    property("jmxremote.ssl.need.client.auth", "set com.sun.management.jmxremote.need.client.auth"),
    property("jmxremote.ssl.config.file", "set com.sun.management.jmxremote.ssl.config.file"),
    property("jmxremote.autodiscovery", "set com.sun.management.jmxremote.autodiscovery"),
    {"jdp.port", "set com.sun.management.jdp.port", "INT", nullptr, true, false},
    property("jdp.address", "set com.sun.management.jdp.address"),
    property("jdp.source_addr", "set com.sun.management.jdp.source_addr"),
    {"jdp.ttl", "set com.sun.management.jdp.ttl", "INT", nullptr, true, false},
    {"jdp.pause", "set com.sun.management.jdp.pause", "INT", nullptr, true, false},
    property("jdp.name", "set com.sun.management.jdp.name"),
};

}  // namespace

std::span<const CommandParameter> remote_agent_parameters() { return kProperties; }

JavaResult<std::string> start_remote_agent(JavaThread& self, const CommandArguments& arguments) {
  std::string properties;  // "KEY=VALUE,KEY=VALUE,", as the agent reads them
  // Only given parameters become properties; for the others, the agent uses its defaults.
  for (const CommandParameter& parameter : kProperties) {
    if (const std::string* value = arguments.find(parameter.name)) {
      properties += "com.sun.management." + std::string(parameter.name) + '=' + *value + ',';
    }
  }
  MJ_TRY(load_agent_module(self));
  CallArgs args;
  args.push(MJ_TRY(new_string(self, properties)));
  MJ_TRY(
      call_named_static(self, kAgent, "startRemoteManagementAgent", "(Ljava/lang/String;)V", args));
  return std::string();
}

JavaResult<std::string> start_local_agent(JavaThread& self, const CommandArguments&) {
  return call_agent(self, "startLocalManagementAgent");
}

JavaResult<std::string> stop_remote_agent(JavaThread& self, const CommandArguments&) {
  return call_agent(self, "stopRemoteManagementAgent");
}

// The agent's text has no line end, which jcmd expects.
JavaResult<std::string> agent_status(JavaThread& self, const CommandArguments&) {
  MJ_TRY(load_agent_module(self));
  JavaValue text = MJ_TRY(call_named_static(self, kAgent, "getManagementAgentStatus",
                                            "()Ljava/lang/String;", CallArgs{}));
  return to_modified_utf8(self, runtime::as<java::String>(text.reference)) + '\n';
}

}  // namespace minijvm::vm
