// Keeps the thread model that was chosen, and the ExecEnv that the calling LWP runs.
#include "sync/schedule/schedule_state.h"
#include "sync/schedule/thread_key.h"
#include "sync/sync_state.h"
#include "sync/threads/exec_env.h"

namespace minijvm::sync {

constinit ScheduleState schedule_state;

ThreadModel& thread_model() {
  // acquire: pairs with set_thread_model.
  ThreadModel* model = schedule_state.chosen_model.load(std::memory_order_acquire);
  return model == nullptr ? schedule_state.one_to_one : *model;
}

void set_thread_model(ThreadModel& model) {
  sync_state.locks.model_chooses.store(model.runs_one_thread(), std::memory_order_relaxed);
  // release: threads that use the model see its fields.
  schedule_state.chosen_model.store(&model, std::memory_order_release);
}

[[gnu::noinline]] ExecEnv* current_exec_env() { return this_kernel_thread.current; }

[[gnu::noinline]] void mount_exec_env(ExecEnv* ee) {
  this_kernel_thread.current = ee;
  switch_key(ee);
}

namespace {

// Is this a thread that shares its kernel thread with others?
bool is_carried(const ExecEnv* ee) {
  return ee != nullptr && this_kernel_thread.bound_lwp == nullptr &&
         ee->user_thread_.load(std::memory_order_relaxed) != nullptr;
}

}  // namespace

[[gnu::noinline]] void set_current_exec_env(ExecEnv* ee) {
  const bool ends_carried = is_carried(this_kernel_thread.current);
  thread_model().adopted(ee);
  this_kernel_thread.current = ee;
  if (ends_carried || is_carried(ee)) {
    switch_key(ee);
  } else {
    put_in_key(ee);
  }
}

}  // namespace minijvm::sync
