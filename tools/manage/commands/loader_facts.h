// Collects the facts that commands print about class loaders: the place in the tree, the classes,
// the memory. All is read in one stop of the world, so that it is of one moment.
// Tested by tests/tools/commands.
#pragma once

#include <string>
#include <vector>

#include "runtime/fwd.h"
#include "runtime/load/loader_contents.h"

namespace minijvm::vm {

struct LoaderFacts {
  // These serve to compare and to print; what they name may have moved or died by now.
  const void* data = nullptr;          // the LoaderData; null: it has defined no class
  const void* host = nullptr;          // the loader's data, if this is the data of a hidden class
  const void* object = nullptr;        // null: the boot loader; of a hidden class: its loader
  const void* klass = nullptr;         // the Class of the object
  const void* parent = nullptr;        // an object; null: the boot loader
  const void* parent_klass = nullptr;  // the Class of the parent
  std::string type;                    // the name of the object's class
  std::string name;                    // ClassLoader.getName, "" if null
  std::vector<std::string> classes;    // their names, in the order in which they were defined
  runtime::LoaderMemory memory;
};

// Returns all loaders, the oldest first, and with them loaders that are only a parent of others.
// REQUIRES: kInVm.
std::vector<LoaderFacts> all_loaders(runtime::JavaThread& self);

// Returns the addresses, and "null" for no address, as HotSpot prints them.
std::string pointer_text(const void* address);
// Returns "1 class", "2 classes".
std::string count_text(std::size_t count, const char* one, const char* many);

}  // namespace minijvm::vm
