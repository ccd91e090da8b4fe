// java.lang.String from and to C++, and the table of interned strings (JVMS 5.1, JLS 3.10.5).
// Proved by tests/java/text.  Compact strings: coder 0 is Latin-1, 1 is UTF-16 in native order. A text has one coder: Latin-1
// if it can, or, without compact strings, always UTF-16. The library relies on that.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/handle.h"
#include "sync/no_safepoint.h"
#include "vm/java/java_result.h"

namespace minijvm::runtime {
class JavaThread;
class Symbol;
}  // namespace minijvm::runtime

namespace minijvm::vm {

JavaResult<runtime::Handle<>> new_string(runtime::JavaThread& self, std::string_view modified_utf8);
JavaResult<runtime::Handle<>> new_string_utf16(runtime::JavaThread& self, std::span<const std::uint16_t> units);

// The canonical String with this text (String.intern, string literals).
JavaResult<runtime::Handle<>> intern_string(runtime::JavaThread& self, runtime::Handle<> string);
JavaResult<runtime::Handle<>> intern_string(runtime::JavaThread& self, std::string_view modified_utf8);

// Length in UTF-16 units; the units themselves; modified UTF-8 of the whole.
std::int32_t string_length(const sync::NoSafepoint& still, const runtime::Object* string);
std::uint16_t string_unit(const sync::NoSafepoint& still, const runtime::Object* string, std::int32_t index);
std::string to_modified_utf8(const sync::NoSafepoint& still, const runtime::Object* string);
std::string to_modified_utf8(runtime::JavaThread& self, runtime::Handle<> string);

// Registers the intern table as a weak table. Once, at boot.
void initialize_strings();
// -XX:-CompactStrings. Before the first string; the library is told by String.COMPACT_STRINGS.
void set_compact_strings(bool wanted);
bool compact_strings();

}  // namespace minijvm::vm
