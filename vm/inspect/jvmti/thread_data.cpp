#include "vm/inspect/jvmti/thread_data.h"

#include <algorithm>

#include "sync/safepoint.h"
#include "sync/vm_mutex.h"
#include "vm/native/jni_handles.h"

namespace minijvm::vm::jvmti {

namespace {

sync::Mutex growing_mutex{sync::LockRank::kLeaf};
std::atomic<int> frame_pops{0};

}  // namespace

ThreadData::~ThreadData() {
  delete_global_ref(exception);
  delete_global_ref(exit_.reference);
  int exits = exit_.kind == EarlyExit::kNone ? 0 : 1;
  frame_pops.fetch_sub(static_cast<int>(frame_pops_.size()) + exits, std::memory_order_relaxed);
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
  if (EnvThreadData* known = find(env)) return *known;
  sync::MutexLock lock(growing_mutex);
  if (EnvThreadData* known = find(env)) return *known;
  auto* fresh = new EnvThreadData{&env, {}, {}, first_.load(std::memory_order_relaxed)};
  first_.store(fresh, std::memory_order_release);
  return *fresh;
}

EventSet ThreadData::all_events() const {
  EventSet events = 0;
  for (EnvThreadData* data = first_.load(std::memory_order_acquire); data != nullptr; data = data->next) {
    if (!data->env->is_disposed.load(std::memory_order_acquire)) events |= data->events.load(std::memory_order_relaxed);
  }
  return events;
}

bool ThreadData::add_frame_pop(Env& env, const runtime::Slot* fp) {
  std::pair<const Env*, const runtime::Slot*> row(&env, fp);
  if (std::find(frame_pops_.begin(), frame_pops_.end(), row) != frame_pops_.end()) return false;
  frame_pops_.push_back(row);
  frame_pops.fetch_add(1, std::memory_order_relaxed);
  return true;
}

bool ThreadData::take_frame_pop(const Env& env, const runtime::Slot* fp) {
  bool was_there = std::erase(frame_pops_, std::pair(&env, fp)) != 0;
  if (was_there) frame_pops.fetch_sub(1, std::memory_order_relaxed);
  return was_there;
}

void ThreadData::request_exit(const ExitRequest& request) {
  if (exit_.kind == EarlyExit::kNone) frame_pops.fetch_add(1, std::memory_order_relaxed);
  delete_global_ref(exit_.reference);
  exit_ = request;
}

// JVMTI, PopFrame: the end of such a frame is not told.
ExitRequest ThreadData::take_exit(const runtime::Slot* fp) {
  if (exit_.kind == EarlyExit::kNone || exit_.fp != fp) return {};
  ExitRequest taken = exit_;
  exit_.kind = EarlyExit::kNone;
  std::size_t told = taken.kind != EarlyExit::kPop ? 0 : std::erase_if(frame_pops_, [&](const auto& row) { return row.second == fp; });
  frame_pops.fetch_sub(1 + static_cast<int>(told), std::memory_order_relaxed);
  return taken;
}

int ThreadData::pending_frame_pops() { return frame_pops.load(std::memory_order_relaxed); }

ThreadData* existing_thread_data(const JavaThread& thread) { return static_cast<ThreadData*>(thread.debug_data.load(std::memory_order_acquire)); }

ThreadData& thread_data(JavaThread& thread) {
  if (ThreadData* known = existing_thread_data(thread)) return *known;
  sync::MutexLock lock(growing_mutex);
  if (ThreadData* known = existing_thread_data(thread)) return *known;
  auto* fresh = new ThreadData;
  thread.debug_data.store(fresh, std::memory_order_release);  // acquire: existing_thread_data
  return *fresh;
}

// Who had the lock before may have read the data, or made it for a thread that was alive then; who has it afterwards finds neither.
void forget_thread_data(JavaThread& dead) {
  void* data = nullptr;
  {
    sync::ThreadListLock lock;
    data = dead.debug_data.exchange(nullptr, std::memory_order_acquire);  // acquire: pairs with thread_data()
  }
  delete static_cast<ThreadData*>(data);
}

}  // namespace minijvm::vm::jvmti
