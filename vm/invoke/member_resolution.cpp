// Resolves methods for MemberNames (JVMS 5.4.3.3 and 5.4.3.4), by name instead of by pool entry,
// and with the rules of MethodHandles.Lookup. Callers are in kInVm; the checks of types may load
// classes.
#include <string>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/access.h"
#include "runtime/link/resolution.h"
#include "runtime/object/well_known.h"
#include "vm/invoke/member_name.h"

namespace minijvm::vm {

using classfile::ReferenceKind;
using runtime::Class;
using runtime::JavaThread;
using runtime::link_failure;
using runtime::Linked;
using runtime::LinkErrorKind;
using runtime::Method;
using runtime::Symbol;
using runtime::wk;

namespace {

Linked<Method*> no_such_method(const Class& referenced, const char* name, const char* descriptor) {
  return link_failure(
      LinkErrorKind::NoSuchMethodError,
      "'" + runtime::external_signature(referenced.external_name(), name, descriptor) + "'",
      "JVMS 5.4.3.3");
}

// Finds the method that this reference kind may find: interface methods through an interface, and
// class methods through a class.
Linked<Method*> look_up(ReferenceKind kind, Class& referenced, const char* name,
                        const char* descriptor) {
  const Symbol* name_symbol = runtime::find_symbol(name);
  const Symbol* descriptor_symbol = runtime::find_symbol(descriptor);
  // If there is no such symbol, no loaded class has such a method.
  if (name_symbol == nullptr || descriptor_symbol == nullptr) {
    return no_such_method(referenced, name, descriptor);
  }
  // JVMS 5.4.3.4 step 1.
  if (kind == ReferenceKind::REF_invokeInterface && !referenced.is_interface()) {
    return link_failure(
        LinkErrorKind::IncompatibleClassChangeError,
        "Found class " + referenced.external_name() + ", but interface was expected",
        "JVMS 5.4.3.4");
  }
  Method* method =
      referenced.is_interface()
          ? runtime::lookup_interface_method(referenced, name_symbol, descriptor_symbol)
          : runtime::lookup_method(referenced, name_symbol, descriptor_symbol);
  // Constructors are not inherited.
  if (method == nullptr || (method->is_initializer() && method->holder != &referenced)) {
    return no_such_method(referenced, name, descriptor);
  }
  return method;
}

// Throws the errors that the invoke instruction itself would throw (JVMS 6.5): one for a static
// method where an instance method is needed or the other way round, and for invokespecial one for
// an abstract method.
Linked<void> check_kind(ReferenceKind kind, const Method& method, const Class* caller) {
  const bool wants_static = kind == ReferenceKind::REF_invokeStatic;
  if (method.is_static() != wants_static) {
    const char* expected = wants_static ? "Expected static method '"
                           : kind == ReferenceKind::REF_invokeVirtual
                               ? "Expecting non-static method '"
                               : "Expected instance not static method '";
    return link_failure(LinkErrorKind::IncompatibleClassChangeError,
                        expected + method.external_text() + "'", "JVMS 6.5");
  }
  if (kind == ReferenceKind::REF_invokeSpecial && method.is_abstract()) {
    std::string what =
        caller == nullptr
            ? "Missing implementation of resolved method "
            : "Receiver class " + caller->external_name() +
                  " does not define or inherit an implementation of the resolved method ";
    return link_failure(LinkErrorKind::AbstractMethodError, what + method.text_with_holder() + ".",
                        "JVMS 6.5.invokespecial");
  }
  return {};
}

// An interface may declare again a public method of Object, such as List.hashCode. A call of it is
// a call of Object's method, whose vtable index every class shares.
Method& declared_by_object(Method& method) {
  if (!method.holder->is_interface() || !method.is_abstract()) {
    return method;
  }
  Method* of_object = wk().java_lang_Object->find_declared_method(method.name, method.descriptor);
  return of_object != nullptr && of_object->is_public() ? *of_object : method;
}

// True if there is nothing to select at run time.
bool is_statically_bound(const Method& method) {
  return method.is_static() || method.is_private() || method.is_final() ||
         method.is_initializer() || method.holder->is_final();
}

// Decides how to call the method that was found. The kind becomes more direct where there is
// nothing to select.
MemberCall dispatch(ReferenceKind kind, Class& referenced, Method& method) {
  MemberCall call;
  call.method = &method;
  call.referenced = method.holder;
  if (method.is_static()) {
    call.kind = ReferenceKind::REF_invokeStatic;
    return call;
  }
  call.kind = ReferenceKind::REF_invokeSpecial;
  if (kind == ReferenceKind::REF_invokeSpecial || kind == ReferenceKind::REF_newInvokeSpecial ||
      is_statically_bound(method)) {
    return call;
  }
  // Only an interface method that is called through an interface needs a search of the itable.
  if (method.holder->is_interface() && referenced.is_interface()) {
    call.kind = ReferenceKind::REF_invokeInterface;
    call.index = method.vtable_index;
    return call;
  }
  // Two cases remain. An interface's method called through a class keeps its itable index:
  // linkToVirtual selects by the method's holder. A method of Object called through an interface
  // has its index in Object's vtable.
  call.kind = ReferenceKind::REF_invokeVirtual;
  call.index = method.vtable_index;
  if (method.holder->is_interface()) {
    call.referenced = &referenced;
  }
  return call;
}

}  // namespace

Linked<MemberCall> find_member_call(JavaThread& self, ReferenceKind kind, Class& referenced,
                                    const char* name, const char* descriptor, MemberAsker asker) {
  // JVMS 5.4.3.3: look up, check access (5.4.4), then impose loader constraints (5.3.4). The checks
  // of the invoke instruction come last.
  Class* caller = asker.klass;
  Method* method = MJ_TRY(look_up(kind, referenced, name, descriptor));
  if (caller != nullptr) {
    MJ_TRY(runtime::check_method_access(self, *caller, referenced, *method));
  }
  // JVMS 5.3.4: both loaders must agree on the classes in the method's descriptor.
  if (caller != nullptr && asker.constrains_loaders) {
    MJ_TRY(runtime::check_same_types(*caller, referenced, *method));
  }
  MJ_TRY(check_kind(kind, *method, caller));
  if (caller != nullptr && kind == ReferenceKind::REF_invokeSpecial) {
    MJ_TRY(runtime::check_direct_interface(*caller, referenced, *method));
  }
  // invokespecial calls the method that was resolved, even if it is an interface's.
  return dispatch(kind, referenced,
                  kind == ReferenceKind::REF_invokeSpecial ? *method : declared_by_object(*method));
}

}  // namespace minijvm::vm
