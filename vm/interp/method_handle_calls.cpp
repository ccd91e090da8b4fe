// Reads the targets of java.lang.invoke's intrinsics from its objects. Callers are in kInJava, at
// the call; nothing here stops or throws: callee.cpp makes the exceptions.
#include "vm/interp/method_handle_calls.h"

#include "runtime/jdk_release.h"
#include "runtime/link/method_selection.h"
#include "runtime/link/resolution.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"
#include "vm/java/mirrors.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::ItableEntry;
using runtime::Method;
using runtime::Object;
using runtime::PolymorphicKind;
using runtime::Slot;

namespace {

constexpr HandleCall kNull{nullptr, HandleCallFailure::kNullPointer, nullptr, nullptr};
constexpr HandleCall kUnlinked{nullptr, HandleCallFailure::kNoMethod, nullptr, nullptr};
constexpr HandleCall kDeleted{nullptr, HandleCallFailure::kDeleted, nullptr, nullptr};
constexpr HandleCall kAbstract{nullptr, HandleCallFailure::kAbstract, nullptr, nullptr};

// Returns a target that needs no selection.
HandleCall direct(Method* target) {
  if (target == nullptr)
    return kUnlinked;
  return target->is_deleted ? kDeleted
                            : HandleCall{target, HandleCallFailure::kNone, nullptr, nullptr};
}

HandleCall select_for(Class& receiver, const Method* resolved) {
  return {nullptr, HandleCallFailure::kSelect, &receiver, resolved};
}

HandleCall invoke_basic(const Slot* args) {
  return args[0].ref == nullptr ? kNull : direct(target_of_handle(args[0].ref));
}

// The vmindex of an interface's method counts in the itable of the method's holder, whatever kind
// of call uses it (vm/invoke/member_resolution.cpp).
Method* in_itable(Class& klass, const Class& interface, std::int64_t index) {
  const ItableEntry* entry = klass.find_itable(interface);
  return entry == nullptr || index < 0 ? nullptr : entry->methods[index];
}

// An abstract method is called, too: the call itself throws AbstractMethodError
// (callee.cpp:/runnable/).
HandleCall link_to_virtual(const Object* member, const Object* receiver) {
  Method* resolved = target_of_member(member);
  if (resolved == nullptr)
    return kUnlinked;
  Class& klass = *receiver->klass();
  Method* selected =
      resolved->holder->is_interface()
          ? in_itable(klass, *resolved->holder, as<java::MemberName>(member)->vmindex())
          : target_in_vtable(member, receiver);
  return selected == nullptr ? select_for(klass, resolved) : direct(selected);
}

// HOTSPOT: AbstractMethodError has no message here. Before JDK 25, it is thrown for conflicting
// default methods, too. From then on, the class's own method is called that throws the error of
// default methods, and IllegalAccessError has no message either.
HandleCall nothing_to_run(Class& klass, const Method* resolved) {
  runtime::Linked<Method*> selected =
      runtime::select_method(klass, *resolved, runtime::SelectFor::kItableCall);
  bool is_refused =
      !selected.ok() && selected.error().kind == runtime::LinkErrorKind::IllegalAccessError;
  if (!runtime::jdk().itable_calls_know_defaults)
    return is_refused ? select_for(klass, resolved) : kAbstract;
  if (is_refused)
    return {nullptr, HandleCallFailure::kNotPublic, nullptr, nullptr};
  return !selected.ok() && runtime::is_error_of_defaults(selected.error())
             ? select_for(klass, resolved)
             : kAbstract;
}

HandleCall link_to_interface(const Object* member, const Object* receiver) {
  Method* resolved = target_of_member(member);
  const java::ClassMirror* mirror = as<java::MemberName>(member)->clazz();
  if (resolved == nullptr || mirror == nullptr)
    return kUnlinked;
  Class& klass = *receiver->klass();
  const Class& interface = class_of_mirror(mirror);
  // The receiver does not implement the interface. Selection makes the message of the
  // IncompatibleClassChangeError.
  if (!klass.is_subclass_of(interface))
    return select_for(klass, resolved);
  Method* selected = in_itable(klass, interface, as<java::MemberName>(member)->vmindex());
  return selected == nullptr || selected->is_abstract() ? nothing_to_run(klass, resolved)
                                                        : direct(selected);
}

}  // namespace

HandleCall target_of_handle_call(runtime::JavaThread& self, const Method& method,
                                 const Slot* args) {
  sync::NoSafepoint still(self);
  if (method.polymorphic == PolymorphicKind::kInvokeBasic)
    return invoke_basic(args);
  if (method.polymorphic == PolymorphicKind::kLinkToNative)
    return {nullptr, HandleCallFailure::kNative, nullptr, nullptr};
  // The MemberName is the last argument of linkTo*.
  const Object* member = args[method.arg_slots - 1].ref;
  if (member == nullptr)
    return kNull;
  if (method.polymorphic == PolymorphicKind::kLinkToStatic)
    return direct(target_of_member(member));
  const Object* receiver = args[0].ref;
  if (receiver == nullptr)
    return kNull;
  if (method.polymorphic == PolymorphicKind::kLinkToSpecial)
    return direct(target_of_member(member));
  if (method.polymorphic == PolymorphicKind::kLinkToVirtual)
    return link_to_virtual(member, receiver);
  return link_to_interface(member, receiver);
}

}  // namespace minijvm::vm
