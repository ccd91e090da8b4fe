// Adds up the VM's memory: first tracked ranges of addresses, then the memory that metadata, code,
// the tables of symbols and strings, and Unsafe have allocated.
#include "tools/manage/memory_census.h"

#include <algorithm>

#include "runtime/class/class.h"
#include "runtime/class/metadata_size.h"
#include "runtime/class/table_statistics.h"
#include "runtime/link/class_linker.h"
#include "sync/threads/safepoint.h"
#include "vm/java/string_table.h"
#include "vm/natives/unsafe_memory.h"

namespace minijvm::vm {
namespace {

// HotSpot's report counts classes by kind. A primitive class is neither.
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

// Adds the buckets and entries of a table. The literals count only if the table owns them, as that
// of symbols does; interned strings are Java objects.
void add_table(MemoryUse& use, const runtime::TableStatistics& table, bool owns_literals) {
  use.malloc_bytes += table.buckets * table.bytes_a_bucket + table.entries * table.bytes_an_entry +
                      (owns_literals ? table.literal_bytes : 0);
  use.malloc_count += table.entries;
}

// The ranges are copied once, so that the sums and the detailed list agree.
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

// The sum is computed when it is needed, so that it cannot differ from its parts.
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
  // Every Java thread counts, also one that runs on no kernel thread of its own.
  census.threads = sync::exec_env_count();
  add_ranges(census);
  const runtime::MetadataSize metadata = runtime::class_metadata_size();
  census.metadata_used = metadata.used;
  // The part of the metadata that is in tracked ranges has been counted under kClass. min keeps the
  // difference from wrapping around if both change in between.
  census.use(MemoryPurpose::kMetaspace).malloc_bytes =
      metadata.committed -
      std::min(metadata.committed, census.use(MemoryPurpose::kClass).committed);
  census.use(MemoryPurpose::kCode).malloc_bytes = runtime::code_size().committed;
  add_table(census.use(MemoryPurpose::kSymbol), runtime::symbol_table_statistics(), true);
  // The strings themselves are in the Java heap, so only the table is added.
  add_table(census.use(MemoryPurpose::kSymbol), string_table_statistics(self), false);
  const UnsafeMemory off_heap = unsafe_memory();
  census.use(MemoryPurpose::kOther).add({0, 0, off_heap.bytes, off_heap.blocks});
  return census;
}

}  // namespace minijvm::vm
