// Says in plain words what each blocked thread waits for and who has it or must bring it about, then which of them wait in a circle
// that HotSpot's search for deadlocks does not see. Stands at the end of a thread dump. Proved by tests/vm/thread_dump.
#pragma once

#include <string>

namespace minijvm::vm {

struct ThreadSnapshot;

// Empty if no thread is blocked.
std::string wait_sentences(const ThreadSnapshot& snapshot);

}  // namespace minijvm::vm
