#include "vm/inspect/error_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <vector>

#include "vm/java/shell_commands.h"

namespace minijvm::vm {
namespace {

constexpr std::size_t kBufferBytes = 4096;

char path[PATH_MAX] = "";
char buffer[kBufferBytes];
std::FILE* stream = nullptr;  // of /dev/null until there is a file
ErrorFileOptions chosen;
std::vector<std::string> commands;

// The pattern with %p replaced, cut where the buffer ends.
void write_path(const char* folder, const char* pattern) {
  std::size_t length = static_cast<std::size_t>(std::snprintf(path, sizeof path, "%s", folder));
  for (const char* at = pattern; *at != '\0' && length + 1 < sizeof path; ++at) {
    if (at[0] == '%' && at[1] == 'p') {
      length += static_cast<std::size_t>(std::snprintf(path + length, sizeof path - length, "%d", getpid()));
      ++at;
    } else {
      path[length++] = *at;
      path[length] = '\0';
    }
  }
}

// HOTSPOT: replaces the file that the user names, no other.
bool open_path(int if_there) {
  const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | if_there, 0666);
  if (file < 0) {
    return false;
  }
  const bool is_below = dup2(file, fileno(stream)) >= 0;
  close(file);
  return is_below;
}

bool open_default_in(const char* folder) {
  write_path(folder[1] == '\0' ? "" : folder, "/hs_err_pid%p.log");  // the root's name ends with a slash already
  return open_path(O_EXCL);
}

void copy(const char* from, std::FILE* out) {
  const int file = open(from, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  char part[kBufferBytes];
  for (ssize_t got = read(file, part, sizeof part); got > 0; got = read(file, part, sizeof part)) {
    for (ssize_t i = 0; i < got; ++i) {
      std::fputc(part[i] == '\0' ? ' ' : part[i], out);  // between a command line's words
    }
  }
  close(file);
}

}  // namespace

void prepare_error_file(const ErrorFileOptions& options) {
  chosen = options;
  commands = shell_commands(options.commands);
  stream = std::fopen("/dev/null", "we");
  if (stream != nullptr) {
    std::setvbuf(stream, buffer, _IOFBF, sizeof buffer);
  }
}

std::FILE* open_error_file() {
  if (stream == nullptr) {
    return nullptr;
  }
  if (!chosen.path.empty()) {
    write_path("", chosen.path.c_str());
    if (open_path(O_TRUNC)) {
      return stream;
    }
  }
  char here[PATH_MAX];
  const bool is_somewhere = getcwd(here, sizeof here) != nullptr;
  return (is_somewhere && open_default_in(here)) || open_default_in("/tmp") ? stream : nullptr;
}

const char* error_file_path() { return path; }

void print_process(std::FILE* out) {
  std::fputs("#\n# command line:\n", out);
  copy("/proc/self/cmdline", out);
  std::fputs("\n#\n# memory map:\n", out);
  copy("/proc/self/maps", out);
  std::fputs("END.\n", out);
}

void run_error_commands(std::FILE* out) {
  if (commands.empty()) {
    return;
  }
  std::fprintf(out, "#\n# -XX:OnError=\"%s\"\n", chosen.commands.c_str());
  for (std::string& command : commands) {
    std::fprintf(out, "#   Executing /bin/sh -c \"%s\" ...\n", command.c_str());
    std::fflush(out);
    run_in_shell(command);
  }
}

void leave_without_core(std::FILE* out) {
  if (chosen.dumps_core) {
    return;
  }
  std::fputs("# CreateCoredumpOnCrash turned off, no core file dumped\n#\n", out);
  std::fflush(out);
  _exit(EXIT_FAILURE);  // HOTSPOT
}

}  // namespace minijvm::vm
