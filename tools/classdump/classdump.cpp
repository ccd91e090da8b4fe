// minijvm-classdump: a small `javap -c -v`. It links the room classfile and no VM, so it also shows
// that this room stands alone.
//
//   minijvm-classdump java.lang.Object        a class of the JDK's modules image
//   minijvm-classdump path/Hello.class        a file
//   minijvm-classdump app.jar p/Hello.class   an entry of a jar
//   minijvm-classdump --all java.base         every class of a module; counts and times to stderr
//
// -q prints no classes, only the summary of --all. The JDK is $JAVA_HOME, or the one that this
// program was built against.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "classfile/class_file_parser.h"
#include "classfile/opcodes.h"
#include "classfile/path/class_path.h"
#include "classfile/path/jimage.h"
#include "tools/classdump/class_text.h"
#include "tools/classdump/image_index.h"

namespace minijvm::classdump {
namespace {

using namespace classfile;

using Clock = std::chrono::steady_clock;

// Prints the sentence and returns the exit status of a failure.
int complain(const std::string& sentence) {
  std::fprintf(stderr, "minijvm-classdump: %s\n", sentence.c_str());
  return 1;
}

std::string java_home() {
  const char* home = std::getenv("JAVA_HOME");
  return home != nullptr && *home != '\0' ? home : MINIJVM_JDK_HOME;
}

const char* format_error_class(FormatErrorKind kind) {
  switch (kind) {
    case FormatErrorKind::ClassFormatError:
      return "java/lang/ClassFormatError";
    case FormatErrorKind::UnsupportedClassVersionError:
      return "java/lang/UnsupportedClassVersionError";
    case FormatErrorKind::NoClassDefFoundError:
      return "java/lang/NoClassDefFoundError";
    case FormatErrorKind::IncompatibleClassChangeError:
      return "java/lang/IncompatibleClassChangeError";
  }
  return "java/lang/LinkageError";
}

// As a stack trace would show the exception, with the clause behind it.
std::string error_text(const FormatError& error) {
  return std::string(format_error_class(error.kind)) + ": " + error.message + " (JVMS " +
         error.clause + ")";
}

// Parses, checks and prints one class file.
int dump_bytes(const std::vector<std::uint8_t>& bytes) {
  ParseOptions options;
  // A module-info is of interest here, although the VM refuses it.
  options.allow_module = true;
  const Expected<ClassFile, FormatError> parsed = parse_class_file(bytes, options);
  if (!parsed)
    return complain(error_text(parsed.error()));
  const std::string text = dump_class(parsed.value());
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

// Counts and times of --all.
struct Summary {
  std::size_t classes = 0;
  std::size_t errors = 0;
  std::size_t bytes = 0;
  std::size_t instructions = 0;
  // Reading the image, parsing with all checks, and printing, which is measured with -q as well.
  Clock::duration reading{};
  Clock::duration parsing{};
  Clock::duration printing{};
};

// Returns true if the cursor cannot decode some method's body to its end. Counts the instructions.
bool has_malformed_code(const ClassFile& file, std::size_t* instructions) {
  for (const MethodInfo& method : file.methods()) {
    if (!method.has_code())
      continue;
    InstructionCursor at(file.code_of(method).code);
    for (; at.valid(); at.advance()) *instructions += 1;
    if (at.malformed())
      return true;
  }
  return false;
}

// One class of --all: read, parse, decode, print.
void dump_one(const JImage& image, std::string_view module, const std::string& name, bool quiet,
              Summary* summary) {
  std::vector<std::uint8_t> bytes;
  const auto start = Clock::now();
  const bool found = image.read(module, name + ".class", &bytes);
  const auto read = Clock::now();
  ParseOptions options;
  options.allow_module = true;
  // A module-info has no name of its own to compare with.
  if (name != "module-info")
    options.expected_name = name;
  const Expected<ClassFile, FormatError> parsed = parse_class_file(bytes, options);
  const auto done = Clock::now();
  // Classes with errors count as well.
  summary->classes++;
  summary->bytes += bytes.size();
  summary->reading += read - start;
  summary->parsing += done - read;
  if (!found || !parsed || has_malformed_code(parsed.value(), &summary->instructions)) {
    summary->errors++;
    complain(name + ": " +
             (!found    ? "not found"
              : !parsed ? error_text(parsed.error())
                        : "malformed code"));
    return;
  }
  const auto before_print = Clock::now();
  const std::string text = dump_class(parsed.value());
  summary->printing += Clock::now() - before_print;
  if (!quiet)
    std::fwrite(text.data(), 1, text.size(), stdout);
}

// In milliseconds.
double ms(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

// All classes of one module; the exit status says whether any had an error.
int dump_module(const std::string& module, bool quiet) {
  const auto image = JImage::open(java_home());
  if (!image)
    return complain(image.error());
  const std::vector<std::string> names = ImageIndex(java_home()).classes_of(module);
  if (names.empty())
    return complain("no module " + module + " in " + image.value()->path());
  Summary summary;
  for (const std::string& name : names) dump_one(*image.value(), module, name, quiet, &summary);
  std::fprintf(stderr,
               "%zu classes, %zu errors, %zu bytes, %zu instructions; read %.0f ms, parse and "
               "check %.0f ms, print %.0f ms\n",
               summary.classes, summary.errors, summary.bytes, summary.instructions,
               ms(summary.reading), ms(summary.parsing), ms(summary.printing));
  return summary.errors == 0 ? 0 : 1;
}

// A class of the image, by a name with dots or slashes.
int dump_named(std::string name) {
  const auto image = JImage::open(java_home());
  if (!image)
    return complain(image.error());
  std::replace(name.begin(), name.end(), '.', '/');
  std::vector<std::uint8_t> bytes;
  const ImageIndex index(java_home());
  if (!image.value()->read(index.module_of_class(name), name + ".class", &bytes))
    return complain("no class " + name + " in " + image.value()->path());
  return dump_bytes(bytes);
}

// The form of the arguments decides what is dumped: two words are a jar and an entry, one is a file
// if it ends with .class, else the name of a class.
int run(std::vector<std::string> words) {
  const auto flag = std::find(words.begin(), words.end(), "-q");
  const bool quiet = flag != words.end();
  if (quiet)
    // -q may stand anywhere.
    words.erase(flag);
  if (words.size() == 2 && words[0] == "--all")
    return dump_module(words[1], quiet);
  std::vector<std::uint8_t> bytes;
  if (words.size() == 2) {
    const auto jar = JarFile::open(words[0]);
    if (jar == nullptr)
      return complain(words[0] + " is no jar");
    if (!jar->read(words[1], &bytes))
      return complain("no entry " + words[1] + " in " + words[0]);
    return dump_bytes(bytes);
  }
  if (words.size() != 1)
    return complain("usage: minijvm-classdump CLASS | FILE.class | JAR ENTRY | [-q] --all MODULE");
  if (!words[0].ends_with(".class"))
    return dump_named(words[0]);
  if (!read_file(words[0], &bytes))
    return complain("cannot read " + words[0]);
  return dump_bytes(bytes);
}

}  // namespace
}  // namespace minijvm::classdump

int main(int count, char** words) {
  return minijvm::classdump::run(std::vector<std::string>(words + 1, words + count));
}
