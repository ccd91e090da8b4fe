// Tells the observer of accesses (Observers::of_accesses) what the program's threads access, and
// what orders them (JLS 17.4.4, 17.4.5). There is one only with -XX:+DetectRaces: then the cells of
// such accesses are others (vm/interp/watched_access.h), and each lock goes the slow way. Without
// it, a slow path pays one load and one test.
// Tested by tests/vm/races.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/fwd.h"
#include "sync/decide/operation.h"
#include "vm/observer.h"

namespace minijvm::vm {

// The ways in which an access orders what its thread does.
enum class AccessMode : std::uint8_t {
  kPlain,
  kFinal,    // of a final field (JLS 17.5)
  kAtomic,   // opaque: no data race, and orders nothing
  kOrdered,  // volatile, acquire, release: a read acquires, a write releases, an update does both
};

// An access of a variable: a field, an element of an array, or what Unsafe names by object and
// offset. The object of a static field is its class's mirror. An access of several elements side by
// side is one.
struct Access {
  decide::OpKind kind = decide::OpKind::kRead;
  AccessMode mode = AccessMode::kPlain;
  std::uint8_t bytes = 0;
  runtime::Object* object = nullptr;
  std::int64_t offset = 0;    // an array may be larger than 2 GB
  bool is_by_unsafe = false;  // by a method of Unsafe, and not by an instruction
  std::int32_t count = 1;     // of elements of so many bytes
};
inline char* address_of(const Access& access) {
  return reinterpret_cast<char*>(access.object) + access.offset;
}
// The elements of the array from `first` on. REQUIRES: it has so many.
Access elements_of(decide::OpKind kind, runtime::Object* array, std::int32_t first,
                   std::int32_t count);
// The field, whose mode it gives the access, of the object.
Access access_of(decide::OpKind kind, const runtime::Field& field, runtime::Object* object);

// Null: there is none.
inline Observer* access_observer() {
  return the_observers.of_accesses.load(std::memory_order_relaxed);
}
// Calls tell(Observer&) if there is one.
template <class Tell>
void tell_of_order(Tell tell) {
  if (Observer* observer = access_observer()) [[unlikely]] {
    tell(*observer);
  }
}
// The VM itself reads or writes a volatile field. REQUIRES: kInVm.
inline void tell_of_volatile(runtime::JavaThread& self, decide::OpKind kind,
                             runtime::Object* object, std::int32_t offset) {
  tell_of_order([&](Observer& observer) {
    observer.accessed(
        self, {.kind = kind, .mode = AccessMode::kOrdered, .object = object, .offset = offset});
  });
}

// Native code is about to read or write elements, or a field, by JNI; or has just read elements.
// That is an access of the native method if it is the program's. REQUIRES: kInVm.
void tell_of_native_access(runtime::JavaThread& self, const Access& access);
inline void tell_of_native_elements(runtime::JavaThread& self, decide::OpKind kind,
                                    runtime::Object* array, std::int32_t first,
                                    std::int32_t count) {
  if (access_observer() != nullptr && count > 0) [[unlikely]] {
    tell_of_native_access(self, elements_of(kind, array, first, count));
  }
}
inline void tell_of_native_field(runtime::JavaThread& self, decide::OpKind kind,
                                 const runtime::Field& field, runtime::Object* object) {
  if (access_observer() != nullptr) [[unlikely]] {
    tell_of_native_access(self, access_of(kind, field, object));
  }
}

}  // namespace minijvm::vm
