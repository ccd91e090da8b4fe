// Runs the loop of the fast engine: one function with a label for each cell, in the words of
// ../cell_words.h. The loop runs in kInJava; it calls slow paths (cell_paths.h) for everything that
// may stop.
#include "vm/interp/cells/cell_engine.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>
#include <unordered_map>

#include "base/check.h"
#include "gc/heap/allocate.h"
#include "gc/heap/reference_fields.h"
#include "runtime/class/class.h"
#include "runtime/frame/oop_map_cache.h"
#include "vm/interp/cell_words.h"
#include "vm/interp/cells/cell_paths.h"
#include "vm/interp/cells/code.h"
#include "vm/interp/cells/leaf_functions.h"
#include "vm/interp/cells/translator.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/meanings.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/observation.h"
#include "vm/interp/redefined_code.h"
#include "vm/vm.h"

namespace minijvm::interp {

namespace {

constexpr vm::InterpState& state = vm::the_vm.interp;

// Returns the low half of the class word, which data cells keep.
inline std::uint32_t klass_bits(const Object* object) {
  return static_cast<std::uint32_t>(object->class_word());
}

inline void put_reference(JavaThread* thread, Object* holder, std::size_t offset, Object* value) {
  sync::NoSafepoint still(*thread);
  gc::store_ref(still, holder, offset, value);
}
inline void put_element(JavaThread* thread, Object* array, std::int32_t index, Object* value) {
  sync::NoSafepoint still(*thread);
  runtime::as<java::ObjectArray>(array)->store_element(still, index, value);
}
// Stores a reference into the field at this address, in whatever object or mirror.
inline void put_reference_at(JavaThread* thread, const void* where, Object* value) {
  put_reference(thread, static_cast<Object*>(const_cast<void*>(where)), 0, value);
}
// Fields may be shared between threads. A relaxed atomic access is one mov, and never torn (JLS
// 17.6, 17.7).
template <class T>
inline T load_at(const void* where) {
  return __atomic_load_n(static_cast<const T*>(where), __ATOMIC_RELAXED);
}
template <>
inline double load_at<double>(const void* where) {
  return std::bit_cast<double>(load_at<std::uint64_t>(where));
}
template <class T>
inline void store_at(const void* where, T value) {
  __atomic_store_n(static_cast<T*>(const_cast<void*>(where)), value, __ATOMIC_RELAXED);
}
inline const char* field_at(const Object* object, std::int32_t offset) {
  return reinterpret_cast<const char*>(object) + offset;
}

// 6.5.aastore: returns whether the value may be stored into this array.
inline bool fits(const Object* value, const Object* array) {
  const runtime::Class* component = array->klass()->component;
  return value == nullptr || value->klass() == component ||
         value->klass()->is_subclass_of(*component);
}

// Returns null if call_selected must find the method.
inline const Method* itable_callee(const DataCell* data, std::int32_t index,
                                   const runtime::Class& receiver) {
  const auto* interface = static_cast<const runtime::Class*>(data[kCacheEntries].pointer);
  // OPTIMIZATION: the first entry is compared here, since most classes have few interfaces.
  const bool is_first = !receiver.itable.empty() && receiver.itable[0].interface == interface;
  const runtime::ItableEntry* entry =
      is_first ? &receiver.itable[0] : receiver.find_itable(*interface);
  return entry == nullptr || index < 0 ? nullptr : entry->methods[index];
}

// Returns the appendix of a call site that is linked to an adapter.
inline Object* appendix_of(const DataCell* data) {
  return *static_cast<Object* const*>(data[1].pointer);
}

// Compares MethodHandle.type with the MethodType of a call site.
inline bool is_of_type(const Object* handle, const Object* type) {
  return runtime::as<java::MethodHandle>(handle)->type() == type;
}

// The tables of switches are among the literals. Their targets are displacements in bytes from the
// cell (translate_control.cpp).
inline const std::int32_t* switch_table(const Cell* pc) {
  return reinterpret_cast<const std::int32_t*>(reinterpret_cast<const char*>(pc) + pc->c);
}
inline std::int32_t table_target(const Cell* pc, std::int32_t key) {
  // The table holds: low, count, default, targets.
  const std::int32_t* table = switch_table(pc);
  // The index is unsigned, so that keys below `low` become large.
  std::uint32_t index = static_cast<std::uint32_t>(key) - static_cast<std::uint32_t>(table[0]);
  return index < static_cast<std::uint32_t>(table[1]) ? table[3 + index] : table[2];
}
std::int32_t lookup_target(const Cell* pc, std::int32_t key) {
  // The table holds: count, default, keys in ascending order, targets.
  const std::int32_t* table = switch_table(pc);
  const std::int32_t* keys = table + 2;
  const std::int32_t* end = keys + table[0];
  const std::int32_t* found = std::lower_bound(keys, end, key);
  return found != end && *found == key ? found[table[0]] : table[1];
}

// Operand c of some cells is two numbers of 16 bits (cell_drafts.h:/halves/).
inline std::intptr_t low_half(std::int32_t c) { return static_cast<std::int16_t>(c); }
inline std::int32_t high_half(std::int32_t c) { return c >> 16; }
inline std::int32_t low_half_in_bytes(std::int32_t c) {
  return static_cast<std::int16_t>(c) * static_cast<std::int32_t>(sizeof(Cell));
}

// Only the function itself knows the addresses of its labels: with a null thread, it stores them
// and returns. There are two instances, of which a run of the VM uses one: only the second counts
// ticks (ticks.h), so that nothing is paid for them otherwise.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wint-to-pointer-cast"
template <bool kCountsTicks>
[[gnu::noinline]] void loop(JavaThread* const th, const Cell* pc, Slot* fp) {
  static const void* const handlers[] = {
#define MJ_CELL(name, ...) &&do_##name,
#include "vm/interp/cells/cells.def"
#undef MJ_CELL
  };
  if (th == nullptr) {
    state.cell_handlers = handlers;
    return;
  }
  std::uint64_t acc = 0;
  double dacc = 0;
  double dprevious = 0;
  const Object* bad_object = nullptr;
  std::int32_t bad_index = 0;
  DISPATCH;

#define MJ_CELL(name, ...) \
  do_##name : {            \
    __VA_ARGS__;           \
    NEXT(1);               \
  }
#include "vm/interp/cells/cells.def"
#undef MJ_CELL

poll:
  // These are the ends of all handlers that must stop or throw.
  SLOW(poll_at(*th, pc, fp));
null_pointer:
  SLOW(throw_null(*th, pc, fp));
divide_by_zero:
  SLOW(throw_division(*th, pc, fp));
bad_element:
  SLOW(throw_element(*th, pc, fp, bad_object, bad_index));
bad_store:
  SLOW(throw_store(*th, pc, fp, bad_object));
}
#pragma GCC diagnostic pop

constexpr const char* kNames[] = {
#define MJ_CELL(name, ...) #name,
#include "vm/interp/cells/cells.def"
#undef MJ_CELL
};

}  // namespace

const char* cell_name(CellOp op) { return kNames[static_cast<std::size_t>(op)]; }

CellOp cell_of_handler(const void* handler) {
  const auto& ops = state.ops_by_handler.get([] {
    // The table is made at its first use: the printer and the observers need it, the loop does not.
    auto* made = new std::unordered_map<const void*, CellOp>;
    for (std::size_t op = 0; op < kCellOps; ++op)
      made->emplace(state.cell_handlers[op], static_cast<CellOp>(op));
    return made;
  });
  auto found = ops.find(handler);
  return found == ops.end() ? CellOp::leave : found->second;
}

}  // namespace minijvm::interp

namespace minijvm::vm {

CellEngine* CellEngine::start() {
  loop_ = the_vm.interp.counts_ticks ? interp::loop<true> : interp::loop<false>;
  loop_(nullptr, nullptr, nullptr);
  interp::set_translation(folds_);
  if (the_vm.interp.call_from_cpp == nullptr) {
    the_vm.interp.call_from_cpp = new interp::Cell[2]{};
  }
  the_vm.interp.call_from_cpp[1].handler = interp::handler_of(interp::CellOp::leave);
  return this;
}

void CellEngine::run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) {
  interp::Continuation next = interp::enter(self, the_vm.interp.call_from_cpp, entry, method,
                                            entry + runtime::kFrameHeaderSlots);
  loop_(&self, next.pc, next.fp);
}

void CellEngine::prepare(runtime::Method& method) { (void)interp::translated(method); }

void CellEngine::observers_changed() { interp::adapt_translations(); }
void CellEngine::observers_changed(runtime::Method& method) {
  for (runtime::Method* version = &method; version != nullptr; version = version->older)
    interp::adapt_translation(*version);
}

void CellEngine::bodies_replaced(std::span<runtime::Method* const> current) {
  interp::replace_bodies(current);
}

std::int32_t CellEngine::pc_to_bci(const runtime::Method& method, const void* pc) const {
  if (method.bytecode == nullptr)
    return -1;
  if (interp::is_large_frame_pc(method, pc))
    return static_cast<std::int32_t>(static_cast<const std::uint8_t*>(pc) - method.bytecode);
  const interp::Code& code = interp::code_at(method, pc);
  std::uint32_t at = code.index_of(static_cast<const interp::Cell*>(pc));
  MJ_CHECK(at < code.cell_count, "a pc in %s that is none of its cells", method.text().c_str());
  return static_cast<std::int32_t>(code.bci_of(static_cast<const interp::Cell*>(pc)));
}

bool CellEngine::is_materialised(const runtime::Frame& frame, std::uint32_t slot) const {
  if (slot >= interp::kMaskBits || interp::is_large_frame_pc(frame.method(), frame.pc()))
    return true;
  const interp::Code& code = interp::code_at(frame.method(), frame.pc());
  std::uint32_t cell = code.index_of(static_cast<const interp::Cell*>(frame.pc()));
  auto row = std::lower_bound(
      code.masks.begin(), code.masks.end(), cell,
      [](const interp::StackMask& mask, std::uint32_t at) { return mask.cell < at; });
  return row == code.masks.end() || row->cell != cell || (row->in_place >> slot & 1) != 0;
}

// The callee's return pc is the last data cell of the call; operand b of the call says how far
// behind it that is. So the call is found by looking back for a cell whose b fits.
runtime::Method* CellEngine::left_out_adapter(const runtime::Frame& caller,
                                              const runtime::Method& callee) const {
  if (caller.method().bytecode == nullptr ||
      interp::is_large_frame_pc(caller.method(), caller.pc()))
    return nullptr;
  const auto* back = static_cast<const interp::Cell*>(caller.pc());
  interp::Code& code = interp::code_at(caller.method(), back);
  for (std::uint32_t behind = 1;
       behind <= interp::kCacheEntries + 1 && behind <= code.index_of(back); ++behind) {
    interp::Cell* call = &code.cells()[code.index_of(back) - behind];
    if (call->b != static_cast<std::int16_t>(behind) ||
        call->handler != interp::handler_of(interp::CellOp::invoke_typed_handle))
      continue;
    runtime::Method* adapter = interp::code_of(interp::entries_of(call)[0].code).method;
    return adapter == &callee ? nullptr : adapter;
  }
  return nullptr;
}

}  // namespace minijvm::vm
