// Implements the VM's end of the attach mechanism, by which jstack, jcmd, jinfo and jmap talk to a
// running VM. The other end is the JDK's libattach.
// Tested by tests/java/management/AttachSelf.java.
//
//   tool:  makes .attach_pidN in the VM's working directory or /tmp, sends SIGQUIT, waits for the
//          socket /tmp/.java_pidN
//   VM:    the signal dispatcher sees that file; instead of printing a thread dump, it starts the
//          daemon thread "Attach Listener" on such a socket
//   tool:  connects, as the VM's user or root;
//          writes "1\0command\0argument\0argument\0argument\0"
//   VM:    answers "status\ntext" and closes
//
// With -XX:+DisableAttachMechanism the VM refuses. With -XX:+StartAttachListener, and with -Xrs,
// under which the VM sees no SIGQUIT, it listens from the start.
#pragma once

#include "runtime/fwd.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

enum class AttachChoice : unsigned char { kOnDemand, kFromStart, kNever };

// Starts listening if `choice` asks for it. Called once Java runs.
JavaResult<void> start_attaching(runtime::JavaThread& self, AttachChoice choice);
// Called on SIGQUIT. Returns true if a tool sent the signal; the listener then runs.
bool is_attach_signal(runtime::JavaThread& self);

}  // namespace minijvm::vm
