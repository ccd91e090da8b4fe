// Makes the thread model from the options, once, before the main thread is attached. The models
// live as long as the process, because their LWPs may still run at exit.
#include "vm/boot/thread_model_choice.h"

#include "sync/schedule/models/bound_threads.h"
#include "sync/schedule/models/lwp_synchronization.h"
#include "vm/boot/options.h"

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

}  // namespace

bool choose_thread_model(const Options& options) {
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
