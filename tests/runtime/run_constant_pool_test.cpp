// Proves that an entry of a run-time constant pool is published once, whoever races for it, and that a failed resolution stays failed.
#include "runtime/class/run_constant_pool.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

#include "classfile/class_file.h"
#include "classfile/constant_pool.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/object/well_known.h"
#include "tests/runtime/support/linked_jdk.h"

namespace minijvm::runtime {
namespace {

Class& object() {
  test::linked_jdk();
  return *wk().java_lang_Object;
}

// A pool of our own beside the class's, so that nothing else resolves in it.
RunConstantPool fresh_pool() {
  return RunConstantPool(object(), *object().file, LoaderData::boot());
}

std::uint16_t first_of(classfile::ConstantTag tag) {
  const classfile::ConstantPool& raw = object().file->constant_pool();
  for (std::uint16_t i = 1; i < raw.size(); ++i) {
    if (raw.is(i, tag)) {
      return i;
    }
  }
  FAIL("java.lang.Object has no such constant");
  return 0;
}

template <class Body>
void race(std::size_t count, Body body) {
  std::atomic<std::size_t> ready{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < count; ++t) {
    threads.emplace_back([&, t] {
      ++ready;
      while (ready.load() < count) {
        std::this_thread::yield();
      }
      body(t);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace

TEST_CASE("pool: the first publisher wins, and all get what it published", "[runtime][pool]") {
  for (int round = 0; round < 200; ++round) {
    RunConstantPool pool = fresh_pool();
    CHECK(pool.resolved(1) == nullptr);
    int values[4] = {};
    void* got[4] = {};
    race(4, [&](std::size_t t) { got[t] = pool.publish(1, &values[t]); });
    CHECK(pool.resolved(1) >= &values[0]);
    CHECK(pool.resolved(1) <= &values[3]);
    for (void* each : got) {
      REQUIRE(each == pool.resolved(1));
    }
    CHECK(pool.resolved(2) == nullptr);
  }
}

TEST_CASE("pool: the first failure stays, whichever thread met it", "[runtime][pool]") {
  for (int round = 0; round < 100; ++round) {
    RunConstantPool pool = fresh_pool();
    CHECK(pool.remembered_failure(3) == nullptr);
    const LinkError* seen[4] = {};
    race(4, [&](std::size_t t) {
      pool.remember_failure(
          3, {LinkErrorKind::NoSuchFieldError, "field " + std::to_string(t), "JVMS 5.4.3.2"});
      seen[t] = pool.remembered_failure(3);
    });
    for (const LinkError* each : seen) {
      REQUIRE(each != nullptr);
      REQUIRE(each->message == pool.remembered_failure(3)->message);
      REQUIRE(each->kind == LinkErrorKind::NoSuchFieldError);
    }
    CHECK(pool.remembered_failure(4) == nullptr);
  }
}

TEST_CASE("pool: a remembered failure stays at its address while others come", "[runtime][pool]") {
  RunConstantPool pool = fresh_pool();
  pool.remember_failure(1, {LinkErrorKind::VerifyError, "first", ""});
  const LinkError* first = pool.remembered_failure(1);
  for (std::uint16_t i = 2; i < 60; ++i) {
    pool.remember_failure(i, {LinkErrorKind::VerifyError, "other", ""});
  }
  CHECK(pool.remembered_failure(1) == first);
  CHECK(first->message == "first");
}

TEST_CASE("pool: an entry is resolved or has failed, never both", "[runtime][pool]") {
  for (int round = 0; round < 200; ++round) {
    RunConstantPool pool = fresh_pool();
    int value = 0;
    bool failed[2] = {};
    void* got[2] = {};
    race(4, [&](std::size_t t) {
      if (t < 2) {
        failed[t] = pool.remember_failure(3, {LinkErrorKind::NoSuchFieldError, "gone", ""});
      } else {
        got[t - 2] = pool.publish(3, &value);
      }
    });
    REQUIRE(failed[0] == failed[1]);
    REQUIRE(got[0] == got[1]);
    REQUIRE(failed[0] == (got[0] == nullptr));
    REQUIRE(pool.resolved(3) == got[0]);
    REQUIRE((pool.remembered_failure(3) != nullptr) == failed[0]);
  }
}

TEST_CASE("pool: what was linked under a key stays, whichever thread was first",
          "[runtime][pool]") {
  for (int round = 0; round < 100; ++round) {
    RunConstantPool pool = fresh_pool();
    CHECK(pool.linked(7) == nullptr);
    int values[4] = {};
    void* got[4] = {};
    race(4, [&](std::size_t t) { got[t] = pool.publish_linked(7, &values[t]); });
    for (void* each : got) {
      REQUIRE(each == pool.linked(7));
    }
    CHECK(pool.linked(std::uint64_t{1} << 32 | 7) == nullptr);
  }
}

TEST_CASE("pool: names are the class file's, interned", "[runtime][pool]") {
  RunConstantPool pool = fresh_pool();
  const classfile::ConstantPool& raw = object().file->constant_pool();
  const std::uint16_t method = first_of(classfile::ConstantTag::Methodref);
  CHECK(pool.member_name(method) == intern_symbol(raw.member(method).name));
  CHECK(pool.member_descriptor(method) == intern_symbol(raw.member(method).descriptor));
  CHECK(pool.member_class_name(method) == intern_symbol(raw.member_class(method)));
  const std::uint16_t klass = first_of(classfile::ConstantTag::Class);
  CHECK(pool.class_name(klass)->text() == raw.class_name(klass));
  CHECK(pool.resolved(klass) == nullptr);  // the name is known, the class is not
  CHECK(pool.size() == raw.size());
}

}  // namespace minijvm::runtime
