// Searches the wait graph of a snapshot for cycles. It compares addresses only, so the caller may
// be in any thread state.
#include "tools/threads/deadlocks.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "vm/java/threads/thread_blocking.h"

namespace minijvm::vm {

namespace {

constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

bool is_for_lock(const ThreadSnapshot& thread) {
  return thread.wait.kind == WaitsFor::kMonitor || thread.wait.kind == WaitsFor::kSynchronizer;
}

bool counts(const ThreadSnapshot& thread, WaitEdges edges) {
  switch (edges) {
    case WaitEdges::kMonitors:
      return thread.wait.kind == WaitsFor::kMonitor;
    case WaitEdges::kLocks:
      return is_for_lock(thread);
    case WaitEdges::kUntimed:
      return thread.status != kThreadTimedWaiting && thread.status != kThreadTimedParked;
  }
  return false;
}

// For each thread the index of the thread that it waits for, or kNobody.
std::vector<std::size_t> edges_of(const std::vector<ThreadSnapshot>& threads, WaitEdges edges) {
  std::unordered_map<const runtime::JavaThread*, std::size_t> index_of;
  for (std::size_t i = 0; i < threads.size(); ++i) {
    index_of[threads[i].address] = i;
  }
  std::vector<std::size_t> next;
  for (const ThreadSnapshot& thread : threads) {
    auto holder = index_of.find(thread.wait.holder);
    next.push_back(holder == index_of.end() || !counts(thread, edges) ? kNobody : holder->second);
  }
  return next;
}

// One walk around the cycle lists its members in the order of their edges.
ThreadCycle cycle_from(std::size_t first, const std::vector<std::size_t>& next,
                       const std::vector<ThreadSnapshot>& threads) {
  ThreadCycle cycle;
  std::size_t member = first;
  do {
    cycle.push_back(&threads[member]);
    member = next[member];
  } while (member != first);
  return cycle;
}

}  // namespace

// A thread has at most one edge, so the graph is a set of chains, some of which end in a cycle.
// Each chain is followed once, up to a thread that was met before. If that thread was met on this
// same chain, the threads from there on form a cycle. The time is linear in the number of threads.
std::vector<ThreadCycle> find_cycles(const std::vector<ThreadSnapshot>& threads, WaitEdges edges) {
  const std::vector<std::size_t> next = edges_of(threads, edges);
  // For each thread: the first thread of the chain on which it was met.
  std::vector<std::size_t> met_from(next.size(), kNobody);
  std::vector<ThreadCycle> cycles;
  for (std::size_t first = 0; first < next.size(); ++first) {
    std::size_t at = first;
    while (at != kNobody && met_from[at] == kNobody) {
      met_from[at] = first;
      at = next[at];
    }
    // Otherwise the chain has ended, or it has run into an earlier chain, whose cycle is listed.
    if (at != kNobody && met_from[at] == first) {
      cycles.push_back(cycle_from(at, next, threads));
    }
  }
  return cycles;
}

std::vector<ThreadCycle> find_other_cycles(const std::vector<ThreadSnapshot>& threads) {
  std::vector<ThreadCycle> cycles = find_cycles(threads, WaitEdges::kUntimed);
  // A cycle of locks alone is found by WaitEdges::kLocks.
  std::erase_if(cycles, [](const ThreadCycle& cycle) {
    return std::all_of(cycle.begin(), cycle.end(),
                       [](const ThreadSnapshot* thread) { return is_for_lock(*thread); });
  });
  return cycles;
}

}  // namespace minijvm::vm
