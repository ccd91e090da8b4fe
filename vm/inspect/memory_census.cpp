#include "vm/inspect/memory_census.h"

#include <algorithm>

#include "runtime/class.h"
#include "runtime/class_linker.h"
#include "runtime/metadata_size.h"
#include "runtime/table_statistics.h"
#include "sync/safepoint.h"
#include "vm/java/string_table.h"
#include "vm/native/unsafe_memory.h"

namespace minijvm::vm {
namespace {

class CountClasses final : public runtime::ClassVisitor {
 public:
  explicit CountClasses(MemoryCensus& census) : census_(census) {}
  void visit(runtime::Class& klass) override {
    census_.instance_classes += klass.is_instance_class() ? 1 : 0;
    census_.array_classes += klass.is_array() ? 1 : 0;
  }

 private:
  MemoryCensus& census_;
};

void add_table(MemoryUse& use, const runtime::TableStatistics& table, bool owns_literals) {
  use.malloc_bytes += table.buckets * table.bytes_a_bucket + table.entries * table.bytes_an_entry + (owns_literals ? table.literal_bytes : 0);
  use.malloc_count += table.entries;
}

void add_ranges(MemoryCensus& census) {
  census.ranges = tracked_ranges();
  for (const TrackedRange& range : census.ranges) {
    census.use(range.purpose).add({range.bytes, range.committed_bytes(), 0, 0});
  }
}

}  // namespace

void MemoryUse::add(const MemoryUse& other) {
  reserved += other.reserved;
  committed += other.committed;
  malloc_bytes += other.malloc_bytes;
  malloc_count += other.malloc_count;
}

MemoryUse MemoryCensus::total() const {
  MemoryUse sum;
  for (const MemoryUse& use : uses) {
    sum.add(use);
  }
  return sum;
}

MemoryCensus take_memory_census(runtime::JavaThread& self) {
  MemoryCensus census;
  CountClasses count(census);
  runtime::for_each_class(count);
  census.threads = sync::exec_env_count();
  add_ranges(census);
  const runtime::MetadataSize metadata = runtime::class_metadata_size();
  census.metadata_used = metadata.used;
  census.use(MemoryPurpose::kMetaspace).malloc_bytes = metadata.committed - std::min(metadata.committed, census.use(MemoryPurpose::kClass).committed);
  census.use(MemoryPurpose::kCode).malloc_bytes = runtime::code_size().committed;
  add_table(census.use(MemoryPurpose::kSymbol), runtime::symbol_table_statistics(), true);
  add_table(census.use(MemoryPurpose::kSymbol), string_table_statistics(self), false);  // the strings are in the Java heap
  const UnsafeMemory off_heap = unsafe_memory();
  census.use(MemoryPurpose::kOther).add({0, 0, off_heap.bytes, off_heap.blocks});
  return census;
}

}  // namespace minijvm::vm
