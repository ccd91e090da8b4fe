// The VM's end of the attach mechanism, by which jstack, jcmd, jinfo and jmap talk to a running VM (the other end: the JDK's libattach).
// Proved by tests/java/management/AttachSelf.java.
//
//   tool:  makes .attach_pidN in the VM's working directory or /tmp, sends SIGQUIT, waits for the socket /tmp/.java_pidN
//   VM:    the signal dispatcher sees that file, so it prints no thread dump but starts the daemon thread "Attach Listener" on such a socket
//   tool:  connects, as the VM's user or root;  writes "1\0command\0argument\0argument\0argument\0"
//   VM:    answers "status\ntext" and closes
//
// -XX:+DisableAttachMechanism refuses; -XX:+StartAttachListener and -Xrs, with which no SIGQUIT is seen, listen from the start.
#pragma once

#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::vm {

enum class AttachChoice : unsigned char { kOnDemand, kFromStart, kNever };

// Once Java runs.
JavaResult<void> start_attaching(runtime::JavaThread& self, AttachChoice choice);
// On SIGQUIT. True: it was a tool's, and the listener runs.
bool is_attach_signal(runtime::JavaThread& self);

}  // namespace minijvm::vm
