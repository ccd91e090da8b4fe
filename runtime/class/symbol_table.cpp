// Keeps the table of names. Every thread that parses, links or searches by name comes here, in any
// state; the lock of a shard is held only for one look-up.
#include "runtime/class/symbol_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <vector>

#include "base/check.h"
#include "classfile/archive/archive.h"
#include "runtime/class/table_statistics.h"
#include "runtime/runtime_state.h"
#include "sync/threads/vm_mutex.h"

namespace minijvm::runtime {

// The table has 16 shards by hash, each with open addressing. So two threads that intern different
// names rarely wait for each other.
class SymbolTable {
 public:
  // Finds the Symbol, or makes it if `make` is true.
  Symbol* find(std::string_view text, std::uint32_t hash, bool make) {
    Shard& shard = shards_[hash % kShards];
    sync::MutexLock lock(shard.mutex);
    Symbol** cell = shard.cell_of(text, hash);
    if (*cell == nullptr && make) {
      *cell = new_symbol(text, hash);
      // The pointer is kept in a local variable, because growing moves the cells.
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
        // With open addressing a cell has one entry or none.
        sum.add_bucket(symbol == nullptr ? 0 : 1);
        sum.literal_bytes += symbol == nullptr ? 0 : bytes_for(symbol->text());
      }
    }
    return sum;
  }

  std::vector<const Symbol*> all() {
    std::vector<const Symbol*> symbols;
    for (Shard& shard : shards_) {
      sync::MutexLock lock(shard.mutex);
      std::ranges::copy_if(shard.cells, std::back_inserter(symbols),
                           [](const Symbol* symbol) { return symbol != nullptr; });
    }
    return symbols;
  }

  // A Symbol needs room for the header, the text, and the zero byte behind it. sizeof(Symbol) more
  // covers the declared bytes_ and the alignment.
  static std::size_t bytes_for(std::string_view text) {
    return offsetof(Symbol, bytes_) + text.size() + 1 + sizeof(Symbol);
  }
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
    // The size is a power of two; null marks a free cell. No symbol is ever removed.
    std::vector<Symbol*> cells MJ_GUARDED_BY(mutex) = std::vector<Symbol*>(1024);
    std::size_t used MJ_GUARDED_BY(mutex) = 0;

    // The symbol's cell, or the free cell where it belongs.
    Symbol** cell_of(std::string_view text, std::uint32_t hash) MJ_REQUIRES(mutex) {
      // The low bits of the hash chose the shard, so the next ones choose the cell.
      std::size_t at = (hash / kShards) & (cells.size() - 1);
      while (cells[at] != nullptr && (cells[at]->hash() != hash || cells[at]->text() != text)) {
        at = (at + 1) & (cells.size() - 1);
      }
      return &cells[at];
    }
    void grow_if_full() MJ_REQUIRES(mutex) {
      // At most half full, so that a probe is short and always ends at a free cell.
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

SymbolTable& table() { return *runtime_state.symbols; }

// A text of the archive is a Symbol as it lies in memory (classfile/archive/format.h).
static_assert(sizeof(Symbol) == sizeof(classfile::StoredText) &&
              alignof(Symbol) == alignof(classfile::StoredText));

// Returns null if the archive has no such text, or if there is none. Its Symbols need no lock.
Symbol* find_stored_symbol(std::string_view text, std::uint32_t hash) {
  const classfile::Archive* archive = runtime_state.archive;
  const classfile::StoredText* found =
      archive == nullptr ? nullptr : archive->find_text(text, hash);
  return found == nullptr ? nullptr : &stored_symbol(*found);
}

}  // namespace

std::size_t symbol_bytes(std::string_view text) { return SymbolTable::bytes_for(text); }
Symbol* place_symbol(void* memory, std::string_view text) {
  return SymbolTable::place(memory, text, classfile::text_hash(text));
}

Symbol& stored_symbol(const classfile::StoredText& text) {
  // Nothing writes to a Symbol that is in a table.
  return *reinterpret_cast<Symbol*>(const_cast<classfile::StoredText*>(&text));
}
Symbol* intern_symbol(std::string_view text) {
  const std::uint32_t hash = classfile::text_hash(text);
  Symbol* stored = find_stored_symbol(text, hash);
  return stored != nullptr ? stored : table().find(text, hash, true);
}
std::vector<const Symbol*> all_symbols() { return table().all(); }
TableStatistics symbol_table_statistics() { return table().statistics(); }
Symbol* find_symbol(std::string_view text) {
  const std::uint32_t hash = classfile::text_hash(text);
  Symbol* stored = find_stored_symbol(text, hash);
  return stored != nullptr ? stored : table().find(text, hash, false);
}

std::string dotted(std::string_view internal_name) {
  std::string name(internal_name);
  for (char& c : name) {
    if (c == '/') {
      c = '.';
    }
  }
  return name;
}

std::string_view package_of(std::string_view class_name) {
  const std::size_t slash = class_name.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : class_name.substr(0, slash);
}

}  // namespace minijvm::runtime
