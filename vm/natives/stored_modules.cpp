// Defines stored modules by the functions that the library calls otherwise, in kInVm.
#include <span>
#include <string>
#include <vector>

#include "classfile/archive/stored_objects.h"
#include "runtime/load/loader_data.h"
#include "runtime/load/module_graph.h"
#include "runtime/object/java_objects.h"
#include "vm/java/mirrors.h"
#include "vm/java/strings.h"
#include "vm/natives/module_errors.h"
#include "vm/natives/stored_words.h"

namespace minijvm::vm {

using classfile::ObjectWord;
using runtime::Handle;
using runtime::HandleScope;
using runtime::JavaThread;

namespace {

// Modules are ordinary objects, which come first in the pool.
Handle<> object(JavaThread& self, Handle<java::ObjectArray> pool, std::uint32_t word) {
  return runtime::element_of(self, pool, ObjectWord(word).number());
}

// Passes over what a module reads and exports, which are modules that may be defined later.
JavaResult<void> define_module(JavaThread& self, Words& words, Handle<java::ObjectArray> pool,
                               std::vector<std::uint32_t>* modules) {
  modules->push_back(words.next());
  Handle<java::Module> module = runtime::as<java::Module>(object(self, pool, modules->back()));
  const bool is_open = words.next() != 0;
  const std::string version = text_at(words.next());
  const std::string location = text_at(words.next());
  std::vector<std::string> packages;
  for (std::uint32_t left = words.next(); left != 0; --left) {
    packages.push_back(text_at(words.next()));
    (void)words.next(2);
    (void)words.next(words.next());
  }
  (void)words.next();
  (void)words.next(words.next());
  const std::string name = to_modified_utf8(self, field_of(self, module, &java::Module::name));
  runtime::LoaderData& loader =
      runtime::LoaderData::of(self, field_of(self, module, &java::Module::loader));
  MJ_TRY(lift_module(self, runtime::define_module(self, loader, module, name, is_open, version,
                                                  location, packages)));
  if (name == "java.base")
    patch_java_base_module(self);
  return {};
}

JavaResult<void> connect_modules(JavaThread& self, Words words, Handle<java::ObjectArray> pool,
                                 std::span<const std::uint32_t> modules) {
  (void)words.next();
  for (const std::uint32_t word : modules) {
    HandleScope scope(self);
    const Handle<> module = object(self, pool, word);
    (void)words.next(4);
    for (std::uint32_t left = words.next(); left != 0; --left) {
      const std::string package = text_at(words.next());
      if (words.next() != 0)
        MJ_TRY(lift_module(self, runtime::add_exports_to_all(self, module, package)));
      if (words.next() != 0)
        MJ_TRY(lift_module(self, runtime::add_exports_to_all_unnamed(self, module, package)));
      for (const std::uint32_t to : words.next(words.next())) {
        HandleScope inner(self);
        MJ_TRY(lift_module(
            self, runtime::add_exports(self, module, package, object(self, pool, modules[to]))));
      }
    }
    if (words.next() != 0)
      MJ_TRY(lift_module(self, runtime::add_reads(self, module, {})));
    for (const std::uint32_t read : words.next(words.next())) {
      HandleScope inner(self);
      MJ_TRY(
          lift_module(self, runtime::add_reads(self, module, object(self, pool, modules[read]))));
    }
  }
  return {};
}

}  // namespace

JavaResult<void> define_modules(JavaThread& self, Words words, Handle<java::ObjectArray> pool) {
  const Words first = words;
  std::vector<std::uint32_t> modules;
  for (std::uint32_t left = words.next(); left != 0; --left) {
    HandleScope scope(self);
    MJ_TRY(define_module(self, words, pool, &modules));
  }
  return connect_modules(self, first, pool, modules);
}

}  // namespace minijvm::vm
