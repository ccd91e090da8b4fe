#include "vm/inspect/stepper/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "classfile/class_file.h"
#include "classfile/disassembler.h"
#include "runtime/class.h"
#include "runtime/java_thread.h"
#include "runtime/method.h"
#include "runtime/oop_map_cache.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"

namespace minijvm::vm::stepper {

namespace {

using classfile::Instruction;
using classfile::LocalVariable;
using classfile::SlotKind;
using runtime::Frame;
using runtime::JavaThread;
using runtime::Method;
using runtime::SlotContent;

std::string instruction_text(const Method& method, const Instruction& at) { return classfile::disassemble(method.pool->raw(), at); }

bool decode(const Method& method, std::uint32_t bci, Instruction* out) {
  return classfile::decode_instruction({method.bytecode, method.bytecode_length}, bci, out);
}

// The table's row for a slot at bci. A variable is in scope from the instruction on that follows its first store.
std::optional<LocalVariable> variable_at(const Method& method, std::uint32_t slot, std::uint32_t bci) {
  if (method.info == nullptr || method.info->code == nullptr) return std::nullopt;
  for (const auto& table : method.info->code->local_variables) {
    for (LocalVariable row : table) {
      if (row.index == slot && bci >= row.start_pc && bci < std::uint32_t{row.start_pc} + row.length) return row;
    }
  }
  return std::nullopt;
}

std::string_view pool_text(const Method& method, std::uint16_t index) { return method.pool->raw().utf8(index); }

Local local_at(const Method& method, std::uint32_t slot, std::uint32_t bci, SlotKind kind, runtime::Slot* value) {
  if (std::optional<LocalVariable> row = variable_at(method, slot, bci)) {
    return {std::string(pool_text(method, row->name_index)), pool_text(method, row->descriptor_index), kind, value};
  }
  bool is_receiver = slot == 0 && !method.is_static();
  return {is_receiver ? "this" : fmt::format("${}", slot), "", kind, value};
}

}  // namespace

std::vector<Frame> frames_of(const JavaThread& thread) {
  std::vector<Frame> frames;
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) frames.push_back(walk.frame());
  return frames;
}

std::optional<Frame> nth_frame(const JavaThread& thread, std::size_t number) {
  for (runtime::FrameWalk walk(thread); !walk.done(); walk.next()) {
    if (number-- == 0) return walk.frame();
  }
  return std::nullopt;
}

std::vector<Local> locals_of(SlotKinds& kinds, const Frame& frame) {
  std::vector<Local> locals;
  const Method& method = frame.method();
  if (method.bytecode == nullptr || frame.bci() < 0) return locals;
  auto bci = static_cast<std::uint32_t>(frame.bci());
  FrameKinds at = kinds.before(method, bci);
  std::vector<SlotContent> contents = runtime::contents_of(frame).locals;
  for (std::uint32_t slot = 0; slot < std::min(at.locals.size(), contents.size()); ++slot) {
    SlotKind kind = at.locals[slot];
    if (kind == SlotKind::kDead || kind == SlotKind::kSecond || contents[slot] == SlotContent::kNothing) continue;
    locals.push_back(local_at(method, slot, bci, kind, frame.locals() + slot));
  }
  return locals;
}

std::string short_method_text(const Method& method) {
  return fmt::format("{}.{}{}", method.holder->external_name(), method.name->text(), method.descriptor->text());
}

Value describe_place(const Method& method, std::int32_t bci) {
  Value place = Value::record();
  place.set("class", method.holder->external_name()).set("method", method.name->text()).set("descriptor", method.descriptor->text());
  if (method.is_native()) return place.set("native", true);
  place.set("bci", bci);
  if (method.holder->source_file != nullptr) place.set("file", method.holder->source_file->text());
  if (method.line_number(bci) >= 0) place.set("line", method.line_number(bci));
  Instruction at;
  if (bci >= 0 && decode(method, static_cast<std::uint32_t>(bci), &at)) place.set("instruction", instruction_text(method, at));
  return place;
}

Value describe_locals(SlotKinds& kinds, const View& view, const Frame& frame) {
  Value out = Value::list();
  for (const Local& local : locals_of(kinds, frame)) {
    Value record = Value::record();
    record.set("name", local.name);
    describe_slot(view, local.kind, *local.slot, local.descriptor, record);
    out.add(std::move(record));
  }
  return out;
}

Value describe_stack(SlotKinds& kinds, const View& view, const Frame& frame) {
  Value out = Value::list();
  const Method& method = frame.method();
  if (method.bytecode == nullptr || frame.bci() < 0) return out;
  FrameKinds at = kinds.before(method, static_cast<std::uint32_t>(frame.bci()));
  std::vector<SlotContent> contents = runtime::contents_of(frame).stack;  // without what a callee owns by now
  for (std::size_t i = 0; i < std::min(at.stack.size(), contents.size()); ++i) {
    if (at.stack[i] == SlotKind::kSecond) continue;
    Value record = Value::record();
    if (contents[i] == SlotContent::kNothing) {
      record.set("type", "unknown").set("value", "(not in its slot)");  // folded code keeps it elsewhere (interp/code.h: StackMask)
    } else {
      describe_slot(view, at.stack[i], frame.stack()[i], "", record);
    }
    out.add(std::move(record));
  }
  return out;
}

Value disassemble_method(const Method& method, std::int32_t bci) {
  Value rows = Value::list();
  Instruction at;
  std::int32_t line = -1;
  for (std::uint32_t next = 0; next < method.bytecode_length && decode(method, next, &at); next = at.next_bci()) {
    Value row = Value::record();
    row.set("bci", next).set("text", instruction_text(method, at));
    std::int32_t here = method.line_number(static_cast<std::int32_t>(next));
    if (here >= 0 && here != line) row.set("line", here);
    if (bci == static_cast<std::int32_t>(next)) row.set("current", true);
    line = here;
    rows.add(std::move(row));
  }
  return rows;
}

}  // namespace minijvm::vm::stepper
