// The edges, and the reports. The caller is the thread that does what it reports, in kInJava or in
// kInVm; nothing here stops.
#include "tools/races/detector.h"

#include <fmt/format.h>

#include <cstdio>

#include "gc/shadow/access_shadow.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "vm/java/threads/quiet_code.h"

namespace minijvm::vm::races {

using ordering::Cell;
using ordering::Conflict;
using ordering::SiteNo;
using runtime::JavaThread;
using runtime::Object;

namespace {

// The first cell of an object's header keeps the clock of its monitor.
Cell& monitor_cell(Object* object) { return gc::shadow_of(object)[0]; }

}  // namespace

void Detector::begin() {
  records_.begin();
  observe(*this, kThreadEvents | kUnloadingEvents | kRunEvents);
}

void Detector::program_begins(JavaThread& self) {
  is_on_ = true;
  if (story(self) != nullptr) {
    threads_.name(sync::NoSafepoint(self), self);
  }
}

// A thread of the VM, or one that JNI has attached, is met where it first does something.
ThreadStory* Detector::story(JavaThread& self) {
  if (!is_on_) {
    return nullptr;
  }
  ThreadStory* found = ThreadStories::of(self);
  if (found == nullptr) {
    found = threads_.make(self, nullptr, kNoSite);
    if (found == nullptr) {
      stop("more than 4,095 threads are alive at once");
      return nullptr;
    }
    threads_.name(sync::NoSafepoint(self), self);
  }
  return found;
}

void Detector::stop(const char* why) {
  is_on_ = false;
  threads_.stop();
  std::fprintf(stderr, "The race detector stops here, and races from now on are not found: %s.\n",
               why);
}

// An initializer of the class library has its own reasons, whoever came to the class first.
std::optional<SiteNo> Detector::site_of(const JavaThread& self) {
  const std::optional<runtime::Frame> frame = loud_frame(self);
  if (!frame) {
    return std::nullopt;
  }
  runtime::FrameWalk walk(self);
  const runtime::Frame top = walk.frame();
  for (; walk.frame().fp() != frame->fp(); walk.next()) {
    if (walk.frame().method().is_class_initializer()) {
      return std::nullopt;
    }
  }
  return sites_.number(*frame, top);
}

// --- what orders threads ---

void Detector::acquire(ThreadStory& me, const Cell& cell) {
  const SideRecord* record = records_.of(cell);
  if (record != nullptr && record->released != nullptr) {
    me.learn(*record->released);
  }
}

void Detector::release(ThreadStory& me, const JavaThread& self, Release how, Cell& cell,
                       Object* owner) {
  SideRecord* record = records_.of(cell);
  if (record == nullptr) {
    if (records_.is_full()) {
      stop("4,194,304 variables and locks are shared by threads");
      return;
    }
    record = &records_.make(cell, owner);
  }
  if (record->released == nullptr) {
    record->released = std::make_unique<ordering::VectorClock>();
  }
  record->released->join(me.known);
  end_epoch(me, self, how);
}

void Detector::end_epoch(ThreadStory& me, const JavaThread& self, Release how) {
  if (!ThreadStories::has_clocks(me)) {
    stop("a thread has let others see something 536,870,911 times");
    return;
  }
  threads_.advance(me, {how, site_of(self).value_or(kNoSite)});
}

void Detector::learn_classes(ThreadStory& me) {
  if (me.classes_known != classes_made_) {
    me.classes_known = classes_made_;
    me.learn(classes_);
  }
}

void Detector::lock_taken(JavaThread& self, Object* object) {
  if (ThreadStory* me = story(self)) {
    acquire(*me, monitor_cell(object));
  }
}

void Detector::lock_given_back(JavaThread& self, Object* object) {
  if (ThreadStory* me = story(self)) {
    release(*me, self, Release::kUnlock, monitor_cell(object), object);
  }
}

void Detector::thread_made(JavaThread& self, JavaThread& child) {
  ThreadStory* me = story(self);
  if (me == nullptr) {
    return;
  }
  if (threads_.make(child, me, site_of(self).value_or(kNoSite)) == nullptr) {
    stop("more than 4,095 threads are alive at once");
    return;
  }
  end_epoch(*me, self, Release::kStart);
}

void Detector::thread_started(JavaThread& self) {
  if (story(self) != nullptr) {
    threads_.name(sync::NoSafepoint(self), self);
  }
}

void Detector::thread_ending(JavaThread& self) {
  if (is_on_) {
    threads_.name(sync::NoSafepoint(self), self);
  }
}

void Detector::work_passes(JavaThread& from, JavaThread& to) {
  ThreadStory* of_from = story(from);
  ThreadStory* of_to = story(to);
  if (of_from != nullptr && of_to != nullptr) {
    of_to->learn(of_from->known);
    end_epoch(*of_from, from, Release::kHandOver);
  }
}

// Accesses by initializers of the class library are not watched.
void Detector::class_initialized(JavaThread& self, const runtime::Class& klass) {
  ThreadStory* me = klass.loader->is_boot_or_platform() ? nullptr : story(self);
  if (me != nullptr) {
    classes_.join(me->known);
    ++classes_made_;
    end_epoch(*me, self, Release::kInitialize);
  }
}

void Detector::class_awaited(JavaThread& self) {
  if (ThreadStory* me = story(self)) {
    learn_classes(*me);
  }
}

void Detector::memory_fenced(JavaThread& self) {
  if (ThreadStory* me = story(self)) {
    me->learn(fences_);
    fences_.join(me->known);
    end_epoch(*me, self, Release::kFence);
  }
}

// JLS 12.6.2 orders the end of an object's constructor before its finalizer.
void Detector::references_taken(JavaThread& self) {
  if (ThreadStory* me = story(self)) {
    threads_.for_each_alive([me](const ThreadStory& other) { me->learn(other.known); });
  }
}

// --- reports ---

void Detector::report(JavaThread& self, const Access& access, const Conflict& conflict,
                      SiteNo site) {
  ++conflicts_;
  if (const std::optional<Wanted>& wanted = second_run_.wanted()) {
    if (wanted->nth_conflict == conflicts_) {
      const SideRecord* record = records_.of(*gc::shadow_of(address_of(access)));
      second_run_.answer(record == nullptr || record->wanted == nullptr ? "" : *record->wanted);
    }
    return;
  }
  const Declaration declaration = declaration_of(*access.object, access.offset);
  if (may_race(declaration)) {
    return;
  }
  const SiteNo earlier = ordering::site_of(conflict.earlier);
  const Key key{declaration.holder, declaration.field, std::min(site, earlier),
                std::max(site, earlier)};
  if (!reported_.insert(key).second) {
    return;
  }
  variables_.insert({declaration.holder, declaration.field});
  if (std::string name = shared_name(declaration); !name.empty()) {
    raced_.insert(std::move(name));
  }
  const Race race{variable_text(declaration, *access.object, access.offset),
                  decide::writes(access.kind), conflict,
                  second_run_.ask({conflicts_, conflict.earlier, access.offset})};
  if (first_race_.empty()) {
    const auto [one, other] = std::minmax(sites_.text(site), sites_.text(earlier));
    first_race_ = fmt::format("{} at {} and {}", declaration_text(declaration), one, other);
  }
  const std::string text = race_text(sync::NoSafepoint(self), self, race, threads_, sites_);
  std::fputs(text.c_str(), stderr);
}

std::string Detector::summary() const {
  const std::size_t pairs = reported_.size();
  std::string text = fmt::format("{} data race{} ({} variable{}, {} pair{} of places).\n", pairs,
                                 pairs == 1 ? "" : "s", variables_.size(),
                                 variables_.size() == 1 ? "" : "s", pairs, pairs == 1 ? "" : "s");
  if (threads_.reused_early() != 0) {
    text += fmt::format(
        "{} threads got the number of a thread that they know nothing of, since all 4,095 were "
        "taken: races of these may be hidden.\n",
        threads_.reused_early());
  }
  return text;
}

}  // namespace minijvm::vm::races
