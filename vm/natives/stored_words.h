// The words of the objects in the archive (classfile/archive/stored_objects.h), one after another.
// Tested by tests/vm/archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "classfile/archive/archive.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/handle.h"
#include "runtime/runtime_state.h"
#include "vm/java/java_result.h"

namespace minijvm::vm {

// The archive's checksum has shown that the words are what was written.
class Words {
 public:
  explicit Words(std::span<const std::uint32_t> words, std::size_t at = 0)
      : words_(words), at_(at) {}
  std::uint32_t next() { return words_[at_++]; }
  std::span<const std::uint32_t> next(std::size_t count) {
    at_ += count;
    return words_.subspan(at_ - count, count);
  }
  std::size_t position() const { return at_; }

 private:
  std::span<const std::uint32_t> words_;
  std::size_t at_;
};

// Of a text's offset; 0 is the empty text.
inline std::string text_at(std::uint32_t text) {
  return text == 0 ? std::string() : std::string(runtime::runtime_state.archive->text(text).view());
}
inline runtime::Symbol& symbol_at(std::uint32_t text) {
  return runtime::stored_symbol(runtime::runtime_state.archive->text(text));
}

// Defines the modules, which are in the pool of objects, to the VM. `words` are at their number.
JavaResult<void> define_modules(runtime::JavaThread& self, Words words,
                                runtime::Handle<java::ObjectArray> pool);

}  // namespace minijvm::vm
