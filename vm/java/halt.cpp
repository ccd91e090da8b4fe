// Ends the process by JVM_Halt, and holds the steps that DestroyJavaVM
// (vm/boot/invocation_api.cpp), the other way to the end of the VM, shares with it. Called in
// kInVm.
#include "vm/java/halt.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "base/check.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

// No other thread runs until the process has ended, because none may see what the exit handlers of
// the C library destroy.
[[noreturn]] void exit_now(int code) {
  std::fflush(nullptr);
  if (the_vm.life.exit_hook != nullptr) {
    the_vm.life.exit_hook(code);
  }
  std::exit(code);
}

// Runs on the halting thread, once all other threads are stopped.
class ExitNow final : public sync::SafepointOperation {
 public:
  explicit ExitNow(int code) : code_(code) {}
  const char* name() const override { return "Exit"; }
  void run() override { exit_now(code_); }

 private:
  int code_;
};

void report_phase(runtime::JavaThread& self, VmPhase phase) {
  notify(kPhaseEvents, [&](Observer& observer) { observer.phase_reached(self, phase); });
}

}  // namespace

void set_exit_hook(void (*hook)(jint)) { the_vm.life.exit_hook = hook; }

void report_end(runtime::JavaThread& self) {
  // Two threads may end the VM in both ways at the same time; the exchange lets one of them report.
  if (!the_vm.life.end_reported.exchange(true, std::memory_order_acq_rel)) {
    report_phase(self, VmPhase::kEnding);
    report_phase(self, VmPhase::kEnded);
  }
}

void halt_vm(int code) {
  // ExitNow never returns, so the world is never resumed.
  runtime::JavaThread& self = *runtime::current_java_thread();
  notify(kRunEvents, [&](Observer& observer) { observer.process_exits(self, code); });
  report_end(self);
  ExitNow exit_now(code);
  sync::run_at_safepoint(self, exit_now);
  MJ_UNREACHABLE("the exit of the process came back");
}

void halt_held_vm(int code) { exit_now(code); }

}  // namespace minijvm::vm
