// Makes stack traces: fills Throwable.backtrace from the Java frames, turns it into
// StackTraceElements when a program asks, and finds the caller's class. Called in kInVm by natives
// and by exceptions.cpp.
#include "vm/java/errors/stack_trace.h"

#include <string>
#include <vector>

#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/thread/continuation.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/class_init.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/mirrors.h"
#include "vm/java/properties.h"
#include "vm/java/strings.h"
#include "vm/vm.h"

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

// These indexes are the layout of Throwable.backtrace (stack_trace.h). HOTSPOT: the mirrors are
// third there, too.
constexpr int kPointsIndex = 0;
constexpr int kMirrorsIndex = 2;
constexpr int kBacktraceLength = 3;
constexpr int kLongsPerPoint = 2;

// Skips the frames that made the exception: fillInStackTrace first, then the constructors of the
// throwable's class and of its superclasses. They are not part of its trace.
void skip_construction(FrameWalk& walk, const Class& throwable) {
  auto is_throwables_own = [&] { return throwable.is_subclass_of(*walk.frame().method().holder); };
  while (!walk.done() && walk.frame().method().name->text() == "fillInStackTrace" &&
         is_throwables_own()) {
    walk.next();
  }
  while (!walk.done() && walk.frame().method().is_initializer() && is_throwables_own()) {
    walk.next();
  }
}

struct CollectedTrace {
  std::vector<TracePoint> points;
  // True if the frame that threw is hidden; points.front() is one of its callers then.
  bool hides_top = false;
};

// Walks the thread's own frames from the innermost outwards. No frame can change meanwhile.
CollectedTrace collect_points(const JavaThread& self, const Class& throwable) {
  CollectedTrace trace;
  std::vector<TracePoint>& points = trace.points;
  const std::size_t most = native_settings().stack_trace_depth;
  FrameWalk walk(self);
  skip_construction(walk, throwable);
  trace.hides_top = !walk.done() && is_left_out(walk.frame().method());
  for (const JavaThread* thread = &self;;) {
    // The depth limit counts the frames that are shown, not the hidden ones.
    for (; !walk.done() && (most == 0 || points.size() < most); walk.next()) {
      const Method& method = walk.frame().method();
      if (!is_left_out(method)) {
        points.push_back({&method, walk.frame().bci()});
      }
    }
    thread = the_vm.java.settings.shows_carriers ? thread->carrier : runtime::outer_thread(*thread);
    if (thread == nullptr) {
      return trace;
    }
    walk = FrameWalk(*thread);
  }
}

// Returns a null handle if there is no memory. Calls gc directly, because making an
// OutOfMemoryError must not ask for the trace of another OutOfMemoryError.
Handle<> new_raw_array(JavaThread& self, Class& array_class, std::size_t length) {
  Object* fresh = gc::allocate_array(self, array_class, static_cast<std::int32_t>(length));
  if (fresh == nullptr) {
    return {};
  }
  NoSafepoint still(self);
  return runtime::make_handle(self, still, fresh);
}

Handle<java::ObjectArray> new_raw_object_array(JavaThread& self, std::size_t length) {
  runtime::Linked<Class*> array_class = runtime::array_class_of(self, *wk().java_lang_Object);
  return array_class.ok() ? as<java::ObjectArray>(new_raw_array(self, *array_class.value(), length))
                          : Handle<java::ObjectArray>();
}

// All three arrays are allocated before anything is stored. If one of them fails, there is no
// backtrace.
Handle<java::ObjectArray> new_backtrace(JavaThread& self, const CollectedTrace& trace) {
  const std::vector<TracePoint>& points = trace.points;
  Handle<java::ObjectArray> backtrace = new_raw_object_array(self, kBacktraceLength);
  Handle<java::ObjectArray> mirrors;
  if (!backtrace.is_null()) {
    mirrors = new_raw_object_array(self, points.size());
  }
  Handle<java::LongArray> numbers;
  if (!mirrors.is_null()) {
    numbers =
        as<java::LongArray>(new_raw_array(self, *runtime::primitive_array_class(BasicType::kLong),
                                          points.size() * kLongsPerPoint + 1));
  }
  if (numbers.is_null()) {
    return {};
  }
  NoSafepoint still(self);
  for (std::size_t i = 0; i < points.size(); ++i) {
    auto* pair = numbers.raw(still)->data() + i * kLongsPerPoint;
    // A Method does not move, so its address is stored as a number; the mirror keeps its class
    // loaded. The version says which redefinition the bci belongs to.
    pair[0] = reinterpret_cast<std::int64_t>(points[i].method);
    pair[1] =
        std::int64_t{points[i].method->version} << 32 | static_cast<std::uint32_t>(points[i].bci);
    mirrors.raw(still)->store_element(still, i, points[i].method->holder->mirror);
  }
  // The number behind the pairs is 1 if the frame that threw is hidden.
  numbers.raw(still)->set(points.size() * kLongsPerPoint, trace.hides_top);
  backtrace.raw(still)->store_element(still, kPointsIndex, numbers.raw(still));
  backtrace.raw(still)->store_element(still, kMirrorsIndex, mirrors.raw(still));
  return backtrace;
}

const java::LongArray* numbers_of(const java::ObjectArray* backtrace) {
  return as<java::LongArray>(backtrace->at(kPointsIndex));
}
const java::LongArray* numbers_of(const java::Throwable* throwable) {
  return numbers_of(as<java::ObjectArray>(throwable->backtrace()));
}

// Copies the (method, bci) pairs of a backtrace out of the heap. No thread changes a backtrace once
// it is stored. The caller's handle on it keeps the classes of the methods alive.
std::vector<TracePoint> points_of(JavaThread& self, Handle<java::ObjectArray> backtrace) {
  NoSafepoint still(self);
  std::vector<TracePoint> points;
  const java::LongArray* numbers = numbers_of(backtrace.raw(still));
  const std::int64_t* pairs = numbers->data();
  // The odd number at the end is not part of a pair.
  for (std::int32_t i = 0; i + 1 < numbers->length(); i += kLongsPerPoint) {
    const auto& method = *reinterpret_cast<const Method*>(pairs[i]);
    auto number = static_cast<std::uint16_t>(pairs[i + 1] >> 32);
    const Method& version = method.version_of(number);
    // The version that threw has been freed, and a bci means nothing in another version. The line
    // is then unknown.
    constexpr std::int32_t kNowhere = -1;
    points.push_back(
        {&version, version.version == number ? static_cast<std::int32_t>(pairs[i + 1]) : kNowhere});
  }
  return points;
}

}  // namespace

// A handle on the backtrace is made in the caller's scope.
std::vector<TracePoint> trace_points(JavaThread& self, Handle<java::Throwable> throwable) {
  Handle<> backtrace = field_of(self, throwable, &java::Throwable::backtrace);
  return backtrace.is_null() ? std::vector<TracePoint>()
                             : points_of(self, as<java::ObjectArray>(backtrace));
}

namespace {

// REQUIRES: the throwable has a backtrace.
bool hides_top(JavaThread& self, Handle<java::Throwable> throwable) {
  NoSafepoint still(self);
  const java::LongArray* numbers = numbers_of(throwable.raw(still));
  return numbers->at(numbers->length() - 1) != 0;
}

using Element = java::StackTraceElement;

JavaResult<void> store_interned(JavaThread& self, Handle<Element> element,
                                void (Element::*set)(const NoSafepoint&, java::String*),
                                std::string_view text) {
  store_field(self, element, set, MJ_TRY(intern_string(self, text)));
  return {};
}

// Stores where the method is declared: class, loader and module with its version. The boot loader
// has no name, and neither has an unnamed module.
JavaResult<void> store_place(JavaThread& self, Handle<Element> element, const Class& holder) {
  MJ_TRY(store_interned(self, element, &Element::set_declaringClass, holder.external_name()));
  Handle<java::ClassLoader> loader = holder.loader->class_loader_handle();
  if (!loader.is_null()) {
    NoSafepoint still(self);
    element.raw(still)->set_classLoaderName(still, loader.raw(still)->name());
  }
  const runtime::ModuleEntry& module = runtime::module_of(holder);
  if (module.is_named()) {
    MJ_TRY(store_interned(self, element, &Element::set_moduleName, module.name->text()));
    if (!module.version.empty()) {
      MJ_TRY(store_interned(self, element, &Element::set_moduleVersion, module.version));
    }
  }
  return {};
}

// `frame` counts from the native itself, which is 0.
JavaResult<Class*> missing_annotation(JavaThread& self, int frame) {
  return throw_newf(self, "java/lang/InternalError",
                    "CallerSensitive annotation expected at frame %d", frame);
}

}  // namespace

// There are three phases: clear the old trace, collect the frames, store the new one.
void fill_in_stack_trace(JavaThread& self, Handle<java::Throwable> throwable) {
  if (!native_settings().stack_traces) {
    return;
  }
  HandleScope scope(self);
  // An exception that is pending now must survive the allocations below, so it moves into a handle.
  Handle<java::Throwable> pending = take_exception(self);
  const Class* klass = nullptr;
  {
    NoSafepoint still(self);
    java::Throwable* raw = throwable.raw(still);
    klass = raw->klass();
    raw->set_backtrace(still, nullptr);
    raw->set_stackTrace(still, nullptr);
    raw->set_depth(0);
  }
  CollectedTrace trace = collect_points(self, *klass);
  Handle<java::ObjectArray> backtrace = new_backtrace(self, trace);
  NoSafepoint still(self);
  if (!backtrace.is_null()) {
    throwable.raw(still)->set_backtrace(still, backtrace.raw(still));
    throwable.raw(still)->set_depth(static_cast<std::int32_t>(trace.points.size()));
  }
  // The pending exception returns with its current address.
  self.pending_exception = pending.raw(still);
}

// Used for helpful messages: a point inside a hidden frame would describe code that the program
// cannot see.
bool first_trace_point(JavaThread& self, Handle<java::Throwable> throwable, TracePoint* point) {
  std::vector<TracePoint> points = trace_points(self, throwable);
  if (points.empty() || hides_top(self, throwable)) {
    return false;
  }
  *point = points.front();
  return true;
}

// Every value is stored as soon as it is made, since the next one may stop at a safepoint.
JavaResult<void> fill_stack_trace_element(JavaThread& self, Handle<Element> element,
                                          const Method& method, std::int32_t bci) {
  HandleScope scope(self);
  const Class& holder = *method.holder;
  store_field(self, element, &Element::set_declaringClassObject, mirror_of(holder));
  MJ_TRY(store_place(self, element, holder));
  MJ_TRY(store_interned(self, element, &Element::set_methodName, method.name->text()));
  if (holder.source_file != nullptr) {
    MJ_TRY(store_interned(self, element, &Element::set_fileName, holder.source_file->text()));
  }
  // line_number gives -1 for an unknown line and -2 for a native method, as StackTraceElement
  // defines.
  NoSafepoint still(self);
  element.raw(still)->set_lineNumber(method.line_number(bci));
  return {};
}

namespace {

JavaResult<void> fill_elements(JavaThread& self, Handle<java::ObjectArray> elements,
                               const std::vector<TracePoint>& points) {
  // The library made the array from Throwable.depth, so another length means a foreign array.
  if (static_cast<std::size_t>(length_of(self, elements)) != points.size()) {
    return throw_new(self, "java/lang/IndexOutOfBoundsException");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    HandleScope scope(self);
    auto element = as<Element>(element_of(self, elements, i));
    if (element.is_null()) {
      return throw_null_pointer(self);
    }
    MJ_TRY(fill_stack_trace_element(self, element, *points[i].method, points[i].bci));
  }
  return {};
}

}  // namespace

JavaResult<void> fill_stack_trace_elements(JavaThread& self, Handle<java::ObjectArray> elements,
                                           Handle<java::Throwable> throwable) {
  if (elements.is_null() || throwable.is_null()) {
    return throw_null_pointer(self);
  }
  return fill_elements(self, elements, trace_points(self, throwable));
}

JavaResult<void> fill_elements_of_backtrace(JavaThread& self, Handle<java::ObjectArray> elements,
                                            Handle<java::ObjectArray> backtrace) {
  if (elements.is_null() || backtrace.is_null()) {
    return throw_null_pointer(self);
  }
  return fill_elements(self, elements, points_of(self, backtrace));
}

std::vector<TracePoint> copy_trace(JavaThread& self, const NoSafepoint& still,
                                   const JavaThread& thread, std::int32_t max_depth) {
  std::vector<TracePoint> points;
  std::int32_t depth = 0;
  const runtime::SwitchMethods switches = runtime::switch_methods();
  for (FrameWalk walk(thread); !walk.done() && depth != max_depth; walk.next()) {
    Method& method = walk.frame().method();
    // HOTSPOT: no dump shows the frames of a switch.
    if (&method == switches.enter_special || &method == switches.do_yield) {
      continue;
    }
    ++depth;
    points.push_back({&method, walk.frame().bci()});
    (void)runtime::make_handle(self, still, method.holder->mirror);
  }
  return points;
}

JavaResult<Handle<java::ObjectArray>> new_stack_trace_elements(
    JavaThread& self, const std::vector<TracePoint>& points) {
  MJ_TRY(initialize_class(self, *wk().java_lang_StackTraceElement));
  Handle<java::ObjectArray> elements = MJ_TRY(new_object_array(
      self, *wk().java_lang_StackTraceElement, static_cast<std::int32_t>(points.size())));
  for (std::size_t i = 0; i < points.size(); ++i) {
    HandleScope scope(self);
    Handle<Element> element = MJ_TRY(new_instance<Element>(self));
    MJ_TRY(fill_stack_trace_element(self, element, *points[i].method, points[i].bci));
    store_element(self, elements, i, element);
  }
  return elements;
}

void show_hidden_frames(bool shown) { the_vm.java.settings.shows_hidden_frames = shown; }
bool shows_hidden_frames() { return the_vm.java.settings.shows_hidden_frames; }
// Hidden frames belong to lambda forms and hidden classes, which a program did not write.
bool is_left_out(const Method& method, bool shows_hidden) {
  return method.is_hidden && (!shows_hidden || &method == runtime::switch_methods().do_yield);
}
void show_carrier_frames(bool shown) { the_vm.java.settings.shows_carriers = shown; }

bool is_ignored_by_caller_lookup(const Method& method) {
  return &method.current() == wk().Method_invoke || method.is_lambda_form_compiled ||
         method.polymorphic != runtime::PolymorphicKind::kNone ||
         method.holder->is_subclass_of(*wk().jdk_internal_reflect_MethodAccessorImpl);
}

// The frames of Reflection.getCallerClass's contract:
//
//   0   Reflection.getCallerClass        must be the native's own method
//   1   the method that asks             must be @CallerSensitive
//   2.. its callers                      the first that is not skipped gives the answer
JavaResult<Class*> caller_class(JavaThread& self) {
  int frame = 0;
  for (FrameWalk walk(self); !walk.done(); walk.next(), ++frame) {
    const Method& method = walk.frame().method();
    if (frame == 0) {
      if (&method.current() != wk().Reflection_getCallerClass) {
        return throw_new(self, "java/lang/InternalError",
                         "JVM_GetCallerClass must only be called from Reflection.getCallerClass");
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
