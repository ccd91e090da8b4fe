#include "vm/interp/unwind.h"

#include <fmt/format.h>

#include <cstring>

#include "base/event_ring.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_text.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/resolution.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/interp/engine.h"
#include "vm/interp/hooks.h"
#include "vm/interp/frame_locks.h"
#include "vm/interp/stack_reserve.h"
#include "vm/java/exceptions.h"

namespace minijvm::vm {

using classfile::ExceptionHandler;
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

bool is_entry(const Slot* fp) { return fp[runtime::kFrameMethod].bits == runtime::kEntryFrame; }

Method& method_of(const Slot* fp) { return *static_cast<Method*>(const_cast<void*>(fp[runtime::kFrameMethod].pointer)); }

// The class of a catch clause, loaded with the exception set aside. Null: that failed, and what it threw is pending instead.
Class* catch_class(JavaThread& self, runtime::RunConstantPool& pool, std::uint16_t pool_index) {
  if (void* known = pool.resolved(pool_index)) return static_cast<Class*>(known);
  HandleScope scope(self);
  Handle<> exception = take_exception(self);
  StackReserve reserve(self);
  JavaResult<Class*> resolved = lift(self, runtime::resolve_class(self, pool, pool_index));
  if (!resolved.ok()) return nullptr;
  (void)throw_object(self, exception);
  return resolved.take();
}

// The first row that covers the bci and whose class the exception is an instance of (JVMS 2.10).
// When a catch type cannot be resolved, that error is thrown from the handler's own start, as HotSpot does. A row that covers its own
// handler would repeat this for ever: after as many errors as there are rows the method handles nothing.
std::int32_t find_handler(JavaThread& self, const Method& method, std::int32_t bci) {
  if (method.info == nullptr || method.info->code == nullptr) return kNoHandler;
  runtime::RunConstantPool& pool = *method.pool;  // as well as the rows: loading a class may end with a new version of the method
  const classfile::Table<ExceptionHandler>& rows = method.info->code->exception_table;
  std::uint32_t errors = 0;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    ExceptionHandler row = rows[i];
    if (bci < row.start_pc || bci >= row.end_pc) continue;
    if (row.catch_type == 0) return row.handler_pc;
    const Class* wanted = catch_class(self, pool, row.catch_type);
    if (wanted == nullptr) {
      if (++errors > rows.size()) return kNoHandler;
      bci = row.handler_pc;
      i = ~std::uint32_t{0};  // from the first row again
      continue;
    }
    if (self.pending_exception->klass()->is_subclass_of(*wanted)) return row.handler_pc;
  }
  return kNoHandler;
}

// As HotSpot words it.
std::string thrown_text(JavaThread& self, const Method& method, std::int32_t bci) {
  NoSafepoint still(self);
  const Object* exception = self.pending_exception;
  const Object* message = exception->load_ref(runtime::wk().Throwable_detailMessage);
  const Object* thread_name = self.thread_object == nullptr ? nullptr : self.thread_object->load_ref(runtime::wk().Thread_name);
  return fmt::format("Exception <a '{}'{{{:#018x}}}{}>\n thrown in interpreter method <{{method}} {{{:#018x}}} '{}' '{}' in '{}'>\n at bci {} for thread "
                     "{:#018x} ({})",
                     exception->klass()->name->text(), reinterpret_cast<std::uintptr_t>(exception),
                     message == nullptr ? "" : ": " + runtime::java_string_text(still, message), reinterpret_cast<std::uintptr_t>(&method), method.name->text(),
                     method.descriptor->text(), method.holder->external_name(), bci, reinterpret_cast<std::uintptr_t>(&self),
                     thread_name == nullptr ? "" : runtime::java_string_text(still, thread_name));
}

void tell_thrown(JavaThread& self, Method& method, std::int32_t bci) {
  Class& klass = *self.pending_exception->klass();
  MJ_EVENT(self.events(), Event::exception_thrown, reinterpret_cast<std::uintptr_t>(&klass), reinterpret_cast<std::uintptr_t>(&method));
  MJ_LOG(exceptions, kInfo, "%s", thrown_text(self, method, bci).c_str());
  InterpHooks* hooks = active_hooks();
  if (hooks == nullptr) return;
  HandleScope scope(self);
  Handle<> exception = take_exception(self);
  hooks->exception_thrown(self, method, bci, exception);
  (void)throw_object(self, exception);
}

void tell_caught(JavaThread& self, Method& method, std::int32_t handler_bci) {
  Class& klass = *self.pending_exception->klass();
  MJ_LOG(exceptions, kInfo, "Found matching handler for exception of type \"%s\" in method \"%s\" at BCI: %d", klass.external_name().c_str(),
         method.name->c_str(), handler_bci);
  InterpHooks* hooks = active_hooks();
  if (hooks == nullptr) return;
  HandleScope scope(self);
  Handle<> exception = take_exception(self);
  hooks->exception_caught(self, method, static_cast<std::uint32_t>(handler_bci), exception);
  (void)throw_object(self, exception);
}

void tell_left(JavaThread& self, Method& method) {
  InterpHooks* hooks = hooks_of(method);
  if (hooks == nullptr) return;
  HandleScope scope(self);
  Handle<> exception = take_exception(self);
  hooks->method_left_by_exception(self, method);
  (void)throw_object(self, exception);
}

// JVMS 2.6.5: abrupt completion gives the locks back. HOTSPOT: monitors left over replace the exception by IllegalMonitorStateException.
void give_back_locks(JavaThread& self, Slot* fp) {
  if (release_locks(self, fp)) return;
  self.pending_exception = nullptr;
  (void)throw_new(self, "java/lang/IllegalMonitorStateException");
}

// The caller's operands end with the exception (2.10). They must be cleared: the callee owned the upper ones and may have left ints there,
// which the oop map at the call would call references.
void clear_operands(Slot* fp) {
  std::size_t slots = method_of(fp).max_stack;
  std::memset(static_cast<void*>(fp + runtime::kFrameHeaderSlots), 0, slots * sizeof(Slot));
}

// Moves the anchor to the caller; null at an entry frame.
Slot* pop_frame(JavaThread& self, Slot* fp) {
  const void* pc = fp[runtime::kFrameReturnPc].pointer;
  Slot* caller = fp[runtime::kFrameCaller].frame;
  if (is_entry(caller)) {
    self.anchor = {caller[runtime::kFrameReturnPc].pointer, caller[runtime::kFrameCaller].frame};
    return caller;
  }
  clear_operands(caller);
  self.anchor = {pc, caller};
  return caller;
}

}  // namespace

Landing unwind(JavaThread& self, Slot* fp) {
  MJ_DCHECK(self.has_pending_exception(), "unwinding without an exception");
  if (is_entry(fp)) return {fp, kNoHandler};
  tell_thrown(self, method_of(fp), engine().pc_to_bci(method_of(fp), self.anchor.pc));
  for (;;) {
    Method& method = method_of(fp);
    std::int32_t bci = engine().pc_to_bci(method, self.anchor.pc);
    std::int32_t handler = find_handler(self, method, bci);
    if (handler != kNoHandler) {
      tell_caught(self, method, handler);
      return {fp, handler};
    }
    tell_left(self, method);
    give_back_locks(self, fp);
    fp = pop_frame(self, fp);
    if (is_entry(fp)) return {fp, kNoHandler};
  }
}

}  // namespace minijvm::vm
