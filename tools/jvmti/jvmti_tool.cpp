// Connects JVMTI to the life of the VM: agents are loaded, and each phase begins and ends with its
// events (JVMTI, GetPhase, VMStart, VMInit, VMDeath). boot_vm calls the tool; the phases come
// through the observer's phase_reached.
// Tested by tests/vm/jvmti.
//
//   phase       begins when                event
//   ONLOAD      the VM starts              Agent_OnLoad
//   PRIMORDIAL  the agents are loaded      none
//   START       System.initPhase2 is done  VM_START
//   LIVE        Java code can run          VM_INIT
//   DEAD        the VM ends                VM_DEATH before it, Agent_OnUnload after it
#include <cstdio>

#include "tools/jvmti/agents.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/jvmti_state.h"
#include "tools/linked_tools.h"
#include "vm/boot/options.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {
namespace jvmti {
namespace {

void begin_start_phase(JavaThread& self) {
  set_phase(JVMTI_PHASE_START);
  post(self, JVMTI_EVENT_VM_START, &jvmtiEventCallbacks::VMStart,
       [](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni); });
}

void begin_live_phase(JavaThread& self) {
  // The phase changes first: a callback of VMInit may call all functions of the live phase.
  set_phase(JVMTI_PHASE_LIVE);
  HandleScope scope(self);
  jthread thread = current_jthread(self);
  post(self, JVMTI_EVENT_VM_INIT, &jvmtiEventCallbacks::VMInit,
       [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread); });
}

void begin_dead_phase(JavaThread& self) {
  // HOTSPOT: VM_DEATH comes after the end of the thread that ends the VM, which is reported like
  // that of other threads.
  notify(kThreadEvents, [&](Observer& observer) { observer.thread_ending(self); });
  // VMDeath is the last event, and it still belongs to the live phase.
  post(self, JVMTI_EVENT_VM_DEATH, &jvmtiEventCallbacks::VMDeath,
       [](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni); });
  set_phase(JVMTI_PHASE_DEAD);
  // Agent_OnUnload is agent code, so it runs in kInNative.
  sync::VmToNative native(self);
  unload_agents();
}

// linked_tools() registers this tool; vm/tools.h describes the steps of the start.
class JvmtiTool final : public Tool, public Observer {
 public:
  bool before_java(JavaThread& self, const Options& options) override {
    observe(*this, kPhaseEvents);
    // HOTSPOT: an agent that cannot be loaded ends the VM with these two lines on stdout.
    const Expected<void, std::string> loaded = load_agents(self, options.agents);
    if (!loaded) {
      std::printf("Error occurred during initialization of VM\n%s\n", loaded.error().c_str());
    }
    return loaded.ok();
  }

  // The argument is a version that is not JNI's.
  void* find_environment(jint version) override { return make_env(version); }

  void phase_reached(JavaThread& self, VmPhase phase) override {
    switch (phase) {
      case VmPhase::kModulesReady:
        begin_start_phase(self);
        break;
      case VmPhase::kLive:
        begin_live_phase(self);
        break;
      case VmPhase::kEnding:
        begin_dead_phase(self);
        break;
      // Agents have been unloaded in kEnding.
      case VmPhase::kEnded:
        break;
    }
  }
};

}  // namespace
}  // namespace jvmti

Tool& jvmti_tool() {
  return jvmti::jvmti_state.tool.get([] { return new jvmti::JvmtiTool; });
}

}  // namespace minijvm::vm
