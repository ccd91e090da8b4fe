// Walks the Java stack for StackWalker. JVM_CallStackWalk starts a walk and calls back into Java,
// which asks for more frames by JVM_MoreStackWalk while the walk is on the C++ stack below. The
// caller is in kInVm.
//
//   call_stack_walk -> doStackWalk (Java) -> fetchStackFrames -> more_stack_walk
//      ActiveWalk  <--------------- anchor -----------------------+
#include "vm/natives/jvm/stack_walk.h"

#include <optional>
#include <utility>

#include "classfile/opcodes.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/jdk_release.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/continuation.h"
#include "runtime/thread/java_thread.h"
#include "vm/invoke/member_name.h"
#include "vm/java/call_java.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/errors/stack_trace.h"
#include "vm/java/mirrors.h"
#include "vm/natives/jvm/live_frame.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::FrameWalk;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// Bits of `mode`, as in StackStreamFactory: only classes are wanted, getCallerClass is asking,
// hidden frames are wanted, live frames are wanted.
constexpr std::int64_t kClassesOnly = 0x2;
constexpr std::int64_t kGetCallerClass = 0x4;
constexpr std::int64_t kShowHidden = 0x20;
constexpr std::int64_t kLiveFrames = 0x100;
// Element 0 of the buffer holds the Thread during the walk. So more_stack_walk can tell a valid
// buffer.
constexpr int kMagicIndex = 0;

// The bci to show for an adapter that has no frame: its last invokevirtual, since the adapter's
// work ends with the call of the handle.
std::int32_t last_call_in(const Method& adapter) {
  std::uint32_t bci = 0;
  for (classfile::InstructionCursor at({adapter.bytecode, adapter.bytecode_length}); at.valid();
       at.advance()) {
    if (at->opcode == classfile::Opcode::invokevirtual)
      bci = at.bci();
  }
  return static_cast<std::int32_t>(bci);
}

struct WalkedFrame {
  Method* method;
  std::int32_t bci;
  // This is empty for an adapter.
  std::optional<runtime::Frame> frame;
};

// Walks the frames of a thread and, if wanted, the adapters that have no frame. From a continuation
// it goes on to its carrier, unless the continuation has the given scope.
class FullWalk {
 public:
  FullWalk(const JavaThread& thread, bool with_adapters, Handle<> scope)
      : thread_(&thread), scope_(scope), walk_(thread), with_adapters_(with_adapters) {}
  FullWalk() = default;

  bool done() const { return walk_.done(); }
  Method& method() const { return adapter_ != nullptr ? *adapter_ : walk_.frame().method(); }
  WalkedFrame frame() const {
    if (adapter_ != nullptr)
      return {adapter_, last_call_in(*adapter_), {}};
    runtime::Frame frame = walk_.frame();
    return {&frame.method(), frame.bci(), frame};
  }
  void go_on_with(const JavaThread& thread) {
    thread_ = &thread;
    walk_ = FrameWalk(thread);
    adapter_ = nullptr;
  }
  void next() {
    if (adapter_ != nullptr) {
      adapter_ = nullptr;  // go on to the caller of the adapter
      return;
    }
    // An adapter can be missing only between a frame and its direct caller, not where native code
    // or the VM called Java.
    const Method& callee = walk_.frame().method();
    walk_.next();
    if (walk_.done() && goes_outwards()) {
      thread_ = runtime::outer_thread(*thread_);
      walk_ = FrameWalk(*thread_);
      return;
    }
    bool may_miss_one = with_adapters_ && !walk_.done() && !walk_.crossed_entry();
    adapter_ =
        may_miss_one ? runtime::frame_decoder().left_out_adapter(walk_.frame(), callee) : nullptr;
  }

 private:
  bool goes_outwards() const {
    return runtime::outer_thread(*thread_) != nullptr &&
           (scope_.is_null() || *scope_.slot() != thread_->continuation->scope());
  }

  const JavaThread* thread_ = nullptr;
  Handle<> scope_;
  FrameWalk walk_{runtime::FrameAnchor()};
  bool with_adapters_ = false;
  // The adapter between the last frame and that of walk_; null if none is missing.
  Method* adapter_ = nullptr;
};

// Lives on the C++ stack of call_stack_walk; Java hands its address back as the anchor. The frames
// below do not change until that function returns.
struct ActiveWalk {
  JavaThread* thread;
  FullWalk walk;
  // The walk stands at the first frame of a continuation.
  bool has_new_thread = false;
};

// The frames of StackWalker's own implementation are at the top of the stack.
bool belongs_to_walker(const Class& holder) {
  return &holder == wk().java_lang_StackWalker ||
         &holder == wk().java_lang_StackStreamFactory_AbstractStackWalker ||
         holder.super == wk().java_lang_StackStreamFactory_AbstractStackWalker;
}

// getCallerClass never sees hidden frames, whatever the options say.
bool shows_all(const StackWalkRequest& request) {
  return shows_hidden_frames() ||
         ((request.mode & kShowHidden) != 0 && (request.mode & kGetCallerClass) == 0);
}

// Skips the walker's own frames, then `more` frames that Java asked to skip.
void skip_walker_frames(FullWalk& walk, std::int32_t more) {
  while (!walk.done() && belongs_to_walker(*walk.method().holder)) {
    walk.next();
  }
  for (; more > 0 && !walk.done(); --more) {
    walk.next();
  }
}

// HOTSPOT: the messages are HotSpot's. The sum is computed in 64 bits, since it may overflow.
JavaResult<void> check_buffer(JavaThread& self, Handle<java::ObjectArray> frames,
                              const StackWalkRequest& request) {
  if (frames.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "frames_array is NULL");
  }
  if (request.frame_count < 0 || request.start_index < 0 ||
      length_of(self, frames) < std::int64_t{request.start_index} + request.frame_count) {
    return throw_new(self, "java/lang/IllegalArgumentException", "not enough space in buffers");
  }
  return {};
}

// Bits of ClassFrameInfo.flags beside the method's own access flags; the highest ones are Java's.
constexpr std::int32_t kIsMethod = 0x1'0000;
constexpr std::int32_t kIsConstructor = 0x2'0000;
constexpr std::int32_t kIsCallerSensitive = 0x10'0000;
constexpr std::int32_t kIsHidden = 0x40'0000;

std::int32_t frame_flags(const Method& method) {
  return method.access_flags | (method.name->text() == "<init>" ? kIsConstructor : kIsMethod) |
         (method.is_caller_sensitive ? kIsCallerSensitive : 0) | (method.is_hidden ? kIsHidden : 0);
}

// Fills a ClassFrameInfo: the class, or the method if Java wants a StackFrameInfo, and the flags.
JavaResult<void> fill_class_frame(JavaThread& self, const StackWalkRequest& request,
                                  Handle<java::ClassFrameInfo> info, Method& method) {
  Handle<> what = mirror_of(*method.holder);
  if ((request.mode & kClassesOnly) == 0) {
    what = MJ_TRY(resolved_method_name(self, method));
  }
  NoSafepoint still(self);
  info.raw(still)->set_classOrMemberName(still, what.raw(still));
  info.raw(still)->set_flags(info.raw(still)->flags() | frame_flags(method));
  return {};
}

// Fills a StackFrameInfo that Java made: its method and bci. For a LiveStackFrameInfo, it also
// fills in the contents of the frame.
JavaResult<void> fill_frame_info(JavaThread& self, const StackWalkRequest& request,
                                 Handle<java::ObjectArray> frames, std::int32_t index,
                                 const WalkedFrame& frame) {
  HandleScope scope(self);
  auto info = runtime::as<java::StackFrameInfo>(element_of(self, frames, index));
  {
    NoSafepoint still(self);
    info.raw(still)->set_bci(frame.bci);
  }
  if ((request.mode & kLiveFrames) != 0 && frame.frame.has_value()) {
    MJ_TRY(fill_live_frame(self, runtime::as<java::LiveStackFrameInfo>(info), *frame.frame));
  }
  if (runtime::jdk().walks_count_frames) {
    return fill_class_frame(self, request, info, *frame.method);
  }
  auto member_name =
      runtime::as<java::MemberName>(field_of(self, info, &java::StackFrameInfo::memberName));
  // A direct call is stored, because the MemberName only describes the method and is never invoked.
  MemberCall call;
  call.method = frame.method;
  call.referenced = frame.method->holder;
  call.kind = frame.method->is_static() ? classfile::ReferenceKind::REF_invokeStatic
                                        : classfile::ReferenceKind::REF_invokeSpecial;
  return store_method(self, member_name, call);
}

// Fills one element of the buffer: a Class, or a StackFrameInfo that is already there.
JavaResult<void> fill_frame(JavaThread& self, const StackWalkRequest& request,
                            const WalkedFrame& frame, Handle<java::ObjectArray> frames,
                            std::int32_t index) {
  const Method& method = *frame.method;
  // StackWalker.getCallerClass must not be called from a caller-sensitive method, since its caller
  // would be wrong.
  bool checks_caller = (request.mode & kGetCallerClass) != 0 && index == request.start_index;
  if (checks_caller && method.is_caller_sensitive) {
    return throw_newf(self, "java/lang/UnsupportedOperationException",
                      "StackWalker::getCallerClass called from @CallerSensitive '%s' method",
                      method.external_text().c_str());
  }
  if ((request.mode & kClassesOnly) == 0) {
    return fill_frame_info(self, request, frames, index, frame);
  }
  if (runtime::jdk().walks_count_frames) {
    HandleScope scope(self);
    auto info = runtime::as<java::ClassFrameInfo>(element_of(self, frames, index));
    return fill_class_frame(self, request, info, *frame.method);
  }
  store_element(self, frames, index, mirror_of(*method.holder));
  return {};
}

// Fills frames into the buffer and returns the index after the last one. Leaves the walk at the
// last frame filled, so the next batch begins with next().
JavaResult<std::int32_t> fill_batch(JavaThread& self, const StackWalkRequest& request,
                                    FullWalk& walk, Handle<java::ObjectArray> frames) {
  std::int32_t index = request.start_index;
  std::int32_t end = request.start_index + request.frame_count;
  const bool all = shows_all(request);
  const runtime::SwitchMethods switches = runtime::switch_methods();
  for (; !walk.done() && index < end; walk.next()) {
    // HOTSPOT: an exception's trace has enterSpecial, if it shows hidden frames; a walk has not.
    if (is_left_out(walk.method(), all) || &walk.method() == switches.enter_special) {
      continue;
    }
    MJ_TRY(fill_frame(self, request, walk.frame(), frames, index));
    if (++index == end) {
      break;
    }
  }
  return index;
}

void set_magic(JavaThread& self, Handle<java::ObjectArray> frames, bool active) {
  NoSafepoint still(self);
  frames.raw(still)->store_element(still, kMagicIndex, active ? self.thread_object : nullptr);
}

bool has_magic(JavaThread& self, Handle<java::ObjectArray> frames) {
  NoSafepoint still(self);
  return frames.raw(still)->at(kMagicIndex) == self.thread_object;
}

}  // namespace

Method* method_of_frame(const NoSafepoint& still, const java::StackFrameInfo* info) {
  if (runtime::jdk().walks_count_frames) {
    const auto* resolved = runtime::as<java::ResolvedMethodName>(info->classOrMemberName());
    return resolved == nullptr ? nullptr : resolved->vmtarget();
  }
  const auto* member_name = runtime::as<java::MemberName>(info->memberName());
  return member_name == nullptr ? nullptr : method_of_member_name(still, member_name);
}

namespace {

// The thread that runs the continuation; null if it has not run yet, or is done.
const JavaThread* thread_of(JavaThread& self, Handle<java::Continuation> continuation) {
  NoSafepoint still(self);
  return continuation.raw(still)->thread();
}

// A continuation that has no frames yet, or no more, is an empty walk.
FullWalk walk_of(JavaThread& self, const StackWalkRequest& request) {
  if (request.continuation.is_null()) {
    return FullWalk(self, shows_all(request), request.scope);
  }
  const JavaThread* thread = thread_of(self, request.continuation);
  return thread == nullptr ? FullWalk() : FullWalk(*thread, shows_all(request), {});
}

// The anchor came through Java. The magic and the thread are checked before it is trusted.
ActiveWalk* active_walk_at(JavaThread& self, std::int64_t anchor,
                           Handle<java::ObjectArray> frames) {
  auto* active = reinterpret_cast<ActiveWalk*>(anchor);
  const bool is_valid = active != nullptr && has_magic(self, frames) && active->thread == &self;
  return is_valid ? active : nullptr;
}

}  // namespace

JavaResult<Handle<>> call_stack_walk(JavaThread& self, Handle<> stream,
                                     const StackWalkRequest& request,
                                     Handle<java::ObjectArray> frames) {
  MJ_TRY(check_buffer(self, frames, request));
  // A walk that shows hidden frames shows adapters as well.
  ActiveWalk active{&self, walk_of(self, request)};
  skip_walker_frames(active.walk, request.skip_frames);
  std::int32_t end = MJ_TRY(fill_batch(self, request, active.walk, frames));
  // There is at least the frame that called StackWalker, so an empty batch is an error.
  if (end == request.start_index && request.continuation.is_null()) {
    return throw_new(self, "java/lang/InternalError", "stack walk: decode failed");
  }
  set_magic(self, frames, true);
  // doStackWalk(anchor, skipFrames, batchSize, startIndex, endIndex); later JDKs take the number of
  // frames filled in place of the size
  CallArgs args;
  args.push(stream);
  args.push_long(reinterpret_cast<std::int64_t>(&active));
  args.push_int(request.skip_frames);
  args.push_int(runtime::jdk().walks_count_frames ? end - request.start_index
                                                  : request.frame_count);
  args.push_int(request.start_index);
  args.push_int(end);
  JavaResult<JavaValue> result = call_java(self, *wk().AbstractStackWalker_doStackWalk, args);
  const bool intact = has_magic(self, frames);
  // The magic is removed even if Java threw: the anchor is about to die, and no later call may use
  // it.
  set_magic(self, frames, false);
  JavaValue value = MJ_TRY(std::move(result));
  if (!intact) {
    return throw_new(self, "java/lang/InternalError", "doStackWalk: corrupted buffers on exit");
  }
  return value.reference;
}

JavaResult<std::int32_t> more_stack_walk(JavaThread& self, const StackWalkRequest& request,
                                         std::int64_t anchor, Handle<java::ObjectArray> frames) {
  MJ_TRY(check_buffer(self, frames, request));
  ActiveWalk* active = active_walk_at(self, anchor, frames);
  if (active == nullptr) {
    return throw_new(self, "java/lang/InternalError", "doStackWalk: corrupted buffers");
  }
  // If there are no more frames, an empty batch ends the walk in Java.
  if (request.frame_count == 0 || active->walk.done()) {
    return request.start_index;
  }
  // The walk is still at the last frame of the batch before.
  if (request.skips_last_frame && !active->has_new_thread) {
    active->walk.next();
  }
  active->has_new_thread = false;
  return fill_batch(self, request, active->walk, frames);
}

void continue_stack_walk(JavaThread& self, std::int64_t anchor, Handle<java::ObjectArray> frames,
                         Handle<java::Continuation> continuation) {
  ActiveWalk* active = active_walk_at(self, anchor, frames);
  const JavaThread* thread = active == nullptr ? nullptr : thread_of(self, continuation);
  if (thread != nullptr) {
    active->walk.go_on_with(*thread);
    active->has_new_thread = true;
  }
}

}  // namespace minijvm::vm
