// The registry behind -XX:NativeMemoryTracking. virtual_memory.cpp reports to it; jcmd and the
// report at exit read it. Callers are in any thread state.
#include "base/memory_tracking.h"

#include <execinfo.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "base/base_state.h"
#include "base/native_mutex.h"

namespace minijvm {
namespace {

// The purpose of ranges that this thread reserves; MemoryPurposeScope sets it.
thread_local MemoryPurpose current_purpose = MemoryPurpose::kInternal;

}  // namespace

// Holds all ranges, under one mutex. Reserving and committing are rare and call the kernel anyway.
class MemoryRegistry {
 public:
  // A range gets the purpose of the thread that reserves it.
  void add(std::uintptr_t base, std::size_t bytes, const MemoryCallers& callers) {
    NativeMutexLock guard(mutex_);
    ranges_[base] = TrackedRange{base, bytes, current_purpose, callers, {}};
  }
  void remove(std::uintptr_t base) {
    NativeMutexLock guard(mutex_);
    ranges_.erase(base);
  }
  // A part that was committed before is cut out first, so that its callers are the newest ones.
  void commit(std::uintptr_t base, std::size_t bytes, const MemoryCallers& callers) {
    NativeMutexLock guard(mutex_);
    if (TrackedRange* range = range_around(base)) {
      cut(*range, base, base + bytes);
      insert(*range, {base, base + bytes, callers});
    }
  }
  void uncommit(std::uintptr_t base, std::size_t bytes) {
    NativeMutexLock guard(mutex_);
    if (TrackedRange* range = range_around(base)) {
      cut(*range, base, base + bytes);
    }
  }
  std::vector<TrackedRange> all() {
    NativeMutexLock guard(mutex_);
    std::vector<TrackedRange> copy;
    for (const auto& [base, range] : ranges_) {
      copy.push_back(range);
    }
    return copy;
  }

 private:
  // The range that contains the address, or null. upper_bound gives the first range after the
  // address; only the one before it can contain the address.
  TrackedRange* range_around(std::uintptr_t address) MJ_REQUIRES(mutex_) {
    auto after = ranges_.upper_bound(address);
    if (after == ranges_.begin()) {
      return nullptr;
    }
    TrackedRange& range = std::prev(after)->second;
    return address < range.base + range.bytes ? &range : nullptr;
  }

  // Removes [base, end) from the committed parts. A part that reaches beyond either end keeps what
  // lies outside.
  static void cut(TrackedRange& range, std::uintptr_t base, std::uintptr_t end) {
    std::vector<CommittedPart> left;
    for (const CommittedPart& part : range.committed) {
      if (part.end <= base || part.base >= end) {
        left.push_back(part);
        continue;
      }
      if (part.base < base) {
        left.push_back({part.base, base, part.callers});
      }
      if (part.end > end) {
        left.push_back({end, part.end, part.callers});
      }
    }
    range.committed = std::move(left);
  }

  // Adjacent parts with the same callers become one: a heap that grows in small steps would
  // otherwise have thousands of parts. REQUIRES: nothing in the part's addresses is committed.
  static void insert(TrackedRange& range, const CommittedPart& part) {
    auto at = std::ranges::lower_bound(range.committed, part.base, {}, &CommittedPart::base);
    if (at != range.committed.begin() && std::prev(at)->end == part.base &&
        std::prev(at)->callers == part.callers) {
      std::prev(at)->end = part.end;
    } else {
      range.committed.insert(at, part);
    }
  }

  // The mutex is a leaf: its holder takes no other lock.
  NativeMutex mutex_;  // base is below sync
  std::map<std::uintptr_t, TrackedRange> ranges_ MJ_GUARDED_BY(mutex_);
};

namespace {

constexpr MemoryTrackingState& state = base_state.memory;

// The registry is never destroyed: the destructors of static VirtualMemory objects report to it
// after main.
MemoryRegistry& registry() { return *state.ranges; }

// Returns the callers of VirtualMemory's member function. The three innermost frames are left out:
// this function, the note_ function and the member function itself. Without noinline the first of
// the three would not exist.
[[gnu::noinline]] MemoryCallers callers_of_note() {
  MemoryCallers callers{};
  if (memory_tracking() == MemoryTracking::kDetail) {
    constexpr int kOwn = 3;
    void* frames[kOwn + kTrackedCallers];
    const int count = backtrace(frames, kOwn + kTrackedCallers);
    for (int i = kOwn; i < count; ++i) {
      callers[static_cast<std::size_t>(i - kOwn)] = frames[i];
    }
  }
  return callers;
}

std::uintptr_t address_of(const void* base) { return reinterpret_cast<std::uintptr_t>(base); }
bool is_tracking() { return memory_tracking() != MemoryTracking::kOff; }

}  // namespace

const char* memory_purpose_name(MemoryPurpose purpose) {
  static constexpr const char* kNames[] = {
#define MJ_PURPOSE(name, label) label,
      MJ_MEMORY_PURPOSES(MJ_PURPOSE)
#undef MJ_PURPOSE
  };
  return kNames[static_cast<std::size_t>(purpose)];
}

void set_memory_tracking(MemoryTracking tracking) {
  state.level.store(tracking, std::memory_order_relaxed);
}
MemoryTracking memory_tracking() { return state.level.load(std::memory_order_relaxed); }

MemoryPurposeScope::MemoryPurposeScope(MemoryPurpose purpose) : before_(current_purpose) {
  current_purpose = purpose;
}
MemoryPurposeScope::~MemoryPurposeScope() { current_purpose = before_; }

std::size_t TrackedRange::committed_bytes() const {
  std::size_t sum = 0;
  for (const CommittedPart& part : committed) {
    sum += part.end - part.base;
  }
  return sum;
}

std::vector<TrackedRange> tracked_ranges() { return registry().all(); }

void note_reserved(const void* base, std::size_t bytes) {
  if (is_tracking()) {
    registry().add(address_of(base), bytes, callers_of_note());
  }
}

void note_committed(const void* base, std::size_t bytes) {
  if (is_tracking()) {
    registry().commit(address_of(base), bytes, callers_of_note());
  }
}

void note_uncommitted(const void* base, std::size_t bytes) {
  if (is_tracking()) {
    registry().uncommit(address_of(base), bytes);
  }
}

void note_released(const void* base) {
  if (is_tracking()) {
    registry().remove(address_of(base));
  }
}

}  // namespace minijvm
