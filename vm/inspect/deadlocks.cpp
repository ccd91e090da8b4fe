#include "vm/inspect/deadlocks.h"

#include <algorithm>
#include <unordered_map>

#include "vm/java/thread_blocking.h"

namespace minijvm::vm {

namespace {

bool is_for_lock(const ThreadNote& note) { return note.waits_for == WaitsFor::kMonitor || note.waits_for == WaitsFor::kSynchronizer; }

// Who waits for a limited time goes on some day. HOTSPOT: its deadlocks over locks do not ask.
bool ends_by_itself(const ThreadNote& note) { return note.status == kThreadTimedWaiting || note.status == kThreadTimedParked; }

// The circles of the edges that count.
std::vector<Deadlock> find_circles_of(const ThreadSnapshot& snapshot, bool (*counts)(const ThreadNote& note)) {
  std::unordered_map<const runtime::JavaThread*, std::size_t> by_address;
  for (std::size_t i = 0; i < snapshot.threads.size(); ++i) {
    by_address[snapshot.threads[i].address] = i;
  }
  std::vector<std::size_t> next;
  for (const ThreadNote& note : snapshot.threads) {
    auto holder = by_address.find(note.holder);
    next.push_back(holder == by_address.end() || !counts(note) ? kNobody : holder->second);
  }
  std::vector<Deadlock> found;
  for (const std::vector<std::size_t>& circle : find_circles(next)) {
    Deadlock& deadlock = found.emplace_back();
    for (std::size_t member : circle) {
      deadlock.push_back(&snapshot.threads[member]);
    }
  }
  return found;
}

}  // namespace

std::vector<Deadlock> find_deadlocks(const ThreadSnapshot& snapshot) { return find_circles_of(snapshot, is_for_lock); }

std::vector<Deadlock> find_other_circles(const ThreadSnapshot& snapshot) {
  std::vector<Deadlock> circles = find_circles_of(snapshot, [](const ThreadNote& note) { return !ends_by_itself(note); });
  std::erase_if(circles, [](const Deadlock& circle) {
    return std::all_of(circle.begin(), circle.end(), [](const ThreadNote* note) { return is_for_lock(*note); });
  });
  return circles;
}

}  // namespace minijvm::vm
