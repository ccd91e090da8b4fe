// The boot loader over the real lib/modules, with upcalls that make no mirrors: linking without heap, interpreter or Java.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"

namespace minijvm::runtime::test {

// A thread in kInVm, the boot loader and the well-known classes; made once for the whole test program.
JavaThread& linked_jdk();

// A user loader without a ClassLoader object: finds classes among bytes given to it, else asks the boot loader.
class FakeLoader {
 public:
  explicit FakeLoader(std::string name);
  LoaderData& data() { return *data_; }
  void add(const std::string& class_name, std::vector<std::uint8_t> bytes) {
    classes_[class_name] = std::move(bytes);
  }
  // Classes of this name come from another loader.
  void delegate(const std::string& class_name, FakeLoader& other) {
    delegates_[class_name] = &other;
  }
  Linked<Class*> find(JavaThread& self, Symbol* name);
  Linked<Class*> load(std::string_view name) {
    return load_class(linked_jdk(), data(), intern_symbol(name));
  }

 private:
  LoaderData* data_;  // lives as long as the process, as its classes do
  std::map<std::string, std::vector<std::uint8_t>> classes_;
  std::map<std::string, FakeLoader*> delegates_;
};

// Compiles Java source with javac into name -> bytes. Sources are whole files: name of the file, text.
std::map<std::string, std::vector<std::uint8_t>> compile(
    const std::vector<std::pair<std::string, std::string>>& sources,
    const std::string& more_options = {});

Class& loaded(std::string_view name);  // by the boot loader; fails the test if it is not there

}  // namespace minijvm::runtime::test
