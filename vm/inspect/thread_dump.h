// What SIGQUIT prints: HotSpot 17's thread dump to the letter, since tools read it, deadlocks and the heap; then what each blocked
// thread waits for.
// Proved by tests/vm/thread_dump.
#pragma once

#include <string>
#include <vector>

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

struct FrameNote;
struct ThreadSnapshot;

std::string thread_dump_text(const ThreadSnapshot& snapshot);
// "\tat ..." and "\t- locked ..." lines.
std::string frames_text(const std::vector<FrameNote>& frames);

// Takes a snapshot and writes it to stdout. launch gives this to the signal dispatcher. REQUIRES: kInVm.
void print_thread_dump(runtime::JavaThread& self);

}  // namespace minijvm::vm
