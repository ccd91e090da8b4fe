// The arguments of `launch`, as words for the VM. Their names are those of Microsoft's java-debug,
// so that people know them.
//
//   {"mainClass":"Race","classPaths":["build/samples/race"],"vmArgs":"-XX:LockingMode=meta"}
//   -XX:LockingMode=meta -cp build/samples/race Race
//
// Tested by tests/tools/dap/launch_test.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/expected.h"
#include "base/json/json.h"

namespace minijvm::desk::dap {

struct Launch {
  std::string name;  // of the main class or the jar file
  bool is_jar = false;
  std::vector<std::string> words;         // options, main class, arguments
  std::string folder;                     // the working folder; empty: the desk's own
  std::vector<std::string> source_paths;  // folders, as paths that the desk can open
  bool stops_on_entry = false;
  bool steps_into_library = false;
  bool opens_view = false;   // there is a page for those who look on
  bool has_debugger = true;  // false: "run without debugging"
};

// The error says which argument is missing, or has a value that means nothing.
Expected<Launch, std::string> read_launch(const Json& arguments);

// Splits a line as a shell does: at blanks that are not in quotes and have no backslash.
std::vector<std::string> split_words(std::string_view line);

// Adds the folders of a path such as "src:test".
void add_folders(std::string_view path, std::vector<std::string>* folders);

// Returns where the source of a class lies: in the folder of its package or, if it is not there, in
// the folder itself. Returns an empty text if it is in none of the folders.
std::string find_source(const std::vector<std::string>& folders, const std::string& class_name,
                        const std::string& file);

}  // namespace minijvm::desk::dap
