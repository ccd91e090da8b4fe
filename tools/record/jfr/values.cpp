// Writes events and values of pools field by field, in the order of their rows (values.h). Pure
// computation: it needs no thread state.
// Tested by tests/tools/record/jfr_layout_test.cpp.
#include "tools/record/jfr/values.h"

namespace minijvm::vm::record::jfr {

namespace {

void encode(Encoder& out, bool value) { out.byte(value ? 1 : 0); }
void encode(Encoder& out, float value) { out.float32(value); }
void encode(Encoder& out, std::uint32_t value) { out.leb128(value); }
void encode(Encoder& out, std::uint64_t value) { out.leb128(value); }
// A negative number is written as its two's complement, which is long.
void encode(Encoder& out, std::int32_t value) { out.leb128(static_cast<std::uint32_t>(value)); }
void encode(Encoder& out, std::int64_t value) { out.leb128(static_cast<std::uint64_t>(value)); }
void encode(Encoder& out, std::string_view value) { out.text(value); }
void encode(Encoder& out, Utf8 value) { out.utf8(value.text); }

template <class T>
void encode(Encoder& out, Ref<T> value) {
  out.leb128(value.number);
}

void encode(Encoder& out, std::span<const StackFrame> frames) {
  out.leb128(frames.size());
  for (const StackFrame& frame : frames) {
    jfr::encode(out, frame);
  }
}

}  // namespace

#define MJ_JFR_PRIMITIVE(...)
#define MJ_JFR_ANNOTATION(...)
#define MJ_JFR_TYPE(type, ...) void encode(Encoder& out, const type& value) {
#define MJ_JFR_HEAD(type) void encode(Encoder& out, const type& value) {
#define MJ_JFR_EVENT(type, ...)                  \
  void encode(Encoder& out, const type& value) { \
    encode(out, value.at);
#define MJ_JFR_FIELD(type, name, ...) encode(out, value.name);
#define MJ_JFR_END() }
#include "tools/record/jfr/rows.def"

}  // namespace minijvm::vm::record::jfr
