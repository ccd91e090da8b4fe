// Looks at each access. The caller is the thread that is about to do it, in kInJava or in kInVm;
// nothing here stops.
#include <algorithm>
#include <bit>
#include <string_view>

#include "gc/shadow/access_shadow.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "runtime/object/java_objects.h"
#include "runtime/object/well_known.h"
#include "runtime/thread/java_thread.h"
#include "tools/races/detector.h"
#include "vm/interp/watched_access.h"

namespace minijvm::vm::races {

using decide::OpKind;
using ordering::Cell;
using ordering::Conflict;
using ordering::History;
using ordering::Lanes;
using ordering::SiteNo;
using ordering::Word;
using runtime::JavaThread;
using runtime::Object;

namespace {

// The second cell of an object's header keeps the epoch in which a constructor froze final fields.
Cell& freeze_cell(Object* object) { return gc::shadow_of(object)[1]; }

bool is_static(const Access& access) {
  return access.object->klass() == runtime::wk().java_lang_Class;
}

// Is the access that of a method handle or of reflection in the program's own hands? The plain
// accesses by which the class library publishes its own things are followed by a release.
bool is_by_program(const JavaThread& self) {
  for (runtime::FrameWalk walk(self); !walk.done(); walk.next()) {
    const runtime::Class& holder = *walk.frame().method().holder;
    const std::string_view name = holder.name->text();
    if (!holder.loader->is_boot_or_platform()) {
      return true;
    }
    if (!name.starts_with("java/lang/invoke/") && !name.starts_with("java/lang/reflect/") &&
        !name.starts_with("jdk/internal/")) {
      return false;
    }
  }
  return false;
}

// The fast path (vm/interp/watched_access.h) asks so, but of single accesses and cells only.
bool is_kept(const Cell& cell, bool writes, Word stamp) {
  const Lanes lanes = ordering::lanes_of(stamp);
  return writes ? ordering::is_write_kept(cell, stamp, lanes)
                : ordering::is_read_kept(cell, stamp, lanes);
}

bool has_lanes(Word word, Lanes lanes) { return (ordering::lanes_of(word) & lanes) == lanes; }

// Two accesses of a word in one epoch are one if no other epoch has a part in it, or if both read
// what was written before.
bool joins_lanes(Cell& cell, bool writes, Word stamp) {
  Word& same = writes ? cell.write : cell.read;
  const Word other = writes ? cell.read : cell.write;
  const bool is_own = ordering::is_same_epoch(same, stamp) &&
                      (other == 0 || ordering::is_same_epoch(other, stamp) ||
                       (!writes && has_lanes(other, ordering::lanes_of(stamp))));
  if (is_own) {
    same |= stamp & (Word{ordering::kAllLanes} << ordering::kLaneShift);
  }
  return is_own;
}

// Must the bytes of the word have a history each, before this access can be kept? The write has all
// lanes that the read has, so a part of what one thread has written can be read without.
bool needs_split(const Cell& cell, bool writes, Lanes lanes) {
  const Lanes written = ordering::lanes_of(cell.write);
  const Lanes read = ordering::lanes_of(cell.read);
  if (writes) {
    return (cell.write != 0 && written != lanes) || (cell.read != 0 && (read & ~lanes) != 0);
  }
  return (cell.write != 0 && !has_lanes(cell.write, lanes)) || (cell.read != 0 && read != lanes);
}

bool has_other_lanes(const Cell& cell, Lanes lanes) {
  return (cell.write != 0 && ordering::lanes_of(cell.write) != lanes) ||
         (cell.read != 0 && ordering::lanes_of(cell.read) != lanes);
}
bool has_other_lanes(const History& history, Lanes lanes) {
  const std::vector<Word>& readers = history.readers;
  return has_other_lanes(history.cell, lanes) ||
         (!readers.empty() && ordering::lanes_of(readers.front()) != lanes);
}

// Gives each byte the history that it has in the cell.
void split(SideRecord& record) {
  record.lanes = std::make_unique<std::array<History, ordering::kLaneBits>>();
  for (int lane = 0; lane < ordering::kLaneBits; ++lane) {
    History& own = (*record.lanes)[static_cast<std::size_t>(lane)];
    const Lanes bit = 1U << lane;
    const Cell& cell = record.whole.cell;
    own.cell.write = (ordering::lanes_of(cell.write) & bit) != 0 ? cell.write : 0;
    own.cell.read = (ordering::lanes_of(cell.read) & bit) != 0 ? cell.read : 0;
    for (Word reader : record.whole.readers) {
      if ((ordering::lanes_of(reader) & bit) != 0) {
        own.readers.push_back(reader);
      }
    }
  }
  record.whole = {};
}

// All bytes were written in one epoch, and nothing else was done since: they are one again.
bool unsplit(SideRecord& record) {
  const Word first = (*record.lanes)[0].cell.write;
  for (const History& lane : *record.lanes) {
    const bool is_alike = ordering::is_same_epoch(lane.cell.write, first) && lane.cell.read == 0 &&
                          lane.readers.empty();
    if (first == 0 || !is_alike) {
      return false;
    }
  }
  record.whole.cell = {first | Word{ordering::kAllLanes} << ordering::kLaneShift, 0};
  record.lanes.reset();
  return true;
}

}  // namespace

void Detector::accessed(JavaThread& self, const Access& access) {
  ThreadStory* me = story(self);
  if (me == nullptr) {
    return;
  }
  switch (access.mode) {
    case AccessMode::kAtomic:
      break;
    case AccessMode::kOrdered:
      at_ordered(*me, self, access);
      break;
    case AccessMode::kFinal:
      at_final(*me, access);
      break;
    case AccessMode::kPlain:
      at_plain(*me, self, access);
      break;
  }
}

void Detector::at_ordered(ThreadStory& me, const JavaThread& self, const Access& access) {
  Cell& cell = *gc::shadow_of(address_of(access));
  if (access.kind != OpKind::kWrite) {
    acquire(me, cell);
  }
  if (access.kind != OpKind::kRead) {
    release(me, self, Release::kVolatile, cell, access.object);
  }
}

// A later constructor's end of the same object takes the place of the one before.
void Detector::constructed(JavaThread& self, Object* object) {
  constexpr std::size_t kMostKept = 256;
  ThreadStory* me = story(self);
  if (me == nullptr) {
    return;
  }
  freeze_cell(object).write = me->epoch;
  if (me->has_learned) {
    if (me->when_it_froze.size() == kMostKept) {
      me->when_it_froze.erase(me->when_it_froze.begin());
    }
    me->when_it_froze.push_back({me->now(), me->known});
    me->has_learned = false;
  }
}

void Detector::at_final(ThreadStory& me, const Access& access) {
  if (is_static(access)) {
    learn_classes(me);
    return;
  }
  const Word frozen = freeze_cell(access.object).write;
  if (access.kind == OpKind::kWrite || frozen == 0 || me.known.knows(frozen)) {
    return;
  }
  const ThreadStory& maker = threads_.author(frozen);
  const ThreadStory::Knowledge* then = nullptr;
  for (const ThreadStory::Knowledge& entry : maker.when_it_froze) {
    then = then == nullptr || entry.from <= ordering::clock_of(frozen) ? &entry : then;
  }
  if (then != nullptr) {
    me.learn(then->known);
  }
  ordering::VectorClock of_maker;
  of_maker.set(maker.slot(), ordering::clock_of(frozen));
  me.learn(of_maker);
}

void Detector::at_plain(ThreadStory& me, JavaThread& self, const Access& access) {
  if (is_static(access)) {
    learn_classes(me);
  }
  if (access.is_by_unsafe && !is_by_program(self)) {
    return;
  }
  const std::optional<SiteNo> site = site_of(self);
  if (!site) {
    return;
  }
  if (access.count > 1) {
    keep_range(me, self, access, *site);
  } else if (const std::optional<Conflict> conflict = keep(me, self, access, *site)) {
    report(self, access, *conflict, *site);
  }
}

// Small elements are looked at by the four bytes, as far as these are all in the range: the shadow
// has a cell for each. Only the first conflict is reported.
void Detector::keep_range(ThreadStory& me, JavaThread& self, const Access& range, SiteNo site) {
  constexpr int kWord = sizeof(std::uint32_t);
  bool is_reported = false;
  Access one = range;
  one.count = 1;
  const std::int64_t end = range.offset + std::int64_t{range.count} * range.bytes;
  while (is_on_ && one.offset < end) {
    const bool is_word = one.offset % kWord == 0 && end - one.offset >= kWord;
    one.bytes = is_word ? std::max<std::uint8_t>(range.bytes, kWord) : range.bytes;
    const std::optional<Conflict> conflict = keep(me, self, one, site);
    if (conflict && !is_reported) {
      const auto lane = std::countr_zero(ordering::lanes_of(conflict->earlier));
      Access first = one;
      first.offset += range.bytes < kWord && is_word ? lane / range.bytes * range.bytes : 0;
      report(self, first, *conflict, site);
      is_reported = true;
    }
    one.offset += one.bytes;
  }
}

std::optional<Conflict> Detector::keep(ThreadStory& me, const JavaThread& self,
                                       const Access& access, SiteNo site) {
  Cell& cell = *gc::shadow_of(address_of(access));
  const Lanes lanes = interp::lanes_at(address_of(access), access.bytes);
  const Word stamp = ordering::stamp(me.epoch, lanes, site);
  const bool writes = decide::writes(access.kind);
  if (!ordering::is_elsewhere(cell.write)) {
    if (is_kept(cell, writes, stamp) || joins_lanes(cell, writes, stamp)) {
      return std::nullopt;
    }
    if (!needs_split(cell, writes, lanes) && !may_be_wanted(access, stamp)) {
      if (writes) {
        return write_at(cell, me.known, stamp);
      }
      if (!needs_readers(cell, me.known, stamp)) {
        return read_at(cell, me.known, stamp);
      }
    }
    if (records_.is_full()) {
      stop("4,194,304 variables and locks are shared by threads");
      return std::nullopt;
    }
    records_.make(cell, access.object);
  }
  return keep_aside(me, self, cell, access, stamp);
}

// In a second run: is this the access, or one of the same moment at another object?
bool Detector::may_be_wanted(const Access& access, Word stamp) const {
  const std::optional<Wanted>& wanted = second_run_.wanted();
  constexpr std::int64_t kWord = sizeof(std::uint32_t);
  return wanted && ordering::is_same_epoch(wanted->access, stamp) &&
         ordering::site_of(wanted->access) == ordering::site_of(stamp) &&
         (ordering::lanes_of(wanted->access) & ordering::lanes_of(stamp)) != 0 &&
         wanted->offset / kWord == access.offset / kWord;
}

std::optional<Conflict> Detector::keep_aside(ThreadStory& me, const JavaThread& self, Cell& cell,
                                             const Access& access, Word stamp) {
  SideRecord& record = *records_.of(cell);
  const Lanes lanes = ordering::lanes_of(stamp);
  const bool writes = decide::writes(access.kind);
  auto keep_in = [&](History& history) -> std::optional<Conflict> {
    if (history.readers.empty() && is_kept(history.cell, writes, stamp)) {
      return std::nullopt;
    }
    if (may_be_wanted(access, stamp)) {
      record.wanted = std::make_unique<std::string>(calls_text(self, true));
    }
    return writes ? write_at(history, me.known, stamp) : read_at(history, me.known, stamp);
  };
  if (record.lanes == nullptr && has_other_lanes(record.whole, lanes)) {
    split(record);
  }
  if (record.lanes == nullptr) {
    const std::optional<Conflict> conflict = keep_in(record.whole);
    records_.drop_if_bare(cell);
    return conflict;
  }
  std::optional<Conflict> conflict;
  for (std::size_t lane = 0; lane < record.lanes->size(); ++lane) {
    if ((lanes >> lane & 1U) != 0) {
      const std::optional<Conflict> found = keep_in((*record.lanes)[lane]);
      conflict = conflict ? conflict : found;
    }
  }
  if (writes && unsplit(record)) {
    records_.drop_if_bare(cell);
  }
  return conflict;
}

}  // namespace minijvm::vm::races
