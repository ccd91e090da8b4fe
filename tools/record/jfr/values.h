// The events and the values of pools as C++ structures, one for each row of events.def and
// types.def. The metadata that a chunk carries is made of the same rows, so what is written has the
// order, the number and the types that the file promises: the compiler checks what a check at run
// time would otherwise find late.
// Rejected: a builder with a call for each field (`.thread(t).stack(s)`), which can forget one.
// Tested by tests/tools/record/jfr_layout_test.cpp.
//
//   JavaMonitorEnter{.at = {start, duration, self, stack}, .monitorClass = gate, ...}
//
// Fields have the names that the file has. A field that is left out is 0, false, or null.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tools/record/jfr/encoding.h"
#include "tools/record/jfr/layout.h"

namespace minijvm::vm::record::jfr {

// A time or a length of time in the unit of the chunk (ChunkStart::ticks_per_second).
using Ticks = std::uint64_t;

// The number of a T in its pool; 0 is null.
template <class T>
struct Ref {
  std::uint64_t number = 0;
  friend bool operator==(Ref, Ref) = default;
};

// A text that is written as UTF-8 even if it is empty (Encoder::utf8).
struct Utf8 {
  std::string_view text;
};

#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) struct type;
#define MJ_JFR_HEAD(...)
#define MJ_JFR_EVENT(...)
#define MJ_JFR_FIELD(...)
#define MJ_JFR_END()
#include "tools/record/jfr/rows.def"

#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) \
  struct type {                \
    static constexpr TypeId kType = TypeId::k##type;
#define MJ_JFR_HEAD(type) struct type {
#define MJ_JFR_EVENT(type, package, head, ...)       \
  struct type {                                      \
    static constexpr TypeId kType = TypeId::k##type; \
    head at{};
#define MJ_JFR_FIELD(type, name, ...) type name{};
#define MJ_JFR_END() \
  }                  \
  ;
#include "tools/record/jfr/rows.def"

#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) void encode(Encoder& out, const type& value);
#define MJ_JFR_HEAD(type) void encode(Encoder& out, const type& value);
#define MJ_JFR_EVENT(type, ...) void encode(Encoder& out, const type& value);
#define MJ_JFR_FIELD(...)
#define MJ_JFR_END()
#include "tools/record/jfr/rows.def"

// The numbers of the values that a pool has from the start.
#define MJ_JFR_VALUE(type, constant, number, text) inline constexpr Ref<type> constant{number};
#include "tools/record/jfr/fixed_values.def"
#undef MJ_JFR_VALUE

}  // namespace minijvm::vm::record::jfr
