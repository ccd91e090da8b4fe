#include "vm/inspect/deadlocks.h"

#include <unordered_map>

namespace minijvm::vm {

// A thread waits for at most one other, so the graph is a set of chains, some of which end in a circle: follow each chain once, and stop
// at a thread that was met before. Was it met on this very chain, then what lies since is a circle.
std::vector<Deadlock> find_deadlocks(const ThreadSnapshot& snapshot) {
  std::unordered_map<const runtime::JavaThread*, const ThreadNote*> by_address;
  for (const ThreadNote& note : snapshot.threads) {
    by_address[note.address] = &note;
  }
  std::unordered_map<const ThreadNote*, const ThreadNote*> met_from;  // thread -> the chain's first
  std::vector<Deadlock> found;
  for (const ThreadNote& first : snapshot.threads) {
    const ThreadNote* at = &first;
    while (at != nullptr && met_from.emplace(at, &first).second) {
      auto next = by_address.find(at->holder);
      at = next == by_address.end() ? nullptr : next->second;
    }
    if (at == nullptr || met_from[at] != &first) {
      continue;
    }
    Deadlock circle;
    const ThreadNote* member = at;
    do {
      circle.push_back(member);
      member = by_address[member->holder];
    } while (member != at);
    found.push_back(std::move(circle));
  }
  return found;
}

}  // namespace minijvm::vm
