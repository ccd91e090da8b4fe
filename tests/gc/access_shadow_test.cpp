// Proves: the shadow of an object goes where the object goes, in young and in full collections, and memory that objects have left has none.
#include "gc/shadow/access_shadow.h"

#include <catch2/catch.hpp>
#include <random>

#include "gc/heap/stress.h"
#include "tests/gc/scripted_mutator.h"

namespace minijvm::gc::test {
namespace {

HeapOptions watched_heap() {
  HeapOptions options = small_heap();
  options.serial = true;
  options.has_shadow = true;
  return options;
}

const std::byte* at(const Object* object, std::size_t offset) {
  return reinterpret_cast<const std::byte*>(object) + offset;
}

// Marks the variable `number` of a node with the number itself.
void mark(Mutator& m, Handle<> node) {
  const auto word = static_cast<ordering::Word>(m.number(node)) + 1;
  *shadow_of(at(m.raw(node), kNumber)) = {word, word * 2};
}

bool is_marked(Mutator& m, Handle<> node) {
  const auto word = static_cast<ordering::Word>(m.number(node)) + 1;
  const ordering::Cell& cell = *shadow_of(at(m.raw(node), kNumber));
  return cell.write == word && cell.read == word * 2;
}

bool is_clear(const std::byte* from, const std::byte* to) {
  for (const std::byte* address = from; address < to; address += sizeof(std::uint32_t)) {
    const ordering::Cell& cell = *shadow_of(address);
    if (cell.write != 0 || cell.read != 0) {
      return false;
    }
  }
  return true;
}

bool is_free_memory_clear() {
  Heap& heap = the_heap();
  return is_clear(heap.old.space().top(), heap.old.space().limit()) &&
         is_clear(heap.from().top(), heap.from().limit()) &&
         is_clear(heap.to().top(), heap.to().limit()) &&
         is_clear(heap.eden.top(), heap.eden.limit());
}

}  // namespace

TEST_CASE("access shadow: each cell stays with its object, and nothing stays behind",
          "[gc][access_shadow]") {
  std::minstd_rand random(7);
  Mutator m(watched_heap());
  REQUIRE(has_shadow());
  Handle<> kept = m.object_array(300);
  std::vector<std::int64_t> numbers(300, -1);
  for (int round = 0; round < 60; ++round) {
    HandleScope scope(*m.self);
    for (int i = 0; i < 100; ++i) {
      HandleScope one(*m.self);
      const auto index = random() % numbers.size();
      const auto number = static_cast<std::int64_t>(random() % 1'000'000);
      Handle<> node = m.node(number);
      REQUIRE(is_clear(at(m.raw(node), 0), at(m.raw(node), 40)));
      mark(m, node);
      m.set(kept, Object::element_offset(static_cast<std::int64_t>(index), 3), node);
      numbers[index] = number;
    }
    if (round % 5 == 4) {
      m.collect_full();
    } else {
      m.collect_young();
    }
    REQUIRE(is_free_memory_clear());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      HandleScope one(*m.self);
      if (numbers[i] >= 0) {
        Handle<> node = m.get(kept, Object::element_offset(static_cast<std::int64_t>(i), 3));
        REQUIRE(m.number(node) == numbers[i]);
        REQUIRE(is_marked(m, node));
      }
    }
  }
}

TEST_CASE("access shadow: it is right after a young collection whose survivors do not fit",
          "[gc][access_shadow]") {
  if (kGcStress) {
    return;  // each allocation collects, so nothing piles up
  }
  HeapOptions options = watched_heap();
  options.max_bytes = 4 * 1024 * 1024;
  Mutator m(options);
  int nodes = 0;
  Handle<> kept = m.object_array(100'000);
  while (nodes < 100'000) {
    HandleScope one(*m.self);
    Handle<> node = m.node(nodes);
    if (node.is_null()) {
      break;
    }
    mark(m, node);
    m.set(kept, Object::element_offset(nodes, 3), node);
    ++nodes;
  }
  CHECK(gc_counts().full_collections > 0);
  REQUIRE(nodes > 10'000);
  for (int i = 0; i < nodes; ++i) {
    HandleScope one(*m.self);
    REQUIRE(is_marked(m, m.get(kept, Object::element_offset(i, 3))));
  }
}

TEST_CASE("access shadow: a heap without it has none", "[gc][access_shadow]") {
  Mutator m;
  CHECK_FALSE(has_shadow());
  CHECK_FALSE(the_heap().access_shadow.exists());
}

}  // namespace minijvm::gc::test
