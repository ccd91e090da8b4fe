// Stores and finds the outcomes of linking. The memory is the loader's, and the pool's
// publish_linked decides which of two racing threads was first. The callers are in kInVm.
#include "vm/invoke/link_outcomes.h"

#include <cstring>
#include <new>
#include <string>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::Object;
using runtime::RunConstantPool;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Copies a message into the loader's memory, so that it lives as long as the class.
const char* copy_text(LoaderData& loader, const std::string& text) {
  auto* copy = static_cast<char*>(loader.allocate(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Publishes an outcome and returns the one that counts. If another thread was first, this copy
// stays unused in the loader's memory.
const LinkOutcome& publish(RunConstantPool& from, LinkKey key, const LinkOutcome& outcome) {
  void* kept = new (from.holder().home->allocate(sizeof(LinkOutcome))) LinkOutcome(outcome);
  return *static_cast<const LinkOutcome*>(from.publish_linked(key, kept));
}

// Records what is needed to throw a LinkageError again. A class of another loader than the boot
// loader may have no suitable constructor; such an exception object is kept itself.
const RememberedError* remember(const NoSafepoint& still, RunConstantPool& from,
                                java::Throwable* thrown, const char* unnamed, bool with_cause) {
  LoaderData& loader = *from.holder().home;
  auto* error = new (loader.allocate(sizeof(RememberedError))) RememberedError{};
  if (!thrown->klass()->loader->is_boot()) {
    error->cause = loader.constants.add(thrown);
    return error;
  }
  error->class_name = thrown->klass()->name->c_str();
  const java::String* message = thrown->detailMessage();
  if (message != nullptr || unnamed != nullptr) {
    error->message =
        copy_text(loader, message != nullptr ? to_modified_utf8(still, message) : unnamed);
  }
  java::Throwable* cause = thrown->cause();
  // A Throwable whose cause field refers to itself has no cause yet.
  if (with_cause && cause != nullptr && cause != thrown) {
    error->cause = loader.constants.add(cause);
  }
  return error;
}

}  // namespace

// Key layout: bits 0 to 15 the bci, then the method's slot in its class.
LinkKey key_of_instruction(const runtime::Method& method, std::uint32_t bci) {
  return LinkKey{method.slot} << 16 | bci;
}
// Bit 32 is set, so that pool entries and instructions have different keys. (A method's slot is
// below 65536.)
LinkKey key_of_entry(std::uint16_t pool_index) { return LinkKey{1} << 32 | pool_index; }

const LinkOutcome* known_outcome(const RunConstantPool& from, LinkKey key) {
  return static_cast<const LinkOutcome*>(from.linked(key));
}

const LinkOutcome& publish_site(RunConstantPool& from, LinkKey key, const LinkedCallSite& site) {
  return publish(from, key, {site, nullptr});
}

const LinkOutcome* publish_failure(JavaThread& self, RunConstantPool& from, LinkKey key,
                                   const char* unnamed, bool with_cause) {
  // The thread must not stop between reading the exception and storing what remember() took from
  // it.
  NoSafepoint still(self);
  Object* thrown = self.pending_exception;
  const LinkOutcome* winner = known_outcome(from, key);
  if (winner == nullptr && thrown->klass()->is_subclass_of(*wk().java_lang_LinkageError)) {
    const RememberedError* error =
        remember(still, from, runtime::as<java::Throwable>(thrown), unnamed, with_cause);
    winner = &publish(from, key, {{}, error});
    // This thread was first: its own exception stays pending.
    if (winner->failure == error) {
      return nullptr;
    }
  }
  // Another outcome counts: the caller will throw that one, or use that site.
  if (winner != nullptr) {
    self.pending_exception = nullptr;
  }
  return winner;
}

Pending throw_remembered(JavaThread& self, const RememberedError& error) {
  auto cause = runtime::as<java::Throwable>(Handle<>(error.cause));
  if (error.class_name == nullptr) {
    return throw_object(self, cause);
  }
  return cause.is_null() ? throw_new(self, error.class_name, error.message)
                         : throw_with_cause(self, error.class_name, error.message, cause);
}

JavaResult<LinkedCallSite> unpack(JavaThread& self, const LinkOutcome& outcome) {
  if (outcome.failure != nullptr) {
    return throw_remembered(self, *outcome.failure);
  }
  return outcome.site;
}

}  // namespace minijvm::vm
