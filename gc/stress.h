// The gc-stress build: a moving collection at (nearly) every allocation, and what it left is unmapped, so that a raw pointer kept across
// a safepoint dies at its first use (style.md 6). Proved by every test of the gc-stress preset.
#pragma once

#include <cstddef>

#include "base/bits.h"

namespace minijvm::gc {

#ifdef MINIJVM_GC_STRESS
inline constexpr bool kGcStress = true;
#else
inline constexpr bool kGcStress = false;
#endif

inline constexpr std::size_t kStressEdenBytes = 256 * kKiB;
inline constexpr std::size_t kStressEdenWindows = 64;   // eden's place changes with each collection, round and round
inline constexpr unsigned kStressFullEvery = 1024;      // young collections between full ones
inline constexpr unsigned kStressVerifyEvery = 256;

}  // namespace minijvm::gc
