#include "vm/native/stack_walk.h"

#include <optional>
#include <utility>

#include "classfile/opcodes.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/well_known.h"
#include "vm/invoke/member_name.h"
#include "vm/java/call_java.h"
#include "vm/java/exceptions.h"
#include "vm/java/stack_trace.h"
#include "vm/native/live_frame.h"

namespace minijvm::vm {

using runtime::Class;
using runtime::FrameWalk;
using runtime::HandleScope;
using runtime::wk;
using sync::NoSafepoint;

namespace {

constexpr std::int64_t kClassesOnly = 0x2;
constexpr std::int64_t kGetCallerClass = 0x4;
constexpr std::int64_t kShowHidden = 0x20;
constexpr std::int64_t kLiveFrames = 0x100;
constexpr int kMagicIndex = 0;  // holds the Thread during the walk

Method* no_adapter(const runtime::Frame&, const Method&) { return nullptr; }
LeftOutAdapter left_out_adapter = no_adapter;

// The adapter's work ends with the call of the handle.
std::int32_t last_call_in(const Method& adapter) {
  std::uint32_t bci = 0;
  for (classfile::InstructionCursor at({adapter.bytecode, adapter.bytecode_length}); at.valid(); at.advance()) {
    if (at->opcode == classfile::Opcode::invokevirtual) bci = at.bci();
  }
  return static_cast<std::int32_t>(bci);
}

struct WalkedFrame {
  Method* method;
  std::int32_t bci;
  std::optional<runtime::Frame> frame;  // none of adapters
};

// The frames of a thread and, if wanted, the adapters that have none.
class FullWalk {
 public:
  FullWalk(const JavaThread& thread, bool with_adapters) : walk_(thread), with_adapters_(with_adapters) {}

  bool done() const { return walk_.done(); }
  Method& method() const { return adapter_ != nullptr ? *adapter_ : walk_.frame().method(); }
  WalkedFrame frame() const {
    if (adapter_ != nullptr) return {adapter_, last_call_in(*adapter_), {}};
    runtime::Frame frame = walk_.frame();
    return {&frame.method(), frame.bci(), frame};
  }
  void next() {
    if (adapter_ != nullptr) {
      adapter_ = nullptr;  // on to its caller
      return;
    }
    const Method& callee = walk_.frame().method();
    walk_.next();
    bool may_miss_one = with_adapters_ && !walk_.done() && !walk_.crossed_entry();
    adapter_ = may_miss_one ? left_out_adapter(walk_.frame(), callee) : nullptr;
  }

 private:
  FrameWalk walk_;
  bool with_adapters_;
  Method* adapter_ = nullptr;  // between the last frame and that of walk_
};

// On the C++ stack of call_stack_walk; its address is the anchor that Java hands back. The frames below do not change meanwhile.
struct ActiveWalk {
  JavaThread* thread;
  FullWalk walk;
};

bool belongs_to_walker(const Class& holder) {
  return &holder == wk().java_lang_StackWalker || &holder == wk().java_lang_StackStreamFactory_AbstractStackWalker ||
         holder.super == wk().java_lang_StackStreamFactory_AbstractStackWalker;
}

bool shows_all(const StackWalkRequest& request) {
  return shows_hidden_frames() || ((request.mode & kShowHidden) != 0 && (request.mode & kGetCallerClass) == 0);
}

void skip_walker_frames(FullWalk& walk, std::int32_t more) {
  while (!walk.done() && belongs_to_walker(*walk.method().holder)) {
    walk.next();
  }
  for (; more > 0 && !walk.done(); --more) {
    walk.next();
  }
}

JavaResult<void> check_buffer(JavaThread& self, Handle<> frames, const StackWalkRequest& request) {
  if (frames.is_null()) {
    return throw_new(self, "java/lang/NullPointerException", "frames_array is NULL");
  }
  std::int32_t length = 0;
  {
    NoSafepoint still(self);
    length = frames.raw(still)->array_length();
  }
  if (request.frame_count < 0 || request.start_index < 0 || length < std::int64_t{request.start_index} + request.frame_count) {
    return throw_new(self, "java/lang/IllegalArgumentException", "not enough space in buffers");
  }
  return {};
}

// A StackFrameInfo that Java made: which method, and where in it; if it is a LiveStackFrameInfo, also what the frame holds.
JavaResult<void> fill_frame_info(JavaThread& self, const StackWalkRequest& request, Handle<> frames, std::int32_t index, const WalkedFrame& frame) {
  HandleScope scope(self);
  Handle<> info;
  Handle<> member_name;
  {
    NoSafepoint still(self);
    info = runtime::make_handle(self, still, frames.raw(still)->load_ref(Object::element_offset(index, 3)));
    info.raw(still)->store<std::int32_t>(wk().StackFrameInfo_bci, frame.bci);
    member_name = runtime::make_handle(self, still, info.raw(still)->load_ref(wk().StackFrameInfo_memberName));
  }
  if ((request.mode & kLiveFrames) != 0 && frame.frame.has_value()) {
    MJ_TRY(fill_live_frame(self, info, *frame.frame));
  }
  MemberCall call;
  call.method = frame.method;
  call.referenced = frame.method->holder;
  call.kind = frame.method->is_static() ? classfile::ReferenceKind::REF_invokeStatic : classfile::ReferenceKind::REF_invokeSpecial;
  return store_method(self, member_name, call);
}

JavaResult<void> fill_frame(JavaThread& self, const StackWalkRequest& request, const WalkedFrame& frame, Handle<> frames, std::int32_t index) {
  const Method& method = *frame.method;
  bool checks_caller = (request.mode & kGetCallerClass) != 0 && index == request.start_index;
  if (checks_caller && method.is_caller_sensitive) {
    return throw_newf(self, "java/lang/UnsupportedOperationException", "StackWalker::getCallerClass called from @CallerSensitive '%s' method",
                      method.external_text().c_str());
  }
  if ((request.mode & kClassesOnly) == 0) {
    return fill_frame_info(self, request, frames, index, frame);
  }
  NoSafepoint still(self);
  gc::store_ref(still, frames.raw(still), Object::element_offset(index, 3), method.holder->mirror);
  return {};
}

// Leaves the walk at the last frame filled. The index after it.
JavaResult<std::int32_t> fill_batch(JavaThread& self, const StackWalkRequest& request, FullWalk& walk, Handle<> frames) {
  std::int32_t index = request.start_index;
  std::int32_t end = request.start_index + request.frame_count;
  const bool hides = !shows_all(request);
  for (; !walk.done() && index < end; walk.next()) {
    if (hides && walk.method().is_hidden) {
      continue;
    }
    MJ_TRY(fill_frame(self, request, walk.frame(), frames, index));
    if (++index == end) {
      break;
    }
  }
  return index;
}

void set_magic(JavaThread& self, Handle<> frames, bool active) {
  NoSafepoint still(self);
  gc::store_ref(still, frames.raw(still), Object::element_offset(kMagicIndex, 3), active ? self.thread_object : nullptr);
}

bool has_magic(JavaThread& self, Handle<> frames) {
  NoSafepoint still(self);
  return frames.raw(still)->load_ref(Object::element_offset(kMagicIndex, 3)) == self.thread_object;
}

}  // namespace

void set_left_out_adapter(LeftOutAdapter find) { left_out_adapter = find; }

JavaResult<Handle<>> call_stack_walk(JavaThread& self, Handle<> stream, const StackWalkRequest& request, Handle<> frames) {
  MJ_TRY(check_buffer(self, frames, request));
  ActiveWalk active{&self, FullWalk(self, shows_all(request))};
  skip_walker_frames(active.walk, request.skip_frames);
  std::int32_t end = MJ_TRY(fill_batch(self, request, active.walk, frames));
  if (end == request.start_index) {
    return throw_new(self, "java/lang/InternalError", "stack walk: decode failed");
  }
  set_magic(self, frames, true);
  CallArgs args;
  args.push(stream);
  args.push_long(reinterpret_cast<std::int64_t>(&active));
  args.push_int(request.skip_frames);
  args.push_int(request.frame_count);
  args.push_int(request.start_index);
  args.push_int(end);
  JavaResult<JavaValue> result = call_java(self, *wk().AbstractStackWalker_doStackWalk, args);
  const bool intact = has_magic(self, frames);
  set_magic(self, frames, false);  // also when it threw: the anchor is about to die
  JavaValue value = MJ_TRY(std::move(result));
  if (!intact) {
    return throw_new(self, "java/lang/InternalError", "doStackWalk: corrupted buffers on exit");
  }
  return value.reference;
}

JavaResult<std::int32_t> more_stack_walk(JavaThread& self, const StackWalkRequest& request, std::int64_t anchor, Handle<> frames) {
  MJ_TRY(check_buffer(self, frames, request));
  auto* active = reinterpret_cast<ActiveWalk*>(anchor);
  if (active == nullptr || !has_magic(self, frames) || active->thread != &self) {
    return throw_new(self, "java/lang/InternalError", "doStackWalk: corrupted buffers");
  }
  if (request.frame_count == 0 || active->walk.done()) {
    return request.start_index;
  }
  active->walk.next();
  return fill_batch(self, request, active->walk, frames);
}

}  // namespace minijvm::vm
