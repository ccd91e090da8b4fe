// The roots as the collectors see them: one task per thread, one for the runtime, one per provider. The work gang (design.md 9) hands
// these out; the serial collectors do them in a row. REQUIRES for all: the world is stopped. Proved by tests/gc/roots_test.cpp.
#pragma once

#include <string>

#include "gc/roots.h"
#include "runtime/runtime_roots.h"

namespace minijvm::runtime {
class JavaThread;
}

namespace minijvm::gc {

void visit_thread_roots(runtime::JavaThread& thread, RootVisitor& visitor);
void visit_all_roots(RootVisitor& visitor, runtime::RootScope scope = runtime::RootScope::kAll);
// Whose root it is, for a report: "operand 0 of Main.main([Ljava/lang/String;)V at bci 7, thread 2".
std::string root_text(const runtime::Object* const* slot);
void sweep_weak_tables(Liveness& liveness);
void sweep_young_of_weak_tables(Liveness& liveness);
// Providers and tables leave (tests that make more than one heap).
void forget_doors();

}  // namespace minijvm::gc
