#include "runtime/oop_map_cache.h"

#include <atomic>
#include <memory>
#include <unordered_map>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/flow/oop_map_builder.h"
#include "classfile/opcodes.h"
#include "runtime/class.h"
#include "runtime/method.h"
#include "runtime/run_constant_pool.h"
#include "runtime/symbol_table.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {
namespace {

using classfile::OopMap;
using classfile::OopMapBuilder;

std::atomic<StackSlotMask> slot_mask{nullptr};

// Of one method: the analysis stays, since a method that was asked about once is usually asked again; maps by bci.
struct MethodMaps {
  explicit MethodMaps(const Method& method) : builder(classfile::FlowMethod::of(method.pool->file(), *method.info)) {
    MJ_CHECK(builder.run(), "no oop map for %s: %s at %u", method.text().c_str(), builder.flow().failure(), builder.flow().failure_bci());
  }
  const OopMap& at(std::uint32_t bci) {
    auto [entry, is_new] = by_bci.try_emplace(bci);
    if (is_new) {
      entry->second = builder.at(bci);
    }
    return entry->second;
  }
  OopMapBuilder builder;
  std::unordered_map<std::uint32_t, OopMap> by_bci;
};

sync::Mutex mutex{sync::LockRank::kLeaf};

// Guarded by mutex. References into it stay good: unordered_map nodes do not move.
std::unordered_map<const Method*, std::unique_ptr<MethodMaps>>& cache() {
  static auto& maps = *new std::unordered_map<const Method*, std::unique_ptr<MethodMaps>>;
  return maps;
}

// REQUIRES: mutex.
MethodMaps& maps_of(const Method& method) {
  std::unique_ptr<MethodMaps>& maps = cache()[&method];
  if (maps == nullptr) {
    maps = std::make_unique<MethodMaps>(method);
  }
  return *maps;
}

// Slots that the invoke instruction at a bci takes from the stack: its arguments, which the callee's frame owns. 0: not an invoke.
unsigned argument_slots(const Method& method, std::uint32_t bci) {
  using classfile::Opcode;
  const auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  const bool has_receiver = opcode == Opcode::invokevirtual || opcode == Opcode::invokespecial || opcode == Opcode::invokeinterface;
  if (!has_receiver && opcode != Opcode::invokestatic && opcode != Opcode::invokedynamic) {
    return 0;
  }
  const std::uint16_t index = classfile::load_u2(method.bytecode + bci + 1);
  // The class file's own text: a Symbol would take the symbol table's lock.
  const std::string_view descriptor = method.pool->raw().member(index).descriptor;
  return classfile::MethodDescriptor(descriptor).parameter_slots() + (has_receiver ? 1 : 0);
}

void visit_native(const Frame& frame, void (*visit)(Object** slot, void* context), void* context) {
  const Method& method = frame.method();
  Slot* slot = frame.locals();
  if (!method.is_static()) {
    visit(&slot->ref, context);
    ++slot;
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    if (type.is_reference()) {
      visit(&slot->ref, context);
    }
    slot += type.slots();
  }
}

// Does the frame stand in the subroutine calls that a variant describes?
bool matches(const classfile::OopMapVariant& variant, const Frame& frame, std::uint64_t (*bits_of)(const Frame&, std::uint32_t)) {
  for (const auto& slot : variant.return_slots) {
    if (bits_of(frame, slot.slot) != slot.return_bci) {
      return false;
    }
  }
  return true;
}

std::uint64_t slot_bits(const Frame& frame, std::uint32_t slot) {
  const unsigned locals = frame.method().max_locals;
  return slot < locals ? frame.locals()[slot].bits : frame.stack()[slot - locals].bits;
}

// Stays good until its class dies. A bci in a jsr subroutine may have a map per caller: the return addresses in the frame tell which. Such
// a map is put into `own`.
const OopMap& map_for(const Frame& frame, std::uint32_t bci, OopMap* own) {
  sync::MutexLock lock(mutex);
  MethodMaps& maps = maps_of(frame.method());
  const OopMap& map = maps.at(bci);
  if (!map.is_ambiguous()) {
    return map;
  }
  for (const auto& variant : maps.builder.variants(bci)) {
    if (matches(variant, frame, slot_bits)) {
      *own = variant.map;
      return *own;
    }
  }
  return map;
}

unsigned own_stack_depth(const Frame& frame, std::uint32_t bci, unsigned depth) {
  const unsigned taken = frame.owns_arguments() ? 0 : argument_slots(frame.method(), bci);
  return depth - std::min(depth, taken);
}

bool is_materialised(const Frame& frame, std::uint32_t entry) {
  const StackSlotMask mask = slot_mask.load(std::memory_order_acquire);
  return mask == nullptr || mask(frame, entry);
}

FrameContents contents_of_native(const Method& method) {
  FrameContents contents;
  if (!method.is_static()) {
    contents.locals.push_back(SlotContent::kReference);
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    bool is_wide = type.slots() == 2;
    contents.locals.push_back(type.is_reference() ? SlotContent::kReference : is_wide ? SlotContent::kWide : SlotContent::kPrimitive);
    if (is_wide) {
      contents.locals.push_back(SlotContent::kNothing);
    }
  }
  return contents;
}

SlotContent content_of(classfile::SlotKind kind) {
  using enum classfile::SlotKind;
  switch (kind) {
    case kReference: return SlotContent::kReference;
    case kInt:
    case kFloat: return SlotContent::kPrimitive;
    case kLong:
    case kDouble: return SlotContent::kWide;
    case kDead:
    case kSecond:
    case kReturnAddress: return SlotContent::kNothing;
  }
  MJ_UNREACHABLE("slot kind %d", static_cast<int>(kind));
}

void merge_into(std::vector<SlotContent>& known, std::size_t at, SlotContent content) {
  if (at == known.size()) {
    known.push_back(content);
  } else if (known[at] != content) {
    known[at] = SlotContent::kNothing;  // another caller of this subroutine
  }
}

}  // namespace

void set_stack_slot_mask(StackSlotMask is_materialised) { slot_mask.store(is_materialised, std::memory_order_release); }

void visit_frame_references(const Frame& frame, void (*visit)(Object** slot, void* context), void* context) {
  const Method& method = frame.method();
  if (Slot* lock = &frame.fp()[kFrameLock]; lock->ref != nullptr) {
    visit(&lock->ref, context);
  }
  if (method.bytecode == nullptr) {
    visit_native(frame, visit, context);
    return;
  }
  const auto bci = static_cast<std::uint32_t>(frame.bci());
  OopMap of_variant;
  const OopMap& map = map_for(frame, bci, &of_variant);
  MJ_CHECK(map.is_reachable(), "a frame of %s stands at unreachable bci %u", method.text().c_str(), bci);
  const unsigned depth = own_stack_depth(frame, bci, map.depth());
  map.each_reference([&](unsigned slot) {
    if (slot < map.max_locals()) {
      visit(&frame.locals()[slot].ref, context);
      return;
    }
    const unsigned entry = slot - map.max_locals();
    if (entry < depth && is_materialised(frame, entry)) {
      visit(&frame.stack()[entry].ref, context);
    }
  });
}

FrameContents contents_of(const Frame& frame) {
  const Method& method = frame.method();
  if (method.bytecode == nullptr) {
    return contents_of_native(method);
  }
  FrameContents contents;
  const auto bci = static_cast<std::uint32_t>(frame.bci());
  sync::MutexLock lock(mutex);
  maps_of(method).builder.flow().frames_before(bci, [&](const classfile::SlotFrame& before) {
    for (unsigned local = 0; local != before.max_locals(); ++local) {
      merge_into(contents.locals, local, content_of(before.data()[local].kind));
    }
    const unsigned depth = own_stack_depth(frame, bci, before.depth());
    for (unsigned entry = 0; entry != depth; ++entry) {
      SlotContent content = content_of(before.data()[before.max_locals() + entry].kind);
      merge_into(contents.stack, entry, is_materialised(frame, entry) ? content : SlotContent::kNothing);
    }
  });
  return contents;
}

int stack_depth_at(const Method& method, std::int32_t bci) {
  sync::MutexLock lock(mutex);
  const OopMap& map = maps_of(method).at(static_cast<std::uint32_t>(bci));
  return map.is_reachable() ? static_cast<int>(map.depth()) : -1;
}

void forget_oop_maps(const Class& klass) {
  sync::MutexLock lock(mutex);
  for (const Class* version = &klass; version != nullptr; version = version->older) {
    for (const Method& method : version->methods) {
      cache().erase(&method);
    }
  }
}

}  // namespace minijvm::runtime
