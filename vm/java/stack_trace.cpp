#include "vm/java/stack_trace.h"

#include <string>
#include <vector>

#include "gc/allocate.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/java_thread.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/module_graph.h"
#include "runtime/object.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

using runtime::BasicType;
using runtime::Class;
using runtime::FrameWalk;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Throwable.backtrace. The mirrors keep the classes alive; HOTSPOT: they stand third.
constexpr int kPointsIndex = 0;
constexpr int kMirrorsIndex = 2;
constexpr int kBacktraceLength = 3;
constexpr int kLongsPerPoint = 2;

// The frames that made the exception are not part of its trace.
void skip_construction(FrameWalk& walk, const Class& throwable) {
  auto is_throwables_own = [&] { return throwable.is_subclass_of(*walk.frame().method().holder); };
  while (!walk.done() && walk.frame().method().name->text() == "fillInStackTrace" && is_throwables_own()) {
    walk.next();
  }
  while (!walk.done() && walk.frame().method().is_initializer() && is_throwables_own()) {
    walk.next();
  }
}

bool hidden_frames_shown = false;
bool is_left_out(const Method& method) { return method.is_hidden && !hidden_frames_shown; }

struct CollectedTrace {
  std::vector<TracePoint> points;
  bool hides_top = false;  // the frame that threw is hidden: points.front() is one of its callers
};

CollectedTrace collect_points(const JavaThread& self, const Class& throwable) {
  CollectedTrace trace;
  std::vector<TracePoint>& points = trace.points;
  const std::size_t most = native_settings().stack_trace_depth;
  FrameWalk walk(self);
  skip_construction(walk, throwable);
  trace.hides_top = !walk.done() && is_left_out(walk.frame().method());
  for (; !walk.done() && (most == 0 || points.size() < most); walk.next()) {
    const Method& method = walk.frame().method();
    if (!is_left_out(method)) {
      points.push_back({&method, walk.frame().bci()});
    }
  }
  return trace;
}

// Null slots mean: no memory. Calls gc itself, since an OutOfMemoryError must not ask for another one's trace.
Handle<> new_raw_array(JavaThread& self, Class& array_class, std::size_t length) {
  Object* fresh = gc::allocate_array(self, array_class, static_cast<std::int32_t>(length));
  if (fresh == nullptr) {
    return {};
  }
  NoSafepoint still(self);
  return runtime::make_handle(self, still, fresh);
}

Handle<> new_raw_object_array(JavaThread& self, std::size_t length) {
  runtime::Linked<Class*> array_class = runtime::array_class_of(self, *wk().java_lang_Object);
  return array_class.ok() ? new_raw_array(self, *array_class.value(), length) : Handle<>();
}

Handle<> new_backtrace(JavaThread& self, const CollectedTrace& trace) {
  const std::vector<TracePoint>& points = trace.points;
  Handle<> backtrace = new_raw_object_array(self, kBacktraceLength);
  Handle<> mirrors = backtrace.is_null() ? Handle<>() : new_raw_object_array(self, points.size());
  Handle<> numbers =
      mirrors.is_null() ? Handle<>() : new_raw_array(self, *runtime::primitive_array_class(BasicType::kLong), points.size() * kLongsPerPoint + 1);
  if (numbers.is_null()) {
    return {};
  }
  NoSafepoint still(self);
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto* pair = numbers.raw(still)->elements<std::int64_t>() + i * kLongsPerPoint;
    pair[0] = reinterpret_cast<std::int64_t>(points[i].method);
    pair[1] = std::int64_t{points[i].method->version} << 32 | static_cast<std::uint32_t>(points[i].bci);
    gc::store_ref(still, mirrors.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), points[i].method->holder->mirror);
  }
  numbers.raw(still)->elements<std::int64_t>()[points.size() * kLongsPerPoint] = trace.hides_top;
  gc::store_ref(still, backtrace.raw(still), Object::element_offset(kPointsIndex, 3), numbers.raw(still));
  gc::store_ref(still, backtrace.raw(still), Object::element_offset(kMirrorsIndex, 3), mirrors.raw(still));
  return backtrace;
}

// The (method, bci) pairs of a throwable, copied out; nobody changes a backtrace once it is stored. A handle on it, in the scope of the
// caller, keeps the methods' classes.
std::vector<TracePoint> points_of(JavaThread& self, Handle<> throwable) {
  NoSafepoint still(self);
  std::vector<TracePoint> points;
  const Object* backtrace = throwable.raw(still)->load_ref(wk().Throwable_backtrace);
  if (backtrace == nullptr) {
    return points;
  }
  (void)runtime::make_handle(self, still, throwable.raw(still)->load_ref(wk().Throwable_backtrace));
  const Object* numbers = backtrace->load_ref(Object::element_offset(kPointsIndex, 3));
  const auto* pairs = numbers->elements<std::int64_t>();
  for (std::int32_t i = 0; i + 1 < numbers->array_length(); i += kLongsPerPoint) {
    const auto& method = *reinterpret_cast<const Method*>(pairs[i]);
    auto number = static_cast<std::uint16_t>(pairs[i + 1] >> 32);
    const Method& version = method.version_of(number);
    constexpr std::int32_t kNowhere = -1;  // an old version that was freed: the bci means nothing in another
    points.push_back({&version, version.version == number ? static_cast<std::int32_t>(pairs[i + 1]) : kNowhere});
  }
  return points;
}

bool hides_top(JavaThread& self, Handle<> throwable) {
  NoSafepoint still(self);
  const Object* backtrace = throwable.raw(still)->load_ref(wk().Throwable_backtrace);
  const Object* numbers = backtrace->load_ref(Object::element_offset(kPointsIndex, 3));
  return numbers->elements<std::int64_t>()[numbers->array_length() - 1] != 0;
}

void store(JavaThread& self, Handle<> object, std::size_t offset, Handle<> value) {
  NoSafepoint still(self);
  gc::store_ref(still, object.raw(still), offset, value.raw(still));
}

JavaResult<void> store_interned(JavaThread& self, Handle<> object, std::size_t offset, std::string_view text) {
  store(self, object, offset, MJ_TRY(intern_string(self, text)));
  return {};
}

// The class's own Class.name if it has been asked for, else the interned name.
JavaResult<void> store_place(JavaThread& self, Handle<> element, const Class& holder) {
  MJ_TRY(store_interned(self, element, wk().StackTraceElement_declaringClass, holder.external_name()));
  Handle<> loader = holder.loader->class_loader_handle();
  if (!loader.is_null()) {
    NoSafepoint still(self);
    gc::store_ref(still, element.raw(still), wk().StackTraceElement_classLoaderName, loader.raw(still)->load_ref(wk().ClassLoader_name));
  }
  const runtime::ModuleEntry& module = runtime::module_of(holder);
  if (module.is_named()) {
    MJ_TRY(store_interned(self, element, wk().StackTraceElement_moduleName, module.name->text()));
    if (!module.version.empty()) {
      MJ_TRY(store_interned(self, element, wk().StackTraceElement_moduleVersion, module.version));
    }
  }
  return {};
}

JavaResult<Handle<>> element_handle(JavaThread& self, Handle<> elements, std::size_t index) {
  NoSafepoint still(self);
  return runtime::make_handle(self, still, elements.raw(still)->load_ref(Object::element_offset(static_cast<std::int64_t>(index), 3)));
}

JavaResult<Class*> missing_annotation(JavaThread& self, int frame) {
  return throw_newf(self, "java/lang/InternalError", "CallerSensitive annotation expected at frame %d", frame);
}

}  // namespace

void fill_in_stack_trace(JavaThread& self, Handle<> throwable) {
  if (!native_settings().stack_traces) {
    return;
  }
  HandleScope scope(self);
  // An exception that is pending now must survive the allocations below.
  Handle<> pending = take_exception(self);
  const Class* klass = nullptr;
  {
    NoSafepoint still(self);
    Object* raw = throwable.raw(still);
    klass = raw->klass();
    gc::store_ref(still, raw, wk().Throwable_backtrace, nullptr);
    gc::store_ref(still, raw, wk().Throwable_stackTrace, nullptr);
    raw->store<std::int32_t>(wk().Throwable_depth, 0);
  }
  CollectedTrace trace = collect_points(self, *klass);
  Handle<> backtrace = new_backtrace(self, trace);
  NoSafepoint still(self);
  if (!backtrace.is_null()) {
    gc::store_ref(still, throwable.raw(still), wk().Throwable_backtrace, backtrace.raw(still));
    throwable.raw(still)->store<std::int32_t>(wk().Throwable_depth, static_cast<std::int32_t>(trace.points.size()));
  }
  self.pending_exception = pending.raw(still);
}

bool first_trace_point(JavaThread& self, Handle<> throwable, TracePoint* point) {
  std::vector<TracePoint> points = points_of(self, throwable);
  if (points.empty() || hides_top(self, throwable)) {
    return false;
  }
  *point = points.front();
  return true;
}

JavaResult<void> fill_stack_trace_element(JavaThread& self, Handle<> element, const Method& method, std::int32_t bci) {
  HandleScope scope(self);
  const Class& holder = *method.holder;
  store(self, element, wk().StackTraceElement_declaringClassObject, mirror_of(holder));
  MJ_TRY(store_place(self, element, holder));
  MJ_TRY(store_interned(self, element, wk().StackTraceElement_methodName, method.name->text()));
  if (holder.source_file != nullptr) {
    MJ_TRY(store_interned(self, element, wk().StackTraceElement_fileName, holder.source_file->text()));
  }
  NoSafepoint still(self);
  element.raw(still)->store<std::int32_t>(wk().StackTraceElement_lineNumber, method.line_number(bci));
  return {};
}

JavaResult<void> fill_stack_trace_elements(JavaThread& self, Handle<> elements, Handle<> throwable) {
  if (elements.is_null() || throwable.is_null()) {
    return throw_null_pointer(self);
  }
  std::vector<TracePoint> points = points_of(self, throwable);
  std::int32_t length = 0;
  {
    NoSafepoint still(self);
    length = elements.raw(still)->array_length();
  }
  if (static_cast<std::size_t>(length) != points.size()) {
    return throw_new(self, "java/lang/IndexOutOfBoundsException");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    HandleScope scope(self);
    Handle<> element = MJ_TRY(element_handle(self, elements, i));
    if (element.is_null()) {
      return throw_null_pointer(self);
    }
    MJ_TRY(fill_stack_trace_element(self, element, *points[i].method, points[i].bci));
  }
  return {};
}

JavaResult<Handle<>> new_stack_trace_elements(JavaThread& self, const TracePoint* points, std::int32_t count) {
  MJ_TRY(initialize_class(self, *wk().java_lang_StackTraceElement));
  Handle<> elements = MJ_TRY(new_object_array(self, *wk().java_lang_StackTraceElement, count));
  for (std::int32_t i = 0; i < count; ++i) {
    HandleScope scope(self);
    Handle<> element = MJ_TRY(new_instance(self, *wk().java_lang_StackTraceElement));
    MJ_TRY(fill_stack_trace_element(self, element, *points[i].method, points[i].bci));
    NoSafepoint still(self);
    gc::store_ref(still, elements.raw(still), Object::element_offset(i, 3), element.raw(still));
  }
  return elements;
}

void show_hidden_frames(bool shown) { hidden_frames_shown = shown; }
bool shows_hidden_frames() { return hidden_frames_shown; }

bool is_ignored_by_caller_lookup(const Method& method) {
  return &method.current() == wk().Method_invoke || method.is_lambda_form_compiled || method.polymorphic != runtime::PolymorphicKind::kNone ||
         method.holder->is_subclass_of(*wk().jdk_internal_reflect_MethodAccessorImpl);
}

Class* innermost_class(const JavaThread& self) {
  FrameWalk walk(self);
  return walk.done() ? nullptr : walk.frame().method().holder;
}

JavaResult<Class*> caller_class(JavaThread& self) {
  int frame = 0;
  for (FrameWalk walk(self); !walk.done(); walk.next(), ++frame) {
    const Method& method = walk.frame().method();
    if (frame == 0) {
      if (&method.current() != wk().Reflection_getCallerClass) {
        return throw_new(self, "java/lang/InternalError", "JVM_GetCallerClass must only be called from Reflection.getCallerClass");
      }
      continue;
    }
    if (frame == 1) {
      if (!method.is_caller_sensitive) {
        return missing_annotation(self, frame);
      }
      continue;
    }
    if (!is_ignored_by_caller_lookup(method)) {
      return method.holder;
    }
  }
  return static_cast<Class*>(nullptr);
}

}  // namespace minijvm::vm
