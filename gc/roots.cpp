#include "gc/roots.h"

#include <fmt/format.h>

#include <vector>

#include "gc/root_tasks.h"
#include "runtime/class.h"
#include "runtime/class_unloading.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/oop_map_cache.h"
#include "runtime/runtime_roots.h"
#include "sync/safepoint.h"

namespace minijvm::gc {
namespace {

std::vector<RootProvider*>& providers() {
  static std::vector<RootProvider*> all;
  return all;
}

std::vector<WeakTable*>& weak_tables() {
  static std::vector<WeakTable*> all;
  return all;
}

void visit_frames(const runtime::JavaThread& thread, RootVisitor& visitor) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    runtime::visit_frame_references(walk.frame(), [&](runtime::Object** slot) { visitor.visit(slot); });
  }
}

// Empty: the slot is none of the frame's.
std::string slot_text(const runtime::Frame& frame, const runtime::Slot* slot) {
  const auto text = [&](const char* what, std::ptrdiff_t index) {
    return fmt::format("{} {} of {} at bci {}", what, index, frame.method().text(), frame.bci());
  };
  if (slot >= frame.locals() && slot < frame.fp()) return text("local", slot - frame.locals());
  if (slot == frame.fp() + runtime::kFrameLock) return text("lock", 0);
  if (slot >= frame.stack() && slot < frame.stack() + frame.method().max_stack) return text("operand", slot - frame.stack());
  return {};
}

}  // namespace

std::string root_text(const runtime::Object* const* slot) {
  std::string found = "a root outside of frames";
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    for (runtime::FrameWalk walk(runtime::JavaThread::of(env)); !walk.done(); walk.next()) {
      std::string text = slot_text(walk.frame(), reinterpret_cast<const runtime::Slot*>(slot));
      if (!text.empty()) found = fmt::format("{}, thread {}", text, env.id());
    }
  });
  return found;
}

void add_root_provider(RootProvider& provider) { providers().push_back(&provider); }
void add_weak_table(WeakTable& table) { weak_tables().push_back(&table); }

void visit_thread_roots(runtime::JavaThread& thread, RootVisitor& visitor) {
  thread.handles.for_each([&](runtime::Object** slot) { visitor.visit(slot); });
  visitor.visit(&thread.pending_exception);
  visitor.visit(&thread.async_exception);
  visitor.visit(&thread.thread_object);
  for (runtime::HeldMonitor& held : thread.held_monitors) {
    visitor.visit(&held.object);
  }
  visit_frames(thread, visitor);
}

std::size_t root_provider_count() { return providers().size(); }
bool provides_jni_globals(std::size_t provider) { return providers()[provider]->has_jni_globals(); }
void visit_provider_roots(std::size_t provider, RootVisitor& visitor) { providers()[provider]->visit_roots(visitor); }

void visit_strong_roots(RootVisitor& visitor) {
  sync::for_each_exec_env([&](sync::ExecEnv& env) { visit_thread_roots(runtime::JavaThread::of(env), visitor); });
  for (RootProvider* provider : providers()) {
    provider->visit_roots(visitor);
  }
}

void visit_all_roots(RootVisitor& visitor) {
  visit_strong_roots(visitor);
  runtime::for_each_runtime_root([&](runtime::Object** slot) { visitor.visit(slot); });
}

void for_each_running_loader(void (*visit)(runtime::LoaderData& loader, void* context), void* context) {
  sync::for_each_exec_env([&](sync::ExecEnv& env) {
    for (runtime::FrameWalk walk(runtime::JavaThread::of(env)); !walk.done(); walk.next()) {
      if (runtime::LoaderData* home = walk.frame().method().holder->home) {
        visit(*home, context);
      }
    }
  });
}

void sweep_weak_tables(Liveness& liveness) {
  for (WeakTable* table : weak_tables()) {
    table->sweep(liveness);
  }
}

void sweep_young_of_weak_tables(Liveness& liveness) {
  for (WeakTable* table : weak_tables()) {
    table->sweep_young(liveness);
  }
}

void forget_doors() {
  providers().clear();
  weak_tables().clear();
  runtime::forget_unload_observers();
}

}  // namespace minijvm::gc
