// Adds up the hidden classes of each loader, and all loaders.
#include "tools/manage/commands/loader_statistics.h"

#include <fmt/format.h>

#include <map>

namespace minijvm::vm {
namespace {

struct Sum {
  std::size_t classes = 0;
  std::size_t chunk_bytes = 0;
  std::size_t block_bytes = 0;

  void add(const LoaderFacts& loader) {
    classes += loader.classes.size();
    chunk_bytes += loader.memory.committed + loader.memory.classes;
    block_bytes += loader.memory.used + loader.memory.classes;
  }
  std::string columns() const {
    return fmt::format("{:6}  {:8}  {:8}  ", classes, chunk_bytes, block_bytes);
  }
};

std::string row(const LoaderFacts& loader, const Sum& hidden) {
  Sum own;
  own.add(loader);
  std::string text =
      fmt::format("{}  {}  {}  {}{}\n", pointer_text(loader.klass),
                  pointer_text(loader.parent_klass), pointer_text(loader.data), own.columns(),
                  loader.object == nullptr ? "<boot class loader>" : loader.type);
  if (hidden.classes != 0) {
    text += fmt::format("{:60}{} + hidden classes\n", "", hidden.columns());
  }
  return text;
}

}  // namespace

std::string loader_statistics_text(const std::vector<LoaderFacts>& loaders) {
  std::map<const void*, Sum> hidden;
  Sum all;
  std::size_t count = 0;
  for (const LoaderFacts& loader : loaders) {
    all.add(loader);
    if (loader.host != nullptr) {
      hidden[loader.host].add(loader);
    }
  }
  std::string text =
      "ClassLoader         Parent              CLD*               Classes   ChunkSz   BlockSz  "
      "Type\n";
  for (const LoaderFacts& loader : loaders) {
    if (loader.host == nullptr) {
      text += row(loader, hidden[loader.data]);
      ++count;
    }
  }
  return text + fmt::format("{:<60}{}\n", fmt::format("Total = {}", count), all.columns()) +
         "ChunkSz: Total size of all allocated metaspace chunks\n"
         "BlockSz: Total size of all allocated metaspace blocks (each chunk has several blocks)\n";
}

}  // namespace minijvm::vm
