// What linking came to, for ever (JVMS 5.4.3): of call sites, calls of method handles and dynamic constants. The first result wins.
// Proved by tests/java/invoke/RememberedFailures.java.
//
// Outcomes live in the class's pool, under the call instruction or the pool entry, and in memory of its loader: they die with the class.
#pragma once

#include <cstdint>

#include "vm/invoke/call_site.h"

namespace minijvm::vm {

// A failure is kept as what it takes to make it anew, as HotSpot does: each thrower sees its own stack trace.
struct RememberedError {
  const char* class_name;          // a class of the boot loader; null: `cause` itself is thrown again
  const char* message;             // null: none
  runtime::Object* const* cause;   // a constant slot; null: none
};

struct LinkOutcome {
  LinkedCallSite site;
  const RememberedError* failure;  // null: the site is linked
};

using LinkKey = std::uint64_t;
// invokedynamic is linked for each instruction, the rest for each pool entry. A method's code is shorter than 65536 (JVMS 4.7.3).
LinkKey key_of_instruction(const runtime::Method& method, std::uint32_t bci);
LinkKey key_of_entry(std::uint16_t pool_index);

// Null: not linked yet.
const LinkOutcome* known_outcome(const runtime::RunConstantPool& from, LinkKey key);
[[nodiscard]] Pending throw_remembered(runtime::JavaThread& self, const RememberedError& error);
// The site, or its failure thrown again.
JavaResult<LinkedCallSite> unpack(runtime::JavaThread& self, const LinkOutcome& outcome);
const LinkOutcome& publish_site(runtime::RunConstantPool& from, LinkKey key, const LinkedCallSite& site);

// Remembers the pending exception if it is a LinkageError: others, such as lack of memory, may go better next time. `unnamed` is the message
// of the next throw for one without a message; `with_cause`: that throw has the same cause.
// The outcome that counts, if another thread was first; null: the exception stays pending.
const LinkOutcome* publish_failure(runtime::JavaThread& self, runtime::RunConstantPool& from, LinkKey key, const char* unnamed, bool with_cause);

}  // namespace minijvm::vm
