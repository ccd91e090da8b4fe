// Fills LiveStackFrameInfo objects, for stack_walk.cpp. The caller is in kInVm; the frame is below
// the current one, so its contents do not change meanwhile.
#include "vm/natives/jvm/live_frame.h"

#include <vector>

#include "gc/heap/reference_fields.h"
#include "runtime/class/method.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/allocation.h"
#include "vm/java/call_java.h"

namespace minijvm::vm {

using runtime::Frame;
using runtime::HandleScope;
using runtime::HeldMonitor;
using runtime::SlotContent;
using runtime::wk;
using sync::NoSafepoint;

namespace {

// This is LiveStackFrameInfo.MODE_INTERPRETED.
constexpr std::int32_t kModeInterpreted = 1;

// Holds one local or operand, copied out of the frame before anything allocates. A primitive
// becomes a long, as on every 64-bit VM. HOTSPOT: of the two slots of a long or double, the second
// has the value and the first is 0.
struct Value {
  SlotContent content;
  std::int64_t bits;
  Handle<> reference;
};

// `contents` comes from the oop map: it says which slots hold references.
std::vector<Value> values_of(JavaThread& self, const std::vector<SlotContent>& contents,
                             const Slot* slots) {
  NoSafepoint still(self);
  std::vector<Value> values;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    Value value{contents[i], 0, {}};
    // The interpreter has the value in the first of the two slots; it moves to the second one here.
    if (i > 0 && contents[i - 1] == SlotContent::kWide) {
      value.bits = slots[i - 1].as_long();
    }
    if (value.content == SlotContent::kReference) {
      value.reference = runtime::make_handle(self, still, slots[i].ref);
    } else if (value.content == SlotContent::kPrimitive) {
      value.bits = slots[i].as_long();
    }
    values.push_back(value);
  }
  return values;
}

// Returns the monitor of a synchronized method first, then the others in the order of their entry.
std::vector<Value> monitors_of(JavaThread& self, const Frame& frame) {
  NoSafepoint still(self);
  std::vector<Value> monitors;
  auto add = [&](Object* object) {
    monitors.push_back({SlotContent::kReference, 0, runtime::make_handle(self, still, object)});
  };
  // The frame keeps the object that a synchronized method has locked, apart from held_monitors.
  if (Object* locked = frame.fp()[runtime::kFrameLock].ref; locked != nullptr) {
    add(locked);
  }
  for (const HeldMonitor& held : self.held_monitors) {
    if (held.fp == frame.fp()) {
      add(held.object);
    }
  }
  return monitors;
}

// Returns a reference as it is, and a primitive wrapped by LiveStackFrameInfo.asPrimitive.
JavaResult<Handle<>> as_object(JavaThread& self, const Value& value) {
  if (value.content == SlotContent::kReference) {
    return value.reference;
  }
  CallArgs args;
  args.push_long(value.bits);
  return MJ_TRY(call_java(self, *wk().LiveStackFrameInfo_asPrimitive_long, args)).reference;
}

using Info = java::LiveStackFrameInfo;

// Without values, the field keeps the empty array that the constructor gave it.
JavaResult<void> store_values(JavaThread& self, Handle<Info> info,
                              void (Info::*set)(const NoSafepoint&, java::ObjectArray*),
                              const std::vector<Value>& values) {
  if (values.empty()) {
    return {};
  }
  Handle<java::ObjectArray> array = MJ_TRY(
      new_object_array(self, *wk().java_lang_Object, static_cast<std::int32_t>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    // Boxing makes a handle for each value.
    HandleScope scope(self);
    Handle<> object = MJ_TRY(as_object(self, values[i]));
    store_element(self, array, i, object);
  }
  store_field(self, info, set, array);
  return {};
}

}  // namespace

JavaResult<void> fill_live_frame(JavaThread& self, Handle<Info> info, const Frame& frame) {
  HandleScope scope(self);
  runtime::FrameContents contents = runtime::contents_of(frame);
  // All three lists are read before store_values allocates: from here on the references are in
  // handles.
  std::vector<Value> locals = values_of(self, contents.locals, frame.locals());
  std::vector<Value> stack = values_of(self, contents.stack, frame.stack());
  std::vector<Value> monitors = monitors_of(self, frame);
  MJ_TRY(store_values(self, info, &Info::set_locals, locals));
  MJ_TRY(store_values(self, info, &Info::set_operands, stack));
  MJ_TRY(store_values(self, info, &Info::set_monitors, monitors));
  NoSafepoint still(self);
  info.raw(still)->set_mode(kModeInterpreted);
  return {};
}

}  // namespace minijvm::vm
