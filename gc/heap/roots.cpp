// Registers root providers and weak tables, and walks over the roots that gc finds itself. The
// visiting functions run while the world is stopped, some of them on the collector's workers, which
// have no ExecEnv.
#include "gc/heap/roots.h"

#include <fmt/format.h>

#include <vector>

#include "gc/gc_state.h"
#include "gc/heap/root_tasks.h"
#include "runtime/class/class.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/method.h"
#include "runtime/frame/frame.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/object/runtime_roots.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"

namespace minijvm::gc {
namespace {

// In the order of registration, which gives the numbers of root_tasks.h.
std::vector<ReferenceTable*>& tables() { return *gc_state.reference_tables; }

// Visits the interpreter's frames of one thread. The oop map of a frame's method at its bci says
// which slots hold references; it is computed when it is first needed.
void visit_frames(const runtime::JavaThread& thread, RootVisitor& visitor) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    runtime::visit_frame_references(walk.frame(),
                                    [&](runtime::Object** slot) { visitor.visit(slot); });
  }
}

// Describes the slot if it belongs to the frame; otherwise the text is empty.
std::string slot_text(const runtime::Frame& frame, const runtime::Slot* slot) {
  const auto text = [&](const char* what, std::ptrdiff_t index) {
    return fmt::format("{} {} of {} at bci {}", what, index, frame.method().text(), frame.bci());
  };
  // A frame holds its locals, then fixed words such as the locked object, then the operand stack
  // (runtime/frame/frame.h).
  if (slot >= frame.locals() && slot < frame.fp())
    return text("local", slot - frame.locals());
  if (slot == frame.fp() + runtime::kFrameLock)
    return text("lock", 0);
  if (slot >= frame.stack() && slot < frame.stack() + frame.method().max_stack)
    return text("operand", slot - frame.stack());
  return {};
}

}  // namespace

// The text is for a report before the process ends, so a search through all frames of all threads
// is acceptable.
std::string root_text(const runtime::Object* const* slot) {
  std::string found = "a root outside of frames";
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    for (runtime::FrameWalk walk(runtime::JavaThread::of(env)); !walk.done(); walk.next()) {
      std::string text = slot_text(walk.frame(), reinterpret_cast<const runtime::Slot*>(slot));
      if (!text.empty())
        found = fmt::format("{}, thread {}", text, env.id());
    }
  });
  return found;
}

void add_reference_table(ReferenceTable& table) { tables().push_back(&table); }

// Each slot of a thread is shown once, here and nowhere else (P1 in roots.h).
void visit_thread_roots(runtime::JavaThread& thread, RootVisitor& visitor) {
  thread.handles.for_each([&](runtime::Object** slot) { visitor.visit(slot); });
  visitor.visit(&thread.pending_exception);
  visitor.visit(&thread.async_exception);
  visitor.visit(&thread.scoped_value_cache);
  visitor.visit(runtime::root_slot(&thread.thread_object));
  visitor.visit(runtime::root_slot(&thread.carrier_object));
  visitor.visit(runtime::root_slot(&thread.continuation));
  for (runtime::HeldMonitor& held : thread.held_monitors) {
    visitor.visit(&held.object);
  }
  visit_frames(thread, visitor);
}

std::size_t reference_table_count() { return tables().size(); }
bool has_jni_globals(std::size_t table) { return tables()[table]->has_jni_globals(); }
void visit_table_roots(std::size_t table, RootVisitor& visitor) {
  tables()[table]->visit_roots(visitor);
}

void visit_strong_roots(RootVisitor& visitor) {
  sync::for_each_exec_env(
      [&](sync::ExecEnv& env) { visit_thread_roots(runtime::JavaThread::of(env), visitor); });
  for (ReferenceTable* table : tables()) {
    table->visit_roots(visitor);
  }
}

void visit_all_roots(RootVisitor& visitor) {
  visit_strong_roots(visitor);
  runtime::for_each_runtime_root([&](runtime::Object** slot) { visitor.visit(slot); });
}

void trace_running_loaders(const runtime::JavaThread& thread, runtime::LoaderTracer& tracer) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    // A class without a home cannot be unloaded.
    if (runtime::LoaderData* home = walk.frame().method().holder->home) {
      tracer.trace_loader(*home);
    }
  }
}

// Tables are swept after reference processing, so entries of objects that finalization revived
// stay; that is the strength of a phantom reference.
void sweep_reference_tables(Liveness& liveness) {
  for (ReferenceTable* table : tables()) {
    table->sweep(liveness);
  }
}

void sweep_young_of_reference_tables(Liveness& liveness) {
  for (ReferenceTable* table : tables()) {
    table->sweep_young(liveness);
  }
}

void forget_reference_tables() { tables().clear(); }

}  // namespace minijvm::gc
