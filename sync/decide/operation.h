// Describes what a thread is about to do, where that matters to others: a synchronization
// operation, or an access of a variable. Each is a place at which another thread may run first.
// Tested by tests/vm/points.
#pragma once

#include <cstdint>

#include "sync/decide/question.h"

namespace minijvm::decide {

enum class OpKind : std::uint8_t {
  kNone,
  kInitialize,  // a class; these are the synchronization operations, each of which is a tick
  kLock,
  kUnlock,
  kWait,
  kNotify,
  kNotifyAll,
  kPark,
  kUnpark,
  kRead,  // these are accesses: of a field or an element that is a point, by Unsafe
  kWrite,
  kUpdate,      // a compare-and-set, or an exchange
  kWeakUpdate,  // a compare-and-set that may fail for no reason
};

constexpr bool is_access(OpKind kind) { return kind >= OpKind::kRead; }
constexpr bool writes(OpKind kind) { return kind != OpKind::kRead; }

struct Operation {
  OpKind kind = OpKind::kLock;
  ObjectNo object = 0;      // 0: not known
  std::int32_t offset = 0;  // of an access: which variable of the object
  SiteNo site = 0;          // where the program does it; an access that is asked about has one
  bool is_quiet = false;    // the class library does it for itself: nobody is asked
};

}  // namespace minijvm::decide
