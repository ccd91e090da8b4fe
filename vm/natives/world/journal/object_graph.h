// Writes objects that a native method has made into a journal, with all that they refer to, and
// makes them again in a replay, without their constructors: a String, an InetAddress[], a byte[][].
//
//   null | again NUMBER | string TEXT | primitives TYPE BYTES | elements CLASS COUNT VALUE...
//   | instance CLASS FIELD...      a field is a signed number, or a value
//
// The reader trusts nothing: each reference must be of the type that its place has.
// Tested by tests/vm/journal.
#pragma once

#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/object/java_objects.h"
#include "vm/java/java_result.h"
#include "vm/natives/world/journal/journal_bytes.h"

namespace minijvm::vm {

class GraphWriter {
 public:
  GraphWriter(const sync::NoSafepoint& still, JournalWriter* out) : still_(still), out_(out) {}

  void value(const runtime::Object* object);
  // The fields that the class has beside those of `above` and its superclasses.
  void fields(const runtime::Object& object, const runtime::Class* above);
  // Names the class that no journal can keep: one of the program, or one that the VM knows by its
  // address. Empty: all could be kept.
  const std::string& unkept() const { return unkept_; }

 private:
  void instance(const runtime::Object& object);
  void elements(const runtime::Object& array);

  const sync::NoSafepoint& still_;
  JournalWriter* out_;
  std::vector<const runtime::Object*> written_;
  std::string unkept_;
  int depth_ = 0;
};

// Wrong bytes make the reader fail. An exception is pending only if making an object threw.
class GraphReader {
 public:
  GraphReader(runtime::JavaThread& self, JournalReader* in) : self_(self), in_(in) {}

  // Returns an object that can stand where `descriptor` says, or null.
  JavaResult<runtime::Handle<>> value(std::string_view descriptor);
  // Reads what GraphWriter::fields() wrote, into this object.
  JavaResult<void> fields(runtime::Handle<> object, const runtime::Class* above);

 private:
  JavaResult<runtime::Handle<>> any_value();
  JavaResult<runtime::Handle<>> primitives();
  JavaResult<runtime::Handle<>> elements();
  JavaResult<runtime::Handle<>> instance();
  // Returns null, and makes the reader fail, if there is no such class of the JDK.
  JavaResult<runtime::Class*> klass(std::string_view name);

  runtime::JavaThread& self_;
  JournalReader* in_;
  std::vector<runtime::Handle<>> made_;
  int depth_ = 0;
};

}  // namespace minijvm::vm
