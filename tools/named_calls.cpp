// Calls of boot classes and their methods by name, for what tools need rarely (management,
// agents). Each call looks the class up again, which is slow and keeps no state. Called
// in kInVm.
#include "tools/named_calls.h"

#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm {

using runtime::Class;

namespace {

// Looks in the class itself, not in its superclasses.
JavaResult<Method*> named_method(JavaThread& self, const Class& klass, const char* name,
                                 const char* descriptor) {
  Method* method =
      klass.find_declared_method(runtime::intern_symbol(name), runtime::intern_symbol(descriptor));
  if (method == nullptr) {
    return throw_newf(self, "java/lang/InternalError", "this JDK has no %s.%s%s",
                      klass.external_name().c_str(), name, descriptor);
  }
  return method;
}

}  // namespace

JavaResult<Class*> named_class(JavaThread& self, const char* name) {
  Class* klass = MJ_TRY(lift(
      self, runtime::load_class(self, runtime::LoaderData::boot(), runtime::intern_symbol(name))));
  MJ_TRY(initialize_class(self, *klass));
  return klass;
}

JavaResult<JavaValue> call_named_static(JavaThread& self, const char* class_name,
                                        const char* method, const char* descriptor,
                                        const CallArgs& args) {
  Class* klass = MJ_TRY(named_class(self, class_name));
  Method* found = MJ_TRY(named_method(self, *klass, method, descriptor));
  return call_java(self, *found, args);
}

JavaResult<JavaValue> call_named(JavaThread& self, const char* class_name, const char* method,
                                 const char* descriptor, const CallArgs& args) {
  Class* klass = MJ_TRY(named_class(self, class_name));
  Method* found = MJ_TRY(named_method(self, *klass, method, descriptor));
  return call_virtual(self, *found, args);
}

JavaResult<Handle<>> construct_named(JavaThread& self, const char* class_name,
                                     const char* descriptor, const CallArgs& args) {
  Class* klass = MJ_TRY(named_class(self, class_name));
  Method* constructor = MJ_TRY(named_method(self, *klass, "<init>", descriptor));
  Handle<> instance = MJ_TRY(new_instance(self, *klass));
  // The new object is the first argument, in front of those that the caller gave.
  CallArgs all;
  all.push(instance);
  all.append(args);
  MJ_TRY(call_java(self, *constructor, all));
  return instance;
}

}  // namespace minijvm::vm
