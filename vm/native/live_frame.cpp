#include "vm/native/live_frame.h"

#include <vector>

#include "gc/barrier.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/oop_map_cache.h"
#include "runtime/well_known.h"
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

constexpr std::int32_t kModeInterpreted = 1;  // LiveStackFrameInfo.MODE_INTERPRETED

// Copied out before anything allocates. Primitives become a long each, as on every 64-bit VM.
// HOTSPOT: of the two slots of a long or double the second has the value, and the first is 0.
struct Value {
  SlotContent content;
  std::int64_t bits;
  Handle<> reference;
};

std::vector<Value> values_of(JavaThread& self, const std::vector<SlotContent>& contents, const Slot* slots) {
  NoSafepoint still(self);
  std::vector<Value> values;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    Value value{contents[i], 0, {}};
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

// A synchronized method's first, then in the order in which they were entered.
std::vector<Value> monitors_of(JavaThread& self, const Frame& frame) {
  NoSafepoint still(self);
  std::vector<Value> monitors;
  auto add = [&](Object* object) { monitors.push_back({SlotContent::kReference, 0, runtime::make_handle(self, still, object)}); };
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

JavaResult<Handle<>> as_object(JavaThread& self, const Value& value) {
  if (value.content == SlotContent::kReference) {
    return value.reference;
  }
  CallArgs args;
  args.push_long(value.bits);
  return MJ_TRY(call_java(self, *wk().LiveStackFrameInfo_asPrimitive_long, args)).reference;
}

// No values: the field keeps the empty array of the constructor.
JavaResult<void> store_values(JavaThread& self, Handle<> info, std::size_t field, const std::vector<Value>& values) {
  if (values.empty()) {
    return {};
  }
  Handle<> array = MJ_TRY(new_object_array(self, *wk().java_lang_Object, static_cast<std::int32_t>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    HandleScope scope(self);
    Handle<> object = MJ_TRY(as_object(self, values[i]));
    NoSafepoint still(self);
    gc::store_ref(still, array.raw(still), Object::element_offset(static_cast<std::int64_t>(i), 3), object.raw(still));
  }
  NoSafepoint still(self);
  gc::store_ref(still, info.raw(still), field, array.raw(still));
  return {};
}

}  // namespace

JavaResult<void> fill_live_frame(JavaThread& self, Handle<> info, const Frame& frame) {
  HandleScope scope(self);
  runtime::FrameContents contents = runtime::contents_of(frame);
  std::vector<Value> locals = values_of(self, contents.locals, frame.locals());
  std::vector<Value> stack = values_of(self, contents.stack, frame.stack());
  std::vector<Value> monitors = monitors_of(self, frame);
  MJ_TRY(store_values(self, info, wk().LiveStackFrameInfo_locals, locals));
  MJ_TRY(store_values(self, info, wk().LiveStackFrameInfo_operands, stack));
  MJ_TRY(store_values(self, info, wk().LiveStackFrameInfo_monitors, monitors));
  NoSafepoint still(self);
  info.raw(still)->store<std::int32_t>(wk().LiveStackFrameInfo_mode, kModeInterpreted);
  return {};
}

}  // namespace minijvm::vm
