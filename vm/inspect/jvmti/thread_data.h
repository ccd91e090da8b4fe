// What JVMTI keeps of a thread: for each environment its events and its storage. Made when it is first needed, freed when the thread leaves.
// Proved by tests/vm/jvmti.
#pragma once

#include <atomic>
#include <utility>
#include <vector>

#include "runtime/java_value.h"
#include "vm/inspect/jvmti/env.h"
#include "vm/interp/hooks.h"

namespace minijvm::vm::jvmti {

struct EnvThreadData {
  Env* env;
  std::atomic<EventSet> events{0};  // enabled for this thread
  std::atomic<void*> storage{nullptr};
  EnvThreadData* next;
};

// A frame that is to end before its time, until it has.
struct ExitRequest {
  EarlyExit::Kind kind = EarlyExit::kNone;
  const runtime::Slot* fp = nullptr;
  runtime::Slot value{};
  jobject reference = nullptr;  // global, the request's own
};

// The list only grows, so anybody who may look at the data (existing_thread_data) may read it; it grows under a lock.
class ThreadData {
 public:
  ~ThreadData();
  // Null: there is nothing yet.
  EnvThreadData* find(const Env& env) const;
  EnvThreadData& of(Env& env);
  EventSet all_events() const;

  // Frames whose end is to be told. REQUIRES: the thread stands still, or is the caller. False: it was there already; it was not there.
  bool add_frame_pop(Env& env, const runtime::Slot* fp);
  bool take_frame_pop(const Env& env, const runtime::Slot* fp);

  // Of the innermost frame. REQUIRES: as above.
  void request_exit(const ExitRequest& request);
  bool is_to_exit(const runtime::Slot* fp) const { return exit_.kind != EarlyExit::kNone && exit_.fp == fp; }
  // The request for this frame, if there is one: it is done with. Its reference stays until the next.
  ExitRequest take_exit(const runtime::Slot* fp);

  static int pending_frame_pops();  // of all threads, with frames that are to end

  jobject exception = nullptr;  // the last that was told and not caught, a global reference; the thread's own

 private:
  std::atomic<EnvThreadData*> first_{nullptr};
  std::vector<std::pair<const Env*, const runtime::Slot*>> frame_pops_;
  ExitRequest exit_;
};

// REQUIRES for both: a ThreadListLock is held, or the thread stands in a handshake, or is the caller. Null: there is nothing yet.
ThreadData* existing_thread_data(const JavaThread& thread);
// REQUIRES also: the thread has been seen alive under that lock (java_thread_of), or in that handshake.
ThreadData& thread_data(JavaThread& thread);
// Taken away under the ThreadListLock, while the thread is still listed. REQUIRES: it is not alive any more, and has no Thread object.
void forget_thread_data(JavaThread& dead);

}  // namespace minijvm::vm::jvmti
