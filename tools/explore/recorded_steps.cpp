// Called by the thread that runs, in kInVm, under the one runner.
#include "tools/explore/recorded_steps.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/opcodes.h"
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

namespace minijvm::vm {
namespace {

using classfile::Opcode;
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

template <class T>
T load(Object* object, std::int32_t offset) {
  return object->atomic<T>(static_cast<std::size_t>(offset)).load(std::memory_order_relaxed);
}

std::string value_text(const sync::NoSafepoint& still, Object* object, BasicType type,
                       std::int32_t offset) {
  switch (type) {
    case BasicType::kBoolean:
      return load<std::int8_t>(object, offset) != 0 ? "true" : "false";
    case BasicType::kByte:
      return std::to_string(load<std::int8_t>(object, offset));
    case BasicType::kChar:
      return std::to_string(load<std::uint16_t>(object, offset));
    case BasicType::kShort:
      return std::to_string(load<std::int16_t>(object, offset));
    case BasicType::kInt:
      return std::to_string(load<std::int32_t>(object, offset));
    case BasicType::kLong:
      return std::to_string(load<std::int64_t>(object, offset));
    case BasicType::kFloat:
      return fmt::format("{}", load<float>(object, offset));
    case BasicType::kDouble:
      return fmt::format("{}", load<double>(object, offset));
    default:
      break;
  }
  auto* reference = load<Object*>(object, offset);
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
    case OpKind::kWeakUpdate:
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

Opcode opcode_at(const runtime::Frame& frame) {
  return static_cast<Opcode>(frame.method().bytecode[frame.bci()]);
}

// Returns the class of the array whose element the instruction accesses; otherwise null.
const runtime::Class* array_of(runtime::JavaThread& self, const decide::Operation& operation,
                               const runtime::Frame& frame) {
  if (!is_access(operation.kind) || frame.method().bytecode == nullptr) {
    return nullptr;
  }
  const Opcode opcode = opcode_at(frame);
  const bool is_load = opcode >= Opcode::iaload && opcode <= Opcode::saload;
  const bool is_store = opcode >= Opcode::iastore && opcode <= Opcode::sastore;
  if (!is_load && !is_store) {
    return nullptr;
  }
  sync::NoSafepoint still(self);
  return object_numbers().object(still, operation.object)->klass();
}

// "iaload <int[]#1>[3]": the instruction, and the element.
std::string element_text(const decide::Operation& operation, const runtime::Frame& frame,
                         const runtime::Class& klass) {
  const auto first = static_cast<std::int32_t>(Object::element_offset(0, klass.log2_element));
  const std::int32_t index = (operation.offset - first) >> klass.log2_element;
  return fmt::format("{} {}[{}]", classfile::op_info(opcode_at(frame)).mnemonic,
                     shown(operation.object), index);
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

// The type of the field or of the element; nothing if it is not known what Unsafe accesses.
std::optional<BasicType> type_of(const Field* field, const runtime::Class* array) {
  if (field != nullptr) {
    return field->type;
  }
  return array == nullptr ? std::nullopt : std::optional(array->element_type);
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
  steps_.push_back(
      {name_of(self) + '\t' + name_field(still, self) + '\t' + place + '\t' + text, {}});
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
                {name_of(self) + '\t' + name_field(still, self) + "\t\t" + kPreempted, {}});
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
  const runtime::Class* array = array_of(self, operation, frame);
  std::string text = field != nullptr   ? access_text(operation, *field)
                     : array != nullptr ? element_text(operation, frame, *array)
                                        : verb_of(operation.kind) + (' ' + shown(operation.object));
  if (!call.name.empty()) {
    text = call.name + ' ' + shown(operation.object);
    // The fields of a Thread are the library's own affair.
    field = call.name.starts_with("Thread.") ? nullptr : field;
  }
  const std::optional<BasicType> type = type_of(field, array);
  if (type && operation.kind == OpKind::kRead) {
    sync::NoSafepoint still(self);
    Object* object = object_numbers().object(still, operation.object);
    text += " -> " + value_text(still, object, *type, operation.offset);
  }
  add(self, place, text);
  const Variable variable{operation.object, operation.offset};
  if (type && operation.kind != OpKind::kRead) {
    write_.push_back({steps_.size() - 1, variable, *type});
  }
  if (call.name.empty() && is_access(operation.kind)) {
    steps_.back().variable = variable;
    users_[variable].insert(call.thread);
  }
}

void RecordedSteps::finish_write(const sync::NoSafepoint& still) {
  for (const Write& write : write_) {
    const auto [number, offset] = write.variable;
    if (Object* object = object_numbers().object(still, number)) {
      steps_[write.step].text += " = " + value_text(still, object, write.type, offset);
    }
  }
  write_.clear();
}

std::vector<std::string> RecordedSteps::take(const sync::NoSafepoint& still) {
  finish_write(still);
  std::vector<std::string> told;
  for (Step& step : steps_) {
    const bool is_private = step.variable && users_[*step.variable].size() == 1;
    told.push_back(std::move(step.text) + (is_private ? "\tprivate" : ""));
  }
  return told;
}

}  // namespace minijvm::vm
