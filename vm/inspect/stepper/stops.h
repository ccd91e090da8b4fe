// Where the stepper is to stop: breakpoints at a method, a line or a bci; named points inside the locks and the collector; fields that are
// written or read; exceptions that are thrown. All by name, so that a class need not be there yet. Proved by tests/vm/stepper.
//
//   Point.move            the method's first instruction; natives: when they are entered
//   Point.move:12         the first instruction of line 12 in that method;  Point:12  of that class
//   Point.move@7          the instruction at bci 7
//   meta_acquire          a point of sync/lock_arrows.def, or gc_begin, gc_copied, gc_marked, ... (base/event_ring.h)
//   meta_acquire Gate     the same, if the lock's object is a Gate
//
// A class is named in full or without its package.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/event_ring.h"
#include "base/expected.h"
#include "vm/inspect/stepper/value.h"

namespace minijvm::runtime {
class Class;
class Method;
}  // namespace minijvm::runtime

namespace minijvm::vm::stepper {

enum class StopKind : std::uint8_t { kCode, kPoint, kWatch, kThrow };

struct Stop {
  int number;
  StopKind kind;
  std::string text;         // as it was asked for
  std::string class_name;   // kPoint: of the object; empty: any
  std::string member_name;  // method or field; empty: any
  int line = -1;
  int bci = -1;
  Event point{};
  bool sees_reads = false;  // kWatch
  bool sees_writes = false;
};

enum class FieldUse : std::uint8_t { kRead, kWrite };

// Points that belong to a lock, and phases of a collection.
bool is_lock_point(Event event);
bool is_gc_point(Event event);

// Does this name, in full or without its package, mean the class?
bool names_class(std::string_view name, const runtime::Class& klass);

// Changed only by who holds the floor (stage.h), while nobody else asks.
class Stops {
 public:
  // The answer: its number. The error: a sentence.
  Expected<int, std::string> add_break(const std::string& where, const std::string& object_class);
  // use: "read", "write" or "access", which is both.
  Expected<int, std::string> add_watch(const std::string& field, const std::string& use);
  int add_throw(const std::string& class_name);
  bool remove(int number);
  Value list() const;
  static std::vector<std::string> point_names();

  // Null: none.
  const Stop* at(const runtime::Method& method, std::uint32_t bci) const;
  const Stop* at_entry(const runtime::Method& native) const;
  const Stop* at_point(Event event, const runtime::Class* object_class) const;
  const Stop* for_field(const runtime::Class& holder, std::string_view field, FieldUse use) const;
  const Stop* for_throw(const runtime::Class& exception) const;

  // Must this method's instructions be told?
  bool concern(const runtime::Method& method) const;
  bool has_lock_points() const;
  bool has_watches() const;

 private:
  int add(Stop stop);
  std::vector<Stop> stops_;
  int last_number_ = 0;
};

}  // namespace minijvm::vm::stepper
