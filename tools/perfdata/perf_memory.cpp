// Writes and walks entries. The structs below are the file's own layout, in the machine's byte
// order but for the magic number.
#include "tools/perfdata/perf_memory.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "base/bits.h"
#include "sync/threads/clock.h"

namespace minijvm::vm::perfdata {
namespace {

struct Prologue {
  std::uint8_t magic[4];
  std::uint8_t byte_order;
  std::uint8_t major;
  std::uint8_t minor;
  std::uint8_t accessible;
  std::int32_t used;
  std::int32_t overflow;
  std::int64_t modified;  // when the last entry was made; readers look for new ones if it changes
  std::int32_t first_entry;
  std::int32_t entries;
};
static_assert(sizeof(Prologue) == 32);

struct Entry {
  std::int32_t bytes;
  std::int32_t name_at;
  std::int32_t vector_length;  // 0: a single number
  std::uint8_t type;           // as in a descriptor
  std::uint8_t flags;
  std::uint8_t unit;
  std::uint8_t variability;
  std::int32_t value_at;
};
static_assert(sizeof(Entry) == 20);

constexpr std::uint8_t kMagic[4] = {0xCA, 0xFE, 0xC0, 0xC0};
constexpr std::uint8_t kLittleEndian = 1;
// Of Entry::flags: jstat -snap prints it. HotSpot promises to keep only the names of java.*.
constexpr std::uint8_t kSupported = 1;
constexpr std::size_t kAlignment = 8;

Prologue& prologue_of(std::span<std::byte> bytes) {
  return *reinterpret_cast<Prologue*>(bytes.data());
}

const char* name_of(const Entry& entry) {
  return reinterpret_cast<const char*>(&entry) + entry.name_at;
}

}  // namespace

void PerfMemory::begin(std::span<std::byte> bytes) {
  bytes_ = bytes;
  Prologue& prologue = prologue_of(bytes);
  std::copy(std::begin(kMagic), std::end(kMagic), prologue.magic);
  prologue.byte_order = kLittleEndian;
  prologue.major = 2;
  prologue.used = sizeof(Prologue);
  prologue.first_entry = sizeof(Prologue);
}

void PerfMemory::open() {
  std::atomic_ref(prologue_of(bytes_).accessible).store(1, std::memory_order_release);
}

std::byte* PerfMemory::add(const CounterForm& form, std::span<const std::byte> value) {
  const bool is_text = form.text_bytes != 0;
  const std::size_t value_bytes = is_text ? form.text_bytes : sizeof(std::int64_t);
  const std::size_t value_at = align_up(sizeof(Entry) + form.name.size() + 1, kAlignment);
  const std::size_t entry_bytes = align_up(value_at + value_bytes, kAlignment);

  sync::MutexLock lock(mutex_);
  Prologue& prologue = prologue_of(bytes_);
  const auto used = static_cast<std::size_t>(prologue.used);
  if (has_locked(form.name)) {
    return nullptr;
  }
  if (entry_bytes > bytes_.size() - used) {
    const std::int64_t missing = prologue.overflow + static_cast<std::int64_t>(entry_bytes);
    prologue.overflow = static_cast<std::int32_t>(std::min<std::int64_t>(missing, INT32_MAX));
    return nullptr;
  }
  std::byte* at = bytes_.data() + used;
  auto& entry = *reinterpret_cast<Entry*>(at);
  entry.name_at = sizeof(Entry);
  entry.vector_length = static_cast<std::int32_t>(form.text_bytes);
  entry.type = is_text ? 'B' : 'J';
  entry.flags = form.name.starts_with("java.") ? kSupported : 0;
  entry.unit = static_cast<std::uint8_t>(form.unit);
  entry.variability = static_cast<std::uint8_t>(form.variability);
  entry.value_at = static_cast<std::int32_t>(value_at);
  std::memcpy(at + sizeof(Entry), form.name.data(), form.name.size());
  std::memcpy(at + value_at, value.data(), std::min(value.size(), value_bytes));
  // release: a reader that sees the size, or the number of entries, sees the entry.
  std::atomic_ref(entry.bytes)
      .store(static_cast<std::int32_t>(entry_bytes), std::memory_order_release);
  prologue.used += static_cast<std::int32_t>(entry_bytes);
  prologue.modified = sync::program_ns();
  std::atomic_ref(prologue.entries).store(prologue.entries + 1, std::memory_order_release);
  return at + value_at;
}

std::byte* PerfMemory::add_number(const CounterForm& form, std::int64_t value) {
  return add(form, std::as_bytes(std::span(&value, 1)));
}

// The last byte of a text's room stays zero.
std::byte* PerfMemory::add_text(const CounterForm& form, std::string_view value) {
  return add(form, std::as_bytes(std::span(value.substr(0, form.text_bytes - 1))));
}

bool PerfMemory::has(std::string_view name) {
  sync::MutexLock lock(mutex_);
  return has_locked(name);
}

bool PerfMemory::has_locked(std::string_view name) const {
  const std::byte* at = bytes_.data() + sizeof(Prologue);
  for (std::int32_t left = prologue_of(bytes_).entries; left > 0; --left) {
    const auto& entry = *reinterpret_cast<const Entry*>(at);
    if (name == name_of(entry)) {
      return true;
    }
    at += entry.bytes;
  }
  return false;
}

void store_number(std::byte* value, std::int64_t number) {
  std::atomic_ref(*reinterpret_cast<std::int64_t*>(value)).store(number, std::memory_order_relaxed);
}

void store_text(std::byte* value, std::size_t text_bytes, std::string_view text) {
  const std::size_t length = std::min(text.size(), text_bytes - 1);
  std::memcpy(value, text.data(), length);
  std::memset(value + length, 0, text_bytes - length);
}

}  // namespace minijvm::vm::perfdata
