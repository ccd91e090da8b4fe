// Interned names: equal text means the same address. Class, member and descriptor names are Symbols
// in modified UTF-8 (JVMS 4.4.7), so the linker compares names by address. Symbols in the table are
// never freed. Those of the archive are in no table: a text is looked for there first, which is why
// the archive comes before the first Symbol is made (load/stored_classes.h).
// Tested by tests/runtime/symbol_table_test.cpp. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "classfile/fwd.h"

namespace minijvm::runtime {

class Symbol {
 public:
  std::string_view text() const { return {bytes_, length_}; }
  // Returns the text with a zero byte at its end. A zero character inside the text is encoded as C0
  // 80.
  const char* c_str() const { return bytes_; }
  std::uint32_t hash() const { return hash_; }
  char front() const { return bytes_[0]; }
  bool is_array() const { return bytes_[0] == '['; }

 private:
  friend class SymbolTable;
  Symbol(std::uint32_t hash, std::uint32_t length) : hash_(hash), length_(length) {}
  std::uint32_t hash_;
  std::uint32_t length_;
  char bytes_[8];  // really length_ + 1 bytes
};

// A Symbol outside of the table, for a name that nobody can ask for: a hidden class's. Such a
// Symbol equals no other. It is placed in zeroed memory of the caller (symbol_bytes long) and lives
// as long as that memory.
std::size_t symbol_bytes(std::string_view text);
Symbol* place_symbol(void* memory, std::string_view text);

// Returns the one Symbol with this text, and makes it if there is none.
Symbol* intern_symbol(std::string_view text);
// Returns the Symbol with this text. The result is null if none was made; then nothing can have
// this name.
Symbol* find_symbol(std::string_view text);

// Returns the Symbol that a text of the archive is (classfile/archive/format.h).
Symbol& stored_symbol(const classfile::StoredText& text);

// Turns "java/lang/String" into "java.lang.String", for messages and Class.getName.
std::string dotted(std::string_view internal_name);

// Returns the package of a class: "java/lang/String" is in "java/lang"; a name without a slash is
// in the unnamed package "".
std::string_view package_of(std::string_view class_name);

}  // namespace minijvm::runtime
