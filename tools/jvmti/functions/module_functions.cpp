// Implements JVMTI, chapter "Module". The rules of the module system are those of java.lang.Module,
// so adding to a module calls the JDK's own methods, as HotSpot does; the queries read the module
// graph. The callers are agents; the bodies run in kInVm.
// Tested by tests/java/instrument.
#include <string>
#include <vector>

#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "tools/jvmti/arguments.h"
#include "tools/named_calls.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/strings.h"

namespace minijvm::vm::jvmti {

using runtime::wk;

namespace {

bool is_instance_of(const Call& call, jobject reference, const runtime::Class& klass) {
  NoSafepoint still(call.self);
  const Object* raw = handle_of(reference).raw(still);
  return raw != nullptr && raw->klass()->is_subclass_of(klass);
}

// Returns NULL_POINTER, or INVALID_MODULE for an object that is no java.lang.Module.
jvmtiError check_module(const Call& call, jobject module) {
  if (module == nullptr)
    return JVMTI_ERROR_NULL_POINTER;
  return is_instance_of(call, module, *wk().java_lang_Module) ? JVMTI_ERROR_NONE
                                                              : JVMTI_ERROR_INVALID_MODULE;
}

// java.lang.Module: an unnamed module has no name.
bool is_unnamed(const Call& call, jobject module) {
  NoSafepoint still(call.self);
  return handle_of<java::Module>(module).raw(still)->name() == nullptr;
}

// Turns the exception that Java code threw into an error: agents never see exceptions of these
// calls. For example, an IllegalArgumentException says that the module has no such package.
jvmtiError settle(const Call& call, const JavaResult<JavaValue>& result) {
  if (result.ok())
    return JVMTI_ERROR_NONE;
  bool is_illegal = is_pending_instance_of(call.self, "java/lang/IllegalArgumentException");
  bool is_memory = is_pending_instance_of(call.self, "java/lang/OutOfMemoryError");
  call.self.pending_exception = nullptr;
  return is_illegal  ? JVMTI_ERROR_ILLEGAL_ARGUMENT
         : is_memory ? JVMTI_ERROR_OUT_OF_MEMORY
                     : JVMTI_ERROR_INTERNAL;
}

// jdk.internal.module.Modules has a static method for each of these functions.
JavaResult<JavaValue> call_modules(const Call& call, const char* name, const char* descriptor,
                                   const CallArgs& args) {
  return call_named_static(call.self, "jdk/internal/module/Modules", name, descriptor, args);
}

// Java code uses "a.b", JVMTI passes "a/b".
jvmtiError find_package(const char* package, std::string* dotted) {
  MJ_JVMTI_TRY(check_pointers(package));
  *dotted = runtime::dotted(package);
  return JVMTI_ERROR_NONE;
}

// AddModuleExports and AddModuleOpens differ in the method that is called.
jvmtiError add_package(Call& call, jobject module, const char* package, jobject to,
                       const char* name) {
  std::string dotted;
  MJ_JVMTI_TRY(check_module(call, module));
  MJ_JVMTI_TRY(find_package(package, &dotted));
  MJ_JVMTI_TRY(check_module(call, to));
  if (is_unnamed(call, module))
    // An unnamed module exports and opens all its packages.
    return JVMTI_ERROR_NONE;
  HandleScope scope(call.self);
  JavaResult<Handle<java::String>> text = new_string(call.self, dotted);
  if (!text.ok()) {
    call.self.pending_exception = nullptr;
    return JVMTI_ERROR_OUT_OF_MEMORY;
  }
  CallArgs args;
  args.push(handle_of(module));
  args.push(text.take());
  args.push(handle_of(to));
  return settle(
      call,
      call_modules(call, name, "(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V", args));
}

}  // namespace

// JVMTI, GetAllModules: returns the modules of all loaders, each loader's unnamed module too.
jvmtiError GetAllModules(Call& call, jint* count, jobject** modules) {
  MJ_JVMTI_TRY(check_pointers(count, modules));
  std::vector<jobject> references;
  NoSafepoint still(call.self);
  // LoaderData::for_each takes a plain function, so its captures come in a struct.
  struct Context {
    JavaThread& self;
    const NoSafepoint& still;
    std::vector<jobject>& references;
  } context{call.self, still, references};
  runtime::LoaderData::for_each(
      [](runtime::LoaderData& loader, void* at) {
        auto& found = *static_cast<Context*>(at);
        runtime::for_each_module_slot_of(loader, [&found](Object** slot) {
          if (*slot != nullptr)
            found.references.push_back(new_local_ref(found.self, found.still, *slot));
        });
      },
      &context);
  return copy_all(references, count, modules);
}

// Returns the module of a loader that defines the package; null if none does or if it is the
// unnamed module. `loader` is null for the boot loader.
jvmtiError GetNamedModule(Call& call, jobject loader, const char* package, jobject* module) {
  MJ_JVMTI_TRY(check_pointers(package, module));
  if (loader != nullptr && !is_instance_of(call, loader, *wk().java_lang_ClassLoader))
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  *module = nullptr;
  runtime::PackageEntry* entry = runtime::find_package_entry(
      runtime::LoaderData::of(call.self, handle_of<java::ClassLoader>(loader)), package);
  if (entry == nullptr || entry->module == nullptr || !entry->module->is_named())
    return JVMTI_ERROR_NONE;
  NoSafepoint still(call.self);
  *module = new_local_ref(call.self, still, entry->module->module);
  return JVMTI_ERROR_NONE;
}

jvmtiError AddModuleReads(Call& call, jobject module, jobject to) {
  MJ_JVMTI_TRY(check_module(call, module));
  MJ_JVMTI_TRY(check_module(call, to));
  HandleScope scope(call.self);
  CallArgs args;
  args.push(handle_of(module));
  args.push(handle_of(to));
  return settle(call,
                call_modules(call, "addReads", "(Ljava/lang/Module;Ljava/lang/Module;)V", args));
}

jvmtiError AddModuleExports(Call& call, jobject module, const char* package, jobject to) {
  return add_package(call, module, package, to, "addExports");
}
jvmtiError AddModuleOpens(Call& call, jobject module, const char* package, jobject to) {
  return add_package(call, module, package, to, "addOpens");
}

// An unnamed module uses all services already.
jvmtiError AddModuleUses(Call& call, jobject module, jclass service) {
  runtime::Class* klass = nullptr;
  MJ_JVMTI_TRY(check_module(call, module));
  MJ_JVMTI_TRY(check_pointers(service));
  MJ_JVMTI_TRY(find_class(call, service, &klass));
  if (is_unnamed(call, module))
    return JVMTI_ERROR_NONE;
  HandleScope scope(call.self);
  CallArgs args;
  args.push(handle_of(module));
  args.push(handle_of(service));
  return settle(call,
                call_modules(call, "addUses", "(Ljava/lang/Module;Ljava/lang/Class;)V", args));
}

jvmtiError AddModuleProvides(Call& call, jobject module, jclass service, jclass provider) {
  runtime::Class* klass = nullptr;
  MJ_JVMTI_TRY(check_module(call, module));
  MJ_JVMTI_TRY(check_pointers(service, provider));
  MJ_JVMTI_TRY(find_class(call, service, &klass));
  MJ_JVMTI_TRY(find_class(call, provider, &klass));
  if (is_unnamed(call, module))
    return JVMTI_ERROR_NONE;
  HandleScope scope(call.self);
  CallArgs args;
  args.push(handle_of(module));
  args.push(handle_of(service));
  args.push(handle_of(provider));
  return settle(call,
                call_modules(call, "addProvides",
                             "(Ljava/lang/Module;Ljava/lang/Class;Ljava/lang/Class;)V", args));
}

// Every module can be changed.
jvmtiError IsModifiableModule(Call& call, jobject module, jboolean* answer) {
  MJ_JVMTI_TRY(check_pointers(answer));
  MJ_JVMTI_TRY(check_module(call, module));
  *answer = JNI_TRUE;
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
