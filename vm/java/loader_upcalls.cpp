#include "vm/java/loader_upcalls.h"

#include <dlfcn.h>
#include <jni.h>

#include <atomic>
#include <string>
#include <utility>

#include "base/event_ring.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/monitor.h"
#include "sync/thread_state.h"
#include "vm/java/call_java.h"
#include "vm/java/class_file_hook.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/java/vm_events.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::Linked;
using runtime::LinkError;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::Symbol;
using runtime::wk;
using sync::NoSafepoint;

namespace {

std::string library_folder;

Unexpected<LinkError> pending() { return Unexpected<LinkError>(LinkError::pending()); }

// How long a thread goes without a loader's lock before it looks again whether the class is there.
constexpr std::int64_t kGiveWayMillis = 10;

sync::LockTarget lock_of(const LoaderData& loader) { return sync::LockTarget(reinterpret_cast<void* const*>(loader.class_loader_handle().slot())); }

// What libverify's entry point looks like.
using VerifyClass = jboolean (*)(JNIEnv*, jclass, char* message, jint length, jint major_version);

VerifyClass find_old_verifier() {
  static const VerifyClass verify = [] {
    void* library = dlopen((library_folder + "/libverify.so").c_str(), RTLD_NOW);
    return library == nullptr ? nullptr : reinterpret_cast<VerifyClass>(dlsym(library, "VerifyClassForMajorVersion"));
  }();
  return verify;
}

std::atomic<ClassFileHook*> class_file_hook{nullptr};

class Upcalls final : public runtime::LoaderUpcalls {
 public:
  void file_arrived(JavaThread& self, LoaderData& loader, const Symbol* name, const runtime::MirrorFacts& facts, runtime::ClassFileBytes& file) override {
    ClassFileHook* hook = class_file_hook.load(std::memory_order_acquire);  // acquire: pairs with set_class_file_hook
    if (hook != nullptr) {
      hook->file_arrived(self, loader, name, facts, file);
    }
  }

  Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) override {
    HandleScope scope(self);
    JavaResult<JavaValue> loaded = call_load_class(self, loader, name);
    if (!loaded.ok()) {
      return pending();
    }
    Handle<> mirror = loaded.take().reference;
    Class* klass = mirror.is_null() ? nullptr : &class_of_mirror(mirror);
    if (klass == nullptr || klass->name != name) {  // HOTSPOT: a loader that returns null has not found the class
      return runtime::link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()), "JVMS 5.3.2");
    }
    return klass;
  }

  bool lock_loader(JavaThread& self, LoaderData& loader) override {
    return sync::monitor_enter(self, lock_of(loader)) == sync::MonitorResult::kOk;
  }
  void unlock_loader(JavaThread& self, LoaderData& loader) override { (void)sync::monitor_exit(self, lock_of(loader)); }
  void give_way(JavaThread& self, LoaderData& loader) override {
    const bool was_interrupted = self.clear_interrupt();  // JLS 17.2.1: that is for waits of the program
    (void)sync::monitor_notify_all(self, lock_of(loader));
    const sync::MonitorResult waited = sync::monitor_wait(self, lock_of(loader), sync::Deadline::after_ms(kGiveWayMillis));
    if (was_interrupted || waited == sync::MonitorResult::kInterrupted) {
      sync::interrupt(self);
    }
  }

  Linked<void> make_mirror(JavaThread& self, Class& klass, const runtime::MirrorFacts& facts) override { return vm::make_mirror(self, klass, facts); }

  void class_defined(JavaThread& self, Class& klass) override {
    MJ_EVENT(self.events(), Event::class_loaded, reinterpret_cast<std::uintptr_t>(&klass), 0);
    if (VmListener* listener = vm_listener()) {
      listener->class_loaded(self, klass);
    }
  }

  void class_prepared(JavaThread& self, Class& klass) override {
    if (VmListener* listener = vm_listener()) {
      listener->class_prepared(self, klass);
    }
  }

  Linked<void> verify_old(JavaThread& self, Class& klass) override {
    VerifyClass verify = find_old_verifier();
    if (verify == nullptr) {
      return runtime::link_failure(LinkErrorKind::InternalError, "libverify.so of the JDK cannot be loaded; it verifies class files before version 50");
    }
    char message[512] = "";
    jboolean good;
    {
      Handle<> mirror = mirror_of(klass);
      auto* reference = reinterpret_cast<jclass>(const_cast<Object**>(mirror.slot()));
      Class* outer = std::exchange(self.verified_version, &klass == &class_of_mirror(mirror) ? nullptr : &klass);
      sync::VmToNative native(self);
      good = verify(reinterpret_cast<JNIEnv*>(&self.jni_env), reference, message, sizeof message, klass.file->major_version());
      self.verified_version = outer;
    }
    if (self.has_pending_exception()) {
      return pending();
    }
    if (good == JNI_FALSE) {
      return runtime::link_failure(LinkErrorKind::VerifyError, message, "JVMS 4.10.2");
    }
    return {};
  }

 private:
  static JavaResult<JavaValue> call_load_class(JavaThread& self, LoaderData& loader, Symbol* name) {
    Handle<> class_loader = loader.class_loader_handle();
    CallArgs args;
    args.push(class_loader);
    args.push(MJ_TRY(new_string(self, runtime::dotted(name->text()))));
    return call_virtual(self, *wk().ClassLoader_loadClass, args);
  }
};
Upcalls upcalls;

}  // namespace

void install_loader_upcalls() { runtime::set_loader_upcalls(upcalls); }

void set_jdk_library_folder(const char* folder) { library_folder = folder; }

void set_class_file_hook(ClassFileHook* hook) { class_file_hook.store(hook, std::memory_order_release); }

}  // namespace minijvm::vm
