// Observes the interpreter and prints a line for each instruction, method entry, method exit and
// exception. It is called by the thread that executes the instruction.
#include "tools/reports/bytecode_tracer.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <vector>

#include "base/check.h"
#include "classfile/disassembler.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/frame.h"
#include "runtime/object/java_objects.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/no_safepoint.h"
#include "tools/code_observers.h"
#include "tools/reports/slot_kinds.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

namespace {

using classfile::SlotKind;
using runtime::Class;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;

// A * stands for any text, also an empty one.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty())
    return text.empty();
  if (pattern[0] == '*')
    return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
  return !text.empty() && pattern[0] == text[0] && matches(pattern.substr(1), text.substr(1));
}

// Returns a string's text in quotes, cut after some characters; for another object its class.
std::string object_text(const sync::NoSafepoint& still, const Object* object) {
  constexpr std::size_t kMostCharacters = 40;
  if (object == nullptr)
    return "null";
  const Class& klass = *object->klass();
  // An array is shown as its type with the length in the first brackets: int[3].
  if (klass.is_array()) {
    std::string text = runtime::external_type(klass.name->text());
    return text.insert(text.find('[') + 1, std::to_string(object->array_length()));
  }
  if (&klass != runtime::wk().java_lang_String)
    return klass.external_name();
  std::string text = to_modified_utf8(still, runtime::as<java::String>(object));
  if (text.size() > kMostCharacters) {
    text = text.substr(0, kMostCharacters) + "...";
  }
  return '"' + text + '"';
}

// The kind says how to read the slot, because a slot does not know what it holds.
std::string slot_text(const sync::NoSafepoint& still, SlotKind kind, const Slot& slot) {
  switch (kind) {
    case SlotKind::kInt:
      return std::to_string(slot.as_int());
    case SlotKind::kLong:
      return std::to_string(slot.as_long()) + "L";
    case SlotKind::kFloat:
      return fmt::format("{}f", slot.as_float());
    case SlotKind::kDouble:
      return fmt::format("{}", slot.as_double());
    case SlotKind::kReference:
      return object_text(still, slot.ref);
    case SlotKind::kReturnAddress:
      return "->" + std::to_string(slot.as_int());
    // A dead slot holds an old value, and a second slot none; both are shown as "-".
    case SlotKind::kDead:
    case SlotKind::kSecond:
      break;
  }
  return "-";
}

// Prints one line for each event of the methods that the filter matches.
class BytecodeTracer final : public Observer {
 public:
  explicit BytecodeTracer(const std::string& filter) {
    std::stringstream words(filter);
    for (std::string word; std::getline(words, word, ',');) patterns_.push_back(word);
  }

  // A pattern may name a class, which means all of its methods.
  bool wants(const Method& method) const override {
    if (patterns_.empty())
      return true;
    std::string holder = method.holder->external_name();
    std::string name = holder + "." + std::string(method.name->text());
    for (const std::string& pattern : patterns_) {
      if (matches(pattern, name) || matches(pattern, holder))
        return true;
    }
    return false;
  }

  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    const std::optional<classfile::Instruction> at =
        classfile::decode_instruction({method.bytecode, method.bytecode_length}, bci);
    MJ_CHECK(at.has_value(), "no instruction at bci %u of %s", bci, method.text().c_str());
    std::string text = classfile::disassemble(method.pool->raw(), *at);
    print(self, method, fmt::format("{:4} {:<40} |{}", bci, text, stack_text(self, method, bci)));
  }
  void method_entered(JavaThread& self, Method& method) override { print(self, method, "entered"); }
  void method_left(JavaThread& self, Method& method, const Slot*) override {
    print(self, method, "left");
  }
  void method_left_by_exception(JavaThread& self, Method& method) override {
    print(self, method, "left by an exception");
  }
  // The interpreter reports exceptions of all methods (vm/observer.h), so they are filtered here.
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci,
                        runtime::Handle<> exception) override {
    if (wants(method))
      print(self, method,
            fmt::format("{:4} throws {}", bci, klass_of(self, exception)->external_name()));
  }
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci,
                        runtime::Handle<> exception) override {
    if (wants(method))
      print(
          self, method,
          fmt::format("{:4} catches {}", handler_bci, klass_of(self, exception)->external_name()));
  }

 private:
  static void print(const JavaThread& self, const Method& method, const std::string& what) {
    std::string line = fmt::format("[{}] {} {}\n", self.id(), method.text(), what);
    // The line is written in one call, so that the lines of several threads do not mix.
    (void)std::fwrite(line.data(), 1, line.size(), stderr);
  }

  // Returns the operands from the bottom up.
  std::string stack_text(JavaThread& self, const Method& method, std::uint32_t bci) {
    sync::NoSafepoint still(self);
    // The thread itself runs this, so the anchor refers to its innermost frame.
    const Slot* slot = self.anchor.fp + runtime::kFrameHeaderSlots;
    std::string text;
    for (SlotKind kind : kinds_.before(method, bci).stack) {
      if (kind != SlotKind::kSecond)
        text += " " + slot_text(still, kind, *slot);
      ++slot;
    }
    return text;
  }

  std::vector<std::string> patterns_;
  SlotKinds& kinds_ = SlotKinds::make();
};

}  // namespace

void trace_bytecode(const std::string& filter) { observe_code(*new BytecodeTracer(filter)); }

}  // namespace minijvm::vm
