// Finds the references in a frame for the collector, and the kinds of its slots for debuggers. It
// stands between the pure analysis of classfile/flow and the frames of runtime. The frame's thread
// is stopped; the caller is a collector's worker or a debugger's thread.
#include "runtime/frame/oop_map_cache.h"

#include <atomic>
#include <memory>
#include <unordered_map>

#include "base/check.h"
#include "classfile/class_file.h"
#include "classfile/descriptor.h"
#include "classfile/flow/oop_map_builder.h"
#include "classfile/opcodes.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/run_constant_pool.h"
#include "runtime/class/symbol_table.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {
namespace {

using classfile::OopMap;
using classfile::OopMapBuilder;

// Holds the analysis of one method, and the maps that were asked for, by bci. The analysis is kept
// as well, because another bci of the same method then costs little.
struct MethodMaps {
  // Only unverified code can make the analysis fail. Such a method would run with unknown
  // references, so the VM stops here.
  explicit MethodMaps(const Method& method)
      : builder(classfile::FlowMethod::of(method.pool->file(), *method.info)) {
    MJ_CHECK(builder.run(), "no oop map for %s: %s at %u", method.text().c_str(),
             builder.flow().failure(), builder.flow().failure_bci());
  }
  // Makes the map on first use. The reference stays valid, as the nodes of an unordered_map do not
  // move.
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

}  // namespace

struct OopMaps {
  sync::Mutex mutex{sync::LockRank::kLeaf};
  // All methods that were asked about. Never destroyed: threads may outlive main.
  std::unordered_map<const Method*, std::unique_ptr<MethodMaps>> by_method MJ_GUARDED_BY(mutex);
};

namespace {

OopMaps& cache() { return *runtime_state.methods.oop_maps; }

MethodMaps& maps_of(const Method& method) MJ_REQUIRES(cache().mutex) {
  std::unique_ptr<MethodMaps>& maps = cache().by_method[&method];
  if (maps == nullptr) {
    maps = std::make_unique<MethodMaps>(method);
  }
  return *maps;
}

// Returns how many slots the invoke instruction at `bci` takes from the stack: its arguments, which
// the callee's frame owns. The result is 0 if the instruction is no invoke.
unsigned argument_slots(const Method& method, std::uint32_t bci) {
  using classfile::Opcode;
  const auto opcode = static_cast<Opcode>(method.bytecode[bci]);
  const bool has_receiver = opcode == Opcode::invokevirtual || opcode == Opcode::invokespecial ||
                            opcode == Opcode::invokeinterface;
  if (!has_receiver && opcode != Opcode::invokestatic && opcode != Opcode::invokedynamic) {
    return 0;
  }
  const std::uint16_t index = classfile::load_u2(method.bytecode + bci + 1);
  // This reads the class file's own text, because Symbols would need the symbol table's lock.
  const std::string_view descriptor = method.pool->raw().member(index).descriptor;
  return classfile::MethodDescriptor(descriptor).parameter_slots() + (has_receiver ? 1 : 0);
}

// A native method has no oop map. Its arguments are its locals, and its descriptor says which of
// them are references.
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

// Returns true if the frame is inside the subroutine calls that a variant describes: each return
// address slot of the variant holds the bci that the variant expects.
bool matches(const classfile::OopMapVariant& variant, const Frame& frame,
             std::uint64_t (*bits_of)(const Frame&, std::uint32_t)) {
  for (const auto& slot : variant.return_slots) {
    if (bits_of(frame, slot.slot) != slot.return_bci) {
      return false;
    }
  }
  return true;
}

// Slots are numbered as in an OopMap: locals first, then the stack from the bottom.
std::uint64_t slot_bits(const Frame& frame, std::uint32_t slot) {
  const unsigned locals = frame.method().max_locals;
  return slot < locals ? frame.locals()[slot].bits : frame.stack()[slot - locals].bits;
}

// Returns the map for the frame at `bci`. A bci inside a jsr subroutine may have one map for each
// caller; the return addresses in the frame say which applies. Such a map is copied into `own`. Any
// other map stays valid until the class of the method dies.
const OopMap& map_for(const Frame& frame, std::uint32_t bci, OopMap* own) {
  sync::MutexLock lock(cache().mutex);
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

// Returns the depth of the operand stack without the arguments that belong to the callee's frame.
unsigned own_stack_depth(const Frame& frame, std::uint32_t bci, unsigned depth) {
  const unsigned taken = frame.owns_arguments() ? 0 : argument_slots(frame.method(), bci);
  return depth - std::min(depth, taken);
}

// The same walk over the descriptor as visit_native, but also for primitive arguments.
FrameContents contents_of_native(const Method& method) {
  FrameContents contents;
  if (!method.is_static()) {
    contents.locals.push_back(SlotContent::kReference);
  }
  for (classfile::FieldType type : classfile::MethodDescriptor(method.descriptor->text())) {
    bool is_wide = type.slots() == 2;
    contents.locals.push_back(type.is_reference() ? SlotContent::kReference
                              : is_wide           ? SlotContent::kWide
                                                  : SlotContent::kPrimitive);
    if (is_wide) {
      contents.locals.push_back(SlotContent::kNothing);
    }
  }
  return contents;
}

// A debugger distinguishes only the values that it can show; a return address of jsr is not a Java
// value.
SlotContent content_of(classfile::SlotKind kind) {
  using enum classfile::SlotKind;
  switch (kind) {
    case kReference:
      return SlotContent::kReference;
    case kInt:
    case kFloat:
      return SlotContent::kPrimitive;
    case kLong:
    case kDouble:
      return SlotContent::kWide;
    case kDead:
    case kSecond:
    case kReturnAddress:
      return SlotContent::kNothing;
  }
  MJ_UNREACHABLE("slot kind %d", static_cast<int>(kind));
}

// Adds what one caller of a jsr subroutine knows about a slot. The first caller defines the
// content; a later caller that disagrees makes it unknown.
void merge_into(std::vector<SlotContent>& known, std::size_t at, SlotContent content) {
  if (at == known.size()) {
    known.push_back(content);
  } else if (known[at] != content) {
    known[at] = SlotContent::kNothing;
  }
}

}  // namespace

void visit_frame_references(const Frame& frame, void (*visit)(Object** slot, void* context),
                            void* context) {
  const Method& method = frame.method();
  // The lock slot keeps the monitor's object alive, and is not a part of the oop map.
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
  // A frame at a bci that no path reaches means that a pc was translated wrongly.
  MJ_CHECK(map.is_reachable(), "a frame of %s stands at unreachable bci %u", method.text().c_str(),
           bci);
  // Arguments on top of the stack are visited with the callee's frame, as its locals. A visit here
  // as well would update the same slot twice.
  const unsigned depth = own_stack_depth(frame, bci, map.depth());
  map.each_reference([&](unsigned slot) {
    if (slot < map.max_locals()) {
      visit(&frame.locals()[slot].ref, context);
      return;
    }
    const unsigned entry = slot - map.max_locals();
    if (entry < depth && frame_decoder().is_materialised(frame, entry)) {
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
  sync::MutexLock lock(cache().mutex);
  maps_of(method).builder.flow().frames_before(bci, [&](const classfile::SlotFrame& before) {
    for (unsigned local = 0; local != before.max_locals(); ++local) {
      merge_into(contents.locals, local, content_of(before.data()[local].kind));
    }
    const unsigned depth = own_stack_depth(frame, bci, before.depth());
    for (unsigned entry = 0; entry != depth; ++entry) {
      SlotContent content = content_of(before.data()[before.max_locals() + entry].kind);
      merge_into(contents.stack, entry,
                 frame_decoder().is_materialised(frame, entry) ? content : SlotContent::kNothing);
    }
  });
  return contents;
}

int stack_depth_at(const Method& method, std::int32_t bci) {
  sync::MutexLock lock(cache().mutex);
  const OopMap& map = maps_of(method).at(static_cast<std::uint32_t>(bci));
  return map.is_reachable() ? static_cast<int>(map.depth()) : -1;
}

// Older versions of a redefined class have methods of their own, whose maps may be in the cache.
void forget_oop_maps(const Class& klass) {
  sync::MutexLock lock(cache().mutex);
  for (const Class* version = &klass; version != nullptr; version = version->older) {
    for (const Method& method : version->methods) {
      cache().by_method.erase(&method);
    }
  }
}

}  // namespace minijvm::runtime
