// Adds places where the boot loader and the system loader look for classes (JVMTI, chapter "Class
// Loader Search"), and keeps the prefixes of native methods that agents have wrapped
// (SetNativeMethodPrefix). The callers are agents in any state: in the OnLoad phase no thread is
// attached.
// Tested by tests/java/instrument.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/class/symbol_table.h"
#include "runtime/link/resolution.h"
#include "runtime/load/boot_loader.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/thread_state.h"
#include "sync/threads/vm_mutex.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/jvmti_state.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/java/threads/thread_roots.h"
#include "vm/natives/native_registry.h"

namespace minijvm::vm::jvmti {

namespace {

// HOTSPOT: in the live phase the file must exist and be a jar. In the OnLoad phase anything is
// accepted, and a search skips files that are no jar. A jar is a zip file, which begins with "PK".
bool is_jar(const char* path) {
  std::ifstream file(path, std::ios::binary);
  char magic[2] = {};
  return file.read(magic, sizeof magic) && magic[0] == 'P' && magic[1] == 'K';
}

// In the OnLoad phase the system loader does not exist yet, so this changes the property that the
// loader will read.
jvmtiError append_to_class_path(Env& env, const char* segment) {
  std::string path;
  for (const Property& property : vm_properties()) {
    if (property.first == "java.class.path")
      path = property.second;
  }
  path += path.empty() ? segment : std::string(":") + segment;
  return SetSystemProperty(env, "java.class.path", path.c_str());
}

// In the live phase, calls the method that a system class loader declares if agents may extend it
// (java.lang.instrument.Instrumentation, appendToSystemClassLoaderSearch); it need not be public.
// Returns CLASS_LOADER_UNSUPPORTED if the loader has no such method.
jvmtiError ask_system_loader(JavaThread& self, const char* segment) {
  HandleScope scope(self);
  Handle<java::ClassLoader> loader = system_class_loader();
  runtime::Class* klass = klass_of(self, loader);
  runtime::Method* append =
      runtime::lookup_method(*klass, runtime::intern_symbol("appendToClassPathForInstrumentation"),
                             runtime::intern_symbol("(Ljava/lang/String;)V"));
  if (append == nullptr)
    return JVMTI_ERROR_CLASS_LOADER_UNSUPPORTED;
  JavaResult<Handle<java::String>> text = new_string(self, segment);
  bool is_done = false;
  if (text.ok()) {
    CallArgs args;
    args.push(loader);
    args.push(text.take());
    is_done = call_virtual(self, *append, args).ok();
  }
  // Agents do not see the loader's exception; the error is INTERNAL.
  self.pending_exception = nullptr;
  return is_done ? JVMTI_ERROR_NONE : JVMTI_ERROR_INTERNAL;
}

// --- prefixes ---

// Replaces an environment's prefixes and hands all prefixes to the registry. They are put on in the
// order of the environments: with prefixes a_ and b_, the wrapped method m is called b_a_m.
void set_prefixes(const Env& env, std::vector<std::string> prefixes) {
  sync::MutexLock lock(jvmti_state.prefixes_mutex);
  auto& all = *jvmti_state.prefixes;
  auto known =
      std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.first == &env; });
  if (known == all.end()) {
    all.emplace_back(&env, std::move(prefixes));
  } else {
    known->second = std::move(prefixes);
  }
  std::vector<std::string> in_order;
  for_each_env([&](Env& each) {
    for (const auto& [owner, texts] : all) {
      if (owner == &each)
        in_order.insert(in_order.end(), texts.begin(), texts.end());
    }
  });
  set_native_prefixes(std::move(in_order));
}

}  // namespace

jvmtiError AddToBootstrapClassLoaderSearch(Env&, const char* segment) {
  MJ_JVMTI_TRY(check_pointers(segment));
  if (phase() == JVMTI_PHASE_LIVE && !is_jar(segment))
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  runtime::append_to_boot_path(segment);
  return JVMTI_ERROR_NONE;
}

// The body chooses the state itself (row kAnywhere), since before Java runs no thread is attached.
jvmtiError AddToSystemClassLoaderSearch(Env& env, const char* segment) {
  MJ_JVMTI_TRY(check_pointers(segment));
  if (phase() == JVMTI_PHASE_ONLOAD)
    return append_to_class_path(env, segment);
  if (!is_jar(segment))
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr)
    return JVMTI_ERROR_UNATTACHED_THREAD;
  // In a callback of the collector no Java code may run.
  if (self->state() != sync::ThreadState::kInNative)
    return JVMTI_ERROR_WRONG_PHASE;
  sync::NativeToVm to_vm(*self);
  return ask_system_loader(*self, segment);
}

// JVMTI, SetNativeMethodPrefix: null or an empty text removes the prefix.
jvmtiError SetNativeMethodPrefix(Env& env, const char* prefix) {
  set_prefixes(env, prefix == nullptr || *prefix == 0 ? std::vector<std::string>()
                                                      : std::vector<std::string>{prefix});
  return JVMTI_ERROR_NONE;
}

jvmtiError SetNativeMethodPrefixes(Env& env, jint count, char** prefixes) {
  if (count < 0)
    return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  MJ_JVMTI_TRY(check_pointers(prefixes));
  std::vector<std::string> texts;
  for (jint i = 0; i < count; ++i) {
    MJ_JVMTI_TRY(check_pointers(prefixes[i]));
    texts.emplace_back(prefixes[i]);
  }
  set_prefixes(env, std::move(texts));
  return JVMTI_ERROR_NONE;
}

}  // namespace minijvm::vm::jvmti
