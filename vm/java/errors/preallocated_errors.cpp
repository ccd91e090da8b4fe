// Keeps OutOfMemoryErrors that exist since the boot, thrown when the heap has no room for a new one
// (exceptions.cpp). One error serves all threads, so it has no stack trace. preallocate_errors runs
// in kInVm at boot; the other functions need no state.
#include "vm/java/errors/preallocated_errors.h"

#include <cstring>

#include "gc/heap/reference_fields.h"
#include "gc/heap/roots.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/strings.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using sync::NoSafepoint;

// The errors are roots, since no Java object refers to them.
class PreallocatedErrors final : public gc::ReferenceTable {
 public:
  // A row is one message that the VM throws an OutOfMemoryError with.
  struct Row {
    const char* message;
    java::String* text;
    java::Throwable* error;
  };
  Row rows[5] = {
      {"Java heap space", nullptr, nullptr},
      {"GC overhead limit exceeded", nullptr, nullptr},
      {"Requested array size exceeds VM limit", nullptr, nullptr},
      {"Metaspace", nullptr, nullptr},
      {"unable to create native thread: possibly out of memory or process/resource limits reached",
       nullptr, nullptr},
  };

  void visit_roots(gc::RootVisitor& visitor) override {
    for (Row& row : rows) {
      visitor.visit(runtime::root_slot(&row.text));
      visitor.visit(runtime::root_slot(&row.error));
    }
  }
};

namespace {

using Row = PreallocatedErrors::Row;

PreallocatedErrors& errors() { return *the_vm.java.preallocated_errors; }

Row& row_of(const char* message) {
  for (Row& row : errors().rows) {
    if (std::strcmp(row.message, message) == 0) {
      return row;
    }
  }
  return errors().rows[0];
}

}  // namespace

JavaResult<void> preallocate_errors(JavaThread& self) {
  // Registered before the first allocation, so a collection in the loop keeps the rows done so far.
  gc::add_reference_table(errors());
  for (Row& row : errors().rows) {
    runtime::HandleScope scope(self);
    Handle<java::String> text = MJ_TRY(new_string(self, row.message));
    // The constructor does not run, because it would fill in a stack trace.
    Handle<> error = MJ_TRY(new_instance(self, *runtime::wk().java_lang_OutOfMemoryError));
    NoSafepoint still(self);
    row.text = text.raw(still);
    row.error = runtime::as<java::Throwable>(error.raw(still));
    row.error->set_detailMessage(still, row.text);
  }
  return {};
}

Handle<java::Throwable> preallocated_oom(const char* message) {
  return Handle<java::Throwable>(&row_of(message).error);
}
Handle<java::String> preallocated_oom_message(const char* message) {
  return Handle<java::String>(&row_of(message).text);
}

}  // namespace minijvm::vm
