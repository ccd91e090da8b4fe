// Indexes all leaf functions by the full name of their method. The translator looks a method's
// function up once, so a hash table of names is fast enough.
#include "vm/interp/cells/leaf_functions.h"

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/check.h"
#include "runtime/class/class.h"
#include "runtime/class/method.h"
#include "runtime/class/symbol_table.h"
#include "runtime/load/loader_data.h"
#include "vm/interp/hooks.h"
#include "vm/interp/ticks.h"
#include "vm/java/threads/accesses.h"
#include "vm/java/threads/points.h"
#include "vm/vm.h"

namespace minijvm::interp {

namespace {

using Index = std::unordered_map<std::string_view, int>;

// The index is made at its first use, which also fills leaf_bodies.
const Index& index_of_leaves() {
  return vm::the_vm.interp.leaf_index.get([] {
    auto* made = new Index;
    int next = 0;
    for (auto leaves : {array_leaves(), big_integer_leaves(), digest_leaves(), number_leaves(),
                        object_leaves(), string_leaves(), unsafe_leaves(), zip_leaves()}) {
      for (const LeafFunction& leaf : leaves) {
        if (leaf.calls_others && counts_ticks())
          continue;
        MJ_CHECK(next < kMaxLeaves, "more than %d leaf functions", kMaxLeaves);
        vm::the_vm.interp.leaf_bodies[next] = leaf.body;
        const bool is_point = leaf.access.is_point && vm::points_at() != vm::PointsAt::kOperations;
        if (is_point || vm::access_observer() != nullptr)
          vm::the_vm.interp.leaf_accesses[next] = leaf.access;
        made->emplace(leaf.name, next++);
      }
    }
    return made;
  });
}

// Returns whether a class may have leaf functions. For all others, no name must be made.
bool may_have_leaves(std::string_view holder) {
  return holder.starts_with("java/lang/") || holder == "java/util/Arrays" ||
         holder == "java/math/BigInteger" || holder == "jdk/internal/misc/Unsafe" ||
         holder == "java/nio/DirectByteBuffer" ||
         holder == "jdk/internal/jimage/ImageStringsReader" ||
         holder == "jdk/internal/util/ArraysSupport" || holder == "java/util/HashMap" ||
         holder == "java/util/Objects" || holder == "java/util/concurrent/ConcurrentHashMap" ||
         holder.starts_with("java/util/zip/") || holder.starts_with("sun/security/provider/");
}

}  // namespace

int leaf_function_of(const runtime::Method& method) {
  if (method.version != 0 || method.holder->is_changed_by_agent)
    // A body that came from an agent may do something else.
    return -1;
  std::string_view holder = method.holder->name->text();
  // A class of the same name from another loader is another class.
  if (!method.holder->loader->is_boot() || !may_have_leaves(holder))
    return -1;
  std::string name(holder);
  name += '.';
  name += method.name->text();
  name += method.descriptor->text();
  auto found = index_of_leaves().find(name);
  return found == index_of_leaves().end() ? -1 : found->second;
}

bool may_skip_callees(const runtime::Class& klass) {
  return (vm::active_hooks() == nullptr || counts_ticks()) && klass.version == 0 &&
         !klass.is_changed_by_agent;
}

}  // namespace minijvm::interp
