// Compares names, piece by piece: an access that is no point must not pay for a text. Only runs
// with -XX:PreemptAt=races come here with a list.
#include "vm/java/threads/shared_variables.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "runtime/class/class.h"
#include "runtime/class/field.h"
#include "runtime/class/symbol_table.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

constexpr std::string_view kElements = "[]";

// "a/b/C" for "a.b.C".
std::string internal_name(std::string name) {
  std::replace(name.begin(), name.end(), '.', '/');
  return name;
}

// "I" for "int", "La/b/C;" for "a.b.C" (JVMS 4.3.2).
std::string descriptor_of(const std::string& type) {
  constexpr std::pair<std::string_view, char> kPrimitives[] = {
      {"boolean", 'Z'}, {"byte", 'B'}, {"char", 'C'},  {"short", 'S'},
      {"int", 'I'},     {"long", 'J'}, {"float", 'F'}, {"double", 'D'}};
  for (const auto& [name, letter] : kPrimitives) {
    if (type == name) {
      return {letter};
    }
  }
  return 'L' + internal_name(type) + ';';
}

SharedVariable row_of(std::string name) {
  std::string dimensions;
  for (; name.ends_with(kElements); dimensions += '[') {
    name.erase(name.size() - kElements.size());
  }
  if (!dimensions.empty()) {
    return {dimensions + descriptor_of(name), ""};
  }
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  return {internal_name(name.substr(0, dot)), name.substr(std::min(dot + 1, name.size()))};
}

bool has_row(std::string_view holder, std::string_view field) {
  const std::vector<SharedVariable>* rows = the_vm.java.points.shared.if_made();
  return rows == nullptr || std::any_of(rows->begin(), rows->end(), [&](const auto& row) {
           return row.field == field && row.holder == holder;
         });
}

}  // namespace

void set_shared_variables(const std::vector<std::string>& names) {
  if (names.empty()) {
    return;
  }
  the_vm.java.points.shared.get([&] {
    auto* rows = new std::vector<SharedVariable>;
    std::transform(names.begin(), names.end(), std::back_inserter(*rows), row_of);
    return rows;
  });
}

bool may_be_shared(const runtime::Field& field) {
  return has_row(field.holder->name->text(), field.name->text());
}

bool may_have_shared_elements(const runtime::Class& array) {
  return has_row(array.name->text(), "");
}

}  // namespace minijvm::vm
