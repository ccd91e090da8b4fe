// Reads frames and methods for the stepper's answers. The caller has the floor, so no frame
// changes.
#include "tools/stepper/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/disassembler.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/frame/oop_map_cache.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::Instruction;
using classfile::InstructionCursor;
using classfile::LocalVariable;
using classfile::SlotKind;
using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;
using runtime::SlotContent;

std::string instruction_text(const Method& method, const Instruction& at) {
  return classfile::disassemble(method.pool->raw(), at);
}

// Nothing if no whole instruction begins there.
std::optional<Instruction> decode(const Method& method, std::uint32_t bci) {
  return classfile::decode_instruction({method.bytecode, method.bytecode_length}, bci);
}

// Returns the row of the LocalVariableTable for a slot at bci (JVMS 4.7.13). A variable is in scope
// only from the instruction that follows its first store.
std::optional<LocalVariable> variable_at(const classfile::CodeAttribute& code, std::uint32_t slot,
                                         std::uint32_t bci) {
  for (const auto& table : code.local_variables) {
    for (LocalVariable row : table) {
      if (row.index == slot && bci >= row.start_pc &&
          bci < std::uint32_t{row.start_pc} + row.length)
        return row;
    }
  }
  return std::nullopt;
}

std::string_view pool_text(const Method& method, std::uint16_t index) {
  return method.pool->raw().utf8(index);
}

// Slot 0 of an instance method is `this`.
std::string name_without_row(const Method& method, std::uint32_t slot) {
  return slot == 0 && !method.is_static() ? "this" : fmt::format("${}", slot);
}

// A slot without a row has no type either.
Local local_at(const Method& method, const classfile::CodeAttribute& code, std::uint32_t slot,
               std::uint32_t bci, SlotKind kind, runtime::Slot* value) {
  if (std::optional<LocalVariable> row = variable_at(code, slot, bci)) {
    return {std::string(pool_text(method, row->name_index)),
            pool_text(method, row->descriptor_index), kind, value};
  }
  return {name_without_row(method, slot), "", kind, value};
}

}  // namespace

std::vector<Frame> frames_of(const JavaThread& thread) {
  std::vector<Frame> frames;
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) frames.push_back(walk.frame());
  return frames;
}

std::optional<Frame> nth_frame(const JavaThread& thread, std::size_t number) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    if (number-- == 0)
      return walk.frame();
  }
  return std::nullopt;
}

std::vector<Local> locals_of(SlotKinds& kinds, const Frame& frame) {
  std::vector<Local> locals;
  const Method& method = frame.method();
  // A native method has no locals.
  if (method.bytecode == nullptr || frame.bci() < 0)
    return locals;
  auto bci = static_cast<std::uint32_t>(frame.bci());
  FrameKinds at = kinds.before(method, bci);
  const classfile::CodeAttribute code = method.code_attribute();
  std::vector<SlotContent> contents = runtime::contents_of(frame).locals;
  for (std::uint32_t slot = 0; slot < std::min(at.locals.size(), contents.size()); ++slot) {
    SlotKind kind = at.locals[slot];
    // These are not shown: dead slots, second halves of long and double, and values that folded
    // code keeps in another place.
    if (kind == SlotKind::kDead || kind == SlotKind::kSecond ||
        contents[slot] == SlotContent::kNothing)
      continue;
    locals.push_back(local_at(method, code, slot, bci, kind, frame.locals() + slot));
  }
  return locals;
}

namespace {

// A thread that is blocked at a monitorenter has published the slot of the object, which is the
// operand on top (JVMS 6.5.monitorenter). Returns null for any other frame.
const runtime::Slot* slot_of_wanted_monitor(const JavaThread& thread, const Frame& frame) {
  const bool is_there = thread.block_kind() == sync::BlockKind::kMonitorEnter &&
                        thread.anchor.fp == frame.fp() &&
                        static_cast<classfile::Opcode>(frame.method().bytecode[frame.bci()]) ==
                            classfile::Opcode::monitorenter;
  return is_there ? reinterpret_cast<const runtime::Slot*>(thread.blocked_on()) : nullptr;
}

}  // namespace

std::vector<Operand> operands_of(SlotKinds& kinds, const JavaThread& thread, const Frame& frame) {
  std::vector<Operand> operands;
  const Method& method = frame.method();
  if (method.bytecode == nullptr || frame.bci() < 0)
    return operands;
  FrameKinds at = kinds.before(method, static_cast<std::uint32_t>(frame.bci()));
  // The arguments of a call in progress are left out, because they are the callee's locals now.
  std::vector<SlotContent> contents = runtime::contents_of(frame).stack;
  for (std::size_t i = 0; i < std::min(at.stack.size(), contents.size()); ++i) {
    if (at.stack[i] == SlotKind::kSecond)
      continue;
    const bool is_there = contents[i] != SlotContent::kNothing;
    operands.push_back({at.stack[i], is_there ? frame.stack() + i : nullptr});
  }
  if (!operands.empty() && operands.back().slot == nullptr)
    operands.back().slot = slot_of_wanted_monitor(thread, frame);
  return operands;
}

LineTable::LineTable(const Method& method) {
  if (method.info == nullptr || !method.info->has_code())
    return;
  method.pool->file().each_line_table(*method.info, [this](auto table) {
    for (classfile::LineNumber row : table) rows_.push_back({row.start_pc, row.line_number});
  });
  std::stable_sort(rows_.begin(), rows_.end(),
                   [](const Row& a, const Row& b) { return a.start < b.start; });
}

int LineTable::line_at(std::uint32_t bci) const {
  auto next = std::upper_bound(rows_.begin(), rows_.end(), bci,
                               [](std::uint32_t at, const Row& row) { return at < row.start; });
  return next == rows_.begin() ? -1 : std::prev(next)->line;
}

std::string variable_name(const Method& method, std::uint32_t slot, std::uint32_t bci) {
  const std::optional<LocalVariable> row = variable_at(method.code_attribute(), slot, bci);
  return row ? std::string(pool_text(method, row->name_index)) : name_without_row(method, slot);
}

std::string short_method_text(const Method& method) {
  return fmt::format("{}.{}{}", method.holder->external_name(), method.name->text(),
                     method.descriptor->text());
}

Json describe_place(const Method& method, std::int32_t bci) {
  Json place = Json::record();
  place.set("class", method.holder->external_name())
      .set("method", method.name->text())
      .set("descriptor", method.descriptor->text());
  if (method.is_native())
    return place.set("native", true);
  place.set("bci", bci);
  if (method.holder->source_file != nullptr)
    place.set("file", method.holder->source_file->text());
  // -1 means that there is no LineNumberTable.
  if (method.line_number(bci) >= 0)
    place.set("line", method.line_number(bci));
  std::optional<Instruction> at;
  if (bci >= 0)
    at = decode(method, static_cast<std::uint32_t>(bci));
  if (at)
    place.set("instruction", instruction_text(method, *at));
  return place;
}

Json describe_locals(SlotKinds& kinds, const View& view, const Frame& frame) {
  Json out = Json::list();
  for (const Local& local : locals_of(kinds, frame)) {
    Json record = Json::record();
    record.set("name", local.name);
    describe_slot(view, local.kind, *local.slot, local.descriptor, record);
    out.add(std::move(record));
  }
  return out;
}

Json describe_stack(SlotKinds& kinds, const View& view, const JavaThread& thread,
                    const Frame& frame) {
  Json out = Json::list();
  for (const Operand& operand : operands_of(kinds, thread, frame)) {
    Json record = Json::record();
    if (operand.slot == nullptr) {
      // Folded code keeps this operand elsewhere (vm/interp/cells/code.h:/StackMask/).
      record.set("type", "unknown").set("value", "(not in its slot)");
    } else {
      describe_slot(view, operand.kind, *operand.slot, "", record);
    }
    out.add(std::move(record));
  }
  return out;
}

Json disassemble_method(const Method& method, std::int32_t bci) {
  Json rows = Json::list();
  std::int32_t line = -1;
  const LineTable lines(method);
  // JVMS 4.7.3: the code array is a sequence of instructions without gaps.
  for (InstructionCursor at({method.bytecode, method.bytecode_length}); at.valid(); at.advance()) {
    const std::uint32_t next = at.bci();
    Json row = Json::record();
    row.set("bci", next).set("text", instruction_text(method, *at));
    std::int32_t here = lines.line_at(next);
    if (here >= 0 && here != line)
      row.set("line", here);
    if (bci == static_cast<std::int32_t>(next))
      row.set("current", true);
    line = here;
    rows.add(std::move(row));
  }
  return rows;
}

}  // namespace minijvm::vm::stepper
