// Both sides of a stem, and the words between them.
#include "tools/explore/stem.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "runtime/thread/java_thread.h"
#include "sync/decide/late_policy.h"
#include "sync/threads/clock.h"
#include "tools/explore/explore_state.h"
#include "tools/explore/warm_links.h"
#include "tools/explore/warm_pages.h"
#include "vm/java/repeatability.h"
#include "vm/natives/world/world.h"

namespace minijvm::vm {
namespace {

using decide::LatePolicy;
using explore::Deciding;
using explore::RunRequest;

// The child has come to the first question. The other word, kRun, says in both directions that the
// request file holds a request for the other side.
constexpr char kIsStem = 's';

void say(int socket, char word) {
  if (send(socket, &word, 1, MSG_NOSIGNAL) != 1) {
    leave();
  }
}

// These act on the beginning, too. Wall time is each run's own.
bool have_same_limits(const RunRequest& one, const RunRequest& other) {
  return one.asks_at_accesses == other.asks_at_accesses && one.shared == other.shared &&
         one.steps == other.steps && one.virtual_ms == other.virtual_ms &&
         one.output_bytes == other.output_bytes;
}

// A fork copies no kernel thread but the one that forks.
bool has_one_kernel_thread() {
  DIR* folder = opendir("/proc/self/task");
  if (folder == nullptr) {
    return false;
  }
  int threads = 0;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') {
      ++threads;
    }
  }
  closedir(folder);
  return threads == 1;
}

// Returns true if each run can have its own position in the file, and leaves it as it was; or if
// there is no position, as in a random device.
bool can_be_shared(const SharedFile& open) {
  return (open.flags & O_ACCMODE) == O_RDONLY && (open.type == S_IFREG || open.type == S_IFCHR);
}

bool can_share_files() {
  const std::vector<SharedFile> now = open_files();
  return std::all_of(now.begin(), now.end(), [](const SharedFile& open) {
    const std::vector<SharedFile>& before = explore_state.stem->files;
    const bool was_open = std::any_of(before.begin(), before.end(), [&](const SharedFile& known) {
      return known.file == open.file && known.flags == open.flags && known.type == open.type;
    });
    return was_open || open.file == explore_state.stem->socket || can_be_shared(open);
  });
}

bool can_be_read(int file) { return (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDWR; }

// The output up to here is printed again by each run, and so must be known. What else the program
// has done outside, a run of its own would do again.
bool can_be_stem() {
  return !has_changed_world() && !has_met_world() && can_be_read(STDOUT_FILENO) &&
         can_be_read(STDERR_FILENO) && can_share_files() && has_one_kernel_thread();
}

void print_again(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written <= 0) {
      leave();
    }
    at += static_cast<std::size_t>(written);
  }
}

// A run that records its steps must do so from the beginning; a strict replay says at once where it
// leaves its schedule.
bool suits(const RunRequest& request) {
  if (request.records_steps) {
    return false;
  }
  switch (request.deciding) {
    case Deciding::kPolicy:
      return decide::can_be_late(request.policy.kind);
    case Deciding::kPrefix:
    case Deciding::kCandidate:
      return true;
    case Deciding::kReplay:
      return false;
  }
  return false;
}

// Returns the explorer's next request that is for this stem. The server gets the others.
RunRequest next_of_stem(const RunRequest& limits) {
  RunRequest next = next_request(explorer());
  while (!suits(next) || !have_same_limits(next, limits)) {
    say(explore_state.stem->socket, explore::kRun);
    next = next_request(explore_state.stem->socket);
  }
  return next;
}

// Returns what a run has left in the file.
std::string take_file(int& file) {
  std::string text = read_whole(file);
  close(file);
  file = -1;
  return text;
}

// Reads what a run that has ended says for later ones: the first one, of its links, and the second
// one, which has these, of its pages.
void learn(std::string& pages) {
  StemState& stem = *explore_state.stem;
  if (stem.links_file >= 0) {
    take_links(*runtime::current_java_thread(), take_file(stem.links_file));
    stem.pages_file = memfd_create("pages", MFD_CLOEXEC);
  } else if (stem.pages_file >= 0) {
    pages = take_file(stem.pages_file);
  }
}

// Forks a run for the request at hand, and for each that comes. Returns in a run only.
void be_stem() {
  std::fflush(nullptr);  // or the text would not be in the files
  const std::string out = read_whole(STDOUT_FILENO);
  const std::string err = read_whole(STDERR_FILENO);
  const std::vector<SharedFile> files = open_files();
  say(explore_state.stem->socket, kIsStem);
  // From here on the server leaves it to the stem to say when a run is late.
  if (!hears(explore_state.stem->socket, explore::kRun)) {
    leave();
  }
  RunRequest& request = *explore_state.request;
  explore_state.stem->links_file = memfd_create("links", MFD_CLOEXEC);
  std::string pages;
  // The first run finds the output where this process has written it.
  for (bool is_first = true;; is_first = false) {
    if (!is_first) {
      request = next_of_stem(request);
    }
    if (serve_run(request, files)) {
      get_pages(pages);
      close(explore_state.stem->socket);
      if (!is_first) {
        print_again(STDOUT_FILENO, out);
        print_again(STDERR_FILENO, err);
      }
      return;
    }
    learn(pages);
  }
}

}  // namespace

bool Stem::serves(const RunRequest& request) const {
  return suits(request) && (is_there() || !was_in_vain_ || !have_same_limits(request, limits_));
}

Stem::Served Stem::run(const RunRequest& request, const std::vector<SharedFile>& files) {
  return is_there() && have_same_limits(request, limits_) ? await_next() : make(request, files);
}

Stem::Served Stem::make(const RunRequest& request, const std::vector<SharedFile>& files) {
  end();
  was_in_vain_ = false;
  limits_ = request;
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    leave();
  }
  const std::int64_t began_ns = sync::machine_ns();
  const int child = fork_run(request, files);
  if (child == 0) {
    close(sockets[0]);
    explore_state.stem.get([&] { return new StemState{sockets[1], files}; });
    return Served::kIsRun;
  }
  close(sockets[1]);
  const Awaited awaited = await_child(child, sockets[0], request.wall_ms);
  // The socket of a child that ends is closed a moment before it has ended.
  if (awaited != Awaited::kWord || !hears(sockets[0], kIsStem)) {
    close(sockets[0]);
    report_child(child, awaited == Awaited::kLate, began_ns);
    was_in_vain_ = awaited != Awaited::kLate;
    return Served::kDone;
  }
  process_ = child;
  socket_ = sockets[0];
  return await_next();
}

Stem::Served Stem::await_next() const {
  say(socket_, explore::kRun);
  if (!hears(socket_, explore::kRun)) {
    std::fputs("minijvm: the process from which runs were forked has gone\n", stderr);
    leave();
  }
  return Served::kHasNext;
}

void Stem::end() {
  if (is_there()) {
    forget();
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

void Stem::forget() {
  if (is_there()) {
    close(socket_);
    socket_ = -1;
  }
}

std::unique_ptr<decide::Policy> policy_at_stem(PolicyOf policy_of) {
  return std::make_unique<LatePolicy>([policy_of](LatePolicy::When when) {
    if (when == LatePolicy::When::kAtQuestion && can_be_stem()) {
      be_stem();
    }
    return policy_of(*explore_state.request);
  });
}

}  // namespace minijvm::vm
