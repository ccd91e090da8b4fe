// Adapts cells to redefined methods. Runs in a stopped world, after the runtime has given the
// methods their new bodies.
#include "vm/interp/redefined_code.h"

#include "runtime/class/class_versions.h"
#include "runtime/link/class_linker.h"
#include "vm/interp/cells/code.h"
#include "vm/interp/observation.h"

namespace minijvm::interp {

namespace {

// The version that keeps the old body also keeps both of its translations.
void give_code_to_old_version(Method& old) {
  Code* code = existing_code(old);
  if (code == nullptr)
    return;
  for (Code* each : {code, code->other}) {
    if (each == nullptr)
      continue;
    each->method = &old;
    redirect_to_current(*each);
  }
}

// Makes sites that do the work of a redefined method call that method again.
class SiteRestorer final : public runtime::ClassVisitor {
 public:
  void visit(runtime::Class& klass) override {
    runtime::for_each_version(klass, [](Method& method) {
      Code* code = existing_code(method);
      if (code == nullptr)
        return;
      restore(*code);
      if (code->other != nullptr)
        restore(*code->other);
    });
  }

 private:
  // A cell's own handler is in the cell, or in the move that replaced it.
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
    if (full_call(op) == op)
      return;
    // Such a site has an entry that was filled as for a call, so the entry names the method.
    const Cell* callee = entries_of(&cell)[0].code;
    // Except if it leaves out a constructor that calls Object.<init>, which may have changed.
    const bool leaves_out_two = callee != nullptr && op == CellOp::invoke_object_init &&
                                !code_of(callee).method->is_object_init;
    if (callee != nullptr && (leaves_out_two || code_of(callee).method->newer != nullptr))
      handler = handler_of(full_call(op));
  }
};

}  // namespace

void redirect_to_current(Code& old) {
  for (CodeMove& move : old.moves) {
    if (move.cell == 0)
      // `redefined` is never undone, so there is nothing to restore at the entry.
      move.handler = nullptr;
  }
  old.cells()[0].handler = handler_of(CellOp::redefined);
}

void replace_bodies(std::span<Method* const> current) {
  for (const Method* method : current) {
    for (Method* old = method->older; old != nullptr; old = old->older)
      give_code_to_old_version(*old);
  }
  SiteRestorer restorer;
  runtime::for_each_class(restorer);
}

}  // namespace minijvm::interp
