// The verifier (classfile/flow) words its failures as HotSpot 17 does, since it knows no release.
// This puts in what a later HotSpot says instead.
// Tested by tests/hostile with JDK 25.
#pragma once

#include <string>

namespace minijvm::runtime {

// Returns the message of a failure as the HotSpot of the JDK that runs words it.
std::string verifier_text(std::string message);

}  // namespace minijvm::runtime
