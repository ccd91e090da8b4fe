// Proves: slots, chunks and objects survive their packing, and every array is covered by its chunks.
#include "gc/heap/scan_entry.h"

#include <catch2/catch.hpp>

namespace minijvm::gc::test {

TEST_CASE("scan entry: packing and unpacking", "[gc][scan_entry]") {
  auto* object = reinterpret_cast<runtime::Object*>(0x7fff'1234'5678);
  auto** slot = reinterpret_cast<runtime::Object**>(0x7fff'1234'5678);
  CHECK(kind_of(slot_entry(slot)) == ScanKind::kSlot);
  CHECK(slot_of(slot_entry(slot)) == slot);
  CHECK(kind_of(object_entry(object)) == ScanKind::kObject);
  CHECK(object_of(object_entry(object)) == object);
  WorkEntry chunk = chunk_entry(object, 65'535);
  CHECK(kind_of(chunk) == ScanKind::kChunk);
  CHECK(object_of(chunk) == object);
  CHECK(chunk_of(chunk) == 65'535);
}

TEST_CASE("scan entry: 2^16 chunks cover the longest array", "[gc][scan_entry]") {
  for (std::size_t length : {std::size_t{513}, std::size_t{1} << 24, std::size_t{0x7fff'ffff}}) {
    CHECK(chunk_length(length) * 65'536 >= length);
    CHECK(chunk_length(length) >= kChunkedLength);
  }
}

}  // namespace minijvm::gc::test
