#include "vm/interp/redefined_code.h"

#include "runtime/class_linker.h"
#include "runtime/redefinition.h"
#include "vm/interp/code.h"
#include "vm/interp/observation.h"

namespace minijvm::interp {

namespace {

void give_code(Method& old) {
  Code* code = existing_code(old);
  if (code == nullptr) return;
  for (Code* each : {code, code->other}) {
    if (each == nullptr) continue;
    each->method = &old;
    lead_on(*each);
  }
}

class SiteRestorer final : public runtime::ClassVisitor {
 public:
  void visit(runtime::Class& klass) override {
    runtime::for_each_version(klass, [](Method& method) {
      Code* code = existing_code(method);
      if (code == nullptr) return;
      restore(*code);
      if (code->other != nullptr) restore(*code->other);
    });
  }

 private:
  // The handler stands in the cell, or in the move that replaced it.
  static void restore(Code& code) {
    for (std::uint32_t i = 0; i < code.cell_count; ++i) {
      restore(code.cells()[i], code.cells()[i].handler);
    }
    for (CodeMove& move : code.moves) {
      restore(code.cells()[move.cell], move.handler);
    }
  }
  static void restore(Cell& cell, const void*& handler) {
    CellOp op = cell_of_handler(handler);
    if (full_call(op) == op) return;
    const Cell* callee = entries_of(&cell)[0].code;  // filled as for a call
    if (callee != nullptr && code_of(callee).method->newer != nullptr) handler = handler_of(full_call(op));
  }
};

}  // namespace

void lead_on(Code& old) {
  for (CodeMove& move : old.moves) {
    if (move.cell == 0) move.handler = nullptr;  // nothing to put back
  }
  old.cells()[0].handler = handler_of(CellOp::redefined);
}

void replace_bodies(std::span<Method* const> current) {
  for (const Method* method : current) {
    for (Method* old = method->older; old != nullptr; old = old->older) give_code(*old);
  }
  SiteRestorer restorer;
  runtime::for_each_class(restorer);
}

}  // namespace minijvm::interp
