#include "runtime/symbol_table.h"

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <vector>

#include "base/check.h"
#include "runtime/table_statistics.h"
#include "sync/vm_mutex.h"

namespace minijvm::runtime {

// Shards by hash, each an open-addressing table: two threads that intern different names rarely meet.
class SymbolTable {
 public:
  Symbol* find(std::string_view text, std::uint32_t hash, bool make) {
    Shard& shard = shards_[hash % kShards];
    sync::MutexLock lock(shard.mutex);
    Symbol** cell = shard.cell_of(text, hash);
    if (*cell == nullptr && make) {
      *cell = new_symbol(text, hash);
      Symbol* made = *cell;
      shard.grow_if_full();
      return made;
    }
    return *cell;
  }

  TableStatistics statistics() {
    TableStatistics sum;
    sum.bytes_a_bucket = sizeof(Symbol*);
    for (Shard& shard : shards_) {
      sync::MutexLock lock(shard.mutex);
      for (const Symbol* symbol : shard.cells) {
        sum.add_bucket(symbol == nullptr ? 0 : 1);
        sum.literal_bytes += symbol == nullptr ? 0 : bytes_for(symbol->text());
      }
    }
    return sum;
  }

  static std::size_t bytes_for(std::string_view text) { return offsetof(Symbol, bytes_) + text.size() + 1 + sizeof(Symbol); }
  static Symbol* place(void* memory, std::string_view text, std::uint32_t hash) {
    auto* symbol = new (memory) Symbol(hash, static_cast<std::uint32_t>(text.size()));
    char* bytes = static_cast<char*>(memory) + offsetof(Symbol, bytes_);
    std::memcpy(bytes, text.data(), text.size());
    bytes[text.size()] = 0;
    return symbol;
  }

 private:
  static constexpr std::size_t kShards = 16;

  static Symbol* new_symbol(std::string_view text, std::uint32_t hash) {
    void* memory = std::malloc(bytes_for(text));
    MJ_CHECK(memory != nullptr, "no memory for a symbol of %zu bytes", text.size());
    return place(memory, text, hash);
  }

  struct Shard {
    sync::Mutex mutex{sync::LockRank::kSymbols};
    std::vector<Symbol*> cells = std::vector<Symbol*>(1024);
    std::size_t used = 0;

    // The symbol's cell, or the free cell where it belongs.
    Symbol** cell_of(std::string_view text, std::uint32_t hash) {
      std::size_t at = (hash / kShards) & (cells.size() - 1);
      while (cells[at] != nullptr && (cells[at]->hash() != hash || cells[at]->text() != text)) {
        at = (at + 1) & (cells.size() - 1);
      }
      return &cells[at];
    }
    void grow_if_full() {
      if (++used * 2 < cells.size()) {
        return;
      }
      std::vector<Symbol*> old = std::move(cells);
      cells = std::vector<Symbol*>(old.size() * 2);
      for (Symbol* symbol : old) {
        if (symbol != nullptr) {
          *cell_of(symbol->text(), symbol->hash()) = symbol;
        }
      }
    }
  };

  Shard shards_[kShards];
};

namespace {

SymbolTable& table() {
  static SymbolTable& the_table = *new SymbolTable;  // never destroyed: threads may outlive main
  return the_table;
}

// FNV-1a, folded so that the low bits are good.
std::uint32_t hash_text(std::string_view text) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325;
  for (char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01b3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

std::size_t symbol_bytes(std::string_view text) { return SymbolTable::bytes_for(text); }
Symbol* place_symbol(void* memory, std::string_view text) { return SymbolTable::place(memory, text, hash_text(text)); }

Symbol* intern_symbol(std::string_view text) { return table().find(text, hash_text(text), true); }
TableStatistics symbol_table_statistics() { return table().statistics(); }
Symbol* find_symbol(std::string_view text) { return table().find(text, hash_text(text), false); }

std::string dotted(std::string_view internal_name) {
  std::string name(internal_name);
  for (char& c : name) {
    if (c == '/') {
      c = '.';
    }
  }
  return name;
}

}  // namespace minijvm::runtime
