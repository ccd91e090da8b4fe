#include "vm/inspect/jvmti/debug_hooks.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class.h"
#include "runtime/class_unloading.h"
#include "runtime/frame.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "sync/safepoint.h"
#include "vm/inspect/jvmti/arguments.h"
#include "vm/inspect/jvmti/catch_search.h"
#include "vm/inspect/jvmti/events.h"
#include "vm/inspect/jvmti/field_watches.h"
#include "vm/inspect/jvmti/frames.h"
#include "vm/inspect/jvmti/functions.h"
#include "vm/interp/hooks.h"
#include "vm/interp/leaf_functions.h"
#include "vm/java/call_java.h"

namespace minijvm::vm::jvmti {

using runtime::Method;
using runtime::Slot;

namespace {

jvalue value_of(JavaThread& self, runtime::BasicType type, const Slot* from) {
  jvalue value{};
  if (from == nullptr) return value;
  if (!runtime::is_reference(type)) {
    value.j = static_cast<jlong>(from->bits);  // little-endian: the low bytes are those of the smaller members
    return value;
  }
  NoSafepoint still(self);
  value.l = from->ref == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, from->ref));
  return value;
}

const Slot* slot_of(Handle<> reference) { return reinterpret_cast<const Slot*>(reference.slot()); }

// An old version that is not obsolete has the breakpoints of the current one (runtime/redefinition.h).
const Method& known_as(const Method& method) { return method.is_obsolete ? method : method.current(); }

class DebugHooks final : public InterpHooks, public runtime::UnloadObserver {
 public:
  bool wants(const Method& method) const override { return wants_all_ || breakpoints_.contains(&known_as(method)) || watched_.contains(&method) || fields_.may_touch(method); }
  bool wants_every_call() const override { return wants_all_ || has_short_breakpoint_ || !fields_.is_empty(); }

  bool concerns(const JavaThread& self, const Method& method, std::uint32_t bci) const override {
    return is_enabled(JVMTI_EVENT_SINGLE_STEP, self) || has_breakpoint(method, bci) || watched_.contains(&method) || fields_.may_touch(method);
  }

  // HOTSPOT: the step first, then the breakpoint.
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    if (is_enabled(JVMTI_EVENT_SINGLE_STEP, self)) {
      tell_place(self, method, bci, JVMTI_EVENT_SINGLE_STEP, &jvmtiEventCallbacks::SingleStep);
    }
    if (has_breakpoint(method, bci) && is_enabled(JVMTI_EVENT_BREAKPOINT, self)) {
      tell_place(self, method, bci, JVMTI_EVENT_BREAKPOINT, &jvmtiEventCallbacks::Breakpoint);
    }
    if (std::optional<FieldAccess> access = fields_.access_at(self, method, bci)) tell_access(self, method, bci, *access);
  }

  EarlyExit early_exit(JavaThread& self) override {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr) return {};
    ExitRequest request = data->take_exit(self.anchor.fp);
    return {request.kind, request.value, request.reference == nullptr ? Handle<>() : handle_of(request.reference)};
  }

  void method_entered(JavaThread& self, Method& method) override {
    if (!is_enabled(JVMTI_EVENT_METHOD_ENTRY, self)) return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_METHOD_ENTRY, &jvmtiEventCallbacks::MethodEntry,
         [&](auto* callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, jmethod_of(method)); });
  }

  void method_left(JavaThread& self, Method& method, const Slot* result) override {
    HandleScope scope(self);
    tell_exit(self, method, false, result);
    tell_pop(self, method, false);
  }
  void method_left_by_exception(JavaThread& self, Method& method) override {
    HandleScope scope(self);
    tell_exit(self, method, true, nullptr);
    tell_pop(self, method, true);
  }

  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci, Handle<> exception) override {
    if (!is_enabled(JVMTI_EVENT_EXCEPTION, self) || !is_new(self, exception)) return;
    CatchPlace place = find_catch(self, exception);
    jthread thread = current_jthread(self);
    jmethodID catcher = place.method == nullptr ? nullptr : jmethod_of(*place.method);
    post(self, JVMTI_EVENT_EXCEPTION, &jvmtiEventCallbacks::Exception, [&](auto* callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, jmethod_of(method), bci, local_ref(exception), catcher, place.bci);
    });
  }
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci, Handle<> exception) override {
    forget_exception(self);
    if (!is_enabled(JVMTI_EVENT_EXCEPTION_CATCH, self)) return;
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_EXCEPTION_CATCH, &jvmtiEventCallbacks::ExceptionCatch, [&](auto* callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, jmethod_of(method), handler_bci, local_ref(exception));
    });
  }

  void jni_touches(JavaThread& self, const FieldAccess& access) const {
    if (!fields_.is_watched(*access.field, access.is_store ? FieldWatches::Kind::kModification : FieldWatches::Kind::kAccess)) return;
    runtime::FrameWalk walk(self);
    if (!walk.done()) tell_access(self, walk.frame().method(), 0, access);
  }

  void forget_dead_classes() override {
    std::erase_if(breakpoints_, [](const auto& row) { return !row.first->holder->is_live(); });
    std::erase_if(watched_, [](const Method* method) { return !method->holder->is_live(); });
    fields_.forget_dead_classes();
  }

  // --- what is wanted; REQUIRES for all: the world is stopped ---

  bool has_breakpoint(const Method& method, std::uint32_t bci) const {
    auto row = breakpoints_.find(&known_as(method));
    return row != breakpoints_.end() && row->second.contains(bci);
  }
  void add_breakpoint(Method& method, std::uint32_t bci) {
    bool was_wanted = wants(method);
    breakpoints_[&method].insert(bci);
    apply(method, was_wanted);
  }
  void remove_breakpoint(Method& method, std::uint32_t bci) {
    auto row = breakpoints_.find(&method);
    row->second.erase(bci);
    if (row->second.empty()) breakpoints_.erase(row);
    apply(method, true);
  }
  void bodies_changed_in(const runtime::Class& klass) {
    fields_.forget_answers();
    std::erase_if(breakpoints_, [&](const auto& row) { return row.first->holder == &klass; });
    refresh();
  }
  void watch(Method& method) {
    bool was_wanted = wants(method);
    watched_.insert(&method);
    apply(method, was_wanted);
  }
  bool watch_field(runtime::Field& field, FieldWatches::Kind kind) {
    bool is_new = fields_.add(field, kind);
    if (is_new) refresh();
    return is_new;
  }
  bool unwatch_field(runtime::Field& field, FieldWatches::Kind kind) {
    bool was_there = fields_.remove(field, kind);
    if (was_there) refresh();
    return was_there;
  }
  // Everything anew.
  void refresh() {
    if (ThreadData::pending_frame_pops() == 0) watched_.clear();
    wants_all_ = is_wanted(JVMTI_EVENT_SINGLE_STEP) || is_wanted(JVMTI_EVENT_METHOD_ENTRY) || is_wanted(JVMTI_EVENT_METHOD_EXIT);
    has_short_breakpoint_ = std::any_of(breakpoints_.begin(), breakpoints_.end(), [](const auto& row) { return is_short(*row.first); });
    is_observing_ = needs_to_observe();
    if (is_observing_) {
      observe(*this);
    } else {
      stop_observing(*this);
    }
  }
  bool is_up_to_date() const {
    bool all = is_wanted(JVMTI_EVENT_SINGLE_STEP) || is_wanted(JVMTI_EVENT_METHOD_ENTRY) || is_wanted(JVMTI_EVENT_METHOD_EXIT);
    bool watches_in_vain = !watched_.empty() && ThreadData::pending_frame_pops() == 0;
    return all == wants_all_ && is_observing_ == (all || needs_to_observe()) && !watches_in_vain;
  }

 private:
  bool needs_to_observe() const {
    return wants_all_ || !breakpoints_.empty() || !watched_.empty() || !fields_.is_empty() || is_wanted(JVMTI_EVENT_EXCEPTION) || is_wanted(JVMTI_EVENT_EXCEPTION_CATCH);
  }

  // Can a call site do without it (accessors.h, leaf_functions.h)?
  static bool is_short(const Method& method) {
    constexpr std::uint32_t kLongestAccessor = 6;  // aload_0, aload_1, putfield k k, return
    return method.bytecode_length <= kLongestAccessor || interp::leaf_function_of(method) >= 0;
  }

  // One method's part of refresh(), which looks at all.
  void apply(Method& method, bool was_wanted) {
    bool is_first_or_last = is_observing_ != needs_to_observe();
    if (is_first_or_last || is_short(method)) {
      refresh();
    } else if (was_wanted != wants(method)) {
      observe_anew(method);
    }
  }

  template <class Callback>
  static void tell_place(JavaThread& self, Method& method, std::uint32_t bci, jvmtiEvent event, Callback jvmtiEventCallbacks::* which) {
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) { callback(&env, jni, thread, jmethod_of(method), bci); });
  }

  static void tell_access(JavaThread& self, Method& method, std::uint32_t bci, const FieldAccess& access) {
    jvmtiEvent event = access.is_store ? JVMTI_EVENT_FIELD_MODIFICATION : JVMTI_EVENT_FIELD_ACCESS;
    if (!is_enabled(event, self)) return;
    HandleScope scope(self);
    const runtime::Field& field = *access.field;
    jthread thread = current_jthread(self);
    jclass holder = jclass_of(*field.holder);
    jobject object = access.object == nullptr ? nullptr : value_of(self, runtime::BasicType::kObject, access.object).l;
    auto* id = reinterpret_cast<jfieldID>(access.field);
    if (!access.is_store) {
      post(self, event, &jvmtiEventCallbacks::FieldAccess, [&](auto* callback, Env& env, JNIEnv* jni) {
        callback(&env, jni, thread, jmethod_of(method), bci, holder, object, id);
      });
      return;
    }
    char type = field.descriptor->text()[0] == '[' ? 'L' : field.descriptor->text()[0];
    jvalue value = value_of(self, field.type, access.value);
    post(self, event, &jvmtiEventCallbacks::FieldModification, [&](auto* callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, jmethod_of(method), bci, holder, object, id, type, value);
    });
  }

  static void tell_exit(JavaThread& self, Method& method, bool by_exception, const Slot* result) {
    if (!is_enabled(JVMTI_EVENT_METHOD_EXIT, self)) return;
    jvalue value = value_of(self, method.return_type, result);
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_METHOD_EXIT, &jvmtiEventCallbacks::MethodExit, [&](auto* callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, jmethod_of(method), by_exception ? JNI_TRUE : JNI_FALSE, value);
    });
  }

  static void tell_pop(JavaThread& self, Method& method, bool by_exception) {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr) return;
    const Slot* fp = self.anchor.fp;
    for_each_env([&](Env& env) {
      if (!data->take_frame_pop(env, fp) || !is_enabled(env, JVMTI_EVENT_FRAME_POP, self)) return;
      jthread thread = current_jthread(self);
      post_to(env, self, JVMTI_EVENT_FRAME_POP, &jvmtiEventCallbacks::FramePop, [&](auto* callback, Env& to, JNIEnv* jni) {
        callback(&to, jni, thread, jmethod_of(method), by_exception ? JNI_TRUE : JNI_FALSE);
      });
    });
  }

  // An exception that comes through frames of C++ is thrown anew in each part of the stack, but told once.
  static bool is_new(JavaThread& self, Handle<> exception) {
    ThreadData& data = thread_data(self);
    {
      NoSafepoint still(self);
      if (data.exception != nullptr && handle_of(data.exception).raw(still) == exception.raw(still)) return false;
    }
    forget_exception(self);
    data.exception = new_global_ref(self, exception);
    return true;
  }
  static void forget_exception(JavaThread& self) {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr || data->exception == nullptr) return;
    delete_global_ref(data->exception);
    data->exception = nullptr;
  }

  bool wants_all_ = false;
  bool is_observing_ = false;
  bool has_short_breakpoint_ = false;
  std::unordered_map<const Method*, std::unordered_set<std::uint32_t>> breakpoints_;
  FieldWatches fields_;
  std::unordered_set<const Method*> watched_;  // frames of these are to tell of their end
};

DebugHooks& hooks() {
  static DebugHooks* the_hooks = [] {
    auto* made = new DebugHooks;  // lives as long as the process
    runtime::add_unload_observer(*made);
    return made;
  }();
  return *the_hooks;
}

// A change of what is wanted.
template <class Change>
class ChangeOperation final : public sync::SafepointOperation {
 public:
  explicit ChangeOperation(Change& change) : change_(change) {}
  const char* name() const override { return "ChangeBreakpoints"; }
  void run() override { change_(); }

 private:
  Change& change_;
};

template <class Change>
void in_stopped_world(JavaThread& self, Change change) {
  ChangeOperation<Change> operation(change);
  sync::run_at_safepoint(self, operation);
}

}  // namespace

void refresh_debug_hooks() {
  JavaThread* self = runtime::current_java_thread();
  if (self == nullptr) {
    hooks().refresh();  // the OnLoad phase
  } else if (!hooks().is_up_to_date()) {
    in_stopped_world(*self, [] { hooks().refresh(); });
  }
}

void bodies_changed_in(const runtime::Class& klass) { hooks().bodies_changed_in(klass); }

jvmtiError notify_frame_pop(Env& env, JavaThread& self, jthread thread, jint depth) {
  HandleScope scope(self);
  Method* method = nullptr;
  jvmtiError error = on_frame(self, thread, depth, [&](JavaThread& target, const runtime::Frame& frame, const NoSafepoint& still) {
    if (&target != &self && !target.suspended()) return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
    if (frame.method().bytecode == nullptr) return JVMTI_ERROR_OPAQUE_FRAME;
    (void)thread_data(target).add_frame_pop(env, frame.fp());  // HOTSPOT: twice is no error
    method = &frame.method();
    keep_method(self, still, *method);
    return JVMTI_ERROR_NONE;
  });
  if (error != JVMTI_ERROR_NONE) return error;
  in_stopped_world(self, [&] { hooks().watch(*method); });
  return JVMTI_ERROR_NONE;
}

void tell_jni_read(JavaThread& self, runtime::Field& field, Handle<> object) {
  hooks().jni_touches(self, {&field, false, slot_of(object), nullptr});
}

void tell_jni_write(JavaThread& self, runtime::Field& field, Handle<> object, const JavaValue& value) {
  const Slot* written = runtime::is_reference(value.type) ? slot_of(value.reference) : &value.slot;
  hooks().jni_touches(self, {&field, true, slot_of(object), written});
}

void watch_frames_of(JavaThread& self, Method& method, Method* other) {
  in_stopped_world(self, [&] {
    hooks().watch(method);
    if (other != nullptr) hooks().watch(*other);
  });
}

// --- the functions of the chapter Breakpoint, and NotifyFramePop ---

namespace {

jvmtiError find_place(jmethodID id, jlocation location, Method** method) {
  MJ_JVMTI_TRY(find_method(id, method));
  bool is_inside = (*method)->bytecode != nullptr && location >= 0 && location < static_cast<jlocation>((*method)->bytecode_length);
  return is_inside ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_LOCATION;
}

jvmtiError set_breakpoint(Method& method, std::uint32_t bci) {
  if (hooks().has_breakpoint(method, bci)) return JVMTI_ERROR_DUPLICATE;
  hooks().add_breakpoint(method, bci);
  return JVMTI_ERROR_NONE;
}

jvmtiError clear_breakpoint(Method& method, std::uint32_t bci) {
  if (!hooks().has_breakpoint(method, bci)) return JVMTI_ERROR_NOT_FOUND;
  hooks().remove_breakpoint(method, bci);
  return JVMTI_ERROR_NONE;
}

// Looks for the place in the stopped world: until then another thread's collection may unload the class, or a redefinition change the code.
jvmtiError change_breakpoint(Call& call, jmethodID id, jlocation location, jvmtiError (*change)(Method& method, std::uint32_t bci)) {
  jvmtiError error = JVMTI_ERROR_NONE;
  in_stopped_world(call.self, [&] {
    Method* method = nullptr;
    error = find_place(id, location, &method);
    if (error == JVMTI_ERROR_NONE) error = change(*method, static_cast<std::uint32_t>(location));
  });
  return error;
}

}  // namespace

jvmtiError SetBreakpoint(Call& call, jmethodID id, jlocation location) { return change_breakpoint(call, id, location, set_breakpoint); }
jvmtiError ClearBreakpoint(Call& call, jmethodID id, jlocation location) { return change_breakpoint(call, id, location, clear_breakpoint); }

namespace {

jvmtiError change_watch(Call& call, jclass klass, jfieldID id, FieldWatches::Kind kind, bool add) {
  runtime::Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, klass, id, &field));
  bool changed = false;
  in_stopped_world(call.self, [&] { changed = add ? hooks().watch_field(*field, kind) : hooks().unwatch_field(*field, kind); });
  return changed ? JVMTI_ERROR_NONE : add ? JVMTI_ERROR_DUPLICATE : JVMTI_ERROR_NOT_FOUND;
}

}  // namespace

jvmtiError SetFieldAccessWatch(Call& call, jclass klass, jfieldID field) { return change_watch(call, klass, field, FieldWatches::Kind::kAccess, true); }
jvmtiError ClearFieldAccessWatch(Call& call, jclass klass, jfieldID field) { return change_watch(call, klass, field, FieldWatches::Kind::kAccess, false); }
jvmtiError SetFieldModificationWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kModification, true);
}
jvmtiError ClearFieldModificationWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kModification, false);
}

jvmtiError NotifyFramePop(Call& call, jthread thread, jint depth) { return notify_frame_pop(call.env, call.self, thread, depth); }

}  // namespace minijvm::vm::jvmti
