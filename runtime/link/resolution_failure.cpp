// Turns an error, or the exception that is pending, into a value that a constant pool entry can
// keep. resolution.cpp calls it in VM when a resolution has failed; the pending exception stays
// pending.
#include "runtime/link/resolution_failure.h"

#include <optional>

#include "classfile/constant_pool.h"
#include "runtime/class/class.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/java_text.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime {
namespace {

using sync::NoSafepoint;

// Returns the kind of a LinkageError class of the boot loader; nullopt for one that the VM itself
// never throws.
std::optional<LinkErrorKind> linkage_error_kind(const Class& klass) {
#define MJ_LINK_ERROR_NAME(kind)                  \
  if (klass.name->text() == "java/lang/" #kind) { \
    return LinkErrorKind::kind;                   \
  }
  MJ_LINK_ERRORS(MJ_LINK_ERROR_NAME)
#undef MJ_LINK_ERROR_NAME
  return std::nullopt;
}

// Returns the class and the message of a Throwable, without the object.
LinkErrorCause account_of(const NoSafepoint& still, const java::Throwable& throwable) {
  LinkErrorCause account;
  account.class_name = throwable.klass()->name->text();
  const java::String* message = throwable.detailMessage();
  account.has_message = message != nullptr;
  if (account.has_message) {
    account.message = java_string_text(still, message);
  }
  return account;
}

// HOTSPOT: an error without a message gets the name of the class that was referred to.
std::string class_wanted(RunConstantPool& pool, std::uint16_t index) {
  bool is_class = pool.raw().is(index, classfile::ConstantTag::Class);
  return std::string((is_class ? pool.class_name(index) : pool.member_class_name(index))->text());
}

// Returns the pending exception as an error to remember; nullopt if it is no LinkageError.
std::optional<LinkError> pending_linkage_error(JavaThread& self, RunConstantPool& pool,
                                               std::uint16_t index) {
  NoSafepoint still(self);
  const auto* thrown = as<java::Throwable>(self.pending_exception);
  if (thrown == nullptr || !thrown->klass()->is_subclass_of(*wk().java_lang_LinkageError)) {
    return std::nullopt;
  }
  // HOTSPOT: the class of the error is remembered by name, and looked up by the boot loader. A
  // class of another loader is not found there, so the next attempt throws NoClassDefFoundError.
  if (!thrown->klass()->loader->is_boot()) {
    return LinkError{LinkErrorKind::NoClassDefFoundError,
                     std::string(thrown->klass()->name->text()), "JVMS 5.4.3"};
  }
  std::optional<LinkErrorKind> kind = linkage_error_kind(*thrown->klass());
  if (!kind.has_value()) {
    return std::nullopt;
  }
  LinkErrorCause account = account_of(still, *thrown);
  LinkError error{*kind, account.has_message ? account.message : class_wanted(pool, index),
                  "JVMS 5.4.3"};
  // If a Throwable's cause is the Throwable itself, the cause was not set.
  const java::Throwable* cause = thrown->cause();
  if (cause != nullptr && cause != thrown) {
    error.cause = std::make_shared<LinkErrorCause>(account_of(still, *cause));
  }
  return error;
}

// Adds the cause. The ClassNotFoundException behind a NoClassDefFoundError is still pending
// (required_class.h).
LinkError with_cause(JavaThread& self, LinkError error) {
  NoSafepoint still(self);
  if (error.kind == LinkErrorKind::NoClassDefFoundError && self.pending_exception != nullptr) {
    error.cause = std::make_shared<LinkErrorCause>(
        account_of(still, *as<java::Throwable>(self.pending_exception)));
  }
  return error;
}

}  // namespace

std::string failure_text(JavaThread& self, const LinkError& error) {
  // The index is the LinkErrorKind; kPending has no name of its own.
  static constexpr const char* kNames[] = {nullptr,
#define MJ_LINK_ERROR_TEXT(kind) "java.lang." #kind,
                                           MJ_LINK_ERRORS(MJ_LINK_ERROR_TEXT)
#undef MJ_LINK_ERROR_TEXT
  };
  if (error.kind != LinkErrorKind::kPending) {
    return std::string(kNames[static_cast<std::size_t>(error.kind)]) + ": " + error.message;
  }
  NoSafepoint still(self);
  LinkErrorCause thrown = account_of(still, *as<java::Throwable>(self.pending_exception));
  std::string text = self.pending_exception->klass()->external_name();
  return thrown.has_message ? text + ": " + thrown.message : text;
}

bool remember_failure(JavaThread& self, RunConstantPool& pool, std::uint16_t index,
                      const LinkError& error) {
  switch (error.kind) {
    // JVMS 5.4.3 is about linkage errors only. An error of the VM itself says nothing about the
    // entry.
    case LinkErrorKind::OutOfMemoryError:
    case LinkErrorKind::StackOverflowError:
    case LinkErrorKind::InternalError:
      return true;
    case LinkErrorKind::kPending: {
      std::optional<LinkError> thrown = pending_linkage_error(self, pool, index);
      return !thrown.has_value() || pool.remember_failure(index, *thrown);
    }
    default:
      return pool.remember_failure(index, with_cause(self, error));
  }
}

}  // namespace minijvm::runtime
