#include "vm/interp/leaf_functions.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/check.h"
#include "runtime/class.h"
#include "runtime/loader_data.h"
#include "runtime/method.h"
#include "runtime/symbol_table.h"

namespace minijvm::interp {

LeafBody leaf_bodies[kMaxLeaves] = {};

namespace {

using Index = std::unordered_map<std::string_view, int>;

const Index& index_of_leaves() {
  static const Index& index = [] () -> const Index& {
    auto& made = *new Index;
    int next = 0;
    for (auto leaves : {array_leaves(), number_leaves(), object_leaves(), string_leaves(), unsafe_leaves()}) {
      for (const LeafFunction& leaf : leaves) {
        MJ_CHECK(next < kMaxLeaves, "more than %d leaf functions", kMaxLeaves);
        leaf_bodies[next] = leaf.body;
        made.emplace(leaf.name, next++);
      }
    }
    return made;
  }();
  return index;
}

// The classes that have any.
bool may_have_leaves(std::string_view holder) {
  return holder.starts_with("java/lang/") || holder == "java/util/Arrays" || holder == "jdk/internal/misc/Unsafe";
}

}  // namespace

int leaf_function_of(const runtime::Method& method) {
  if (method.version != 0) return -1;  // whoever redefined it wants another body
  std::string_view holder = method.holder->name->text();
  if (!method.holder->loader->is_boot() || !may_have_leaves(holder)) return -1;
  std::string name(holder);
  name += '.';
  name += method.name->text();
  name += method.descriptor->text();
  auto found = index_of_leaves().find(name);
  return found == index_of_leaves().end() ? -1 : found->second;
}

}  // namespace minijvm::interp
