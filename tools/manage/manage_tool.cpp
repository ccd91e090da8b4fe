// Management's part in the life of the VM: the table of java.management, the times and numbers that
// it shows, the attach mechanism, and SIGQUIT, which either an attaching tool has sent or a person
// who wants a thread dump.
#include "runtime/thread/java_thread.h"
#include "sync/schedule/virtual_clock.h"
#include "sync/threads/clock.h"
#include "tools/dumps/thread_dump.h"
#include "tools/linked_tools.h"
#include "tools/manage/attach_listener.h"
#include "tools/manage/jmm_entries.h"
#include "tools/manage/manage_state.h"
#include "tools/named_calls.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"
#include "vm/tools.h"

namespace minijvm::vm {

// It is constant-initialized, so that no use of it depends on the order of constructors.
constinit ManageState manage_state;

namespace {

// -Xrs keeps SIGQUIT away from the VM, so with it no tool could ask for the listener later.
AttachChoice attach_choice(const Options& options) {
  if (options.disable_attach) {
    return AttachChoice::kNever;
  }
  return options.start_attach_listener || options.reduce_signals ? AttachChoice::kFromStart
                                                                 : AttachChoice::kOnDemand;
}

class ManageTool final : public Tool, public Observer {
 public:
  void before_options() override { manage_state.began_ns = sync::program_ns(); }

  // From here on a deterministic run has a clock of its own, which a tool must not move.
  void before_heap(const Options& options) override {
    if (options.deterministic) {
      manage_state.began_ns = sync::virtual_time();
    }
  }

  bool before_classes(runtime::JavaThread&, const Options&) override {
    // The baseline of the peaks: the usage of an empty heap.
    manage_state.usage_history.initialize(gc::heap_usage());
    observe(*this, kPhaseEvents | kThreadEvents | kQuitEvents | kCollectionEvents);
    return true;
  }
  void collection_ended(const gc::CollectionRecord& record) override {
    manage_state.usage_history.add(record);
  }

  // The agent for remote management is Java code, so it can start only once Java runs.
  JavaResult<void> once_java_runs(runtime::JavaThread& self, const Options& options) override {
    MJ_TRY(start_attaching(self, attach_choice(options)));
    if (options.management_server &&
        !call_named_static(self, "jdk/internal/agent/Agent", "startAgent", "()V", CallArgs{})
             .ok()) {
      halt_vm(1);  // the agent has printed why
    }
    return {};
  }

  void* find_management(jint version) override { return jmm::management_table(version); }

  void phase_reached(runtime::JavaThread&, VmPhase phase) override {
    if (phase == VmPhase::kLive) {
      manage_state.ready_wall_ms = sync::program_wall_ns() / sync::kNanosPerMilli;
    }
  }

  void thread_gone(runtime::JavaThread& thread) override {
    manage_state.bytes_of_ended_threads.fetch_add(static_cast<std::int64_t>(thread.allocated_bytes),
                                                  std::memory_order_relaxed);
  }

  bool quit_requested(runtime::JavaThread& self) override {
    if (!is_attach_signal(self)) {
      print_thread_dump(self);
    }
    return true;
  }
};

}  // namespace

Tool& manage_tool() {
  return manage_state.tool.get([] { return new ManageTool; });
}

}  // namespace minijvm::vm
