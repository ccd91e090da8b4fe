// Defines the data that JVMTI keeps for a thread: its enabled events and its storage for each
// environment, frames whose end must be posted, and a forced exit. JavaThread::debug_data points at
// it. It is made when it is first needed and freed when the thread leaves.
//
//   JavaThread.debug_data -> ThreadData .first_ -> EnvThreadData (env B) -> EnvThreadData (env A)
//                              |       .frame_pops_  (env, fp) ...
//                              '------ .exit_        at most one forced exit
//
// Tested by tests/vm/jvmti.
#pragma once

#include <utility>
#include <vector>

#include "base/atomic.h"
#include "runtime/object/java_value.h"
#include "tools/jvmti/env.h"
#include "vm/interp/hooks.h"

namespace minijvm::vm::jvmti {

struct EnvThreadData {
  Env* env;
  // The events that the environment has enabled for this thread alone.
  Atomic<EventSet> events{0};
  // The pointer that SetThreadLocalStorage has set for this environment.
  Atomic<void*> storage{nullptr};
  EnvThreadData* next;
};

// Names a frame that an agent wants to end early (PopFrame, ForceEarlyReturn*). The request stays
// until the thread itself ends the frame.
struct ExitRequest {
  EarlyExit::Kind kind = EarlyExit::kNone;
  // Identifies the frame.
  const runtime::Slot* fp = nullptr;
  runtime::Slot value{};
  // For an object result: the request's own global reference.
  jobject reference = nullptr;
};

// The list of EnvThreadData only grows, and it grows under a lock. So a thread that may look at the
// data (existing_thread_data) reads the list without a lock.
class ThreadData {
 public:
  ~ThreadData();
  // Returns null if nothing has been stored for this environment.
  EnvThreadData* find(const Env& env) const;
  // Makes the entry if it is missing.
  EnvThreadData& of(Env& env);
  // Returns the union over all environments that are not disposed of.
  EventSet all_events() const;

  // Keep the frames whose end must be posted (NotifyFramePop). add returns false if the pair is
  // there already, take returns false if it was not there. REQUIRES: the thread does not run, or is
  // the caller.
  bool add_frame_pop(Env& env, const runtime::Slot* fp);
  bool take_frame_pop(const Env& env, const runtime::Slot* fp);
  // Forgets all frames of this environment. REQUIRES: as above.
  void drop_frame_pops(const Env& env);

  // Asks the innermost frame to end; an older request is replaced. REQUIRES: as above.
  void request_exit(const ExitRequest& request);
  bool is_to_exit(const runtime::Slot* fp) const {
    return exit_.kind != EarlyExit::kNone && exit_.fp == fp;
  }
  // Returns the request for this frame and removes it; kNone if there is none. The caller may use
  // the reference until the next request.
  ExitRequest take_exit(const runtime::Slot* fp);

  // Returns the number of frame pops and exits that are pending in all threads. While it is 0, no
  // method needs to be observed for them.
  static int pending_frame_pops();

  // The last exception that was posted and has not been caught, as a global reference. Only the
  // thread itself uses it.
  jobject exception = nullptr;

 private:
  Atomic<EnvThreadData*> first_{nullptr};
  std::vector<std::pair<const Env*, const runtime::Slot*>> frame_pops_;
  ExitRequest exit_;
};

// Returns null if nothing has been stored. REQUIRES: a ThreadListLock is held, or the thread is in
// a handshake, or the thread is the caller.
ThreadData* existing_thread_data(const JavaThread& thread);
// Makes the data if there is none. REQUIRES: as above, and the thread was seen alive under that
// lock (java_thread_of) or in that handshake.
ThreadData& thread_data(JavaThread& thread);
// Frees the data of a thread that is leaving, while it is still on the thread list. REQUIRES: the
// thread is not alive any more and has no Thread object.
void forget_thread_data(JavaThread& dead);

}  // namespace minijvm::vm::jvmti
