// The program desync copies classes without their synchronization. The time that a program then
// saves is the cost of its locks.
//
//   desync [--all] [--exclude PATTERN]... FROM TO      both are a class file, a directory or a jar
//
// These stay as they are: classes that call wait or notify (unless --all), java.lang.Thread and
// java.lang.ref, classes whose name matches an --exclude (a shell pattern over the name with
// slashes, as 'org/h2/engine/*'), and every file that is no class file. A single-threaded program
// still works afterwards; one that relies on its locks between threads does not.
#include <fnmatch.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "tools/desync/archive.h"
#include "tools/desync/desynchronize.h"

namespace minijvm::desync {
namespace {

// Holds the command line.
struct Arguments {
  bool all = false;
  std::vector<std::string> excludes;
  std::vector<std::string> paths;
};

// Edits the classes that are not exempt, and counts.
class Desynchronizer : public ClassEditor {
 public:
  explicit Desynchronizer(const Arguments& arguments) : arguments_(arguments) {}

  std::optional<std::vector<std::uint8_t>> edit(const std::string& entry,
                                                const std::vector<std::uint8_t>& bytes) override {
    classfile::ParseOptions options;
    // A module-info is copied like any other class: it has no code to change.
    options.allow_module = true;
    Expected<classfile::ClassFile, classfile::FormatError> parsed =
        classfile::parse_class_file(bytes, options);
    // This is no error: a jar may contain class files of versions that minijvm does not know.
    if (!parsed) {
      std::fprintf(stderr, "desync: %s is copied as it is: %s\n", entry.c_str(),
                   parsed.error().message.c_str());
      return std::nullopt;
    }
    ++classes_;
    if (is_left_alone(parsed.value())) {
      ++left_alone_;
      return std::nullopt;
    }
    Desynchronized result = desynchronize(parsed.value());
    methods_ += result.methods;
    instructions_ += result.instructions;
    return std::move(result.bytes);
  }

  // Prints one line on stdout.
  void report() const {
    std::printf(
        "%u classes, %u left alone; %u methods and %u monitor instructions desynchronized\n",
        classes_, left_alone_, methods_, instructions_);
  }

 private:
  // Returns whether the class is exempt by the paper, by its calls, or by the command line.
  bool is_left_alone(const classfile::ClassFile& file) const {
    if (is_excepted(file.name()) || (!arguments_.all && needs_its_monitors(file))) {
      return true;
    }
    std::string name(file.name());
    for (const std::string& pattern : arguments_.excludes) {
      if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
        return true;
      }
    }
    return false;
  }

  // The reference is to a variable of run().
  const Arguments& arguments_;
  unsigned classes_ = 0;
  unsigned left_alone_ = 0;
  unsigned methods_ = 0;
  unsigned instructions_ = 0;
};

// Returns false if the command line is wrong.
bool read_arguments(int count, char** words, Arguments* arguments) {
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(words[i], "--all") == 0) {
      arguments->all = true;
    } else if (std::strcmp(words[i], "--exclude") == 0 && i + 1 < count) {
      arguments->excludes.emplace_back(words[++i]);
    } else if (words[i][0] != '-') {
      arguments->paths.emplace_back(words[i]);
    } else {
      return false;
    }
  }
  return arguments->paths.size() == 2;
}

// Returns 2 for a wrong command line, and 1 for a copy that failed.
int run(int count, char** words) {
  Arguments arguments;
  if (!read_arguments(count, words, &arguments)) {
    std::fprintf(stderr, "usage: desync [--all] [--exclude PATTERN]... FROM TO\n");
    return 2;
  }
  Desynchronizer desynchronizer(arguments);
  std::string problem = copy_classes(arguments.paths[0], arguments.paths[1], desynchronizer);
  if (!problem.empty()) {
    std::fprintf(stderr, "desync: %s\n", problem.c_str());
    return 1;
  }
  desynchronizer.report();
  return 0;
}

}  // namespace
}  // namespace minijvm::desync

int main(int count, char** words) { return minijvm::desync::run(count, words); }
