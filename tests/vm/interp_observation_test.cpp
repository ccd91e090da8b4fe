// Observation under cells: what the hooks are told is the same in all engines, and a method may begin and cease to be observed at any place
// where a thread can stop: while it loops, while it calls, before it was ever called. Results never change.
#include <catch2/catch.hpp>
#include <functional>

#include "runtime/class/symbol_table.h"
#include "runtime/object/object.h"
#include "tests/vm/scripted_world.h"
#include "tools/code_observers.h"
#include "vm/interp/observation.h"

using namespace minijvm;
using namespace minijvm::vm;
using namespace minijvm::vm::test;

namespace {

// Writes down what it is told: "+f 0 1 2 -f".
class Recorder final : public Observer {
 public:
  bool wants(const Method& method) const override { return only_ == nullptr || only_ == &method; }
  void at_instruction(JavaThread&, Method&, std::uint32_t bci) override {
    note(std::to_string(bci));
  }
  void method_entered(JavaThread&, Method& method) override {
    note("+" + std::string(method.name->text()));
  }
  void method_left(JavaThread&, Method& method, const Slot* result) override {
    note("-" + std::string(method.name->text()) +
         (shows_results_ && result != nullptr ? "=" + std::to_string(result->as_int()) : ""));
  }
  void method_left_by_exception(JavaThread&, Method& method) override {
    note("!" + std::string(method.name->text()));
  }
  void exception_thrown(JavaThread&, Method&, std::int32_t bci, Handle<>) override {
    note("throw@" + std::to_string(bci));
  }
  void exception_caught(JavaThread&, Method&, std::uint32_t bci, Handle<>) override {
    note("catch@" + std::to_string(bci));
  }

  std::string take() {
    std::string text;
    text.swap(seen_);
    return text;
  }
  const Method* only_ = nullptr;
  bool shows_results_ = false;

 private:
  void note(const std::string& what) { seen_ += (seen_.empty() ? "" : " ") + what; }
  std::string seen_;
};

// Observes for the lifetime of this object.
class Observing {
 public:
  explicit Observing(Recorder& recorder) : recorder_(recorder) { observe_code(recorder); }
  ~Observing() { stop_observing_code(recorder_); }

 private:
  Recorder& recorder_;
};

// int s = 0; for (int i = 0; i < n; i++) { tick(); s += i; } return s;      tick() runs `at_tick` with the number of its calls
struct Ticking {
  explicit Ticking(const char* engine) : world(engine) {
    tick = &world.add_method(*world.object, "tick", "()I", {}, {.access_flags = 0x0109});
    loop = &world.add_method(
        *world.object, "loop", "(I)I",
        {k_iconst_0,  k_istore_1, k_iconst_0, k_istore_2,     k_iload_2,  k_iload_0,
         k_if_icmpge, 0,          17,         k_invokestatic, 0,          World::kCallInt,
         k_pop,       k_iload_1,  k_iload_2,  k_iadd,         k_istore_1, k_iinc,
         2,           1,          k_goto_,    0xff,           0xf0,       k_iload_1,
         k_ireturn});
    world.calls[World::kCallInt] = world.direct(*tick);
    world.natives[tick] = [this](Slot*) {
      at_tick(++ticks);
      return 0;
    };
  }
  World world;
  Method* tick;
  Method* loop;
  int ticks = 0;
  std::function<void(int)> at_tick = [](int) {};
};

// Methods of the scripted world are in no class loader's list.
void observe_one(Observer& hooks, Method& method) {
  observe_code(hooks);
  method_wanted_changed(method);
}
void leave_one(Observer& hooks, Method& method) {
  stop_observing_code(hooks);
  method_wanted_changed(method);
}

}  // namespace

TEST_CASE("observation: all engines tell the same", "[vm][interp][observation]") {
  for (const char* engine : {"switch", "plain", "folded"}) {
    INFO(engine);
    World world(engine);
    Recorder recorder;
    Observing observing(recorder);
    Method& thrower = world.add_method(*world.object, "t", "()V", {k_aconst_null, k_athrow});
    world.calls[World::kCallVoid] = world.direct(thrower);
    Method& catcher =
        world.add_method(*world.object, "c", "()V",
                         {k_invokestatic, 0, World::kCallVoid, k_return_, k_pop, k_return_},
                         {.handlers = {{0, 3, 4}}});
    world.call(catcher);
    CHECK(recorder.take() == "+c 0 +t 0 1 throw@1 !t catch@4 4 5 -c");
    Method& jumps = world.add_method(*world.object, "j", "(I)I",
                                     {k_iload_0, k_ifle, 0, 10, k_iinc, 0, 0xff, k_nop, k_goto_,
                                      0xff, 0xf8, k_iload_0, k_ireturn});
    CHECK(world.call(jumps, ints({1})).as_int() == 0);
    CHECK(recorder.take() == "+j 0 1 4 7 8 0 1 11 12 -j");
  }
}

TEST_CASE("observation: a method that nobody wants is not told of", "[vm][interp][observation]") {
  for (const char* engine : {"switch", "plain", "folded"}) {
    Ticking ticking(engine);
    Recorder recorder;
    recorder.only_ = ticking.tick;
    Observing observing(recorder);
    CHECK(ticking.world.call(*ticking.loop, ints({2})).as_int() == 1);
    CHECK(recorder.take() == "+tick -tick +tick -tick");
  }
}

TEST_CASE("observation: begins behind the call in which it was asked for, and ends there",
          "[vm][interp][observation]") {
  for (const char* engine : {"plain", "folded"}) {
    INFO(engine);
    Ticking ticking(engine);
    Recorder recorder;
    recorder.only_ = ticking.loop;
    ticking.at_tick = [&](int tick) {
      if (tick == 2)
        observe_one(recorder, *ticking.loop);
      if (tick == 4)
        leave_one(recorder, *ticking.loop);
    };
    CHECK(ticking.world.call(*ticking.loop, ints({6})).as_int() == 15);
    CHECK(recorder.take() == "12 13 14 15 16 17 20 4 5 6 9 12 13 14 15 16 17 20 4 5 6 9");
    // The folded cells are as they were.
    CHECK(ticking.world.call(*ticking.loop, ints({6})).as_int() == 15);
    CHECK(recorder.take().empty());
  }
}

TEST_CASE("observation: may come and go at each call", "[vm][interp][observation]") {
  for (const char* engine : {"plain", "folded"}) {
    Ticking ticking(engine);
    Recorder recorder;
    ticking.at_tick = [&](int tick) {
      tick % 2 == 0 ? leave_one(recorder, *ticking.loop) : observe_one(recorder, *ticking.loop);
    };
    for (int n : {0, 1, 2, 7, 50})
      CHECK(ticking.world.call(*ticking.loop, ints({n})).as_int() == n * (n - 1) / 2);
    leave_one(recorder, *ticking.loop);
  }
}

TEST_CASE("observation: a loop without calls is caught at its jump back",
          "[vm][interp][observation]") {
  // The observer comes while the thread stops at the poll of a jump: here, by hand, between two calls of a method whose loop begins at bci 0.
  for (const char* engine : {"plain", "folded"}) {
    World world(engine);
    Recorder recorder;
    Method& loop =
        world.add_method(*world.object, "l", "(I)I",
                         {k_iinc, 0, 0xff, k_iload_0, k_ifgt, 0xff, 0xfc, k_iload_0, k_ireturn});
    CHECK(world.call(loop, ints({3})).as_int() == 0);
    observe_one(recorder, loop);
    CHECK(world.call(loop, ints({2})).as_int() == 0);
    CHECK(recorder.take() == "+l 0 3 4 0 3 4 7 8 -l");
    leave_one(recorder, loop);
    CHECK(world.call(loop, ints({2})).as_int() == 0);
    CHECK(recorder.take().empty());
  }
}

TEST_CASE("observation: accessors are called in full", "[vm][interp][observation]") {
  for (const char* engine : {"plain", "folded"}) {
    World world(engine);
    Field& field = world.add_field(*world.object, "x", BasicType::kInt, 16);
    world.fields[World::kFieldInt] = &field;
    Method& getter = world.add_method(*world.object, "get", "()I",
                                      {k_aload_0, k_getfield, 0, World::kFieldInt, k_ireturn},
                                      {.access_flags = 1, .extra_locals = 0});
    world.calls[World::kCallInt] = world.direct(getter);
    Method& user = world.add_method(*world.object, "use", "(Ljava/lang/Object;)I",
                                    {k_aload_0, k_invokevirtual, 0, World::kCallInt, k_ireturn});
    Object* object = world.new_object(*world.object);
    object->store<std::int32_t>(16, 42);
    CallArgs args;
    args.push(Handle<>(&object));
    for (int i = 0; i < 3; ++i) CHECK(world.call(user, args).as_int() == 42);
    Recorder recorder;
    recorder.only_ = &getter;
    observe_code(recorder);
    interp::adapt_translation(user);
    interp::adapt_translation(getter);
    CHECK(world.call(user, args).as_int() == 42);
    CHECK(recorder.take() == "+get 0 1 4 -get");
    stop_observing_code(recorder);
    interp::adapt_translation(getter);
    CHECK(world.call(user, args).as_int() == 42);
    CHECK(recorder.take().empty());
  }
}

TEST_CASE("observation: observers come and go, each is told what it wants, in their order",
          "[vm][interp][observation]") {
  for (const char* engine : {"switch", "plain", "folded"}) {
    INFO(engine);
    Ticking ticking(engine);
    Recorder of_loop;
    Recorder of_tick;
    of_loop.only_ = ticking.loop;
    of_tick.only_ = ticking.tick;
    of_loop.shows_results_ = of_tick.shows_results_ = true;
    observe_one(of_loop, *ticking.loop);
    observe_one(of_tick, *ticking.tick);
    observe_one(of_tick, *ticking.tick);  // says again what it wants: it is told once
    CallArgs args;
    args.push_int(1);
    ticking.world.call(*ticking.loop, args);
    CHECK(of_tick.take() == "+tick -tick=0");
    CHECK(of_loop.take().ends_with("-loop=0"));
    leave_one(of_loop, *ticking.loop);
    ticking.world.call(*ticking.loop, args);
    CHECK(of_tick.take() == "+tick -tick=0");
    CHECK(of_loop.take().empty());
    leave_one(of_tick, *ticking.tick);
  }
}
