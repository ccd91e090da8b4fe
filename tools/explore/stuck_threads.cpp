// Looks for the threads that block a run in the wait graph of all threads.
#include "tools/explore/stuck_threads.h"

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/load/loader_data.h"
#include "tools/dumps/thread_text.h"
#include "tools/threads/deadlocks.h"
#include "tools/threads/thread_snapshot.h"
#include "vm/java/errors/stack_trace.h"

namespace minijvm::vm {
namespace {

bool waits_for_another(const ThreadSnapshot& thread, const std::vector<ThreadSnapshot>& threads) {
  return thread.wait.holder != nullptr && find_thread(threads, thread.wait.holder) != nullptr;
}

std::vector<const ThreadSnapshot*> blocking_threads(const std::vector<ThreadSnapshot>& threads) {
  std::vector<const ThreadSnapshot*> found;
  for (const ThreadCycle& cycle : find_cycles(threads, WaitEdges::kUntimed)) {
    found.insert(found.end(), cycle.begin(), cycle.end());
  }
  if (!found.empty()) {
    return found;
  }
  for (const ThreadSnapshot& thread : threads) {
    if (!waits_for_another(thread, threads)) {
      found.push_back(&thread);
    }
  }
  return found;
}

bool is_of_program(const TracePoint& frame) {
  return !frame.method->holder->loader->is_boot_or_platform();
}

}  // namespace

std::vector<std::string> stuck_places(runtime::JavaThread& self) {
  runtime::HandleScope scope(self);
  const std::vector<ThreadSnapshot> threads = snapshot_all_threads(self, {.max_depth = -1});
  std::vector<std::string> places;
  for (const ThreadSnapshot* thread : blocking_threads(threads)) {
    const auto frame = std::ranges::find_if(thread->frames, is_of_program);
    if (frame != thread->frames.end()) {
      places.push_back(frame_text(*frame));
    }
  }
  std::ranges::sort(places);
  return places;
}

}  // namespace minijvm::vm
