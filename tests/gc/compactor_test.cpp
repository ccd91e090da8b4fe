// Proves: stripes that several workers move keep what they hold and its order, whoever moves which one when; one whose place is not free yet
// goes through a shadow; and the offset table is as if one worker had moved all.
#include "gc/old/compactor.h"

#include <catch2/catch.hpp>
#include <random>
#include <thread>
#include <vector>

#include "base/bits.h"
#include "gc/heap/filler.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

// The old generation full of byte arrays, each with a number that its elements repeat; marked are those that live.
class OldArrays {
 public:
  OldArrays(Mutator& mutator, std::size_t total, std::size_t longest, unsigned seed)
      : random_(seed) {
    {
      HandleScope inner(*mutator.self);
      std::vector<Handle<>> arrays;
      for (std::size_t bytes = 0; bytes < total;) {
        std::size_t length = 64 + random_() % (random_() % 64 == 0 ? longest : 300);
        arrays.push_back(mutator.byte_array(static_cast<std::int32_t>(length)));
        number(mutator.raw(arrays.back()), arrays.size());
        bytes += length;
      }
      mutator.collect_full();
    }
  }

  template <class Lives>
  void mark(Lives lives) {
    std::size_t position = 0;
    Heap::walk(old(), [&](Object* object) {
      if (!is_filler(object) && lives(position++)) {
        the_heap().marks.mark(object, young_or_old_bytes(object));
        expected_.push_back(number_of(object));
      }
    });
  }

  void check_after(const CompactionPlan& plan) {
    the_heap().marks.clear();
    the_heap().stripes.clear();
    the_heap().old.finish_compaction(plan.new_top(CompactionPlan::kOld));
    std::vector<std::size_t> found;
    std::vector<const std::byte*> starts;
    Heap::walk(old(), [&](Object* object) {
      REQUIRE(is_whole(object));
      found.push_back(number_of(object));
      starts.push_back(reinterpret_cast<std::byte*>(object));
    });
    CHECK(found == expected_);
    for (std::byte* card = old().base(); card < old().top(); card += kCardBytes) {
      const std::byte* start = the_heap().old.offsets().walk_start(card);
      REQUIRE(std::binary_search(starts.begin(), starts.end(), start));
      REQUIRE(start <= card);
    }
  }

  std::mt19937& random() { return random_; }

 private:
  static const Space& old() { return the_heap().old.space(); }
  static std::size_t number_of(Object* array) {
    return array->load<std::uint32_t>(Object::kElementsOffset);
  }
  static void number(Object* array, std::size_t value) {
    for (std::size_t at = 0; at + 4 <= static_cast<std::size_t>(array->array_length()); at += 4) {
      array->store<std::uint32_t>(Object::kElementsOffset + at, static_cast<std::uint32_t>(value));
    }
  }
  static bool is_whole(Object* array) {
    bool same = true;
    for (std::size_t at = 0; at + 4 <= static_cast<std::size_t>(array->array_length()); at += 4) {
      same = same && array->load<std::uint32_t>(Object::kElementsOffset + at) == number_of(array);
    }
    return same;
  }

  std::mt19937 random_;
  std::vector<std::size_t> expected_;
};

}  // namespace

TEST_CASE("compactor: a stripe whose place is not free goes through a shadow", "[gc][compactor]") {
  Mutator m(parallel_heap(1));
  OldArrays arrays(m, 512 * kKiB, 1'000, 1);
  // all move by the length of the first
  arrays.mark([](std::size_t position) { return position != 0; });
  CompactionPlan plan(the_heap());
  REQUIRE(plan.stripes().size() >= 8);
  Compactor compactor(the_heap(), plan, 2);
  std::thread second([&] { compactor.move(1, 1); });
  while (!compactor.is_evacuated(1)) {
    std::this_thread::yield();
  }
  CHECK(compactor.shadowed() == 1);
  compactor.move(2, 0);  // into the place that the second worker has evacuated
  compactor.move(0, 0);
  second.join();
  for (std::size_t stripe = 3; stripe < plan.stripes().size(); ++stripe) {
    compactor.move(stripe, 0);
  }
  compactor.finish();
  CHECK(compactor.shadowed() == 1);
  arrays.check_after(plan);
}

TEST_CASE("compactor: any density, long objects among short ones, 1 to 4 workers",
          "[gc][compactor]") {
  unsigned seed = 0;
  for (unsigned workers : {1U, 2U, 4U}) {
    for (unsigned dead_percent : {0U, 1U, 30U, 95U}) {
      Mutator m(parallel_heap(1));
      OldArrays arrays(m, 3 * kMiB, 400'000, ++seed);
      arrays.mark([&](std::size_t) { return arrays.random()() % 100 >= dead_percent; });
      CompactionPlan plan(the_heap());
      Compactor compactor(the_heap(), plan, workers);
      sync::Atomic<std::size_t> next{0};
      std::vector<std::thread> threads;
      for (unsigned worker = 0; worker < workers; ++worker) {
        threads.emplace_back([&, worker] {
          for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
               i < plan.stripes().size(); i = next.fetch_add(1, std::memory_order_relaxed)) {
            compactor.move(i, worker);
          }
        });
      }
      for (std::thread& thread : threads) {
        thread.join();
      }
      compactor.finish();
      arrays.check_after(plan);
    }
  }
}

TEST_CASE("compactor: what lies without gaps stays where it is", "[gc][compactor]") {
  Mutator m(parallel_heap(1));
  OldArrays arrays(m, 256 * kKiB, 1'000, 9);
  arrays.mark([](std::size_t) { return true; });
  CompactionPlan plan(the_heap());
  for (const Stripe& stripe : plan.stripes()) {
    CHECK(stripe.stays());
  }
  arrays.check_after(plan);
}

}  // namespace minijvm::gc::test
