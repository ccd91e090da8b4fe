// Searches for an exception handler, frame by frame from the innermost outwards. Callers are the
// throw paths of both engines (cells/cell_throw.cpp, reference/reference.cpp), in kInVm.
#include "vm/interp/unwind.h"

#include <fmt/format.h>

#include <atomic>

#include "base/events/event_log.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/link/resolution.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_text.h"
#include "runtime/thread/java_thread.h"
#include "vm/interp/activation.h"
#include "vm/interp/engine.h"
#include "vm/interp/hooks.h"
#include "vm/interp/stack_reserve.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {

using classfile::ExceptionHandler;
using interp::is_entry_frame;
using interp::method_of;
using runtime::Class;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;
using sync::NoSafepoint;

namespace {

constexpr std::int32_t kNoHandler = -1;

// Returns the class of a catch clause. It may have to be loaded, which may run Java, so the
// exception is set aside meanwhile. Returns null if loading failed; the error of that failure is
// then pending instead.
Class* catch_class(JavaThread& self, runtime::RunConstantPool& pool, std::uint16_t pool_index) {
  if (void* known = pool.resolved(pool_index))
    return static_cast<Class*>(known);
  HandleScope scope(self);
  Handle<java::Throwable> exception = take_exception(self);
  StackReserve reserve(self);
  JavaResult<Class*> resolved = lift(self, runtime::resolve_class(self, pool, pool_index));
  if (!resolved.ok())
    return nullptr;
  (void)throw_object(self, exception);
  return resolved.take();
}

// Returns the handler of the first row that covers the bci and whose class the exception is an
// instance of (JVMS 2.10).
// HOTSPOT: if a catch type cannot be resolved, the resulting error is thrown from the start of the
// handler. A row that covers its own handler would repeat this without end; so after as many errors
// as there are rows, the method handles nothing.
std::int32_t find_handler(JavaThread& self, const Method& method, std::int32_t bci) {
  if (method.bytecode == nullptr)
    return kNoHandler;
  // The pool is read now, with the rows, because loading a class may end with a new version of the
  // method.
  runtime::RunConstantPool& pool = *method.pool;
  const classfile::Table<ExceptionHandler> rows = method.exception_table();
  std::uint32_t errors = 0;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    ExceptionHandler row = rows[i];
    if (bci < row.start_pc || bci >= row.end_pc)
      continue;
    // catch_type 0 is a finally clause, which handles everything (JVMS 4.7.3).
    if (row.catch_type == 0)
      return row.handler_pc;
    const Class* wanted = catch_class(self, pool, row.catch_type);
    if (wanted == nullptr) {
      if (++errors > rows.size())
        return kNoHandler;
      bci = row.handler_pc;
      // The loop goes on with the first row again.
      i = ~std::uint32_t{0};
      continue;
    }
    if (self.pending_exception->klass()->is_subclass_of(*wanted))
      return row.handler_pc;
  }
  return kNoHandler;
}

// Returns the text of -Xlog:exceptions=info, in HotSpot's words.
std::string thrown_text(JavaThread& self, const Method& method, std::int32_t bci) {
  NoSafepoint still(self);
  const Object* exception = self.pending_exception;
  const java::String* message = runtime::as<java::Throwable>(exception)->detailMessage();
  const java::String* thread_name =
      self.thread_object == nullptr ? nullptr : self.thread_object->name();
  return fmt::format(
      "Exception <a '{}'{{{:#018x}}}{}>\n thrown in interpreter method <{{method}} {{{:#018x}}} "
      "'{}' '{}' in '{}'>\n at bci {} for thread "
      "{:#018x} ({})",
      exception->klass()->name->text(), reinterpret_cast<std::uintptr_t>(exception),
      message == nullptr ? "" : ": " + runtime::java_string_text(still, message),
      reinterpret_cast<std::uintptr_t>(&method), method.name->text(), method.descriptor->text(),
      method.holder->external_name(), bci, reinterpret_cast<std::uintptr_t>(&self),
      thread_name == nullptr ? "" : runtime::java_string_text(still, thread_name));
}

// Reports to the event log, the log, and the observers. An observer may run Java, so the exception
// is no longer pending while it does.
void notify_thrown(JavaThread& self, Method& method, std::int32_t bci) {
  Class& klass = *self.pending_exception->klass();
  MJ_EVENT(self.events(), Event::exception_thrown, reinterpret_cast<std::uintptr_t>(&klass),
           reinterpret_cast<std::uintptr_t>(&method));
  MJ_LOG(exceptions, kInfo, "%s", thrown_text(self, method, bci).c_str());
  Observer* hooks = active_hooks();
  if (hooks == nullptr)
    return;
  HandleScope scope(self);
  Handle<java::Throwable> exception = take_exception(self);
  hooks->exception_thrown(self, method, bci, exception);
  (void)throw_object(self, exception);
}

// Reports the handler in the same way.
void notify_caught(JavaThread& self, Method& method, std::int32_t handler_bci) {
  Class& klass = *self.pending_exception->klass();
  MJ_LOG(exceptions, kInfo,
         "Found matching handler for exception of type \"%s\" in method \"%s\" at BCI: %d",
         klass.external_name().c_str(), method.name->c_str(), handler_bci);
  Observer* hooks = active_hooks();
  if (hooks == nullptr)
    return;
  HandleScope scope(self);
  Handle<java::Throwable> exception = take_exception(self);
  hooks->exception_caught(self, method, static_cast<std::uint32_t>(handler_bci), exception);
  (void)throw_object(self, exception);
}

void notify_left(JavaThread& self, Method& method) {
  Observer* hooks = hooks_of(method);
  if (hooks == nullptr)
    return;
  HandleScope scope(self);
  Handle<java::Throwable> exception = take_exception(self);
  hooks->method_left_by_exception(self, method);
  (void)throw_object(self, exception);
}

// JVMS 2.6.5: a method that completes abruptly gives its locks back.
// HOTSPOT: if monitors were left over, IllegalMonitorStateException replaces the exception.
void unlock_frame(JavaThread& self, Slot* fp) {
  if (fp[runtime::kFrameLock].ref != nullptr) {
    point(self, OpKind::kUnlock, fp[runtime::kFrameLock].ref);
  }
  if (interp::release_locks(self, fp))
    return;
  self.pending_exception = nullptr;
  (void)throw_new(self, "java/lang/IllegalMonitorStateException");
}

// Moves the anchor to the caller, which may be an entry frame. The caller's operands end with the
// exception (JVMS 2.10). They must be cleared: the callee owned the upper ones as its locals and
// may have left ints there, which the oop map at the call would take for references. The callee's
// frame is among them, so the anchor leaves it first: a signal may come at any time, and its
// handler reads the anchor (tools/profile).
Slot* unwind_frame(JavaThread& self, Slot* fp) {
  interp::Caller caller = interp::pop_frame(fp, Slot{}, 0);
  self.anchor = interp::anchor_at(caller.pc, caller.fp);
  std::atomic_signal_fence(std::memory_order_release);
  interp::clear_operands(caller.fp);
  return caller.fp;
}

}  // namespace

Landing unwind(JavaThread& self, Slot* fp) {
  MJ_DCHECK(self.has_pending_exception(), "unwinding without an exception");
  if (is_entry_frame(fp))
    return {fp, kNoHandler};
  notify_thrown(self, method_of(fp), engine().pc_to_bci(method_of(fp), self.anchor.pc));
  // Each round looks at one frame: either it handles the exception, or it completes abruptly.
  for (;;) {
    Method& method = method_of(fp);
    std::int32_t bci = engine().pc_to_bci(method, self.anchor.pc);
    std::int32_t handler = find_handler(self, method, bci);
    if (handler != kNoHandler) {
      notify_caught(self, method, handler);
      return {fp, handler};
    }
    notify_left(self, method);
    unlock_frame(self, fp);
    fp = unwind_frame(self, fp);
    if (is_entry_frame(fp))
      return {fp, kNoHandler};
  }
}

}  // namespace minijvm::vm
