// Makes the whole text in the stopped world, so that no class comes or goes meanwhile. The classes
// are walked with a stack and not by recursion, since a class may have 65,535 superclasses.
#include "tools/manage/commands/class_hierarchy.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "runtime/class/class.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "sync/threads/safepoint.h"
#include "tools/manage/commands/loader_facts.h"

namespace minijvm::vm {
namespace {

using runtime::Class;

// HOTSPOT: "null" stands for the boot loader, also of hidden classes, which have data of their own.
std::string label(const Class& klass) {
  return klass.external_name() + '/' +
         (klass.loader->is_boot() ? "null" : pointer_text(klass.home));
}

class PrintHierarchy final : public sync::SafepointOperation, runtime::ClassVisitor {
 public:
  explicit PrintHierarchy(const HierarchyOptions& options) : options_(options) {}
  const char* name() const override { return "PrintClassHierarchy"; }
  bool lets_doze() const override { return true; }
  void run() override {
    runtime::for_each_class(*this);
    if (root_ != nullptr && (options_.name.empty() || choose())) {
      print();
    }
  }
  std::string text;

 private:
  void visit(Class& klass) override {
    if (!klass.is_instance_class()) {
      return;
    }
    classes_.push_back(&klass);
    if (klass.super == nullptr) {
      root_ = &klass;  // java.lang.Object
    } else {
      subclasses_[klass.super].push_back(&klass);
    }
  }

  // Marks the classes of that name with their superclasses and, on demand, their subclasses.
  bool choose() {
    for (const Class* klass : classes_) {
      if (klass->external_name() == options_.name) {
        for (const Class* at = klass; at != nullptr; at = at->super) {
          chosen_.insert(at);
        }
        if (options_.with_subclasses) {
          choose_below(*klass);
        }
      }
    }
    return !chosen_.empty();
  }

  void choose_below(const Class& klass) {
    std::vector<const Class*> stack{&klass};
    while (!stack.empty()) {
      const std::vector<const Class*>& below = subclasses_[stack.back()];
      stack.pop_back();
      chosen_.insert(below.begin(), below.end());
      stack.insert(stack.end(), below.begin(), below.end());
    }
  }

  bool is_chosen(const Class* klass) const {
    return options_.name.empty() || chosen_.contains(klass);
  }

  void print() {
    std::vector<const Class*> stack{root_};
    while (!stack.empty()) {
      const Class& klass = *stack.back();
      stack.pop_back();
      print_class(klass);
      const std::vector<const Class*>& below = subclasses_[&klass];
      std::copy_if(below.rbegin(), below.rend(), std::back_inserter(stack),
                   [this](const Class* each) { return is_chosen(each); });
    }
  }

  void print_class(const Class& klass) {
    if (klass.depth != 0) {
      indent(klass.depth - 1U);
      text += "|--";
    }
    text += label(klass) + (klass.is_interface() ? " (intf)\n" : "\n");
    if (options_.with_interfaces) {
      print_interfaces(klass);
    }
  }

  // The direct superinterfaces come first, and then the inherited ones.
  void print_interfaces(const Class& klass) {
    for (const Class* interface : klass.interfaces) {
      print_interface(klass, *interface, "declared");
    }
    for (const Class* interface : klass.secondaries) {
      if (interface->is_interface() && interface != &klass &&
          std::ranges::find(klass.interfaces, interface) == klass.interfaces.end()) {
        print_interface(klass, *interface, "inherited");
      }
    }
  }

  void print_interface(const Class& klass, const Class& interface, const char* how) {
    indent(klass.depth);
    text += "implements " + label(interface) + " (" + how + " intf)\n";
  }

  void indent(std::size_t depth) {
    for (; depth != 0; --depth) {
      text += "|  ";
    }
  }

  const HierarchyOptions& options_;
  const Class* root_ = nullptr;
  std::vector<const Class*> classes_;
  std::unordered_map<const Class*, std::vector<const Class*>> subclasses_;
  std::unordered_set<const Class*> chosen_;
};

}  // namespace

std::string class_hierarchy_text(runtime::JavaThread& self, const HierarchyOptions& options) {
  PrintHierarchy print(options);
  sync::run_at_safepoint(self, print);
  return std::move(print.text);
}

}  // namespace minijvm::vm
