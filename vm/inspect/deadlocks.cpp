#include "vm/inspect/deadlocks.h"

#include <unordered_map>

#include "vm/java/wait_graph.h"

namespace minijvm::vm {

std::vector<Deadlock> find_deadlocks(const ThreadSnapshot& snapshot) {
  std::unordered_map<const runtime::JavaThread*, std::size_t> by_address;
  for (std::size_t i = 0; i < snapshot.threads.size(); ++i) {
    by_address[snapshot.threads[i].address] = i;
  }
  std::vector<std::size_t> next;
  for (const ThreadNote& note : snapshot.threads) {
    auto holder = by_address.find(note.holder);
    next.push_back(holder == by_address.end() ? kNobody : holder->second);
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

}  // namespace minijvm::vm
