// Goes round an error of libffi on x86-64 (3.4.4, and the releases before it). A struct of two
// words, an integer and a floating-point one, is passed in one register of each kind. If the first
// word takes the last integer register, libffi also writes the second word behind it, over the
// first floating-point argument of the call.
// Tested by tests/jdk25/foreign/ForeignStructs.java.
#pragma once

#include <ffi.h>

#include <cstdint>
#include <vector>

namespace minijvm::fallback_linker {

// Is a call whose arguments have such a struct. Its two words are passed as two arguments, which is
// the same for the function that is called: both go where the struct's words would.
class SplitCall {
 public:
  // Copies what it needs to know of the call. `cif` must have been prepared.
  SplitCall(const ffi_cif& cif, void** arguments);

  // Returns false if the call has no such struct; then libffi can do it as it is.
  bool is_needed() const { return !types_.empty(); }
  ffi_cif* cif() { return &cif_; }
  void** arguments() { return arguments_.data(); }

 private:
  void split(const ffi_cif& cif, void** arguments, unsigned which);

  ffi_cif cif_;
  std::uint64_t words_[2] = {0, 0};
  std::vector<ffi_type*> types_;
  std::vector<void*> arguments_;
};

}  // namespace minijvm::fallback_linker
