// Filler objects are dead objects that fill gaps, so that a space can be walked from its base to
// its top (heap walks, the verifier).
// Tested by tests/gc/tlab_test.cpp.
//
// A filler is an array of longs whose class Java never sees. The class is made here, because the
// collectors need fillers before the first Java class is loaded.
#pragma once

#include <cstddef>

#include "runtime/object/object.h"

namespace minijvm::gc {

// A filler without elements has 16 bytes. A gap must not be smaller.
inline constexpr std::size_t kMinFillerBytes = runtime::Object::kHeaderBytes;

// Makes the fillers' class, once per process. Returns false if there is no memory below 4 GiB.
bool initialize_filler();
// Makes [start, start + bytes) one filler. REQUIRES: bytes is a multiple of 8 and at least
// kMinFillerBytes.
void write_filler(std::byte* start, std::size_t bytes);
bool is_filler(const runtime::Object* object);

}  // namespace minijvm::gc
