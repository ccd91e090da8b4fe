#include "vm/inspect/jvmti/class_files.h"

#include <cstdlib>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/loader_data.h"
#include "runtime/module_graph.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/java/class_file_hook.h"
#include "vm/java/exceptions.h"
#include "vm/java/named_calls.h"
#include "vm/inspect/jvmti/class_redefinition.h"

namespace minijvm::vm::jvmti {

using runtime::Class;
using runtime::ClassFileBytes;

namespace {

bool may_hear(const Env& env, const JavaThread& self) {
  if (!is_enabled(env, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, self)) return false;
  return phase() == JVMTI_PHASE_LIVE || phase() == JVMTI_PHASE_START || env.has(can_generate_early_class_hook_events);
}

void take_over(ClassFileBytes& file, unsigned char* fresh, jint length, bool keeps_original) {
  auto* bytes = reinterpret_cast<const std::byte*>(fresh);
  if (keeps_original && file.original.empty()) file.original.assign(file.bytes.begin(), file.bytes.end());
  file.changed.assign(bytes, bytes + length);
  file.bytes = file.changed;
  std::free(fresh);  // the agent had it from Allocate
}

void show_to(Env& env, JavaThread& self, const ArrivingFile& arriving, ClassFileBytes& file) {
  HandleScope scope(self);
  auto length = static_cast<jint>(file.bytes.size());
  const auto* bytes = reinterpret_cast<const unsigned char*>(file.bytes.data());
  jint new_length = 0;
  unsigned char* fresh = nullptr;
  jclass redefined = arriving.redefined == nullptr ? nullptr : new_class_ref(self, *arriving.redefined);
  post_to(env, self, JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, &jvmtiEventCallbacks::ClassFileLoadHook, [&](auto* callback, Env& told, JNIEnv* jni) {
    callback(&told, jni, redefined, local_ref(arriving.loader), arriving.name, local_ref(arriving.protection_domain), length, bytes, &new_length, &fresh);
  });
  if (fresh != nullptr) take_over(file, fresh, new_length, env.has(can_retransform_classes));
}

class Watcher final : public ClassFileHook {
 public:
  void file_arrived(JavaThread& self, runtime::LoaderData& loader, const runtime::Symbol* name, const runtime::MirrorFacts& facts,
                    ClassFileBytes& file) override {
    if (!is_wanted(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK)) return;
    ArrivingFile arriving{loader.class_loader_handle(), name == nullptr ? nullptr : name->c_str(), facts.protection_domain, nullptr, LoadKind::kDefine};
    pass_to_agents(self, arriving, file);
    if (name != nullptr && !file.changed.empty()) module_changed(loader, name->text());
  }

 private:
  static void module_changed(runtime::LoaderData& loader, std::string_view class_name) {
    std::size_t slash = class_name.rfind('/');
    if (slash == std::string_view::npos) return;
    runtime::PackageEntry* package = runtime::find_package_entry(loader, class_name.substr(0, slash));
    if (package != nullptr && package->module->is_named()) (void)package->module->let_read_helpers();
  }
};

// --- redefinition ---

jvmtiError error_of(runtime::RedefinitionError error) { return static_cast<jvmtiError>(error); }

// A class to redefine, with the bytes that the agents made of it.
struct Wanted {
  Class* klass;
  ClassFileBytes file;
};

// The module of a loaded class, which Module.canRead shall answer for as well.
void module_changed(JavaThread& self, const Class& klass) {
  runtime::ModuleEntry& module = runtime::module_of(klass);
  if (phase() != JVMTI_PHASE_LIVE || !module.is_named() || !module.let_read_helpers()) return;
  CallArgs args;
  args.push(runtime::module_object_of(self, klass));
  if (!call_named_static(self, "jdk/internal/module/Modules", "transformedByAgent", "(Ljava/lang/Module;)V", args).ok()) (void)take_exception(self);
}

void show_version(JavaThread& self, Wanted& wanted, LoadKind kind) {
  HandleScope scope(self);
  Class& klass = *wanted.klass;
  module_changed(self, klass);
  Handle<> domain;
  {
    NoSafepoint still(self);
    domain = runtime::make_handle(self, still, klass.mirror->load_ref(runtime::wk().Class_protection_domain));
  }
  ArrivingFile arriving{klass.loader->class_loader_handle(), klass.name->c_str(), domain, &klass, kind};
  pass_to_agents(self, arriving, wanted.file);
}

jvmtiError redefine(JavaThread& self, std::vector<Wanted>& all, LoadKind kind) {
  std::vector<ClassRedefinition> redefinitions;
  for (Wanted& wanted : all) {
    show_version(self, wanted, kind);
    redefinitions.push_back({wanted.klass, wanted.file.bytes, wanted.file.original});
  }
  Expected<void, runtime::RedefinitionError> done = redefine_classes(self, redefinitions);
  return done.ok() ? JVMTI_ERROR_NONE : error_of(done.error());
}

jvmtiError find_modifiable(const Call& call, jclass mirror, Class** klass) {
  MJ_JVMTI_TRY(find_class(call, mirror, klass));
  return runtime::is_modifiable_class(**klass) ? JVMTI_ERROR_NONE : JVMTI_ERROR_UNMODIFIABLE_CLASS;
}

}  // namespace

void watch_class_files() {
  static auto& watcher = *new Watcher;
  set_class_file_hook(&watcher);
}

void pass_to_agents(JavaThread& self, const ArrivingFile& arriving, ClassFileBytes& file) {
  for (bool can_retransform : {false, true}) {
    if (!can_retransform && arriving.kind == LoadKind::kRetransform) continue;
    for_each_env([&](Env& env) {
      if (env.has(can_retransform_classes) == can_retransform && may_hear(env, self)) show_to(env, self, arriving, file);
    });
  }
}

jvmtiError RedefineClasses(Call& call, jint count, const jvmtiClassDefinition* definitions) {
  if (count < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(definitions));
  std::vector<Wanted> all;
  for (const jvmtiClassDefinition& definition : std::span(definitions, static_cast<std::size_t>(count))) {
    Class* klass = nullptr;
    MJ_JVMTI_TRY(find_modifiable(call, definition.klass, &klass));
    if (definition.class_byte_count <= 0) return JVMTI_ERROR_INVALID_CLASS_FORMAT;
    MJ_JVMTI_TRY(check_pointers(definition.class_bytes));
    auto* bytes = reinterpret_cast<const std::byte*>(definition.class_bytes);
    all.push_back({klass, {{bytes, static_cast<std::size_t>(definition.class_byte_count)}, {}, {}}});
  }
  return redefine(call.self, all, LoadKind::kRedefine);
}

jvmtiError RetransformClasses(Call& call, jint count, const jclass* classes) {
  if (count < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(classes));
  std::vector<Wanted> all;
  for (jclass mirror : std::span(classes, static_cast<std::size_t>(count))) {
    Class* klass = nullptr;
    MJ_JVMTI_TRY(find_modifiable(call, mirror, &klass));
    std::span<const std::byte> bytes = klass->original_bytes.empty() ? std::as_bytes(std::span(klass->file->bytes())) : klass->original_bytes;
    all.push_back({klass, {bytes, {}, {}}});
  }
  return redefine(call.self, all, LoadKind::kRetransform);
}

}  // namespace minijvm::vm::jvmti
