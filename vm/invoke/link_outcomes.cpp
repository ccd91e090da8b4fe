#include "vm/invoke/link_outcomes.h"

#include <cstring>
#include <new>
#include <string>

#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::Handle;
using runtime::JavaThread;
using runtime::LoaderData;
using runtime::Object;
using runtime::RunConstantPool;
using runtime::wk;
using sync::NoSafepoint;

namespace {

const char* copy_text(LoaderData& loader, const std::string& text) {
  auto* copy = static_cast<char*>(loader.allocate(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

const LinkOutcome& publish(RunConstantPool& from, LinkKey key, const LinkOutcome& outcome) {
  void* kept = new (from.holder().home->allocate(sizeof(LinkOutcome))) LinkOutcome(outcome);
  return *static_cast<const LinkOutcome*>(from.publish_linked(key, kept));
}

// The account of a LinkageError. A class that is not the boot loader's may have no constructor for it: such an error is kept itself.
const RememberedError* remember(const NoSafepoint& still, RunConstantPool& from, Object* thrown, const char* unnamed, bool with_cause) {
  LoaderData& loader = *from.holder().home;
  auto* error = new (loader.allocate(sizeof(RememberedError))) RememberedError{};
  if (!thrown->klass()->loader->is_boot()) {
    error->cause = loader.constants.add(thrown);
    return error;
  }
  error->class_name = thrown->klass()->name->c_str();
  const Object* message = thrown->load_ref(wk().Throwable_detailMessage);
  if (message != nullptr || unnamed != nullptr) {
    error->message = copy_text(loader, message != nullptr ? to_modified_utf8(still, message) : unnamed);
  }
  Object* cause = thrown->load_ref(wk().Throwable_cause);
  if (with_cause && cause != nullptr && cause != thrown) {  // a Throwable that is its own cause has none yet
    error->cause = loader.constants.add(cause);
  }
  return error;
}

}  // namespace

LinkKey key_of_instruction(const runtime::Method& method, std::uint32_t bci) { return LinkKey{method.slot} << 16 | bci; }
LinkKey key_of_entry(std::uint16_t pool_index) { return LinkKey{1} << 32 | pool_index; }

const LinkOutcome* known_outcome(const RunConstantPool& from, LinkKey key) { return static_cast<const LinkOutcome*>(from.linked(key)); }

const LinkOutcome& publish_site(RunConstantPool& from, LinkKey key, const LinkedCallSite& site) { return publish(from, key, {site, nullptr}); }

const LinkOutcome* publish_failure(JavaThread& self, RunConstantPool& from, LinkKey key, const char* unnamed, bool with_cause) {
  NoSafepoint still(self);
  Object* thrown = self.pending_exception;
  const LinkOutcome* winner = known_outcome(from, key);
  if (winner == nullptr && thrown->klass()->is_subclass_of(*wk().java_lang_LinkageError)) {
    const RememberedError* error = remember(still, from, thrown, unnamed, with_cause);
    winner = &publish(from, key, {{}, error});
    if (winner->failure == error) {
      return nullptr;
    }
  }
  if (winner != nullptr) {
    self.pending_exception = nullptr;
  }
  return winner;
}

Pending throw_remembered(JavaThread& self, const RememberedError& error) {
  Handle<> cause(error.cause);
  if (error.class_name == nullptr) {
    return throw_object(self, cause);
  }
  return cause.is_null() ? throw_new(self, error.class_name, error.message) : throw_with_cause(self, error.class_name, error.message, cause);
}

JavaResult<LinkedCallSite> unpack(JavaThread& self, const LinkOutcome& outcome) {
  if (outcome.failure != nullptr) {
    return throw_remembered(self, *outcome.failure);
  }
  return outcome.site;
}

}  // namespace minijvm::vm
