// The roots as the collectors see them: one task per thread and one per ReferenceTable. The workers
// of a collection claim the tasks, and different tasks may run at the same time. The registration
// is in gc/heap/roots.h. REQUIRES for all functions: the world is stopped.
// Tested by tests/gc/roots_test.cpp.
#pragma once

#include <cstddef>
#include <string>

#include "gc/heap/roots.h"
#include "runtime/class/class_unloading.h"
#include "runtime/fwd.h"

namespace minijvm::gc {

// Visits a thread's roots: its handles, its exceptions, its thread object, the monitors that it
// holds, and the reference slots of its frames.
void visit_thread_roots(runtime::JavaThread& thread, RootVisitor& visitor);
// Tables are numbered from 0 in the order of their registration.
std::size_t reference_table_count();
void visit_table_roots(std::size_t table, RootVisitor& visitor);
// Heap dumps and JVMTI report JNI global references by name.
bool has_jni_globals(std::size_t table);
// Visits what keeps objects alive by itself: threads and tables. Loaders are not included; a
// loader lives only if something refers to it (runtime/class/class_unloading.h).
void visit_strong_roots(RootVisitor& visitor);
// Visits the strong roots and everything that the living loaders hold.
void visit_all_roots(RootVisitor& visitor);
// Traces the loader of each method that a frame of the thread runs. Often the same loader is traced
// several times.
void trace_running_loaders(const runtime::JavaThread& thread, runtime::LoaderTracer& tracer);
// Describes a root for a report: "operand 0 of Main.main([Ljava/lang/String;)V at bci 7, thread 2".
std::string root_text(const runtime::Object* const* slot);
// Drop the dead entries of all tables and update the others; the second function after a young
// collection.
void sweep_reference_tables(Liveness& liveness);
void sweep_young_of_reference_tables(Liveness& liveness);
// Removes all tables, for tests that make more than one heap.
void forget_reference_tables();

}  // namespace minijvm::gc
