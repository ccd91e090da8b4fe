// Keeps capabilities, which are rights of an environment (JVMTI, chapter "Capability"). An agent
// adds capabilities to its environment before it uses the functions and events that need them, so
// that the VM can prepare. capabilities.def lists all of them and to whom each is offered.
// Tested by tests/vm/jvmti.
#pragma once

#include <jvmti.h>

#include <cstdint>

namespace minijvm::vm::jvmti {

// Lists the bits of jvmtiCapabilities in the order of jvmti.h.
enum Capability : int {
  kNoCapability = -1,
#define MJ_JVMTI_CAPABILITY(name, offer) name,
#include "tools/jvmti/functions/capabilities.def"
  kCapabilities
};
using CapabilitySet = std::uint64_t;  // bit i: capability i
constexpr CapabilitySet bit_of(Capability capability) { return CapabilitySet{1} << capability; }

// Convert between the bit field of jvmti.h and a word. Their bits have the same order, which an
// x86-64 compiler stores from the lowest bit on.
CapabilitySet to_set(const jvmtiCapabilities& from);
void to_struct(CapabilitySet from, jvmtiCapabilities* to);

// Returns the capability that an environment needs to enable the event; kNoCapability if it needs
// none.
Capability capability_for(jvmtiEvent event);

}  // namespace minijvm::vm::jvmti
