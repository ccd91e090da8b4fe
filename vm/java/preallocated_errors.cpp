#include "vm/java/preallocated_errors.h"

#include <cstring>

#include "gc/barrier.h"
#include "gc/roots.h"
#include "runtime/java_thread.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/strings.h"

namespace minijvm::vm {
namespace {

using runtime::Handle;
using runtime::JavaThread;
using runtime::Object;
using sync::NoSafepoint;

struct Row {
  const char* message;
  Object* text;
  Object* error;
};

Row rows[] = {
    {"Java heap space", nullptr, nullptr},
    {"GC overhead limit exceeded", nullptr, nullptr},
    {"Requested array size exceeds VM limit", nullptr, nullptr},
    {"Metaspace", nullptr, nullptr},
    {"unable to create native thread: possibly out of memory or process/resource limits reached", nullptr, nullptr},
};

class Roots : public gc::RootProvider {
 public:
  void visit_roots(gc::RootVisitor& visitor) override {
    for (Row& row : rows) {
      visitor.visit(&row.text);
      visitor.visit(&row.error);
    }
  }
};
Roots roots;

Row& row_of(const char* message) {
  for (Row& row : rows) {
    if (std::strcmp(row.message, message) == 0) {
      return row;
    }
  }
  return rows[0];
}

}  // namespace

JavaResult<void> preallocate_errors(JavaThread& self) {
  gc::add_root_provider(roots);
  for (Row& row : rows) {
    runtime::HandleScope scope(self);
    Handle<> text = MJ_TRY(new_string(self, row.message));
    Handle<> error = MJ_TRY(new_instance(self, *runtime::wk().java_lang_OutOfMemoryError));
    NoSafepoint still(self);
    row.text = text.raw(still);
    row.error = error.raw(still);
    gc::store_ref(still, row.error, runtime::wk().Throwable_detailMessage, row.text);
  }
  return {};
}

Handle<> preallocated_oom(const char* message) { return Handle<>(&row_of(message).error); }
Handle<> preallocated_oom_message(const char* message) { return Handle<>(&row_of(message).text); }

}  // namespace minijvm::vm
