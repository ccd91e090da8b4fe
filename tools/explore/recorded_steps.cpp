// Called by the thread that runs, in kInVm, under the one runner.
#include "tools/explore/recorded_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/thread/java_thread.h"
#include "sync/schedule/deterministic_run.h"
#include "sync/schedule/scheduler.h"
#include "tools/dumps/thread_text.h"
#include "vm/java/threads/object_numbers.h"
#include "vm/java/threads/points.h"
#include "vm/natives/jni/field_access.h"

namespace minijvm::vm {
namespace {

using decide::OpKind;
using runtime::BasicType;
using runtime::Field;
using runtime::Object;

constexpr const char* kPreempted = "---- preempted here ----";

std::string name_of(const runtime::JavaThread& thread) {
  return sync::thread_model().run()->name_of(thread);
}

std::string shown(decide::ObjectNo number) {
  return number == 0 ? "" : '<' + object_numbers().name(number) + '>';
}

std::string value_text(const sync::NoSafepoint& still, Object* object, const Field& field) {
  switch (field.type) {
    case BasicType::kBoolean:
      return load_field<std::int8_t>(still, object, field) != 0 ? "true" : "false";
    case BasicType::kByte:
      return std::to_string(load_field<std::int8_t>(still, object, field));
    case BasicType::kChar:
      return std::to_string(load_field<std::uint16_t>(still, object, field));
    case BasicType::kShort:
      return std::to_string(load_field<std::int16_t>(still, object, field));
    case BasicType::kInt:
      return std::to_string(load_field<std::int32_t>(still, object, field));
    case BasicType::kLong:
      return std::to_string(load_field<std::int64_t>(still, object, field));
    case BasicType::kFloat:
      return fmt::format("{}", load_field<float>(still, object, field));
    case BasicType::kDouble:
      return fmt::format("{}", load_field<double>(still, object, field));
    default:
      break;
  }
  auto* reference = load_field<Object*>(still, object, field);
  return reference == nullptr ? "null" : shown(object_numbers().number(still, reference));
}

const char* verb_of(OpKind kind) {
  switch (kind) {
    case OpKind::kNone:
      break;
    case OpKind::kInitialize:
      return "initializes";
    case OpKind::kLock:
      return "locks";
    case OpKind::kUnlock:
      return "unlocks";
    case OpKind::kWait:
      return "waits on";
    case OpKind::kNotify:
      return "notifies one of";
    case OpKind::kNotifyAll:
      return "notifies all of";
    case OpKind::kPark:
      return "parks";
    case OpKind::kUnpark:
      return "unparks";
    case OpKind::kRead:
      return "reads";
    case OpKind::kWrite:
      return "writes";
    case OpKind::kUpdate:
      return "updates";
  }
  return "";
}

// "getstatic Race.counter", "putfield <Account#2>.balance"
std::string access_text(const decide::Operation& operation, const Field& field) {
  const bool reads = operation.kind == OpKind::kRead;
  const std::string name(field.name->text());
  if (field.is_static()) {
    return (reads ? "getstatic " : "putstatic ") + field.holder->external_name() + '.' + name;
  }
  return (reads ? "getfield " : "putfield ") + shown(operation.object) + '.' + name;
}

// "AtomicInteger.set", if the program's frame has called the class library; else empty.
std::string library_call(const runtime::JavaThread& self, const runtime::Frame& frame) {
  const runtime::Method* called = nullptr;
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    if (walk.frame().fp() == frame.fp()) {
      break;
    }
    called = &walk.frame().method();
  }
  if (called == nullptr) {
    return "";
  }
  const std::string holder = called->holder->external_name();
  return holder.substr(holder.rfind('.') + 1) + '.' + std::string(called->name->text());
}

// The value of a read, or nothing.
std::string read_text(runtime::JavaThread& self, const decide::Operation& operation,
                      const Field& field) {
  if (operation.kind != OpKind::kRead) {
    return "";
  }
  sync::NoSafepoint still(self);
  return " -> " + value_text(still, object_numbers().object(still, operation.object), field);
}

}  // namespace

// A thread may have any name.
std::string RecordedSteps::name_field(const sync::NoSafepoint& still, runtime::JavaThread& self) {
  std::string name = name_text(still, self.thread_handle());
  std::replace_if(
      name.begin(), name.end(), [](char letter) { return letter >= 0 && letter < ' '; }, ' ');
  return name;
}

void RecordedSteps::add(runtime::JavaThread& self, const std::string& place,
                        const std::string& text) {
  sync::NoSafepoint still(self);
  finish_write(still);
  steps_.push_back(name_of(self) + '\t' + name_field(still, self) + '\t' + place + '\t' + text);
}

// The thread that ends the VM has main's name once more.
void RecordedSteps::tell(runtime::JavaThread& self, const std::string& text) {
  const bool is_main = name_of(self) == "main";
  if (is_main && has_main_ended_) {
    return;
  }
  has_main_ended_ = is_main && text == "ends";
  add(self, "", text);
  last_call_ = {};
}

// Steps that came between the question and the operation are those of threads that ran first.
void RecordedSteps::mark_preemption(runtime::JavaThread& self) {
  const auto neared = neared_at_.find(name_of(self));
  if (neared == neared_at_.end() || neared->second == steps_.size()) {
    return;
  }
  sync::NoSafepoint still(self);
  finish_write(still);
  steps_.insert(steps_.begin() + static_cast<std::ptrdiff_t>(neared->second),
                name_of(self) + '\t' + name_field(still, self) + "\t\t" + kPreempted);
}

bool RecordedSteps::goes_on(const Call& call) const {
  const bool is_first = call.kind == last_call_.kind && call.object != last_call_.object;
  return call.thread == last_call_.thread && call.place == last_call_.place &&
         call.name == last_call_.name && !is_first;
}

void RecordedSteps::begins(runtime::JavaThread& self, const decide::Operation& operation,
                           const runtime::Frame& frame, const Field* field) {
  mark_preemption(self);
  const std::string place = frame_text({&frame.method(), frame.bci()});
  const Call call{name_of(self), place, library_call(self, frame), operation.kind,
                  operation.object};
  const bool is_new_call = !goes_on(call);
  if (is_new_call) {
    last_call_ = call;
  }
  // Nobody else knows the object that a constructor makes.
  if (!call.name.empty() && (!is_new_call || call.name.ends_with(".<init>"))) {
    return;
  }
  std::string text = field == nullptr ? verb_of(operation.kind) + (' ' + shown(operation.object))
                                      : access_text(operation, *field);
  if (!call.name.empty()) {
    text = call.name + ' ' + shown(operation.object);
    // The fields of a Thread are the library's own affair.
    field = call.name.starts_with("Thread.") ? nullptr : field;
  }
  add(self, place, text + (field == nullptr ? "" : read_text(self, operation, *field)));
  if (field != nullptr && operation.kind != OpKind::kRead) {
    write_.push_back({steps_.size() - 1, operation.object, field});
  }
}

void RecordedSteps::finish_write(const sync::NoSafepoint& still) {
  for (const Write& write : write_) {
    if (Object* object = object_numbers().object(still, write.object)) {
      steps_[write.step] += " = " + value_text(still, object, *write.field);
    }
  }
  write_.clear();
}

std::vector<std::string> RecordedSteps::take(const sync::NoSafepoint& still) {
  finish_write(still);
  return std::move(steps_);
}

}  // namespace minijvm::vm
