// Tells the program's own synchronization from what the class library does for itself.
// Tested by tests/vm/points.
#pragma once

#include <optional>
#include <string>

#include "runtime/frame/frame.h"
#include "runtime/fwd.h"

namespace minijvm::vm {

// Sets -XX:QuietLibrary and -XX:PreemptScope: patterns of classes, separated by commas; empty: none
// is given. REQUIRES: no Java code has run.
void set_scope_of_points(bool is_library_quiet, const std::string& classes);

// Returns the frame on whose behalf the thread synchronizes: the innermost one of the program, if
// there are only classes between it and the top that synchronize for their callers
// (java.util.concurrent, VarHandle, Thread). If the thread has no frames but such ones, as a
// worker of a pool has, the outermost. Nothing if the class library synchronizes for itself.
// A class that -XX:PreemptScope names counts as the program's. Under -XX:-QuietLibrary it is always
// the top frame.
// REQUIRES: the thread is the caller, and its anchor is published.
std::optional<runtime::Frame> loud_frame(const runtime::JavaThread& self);

// Does the class hand tasks over by plain stores into arrays, and promise that what came before a
// submission happens before the task?
bool publishes_by_elements(const runtime::Class& klass);

// Does the class access fields and elements for the program? Its own classes do, and those of
// java.util itself: a collection that threads share without a lock is shared by the program. With
// -XX:PreemptScope only the classes that it names do.
bool accesses_for_program(const runtime::Class& klass);

}  // namespace minijvm::vm
