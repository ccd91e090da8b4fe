// Searches for a handler as in JVMS 2.10 and 6.5.athrow, but without unwinding and without loading
// a class. The caller is DebugHooks, in kInVm, with the exception set aside.
#include "tools/jvmti/catch_search.h"

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::Method;

namespace {

// Compares names along the superclasses. Two loaders may define classes of the same name, so this
// may report a handler that does not match in the end. Loading the catch type to be exact would run
// Java code inside the event.
bool is_or_extends(const Class& thrown, std::string_view name) {
  for (const Class* klass = &thrown; klass != nullptr; klass = klass->super) {
    if (klass->name->text() == name)
      return true;
  }
  return false;
}

// A catch type of 0 catches everything: javac writes it for finally.
bool catches(const Method& method, std::uint16_t catch_type, const Class& thrown) {
  if (catch_type == 0)
    return true;
  if (const void* known = method.pool->resolved(catch_type))
    return thrown.is_subclass_of(*static_cast<const Class*>(known));
  return is_or_extends(thrown, method.pool->raw().class_name(catch_type));
}

// JVMS 2.10: the first row that covers the bci and catches the class decides. Returns -1 if there
// is none.
jlocation handler_in(const Method& method, std::int32_t bci, const Class& thrown) {
  for (classfile::ExceptionHandler row : method.exception_table()) {
    if (bci >= row.start_pc && bci < row.end_pc && catches(method, row.catch_type, thrown))
      return row.handler_pc;
  }
  return -1;
}

}  // namespace

CatchPlace find_catch(runtime::JavaThread& self, runtime::Handle<> exception) {
  sync::NoSafepoint still(self);
  const Class& thrown = *exception.raw(still)->klass();
  // The search goes on through frames that are separated by C++ code: a native method passes a
  // pending exception on to its caller.
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    Method& method = walk.frame().method();
    jlocation handler = handler_in(method, walk.frame().bci(), thrown);
    if (handler >= 0)
      return {&method, handler};
  }
  return {};
}

bool has_typed_handler(runtime::JavaThread& self, runtime::Handle<> exception) {
  sync::NoSafepoint still(self);
  const Class& thrown = *exception.raw(still)->klass();
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const Method& method = walk.frame().method();
    const std::int32_t bci = walk.frame().bci();
    for (classfile::ExceptionHandler row : method.exception_table()) {
      if (row.catch_type != 0 && bci >= row.start_pc && bci < row.end_pc &&
          catches(method, row.catch_type, thrown))
        return true;
    }
  }
  return false;
}

}  // namespace minijvm::vm::jvmti
