// Makes what a fatal report leaves behind: the file hs_err_pid<pid>.log, which HotSpot's users and
// tools look for by this name; the output of the commands of -XX:OnError; and a core file, unless
// -XX:-CreateCoredumpOnCrash is given.
// Tested by tests/vm/fatal_report.
//
// Like the report, this code runs in a broken process, so everything it needs is made at boot: the
// stream with its buffer, and the commands with the process id in them. Only the name of the file
// is made at the crash, since the program may have changed its directory.
#pragma once

#include <cstdio>
#include <string>

namespace minijvm::vm {

struct ErrorFileOptions {
  // The value of -XX:ErrorFile, with %p for the process id. Empty: hs_err_pid%p.log here, else in
  // /tmp.
  std::string path;
  std::string commands;    // -XX:OnError, separated by ';'
  bool dumps_core = true;  // -XX:+CreateCoredumpOnCrash
};

// Called once at boot.
void prepare_error_file(const ErrorFileOptions& options);

// Opens the file and returns a stream that writes to it. Returns null if no file can be made, or if
// nothing was prepared. ENSURES: error_file_path() is the file's name.
std::FILE* open_error_file();
const char* error_file_path();
// Prints the part that only the file has: the command line, the memory map, and the mark of its
// end.
void print_process(std::FILE* out);

// Both print on `out` what they do. With -XX:-CreateCoredumpOnCrash, leave_without_core does not
// return.
void run_error_commands(std::FILE* out);
void leave_without_core(std::FILE* out);

}  // namespace minijvm::vm
