// The roots as the collectors see them: one task per thread, one for the runtime, one per provider, which the workers of a collection claim.
// Different tasks may run at the same time. REQUIRES for all: the world is stopped. Proved by tests/gc/roots_test.cpp.
#pragma once

#include <cstddef>
#include <string>

#include "gc/roots.h"

namespace minijvm::runtime {
class JavaThread;
class LoaderData;
}

namespace minijvm::gc {

void visit_thread_roots(runtime::JavaThread& thread, RootVisitor& visitor);
std::size_t root_provider_count();
void visit_provider_roots(std::size_t provider, RootVisitor& visitor);
bool provides_jni_globals(std::size_t provider);
// Threads and providers: what keeps objects alive by itself. Loaders live only if something refers to them (runtime/class_unloading.h).
void visit_strong_roots(RootVisitor& visitor);
// These, and all that the living loaders hold.
void visit_all_roots(RootVisitor& visitor);
// visit(loader) for the home of each method that a frame runs; often the same one.
void for_each_running_loader(void (*visit)(runtime::LoaderData& loader, void* context), void* context);
// Whose root it is, for a report: "operand 0 of Main.main([Ljava/lang/String;)V at bci 7, thread 2".
std::string root_text(const runtime::Object* const* slot);
void sweep_weak_tables(Liveness& liveness);
void sweep_young_of_weak_tables(Liveness& liveness);
// Providers, tables and observers leave (tests that make more than one heap).
void forget_doors();

}  // namespace minijvm::gc
