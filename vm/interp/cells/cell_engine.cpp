// Runs the loop of the fast engine: one function with a label for each cell. The macros above the
// loop define the words of cells.def. The loop runs in kInJava; it calls slow paths (cell_paths.h)
// for everything that may stop.
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

// Operand c of some cells is two numbers of 16 bits (translate_moves.cpp:/halves/).
inline std::intptr_t low_half(std::int32_t c) { return static_cast<std::int16_t>(c); }
inline std::int32_t high_half(std::int32_t c) { return c >> 16; }

// --- The words of cells.def. Registers: pc, fp, th, acc (raw bits), dacc (a double),
// dprevious (the double before it). ---
#define A (std::intptr_t{pc->a})
#define B (std::intptr_t{pc->b})
#define C (pc->c)
#define RAW(n) (fp[n].bits)
#define INT(n) (fp[n].as_int())
#define LONG(n) (fp[n].as_long())
#define FLOAT(n) (fp[n].as_float())
#define DOUBLE(n) (fp[n].as_double())
#define REF(n) (fp[n].ref)
#define ACC_RAW acc
#define ACC_INT (static_cast<std::int32_t>(acc))
#define ACC_LONG (static_cast<std::int64_t>(acc))
#define ACC_FLOAT (std::bit_cast<float>(static_cast<std::uint32_t>(acc)))
#define ACC_DOUBLE dacc
#define ACC_REF (reinterpret_cast<Object*>(acc))
#define LITERAL_AT (reinterpret_cast<const char*>(pc) + C)
#define LITERAL_INT C
#define LITERAL_LONG (std::int64_t{C})
#define LITERAL_RAW (load_at<std::uint64_t>(LITERAL_AT))
#define LITERAL_FLOAT (std::bit_cast<float>(load_at<std::uint32_t>(LITERAL_AT)))
#define LITERAL_DOUBLE (load_at<double>(LITERAL_AT))
// Results go to the accumulator and to the slot. An int is stored as eight bytes with zeros above:
// a processor does not forward a four-byte store to a later eight-byte load.
#define SET_RAW(n, v) (acc = (v), fp[n].bits = acc)
#define SET_INT(n, v) (acc = static_cast<std::uint32_t>(v), fp[n].bits = acc)
#define SET_LONG(n, v) (acc = static_cast<std::uint64_t>(v), fp[n].bits = acc)
#define SET_FLOAT(n, v) \
  (acc = std::bit_cast<std::uint32_t>(static_cast<float>(v)), fp[n].bits = acc)
#define SET_DOUBLE(n, v)    \
  do {                      \
    double fresh = (v);     \
    dprevious = dacc;       \
    dacc = fresh;           \
    fp[n].set_double(dacc); \
  } while (false)
#define SET_REF(n, v) (acc = reinterpret_cast<std::uintptr_t>(v), fp[n].bits = acc)
// Writes the slot alone.
#define PUT_DOUBLE(n, v) (fp[n].set_double(v))
// Loads the accumulators with a slot whose type is not known here.
#define LOAD_BOTH(n) (acc = fp[n].bits, dacc = fp[n].as_double())
#define DATA (reinterpret_cast<const DataCell*>(pc + 1))
#define ENTRIES (reinterpret_cast<const CallEntry*>(pc + 1))
#define KLASS(o) klass_bits(o)

// Jumps to the handler of the cell at pc. Each use is an indirect jump of its own, so that the
// branch predictor learns which cell follows which.
#define DISPATCH goto * pc->handler
#define NEXT(cells) \
  do {              \
    pc += (cells);  \
    DISPATCH;       \
  } while (false)
#define POLL_AND_DISPATCH                          \
  do {                                             \
    if (__builtin_expect(th->poll_requested(), 0)) \
      goto poll;                                   \
    DISPATCH;                                      \
  } while (false)
#define MOVE_PC(bytes) \
  pc = reinterpret_cast<const Cell*>(reinterpret_cast<const char*>(pc) + (bytes))
// A tick that is due is taken where the thread polls.
#define TICK(condition)                                         \
  if constexpr (kCountsTicks) {                                 \
    if ((condition) && __builtin_expect(th->ticks_.take(1), 0)) \
      goto poll;                                                \
  }
// Every jump that is taken polls, so every loop does.
#define JUMP_BY(bytes)                       \
  do {                                       \
    const std::int32_t displacement = bytes; \
    MOVE_PC(displacement);                   \
    TICK(displacement <= 0)                  \
    POLL_AND_DISPATCH;                       \
  } while (false)
// Leaves a rotated loop: the bytecode has jumped back before the test that ended the loop.
#define LEAVE_LOOP_BY(bytes) \
  do {                       \
    MOVE_PC(bytes);          \
    TICK(true)               \
    POLL_AND_DISPATCH;       \
  } while (false)
#define BRANCH_IF(test) \
  do {                  \
    if (test)           \
      JUMP_BY(C);       \
    NEXT(1);            \
  } while (false)
// Continues where a slow path says. The accumulators do not live across calls.
#define CONTINUE_AT(call)     \
  do {                        \
    Continuation next = call; \
    pc = next.pc;             \
    fp = next.fp;             \
    acc = 0;                  \
    dacc = 0;                 \
    dprevious = 0;            \
  } while (false)
#define SLOW(call)     \
  do {                 \
    CONTINUE_AT(call); \
    DISPATCH;          \
  } while (false)
// After the call, the cell is either executed again, with slot `again` in the accumulator, or it is
// done, with its result there. Neither is true if an exception has led to another frame.
#define SLOW_THEN_LOAD(again, call)                               \
  do {                                                            \
    const Cell* before = pc;                                      \
    const Slot* frame = fp;                                       \
    CONTINUE_AT(call);                                            \
    if (fp == frame) {                                            \
      std::intptr_t n = pc == before ? before->again : before->a; \
      LOAD_BOTH(n);                                               \
    }                                                             \
    DISPATCH;                                                     \
  } while (false)
// Returns from a method whose result is in `slot`.
#define SLOW_RETURN_TO(slot, call) \
  do {                             \
    CONTINUE_AT(call);             \
    acc = (slot)->bits;            \
    dacc = (slot)->as_double();    \
    DISPATCH;                      \
  } while (false)
#define SLOW_RETURN(call)              \
  do {                                 \
    const Slot* result_slot = fp + A;  \
    SLOW_RETURN_TO(result_slot, call); \
  } while (false)
#define NULL_CHECK(reference)                      \
  if (__builtin_expect((reference) == nullptr, 0)) \
  goto null_pointer
// Declares array and index. The unsigned comparison covers negative indexes, too.
#define ELEMENT(reference, number)                                                                \
  Object* array = reference;                                                                      \
  std::int32_t index = number;                                                                    \
  if (__builtin_expect(array == nullptr || static_cast<std::uint32_t>(index) >=                   \
                                               static_cast<std::uint32_t>(array->array_length()), \
                       0)) {                                                                      \
    bad_object = array;                                                                           \
    bad_index = index;                                                                            \
    goto bad_element;                                                                             \
  }
// 6.5.bastore: a boolean array keeps the low bit.
#define STORE_BYTE(value)                                           \
  array->elements<std::int8_t>()[index] = static_cast<std::int8_t>( \
      array->klass()->element_type == runtime::BasicType::kBoolean ? (value)&1 : (value))
// 6.5.aastore, with the write barrier.
#define STORE_ELEMENT(value)                      \
  if (__builtin_expect(!fits(value, array), 0)) { \
    bad_object = value;                           \
    goto bad_store;                               \
  }                                               \
  put_element(th, array, index, value)
#define FIELD(type, o) load_at<type>(field_at(o, C))
// The data cell behind the entries holds the offset of an accessor's field.
#define KEPT_OFFSET (DATA[kCacheEntries].number)
// There is a macro for each letter of a field's type. 6.5.putfield: a boolean keeps its low bit.
#define STORE_z(type, where, v) store_at<type>(where, static_cast<type>((v)&1))
#define STORE_b(type, where, v) store_at<type>(where, static_cast<type>(v))
#define STORE_c(type, where, v) store_at<type>(where, static_cast<type>(v))
#define STORE_i(type, where, v) store_at<type>(where, v)
#define STORE_l(type, where, v) store_at<type>(where, v)
#define STORE_d(type, where, v) store_at<std::uint64_t>(where, std::bit_cast<std::uint64_t>(v))
#define STORE_a(type, where, v) put_reference_at(th, where, v)
#define FENCE std::atomic_thread_fence(std::memory_order_seq_cst)
// Reads a static field by its address.
#define STATIC(type) load_at<type>(DATA->pointer)

// 6.5.new, newarray and anewarray allocate in the thread's TLAB, else by a slow path. The memory is
// zero already. The data cell holds the class and the size, or the class and the binary logarithm
// of an element's size.
#define NEW_OBJECT                                                                     \
  {                                                                                    \
    Object* fresh = gc::try_allocate(*th, static_cast<std::size_t>(DATA->number),      \
                                     reinterpret_cast<std::uintptr_t>(DATA->pointer)); \
    if (__builtin_expect(fresh != nullptr, 1)) {                                       \
      SET_REF(A, fresh);                                                               \
      NEXT(2);                                                                         \
    }                                                                                  \
    SLOW_THEN_LOAD(a, new_object(*th, pc, fp));                                        \
  }
#define NEW_ARRAY                                                                              \
  {                                                                                            \
    std::int32_t length = INT(B);                                                              \
    std::size_t size =                                                                         \
        (Object::element_offset(static_cast<std::uint32_t>(length), DATA->number) + 7) &       \
        ~std::size_t{7};                                                                       \
    if (__builtin_expect(length >= 0, 1)) {                                                    \
      Object* fresh = gc::try_allocate(                                                        \
          *th, size,                                                                           \
          Object::make_class_word(static_cast<const runtime::Class*>(DATA->pointer), length)); \
      if (__builtin_expect(fresh != nullptr, 1)) {                                             \
        SET_REF(A, fresh);                                                                     \
        NEXT(2);                                                                               \
      }                                                                                        \
    }                                                                                          \
    SLOW_THEN_LOAD(a, new_array(*th, pc, fp));                                                 \
  }

// Enters a method whose frame begins at `where`. One comparison checks the stack and polls: the
// limit is null while a poll is requested. The stores and the jump do not depend on each other.
#define ENTER(code, where)                                                                    \
  do {                                                                                        \
    const Cell* to = code;                                                                    \
    auto* top = reinterpret_cast<Slot*>(where);                                               \
    const Code& callee_code = code_of(to);                                                    \
    const Cell* back = pc + B;                                                                \
    bool is_slow = false;                                                                     \
    if constexpr (kCountsTicks)                                                               \
      is_slow = th->ticks_.take(callee_code.entry_ticks);                                     \
    if (__builtin_expect(is_slow || reinterpret_cast<char*>(top) + callee_code.frame_bytes >  \
                                        reinterpret_cast<char*>(                              \
                                            th->stack_limit.load(std::memory_order_relaxed)), \
                         0)) {                                                                \
      SLOW(enter_slow(*th, back, fp, to, top));                                               \
    }                                                                                         \
    top[runtime::kFrameReturnPc].pointer = back;                                              \
    top[runtime::kFrameCaller].frame = fp;                                                    \
    top[runtime::kFrameMethod].pointer = callee_code.method;                                  \
    top[runtime::kFrameLock].bits = 0;                                                        \
    fp = top;                                                                                 \
    pc = to;                                                                                  \
    DISPATCH;                                                                                 \
  } while (false)
// Calls by an entry of the site.
#define CALL(which)                                                         \
  do {                                                                      \
    const CallEntry* called = which;                                        \
    ENTER(called->code, reinterpret_cast<char*>(fp) + called->frame_delta); \
  } while (false)
// Calls by a table: the method may not have been translated yet.
#define CALL_METHOD(method)                                                             \
  do {                                                                                  \
    const void* first =                                                                 \
        (method) == nullptr ? nullptr : (method)->code.load(std::memory_order_acquire); \
    if (__builtin_expect(first == nullptr, 0))                                          \
      SLOW(call_selected(*th, pc, fp));                                                 \
    const auto* start = static_cast<const Cell*>(first);                                \
    ENTER(start, reinterpret_cast<char*>(fp + A) + code_of(start).locals_bytes);        \
  } while (false)
// Falls through to the next statement if there is no method yet, or no code for it.
#define CALL_IF_READY(method)                                                                     \
  do {                                                                                            \
    const Method* ready = method;                                                                 \
    const void* first = ready == nullptr ? nullptr : ready->code.load(std::memory_order_acquire); \
    if (__builtin_expect(first != nullptr, 1)) {                                                  \
      const auto* start = static_cast<const Cell*>(first);                                        \
      ENTER(start, reinterpret_cast<char*>(fp + A) + code_of(start).locals_bytes);                \
    }                                                                                             \
  } while (false)
#define result_at A
// The header is read before the result is written: a method without locals has its result there.
#define RETURN(...)                                                                 \
  do {                                                                              \
    const auto* to = static_cast<const Cell*>(fp[runtime::kFrameReturnPc].pointer); \
    Slot* caller = fp[runtime::kFrameCaller].frame;                                 \
    __VA_ARGS__;                                                                    \
    fp = caller;                                                                    \
    pc = to;                                                                        \
    NEXT(1);                                                                        \
  } while (false)
// Operands: b is the function's index, c is 0 if the method returns nothing. If the function
// declines, the method itself runs.
#define LEAF_OR_NEXT                                                \
  {                                                                 \
    Slot leaf_result{};                                             \
    bool is_done = state.leaf_bodies[B](*th, fp + A, &leaf_result); \
    acc = 0;                                                        \
    dacc = 0;                                                       \
    dprevious = 0;                                                  \
    if (!is_done)                                                   \
      NEXT(1);                                                      \
    if (C == 0)                                                     \
      RETURN();                                                     \
    dacc = leaf_result.as_double();                                 \
    RETURN(SET_RAW(result_at, leaf_result.bits));                   \
  }

// Calls a leaf function at a call site, without a frame: c is the function's index. A direct call
// does not need the entry's class word, so the word tells whether the method returns anything.
#define LEAF_CALL                                                   \
  {                                                                 \
    Slot leaf_result{};                                             \
    bool is_done = state.leaf_bodies[C](*th, fp + A, &leaf_result); \
    acc = 0;                                                        \
    dacc = 0;                                                       \
    dprevious = 0;                                                  \
    if (!is_done)                                                   \
      CALL(ENTRIES);                                                \
    if (ENTRIES->klass != 0) {                                      \
      dacc = leaf_result.as_double();                               \
      SET_RAW(A, leaf_result.bits);                                 \
    }                                                               \
    NEXT(B + 1);                                                    \
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
