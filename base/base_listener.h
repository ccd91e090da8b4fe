// Door: what base has to tell the rooms above. vm implements it (vm/lower_room_events.cpp) and
// passes the calls on to the observers.
// Tested by tests/base/check_test.cpp and tests/base/event_log_test.cpp.
#pragma once

#include <cstdint>
#include <cstdio>

namespace minijvm {

enum class Event : std::uint16_t;

class BaseListener {
 public:
  // A check has failed. The listener adds the VM's own state (thread, Java stack, last events) to
  // the report. The caller is the thread that failed. It may hold any locks, so the listener must
  // not wait for one.
  virtual void fatal_error(std::FILE* /*out*/) {}
  // Called for each event of a group that is reported (events/events.h), on the thread that records
  // it, at the place where it happens. The listener may keep the thread there.
  virtual void event_recorded(Event /*event*/, std::uint64_t /*first*/, std::uint64_t /*second*/) {}

 protected:
  ~BaseListener() = default;
};
// Null: no listener.
void set_base_listener(BaseListener* listener);
BaseListener* base_listener();

}  // namespace minijvm
