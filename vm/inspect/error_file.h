// What a fatal report leaves behind: the file hs_err_pid<pid>.log, as HotSpot names it, which tools and people look for; the commands of
// -XX:OnError; and a core file, unless -XX:-CreateCoredumpOnCrash. Proved by tests/vm/fatal_report.
//
// Like the report it runs in a broken process, so what it needs is there from the start: the stream with its buffer, and the commands with
// the process id in them. Only the name of the file waits, since the program may have gone to another directory.
#pragma once

#include <cstdio>
#include <string>

namespace minijvm::vm {

struct ErrorFileOptions {
  std::string path;          // -XX:ErrorFile, with %p for the process id; empty: hs_err_pid%p.log here, else in /tmp
  std::string commands;      // -XX:OnError, separated by ';'
  bool dumps_core = true;    // -XX:+CreateCoredumpOnCrash
};

// Once at boot.
void prepare_error_file(const ErrorFileOptions& options);

// A stream with a file below it; null: none can be made, or nothing was prepared. ENSURES: error_file_path() is its name.
std::FILE* open_error_file();
const char* error_file_path();
// What only the file has: command line and memory map, and the mark of its end.
void print_process(std::FILE* out);

// Says on `out` what it does. With -XX:-CreateCoredumpOnCrash it does not return.
void run_error_commands(std::FILE* out);
void leave_without_core(std::FILE* out);

}  // namespace minijvm::vm
