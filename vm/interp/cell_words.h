// Defines the words in which cells/cells.def says what a cell does. Only the loop
// (cells/cell_engine.cpp) includes it: the words use the loop's registers pc, fp, th, acc (raw
// bits), dacc (a double) and dprevious (the double before it), its labels, and its kCountsTicks.
// Tested by tests/vm/interp_cells_test.cpp and ticks_test.cpp.
#pragma once

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
// The cell is about to do a synchronization operation.
#define POINT(kind, object)                                \
  if constexpr (kCountsTicks) {                            \
    if (__builtin_expect(th->ticks_.take_point(), 0))      \
      pass_point(*th, pc, fp, vm::OpKind::kind, (object)); \
  }
// The synchronized method of the frame is about to take its lock, or to give it back.
#define LOCK_POINT              \
  if constexpr (kCountsTicks) { \
    lock_point(*th, pc, fp);    \
  }
#define UNLOCK_POINT            \
  if constexpr (kCountsTicks) { \
    unlock_point(*th, pc, fp);  \
  }
// The leaf function with this index is about to run.
#define LEAF_POINT(index)                                              \
  if constexpr (kCountsTicks) {                                        \
    if (__builtin_expect(state.leaf_accesses[index].is_seen(), 0))     \
      access_by_leaf(*th, pc, fp, state.leaf_accesses[index], fp + A); \
  }
#define NULL_CHECK(reference)                      \
  if (__builtin_expect((reference) == nullptr, 0)) \
  goto null_pointer
// Declares array and index, and is a point or watched if the run wants that. The unsigned
// comparison covers negative indexes, too. The element exists when another thread runs first: an
// array keeps its length. It may have moved then, so it is read again.
#define ELEMENT(kind, reference, number)                                                          \
  Object* array = reference;                                                                      \
  std::int32_t index = number;                                                                    \
  if (__builtin_expect(array == nullptr || static_cast<std::uint32_t>(index) >=                   \
                                               static_cast<std::uint32_t>(array->array_length()), \
                       0)) {                                                                      \
    bad_object = array;                                                                           \
    bad_index = index;                                                                            \
    goto bad_element;                                                                             \
  }                                                                                               \
  if constexpr (kCountsTicks) {                                                                   \
    if (__builtin_expect(vm::the_vm.java.points.at_elements, 0)) {                                \
      access_element(*th, pc, fp, vm::OpKind::kind, &REF(B), index);                              \
      array = REF(B);                                                                             \
    }                                                                                             \
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
// The data cell behind the entries holds the offset of an accessor's field, or the index of a leaf
// function.
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
// Calls by the entry for the receiver's class, if there is one.
#define CALL_CACHED                            \
  const Object* receiver = REF(A);             \
  NULL_CHECK(receiver);                        \
  const std::uint32_t klass = KLASS(receiver); \
  const CallEntry* entry = ENTRIES;            \
  if (entry[0].klass == klass)                 \
    CALL(entry);                               \
  if (entry[1].klass == klass)                 \
    CALL(entry + 1);                           \
  if (entry[2].klass == klass)                 \
  CALL(entry + 2)
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
    LEAF_POINT(B);                                                  \
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
    RETURN(SET_RAW(A, leaf_result.bits));                           \
  }

// Calls a leaf function at a call site, without a frame. A direct call does not need the entry's
// class word, so the word tells whether the method returns anything.
#define LEAF_CALL(index, has_result)                                    \
  {                                                                     \
    LEAF_POINT(index);                                                  \
    Slot leaf_result{};                                                 \
    bool is_done = state.leaf_bodies[index](*th, fp + A, &leaf_result); \
    acc = 0;                                                            \
    dacc = 0;                                                           \
    dprevious = 0;                                                      \
    if (!is_done)                                                       \
      CALL(ENTRIES);                                                    \
    if (has_result) {                                                   \
      dacc = leaf_result.as_double();                                   \
      SET_RAW(A, leaf_result.bits);                                     \
    }                                                                   \
    NEXT(B + 1);                                                        \
  }
// While ticks are counted: the bytecode has jumped back to the loop's head before it finds that the
// array is gone. So the head, two cells before the loop's body, finds it.
#define HEAD_IF_NULL(array)                                     \
  if constexpr (kCountsTicks) {                                 \
    if (__builtin_expect((array) == nullptr, 0))                \
      JUMP_BY(C - 2 * static_cast<std::int32_t>(sizeof(Cell))); \
  }
