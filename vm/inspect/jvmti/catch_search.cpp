#include "vm/inspect/jvmti/catch_search.h"

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::Method;

namespace {

bool is_or_extends(const Class& thrown, std::string_view name) {
  for (const Class* klass = &thrown; klass != nullptr; klass = klass->super) {
    if (klass->name->text() == name) return true;
  }
  return false;
}

bool catches(const Method& method, std::uint16_t catch_type, const Class& thrown) {
  if (catch_type == 0) return true;
  if (const void* known = method.pool->resolved(catch_type)) return thrown.is_subclass_of(*static_cast<const Class*>(known));
  return is_or_extends(thrown, method.pool->raw().class_name(catch_type));
}

// JVMS 2.10: the first row that covers the bci. -1: none.
jlocation handler_in(const Method& method, std::int32_t bci, const Class& thrown) {
  if (method.info == nullptr || method.info->code == nullptr) return -1;
  const classfile::Table<classfile::ExceptionHandler>& rows = method.info->code->exception_table;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    classfile::ExceptionHandler row = rows[i];
    if (bci >= row.start_pc && bci < row.end_pc && catches(method, row.catch_type, thrown)) return row.handler_pc;
  }
  return -1;
}

}  // namespace

CatchPlace find_catch(runtime::JavaThread& self, runtime::Handle<> exception) {
  sync::NoSafepoint still(self);
  const Class& thrown = *exception.raw(still)->klass();
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    Method& method = walk.frame().method();
    jlocation handler = handler_in(method, walk.frame().bci(), thrown);
    if (handler >= 0) return {&method, handler};
  }
  return {};
}

}  // namespace minijvm::vm::jvmti
