// Serves all JVMTI environments by one observer of running code. The interpreter calls it in kInVm
// with the anchor published; concerns() alone is called in kInJava. The JVMTI functions at the end
// change what it wants, each in a stopped world.
#include "tools/jvmti/debug_hooks.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "classfile/class_file.h"
#include "runtime/class/class.h"
#include "runtime/class/class_unloading.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/object.h"
#include "sync/threads/safepoint.h"
#include "tools/code_observers.h"
#include "tools/jvmti/arguments.h"
#include "tools/jvmti/catch_search.h"
#include "tools/jvmti/events.h"
#include "tools/jvmti/field_watches.h"
#include "tools/jvmti/frames.h"
#include "tools/jvmti/functions.h"
#include "tools/jvmti/jvmti_state.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/java/call_java.h"

namespace minijvm::vm::jvmti {

using runtime::Method;
using runtime::Slot;

namespace {

// Returns a slot's value as JNI passes it, with a new handle; zero for null (a void result).
jvalue value_of(JavaThread& self, runtime::BasicType type, const Slot* from) {
  jvalue value{};
  if (from == nullptr)
    return value;
  if (!runtime::is_reference(type)) {
    // On a little-endian machine the low bytes of `bits` are the int, short, byte or boolean
    // member.
    value.j = static_cast<jlong>(from->bits);
    return value;
  }
  NoSafepoint still(self);
  value.l =
      from->ref == nullptr ? nullptr : local_ref(runtime::make_handle(self, still, from->ref));
  return value;
}

// A handle's slot has the layout of a frame's slot that holds a reference.
const Slot* slot_of(Handle<> reference) { return reinterpret_cast<const Slot*>(reference.slot()); }

// The method under which breakpoints are stored. An old version that is not obsolete does the same
// as the current one, so it shares its breakpoints (tools/redefine/redefinition.h).
const Method& known_as(const Method& method) {
  return method.is_obsolete ? method : method.current();
}

}  // namespace

class DebugHooks final : public Observer {
 public:
  // vm/observer.h describes the events; the comments here say how JVMTI answers.
  bool wants(const Method& method) const override {
    return wants_all_ || breakpoints_.contains(&known_as(method)) || watched_.contains(&method) ||
           fields_.may_touch(method);
  }
  // Field watches and breakpoints in short methods need call sites that do not skip the callee.
  bool wants_every_call() const override {
    return wants_all_ || has_short_breakpoint_ || !fields_.is_empty();
  }

  // Called in kInJava, so nothing here may stop. This keeps a thread fast that no debugger steps.
  bool concerns(const JavaThread& self, const Method& method, std::uint32_t bci) const override {
    return !is_quiet(method) &&
           (is_enabled(JVMTI_EVENT_SINGLE_STEP, self) || has_breakpoint(method, bci) ||
            watched_.contains(&method) || fields_.may_touch(method));
  }

  // HOTSPOT: the step is posted before the breakpoint of the same instruction. A field access comes
  // last, as it belongs to what the instruction does. Each post may stop, run Java code and change
  // the set of breakpoints, so each condition is evaluated when its turn comes.
  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    if (is_enabled(JVMTI_EVENT_SINGLE_STEP, self)) {
      tell_place(self, method, bci, JVMTI_EVENT_SINGLE_STEP, &jvmtiEventCallbacks::SingleStep);
    }
    if (has_breakpoint(method, bci) && is_enabled(JVMTI_EVENT_BREAKPOINT, self)) {
      tell_place(self, method, bci, JVMTI_EVENT_BREAKPOINT, &jvmtiEventCallbacks::Breakpoint);
    }
    if (std::optional<FieldAccess> access = fields_.access_at(self, method, bci))
      tell_access(self, method, bci, *access);
  }

  // The interpreter asks behind at_instruction; the answer is consumed here.
  EarlyExit early_exit(JavaThread& self) override {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr)
      return {};
    ExitRequest request = data->take_exit(self.anchor.fp);
    // The reference stays in the request's global reference until the next request.
    return {request.kind, request.value,
            request.reference == nullptr ? Handle<>() : handle_of(request.reference)};
  }

  void method_entered(JavaThread& self, Method& method) override {
    if (is_quiet(method) || !is_enabled(JVMTI_EVENT_METHOD_ENTRY, self))
      return;
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_METHOD_ENTRY, &jvmtiEventCallbacks::MethodEntry,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, thread, jmethod_of(method));
         });
  }

  // MethodExit is posted before FramePop.
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

  // Posts Exception once for each throw, with the place that will catch it.
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci,
                        Handle<> exception) override {
    if (!is_enabled(JVMTI_EVENT_EXCEPTION, self) || !is_new(self, exception))
      return;
    CatchPlace place = find_catch(self, exception);
    jthread thread = current_jthread(self);
    jmethodID catcher = place.method == nullptr ? nullptr : jmethod_of(*place.method);
    post(self, JVMTI_EVENT_EXCEPTION, &jvmtiEventCallbacks::Exception,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, thread, jmethod_of(method), bci, local_ref(exception), catcher,
                    place.bci);
         });
  }
  // forget_exception comes first, even if no agent wants the event: the same object may be thrown
  // again later, and then it is a new event.
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci,
                        Handle<> exception) override {
    forget_exception(self);
    if (!is_enabled(JVMTI_EVENT_EXCEPTION_CATCH, self))
      return;
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_EXCEPTION_CATCH, &jvmtiEventCallbacks::ExceptionCatch,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, thread, jmethod_of(method), handler_bci, local_ref(exception));
         });
  }

  // An access by JNI belongs to the innermost frame, the native method, at location 0. A thread
  // without frames (attached, outside of Java) posts nothing.
  void jni_touches(JavaThread& self, const FieldAccess& access) const {
    if (!fields_.is_watched(*access.field, access.is_store ? FieldWatches::Kind::kModification
                                                           : FieldWatches::Kind::kAccess))
      return;
    runtime::FrameWalk walk(self);
    if (!walk.done())
      tell_access(self, walk.frame().method(), 0, access);
  }

  // Removes the methods of dead classes from all tables. Called in the stopped world.
  void classes_unloading() override {
    std::erase_if(breakpoints_, [](const auto& row) { return !row.first->holder->is_live(); });
    std::erase_if(watched_, [](const Method* method) { return !method->holder->is_live(); });
    fields_.forget_dead_classes();
  }

  //  --- what is wanted; REQUIRES for all: the world is stopped ---

  bool has_breakpoint(const Method& method, std::uint32_t bci) const {
    auto row = breakpoints_.find(&known_as(method));
    return row != breakpoints_.end() && row->second.contains(bci);
  }
  // Each change notes whether the method was wanted before, so that apply() touches its code only
  // if that has changed.
  void add_breakpoint(Method& method, std::uint32_t bci) {
    bool was_wanted = wants(method);
    breakpoints_[&method].insert(bci);
    apply(method, was_wanted);
  }
  void remove_breakpoint(Method& method, std::uint32_t bci) {
    auto row = breakpoints_.find(&method);
    row->second.erase(bci);
    if (row->second.empty())
      breakpoints_.erase(row);
    apply(method, true);
  }
  // A redefinition may change every answer, so everything is recomputed.
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
    if (is_new)
      refresh();
    return is_new;
  }
  bool unwatch_field(runtime::Field& field, FieldWatches::Kind kind) {
    bool was_there = fields_.remove(field, kind);
    if (was_there)
      refresh();
    return was_there;
  }
  // Recomputes all from the enabled events and registers with the interpreter, or leaves it.
  // `watched_` is emptied only here: when no frame pop is pending, no frame of a watched method
  // needs to be seen. Removing methods one by one would need a count for each.
  void refresh() {
    if (ThreadData::pending_frame_pops() == 0)
      watched_.clear();
    wants_all_ = is_wanted(JVMTI_EVENT_SINGLE_STEP) || is_wanted(JVMTI_EVENT_METHOD_ENTRY) ||
                 is_wanted(JVMTI_EVENT_METHOD_EXIT);
    has_short_breakpoint_ = std::any_of(breakpoints_.begin(), breakpoints_.end(),
                                        [](const auto& row) { return is_short(*row.first); });
    is_observing_ = needs_to_observe();
    if (is_observing_) {
      observe_code(*this);
    } else {
      stop_observing_code(*this);
    }
  }
  // Returns true if refresh() would change nothing. So enabled_events_changed() need not stop the
  // world for an event that is not about running code.
  bool is_up_to_date() const {
    bool all = is_wanted(JVMTI_EVENT_SINGLE_STEP) || is_wanted(JVMTI_EVENT_METHOD_ENTRY) ||
               is_wanted(JVMTI_EVENT_METHOD_EXIT);
    bool watches_in_vain = !watched_.empty() && ThreadData::pending_frame_pops() == 0;
    return all == wants_all_ && is_observing_ == (all || needs_to_observe()) && !watches_in_vain;
  }

 private:
  bool needs_to_observe() const {
    return wants_all_ || !breakpoints_.empty() || !watched_.empty() || !fields_.is_empty() ||
           is_wanted(JVMTI_EVENT_EXCEPTION) || is_wanted(JVMTI_EVENT_EXCEPTION_CATCH);
  }

  // Returns whether call sites may skip the method: an accessor or a leaf function runs without a
  // frame (vm/interp/cells/accessors.h, leaf_functions.h). A breakpoint in it needs full calls
  // everywhere, which only observe_code() causes.
  static bool is_short(const Method& method) {
    // aload_0, aload_1, putfield k k, return: 6 bytes.
    constexpr std::uint32_t kLongestAccessor = 6;
    return method.bytecode_length <= kLongestAccessor || interp::leaf_function_of(method) >= 0;
  }

  // Does the part of refresh() for one method: most breakpoints change only the code of their
  // method.
  void apply(Method& method, bool was_wanted) {
    bool is_first_or_last = is_observing_ != needs_to_observe();
    if (is_first_or_last || is_short(method)) {
      refresh();
    } else if (was_wanted != wants(method)) {
      method_wanted_changed(method);
    }
  }

  // SingleStep and Breakpoint have the same arguments.
  template <class Callback>
  static void tell_place(JavaThread& self, Method& method, std::uint32_t bci, jvmtiEvent event,
                         Callback jvmtiEventCallbacks::*which) {
    HandleScope scope(self);
    jthread thread = current_jthread(self);
    post(self, event, which, [&](Callback callback, Env& env, JNIEnv* jni) {
      callback(&env, jni, thread, jmethod_of(method), bci);
    });
  }

  // Posts FieldAccess or FieldModification. `bci` is the place of the access, 0 in a native method.
  static void tell_access(JavaThread& self, Method& method, std::uint32_t bci,
                          const FieldAccess& access) {
    jvmtiEvent event = access.is_store ? JVMTI_EVENT_FIELD_MODIFICATION : JVMTI_EVENT_FIELD_ACCESS;
    if (!is_enabled(event, self))
      return;
    HandleScope scope(self);
    const runtime::Field& field = *access.field;
    jthread thread = current_jthread(self);
    // All references are handles before the first callback, since any callback may move objects.
    jclass holder = jclass_of(*field.holder);
    jobject object = access.object == nullptr
                         ? nullptr
                         : value_of(self, runtime::BasicType::kObject, access.object).l;
    auto* id = reinterpret_cast<jfieldID>(access.field);
    if (!access.is_store) {
      post(self, event, &jvmtiEventCallbacks::FieldAccess,
           [&](auto* callback, Env& env, JNIEnv* jni) {
             callback(&env, jni, thread, jmethod_of(method), bci, holder, object, id);
           });
      return;
    }
    // JVMTI wants the first letter of the signature, and 'L' for arrays as well.
    char type = field.descriptor->text()[0] == '[' ? 'L' : field.descriptor->text()[0];
    jvalue value = value_of(self, field.type, access.value);
    post(self, event, &jvmtiEventCallbacks::FieldModification,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, thread, jmethod_of(method), bci, holder, object, id, type, value);
         });
  }

  // `result` is null if an exception ends the method; the value is undefined then (JVMTI,
  // MethodExit).
  static void tell_exit(JavaThread& self, Method& method, bool by_exception, const Slot* result) {
    if (is_quiet(method) || !is_enabled(JVMTI_EVENT_METHOD_EXIT, self))
      return;
    jvalue value = value_of(self, method.return_type, result);
    jthread thread = current_jthread(self);
    post(self, JVMTI_EVENT_METHOD_EXIT, &jvmtiEventCallbacks::MethodExit,
         [&](auto* callback, Env& env, JNIEnv* jni) {
           callback(&env, jni, thread, jmethod_of(method), by_exception ? JNI_TRUE : JNI_FALSE,
                    value);
         });
  }

  // Posts FramePop to the environments that asked for this frame. The request is consumed even if
  // the event is disabled by now.
  static void tell_pop(JavaThread& self, Method& method, bool by_exception) {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr)
      return;
    const Slot* fp = self.anchor.fp;
    for_each_env([&](Env& env) {
      if (!data->take_frame_pop(env, fp) || !is_enabled(env, JVMTI_EVENT_FRAME_POP, self))
        return;
      jthread thread = current_jthread(self);
      post_to(env, self, JVMTI_EVENT_FRAME_POP, &jvmtiEventCallbacks::FramePop,
              [&](auto* callback, Env& to, JNIEnv* jni) {
                callback(&to, jni, thread, jmethod_of(method), by_exception ? JNI_TRUE : JNI_FALSE);
              });
    });
  }

  // An exception that passes through frames of C++ code is thrown again in each part of the stack.
  // JVMTI posts it once, so the last exception is remembered until it is caught.
  static bool is_new(JavaThread& self, Handle<> exception) {
    ThreadData& data = thread_data(self);
    {
      NoSafepoint still(self);
      if (data.exception != nullptr && handle_of(data.exception).raw(still) == exception.raw(still))
        return false;
    }
    forget_exception(self);
    data.exception = new_global_ref(self, exception);
    return true;
  }
  static void forget_exception(JavaThread& self) {
    ThreadData* data = existing_thread_data(self);
    if (data == nullptr || data->exception == nullptr)
      return;
    delete_global_ref(data->exception);
    data->exception = nullptr;
  }

  // True if some thread wants single steps, or method entries or exits.
  bool wants_all_ = false;
  // True if this is registered with the interpreter.
  bool is_observing_ = false;
  // True if a breakpoint is set in a method that call sites may skip.
  bool has_short_breakpoint_ = false;
  // The key is the current method; the value is the set of bcis of its breakpoints.
  std::unordered_map<const Method*, std::unordered_set<std::uint32_t>> breakpoints_;
  FieldWatches fields_;
  // The ends of these methods' frames must be reported, or a frame has an early exit requested.
  std::unordered_set<const Method*> watched_;
};

namespace {

// The observer is made when the first agent needs it and lives as long as the process.
DebugHooks& hooks() {
  return jvmti_state.debug_hooks.get([] {
    auto* made = new DebugHooks;
    observe(*made, kUnloadingEvents);
    return made;
  });
}

// Runs a change of what is wanted with the world stopped.
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
    // In the OnLoad phase no Java code has run, and no thread can stop the world.
    hooks().refresh();
  } else if (!hooks().is_up_to_date()) {
    in_stopped_world(*self, [] { hooks().refresh(); });
  }
}

void bodies_changed_in(const runtime::Class& klass) { hooks().bodies_changed_in(klass); }

jvmtiError notify_frame_pop(Env& env, JavaThread& self, jthread thread, jint depth) {
  HandleScope scope(self);
  Method* method = nullptr;
  jvmtiError error =
      on_frame(self, thread, depth,
               [&](JavaThread& target, const runtime::Frame& frame, const NoSafepoint& still) {
                 if (&target != &self && !target.is_to_be_suspended())
                   return JVMTI_ERROR_THREAD_NOT_SUSPENDED;
                 if (frame.method().bytecode == nullptr)
                   return JVMTI_ERROR_OPAQUE_FRAME;
                 // HOTSPOT: before JDK 25 a second request is no error.
                 if (!thread_data(target).add_frame_pop(env, frame.fp()) &&
                     runtime::jdk().feature >= kSinceFramePopsAreCounted)
                   return JVMTI_ERROR_DUPLICATE;
                 method = &frame.method();
                 keep_method(self, still, *method);
                 return JVMTI_ERROR_NONE;
               });
  if (error != JVMTI_ERROR_NONE)
    return error;
  // The thread is the caller or suspended, so the frame is usually still there. If another agent
  // has resumed the thread meanwhile, keep_method has kept the method.
  in_stopped_world(self, [&] { hooks().watch(*method); });
  return JVMTI_ERROR_NONE;
}

void tell_jni_read(JavaThread& self, runtime::Field& field, Handle<> object) {
  hooks().jni_touches(self, {&field, false, slot_of(object), nullptr});
}

void tell_jni_write(JavaThread& self, runtime::Field& field, Handle<> object,
                    const JavaValue& value) {
  // A primitive comes in the JavaValue itself.
  const Slot* written = runtime::is_reference(value.type) ? slot_of(value.reference) : &value.slot;
  hooks().jni_touches(self, {&field, true, slot_of(object), written});
}

void watch_frames_of(JavaThread& self, Method& method, Method* other) {
  in_stopped_world(self, [&] {
    hooks().watch(method);
    if (other != nullptr)
      hooks().watch(*other);
  });
}

// --- the functions of the chapter Breakpoint, and NotifyFramePop ---

namespace {

// Returns INVALID_LOCATION outside of the method's code. Only the range is checked, not that an
// instruction begins there.
jvmtiError find_place(jmethodID id, jlocation location, Method** method) {
  MJ_JVMTI_TRY(find_method(id, method));
  bool is_inside = (*method)->bytecode != nullptr && location >= 0 &&
                   location < static_cast<jlocation>((*method)->bytecode_length);
  return is_inside ? JVMTI_ERROR_NONE : JVMTI_ERROR_INVALID_LOCATION;
}

jvmtiError set_breakpoint(Method& method, std::uint32_t bci) {
  if (hooks().has_breakpoint(method, bci))
    return JVMTI_ERROR_DUPLICATE;
  hooks().add_breakpoint(method, bci);
  return JVMTI_ERROR_NONE;
}

jvmtiError clear_breakpoint(Method& method, std::uint32_t bci) {
  if (!hooks().has_breakpoint(method, bci))
    return JVMTI_ERROR_NOT_FOUND;
  hooks().remove_breakpoint(method, bci);
  return JVMTI_ERROR_NONE;
}

// The method is looked up in the stopped world, because before that a collection may unload the
// class and a redefinition may change the code.
jvmtiError change_breakpoint(Call& call, jmethodID id, jlocation location,
                             jvmtiError (*change)(Method& method, std::uint32_t bci)) {
  jvmtiError error = JVMTI_ERROR_NONE;
  in_stopped_world(call.self, [&] {
    Method* method = nullptr;
    error = find_place(id, location, &method);
    if (error == JVMTI_ERROR_NONE)
      error = change(*method, static_cast<std::uint32_t>(location));
  });
  return error;
}

}  // namespace

jvmtiError SetBreakpoint(Call& call, jmethodID id, jlocation location) {
  return change_breakpoint(call, id, location, set_breakpoint);
}
jvmtiError ClearBreakpoint(Call& call, jmethodID id, jlocation location) {
  return change_breakpoint(call, id, location, clear_breakpoint);
}

namespace {

// The agent's reference keeps the field's class loaded, so the lookup may come before the stop.
jvmtiError change_watch(Call& call, jclass klass, jfieldID id, FieldWatches::Kind kind, bool add) {
  runtime::Field* field = nullptr;
  MJ_JVMTI_TRY(find_field(call, klass, id, &field));
  bool changed = false;
  in_stopped_world(call.self, [&] {
    changed = add ? hooks().watch_field(*field, kind) : hooks().unwatch_field(*field, kind);
  });
  return changed ? JVMTI_ERROR_NONE : add ? JVMTI_ERROR_DUPLICATE : JVMTI_ERROR_NOT_FOUND;
}

}  // namespace

jvmtiError SetFieldAccessWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kAccess, true);
}
jvmtiError ClearFieldAccessWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kAccess, false);
}
jvmtiError SetFieldModificationWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kModification, true);
}
jvmtiError ClearFieldModificationWatch(Call& call, jclass klass, jfieldID field) {
  return change_watch(call, klass, field, FieldWatches::Kind::kModification, false);
}

jvmtiError NotifyFramePop(Call& call, jthread thread, jint depth) {
  return notify_frame_pop(call.env, call.self, thread, depth);
}

}  // namespace minijvm::vm::jvmti
