// Keeps JVMTI's data for each thread. Readers take no lock; a mutex guards growth. Callers are in
// kInVm, or in a handshake with the thread.
#include "tools/jvmti/thread_data.h"

#include <algorithm>

#include "sync/threads/safepoint.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/jvmti_state.h"
#include "vm/natives/jni/jni_handles.h"

namespace minijvm::vm::jvmti {

namespace {

constexpr JvmtiState& state = jvmti_state;

}  // namespace

ThreadData::~ThreadData() {
  delete_global_ref(exception);
  delete_global_ref(exit_.reference);
  int exits = exit_.kind == EarlyExit::kNone ? 0 : 1;
  // Frames of a dead thread never end, so its pending requests are subtracted here.
  state.frame_pops.fetch_sub(static_cast<int>(frame_pops_.size()) + exits,
                             std::memory_order_relaxed);
  // acquire: pairs with the release in of(), so a new entry is seen complete.
  for (EnvThreadData* data = first_.load(std::memory_order_relaxed); data != nullptr;) {
    EnvThreadData* next = data->next;
    delete data;
    data = next;
  }
}

EnvThreadData* ThreadData::find(const Env& env) const {
  EnvThreadData* data = first_.load(std::memory_order_acquire);  // acquire: pairs with of()
  while (data != nullptr && data->env != &env) data = data->next;
  return data;
}

EnvThreadData& ThreadData::of(Env& env) {
  if (EnvThreadData* known = find(env))
    return *known;
  // The entry was first looked up without the lock; now it is looked up again, because another
  // thread may have added it in between.
  sync::MutexLock lock(state.thread_data_mutex);
  if (EnvThreadData* known = find(env))
    return *known;
  auto* fresh = new EnvThreadData{&env, {}, {}, first_.load(std::memory_order_relaxed)};
  // New entries go to the front: a reader that has an old `first_` still walks a whole list.
  first_.store(fresh, std::memory_order_release);
  return *fresh;
}

EventSet ThreadData::all_events() const {
  EventSet events = 0;
  for (EnvThreadData* data = first_.load(std::memory_order_acquire); data != nullptr;
       data = data->next) {
    if (!data->env->is_disposed.load(std::memory_order_acquire))
      events |= data->events.load(std::memory_order_relaxed);
  }
  return events;
}

bool ThreadData::add_frame_pop(Env& env, const runtime::Slot* fp) {
  std::pair<const Env*, const runtime::Slot*> row(&env, fp);
  if (std::find(frame_pops_.begin(), frame_pops_.end(), row) != frame_pops_.end())
    return false;
  frame_pops_.push_back(row);
  state.frame_pops.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool ThreadData::take_frame_pop(const Env& env, const runtime::Slot* fp) {
  bool was_there = std::erase(frame_pops_, std::pair(&env, fp)) != 0;
  if (was_there)
    state.frame_pops.fetch_sub(1, std::memory_order_relaxed);
  return was_there;
}

void ThreadData::drop_frame_pops(const Env& env) {
  const std::size_t dropped =
      std::erase_if(frame_pops_, [&](const auto& row) { return row.first == &env; });
  state.frame_pops.fetch_sub(static_cast<int>(dropped), std::memory_order_relaxed);
}

void ThreadData::request_exit(const ExitRequest& request) {
  // A request that replaces another one is counted once.
  if (exit_.kind == EarlyExit::kNone)
    state.frame_pops.fetch_add(1, std::memory_order_relaxed);
  delete_global_ref(exit_.reference);
  exit_ = request;
}

// JVMTI, PopFrame: FramePop is not posted for the frame that it pops, so those entries go too.
ExitRequest ThreadData::take_exit(const runtime::Slot* fp) {
  if (exit_.kind == EarlyExit::kNone || exit_.fp != fp)
    return {};
  ExitRequest taken = exit_;
  exit_.kind = EarlyExit::kNone;
  std::size_t told =
      taken.kind != EarlyExit::kPop
          ? 0
          : std::erase_if(frame_pops_, [&](const auto& row) { return row.second == fp; });
  state.frame_pops.fetch_sub(1 + static_cast<int>(told), std::memory_order_relaxed);
  return taken;
}

int ThreadData::pending_frame_pops() { return state.frame_pops.load(std::memory_order_relaxed); }

ThreadData* existing_thread_data(const JavaThread& thread) {
  return static_cast<ThreadData*>(thread.debug_data.load(std::memory_order_acquire));
}

ThreadData& thread_data(JavaThread& thread) {
  if (ThreadData* known = existing_thread_data(thread))
    return *known;
  // The data is looked up twice, as in of().
  sync::MutexLock lock(state.thread_data_mutex);
  if (ThreadData* known = existing_thread_data(thread))
    return *known;
  auto* fresh = new ThreadData;
  // release: pairs with the acquire in existing_thread_data.
  thread.debug_data.store(fresh, std::memory_order_release);
  return *fresh;
}

// A thread that held the list lock before this one may have read the data, or made it while the
// thread was alive. A thread that takes the lock later finds no data and, as there is no Thread
// object, makes none. So no thread uses the data when it is freed below.
void forget_thread_data(JavaThread& dead) {
  void* data = nullptr;
  {
    sync::ThreadListLock lock;
    // acquire: pairs with the release in thread_data(), so the destructor sees all entries.
    data = dead.debug_data.exchange(nullptr, std::memory_order_acquire);
  }
  delete static_cast<ThreadData*>(data);
}

}  // namespace minijvm::vm::jvmti
