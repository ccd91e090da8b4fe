// Implements the linker's upcalls: what runtime needs from Java code (ClassLoader.loadClass), from
// monitors (a loader's lock), from observers and from the JDK's old verifier. Called in kInVm,
// while a class is loaded, defined or linked (JVMS 5.3, 5.4).
#include "vm/java/loader_upcalls.h"

#include <dlfcn.h>
#include <jni.h>

#include <string>
#include <utility>

#include "base/atomic.h"
#include "base/events/event_log.h"
#include "base/log.h"
#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/monitor.h"
#include "sync/threads/thread_state.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/package_access.h"
#include "vm/java/strings.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/thread_blocking.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::HandleScope;
using runtime::Linked;
using runtime::LinkError;
using runtime::LinkErrorKind;
using runtime::LoaderData;
using runtime::Symbol;
using runtime::wk;

namespace {

// The exception itself is pending on the thread; this LinkError says only that.
Unexpected<LinkError> pending() { return Unexpected<LinkError>(LinkError::pending()); }

// A thread that has yielded a loader's lock waits this long before it looks again whether the class
// has been loaded.
constexpr std::int64_t kGiveWayMillis = 10;

// The lock of a class loader is the monitor of its ClassLoader object.
runtime::Object* const* slot_of(const LoaderData& loader) {
  return runtime::Handle<>(loader.class_loader_handle()).slot();
}
sync::LockTarget lock_of(const LoaderData& loader) {
  return sync::LockTarget(reinterpret_cast<void* const*>(slot_of(loader)));
}

// This is the type of libverify's entry point.
using VerifyClass = jboolean (*)(JNIEnv*, jclass, char* message, jint length, jint major_version);

// Opens libverify on the first class file that needs it. Two threads that come here at once find
// the same address, so a relaxed atomic is enough.
VerifyClass find_old_verifier() {
  Atomic<void*>& known = the_vm.java.old_verifier;
  void* verify = known.load(std::memory_order_relaxed);
  if (verify == nullptr) {  // two threads that come here at once find the same
    const std::string file = *the_vm.java.settings.library_folder + "/libverify.so";
    void* library = dlopen(file.c_str(), RTLD_NOW);
    verify = library == nullptr ? nullptr : dlsym(library, "VerifyClassForMajorVersion");
    known.store(verify, std::memory_order_relaxed);
  }
  return reinterpret_cast<VerifyClass>(verify);
}

class Upcalls final : public runtime::LoaderUpcalls {
 public:
  void file_arrived(JavaThread& self, LoaderData& loader, const Symbol* name,
                    const runtime::MirrorFacts& facts, runtime::ClassFileBytes& file) override {
    notify(kClassFileEvents, [&](Observer& observer) {
      observer.class_file_arrived(self, loader, name, facts, file);
    });
  }

  // JVMS 5.3.2: calls loadClass of the user-defined loader, and checks that the class it returns
  // has the requested name.
  Linked<Class*> load_class(JavaThread& self, LoaderData& loader, Symbol* name) override {
    HandleScope scope(self);
    JavaResult<JavaValue> loaded = call_load_class(self, loader, name);
    if (!loaded.ok()) {
      return pending();
    }
    auto mirror = runtime::as<java::ClassMirror>(loaded.take().reference);
    Class* klass = mirror.is_null() ? nullptr : &class_of_mirror(mirror);
    // HOTSPOT: a loader that returns null counts as one that did not find the class.
    if (klass == nullptr || klass->name != name) {
      return runtime::link_failure(LinkErrorKind::NoClassDefFoundError, std::string(name->text()),
                                   "JVMS 5.3.2");
    }
    return klass;
  }

  bool lock_loader(JavaThread& self, LoaderData& loader) override {
    return enter_monitor(self, slot_of(loader)) == sync::MonitorResult::kOk;
  }
  void unlock_loader(JavaThread& self, LoaderData& loader) override {
    (void)exit_monitor(self, slot_of(loader));
  }
  // Releases the loader's lock for a moment, so that another thread can finish loading the class:
  // notifies that thread, then waits for at most kGiveWayMillis.
  void give_way(JavaThread& self, LoaderData& loader) override {
    // JLS 17.2.1 lets an interrupt end a wait of the program. This is a wait of the VM: the
    // interrupt is put aside, and set again afterwards.
    const bool was_interrupted = self.clear_interrupt();
    (void)sync::monitor_notify_all(self, lock_of(loader));
    tell_of_order([&](Observer& observer) { observer.lock_given_back(self, *slot_of(loader)); });
    const sync::MonitorResult waited =
        sync::monitor_wait(self, lock_of(loader), sync::Deadline::after_ms(kGiveWayMillis));
    tell_of_order([&](Observer& observer) { observer.lock_taken(self, *slot_of(loader)); });
    if (was_interrupted || waited == sync::MonitorResult::kInterrupted) {
      sync::interrupt(self);
    }
  }

  Linked<void> make_mirror(JavaThread& self, Class& klass,
                           const runtime::MirrorFacts& facts) override {
    return vm::make_mirror(self, klass, facts);
  }

  Linked<void> check_package_access(JavaThread& self, LoaderData& loader, Class& loaded,
                                    Handle<java::ProtectionDomain> domain,
                                    const Class* from) override {
    return vm::check_package_access(self, loader, loaded, domain, from);
  }

  void class_defined(JavaThread& self, Class& klass) override {
    MJ_EVENT(self.events(), Event::class_loaded, reinterpret_cast<std::uintptr_t>(&klass), 0);
    notify(kClassEvents, [&](Observer& observer) { observer.class_loaded(self, klass); });
  }

  void class_prepared(JavaThread& self, Class& klass) override {
    notify(kClassEvents, [&](Observer& observer) { observer.class_prepared(self, klass); });
  }

  // Class files before version 50 have no StackMapTable; the JDK's libverify infers the types (JVMS
  // 4.10.2). It is a JNI library, so it runs in kInNative.
  Linked<void> verify_old(JavaThread& self, Class& klass) override {
    VerifyClass verify = find_old_verifier();
    if (verify == nullptr) {
      return runtime::link_failure(
          LinkErrorKind::InternalError,
          "libverify.so of the JDK cannot be loaded; it verifies class files before version 50");
    }
    char message[512] = "";
    jboolean good;
    {
      Handle<java::ClassMirror> mirror = mirror_of(klass);
      auto* reference = reinterpret_cast<jclass>(const_cast<Object**>(mirror.slot()));
      // While a redefinition is verified, the mirror still leads to the current class. This field
      // names the version that libverify is asking about.
      Class* outer = std::exchange(self.verified_version,
                                   &klass == &class_of_mirror(mirror) ? nullptr : &klass);
      sync::VmToNative native(self);
      good = verify(reinterpret_cast<JNIEnv*>(&self.jni_env), reference, message, sizeof message,
                    klass.file->major_version());
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
    CallArgs args;
    args.push(loader.class_loader_handle());
    args.push(MJ_TRY(new_string(self, runtime::dotted(name->text()))));
    return call_virtual(self, *wk().ClassLoader_loadClass, args);
  }
};

}  // namespace

void install_loader_upcalls() { runtime::set_loader_upcalls(*new Upcalls); }

void set_jdk_library_folder(const char* folder) { *the_vm.java.settings.library_folder = folder; }

}  // namespace minijvm::vm
