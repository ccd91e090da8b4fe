// Dead objects that fill gaps, so that a space can be walked from its base to its top (heap walks, verifier).
// Proved by tests/gc/tlab_test.cpp.  Their class is our own, an array of longs that Java never sees: the collectors need one before the
// first Java class is loaded.
#pragma once

#include <cstddef>

#include "runtime/object.h"

namespace minijvm::gc {

inline constexpr std::size_t kMinFillerBytes = runtime::Object::kHeaderBytes;

// False: no memory below 4 GiB. Once per process.
bool initialize_filler();
// REQUIRES: bytes is a multiple of 8, at least kMinFillerBytes.
void write_filler(std::byte* start, std::size_t bytes);
bool is_filler(const runtime::Object* object);

}  // namespace minijvm::gc
