#include "runtime/resolution_failure.h"

#include <optional>

#include "classfile/constant_pool.h"
#include "runtime/class.h"
#include "runtime/java_text.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"

namespace minijvm::runtime {
namespace {

using sync::NoSafepoint;

// The LinkageErrors that the VM itself throws; others of the boot loader's stay unknown.
std::optional<LinkErrorKind> linkage_error_kind(const Class& klass) {
#define MJ_LINK_ERROR_NAME(kind)                 \
  if (klass.name->text() == "java/lang/" #kind) { \
    return LinkErrorKind::kind;                  \
  }
  MJ_LINK_ERRORS(MJ_LINK_ERROR_NAME)
#undef MJ_LINK_ERROR_NAME
  return std::nullopt;
}

LinkErrorCause account_of(const NoSafepoint& still, const Object& throwable) {
  LinkErrorCause account;
  account.class_name = throwable.klass()->name->text();
  const Object* message = throwable.load_ref(wk().Throwable_detailMessage);
  account.has_message = message != nullptr;
  if (account.has_message) {
    account.message = java_string_text(still, message);
  }
  return account;
}

// HOTSPOT: an error without a message gets the name of the class that was asked for.
std::string class_wanted(RunConstantPool& pool, std::uint16_t index) {
  bool is_class = pool.raw().is(index, classfile::ConstantTag::Class);
  return std::string((is_class ? pool.class_name(index) : pool.member_class_name(index))->text());
}

// The pending exception as an error to remember; nothing if it is none of the kind.
std::optional<LinkError> pending_linkage_error(JavaThread& self, RunConstantPool& pool, std::uint16_t index) {
  NoSafepoint still(self);
  const Object* thrown = self.pending_exception;
  if (thrown == nullptr || !thrown->klass()->is_subclass_of(*wk().java_lang_LinkageError)) {
    return std::nullopt;
  }
  if (!thrown->klass()->loader->is_boot()) {  // HOTSPOT: remembered by name, which means nothing to the boot loader
    return LinkError{LinkErrorKind::NoClassDefFoundError, std::string(thrown->klass()->name->text()), "JVMS 5.4.3"};
  }
  std::optional<LinkErrorKind> kind = linkage_error_kind(*thrown->klass());
  if (!kind.has_value()) {
    return std::nullopt;
  }
  LinkErrorCause account = account_of(still, *thrown);
  LinkError error{*kind, account.has_message ? account.message : class_wanted(pool, index), "JVMS 5.4.3"};
  const Object* cause = thrown->load_ref(wk().Throwable_cause);
  if (cause != nullptr && cause != thrown) {  // Throwable: "itself" means unknown
    error.cause = std::make_shared<LinkErrorCause>(account_of(still, *cause));
  }
  return error;
}

// A NoClassDefFoundError's ClassNotFoundException is still pending (required_class.h).
LinkError with_cause(JavaThread& self, LinkError error) {
  NoSafepoint still(self);
  if (error.kind == LinkErrorKind::NoClassDefFoundError && self.pending_exception != nullptr) {
    error.cause = std::make_shared<LinkErrorCause>(account_of(still, *self.pending_exception));
  }
  return error;
}

}  // namespace

std::string failure_text(JavaThread& self, const LinkError& error) {
  static constexpr const char* kNames[] = {
      nullptr,
#define MJ_LINK_ERROR_TEXT(kind) "java.lang." #kind,
      MJ_LINK_ERRORS(MJ_LINK_ERROR_TEXT)
#undef MJ_LINK_ERROR_TEXT
  };
  if (error.kind != LinkErrorKind::kPending) {
    return std::string(kNames[static_cast<std::size_t>(error.kind)]) + ": " + error.message;
  }
  NoSafepoint still(self);
  LinkErrorCause thrown = account_of(still, *self.pending_exception);
  std::string text = self.pending_exception->klass()->external_name();
  return thrown.has_message ? text + ": " + thrown.message : text;
}

bool remember_failure(JavaThread& self, RunConstantPool& pool, std::uint16_t index, const LinkError& error) {
  switch (error.kind) {
    case LinkErrorKind::OutOfMemoryError:
    case LinkErrorKind::StackOverflowError:
    case LinkErrorKind::InternalError: return true;
    case LinkErrorKind::kPending: {
      std::optional<LinkError> thrown = pending_linkage_error(self, pool, index);
      return !thrown.has_value() || pool.remember_failure(index, *thrown);
    }
    default: return pool.remember_failure(index, with_cause(self, error));
  }
}

}  // namespace minijvm::runtime
