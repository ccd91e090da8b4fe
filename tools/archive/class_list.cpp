// Writes lists of classes at the end of a program, and loads them when the boot is over.
#include "tools/archive/class_list.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/log.h"
#include "runtime/class/class.h"
#include "runtime/class/symbol_table.h"
#include "runtime/link/class_linker.h"
#include "runtime/load/loader_data.h"
#include "runtime/thread/java_thread.h"
#include "tools/archive/archived_classes.h"
#include "vm/interp/cells/translator.h"
#include "vm/java/errors/exceptions.h"
#include "vm/java/threads/thread_roots.h"
#include "vm/vm.h"

namespace minijvm::vm {
namespace {

using runtime::Class;
using runtime::JavaThread;
using Done = Expected<void, std::string>;

constexpr std::string_view kMethodMark = "@method ";

// A class that is not there, or that does not verify, may have left an exception.
void forget_exception(JavaThread& self) {
  if (self.has_pending_exception()) {
    runtime::HandleScope scope(self);
    (void)take_exception(self);
  }
}

// Returns null if the class cannot be loaded and linked.
Class* linked_class(JavaThread& self, std::string_view name) {
  runtime::HandleScope scope(self);
  runtime::LoaderData& loader = runtime::LoaderData::of(self, system_class_loader());
  runtime::Linked<Class*> loaded = runtime::load_class(self, loader, runtime::intern_symbol(name));
  if (loaded.ok() && runtime::link_class(self, *loaded.value()).ok())
    return loaded.value();
  forget_exception(self);
  MJ_LOG(cds, kDebug, "%s is not in the archive: it cannot be loaded", std::string(name).c_str());
  return nullptr;
}

// `text` is the name and the descriptor, without a space: "hashCode()I".
void translate(Class& klass, std::string_view text) {
  const std::size_t descriptor = text.find('(');
  if (descriptor == std::string_view::npos)
    return;
  runtime::Method* method =
      klass.find_declared_method(runtime::intern_symbol(text.substr(0, descriptor)),
                                 runtime::intern_symbol(text.substr(descriptor)));
  // The reference interpreter has no translations.
  if (method != nullptr && !method->is_abstract() && the_vm.interp.cell_handlers != nullptr)
    (void)interp::translated(*method);
}

}  // namespace

Done write_class_list(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "we");
  if (file == nullptr)
    return Unexpected(fmt::format("{} cannot be written: {}", path, std::strerror(errno)));
  for (Class* klass : archived_classes()) {
    fmt::print(file, "{}\n", klass->name->text());
    for (const runtime::Method& method : klass->methods) {
      // relaxed: what it points to is not read.
      if (method.code.load(std::memory_order_relaxed) != nullptr)
        fmt::print(file, "{}{}{}\n", kMethodMark, method.name->text(), method.descriptor->text());
    }
  }
  const bool is_written = std::ferror(file) == 0;
  return std::fclose(file) == 0 && is_written
             ? Done()
             : Done(
                   Unexpected(fmt::format("{} cannot be written: {}", path, std::strerror(errno))));
}

Done load_class_list(JavaThread& self, const std::string& path) {
  std::ifstream lines(path);
  // A folder opens, and has no first character.
  if (!lines || lines.peek() == std::ifstream::traits_type::eof())
    return Unexpected(fmt::format("{} cannot be read: {}", path, std::strerror(errno)));
  Class* klass = nullptr;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kMethodMark) && klass != nullptr) {
      translate(*klass, std::string_view(line).substr(kMethodMark.size()));
    } else if (!line.empty() && line[0] != '#' && line[0] != '@') {
      klass = linked_class(self, std::string_view(line).substr(0, line.find(' ')));
    }
  }
  return {};
}

}  // namespace minijvm::vm
