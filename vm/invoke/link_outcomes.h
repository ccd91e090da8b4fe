// Keeps the results of linking call sites, method handle calls and dynamic constants. JVMS 5.4.3
// asks that a later attempt has the same result, also if it failed, so the first result is kept as
// long as the class.
// Tested by tests/java/invoke/RememberedFailures.java.
//
// The results are in the pool of the class, under the call instruction or the pool entry, and their
// memory belongs to the class's loader: they are freed with the class.
#pragma once

#include <cstdint>

#include "vm/invoke/call_site.h"

namespace minijvm::vm {

// Describes a failure. As in HotSpot, it keeps what is needed to make a new exception object, so
// that each throw has its own stack trace.
struct RememberedError {
  // The name of a class of the boot loader. If it is null, `cause` itself is thrown again.
  const char* class_name;
  // Null if there is no message.
  const char* message;
  // A constant slot; null if there is no cause.
  runtime::Object* const* cause;
};

struct LinkOutcome {
  LinkedCallSite site;
  // Null if the site is linked.
  const RememberedError* failure;
};

using LinkKey = std::uint64_t;
// Two kinds of keys: invokedynamic is linked for each instruction, everything else for each pool
// entry. A bci fits in 16 bits, since a method's code is shorter than 65536 bytes (JVMS 4.7.3).
LinkKey key_of_instruction(const runtime::Method& method, std::uint32_t bci);
LinkKey key_of_entry(std::uint16_t pool_index);

// Returns null if the key is not linked yet.
const LinkOutcome* known_outcome(const runtime::RunConstantPool& from, LinkKey key);
// Throws a new exception like the first one.
[[nodiscard]] Pending throw_remembered(runtime::JavaThread& self, const RememberedError& error);
// Returns the site, or throws its failure again.
JavaResult<LinkedCallSite> unpack(runtime::JavaThread& self, const LinkOutcome& outcome);
// Publishes a linked site. Returns the result that counts, which is another thread's if that thread
// was first.
const LinkOutcome& publish_site(runtime::RunConstantPool& from, LinkKey key,
                                const LinkedCallSite& site);

// Remembers the pending exception if it is a LinkageError. Other exceptions, such as lack of
// memory, are not remembered, since a later attempt may succeed. `unnamed` is the message of later
// throws if the exception has none. With `with_cause`, later throws have the same cause.
// Returns the result that counts if another thread was first, with the exception cleared; null if
// the exception stays pending.
const LinkOutcome* publish_failure(runtime::JavaThread& self, runtime::RunConstantPool& from,
                                   LinkKey key, const char* unnamed, bool with_cause);

}  // namespace minijvm::vm
