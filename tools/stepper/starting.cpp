// Starts the stepper: its observers, the watcher, and what Ctrl-C does. No Java code has run, but
// for program_begins.
#include <pthread.h>

#include <csignal>
#include <cstdio>

#include "runtime/thread/java_thread.h"
#include "tools/stepper/stepper.h"
#include "tools/stepper/stepper_state.h"

namespace minijvm::vm::stepper {

using runtime::JavaThread;

bool Stepper::make_watcher() {
  watcher_ = JavaThread::create(JavaThread::kReserveSlots * sizeof(runtime::Slot));
  if (watcher_ != nullptr)
    watcher_->is_vm_internal = true;
  return watcher_ != nullptr;
}

namespace {

void on_interrupt(int) { stepper_state.stepper->interrupt(); }

void* run_watcher(void*) {
  stepper_state.stepper->watch();
  return nullptr;
}

// SA_RESTART: a read that the signal interrupts is continued.
void install_interrupt() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

// A run that cannot go back has nobody who would see an interrupt, so Ctrl-C ends it.
void Stepper::program_begins(JavaThread& self) {
  traveller_.begin(&front_);
  if (stage_.leaves_turns_to_schedule() && traveller_.may_go_back())
    install_interrupt();
  tell_start(self);
}

}  // namespace minijvm::vm::stepper

namespace minijvm::vm {

// A deterministic run has no kernel thread beside its own, so nobody watches there: it is the run
// itself that sees when no thread can go on, and Ctrl-C ends it.
bool start_stepper(const StepperOptions& options, bool is_deterministic,
                   const std::string& why_not_back) {
  using namespace stepper;
  if (options.descriptor >= 0 && !keep_descriptor(options.descriptor)) {
    std::fprintf(stderr, "Error: -Xstep:json=%d: this is no open file\n", options.descriptor);
    return false;
  }
  stepper_state.stepper = new Stepper(options);
  stepper_state.stepper->number_objects();
  stepper_state.stepper->traveller().refuse(why_not_back);
  const bool is_for_tools = options.descriptor >= 0;
  observe(*stepper_state.stepper, kUnloadingEvents | kRecordedEvents | kCollectionEvents |
                                      (options.speaks_json ? kThreadEvents : kNoEvents) |
                                      kRunEvents | (is_for_tools ? kContentionEvents : kNoEvents));
  if (!stepper_state.stepper->add_breaks(options.breaks))
    return false;
  report_event_groups(EventAsker::kStepper, group_bit(EventGroup::kMetaLock) |
                                                group_bit(EventGroup::kMonitors) |
                                                group_bit(EventGroup::kCollections));
  if (is_deterministic) {
    stepper_state.stepper->leave_turns_to_schedule();
    return true;
  }
  if (!stepper_state.stepper->make_watcher())
    return false;
  install_interrupt();
  pthread_t watcher;
  if (pthread_create(&watcher, nullptr, run_watcher, nullptr) == 0)
    pthread_detach(watcher);
  return true;
}

}  // namespace minijvm::vm
