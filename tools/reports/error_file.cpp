// Opens and fills hs_err_pid<pid>.log and runs the commands of -XX:OnError. After
// prepare_error_file everything here may run in a broken process, so it writes through a stream and
// a buffer that were made at boot.
#include "tools/reports/error_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <vector>

#include "tools/reports/reports_state.h"
#include "tools/reports/shell_commands.h"

namespace minijvm::vm {
namespace {

constexpr ErrorFile& state = reports_state.error_file;

// Writes the pattern with %p replaced, cut where the buffer ends.
void write_path(const char* folder, const char* pattern) {
  std::size_t length =
      static_cast<std::size_t>(std::snprintf(state.path, sizeof state.path, "%s", folder));
  for (const char* at = pattern; *at != '\0' && length + 1 < sizeof state.path; ++at) {
    if (at[0] == '%' && at[1] == 'p') {
      length += static_cast<std::size_t>(
          std::snprintf(state.path + length, sizeof state.path - length, "%d", getpid()));
      ++at;
    } else {
      state.path[length++] = *at;
      state.path[length] = '\0';
    }
  }
}

// HOTSPOT: only a file that the user names is replaced.
bool open_path(int if_there) {
  const int file = open(state.path, O_WRONLY | O_CREAT | O_CLOEXEC | if_there, 0666);
  if (file < 0) {
    return false;
  }
  // The stream was opened on /dev/null at boot. dup2 puts the file under it, so nothing is
  // allocated now.
  const bool is_below = dup2(file, fileno(state.stream)) >= 0;
  close(file);
  return is_below;
}

bool open_default_in(const char* folder) {
  // The name of the root ends with a slash already.
  write_path(folder[1] == '\0' ? "" : folder, "/hs_err_pid%p.log");
  return open_path(O_EXCL);
}

// Copies a file of /proc by system calls and a buffer on the stack, so that nothing is allocated.
void copy(const char* from, std::FILE* out) {
  const int file = open(from, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  char part[ErrorFile::kBufferBytes];
  for (ssize_t got = read(file, part, sizeof part); got > 0; got = read(file, part, sizeof part)) {
    for (ssize_t i = 0; i < got; ++i) {
      std::fputc(part[i] == '\0' ? ' ' : part[i], out);  // between a command line's words
    }
  }
  close(file);
}

}  // namespace

void prepare_error_file(const ErrorFileOptions& options) {
  // Everything that may allocate happens now, in a process that still works.
  *state.options = options;
  *state.commands = shell_commands(options.commands);
  state.stream = std::fopen("/dev/null", "we");
  if (state.stream != nullptr) {
    std::setvbuf(state.stream, state.buffer, _IOFBF, sizeof state.buffer);
  }
}

std::FILE* open_error_file() {
  if (state.stream == nullptr) {
    return nullptr;
  }
  if (!state.options->path.empty()) {
    write_path("", state.options->path.c_str());
    if (open_path(O_TRUNC)) {
      return state.stream;
    }
  }
  // If -XX:ErrorFile is not given or its file cannot be made, the current folder is tried, then
  // /tmp.
  char here[PATH_MAX];
  const bool is_somewhere = getcwd(here, sizeof here) != nullptr;
  return (is_somewhere && open_default_in(here)) || open_default_in("/tmp") ? state.stream
                                                                            : nullptr;
}

const char* error_file_path() { return state.path; }

void print_process(std::FILE* out) {
  std::fputs("#\n# command line:\n", out);
  copy("/proc/self/cmdline", out);
  std::fputs("\n#\n# memory map:\n", out);
  copy("/proc/self/maps", out);
  // Readers of the file take this line for its end.
  std::fputs("END.\n", out);
}

// The commands were split at boot. A VM that failed earlier has none.
void run_error_commands(std::FILE* out) {
  std::vector<std::string>* commands = state.commands.if_made();
  if (commands == nullptr || commands->empty()) {
    return;
  }
  std::fprintf(out, "#\n# -XX:OnError=\"%s\"\n", state.options->commands.c_str());
  for (std::string& command : *commands) {
    std::fprintf(out, "#   Executing /bin/sh -c \"%s\" ...\n", command.c_str());
    std::fflush(out);
    run_in_shell(command);
  }
}

// abort() would write a core file, so the process ends here instead.
void leave_without_core(std::FILE* out) {
  if (const ErrorFileOptions* chosen = state.options.if_made();
      chosen == nullptr || chosen->dumps_core) {
    return;
  }
  std::fputs("# CreateCoredumpOnCrash turned off, no core file dumped\n#\n", out);
  std::fflush(out);
  _exit(EXIT_FAILURE);  // HOTSPOT
}

}  // namespace minijvm::vm
