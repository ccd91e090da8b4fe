// The words of thread dumps for objects, threads and frames. They are HotSpot's, since tools parse
// them. All texts of one dump are made under one NoSafepoint, so an object has one address in them.
// Tested by tests/vm/thread_dump.
#pragma once

#include <string>

#include "runtime/fwd.h"
#include "tools/threads/thread_snapshot.h"
#include "vm/java/errors/trace_text.h"

namespace minijvm::vm {

std::string address_text(const void* address);
// "java.lang.Object"; for a mirror "java.lang.Class for pkg.Name".
std::string type_text(const runtime::Object& object);
// "<0x00007f...> (a java.lang.Object)"
std::string object_text(const runtime::Object& object);
// The name of a Thread object; empty for null and for a thread without a name.
std::string name_text(const sync::NoSafepoint& still, runtime::Handle<java::Thread> thread);
// "\tat ..." for each frame, and below it "\t- locked ..." for each monitor that it has locked. The
// innermost frame first says what the thread waits for.
std::string frames_text(const sync::NoSafepoint& still, const ThreadSnapshot& thread);

}  // namespace minijvm::vm
