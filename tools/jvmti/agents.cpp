// Opens agent libraries and calls their entry points (JVMTI, "Starting an Agent" and "Agent
// Shutdown"). load_agents runs on the main thread before any class is loaded; the others run on
// attached threads, which are in kInNative while agent code runs.
#include "tools/jvmti/agents.h"

#include <dlfcn.h>
#include <jni.h>

#include <cstdio>
#include <optional>
#include <sstream>
#include <vector>

#include "sync/threads/exec_env.h"
#include "sync/threads/thread_state.h"
#include "sync/threads/vm_mutex.h"
#include "tools/compat/vm_flags.h"
#include "tools/jvmti/env.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/jvmti_state.h"
#include "tools/profile/profilers.h"
#include "vm/java/properties.h"
#include "vm/natives/jni/java_vm.h"
#include "vm/tools.h"

namespace minijvm::vm::jvmti {

namespace {

// These are the entry points that jvmti.h declares, and that of libjdwp's onjcmd=y.
using OnLoad = jint(JNICALL*)(JavaVM* vm, char* options, void* reserved);
using StartDebugging = const char*(JNICALL*)(JNIEnv* jni, jthread thread, const char** transport,
                                             const char** address, jboolean* is_first);
using OnUnload = void(JNICALL*)(JavaVM* vm);

constexpr JvmtiState& state = jvmti_state;
// The last release whose text names no function of an agent that refuses.
constexpr int kLastToSayInit = 17;

// The handle that dlopen returned, or the reason why it has failed.
using Library = Expected<void*, std::string>;

Library opened(void* library) {
  if (library == nullptr)
    return Unexpected(std::string(dlerror()));
  return library;
}

// HOTSPOT: searches the JDK's own library folders first, then wherever the system's loader looks.
Library open_by_name(const std::string& name) {
  std::string file = "lib" + name + ".so";
  const std::string* path = find_vm_property("sun.boot.library.path");
  std::istringstream folders(path == nullptr ? "" : *path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (void* library = dlopen((folder + "/" + file).c_str(), RTLD_LAZY))
      return library;
  }
  return opened(dlopen(file.c_str(), RTLD_LAZY));
}

// The same for a path, which is not searched for.
Library open_library(const AgentSpec& spec) {
  return spec.is_path ? opened(dlopen(spec.library.c_str(), RTLD_LAZY))
                      : open_by_name(spec.library);
}

void remember(void* library) {
  sync::MutexLock lock(state.agents_mutex);
  state.agents->push_back(library);
}

// Returns a copy that ends in '\0', because an agent may write into its options.
std::vector<char> as_buffer(const std::string& options) {
  std::vector<char> buffer(options.begin(), options.end());
  buffer.push_back('\0');
  return buffer;
}

// Loads one agent. The texts of the failures are HotSpot's, which scripts look for.
Expected<void, std::string> load(const AgentSpec& spec) {
  const Library library = open_library(spec);
  if (!library) {
    return Unexpected("Could not find agent library " + spec.library +
                      (spec.is_path ? " in absolute path" : " on the library path") +
                      ", with error: " + library.error());
  }
  auto on_load = reinterpret_cast<OnLoad>(dlsym(library.value(), "Agent_OnLoad"));
  if (on_load == nullptr)
    return Unexpected("Could not find Agent_OnLoad function in the agent library: " + spec.library);
  remember(library.value());
  std::vector<char> options = as_buffer(spec.options);
  if (on_load(the_java_vm(), options.data(), nullptr) != JNI_OK)
    return Unexpected(std::string("agent library failed ") +
                      (runtime::jdk().feature > kLastToSayInit ? "Agent_OnLoad" : "to init") +
                      ": " + spec.library);
  return {};
}

// Returns the entry point of the first library that exports libjdwp's, or null.
StartDebugging find_debugging_start() {
  sync::MutexLock lock(state.agents_mutex);
  for (void* library : *state.agents) {
    if (void* found = dlsym(library, "debugInit_startDebuggingViaCommand"))
      return reinterpret_cast<StartDebugging>(found);
  }
  return nullptr;
}

}  // namespace

Expected<void, std::string> load_agents(runtime::JavaThread& self,
                                        std::span<const AgentSpec> specs) {
  if (!specs.empty()) {
    profile::make_ready(self);
  }
  // In the OnLoad phase no thread is attached, and an agent may rely on it: GetEnv for JNI must
  // fail. The main thread has a JavaThread already, so it is hidden for a while.
  sync::set_current_exec_env(nullptr);
  Expected<void, std::string> loaded;
  for (const AgentSpec& spec : specs) {
    loaded = load(spec);
    if (!loaded)
      break;
  }
  set_phase(JVMTI_PHASE_PRIMORDIAL);
  sync::set_current_exec_env(&self);
  return loaded;
}

// JEP 451: from JDK 21 on, stderr shows that an agent was loaded, unless the command line mentions
// it. libinstrument itself warns of agents in Java.
void warn_of_dynamic_agent(const AgentSpec& spec) {
  constexpr int kSince = 21;
  if (runtime::jdk().feature < kSince || spec.library == "instrument" || mentions_dynamic_agents())
    return;
  std::fprintf(stderr,
               "WARNING: A JVM TI agent has been loaded dynamically (%s)\n"
               "WARNING: If a serviceability tool is in use, please run with "
               "-XX:+EnableDynamicAgentLoading to hide this warning\n"
               "WARNING: Dynamic loading of agents will be disallowed by default in a future "
               "release\n",
               spec.library.c_str());
}

// JVMTI, "Starting an Agent (Live phase)".
std::string attach_agent(runtime::JavaThread& self, const AgentSpec& spec) {
  if (const std::optional<VmFlag> flag = find_vm_flag("EnableDynamicAgentLoading");
      flag.has_value() && flag->value == FlagValue(false)) {
    return "Dynamic agent loading is not enabled. Use -XX:+EnableDynamicAgentLoading to launch "
           "target VM.\n";
  }
  profile::make_ready(self);
  // Pinned to its LWP: an agent may keep thread-locals across the call.
  sync::LwpPin pin(self);
  sync::VmToNative native(self);
  const Library library = open_library(spec);
  if (!library)
    return spec.library + " was not loaded.\n" + library.error() + "\n";
  warn_of_dynamic_agent(spec);
  auto on_attach = reinterpret_cast<OnLoad>(dlsym(library.value(), "Agent_OnAttach"));
  if (on_attach == nullptr)
    return "Agent_OnAttach is not available in " + spec.library + "\n";
  remember(library.value());
  std::vector<char> options = as_buffer(spec.options);
  return "return code: " + std::to_string(on_attach(the_java_vm(), options.data(), nullptr)) + "\n";
}

std::string start_debugging(runtime::JavaThread& self) {
  StartDebugging start = find_debugging_start();
  if (start == nullptr)
    return "Debugging has not been started: Could not find jdwp agent.\n";
  // libjdwp fills in these two, which say how a debugger can connect.
  const char* transport = nullptr;
  const char* address = nullptr;
  jboolean is_first = JNI_FALSE;
  const char* failure = nullptr;
  {
    CallbackScope scope(self);
    jthread thread = current_jthread(self);
    sync::VmToNative native(self);
    failure = start(jni_env_of(self), thread, &transport, &address, &is_first);
  }
  if (failure != nullptr)
    return std::string("Debugging has not been started: ") + failure + "\n";
  auto known = [](const char* text) { return std::string(text == nullptr ? "#unknown" : text); };
  return std::string(is_first == JNI_TRUE ? "Debugging has been started."
                                          : "Debugging is already active.") +
         "\nTransport : " + known(transport) + "\nAddress : " + known(address) + "\n";
}

void unload_agents() {
  // The list is swapped out under the lock, so that agent code never runs while the lock is held.
  std::vector<void*> all;
  {
    sync::MutexLock lock(state.agents_mutex);
    all.swap(*state.agents);
  }
  for (void* library : all) {
    if (auto on_unload = reinterpret_cast<OnUnload>(dlsym(library, "Agent_OnUnload")))
      on_unload(the_java_vm());
  }
}

}  // namespace minijvm::vm::jvmti
