// Converts java.lang.String from and to C++, and keeps the table of interned strings (JVMS 5.1, JLS
// 3.10.5).
//
//   String.value: byte[]    coder 0: Latin-1, one byte a character
//                           coder 1: UTF-16 in native byte order, two bytes a unit
//
// A text has exactly one coder: Latin-1 if all its characters fit, else UTF-16. Without compact
// strings the coder is always UTF-16. The library relies on that: it compares bytes only.
// Tested by tests/java/text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "sync/threads/no_safepoint.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// Makes a String. Bytes that are not valid modified UTF-8 become U+FFFD.
JavaResult<runtime::Handle<java::String>> new_string(runtime::JavaThread& self,
                                                     std::string_view modified_utf8);
JavaResult<runtime::Handle<java::String>> new_string_utf16(runtime::JavaThread& self,
                                                           std::span<const std::uint16_t> units);

// Returns the canonical String with this text (String.intern, string literals).
JavaResult<runtime::Handle<java::String>> intern_string(runtime::JavaThread& self,
                                                        runtime::Handle<java::String> string);
JavaResult<runtime::Handle<java::String>> intern_string(runtime::JavaThread& self,
                                                        std::string_view modified_utf8);

// These read the length in UTF-16 units, one unit, and the modified UTF-8 of the whole text.
std::int32_t string_length(const sync::NoSafepoint& still, const java::String* string);
std::uint16_t string_unit(const sync::NoSafepoint& still, const java::String* string,
                          std::int32_t index);
std::string to_modified_utf8(const sync::NoSafepoint& still, const java::String* string);
std::string to_modified_utf8(runtime::JavaThread& self, runtime::Handle<java::String> string);

// Registers the intern table as a weak table. Called once, at boot.
void initialize_strings();
// Sets -XX:±CompactStrings; the boot stores the choice into String.COMPACT_STRINGS. REQUIRES: no
// String exists yet.
void set_compact_strings(bool wanted);
bool compact_strings();

}  // namespace minijvm::vm
