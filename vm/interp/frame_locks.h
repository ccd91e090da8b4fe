// Locks that frames hold: of synchronized methods, in the frame's lock slot; of monitorenter, in JavaThread::held_monitors with the frame
// that did it. So locking is structured (JVMS 2.11.10): a frame gives back what it took, and only that. Shared by all engines.
// Proved by tests/java/monitors.
#pragma once

#include "runtime/java_thread.h"
#include "runtime/java_value.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Enters the monitor of the object in *slot, a root. REQUIRES: kInVm. OutOfMemoryError.
JavaResult<void> lock_object(runtime::JavaThread& self, runtime::Object* const* slot);

// monitorexit of the object in *slot by this frame; IllegalMonitorStateException if the frame does not hold it (rule 2 of 2.11.10).
JavaResult<void> unlock_object(runtime::JavaThread& self, runtime::Object* const* slot, const runtime::Slot* fp);

// Does the frame still hold monitors of monitorenter?
bool holds_monitors(const runtime::JavaThread& self, const runtime::Slot* fp);

// Gives back all that the frame holds, the method's own lock first. False: locking was not structured (a monitor was left, or the
// method's lock was gone), for which IllegalMonitorStateException is due; it is not thrown here. REQUIRES: kInVm.
bool release_locks(runtime::JavaThread& self, runtime::Slot* fp);

}  // namespace minijvm::vm
