// Makes the thread model from the options, once, before the main thread is attached. The models
// live as long as the process, because their LWPs may still run at exit.
#include "vm/boot/thread_model_choice.h"

#include <cstdio>

#include "runtime/thread/java_thread.h"
#include "sync/decide/policies.h"
#include "sync/schedule/models/bound_threads.h"
#include "sync/schedule/models/lwp_synchronization.h"
#include "sync/schedule/models/one_runner.h"
#include "sync/threads/thread_state.h"
#include "vm/boot/options.h"
#include "vm/java/halt.h"
#include "vm/observer.h"

namespace minijvm::vm {
namespace {

sync::PoolRules rules_of(const Options& options) {
  sync::PoolRules rules;
  rules.places = options.thread_model == "M:1" ? 1 : options.lwps;
  rules.hands_off = options.lwp_hand_off == "always";
  rules.grows = options.lwp_hand_off == "sigwaiting";
  rules.has_slices = options.time_slices;
  return rules;
}

sync::ManyToMany* make_model_with_places(const Options& options) {
  const sync::PoolRules rules = rules_of(options);
  if (options.thread_model == "M:1") {
    return new sync::ManyToMany("M:1", rules);
  }
  return options.lwp_synchronization ? new sync::LwpSynchronization(rules)
                                     : new sync::ManyToMany("M:N", rules);
}

std::unique_ptr<decide::Policy> policy_of(const Options& options) {
  decide::PolicyChoice choice;
  choice.kind = *decide::policy_of_name(options.schedule);
  choice.seed = options.seed;
  choice.mean_slice = options.mean_slice;
  return decide::make_policy(choice);
}

// The exit code of a deterministic run that nobody can continue. Neither shells nor sysexits.h use
// it.
constexpr int kDeadlockCode = 81;

// Ends a deterministic run that nobody can continue. Main waits, as all others do.
void end_stuck_run(sync::ExecEnv& main) {
  runtime::JavaThread& self = runtime::JavaThread::of(main);
  std::fputs("Deadlock: no thread can go on, and none waits for a time.\n", stderr);
  sync::change_state(self, self.state(), sync::ThreadState::kInVm);
  notify(kHangEvents, [&](Observer& observer) { observer.program_hangs(self); });
  halt_vm(kDeadlockCode);
}

}  // namespace

bool choose_thread_model(const Options& options) {
  if (options.deterministic) {
    sync::set_data_seed(options.data_seed);
    sync::set_thread_model(*new sync::OneRunner(end_stuck_run, policy_of(options)));
    return true;
  }
  if (options.bound_threads) {
    sync::set_thread_model(*new sync::BoundThreads);
    return true;
  }
  // 1:1 needs no choice: it is the model from the start (sync/schedule/schedule_state.h).
  if (options.thread_model == "1:1") {
    return true;
  }
  sync::ManyToMany* model = make_model_with_places(options);
  if (!model->start()) {
    return false;
  }
  sync::set_thread_model(*model);
  return true;
}

}  // namespace minijvm::vm
