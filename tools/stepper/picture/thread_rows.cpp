// Reads threads and their frames for a picture. The caller has the floor, so no frame changes.
#include "tools/stepper/picture/thread_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/scheduler.h"
#include "tools/stepper/frames.h"
#include "tools/stepper/plan.h"
#include "tools/stepper/roster.h"
#include "tools/threads/wait_graph.h"

namespace minijvm::vm::stepper {

namespace {

using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using sync::BlockKind;

constexpr std::size_t kMostFrames = 32;
constexpr std::size_t kFewFrames = 4;

// --- frames ---

Json local_rows(const PictureSources& sources, const Frame& frame) {
  Json rows = Json::list();
  for (const Local& local : locals_of(sources.memory.kinds, frame)) {
    Json row = Json::record();
    row.set("name", cut(local.name));
    sources.values.set_slot(local.kind, *local.slot, local.descriptor, row);
    rows.add(std::move(row));
  }
  return rows;
}

Json operand_rows(const PictureSources& sources, const JavaThread& thread, const Frame& frame) {
  Json rows = Json::list();
  for (const Operand& operand : operands_of(sources.memory.kinds, thread, frame)) {
    Json row = Json::record();
    if (operand.slot == nullptr) {
      // Folded code keeps this operand elsewhere (vm/interp/cells/code.h:/StackMask/).
      row.set("type", "unknown").set("value", "(not in its slot)");
    } else {
      sources.values.set_slot(operand.kind, *operand.slot, "", row);
    }
    rows.add(std::move(row));
  }
  return rows;
}

// A synchronized method keeps its lock in the frame; monitorenter notes the frame that it ran in. A
// thread in Object.wait does not own the monitor on which it waits, although its frames keep it.
Json monitor_rows(const PictureSources& sources, const JavaThread& thread, const Frame& frame) {
  Json rows = Json::list();
  const Object* released = released_monitor(thread);
  auto add = [&](Object* object) {
    if (ObjectNo number = sources.values.number(object); number != 0 && object != released)
      rows.add(number);
  };
  add(frame.fp()[runtime::kFrameLock].ref);
  for (const runtime::HeldMonitor& held : thread.held_monitors) {
    if (held.fp == frame.fp())
      add(held.object);
  }
  return rows;
}

Json frame_row(const PictureSources& sources, const JavaThread& thread, const Frame& frame,
               std::size_t number) {
  const Method& method = frame.method();
  Json row = Json::record();
  row.set("number", static_cast<std::int64_t>(number))
      .set("method", short_method_text(method))
      .set("class", method.holder->external_name())
      .set("name", method.name->text())
      .set("descriptor", method.descriptor->text())
      .set("native", method.is_native())
      .set("library", is_library(method));
  if (!method.is_native()) {
    row.set("bci", frame.bci());
    if (method.line_number(frame.bci()) >= 0)
      row.set("line", method.line_number(frame.bci()));
    if (method.holder->source_file != nullptr)
      row.set("file", method.holder->source_file->text());
    if (std::int64_t code = sources.memory.listings.number(method); code != 0)
      row.set("code", code);
  }
  return row.set("locals", local_rows(sources, frame))
      .set("stack", operand_rows(sources, thread, frame))
      .set("monitors", monitor_rows(sources, thread, frame));
}

// The selected frame is shown even if it is far out.
void set_frames(const PictureSources& sources, const JavaThread& thread, std::size_t most,
                Json& row) {
  Json frames = Json::list();
  std::size_t number = 0;
  std::size_t shown = 0;
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next(), ++number) {
    const bool is_selected = &thread == sources.scene.selected && number == sources.scene.frame;
    if (number < most || is_selected) {
      frames.add(frame_row(sources, thread, walk.frame(), number));
      ++shown;
    }
  }
  row.set("frames", std::move(frames))
      .set("more_frames", static_cast<std::int64_t>(number - shown));
}

// --- waits ---

// Returns the clause about the owner of a monitor; empty if the owner is not known.
std::string owner_clause(const JavaThread* owner, bool is_known) {
  if (!is_known)
    return "";
  return owner == nullptr ? ", which no thread owns now"
                          : fmt::format(", which thread {} owns", thread_title(*owner));
}

// Returns the sentence for a thread that waits; empty if it does not. `is_known`: the wait was read
// from the wait graph.
std::string why_it_waits(const JavaThread& thread, const Wait& wait, bool is_known,
                         const std::string& object) {
  if (thread.awaited_class != nullptr)
    return fmt::format("waits until another thread has initialized class {} (JVMS 5.5)",
                       cut(thread.awaited_class->external_name()));
  if (wait.kind == WaitsFor::kThreadEnd)
    return fmt::format("waits in Thread.join until thread {} ends", thread_title(*wait.holder));
  switch (thread.block_kind()) {
    case BlockKind::kMonitorEnter:
      return fmt::format("waits for the monitor of {}{}", object,
                         owner_clause(wait.holder, is_known));
    case BlockKind::kMonitorWait:
      return is_relocking(thread)
                 ? fmt::format("has been woken and waits to own {} again{}", object,
                               owner_clause(wait.holder, is_known))
                 : fmt::format("waits in Object.wait until {} is notified", object);
    case BlockKind::kPark:
      return object.empty() ? "is parked until another thread unparks it"
                            : fmt::format("is parked, blocked by {}", object);
    case BlockKind::kSleep:
      return "sleeps";
    case BlockKind::kCondition:
    case BlockKind::kNothing:
      break;
  }
  return "";
}

// The wait graph is read only in a stopped world, where each word can be read. Without it the
// monitor is known, but not its owner.
void set_waits(const PictureSources& sources, const JavaThread& thread, Json& row) {
  Object* object = blocked_object(thread);
  if (object == nullptr && thread.block_kind() == BlockKind::kPark)
    object = park_blocker(thread);
  const bool is_stopped = sources.scene.hold != Hold::kFrozen;
  const Wait wait = is_stopped ? wait_of(thread) : Wait{};
  std::string text = object == nullptr ? "" : sources.values.text(object);
  std::string why = why_it_waits(thread, wait, is_stopped, text);
  if (why.empty())
    return;
  Json waits = Json::record();
  if (object != nullptr && !is_plain_text(*object))
    waits.set("for", sources.values.number(object));
  if (object != nullptr)
    waits.set("for_text", text);
  if (wait.holder != nullptr)
    waits.set("by", wait.holder->id());
  row.set("waits", waits.set("why", why));
}

// A queue for a meta-lock is known from the thread's Standing.
bool set_meta_wait(const Standing& standing, Json& row) {
  if (!standing.is_in_gate || standing.predecessor == nullptr)
    return false;
  row.set("waits", Json::record()
                       .set("by", standing.predecessor->id())
                       .set("why", fmt::format("waits for the meta-lock, which thread {} is to "
                                               "hand over",
                                               thread_title(*standing.predecessor))));
  return true;
}

// Numbers LWPs from 1 in the order in which they are seen. A thread with an LWP of its own, or
// without one at the moment, has none here.
void set_lwp(const PictureSources& sources, const JavaThread& thread, Json& row) {
  const std::int32_t id = sync::thread_model().lwp_of(thread);
  if (id <= 0)
    return;
  auto& lwps = sources.memory.lwps;
  row.set("lwp", lwps.try_emplace(id, static_cast<int>(lwps.size()) + 1).first->second);
}

}  // namespace

std::string state_text(const Stage& stage, const JavaThread& thread) {
  const Standing* standing = stage.standing_of(thread);
  // Being in a meta-lock says more than the thread's state, which is just "running" there.
  if (standing == nullptr)
    return thread_state_text(thread);
  if (standing->is_at_point)
    return fmt::format("at {}", event_name(standing->point));
  if (standing->is_in_gate)
    return fmt::format("queued for the meta-lock behind {}", thread_title(*standing->predecessor));
  return standing->is_handing_over ? "handing over a meta-lock" : thread_state_text(thread);
}

std::vector<JavaThread*> threads_of_picture(const Scene& scene) {
  std::vector<JavaThread*> threads = java_threads();
  std::erase_if(threads, [&scene](const JavaThread* thread) {
    return is_library_thread(*thread) && thread != scene.selected;
  });
  return threads;
}

Json thread_row(const PictureSources& sources, const JavaThread& thread, bool few_frames) {
  const JavaThread* runner = sources.stage.runner();
  Json row = Json::record();
  row.set("id", thread.id())
      .set("name", cut(thread_name(thread)))
      .set("state", state_text(sources.stage, thread));
  set_lwp(sources, thread, row);
  row.set("held", runner != nullptr && runner != &thread).set("library", is_library_thread(thread));
  const Standing* standing = sources.stage.standing_of(thread);
  const bool is_told = standing != nullptr && set_meta_wait(*standing, row);
  if (!is_told && sources.scene.view->is_settled)
    set_waits(sources, thread, row);
  set_frames(sources, thread, few_frames ? kFewFrames : kMostFrames, row);
  return row;
}

}  // namespace minijvm::vm::stepper
