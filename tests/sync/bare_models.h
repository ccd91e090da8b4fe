// Thread models with user threads for the tests of sync: a model that lives as long as a test, and its threads.
#pragma once

#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <functional>
#include <utility>

#include "bare_threads.h"
#include "base/check.h"
#include "sync/schedule/models/many_to_many.h"

namespace minijvm::sync::test {

// For user threads: Catch2's assertions are for one thread only.
inline void must(bool holds) { MJ_CHECK(holds, "see the stack"); }

// A model with so many places while it lives; the models themselves stay, as their LWPs do.
class Model {
 public:
  explicit Model(std::size_t places) : Model(PoolRules{.places = places}) {}
  explicit Model(const PoolRules& rules) : Model(started(*new ManyToMany("M:N", rules))) {}
  explicit Model(ThreadModel& model) : before_(thread_model()), model_(model) {
    set_thread_model(model_);
  }
  ~Model() {
    while (live_.load() != 0) {
      usleep(100);
    }
    set_thread_model(before_);
  }
  ThreadModel* operator->() { return &model_; }

  static ThreadModel& started(ManyToMany& model) {
    REQUIRE(model.start());
    return model;
  }

  void run(std::function<void(ExecEnv&)> body) {
    live_.fetch_add(1);
    REQUIRE(model_.spawn(0, 0, run_body, new Start{this, std::move(body)}));
  }
  // From outside.
  void await_all() {
    REQUIRE(eventually([&] { return live_.load() == 0; }));
  }

 private:
  struct Start {
    Model* model;
    std::function<void(ExecEnv&)> body;
  };
  static void run_body(void* argument) {
    auto* start = static_cast<Start*>(argument);
    {
      ExecEnv& self = *pool().acquire();
      attach(self);
      set_current_exec_env(&self);
      begin_running(self, ThreadState::kInVm);
      start->body(self);
      detach(self);
      set_current_exec_env(nullptr);
      pool().release(self);
    }
    Model* model = start->model;
    delete start;
    model->live_.fetch_sub(1);
  }

  ThreadModel& before_;
  ThreadModel& model_;
  std::atomic<int> live_{0};
};

inline std::uint64_t lwps_made(Model& model) { return model->statistics().lwps_made; }

}  // namespace minijvm::sync::test
