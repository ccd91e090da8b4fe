// Says in plain words what one blocked thread waits for, where, and who must bring that about.
// Tested by tests/vm/hangs and tests/vm/thread_dump.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/hangs/history.h"
#include "tools/threads/deadlocks.h"
#include "tools/threads/thread_snapshot.h"

namespace minijvm::vm::hangs {

// The parts of an explanation: the threads of one moment, and what the run has written down.
struct Scene {
  const sync::NoSafepoint& still;
  const std::vector<ThreadSnapshot>& threads;
  History* history;  // null: an ordinary run
};

class WaitTexts {
 public:
  explicit WaitTexts(const Scene& scene) : scene_(scene) {}

  std::string quoted(runtime::Handle<java::Thread> thread) const;
  std::string quoted(const ThreadSnapshot& thread) const { return quoted(thread.thread); }
  std::string name(const runtime::Object& object) const;
  // " (Stuck.java:10)": where the program waits. Empty: the class library waits for itself.
  std::string place(const ThreadSnapshot& thread) const;
  // " (Stuck.java:10)": where the thread has taken what it holds. Empty: not known.
  std::string lock_place(const ThreadSnapshot& holder, const runtime::Object& object) const;
  // "holds <Fork#1> (Stuck.java:10) and ": what others want of what the thread holds.
  std::string holdings(const ThreadSnapshot& thread) const;
  // Its wait in words; empty: it runs.
  std::string predicate(const ThreadSnapshot& thread) const;
  std::string cycle(const ThreadCycle& cycle) const;

 private:
  const ThreadSnapshot* holder_of(const ThreadSnapshot& thread) const {
    return find_thread(scene_.threads, thread.wait.holder);
  }
  std::string blocker(const ThreadSnapshot& thread) const;
  std::string monitor(const ThreadSnapshot& thread) const;
  std::string waiting(const ThreadSnapshot& thread) const;
  std::string parked(const ThreadSnapshot& thread) const;
  std::string owned(const ThreadSnapshot& thread) const;
  std::string initialization(const ThreadSnapshot& thread) const;

  const Scene& scene_;
};

// Is the wait one that ends by itself?
bool is_timed(const ThreadSnapshot& thread);
// ", for a limited time", or nothing.
const char* limit_text(const ThreadSnapshot& thread);

}  // namespace minijvm::vm::hangs
