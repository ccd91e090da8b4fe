// Implements the walk of heap_walk.h, on the thread that stopped the world. The kinds of references
// are those of JVMTI, jvmtiHeapReferenceKind.
#include "tools/jvmti/heap/heap_walk.h"

#include "classfile/class_file.h"
#include "gc/heap/object_scan.h"
#include "gc/heap/root_tasks.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "sync/threads/safepoint.h"

namespace minijvm::vm::jvmti {

using classfile::ConstantTag;
using runtime::Class;
using runtime::JavaThread;
using runtime::wk;

namespace {

// Reports the mirrors of classes that never die: JVMTI calls them system classes, which are roots.
class BootClasses final : public runtime::ClassVisitor {
 public:
  void visit(Class& klass) override {
    bool is_permanent = klass.loader == nullptr || klass.loader->is_boot();
    if (klass.mirror != nullptr && is_permanent)
      mirrors.push_back(klass.mirror);
  }
  std::vector<Object*> mirrors;
};

// Returns the class that a mirror stands for; null if the object is no mirror, or the mirror of a
// class whose definition failed.
const Class* represented(Object* object) {
  return object->klass() == wk().java_lang_Class ? gc::class_of_mirror(object) : nullptr;
}

// HOTSPOT: a class that was resolved by loading (the class itself, its superclass, its direct
// superinterfaces) counts as resolved in the constant pool, so it is reported.
const Class* known_by_name(const Class& klass, std::string_view name) {
  if (name == klass.name->text())
    return &klass;
  if (klass.super != nullptr && name == klass.super->name->text())
    return klass.super;
  for (const Class* interface : klass.interfaces) {
    if (name == interface->name->text())
      return interface;
  }
  return nullptr;
}

}  // namespace

// Reports each slot of a root provider as a root of one kind.
class HeapWalk::RootTeller final : public gc::RootVisitor {
 public:
  RootTeller(HeapWalk& walk, jvmtiHeapReferenceKind kind) : walk_(walk), kind_(kind) {}
  void visit(Object** slot) override {
    walk_.tell({.kind = kind_, .referrer = nullptr, .referee = *slot});
  }

 private:
  HeapWalk& walk_;
  jvmtiHeapReferenceKind kind_;
};

void HeapWalk::tell(const Reference& reference) {
  if (is_stopped_ || reference.referee == nullptr)
    return;
  Onward onward = listener_.reference(reference);
  is_stopped_ = onward == Onward::kStop;
  // An object is followed once, although each reference to it is reported.
  if (onward == Onward::kFollow && visited_.add(reference.referee))
    to_follow_.push_back(reference.referee);
}

void HeapWalk::from_roots() {
  BootClasses boot;
  runtime::for_each_class(boot);
  for (Object* mirror : boot.mirrors)
    tell({.kind = JVMTI_HEAP_REFERENCE_SYSTEM_CLASS, .referrer = nullptr, .referee = mirror});
  // Interned strings, JNI globals and other tables of the VM.
  for (std::size_t provider = 0; provider < gc::reference_table_count(); ++provider) {
    RootTeller teller(*this, gc::has_jni_globals(provider) ? JVMTI_HEAP_REFERENCE_JNI_GLOBAL
                                                           : JVMTI_HEAP_REFERENCE_OTHER);
    gc::visit_table_roots(provider, teller);
  }
  sync::for_each_exec_env([this](sync::ExecEnv& env) { tell_thread(JavaThread::of(env)); });
  follow_all();
}

// An initial object is no reference, so it goes to the stack directly.
void HeapWalk::from(Object* object) {
  visited_.add(object);
  to_follow_.push_back(object);
  follow_all();
}

// Reports everything that a thread keeps alive: its Thread object, exceptions, monitors, frames and
// local references.
void HeapWalk::tell_thread(JavaThread& thread) {
  tell({.kind = JVMTI_HEAP_REFERENCE_THREAD, .referrer = nullptr, .referee = thread.thread_object});
  for (Object* other : {thread.pending_exception, thread.async_exception}) {
    tell({.kind = JVMTI_HEAP_REFERENCE_OTHER, .referrer = nullptr, .referee = other});
  }
  for (const runtime::HeldMonitor& held : thread.held_monitors) {
    tell({.kind = JVMTI_HEAP_REFERENCE_MONITOR, .referrer = nullptr, .referee = held.object});
  }
  jint depth = 0;
  runtime::Method* innermost = nullptr;
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next(), ++depth) {
    if (depth == 0)
      innermost = &walk.frame().method();
    tell_frame(thread, walk.frame(), depth);
  }
  // Local references are not recorded by frame; all are reported as those of the innermost frame.
  thread.handles.for_each([&](Object** slot) {
    tell({.kind = JVMTI_HEAP_REFERENCE_JNI_LOCAL,
          .referrer = nullptr,
          .referee = *slot,
          .thread = &thread,
          .method = innermost,
          .depth = 0});
  });
}

void HeapWalk::tell_frame(JavaThread& thread, const runtime::Frame& frame, jint depth) {
  Object* const* lock = &frame.fp()[runtime::kFrameLock].ref;
  bool is_native = frame.method().is_native();
  runtime::visit_frame_references(frame, [&](Object** slot) {
    // This slot is the monitor of a synchronized method.
    if (slot == lock) {
      tell({.kind = JVMTI_HEAP_REFERENCE_MONITOR, .referrer = nullptr, .referee = *slot});
      return;
    }
    auto* at = reinterpret_cast<runtime::Slot*>(slot);
    bool is_local = at >= frame.locals() && at < frame.fp();
    // HOTSPOT: operands are numbered behind the locals.
    auto number = static_cast<jint>(is_local ? at - frame.locals()
                                             : frame.method().max_locals + (at - frame.stack()));
    tell({.kind = is_native ? JVMTI_HEAP_REFERENCE_JNI_LOCAL : JVMTI_HEAP_REFERENCE_STACK_LOCAL,
          .referrer = nullptr,
          .referee = *slot,
          .thread = &thread,
          .method = &frame.method(),
          .depth = depth,
          .location = frame.bci(),
          .slot = number});
  });
}

void HeapWalk::follow_all() {
  while (!to_follow_.empty() && !is_stopped_) {
    Object* object = to_follow_.back();
    to_follow_.pop_back();
    if (!listener_.object(object)) {
      is_stopped_ = true;
      return;
    }
    follow(object);
  }
}

void HeapWalk::follow(Object* object) {
  const Class& klass = *object->klass();
  // A mirror stands for its class: the references of the class are reported as the mirror's.
  if (const Class* mirrored = represented(object)) {
    follow_class(runtime::as<java::ClassMirror>(object), *mirrored);
    return;
  }
  // Each object refers to its class.
  tell({.kind = JVMTI_HEAP_REFERENCE_CLASS, .referrer = object, .referee = klass.mirror});
  if (klass.kind == runtime::ClassKind::kObjectArray) {
    for (jint i = 0; i < object->array_length() && !is_stopped_; ++i) {
      tell({.kind = JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT,
            .referrer = object,
            .referee = runtime::as<java::ObjectArray>(object)->at(i),
            .index = i});
    }
  } else if (klass.is_instance_class()) {
    for (const NumberedField& row : fields_.of_instances(klass)) {
      if (!runtime::is_reference(row.field->type))
        continue;
      tell({.kind = JVMTI_HEAP_REFERENCE_FIELD,
            .referrer = object,
            .referee = object->load_ref(row.field->offset),
            .index = row.index});
    }
  }
}

// JVMTI, jvmtiHeapReferenceKind, lists what a class refers to: superclass, loader, protection
// domain, signers, constant pool, interfaces, static fields.
void HeapWalk::follow_class(java::ClassMirror* mirror, const Class& klass) {
  auto tell_object = [&](jvmtiHeapReferenceKind kind, Object* referee) {
    tell({.kind = kind, .referrer = mirror, .referee = referee});
  };
  if (klass.is_primitive())
    return;
  if (klass.is_instance_class() && klass.super != nullptr)
    tell_object(JVMTI_HEAP_REFERENCE_SUPERCLASS, klass.super->mirror);
  if (klass.loader != nullptr)
    tell_object(JVMTI_HEAP_REFERENCE_CLASS_LOADER, klass.loader->class_loader_raw());
  tell_object(JVMTI_HEAP_REFERENCE_PROTECTION_DOMAIN, mirror->protection_domain());
  tell_object(JVMTI_HEAP_REFERENCE_SIGNERS, mirror->signers());
  // An array class has neither a pool nor fields.
  if (!klass.is_instance_class())
    return;
  follow_pool(mirror, klass);
  for (const Class* interface : klass.interfaces)
    tell_object(JVMTI_HEAP_REFERENCE_INTERFACE, interface->mirror);
  for (const NumberedField& row : fields_.statics_of(klass)) {
    if (!runtime::is_reference(row.field->type))
      continue;
    tell({.kind = JVMTI_HEAP_REFERENCE_STATIC_FIELD,
          .referrer = mirror,
          .referee = mirror->load_ref(row.field->offset),
          .index = row.index});
  }
}

// Reports only resolved entries, and resolves nothing. A Class entry leads to the mirror, the other
// kinds hold a slot with the object.
void HeapWalk::follow_pool(Object* mirror, const Class& klass) {
  const classfile::ConstantPool& raw = klass.pool->raw();
  for (std::uint16_t i = 1; i < raw.size(); ++i) {
    bool is_class = raw.is(i, ConstantTag::Class);
    bool is_object = raw.is(i, ConstantTag::String) || raw.is(i, ConstantTag::MethodType) ||
                     raw.is(i, ConstantTag::MethodHandle);
    void* resolved = is_class || is_object ? klass.pool->resolved(i) : nullptr;
    const Class* named = !is_class             ? nullptr
                         : resolved != nullptr ? static_cast<const Class*>(resolved)
                                               : known_by_name(klass, raw.class_name(i));
    if (named == nullptr && (is_class || resolved == nullptr))
      continue;
    Object* referee =
        is_class ? static_cast<Object*>(named->mirror) : *static_cast<Object* const*>(resolved);
    tell({.kind = JVMTI_HEAP_REFERENCE_CONSTANT_POOL,
          .referrer = mirror,
          .referee = referee,
          .index = i});
  }
}

}  // namespace minijvm::vm::jvmti
