#include "vm/inspect/jvmti/agents.h"

#include <dlfcn.h>
#include <jni.h>

#include <sstream>
#include <vector>

#include "sync/exec_env.h"
#include "sync/thread_state.h"
#include "sync/vm_mutex.h"
#include "vm/inspect/jvmti/env.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/java/properties.h"
#include "vm/native/java_vm.h"

namespace minijvm::vm::jvmti {

namespace {

using OnLoad = jint(JNICALL*)(JavaVM* vm, char* options, void* reserved);
using StartDebugging = const char*(JNICALL*)(JNIEnv* jni, jthread thread, const char** transport, const char** address, jboolean* is_first);
using OnUnload = void(JNICALL*)(JavaVM* vm);

sync::Mutex libraries_mutex{sync::LockRank::kLeaf};
std::vector<void*> libraries;  // in the order of their loading

// As HotSpot looks: the JDK's own library folders, then wherever the system does. Null: *error says why.
void* open_by_name(const std::string& name, std::string* error) {
  std::string file = "lib" + name + ".so";
  const std::string* path = find_vm_property("sun.boot.library.path");
  std::istringstream folders(path == nullptr ? "" : *path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (void* library = dlopen((folder + "/" + file).c_str(), RTLD_LAZY)) return library;
  }
  void* library = dlopen(file.c_str(), RTLD_LAZY);
  if (library == nullptr) *error = dlerror();
  return library;
}

void* open_library(const AgentSpec& spec, std::string* error) {
  if (!spec.is_path) return open_by_name(spec.library, error);
  void* library = dlopen(spec.library.c_str(), RTLD_LAZY);
  if (library == nullptr) *error = dlerror();
  return library;
}

void remember(void* library) {
  sync::MutexLock lock(libraries_mutex);
  libraries.push_back(library);
}

// The agent may write into its options.
std::vector<char> as_buffer(const std::string& options) {
  std::vector<char> buffer(options.begin(), options.end());
  buffer.push_back('\0');
  return buffer;
}

std::string load(const AgentSpec& spec) {
  std::string error;
  void* library = open_library(spec, &error);
  if (library == nullptr) {
    return "Could not find agent library " + spec.library + (spec.is_path ? " in absolute path" : " on the library path") + ", with error: " + error;
  }
  auto on_load = reinterpret_cast<OnLoad>(dlsym(library, "Agent_OnLoad"));
  if (on_load == nullptr) return "Could not find Agent_OnLoad function in the agent library: " + spec.library;
  remember(library);
  std::vector<char> options = as_buffer(spec.options);
  return on_load(the_java_vm(), options.data(), nullptr) == JNI_OK ? "" : "agent library failed to init: " + spec.library;
}

StartDebugging find_debugging_start() {
  sync::MutexLock lock(libraries_mutex);
  for (void* library : libraries) {
    if (void* found = dlsym(library, "debugInit_startDebuggingViaCommand")) return reinterpret_cast<StartDebugging>(found);
  }
  return nullptr;
}

}  // namespace

std::string load_agents(std::span<const AgentSpec> specs) {
  sync::ExecEnv* self = sync::current_exec_env();
  sync::set_current_exec_env(nullptr);  // no thread is attached in this phase, an agent may rely on that
  std::string failure;
  for (const AgentSpec& spec : specs) {
    failure = load(spec);
    if (!failure.empty()) break;
  }
  set_phase(JVMTI_PHASE_PRIMORDIAL);
  sync::set_current_exec_env(self);
  return failure;
}

std::string attach_agent(runtime::JavaThread& self, const AgentSpec& spec) {
  std::string error;
  sync::LwpPin pin(self);
  sync::VmToNative native(self);
  void* library = open_library(spec, &error);
  if (library == nullptr) return spec.library + " was not loaded.\n" + error + "\n";
  auto on_attach = reinterpret_cast<OnLoad>(dlsym(library, "Agent_OnAttach"));
  if (on_attach == nullptr) return "Agent_OnAttach is not available in " + spec.library + "\n";
  remember(library);
  std::vector<char> options = as_buffer(spec.options);
  return "return code: " + std::to_string(on_attach(the_java_vm(), options.data(), nullptr)) + "\n";
}

std::string start_debugging(runtime::JavaThread& self) {
  StartDebugging start = find_debugging_start();
  if (start == nullptr) return "Debugging has not been started: Could not find jdwp agent.\n";
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
  if (failure != nullptr) return std::string("Debugging has not been started: ") + failure + "\n";
  auto known = [](const char* text) { return std::string(text == nullptr ? "#unknown" : text); };
  return std::string(is_first == JNI_TRUE ? "Debugging has been started." : "Debugging is already active.") + "\nTransport : " + known(transport) +
         "\nAddress : " + known(address) + "\n";
}

void unload_agents() {
  std::vector<void*> all;
  {
    sync::MutexLock lock(libraries_mutex);
    all.swap(libraries);
  }
  for (void* library : all) {
    if (auto on_unload = reinterpret_cast<OnUnload>(dlsym(library, "Agent_OnUnload"))) on_unload(the_java_vm());
  }
}

}  // namespace minijvm::vm::jvmti
