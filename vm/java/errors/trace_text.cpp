// Makes the texts from a backtrace or a copied frame. The caller is in kInVm; nothing here stops.
#include "vm/java/errors/trace_text.h"

#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::Method;
using sync::NoSafepoint;

namespace {

std::string source_text(const Method& method, std::int32_t bci) {
  if (method.is_native()) {
    return "Native Method";
  }
  if (method.holder->source_file == nullptr) {
    return "Unknown Source";
  }
  std::string file(method.holder->source_file->text());
  std::int32_t line = method.line_number(bci);
  return line < 0 ? file : file + ':' + std::to_string(line);
}

std::string module_text(const Class& holder) {
  const runtime::ModuleEntry& module = runtime::module_of(holder);
  if (!module.is_named()) {
    return "";
  }
  std::string name(module.name->text());
  return name + (module.version.empty() ? "/" : '@' + module.version + '/');
}

// "java.lang.Error: text", without a call of toString().
std::string headline(JavaThread& self, Handle<java::Throwable> throwable) {
  NoSafepoint still(self);
  const java::Throwable* raw = throwable.raw(still);
  const java::String* message = raw->detailMessage();
  return raw->klass()->external_name() +
         (message == nullptr ? "" : ": " + to_modified_utf8(still, message));
}

// A Throwable that has no cause yet refers to itself.
Handle<java::Throwable> cause_of(JavaThread& self, Handle<java::Throwable> throwable) {
  NoSafepoint still(self);
  java::Throwable* cause = throwable.raw(still)->cause();
  return runtime::make_handle(self, still, cause == throwable.raw(still) ? nullptr : cause);
}

}  // namespace

std::string frame_text(const TracePoint& frame) {
  const Class& holder = *frame.method->holder;
  return holder.external_name() + '.' + std::string(frame.method->name->text()) + '(' +
         module_text(holder) + source_text(*frame.method, frame.bci) + ')';
}

std::string trace_text(JavaThread& self, Handle<java::Throwable> throwable) {
  // A program can make a circle of causes.
  constexpr int kMostCauses = 100;
  std::string text;
  for (int i = 0; i < kMostCauses && !throwable.is_null(); ++i) {
    text += (i == 0 ? "" : "Caused by: ") + headline(self, throwable) + '\n';
    for (const TracePoint& frame : trace_points(self, throwable)) {
      text += "\tat " + frame_text(frame) + '\n';
    }
    throwable = cause_of(self, throwable);
  }
  return text;
}

}  // namespace minijvm::vm
