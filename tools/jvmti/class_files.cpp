// Passes class files through the agents, for new classes and for redefinition. Called in kInVm by
// the linker or by a JVMTI function; the agents' callbacks run in kInNative.
#include "tools/jvmti/class_files.h"

#include <cstdlib>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/functions/class_redefinition.h"
#include "tools/named_calls.h"
#include "vm/java/errors/exceptions.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::ClassFileBytes;

namespace {

// JVMTI, can_generate_early_class_hook_events: without it an environment gets no hook before the
// START phase.
bool may_hear(const Env& env, const JavaThread& self) {
  if (!is_enabled(env, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, self))
    return false;
  return phase() == JVMTI_PHASE_LIVE || phase() == JVMTI_PHASE_START ||
         env.has(can_generate_early_class_hook_events);
}

// Replaces the bytes by an agent's. The bytes that the first retransforming agent saw are kept
// once.
void take_over(ClassFileBytes& file, unsigned char* fresh, jint length, bool keeps_original) {
  auto* bytes = reinterpret_cast<const std::byte*>(fresh);
  if (keeps_original && file.original.empty())
    file.original.assign(file.bytes.begin(), file.bytes.end());
  file.changed.assign(bytes, bytes + length);
  file.bytes = file.changed;
  // The agent allocated it by the function Allocate, which is malloc.
  std::free(fresh);
}

// Calls one environment's hook.
void show_to(Env& env, JavaThread& self, const ArrivingFile& arriving, ClassFileBytes& file) {
  HandleScope scope(self);
  auto length = static_cast<jint>(file.bytes.size());
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.bytes.data());
  // The agent sets these two if it wants other bytes.
  jint new_length = 0;
  unsigned char* fresh = nullptr;
  jclass redefined =
      arriving.redefined == nullptr ? nullptr : new_class_ref(self, *arriving.redefined);
  post_to(env, self, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, &jvmtiEventCallbacks::ClassFileLoadHook,
          [&](auto* callback, Env& told, JNIEnv* jni) {
            callback(&told, jni, redefined, local_ref(arriving.loader), arriving.name,
                     local_ref(arriving.protection_domain), length, bytes, &new_length, &fresh);
          });
  if (fresh != nullptr)
    take_over(file, fresh, new_length, env.has(can_retransform_classes));
}

// As java.lang.instrument demands, the module of a class that an agent has changed can read the
// unnamed modules, where the agent keeps the code that the class now calls. Here the class does not
// exist yet, so its package leads to the module.
void module_changed(runtime::LoaderData& loader, std::string_view class_name) {
  std::size_t slash = class_name.rfind('/');
  if (slash == std::string_view::npos)
    return;
  runtime::PackageEntry* package = runtime::find_package_entry(loader, class_name.substr(0, slash));
  if (package != nullptr && package->module->is_named())
    (void)package->module->let_read_helpers();
}

// --- redefinition ---

jvmtiError error_of(redefine::RedefinitionError error) { return static_cast<jvmtiError>(error); }

// Holds a class to redefine, with the bytes as the agents have changed them so far.
struct Wanted {
  Class* klass;
  ClassFileBytes file;
};

// Lets the module of a loaded class read the unnamed modules, too. Java code must learn of it,
// because Module.canRead reports it.
void module_changed(JavaThread& self, const Class& klass) {
  runtime::ModuleEntry& module = runtime::module_of(klass);
  if (phase() != JVMTI_PHASE_LIVE || !module.is_named() || !module.let_read_helpers())
    return;
  CallArgs args;
  args.push(runtime::module_object_of(self, klass));
  if (!call_named_static(self, "jdk/internal/module/Modules", "transformedByAgent",
                         "(Ljava/lang/Module;)V", args)
           .ok())
    // The redefinition goes on even if this failed.
    (void)take_exception(self);
}

// Passes the new bytes of a loaded class through the agents.
void show_version(JavaThread& self, Wanted& wanted, LoadKind kind) {
  HandleScope scope(self);
  Class& klass = *wanted.klass;
  module_changed(self, klass);
  Handle<java::ProtectionDomain> domain =
      field_of(self, mirror_of(klass), &java::ClassMirror::protection_domain);
  ArrivingFile arriving{klass.loader->class_loader_handle(), klass.name->c_str(), domain, &klass,
                        kind};
  pass_to_agents(self, arriving, wanted.file);
}

// JVMTI, RedefineClasses: all classes get their new bodies, or none does. Every class passes the
// agents first, because these run Java code; the exchange itself then happens in one stopped world.
jvmtiError redefine(JavaThread& self, std::vector<Wanted>& all, LoadKind kind) {
  std::vector<ClassRedefinition> redefinitions;
  for (Wanted& wanted : all) {
    show_version(self, wanted, kind);
    redefinitions.push_back({wanted.klass, wanted.file.bytes, wanted.file.original});
  }
  Expected<void, redefine::RedefinitionError> done = redefine_classes(self, redefinitions);
  return done.ok() ? JVMTI_ERROR_NONE : error_of(done.error());
}

// Returns UNMODIFIABLE_CLASS for an array, a primitive type or a hidden class.
jvmtiError find_modifiable(const Call& call, jclass mirror, Class** klass) {
  MJ_JVMTI_TRY(find_class(call, mirror, klass));
  return redefine::is_modifiable_class(**klass) ? JVMTI_ERROR_NONE : JVMTI_ERROR_UNMODIFIABLE_CLASS;
}

}  // namespace

void show_arriving_file(JavaThread& self, runtime::LoaderData& loader, const runtime::Symbol* name,
                        const runtime::MirrorFacts& facts, ClassFileBytes& file) {
  if (!is_wanted(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK))
    return;
  ArrivingFile arriving{loader.class_loader_handle(), name == nullptr ? nullptr : name->c_str(),
                        facts.protection_domain, nullptr, LoadKind::kDefine};
  pass_to_agents(self, arriving, file);
  // Only a class that an agent has really changed needs the wider readability.
  if (name != nullptr && !file.changed.empty())
    module_changed(loader, name->text());
}

void pass_to_agents(JavaThread& self, const ArrivingFile& arriving, ClassFileBytes& file) {
  // There are two passes: the first is for the environments that cannot retransform. A
  // retransformation skips them, since it begins with their result.
  for (bool can_retransform : {false, true}) {
    if (!can_retransform && arriving.kind == LoadKind::kRetransform)
      continue;
    for_each_env([&](Env& env) {
      if (env.has(can_retransform_classes) == can_retransform && may_hear(env, self))
        show_to(env, self, arriving, file);
    });
  }
}

// JVMTI, RedefineClasses. All definitions are checked before anything is loaded or changed.
jvmtiError RedefineClasses(Call& call, jint count, const jvmtiClassDefinition* definitions) {
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(definitions));
  std::vector<Wanted> all;
  for (const jvmtiClassDefinition& definition :
       std::span(definitions, static_cast<std::size_t>(count))) {
    Class* klass = nullptr;
    MJ_JVMTI_TRY(find_modifiable(call, definition.klass, &klass));
    if (definition.class_byte_count <= 0)
      return JVMTI_ERROR_INVALID_CLASS_FORMAT;
    MJ_JVMTI_TRY(check_pointers(definition.class_bytes));
    auto* bytes = reinterpret_cast<const std::byte*>(definition.class_bytes);
    all.push_back(
        {klass, {{bytes, static_cast<std::size_t>(definition.class_byte_count)}, {}, {}}});
  }
  return redefine(call.self, all, LoadKind::kRedefine);
}

// JVMTI, RetransformClasses: begins with the bytes that were kept, or with the class file as it was
// loaded if no retransforming agent has changed it.
jvmtiError RetransformClasses(Call& call, jint count, const jclass* classes) {
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(classes));
  std::vector<Wanted> all;
  for (jclass mirror : std::span(classes, static_cast<std::size_t>(count))) {
    Class* klass = nullptr;
    MJ_JVMTI_TRY(find_modifiable(call, mirror, &klass));
    std::span<const std::byte> bytes = klass->original_bytes.empty()
                                           ? std::as_bytes(std::span(klass->file->bytes()))
                                           : klass->original_bytes;
    all.push_back({klass, {bytes, {}, {}}});
  }
  return redefine(call.self, all, LoadKind::kRetransform);
}

}  // namespace minijvm::vm::jvmti
