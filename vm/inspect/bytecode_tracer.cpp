#include "vm/inspect/bytecode_tracer.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <vector>

#include "classfile/disassembler.h"
#include "runtime/class.h"
#include "runtime/frame.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/object.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "runtime/well_known.h"
#include "sync/no_safepoint.h"
#include "vm/inspect/slot_kinds.h"
#include "vm/interp/hooks.h"
#include "vm/java/strings.h"

namespace minijvm::vm {

namespace {

using classfile::SlotKind;
using runtime::Class;
using runtime::JavaThread;
using runtime::Method;
using runtime::Object;
using runtime::Slot;

// * stands for any text, also none.
bool matches(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*') return matches(pattern.substr(1), text) || (!text.empty() && matches(pattern, text.substr(1)));
  return !text.empty() && pattern[0] == text[0] && matches(pattern.substr(1), text.substr(1));
}

// A string's text in quotes, cut after some characters; of other objects the class.
std::string object_text(const sync::NoSafepoint& still, const Object* object) {
  constexpr std::size_t kMostCharacters = 40;
  if (object == nullptr) return "null";
  const Class& klass = *object->klass();
  if (klass.is_array()) {
    std::string text = runtime::external_type(klass.name->text());
    return text.insert(text.find('[') + 1, std::to_string(object->array_length()));
  }
  if (&klass != runtime::wk().java_lang_String) return klass.external_name();
  std::string text = to_modified_utf8(still, object);
  if (text.size() > kMostCharacters) {
    text = text.substr(0, kMostCharacters) + "...";
  }
  return '"' + text + '"';
}

std::string slot_text(const sync::NoSafepoint& still, SlotKind kind, const Slot& slot) {
  switch (kind) {
    case SlotKind::kInt: return std::to_string(slot.as_int());
    case SlotKind::kLong: return std::to_string(slot.as_long()) + "L";
    case SlotKind::kFloat: return fmt::format("{}f", slot.as_float());
    case SlotKind::kDouble: return fmt::format("{}", slot.as_double());
    case SlotKind::kReference: return object_text(still, slot.ref);
    case SlotKind::kReturnAddress: return "->" + std::to_string(slot.as_int());
    case SlotKind::kDead:
    case SlotKind::kSecond: break;
  }
  return "-";
}

class BytecodeTracer final : public InterpHooks {
 public:
  explicit BytecodeTracer(const std::string& filter) {
    std::stringstream words(filter);
    for (std::string word; std::getline(words, word, ',');) patterns_.push_back(word);
  }

  bool wants(const Method& method) const override {
    if (patterns_.empty()) return true;
    std::string holder = method.holder->external_name();
    std::string name = holder + "." + std::string(method.name->text());
    for (const std::string& pattern : patterns_) {
      if (matches(pattern, name) || matches(pattern, holder)) return true;
    }
    return false;
  }

  void at_instruction(JavaThread& self, Method& method, std::uint32_t bci) override {
    classfile::Instruction at;
    (void)classfile::decode_instruction({method.bytecode, method.bytecode_length}, bci, &at);
    std::string text = classfile::disassemble(method.pool->raw(), at);
    print(self, method, fmt::format("{:4} {:<40} |{}", bci, text, stack_text(self, method, bci)));
  }
  void method_entered(JavaThread& self, Method& method) override { print(self, method, "entered"); }
  void method_left(JavaThread& self, Method& method, const Slot*) override { print(self, method, "left"); }
  void method_left_by_exception(JavaThread& self, Method& method) override { print(self, method, "left by an exception"); }
  void exception_thrown(JavaThread& self, Method& method, std::int32_t bci, runtime::Handle<> exception) override {
    if (wants(method)) print(self, method, fmt::format("{:4} throws {}", bci, class_name(self, exception)));
  }
  void exception_caught(JavaThread& self, Method& method, std::uint32_t handler_bci, runtime::Handle<> exception) override {
    if (wants(method)) print(self, method, fmt::format("{:4} catches {}", handler_bci, class_name(self, exception)));
  }

 private:
  static std::string class_name(JavaThread& self, runtime::Handle<> object) {
    sync::NoSafepoint still(self);
    return object.raw(still)->klass()->external_name();
  }

  static void print(const JavaThread& self, const Method& method, const std::string& what) {
    std::string line = fmt::format("[{}] {} {}\n", self.id(), method.text(), what);
    (void)std::fwrite(line.data(), 1, line.size(), stderr);  // at once, so that threads do not mix within lines
  }

  // The operands from the bottom up.
  std::string stack_text(JavaThread& self, const Method& method, std::uint32_t bci) {
    sync::NoSafepoint still(self);
    const Slot* slot = self.anchor.fp + runtime::kFrameHeaderSlots;
    std::string text;
    for (SlotKind kind : kinds_.before(method, bci).stack) {
      if (kind != SlotKind::kSecond) text += " " + slot_text(still, kind, *slot);
      ++slot;
    }
    return text;
  }

  std::vector<std::string> patterns_;
  SlotKinds& kinds_ = SlotKinds::make();
};

}  // namespace

void trace_bytecode(const std::string& filter) {
  observe(*new BytecodeTracer(filter));
}

}  // namespace minijvm::vm
