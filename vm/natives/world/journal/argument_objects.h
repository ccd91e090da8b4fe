// The objects that a native method can change: its arguments, and what they refer to, two steps
// deep. A recording looks at them before and after the call, and writes down what is different. So
// it does not matter by which function of JNI the native wrote, or whether it is one of the VM's
// own.
//
//   FileInputStream.open0     this ---> fd: a FileDescriptor ---> its field "fd", 3 instead of -1
//
// Rejected: a table of JNI functions that wraps the VM's and logs the writes. It would miss what
// the VM's own natives and critical sections write, and it would name objects by how C code found
// them.
// Tested by tests/vm/journal.
#pragma once

#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/object/handle.h"
#include "runtime/object/java_value.h"
#include "vm/java/java_result.h"
#include "vm/natives/world/journal/journal_bytes.h"
#include "vm/natives/world/journal/object_graph.h"

namespace minijvm::vm {

class ArgumentObjects {
 public:
  // REQUIRES: a HandleScope around it. `args` are the locals of the native's frame.
  ArgumentObjects(runtime::JavaThread& self, const runtime::Method& method,
                  const runtime::Slot* args);

  // Remembers what the objects hold now.
  void remember();
  // Writes what is different from then. REQUIRES: remember() was called.
  void write_changes(const sync::NoSafepoint& still, GraphWriter* graph, JournalWriter* out);
  // Makes the changes that the reader has, which fails if they fit no object.
  JavaResult<void> apply_changes(JournalReader* in, GraphReader* graph);

 private:
  struct Kept {
    runtime::Handle<> object;
    bool is_argument;
    std::string bytes;                          // behind the header
    std::vector<runtime::Handle<>> references;  // of an argument: fields in their order, elements
  };

  void add(const sync::NoSafepoint& still, runtime::Object* object, bool is_argument);
  void add_referents(const sync::NoSafepoint& still, std::size_t first, std::size_t last);
  void write_fields(const sync::NoSafepoint& still, const Kept& kept, std::size_t number,
                    GraphWriter* graph, JournalWriter* out);
  void write_primitives(const sync::NoSafepoint& still, const Kept& kept, std::size_t number,
                        JournalWriter* out);
  void write_elements(const sync::NoSafepoint& still, const Kept& kept, std::size_t number,
                      GraphWriter* graph, JournalWriter* out);
  JavaResult<void> apply_field(const Kept& kept, JournalReader* in, GraphReader* graph);
  JavaResult<void> apply_element(const Kept& kept, JournalReader* in, GraphReader* graph);
  void apply_primitives(const Kept& kept, JournalReader* in);

  runtime::JavaThread& self_;
  std::vector<Kept> kept_;
};

}  // namespace minijvm::vm
