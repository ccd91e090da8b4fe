// Counts registers as the System V ABI for x86-64 does (section 3.2.3), to find the one argument
// that libffi would pass wrongly. A thread calls this in a native method, before each downcall.
#include "vm/natives/fallback_linker/mixed_struct.h"

#include <cstddef>
#include <cstring>

namespace minijvm::fallback_linker {
namespace {

constexpr unsigned kGeneralRegisters = 6;
constexpr unsigned kVectorRegisters = 8;
constexpr std::size_t kWord = 8;
constexpr std::size_t kMostInRegisters = 2 * kWord;

bool is_floating(const ffi_type& type) {
  return type.type == FFI_TYPE_FLOAT || type.type == FFI_TYPE_DOUBLE;
}

// Notes which words of a struct have an integer in them; the others are passed in vector registers.
void note_integers(const ffi_type& type, std::size_t at, bool (&has_integer)[2]) {
  if (type.type != FFI_TYPE_STRUCT) {
    has_integer[at / kWord] |= !is_floating(type);
    return;
  }
  for (ffi_type** element = type.elements; *element != nullptr; ++element) {
    const std::size_t alignment = (*element)->alignment;
    at = (at + alignment - 1) / alignment * alignment;
    note_integers(**element, at, has_integer);
    at += (*element)->size;
  }
}

// The registers that an argument takes if there are enough of each kind.
struct Need {
  unsigned general = 0;
  unsigned vector = 0;
  bool is_mixed_struct = false;  // an integer word, then a floating-point word
};

Need need_of(const ffi_type& type) {
  if (type.type != FFI_TYPE_STRUCT)
    return is_floating(type) ? Need{0, 1} : Need{1, 0};
  if (type.size > kMostInRegisters)
    return {};
  bool has_integer[2] = {false, false};
  note_integers(type, 0, has_integer);
  const unsigned words = type.size > kWord ? 2 : 1;
  const unsigned general = (has_integer[0] ? 1U : 0U) + (has_integer[1] ? 1U : 0U);
  return {general, words - general, words == 2 && has_integer[0] && !has_integer[1]};
}

}  // namespace

SplitCall::SplitCall(const ffi_cif& cif, void** arguments) {
  // The address of a large result is the first argument.
  const bool returns_in_memory =
      cif.rtype->type == FFI_TYPE_STRUCT && cif.rtype->size > kMostInRegisters;
  unsigned general = returns_in_memory ? 1 : 0;
  unsigned vector = 0;
  for (unsigned i = 0; i < cif.nargs; ++i) {
    const Need need = need_of(*cif.arg_types[i]);
    const bool is_on_stack =
        general + need.general > kGeneralRegisters || vector + need.vector > kVectorRegisters;
    if (is_on_stack)
      continue;
    if (need.is_mixed_struct && general + 1 == kGeneralRegisters) {
      split(cif, arguments, i);
      return;
    }
    general += need.general;
    vector += need.vector;
  }
}

void SplitCall::split(const ffi_cif& cif, void** arguments, unsigned which) {
  std::memcpy(words_, arguments[which], cif.arg_types[which]->size);
  for (unsigned i = 0; i < cif.nargs; ++i) {
    if (i == which) {
      types_.insert(types_.end(), {&ffi_type_uint64, &ffi_type_double});
      arguments_.insert(arguments_.end(), {&words_[0], &words_[1]});
    } else {
      types_.push_back(cif.arg_types[i]);
      arguments_.push_back(arguments[i]);
    }
  }
  (void)ffi_prep_cif(&cif_, cif.abi, cif.nargs + 1, cif.rtype, types_.data());
}

}  // namespace minijvm::fallback_linker
