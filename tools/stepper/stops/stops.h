// Holds the places where the stepper stops: at a method, a line or a bci; at a named point inside
// the locks or the collector; before a field is written or read; where an exception is thrown. All
// stops are by name, so a class need not be loaded yet.
//
//   Point.move            the method's first instruction; a native method: when it is entered
//   Point.move(II)V       the overload of that descriptor; :12 or @7 may follow
//   Point.move:12         the first instruction of line 12 in that method; Point:12 in that class
//   Point.move@7          the instruction at bci 7
//   Point.java:12         line 12 of the file, in every class that comes from it
//   meta_acquire          a point of sync/lock_arrows.def, or a phase of a collection such as
//                         gc_begin, gc_copied, gc_marked (base/events/events.h)
//   meta_acquire Gate     the same, if the lock's object is a Gate
//
// A stop at code may have a condition (conditions.h). A stop at code or a point may let some hits
// pass: `after 3`. A class is named in full or without its package: both java.lang.Integer and
// Integer.
// Tested by tests/vm/stepper.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/events/events.h"
#include "base/expected.h"
#include "base/json/json.h"
#include "runtime/fwd.h"
#include "tools/stepper/stops/conditions.h"

namespace minijvm::vm::stepper {

enum class StopKind : std::uint8_t { kCode, kPoint, kWatch, kThrow };

// Describes one stop. The members that its kind does not use keep their defaults.
struct Stop {
  int number = 0;
  StopKind kind = StopKind::kCode;
  // The text as the user wrote it.
  std::string text;
  // For kPoint: the class of the lock's object. Empty: any class.
  std::string class_name;
  // The method or field. Empty: any method.
  std::string member_name;
  // For kCode: a source file instead of a class.
  std::string file;
  // For kCode: a line or a bci, -1 if neither was given.
  int line = -1;
  int bci = -1;
  std::optional<Condition> condition;
  Event point{};
  // For kWatch: the accesses at which it stops.
  bool sees_reads = false;
  bool sees_writes = false;
  // For kThrow.
  bool only_uncaught = false;
  // The first hits do not stop.
  int after = 0;
  // Counts the hits, those with a condition only if it held. Running threads count.
  mutable std::uint32_t hits = 0;

  // Counts a hit. Returns whether it stops.
  bool counts_down() const;
};

enum class FieldUse : std::uint8_t { kRead, kWrite };

// Return whether this is a point of sync/lock_arrows.def, or a phase of a collection.
bool is_lock_point(Event event);
bool is_gc_point(Event event);

// The list changes only on the thread that has the floor (stage.h), while no other thread reads it.
class Stops {
 public:
  // Adds a stop of the table above. Returns its number, or a sentence that says what is wrong.
  Expected<int, std::string> add_break(const std::string& text);
  // `use` is "read", "write", or "access", which is both.
  Expected<int, std::string> add_watch(const std::string& field, const std::string& use);
  // Adds a stop at exceptions of that class or a subclass; "*" means any class. With
  // `only_uncaught`, those that no frame of the thread catches.
  int add_throw(const std::string& class_name, bool only_uncaught);
  // Returns false if there is no stop of that number.
  bool remove(int number);
  // Returns null if there is no stop of that number.
  const Stop* find(int number) const;
  // Sets `pending` or `no_code` if no loaded class has the place.
  static void set_state(const Stop& stop, Json& row);
  Json list() const;
  static std::vector<std::string> point_names();

  // --- which stop applies here; null: none ---
  struct InMethod {
    std::uint32_t bci;
    int number;
  };
  // Returns all stops at instructions of the method, in the order of their numbers; for a native
  // method those at its entry, with bci 0.
  std::vector<InMethod> in_method(const runtime::Method& method) const;
  // Counts the hit.
  const Stop* at_point(Event event, const runtime::Class* object_class) const;
  const Stop* for_field(const runtime::Class& holder, std::string_view field, FieldUse use) const;
  const Stop* for_throw(const runtime::Class& exception, bool is_caught) const;

  // Returns whether some stop needs this method's instructions to be reported.
  bool concern(const runtime::Method& method) const;
  bool has_lock_points() const;
  // Changes with the list.
  std::uint64_t version() const { return version_; }
  bool has_watches() const;
  bool has_catches() const;

 private:
  static Json describe(const Stop& stop);
  int add(Stop stop);
  std::vector<Stop> stops_;
  int last_number_ = 0;
  std::uint64_t version_ = 0;
};

}  // namespace minijvm::vm::stepper
