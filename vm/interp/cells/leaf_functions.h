// Leaf functions are C++ bodies for methods of the class library that are called very often (others
// call them intrinsics). They run in kInJava without a change of state, so they must not block,
// collect or throw. When anything is unusual they decline, and the method itself runs. So each is
// an optimisation of its method's common case, with the very same results.
// Tested by tests/java/library and by running all programs with and without them, their names by
// tests/vm/leaf_names_test.cpp; the reference interpreter (-XX:Interpreter=switch) has none.
//
// A leaf function stays only where a profile of real programs shows that it is called, or where it
// defines the results (java.lang.Math).
#pragma once

#include <span>

#include "runtime/object/java_value.h"
#include "sync/decide/operation.h"

namespace minijvm::runtime {
class Class;
class JavaThread;
class Method;
class Object;
}  // namespace minijvm::runtime

namespace minijvm::vm {
enum class AccessMode : std::uint8_t;
}

namespace minijvm::interp {

// `args` are the method's locals, with a receiver first that is not null. Writes the result, if
// there is one. A function that returns false declines, and nothing has been done; or, in a loop,
// it has done the first rounds and changed the arguments so that the method does the others.
using LeafBody = bool (*)(runtime::JavaThread& self, runtime::Slot* args, runtime::Slot* result);

// The elements that a leaf function reads or writes, by its arguments.
enum class LeafRanges : std::uint8_t {
  kNone,
  kCopied,    // (source, from, target, to, count): System.arraycopy
  kAll,       // (array): read; of an object that is none, its fields
  kOfBoth,    // (array, array): read
  kFirst,     // (array, length of the copy): read
  kPart,      // (array, from, to): read
  kFilled,    // (array): written
  kCompared,  // (array, its offset, array, its offset, count, log2 of an element's size): read
};

// An access by a leaf function of memory that others see. The function's arguments are a receiver,
// an object, and an offset.
struct LeafAccess {
  decide::OpKind kind = decide::OpKind::kNone;
  vm::AccessMode mode{};
  std::uint8_t bytes = 0;
  bool is_point = false;  // before it, another thread may run
  bool is_fence = false;  // it orders all accesses of its thread, and has no arguments
  LeafRanges ranges = LeafRanges::kNone;  // only watched, and no point

  constexpr bool is_seen() const {
    return kind != decide::OpKind::kNone || is_fence || ranges != LeafRanges::kNone;
  }
};

struct LeafFunction {
  const char* name;  // "java/lang/Math.sqrt(D)D"
  LeafBody body;
  LeafAccess access = {};
  // Set if the method calls others, which may take ticks: while ticks are counted, it has no leaf
  // function.
  bool calls_others = false;
};
constexpr LeafFunction calling_others(const char* name, LeafBody body) {
  return {name, body, {}, true};
}

std::span<const LeafFunction> array_leaves();        // leaf_arrays.cpp
std::span<const LeafFunction> big_integer_leaves();  // leaf_big_integers.cpp
std::span<const LeafFunction> digest_leaves();       // leaf_digests.cpp
std::span<const LeafFunction> number_leaves();       // leaf_numbers.cpp
std::span<const LeafFunction> object_leaves();       // leaf_objects.cpp
std::span<const LeafFunction> string_leaves();       // leaf_strings.cpp
std::span<const LeafFunction> unsafe_leaves();       // leaf_unsafe.cpp
std::span<const LeafFunction> zip_leaves();          // leaf_zip.cpp

// A table holds all of them (InterpState::leaf_bodies).
inline constexpr int kMaxLeaves = 512;

// Returns the index in leaf_bodies; -1 if there is none, or if an agent has changed the method.
int leaf_function_of(const runtime::Method& method);

// Allocates an array whose elements are zero, for a leaf function (gc/heap/tlab.h). Returns null if
// the TLAB has no room, or if an observer wants each new object (observer.h).
runtime::Object* array_in_tlab(runtime::JavaThread& self, const runtime::Class& klass,
                               std::int32_t length);

// Returns whether a leaf function may do the work of other methods of the class, too: nobody
// observes running code, and no agent has changed the class. The function asks at each call.
bool may_skip_callees(const runtime::Class& klass);

}  // namespace minijvm::interp
