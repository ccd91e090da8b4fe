// Interned names: equal text, same address. Class, member and descriptor names are Symbols in modified UTF-8 (JVMS 4.4.7).
// Proved by tests/runtime/symbol_table_test.cpp.  Thread-safe; a Symbol lives as long as the VM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace minijvm::runtime {

class Symbol {
 public:
  std::string_view text() const { return {bytes_, length_}; }
  const char* c_str() const { return bytes_; }  // ends in 0; a 0 inside the text is encoded as C0 80
  std::uint32_t hash() const { return hash_; }
  char front() const { return bytes_[0]; }
  bool is_array() const { return bytes_[0] == '['; }

 private:
  friend class SymbolTable;
  Symbol(std::uint32_t hash, std::uint32_t length) : hash_(hash), length_(length) {}
  std::uint32_t hash_;
  std::uint32_t length_;
  char bytes_[8];  // really length_ + 1
};

// A Symbol outside of the table, in zeroed memory of the caller's (symbol_bytes long), which it lives as long as. For names that nobody can
// ask for: hidden classes. It equals no other Symbol.
std::size_t symbol_bytes(std::string_view text);
Symbol* place_symbol(void* memory, std::string_view text);

// The one Symbol with this text, made if need be.
Symbol* intern_symbol(std::string_view text);
// The Symbol with this text, or null if nobody made it: nothing can be named so.
Symbol* find_symbol(std::string_view text);

// "java/lang/String" -> "java.lang.String", for messages and Class.getName.
std::string dotted(std::string_view internal_name);

}  // namespace minijvm::runtime
