// JVMTI: more places where the boot and the system loader look for classes, and the prefixes of native methods that agents have wrapped.
// Proved by tests/java/instrument.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "runtime/boot_loader.h"
#include "runtime/resolution.h"
#include "runtime/symbol_table.h"
#include "sync/thread_state.h"
#include "sync/vm_mutex.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/java/thread_roots.h"
#include "vm/native/native_registry.h"

namespace minijvm::vm::jvmti {

namespace {

// HOTSPOT: in the live phase it must be there and a jar; before, what is none is passed over in a search.
bool is_jar(const char* path) {
  std::ifstream file(path, std::ios::binary);
  char magic[2] = {};
  return file.read(magic, sizeof magic) && magic[0] == 'P' && magic[1] == 'K';
}

jvmtiError append_to_class_path(Env& env, const char* segment) {
  std::string path;
  for (const Property& property : vm_properties()) {
    if (property.first == "java.class.path") path = property.second;
  }
  path += path.empty() ? segment : std::string(":") + segment;
  return SetSystemProperty(env, "java.class.path", path.c_str());
}

// ClassLoader API note: a system loader that agents may extend declares this method, not necessarily for all to call.
jvmtiError ask_system_loader(JavaThread& self, const char* segment) {
  HandleScope scope(self);
  Handle<> loader = system_class_loader();
  runtime::Class* klass = nullptr;
  {
    NoSafepoint still(self);
    klass = loader.raw(still)->klass();
  }
  runtime::Method* append = runtime::lookup_method(*klass, runtime::intern_symbol("appendToClassPathForInstrumentation"), runtime::intern_symbol("(Ljava/lang/String;)V"));
  if (append == nullptr) return JVMTI_ERROR_CLASS_LOADER_UNSUPPORTED;
  JavaResult<Handle<>> text = new_string(self, segment);
  bool is_done = false;
  if (text.ok()) {
    CallArgs args;
    args.push(loader);
    args.push(text.take());
    is_done = call_virtual(self, *append, args).ok();
  }
  self.pending_exception = nullptr;
  return is_done ? JVMTI_ERROR_NONE : JVMTI_ERROR_INTERNAL;
}

// --- prefixes ---

sync::Mutex prefixes_mutex{sync::LockRank::kLeaf};
// Guarded by prefixes_mutex: of each environment, in the order of their making.
std::vector<std::pair<const Env*, std::vector<std::string>>>& all_prefixes() {
  static auto& all = *new std::vector<std::pair<const Env*, std::vector<std::string>>>;
  return all;
}

void set_prefixes(const Env& env, std::vector<std::string> prefixes) {
  sync::MutexLock lock(prefixes_mutex);
  auto& all = all_prefixes();
  auto known = std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.first == &env; });
  if (known == all.end()) {
    all.emplace_back(&env, std::move(prefixes));
  } else {
    known->second = std::move(prefixes);
  }
  std::vector<std::string> in_order;
  for_each_env([&](Env& each) {
    for (const auto& [owner, texts] : all) {
      if (owner == &each) in_order.insert(in_order.end(), texts.begin(), texts.end());
    }
  });
  set_native_prefixes(std::move(in_order));
}

}  // namespace

jvmtiError AddToBootstrapClassLoaderSearch(Env&, const char* segment) {
  MJ_JVMTI_TRY(check_pointers(segment));
  if (phase() == JVMTI_PHASE_LIVE && !is_jar(segment)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  runtime::append_to_boot_path(segment);
  return JVMTI_ERROR_NONE;
}

// Called in the state the thread is in, since before Java runs it is not attached.
jvmtiError AddToSystemClassLoaderSearch(Env& env, const char* segment) {
  MJ_JVMTI_TRY(check_pointers(segment));
  if (phase() == JVMTI_PHASE_ONLOAD) return append_to_class_path(env, segment);
  if (!is_jar(segment)) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr) return JVMTI_ERROR_UNATTACHED_THREAD;
  if (self->state() != sync::ThreadState::kInNative) return JVMTI_ERROR_WRONG_PHASE;
  sync::NativeToVm to_vm(*self);
  return ask_system_loader(*self, segment);
}

jvmtiError SetNativeMethodPrefix(Env& env, const char* prefix) {
  set_prefixes(env, prefix == nullptr || *prefix == 0 ? std::vector<std::string>() : std::vector<std::string>{prefix});
  return JVMTI_ERROR_NONE;
}

jvmtiError SetNativeMethodPrefixes(Env& env, jint count, char** prefixes) {
  if (count < 0) return JVMTI_ERROR_ILLEGAL_ARGUMENT;
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
