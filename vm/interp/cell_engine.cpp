#include "vm/interp/cell_engine.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <type_traits>
#include <unordered_map>

#include "base/check.h"
#include "gc/barrier.h"
#include "runtime/class.h"
#include "runtime/object.h"
#include "runtime/oop_map_cache.h"
#include "vm/interp/cell_paths.h"
#include "vm/interp/code.h"
#include "vm/interp/large_frame.h"
#include "vm/interp/leaf_functions.h"
#include "vm/interp/method_handle_calls.h"
#include "vm/interp/monitor_cells.h"
#include "vm/interp/observation.h"
#include "vm/interp/ops_math.h"
#include "vm/interp/redefined_code.h"
#include "vm/interp/translator.h"

namespace minijvm::interp {

const void* const* cell_handlers = nullptr;
const Cell* leave_cell = nullptr;

namespace {

Cell from_cpp[2] = {};  // the call from C++, and `leave` behind it

inline std::uint32_t klass_bits(const Object* object) { return static_cast<std::uint32_t>(object->class_word()); }

inline void put_reference(JavaThread* thread, Object* holder, std::size_t offset, Object* value) {
  sync::NoSafepoint still(*thread);
  gc::store_ref(still, holder, offset, value);
}
// The field at `where`, in whatever object or mirror.
inline void put_reference_at(JavaThread* thread, const void* where, Object* value) {
  put_reference(thread, static_cast<Object*>(const_cast<void*>(where)), 0, value);
}
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
inline const char* field_at(const Object* object, std::int32_t offset) { return reinterpret_cast<const char*>(object) + offset; }

inline bool fits(const Object* value, const Object* array) {
  const runtime::Class* component = array->klass()->component;
  return value == nullptr || value->klass() == component || value->klass()->is_subclass_of(*component);
}

inline bool is_of_type(const Object* handle, const Object* type) { return handle->load_ref(runtime::wk().MethodHandle_type) == type; }

// The tables of switches stand among the literals; targets are displacements in bytes from the cell (translate_control.cpp).
inline const std::int32_t* switch_table(const Cell* pc) {
  return reinterpret_cast<const std::int32_t*>(reinterpret_cast<const char*>(pc) + pc->c);
}
inline std::int32_t table_target(const Cell* pc, std::int32_t key) {
  const std::int32_t* table = switch_table(pc);  // low, count, default, targets
  std::uint32_t index = static_cast<std::uint32_t>(key) - static_cast<std::uint32_t>(table[0]);
  return index < static_cast<std::uint32_t>(table[1]) ? table[3 + index] : table[2];
}
std::int32_t lookup_target(const Cell* pc, std::int32_t key) {
  const std::int32_t* table = switch_table(pc);  // count, default, keys ascending, targets
  const std::int32_t* keys = table + 2;
  const std::int32_t* end = keys + table[0];
  const std::int32_t* found = std::lower_bound(keys, end, key);
  return found != end && *found == key ? found[table[0]] : table[1];
}

// The words of cells.def. Registers: pc, fp, th, acc (raw bits), dacc (a double).
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
#define SET_RAW(n, v) (acc = (v), fp[n].bits = acc)
#define SET_INT(n, v) (acc = static_cast<std::uint32_t>(v), fp[n].bits = acc)
#define SET_LONG(n, v) (acc = static_cast<std::uint64_t>(v), fp[n].bits = acc)
#define SET_FLOAT(n, v) (acc = std::bit_cast<std::uint32_t>(static_cast<float>(v)), fp[n].bits = acc)
#define SET_DOUBLE(n, v) (dacc = (v), fp[n].set_double(dacc))
#define SET_REF(n, v) (acc = reinterpret_cast<std::uintptr_t>(v), fp[n].bits = acc)
#define PUT_DOUBLE(n, v) (fp[n].set_double(v))
#define LOAD_BOTH(n) (acc = fp[n].bits, dacc = fp[n].as_double())
#define DATA (reinterpret_cast<const DataCell*>(pc + 1))
#define ENTRIES (reinterpret_cast<const CallEntry*>(pc + 1))
#define KLASS(o) klass_bits(o)

#define DISPATCH goto *pc->handler
#define NEXT(cells)  \
  do {               \
    pc += (cells);   \
    DISPATCH;        \
  } while (false)
#define JUMP_BY(bytes)                                                              \
  do {                                                                              \
    pc = reinterpret_cast<const Cell*>(reinterpret_cast<const char*>(pc) + (bytes)); \
    if (__builtin_expect(th->poll_requested(), 0)) goto poll;                       \
    DISPATCH;                                                                       \
  } while (false)
#define BRANCH_IF(test)        \
  do {                         \
    if (test) JUMP_BY(C);      \
    NEXT(1);                   \
  } while (false)
// The registers acc and dacc do not live across calls.
#define GO_TO(call)     \
  do {                  \
    Go go = call;       \
    pc = go.pc;         \
    fp = go.fp;         \
    acc = 0;            \
    dacc = 0;           \
  } while (false)
#define SLOW(call)  \
  do {              \
    GO_TO(call);    \
    DISPATCH;       \
  } while (false)
// Either the cell is executed again, with slot `again` in the accumulator, or it is done, with its result there.
#define SLOW_THEN_LOAD(again, call)                      \
  do {                                                   \
    const Cell* before = pc;                             \
    const Slot* frame = fp;                              \
    GO_TO(call);                                         \
    if (fp == frame) {                                   \
      std::intptr_t n = pc == before ? before->again : before->a; \
      LOAD_BOTH(n);                                      \
    }                                                    \
    DISPATCH;                                            \
  } while (false)
// Returns from a method whose result stands in `slot`.
#define SLOW_RETURN_TO(slot, call) \
  do {                             \
    GO_TO(call);                   \
    acc = (slot)->bits;            \
    dacc = (slot)->as_double();    \
    DISPATCH;                      \
  } while (false)
#define SLOW_RETURN(call)                \
  do {                                   \
    const Slot* result_slot = fp + A;    \
    SLOW_RETURN_TO(result_slot, call);   \
  } while (false)
#define NULL_CHECK(reference) \
  if (__builtin_expect((reference) == nullptr, 0)) goto null_pointer
#define ELEMENT(reference, number)                                                                                            \
  Object* array = reference;                                                                                                  \
  std::int32_t index = number;                                                                                                \
  if (__builtin_expect(array == nullptr || static_cast<std::uint32_t>(index) >= static_cast<std::uint32_t>(array->array_length()), 0)) { \
    bad_object = array;                                                                                                       \
    bad_index = index;                                                                                                        \
    goto bad_element;                                                                                                         \
  }
#define STORE_BYTE(value)                                                                                         \
  array->elements<std::int8_t>()[index] =                                                                         \
      static_cast<std::int8_t>(array->klass()->element_type == runtime::BasicType::kBoolean ? (value) & 1 : (value))
#define STORE_ELEMENT(value)                                        \
  if (__builtin_expect(!fits(value, array), 0)) {                   \
    bad_object = value;                                             \
    goto bad_store;                                                 \
  }                                                                 \
  put_reference(th, array, Object::element_offset(index, 3), value)
#define FIELD(type, o) load_at<type>(field_at(o, C))
#define KEPT_OFFSET (DATA[kCacheEntries].number)
#define STORE_z(type, where, v) store_at<type>(where, static_cast<type>((v) & 1))  // 6.5.putfield
#define STORE_b(type, where, v) store_at<type>(where, static_cast<type>(v))
#define STORE_c(type, where, v) store_at<type>(where, static_cast<type>(v))
#define STORE_i(type, where, v) store_at<type>(where, v)
#define STORE_l(type, where, v) store_at<type>(where, v)
#define STORE_d(type, where, v) store_at<std::uint64_t>(where, std::bit_cast<std::uint64_t>(v))
#define STORE_a(type, where, v) put_reference_at(th, where, v)
#define FENCE std::atomic_thread_fence(std::memory_order_seq_cst)
#define STATIC(type) load_at<type>(DATA->pointer)

#ifdef MINIJVM_GC_STRESS
#define TLAB_HAS(bytes) false
#else
#define TLAB_HAS(bytes) ((bytes) <= static_cast<std::size_t>(th->tlab.end - th->tlab.top))
#endif
// Fresh memory is zero but for the class word (gc/allocate.h).
#define BUMP(bytes, word)                                \
  auto* object = reinterpret_cast<Object*>(th->tlab.top); \
  th->tlab.top += (bytes);                               \
  object->class_word_for_gc() = (word);                  \
  SET_REF(A, object);                                    \
  NEXT(2)
#define NEW_OBJECT                                                          \
  {                                                                         \
    auto size = static_cast<std::size_t>(DATA->number);                     \
    if (__builtin_expect(TLAB_HAS(size), 1)) {                              \
      BUMP(size, reinterpret_cast<std::uintptr_t>(DATA->pointer));          \
    }                                                                       \
    SLOW_THEN_LOAD(a, new_object(*th, pc, fp));                             \
  }
#define NEW_ARRAY                                                                                              \
  {                                                                                                            \
    std::int32_t length = INT(B);                                                                              \
    std::size_t size = (Object::element_offset(static_cast<std::uint32_t>(length), DATA->number) + 7) & ~std::size_t{7}; \
    if (__builtin_expect(length >= 0 && TLAB_HAS(size), 1)) {                                                  \
      BUMP(size, Object::make_class_word(static_cast<const runtime::Class*>(DATA->pointer), length));          \
    }                                                                                                          \
    SLOW_THEN_LOAD(a, new_array(*th, pc, fp));                                                                 \
  }

#define ENTER(code, where)                                                                                       \
  do {                                                                                                           \
    const Cell* to = code;                                                                                       \
    auto* top = reinterpret_cast<Slot*>(where);                                                                  \
    const Code& callee_code = code_of(to);                                                                       \
    const Cell* back = pc + B;                                                                                   \
    if (__builtin_expect(reinterpret_cast<char*>(top) + callee_code.frame_bytes >                                \
                             reinterpret_cast<char*>(th->stack_limit.load(std::memory_order_relaxed)), 0)) {     \
      SLOW(enter_slow(*th, back, fp, to, top));                                                                  \
    }                                                                                                            \
    top[runtime::kFrameReturnPc].pointer = back;                                                                 \
    top[runtime::kFrameCaller].frame = fp;                                                                       \
    top[runtime::kFrameMethod].pointer = callee_code.method;                                                     \
    top[runtime::kFrameLock].bits = 0;                                                                           \
    fp = top;                                                                                                    \
    pc = to;                                                                                                     \
    DISPATCH;                                                                                                    \
  } while (false)
#define CALL(which)                                                          \
  do {                                                                       \
    const CallEntry* called = which;                                         \
    ENTER(called->code, reinterpret_cast<char*>(fp) + called->frame_delta);  \
  } while (false)
#define CALL_METHOD(method)                                                                                \
  do {                                                                                                     \
    const void* first = (method) == nullptr ? nullptr : (method)->code.load(std::memory_order_acquire);    \
    if (__builtin_expect(first == nullptr, 0)) SLOW(call_selected(*th, pc, fp));                           \
    const auto* start = static_cast<const Cell*>(first);                                                   \
    ENTER(start, reinterpret_cast<char*>(fp + A) + code_of(start).locals_bytes);                           \
  } while (false)
// Goes on behind itself if there is no such method yet, or no code for it.
#define CALL_IF_READY(method)                                                                                 \
  do {                                                                                                        \
    const Method* ready = method;                                                                             \
    const void* first = ready == nullptr ? nullptr : ready->code.load(std::memory_order_acquire);             \
    if (__builtin_expect(first != nullptr, 1)) {                                                              \
      const auto* start = static_cast<const Cell*>(first);                                                    \
      ENTER(start, reinterpret_cast<char*>(fp + A) + code_of(start).locals_bytes);                            \
    }                                                                                                         \
  } while (false)
#define result_at A
#define RETURN(...)                                                                         \
  do {                                                                                      \
    const auto* to = static_cast<const Cell*>(fp[runtime::kFrameReturnPc].pointer);         \
    Slot* caller = fp[runtime::kFrameCaller].frame;                                         \
    __VA_ARGS__;                                                                            \
    fp = caller;                                                                            \
    pc = to;                                                                                \
    NEXT(1);                                                                                \
  } while (false)
// b: which function, c: does the method return anything. False from the function: the usual way.
#define LEAF_OR_NEXT                                                   \
  {                                                                    \
    Slot leaf_result{};                                                \
    bool is_done = leaf_bodies[B](*th, fp + A, &leaf_result); \
    acc = 0;                                                           \
    dacc = 0;                                                          \
    if (!is_done) NEXT(1);                                             \
    if (C == 0) RETURN();                                              \
    dacc = leaf_result.as_double();                                    \
    RETURN(SET_RAW(result_at, leaf_result.bits));                      \
  }

// At a call site, without a frame: c says which function, the entry's class word whether it returns anything.
#define LEAF_CALL                                             \
  {                                                           \
    Slot leaf_result{};                                       \
    bool is_done = leaf_bodies[C](*th, fp + A, &leaf_result); \
    acc = 0;                                                  \
    dacc = 0;                                                 \
    if (!is_done) CALL(ENTRIES);                              \
    if (ENTRIES->klass != 0) {                                \
      dacc = leaf_result.as_double();                         \
      SET_RAW(A, leaf_result.bits);                           \
    }                                                         \
    NEXT(B + 1);                                              \
  }

// With a null thread: only tells where the handlers are.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wint-to-pointer-cast"
[[gnu::noinline]] void loop(JavaThread* const th, const Cell* pc, Slot* fp) {
  static const void* const handlers[] = {
#define MJ_CELL(name, ...) &&do_##name,
#include "vm/interp/cells.def"
#undef MJ_CELL
  };
  if (th == nullptr) {
    cell_handlers = handlers;
    return;
  }
  std::uint64_t acc = 0;
  double dacc = 0;
  const Object* bad_object = nullptr;
  std::int32_t bad_index = 0;
  DISPATCH;

#define MJ_CELL(name, ...) \
  do_##name : {            \
    __VA_ARGS__;           \
    NEXT(1);               \
  }
#include "vm/interp/cells.def"
#undef MJ_CELL

poll:
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
#include "vm/interp/cells.def"
#undef MJ_CELL
};

// The collector must not look at operand slots whose values are elsewhere.
bool is_in_place(const runtime::Frame& frame, std::uint32_t slot) {
  if (slot >= kMaskBits || is_large_frame_pc(frame.method(), frame.pc())) return true;
  const Code& code = code_at(frame.method(), frame.pc());
  std::uint32_t cell = code.index_of(static_cast<const Cell*>(frame.pc()));
  auto row = std::lower_bound(code.masks.begin(), code.masks.end(), cell, [](const StackMask& mask, std::uint32_t at) { return mask.cell < at; });
  return row == code.masks.end() || row->cell != cell || (row->in_place >> slot & 1) != 0;
}

}  // namespace

const char* cell_name(CellOp op) { return kNames[static_cast<std::size_t>(op)]; }

CellOp cell_of_handler(const void* handler) {
  static const auto& ops = [] () -> const std::unordered_map<const void*, CellOp>& {
    auto& made = *new std::unordered_map<const void*, CellOp>;
    for (std::size_t op = 0; op < kCellOps; ++op) made.emplace(cell_handlers[op], static_cast<CellOp>(op));
    return made;
  }();
  auto found = ops.find(handler);
  return found == ops.end() ? CellOp::leave : found->second;
}

}  // namespace minijvm::interp

namespace minijvm::vm {

CellEngine* CellEngine::start() {
  interp::loop(nullptr, nullptr, nullptr);
  interp::set_translation(folds_);
  interp::from_cpp[1].handler = interp::handler_of(interp::CellOp::leave);
  interp::leave_cell = &interp::from_cpp[1];
  runtime::set_stack_slot_mask(interp::is_in_place);
  return this;
}

void CellEngine::run(runtime::JavaThread& self, runtime::Method& method, runtime::Slot* entry) {
  interp::Go go = interp::enter(self, interp::from_cpp, entry, method, entry + runtime::kFrameHeaderSlots);
  interp::loop(&self, go.pc, go.fp);
}

void CellEngine::prepare(runtime::Method& method) { (void)interp::translated(method); }

void CellEngine::observers_changed() { interp::adapt_translations(); }
void CellEngine::observers_changed(runtime::Method& method) {
  for (runtime::Method* version = &method; version != nullptr; version = version->older) interp::adapt_translation(*version);
}

void CellEngine::bodies_replaced(std::span<runtime::Method* const> current) { interp::replace_bodies(current); }

std::int32_t CellEngine::pc_to_bci(const runtime::Method& method, const void* pc) const {
  if (method.bytecode == nullptr) return -1;
  if (interp::is_large_frame_pc(method, pc)) return static_cast<std::int32_t>(static_cast<const std::uint8_t*>(pc) - method.bytecode);
  const interp::Code& code = interp::code_at(method, pc);
  std::uint32_t at = code.index_of(static_cast<const interp::Cell*>(pc));
  MJ_CHECK(at < code.cell_count, "a pc in %s that is none of its cells", method.text().c_str());
  return static_cast<std::int32_t>(code.bci_of(static_cast<const interp::Cell*>(pc)));
}

// The callee's return pc is the last data cell of the call; b of the call says how far that is.
runtime::Method* CellEngine::left_out_adapter(const runtime::Frame& caller, const runtime::Method& callee) const {
  if (caller.method().bytecode == nullptr || interp::is_large_frame_pc(caller.method(), caller.pc())) return nullptr;
  const auto* back = static_cast<const interp::Cell*>(caller.pc());
  interp::Code& code = interp::code_at(caller.method(), back);
  for (std::uint32_t behind = 1; behind <= interp::kCacheEntries + 1 && behind <= code.index_of(back); ++behind) {
    interp::Cell* call = &code.cells()[code.index_of(back) - behind];
    if (call->b != static_cast<std::int16_t>(behind) || call->handler != interp::handler_of(interp::CellOp::invoke_typed_handle)) continue;
    runtime::Method* adapter = interp::code_of(interp::entries_of(call)[0].code).method;
    return adapter == &callee ? nullptr : adapter;
  }
  return nullptr;
}

}  // namespace minijvm::vm
