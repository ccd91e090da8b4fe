// Proves that equal text is one Symbol, also when several threads make it at once and tables grow meanwhile.
#include "runtime/class/symbol_table.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <cstring>
#include <thread>
#include <vector>

namespace minijvm::runtime {

TEST_CASE("symbols: one per text, found only once made", "[runtime][symbols]") {
  CHECK(find_symbol("symbols/never/made") == nullptr);
  Symbol* made = intern_symbol("symbols/made/here");
  CHECK(intern_symbol(std::string("symbols/made/") + "here") == made);
  CHECK(find_symbol("symbols/made/here") == made);
  CHECK(made->text() == "symbols/made/here");
  CHECK(std::strlen(made->c_str()) == made->text().size());
  CHECK(intern_symbol("symbols/made/her") != made);
  CHECK(intern_symbol("")->text().empty());
  CHECK(intern_symbol("[I")->is_array());
  CHECK(dotted("java/lang/String") == "java.lang.String");
}

TEST_CASE("symbols: threads that intern the same names in different orders get the same Symbols",
          "[runtime][symbols]") {
  constexpr int kThreads = 4;
  constexpr std::size_t kNames = 40'000;  // 2500 a shard: each grows more than once
  std::vector<std::vector<Symbol*>> seen(kThreads, std::vector<Symbol*>(kNames));
  std::atomic<int> ready{0};
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ++ready;
      while (ready.load() < kThreads) {
        std::this_thread::yield();
      }
      for (std::size_t i = 0; i < kNames; ++i) {
        const std::size_t name = t % 2 == 0 ? i : kNames - 1 - i;
        seen[t][name] = intern_symbol("symbols/race/N" + std::to_string(name));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (std::size_t t = 1; t < kThreads; ++t) {
    CHECK(seen[t] == seen[0]);
  }
  for (std::size_t i = 0; i < kNames; i += 997) {
    CHECK(find_symbol("symbols/race/N" + std::to_string(i)) == seen[0][i]);
  }
}

}  // namespace minijvm::runtime
