// What an environment may do (JVMTI, "Capability"). Offers: capabilities.def. Proved by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

#include <cstdint>

namespace minijvm::vm::jvmti {

enum Capability : int {
  kNoCapability = -1,
#define MJ_JVMTI_CAPABILITY(name, offer) name,
#include "vm/inspect/jvmti/capabilities.def"
  kCapabilities
};
using CapabilitySet = std::uint64_t;  // bit i: capability i
constexpr CapabilitySet bit_of(Capability capability) { return CapabilitySet{1} << capability; }

CapabilitySet to_set(const jvmtiCapabilities& from);
void to_struct(CapabilitySet from, jvmtiCapabilities* to);

// What an event asks of an environment that enables it; kNoCapability: nothing.
Capability capability_for(jvmtiEvent event);

}  // namespace minijvm::vm::jvmti
