// Forks a child for one run: what the server (zygote.h) and a stem (stem.h) have in common, from
// the explorer's request to the report of the child's end.
// Tested by tests/tools/explore/run.
//
// The server or stem that waits for a child ends when the explorer is lost, and a child ends when
// its parent is lost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/explore/messages.h"
#include "tools/explore/shared_files.h"

namespace minijvm::vm {

// Ends the process: nobody is left that wants a run.
[[noreturn]] void leave();

// Returns what the file holds. Ends the process if it cannot be read.
std::string read_whole(int file);

// The socket to the explorer.
int explorer();
// Reads the request that the request file holds.
explore::RunRequest read_request();
// Waits for a word. Returns false if it is another one, or if nobody is there any more.
bool hears(int socket, char expected);
// Waits until `socket` says that there is a request, and reads it.
explore::RunRequest next_request(int socket);

// Forks. Returns 0 in the child, which has the request's limits, and its own positions in those of
// the files that are regular and to which nothing is appended.
// Ends the process if there can be no child.
int fork_run(const explore::RunRequest& request, const std::vector<SharedFile>& files);

enum class Awaited : std::uint8_t { kEnd, kWord, kLate };
// Waits until the child ends, or `socket` has a word of it, or the time is over, when it kills the
// child. `socket` may be -1. 0 milliseconds mean without limit.
Awaited await_child(int child, int socket, std::uint64_t wall_ms);

// Reaps the child, and tells the explorer how it ended. `began_ns`: machine_ns() at the fork.
void report_child(int child, bool was_late, std::int64_t began_ns);

// Forks a run, waits for its end and reports it. Returns true in the child.
bool serve_run(const explore::RunRequest& request, const std::vector<SharedFile>& files);

}  // namespace minijvm::vm
