// Numbers the sites of a run, and lets the thread model decide at points. The caller is in kInVm.
#include "vm/java/threads/points.h"

#include <map>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "sync/schedule/scheduler.h"
#include "sync/threads/thread_state.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/object_numbers.h"
#include "vm/java/threads/quiet_code.h"
#include "vm/observer.h"
#include "vm/vm.h"

namespace minijvm::vm {

using decide::Operation;
using decide::SiteNo;
using runtime::Frame;
using runtime::JavaThread;
using runtime::Object;

// Numbers sites in the order in which the run comes to them first, so a number does not depend on
// an address. One thread runs at a time, so there is no lock.
class Sites {
 public:
  SiteNo number(const Frame& frame) {
    const auto [at, is_new] =
        numbers_.try_emplace({&frame.method(), frame.bci()}, texts_.size() + 1);
    if (is_new) {
      texts_.push_back(text_of_site(frame.method(), frame.bci()));
    }
    return at->second;
  }
  const std::string& text(SiteNo site) const { return texts_[site - 1]; }

 private:
  std::map<std::pair<const runtime::Method*, std::int32_t>, SiteNo> numbers_;
  std::vector<std::string> texts_;
};

namespace {

Sites& sites() {
  return the_vm.java.points.sites.get([] { return new Sites; });
}

// Asks the model, which may let other threads run until it is this one's turn again.
void ask(JavaThread& self, const Operation& operation, const Frame* frame,
         const runtime::Field* field) {
  sync::ThreadModel& model = sync::thread_model();
  if (frame != nullptr) {
    notify(kRunEvents, [&](Observer& observer) { observer.operation_nears(self); });
  }
  if (model.wants_point(self, operation)) {
    sync::VmToBlocked blocked(self);
    model.at_point(self, operation);
  }
  model.did(self, operation);
  if (frame != nullptr) {
    notify(kRunEvents,
           [&](Observer& observer) { observer.operation_begins(self, operation, *frame, field); });
  }
}

}  // namespace

void set_points_at(PointsAt points) {
  the_vm.java.points.at = points;
  const bool is_watched = access_observer() != nullptr;
  the_vm.java.points.at_fields = points != PointsAt::kOperations || is_watched;
  the_vm.java.points.at_elements = points == PointsAt::kAccesses || is_watched;
}
PointsAt points_at() { return the_vm.java.points.at; }

void pass_point(JavaThread& self, OpKind kind, Object* object) {
  const std::optional<Frame> frame = loud_frame(self);
  if (frame) {
    const decide::ObjectNo number = object_numbers().number(sync::NoSafepoint(self), object);
    ask(self, {.kind = kind, .object = number, .site = sites().number(*frame)}, &*frame, nullptr);
  } else {
    ask(self, {.kind = kind, .is_quiet = true}, nullptr, nullptr);
  }
}

void access_point(JavaThread& self, OpKind kind, const Variable& variable) {
  if (const std::optional<Frame> frame = loud_frame(self)) {
    const decide::ObjectNo number =
        object_numbers().number(sync::NoSafepoint(self), variable.object);
    ask(self,
        {.kind = kind, .object = number, .offset = variable.offset, .site = sites().number(*frame)},
        &*frame, variable.field);
  } else {
    sync::thread_model().did(self, {.kind = kind, .is_quiet = true});
  }
}

void note_write(JavaThread& self, const Variable& variable) {
  if (points_at() != PointsAt::kOperations) {
    const decide::ObjectNo number =
        object_numbers().number(sync::NoSafepoint(self), variable.object);
    sync::thread_model().did(self,
                             {.kind = OpKind::kWrite, .object = number, .offset = variable.offset});
  }
}

ObjectNumbers& object_numbers() { return *the_vm.java.points.objects; }

std::string text_of_site(const runtime::Method& method, std::int32_t bci) {
  return method.holder->external_name() + "." + std::string(method.name->text()) + "@" +
         std::to_string(bci);
}
std::string site_text(SiteNo site) { return site == 0 ? "" : sites().text(site); }

}  // namespace minijvm::vm
