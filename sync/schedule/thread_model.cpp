// Which model runs, and which thread runs on the calling LWP.
#include "sync/exec_env.h"
#include "sync/schedule/one_to_one.h"

namespace minijvm::sync {
namespace {

thread_local ExecEnv* current_of_this_lwp = nullptr;

Atomic<ThreadModel*> chosen_model{nullptr};

OneToOne& one_to_one() {
  static OneToOne model;
  return model;
}

}  // namespace

ThreadModel& thread_model() {
  ThreadModel* model = chosen_model.load(std::memory_order_acquire);  // acquire: pairs with set_thread_model
  return model == nullptr ? one_to_one() : *model;
}

void set_thread_model(ThreadModel& model) { chosen_model.store(&model, std::memory_order_release); }

[[gnu::noinline]] ExecEnv* current_exec_env() { return current_of_this_lwp; }

[[gnu::noinline]] void mount_exec_env(ExecEnv* ee) { current_of_this_lwp = ee; }

[[gnu::noinline]] void set_current_exec_env(ExecEnv* ee) {
  thread_model().adopted(ee);
  current_of_this_lwp = ee;
}

}  // namespace minijvm::sync
