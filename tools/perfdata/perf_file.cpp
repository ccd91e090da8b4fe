// Opens folders and files of /tmp by descriptors, so that what was checked is what is used.
#include "tools/perfdata/perf_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string_view>
#include <vector>

namespace minijvm::vm::perfdata {
namespace {

constexpr const char* kTemporary = "/tmp";
constexpr std::string_view kFolderPrefix = "hsperfdata_";
constexpr std::size_t kLeastBytes = 32;  // the prologue

using Listing = std::unique_ptr<DIR, int (*)(DIR*)>;

std::string error_text(const std::string& path) { return path + ": " + std::strerror(errno); }

// Returns "" if the user has no name.
std::string user_name() {
  std::vector<char> buffer(4096);
  passwd entry{};
  passwd* found = nullptr;
  getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found);
  return found == nullptr || found->pw_name == nullptr ? "" : found->pw_name;
}

// Root may read the folders of all users, but has a folder of its own like everybody.
enum class Use : bool { kRead, kWrite };

bool is_safe_folder(int fd, Use use) {
  struct stat facts {};
  return fstat(fd, &facts) == 0 &&
         (facts.st_uid == geteuid() || (use == Use::kRead && geteuid() == 0)) &&
         (facts.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Returns the folder; one that is not open, with the reason, if it cannot be trusted. O_NOFOLLOW: a
// symbolic link is an error.
OpenFile open_folder(const std::string& path, Use use, std::string& why) {
  OpenFile folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder.is_open()) {
    why = error_text(path);
  } else if (!is_safe_folder(folder.fd(), use)) {
    why = path + ": it belongs to another user, or others may write to it";
    return OpenFile(-1);
  }
  return folder;
}

OpenFile open_to_look(int folder, const char* name) {
  return OpenFile(openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
}

// Returns true if the name still means the file behind the descriptor.
bool is_named(int folder, const char* name, int file) {
  struct stat named {};
  struct stat opened {};
  return fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 && fstat(file, &opened) == 0 &&
         S_ISREG(named.st_mode) && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

// Returns the number that a file's name is, or 0.
int pid_of(const char* name) {
  int pid = 0;
  const char* end = name + std::strlen(name);
  const auto [stop, error] = std::from_chars(name, end, pid);
  return error == std::errc() && stop == end && pid > 0 ? pid : 0;
}

// No other process has this one's id, so a file under that name is an old one, too.
bool is_dead(int pid) { return pid == getpid() || (kill(pid, 0) != 0 && errno == ESRCH); }

// The lock is held until the name is gone, so that no VM takes the file for its own meanwhile.
void remove_if_left_behind(int folder, const char* name) {
  const int pid = pid_of(name);
  if (pid == 0 || !is_dead(pid)) {
    return;
  }
  const OpenFile file = open_to_look(folder, name);
  if (file.is_open() && flock(file.fd(), LOCK_EX | LOCK_NB) == 0 &&
      is_named(folder, name, file.fd())) {
    unlinkat(folder, name, 0);
  }
}

void remove_files_of_dead_processes(int folder) {
  // The listing takes a descriptor of its own, and closes it.
  const int own = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  const Listing all(own < 0 ? nullptr : fdopendir(own), closedir);
  if (all == nullptr) {
    return;
  }
  while (const dirent* entry = readdir(all.get())) {
    remove_if_left_behind(folder, entry->d_name);
  }
}

// Gives the file its size with all its blocks: a full disk is an error now, and no SIGBUS later.
bool reserve(int fd, std::size_t bytes) {
  errno = posix_fallocate(fd, 0, static_cast<off_t>(bytes));
  return errno == 0;
}

// Returns a new file that is locked; one that is not open, with errno, if there is none. A VM in
// another container may share the folder, but does not see this process. Until the lock is held it
// may take the file for one that was left behind, and remove it; then the file is made once more. A
// first name of another form is no help: HotSpot removes every file whose name is no process id.
OpenFile make_locked(int folder, const char* name) {
  constexpr int kTries = 8;
  for (int tried = 0; tried < kTries; ++tried) {
    OpenFile file(openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file.is_open()) {
      return file;
    }
    int locked = -1;
    do {
      locked = flock(file.fd(), LOCK_EX);
    } while (locked != 0 && errno == EINTR);
    if (locked != 0 || is_named(folder, name, file.fd())) {
      return locked == 0 ? std::move(file) : OpenFile(-1);
    }
  }
  errno = EBUSY;
  return OpenFile(-1);
}

// Returns the memory of a new file, once it has its size; null with errno.
void* prepare(int fd, std::size_t bytes) {
  if (!reserve(fd, bytes)) {
    return nullptr;
  }
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}

// Maps a file that is open for reading, if it is one that a VM could have made.
ForeignCounters map_for_reading(int fd, const std::string& path) {
  struct stat facts {};
  if (fstat(fd, &facts) != 0) {
    return {{}, errno, error_text(path)};
  }
  const bool is_safe = S_ISREG(facts.st_mode) && facts.st_nlink == 1 &&
                       (facts.st_uid == geteuid() || geteuid() == 0);
  const auto bytes = static_cast<std::size_t>(facts.st_size);
  if (!is_safe || bytes < kLeastBytes) {
    return {{}, EACCES, path + ": no file of a VM of this user"};
  }
  void* memory = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0);
  if (memory == MAP_FAILED) {
    return {{}, errno, error_text(path)};
  }
  return {{static_cast<std::byte*>(memory), bytes}, 0, ""};
}

}  // namespace

PerfFile::PerfFile(OpenFile folder, OpenFile file, std::string name, std::span<std::byte> bytes)
    : folder_(std::move(folder)),
      file_(std::move(file)),
      name_(std::move(name)),
      maker_(getpid()),
      bytes_(bytes) {}

std::unique_ptr<PerfFile> PerfFile::create(std::size_t bytes, std::string& why) {
  const std::string user = user_name();
  if (user.empty()) {
    why = "user " + std::to_string(geteuid()) + " has no name";
    return nullptr;
  }
  const std::string path = std::string(kTemporary) + '/' + std::string(kFolderPrefix) + user;
  if (mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) {
    why = error_text(path);
    return nullptr;
  }
  OpenFile folder = open_folder(path, Use::kWrite, why);
  if (!folder.is_open()) {
    return nullptr;
  }
  remove_files_of_dead_processes(folder.fd());
  std::string name = std::to_string(getpid());
  OpenFile file = make_locked(folder.fd(), name.c_str());
  void* memory = file.is_open() ? prepare(file.fd(), bytes) : nullptr;
  if (memory == nullptr) {
    why = error_text(path + '/' + name);
    if (file.is_open()) {
      unlinkat(folder.fd(), name.c_str(), 0);
    }
    return nullptr;
  }
  return std::unique_ptr<PerfFile>(new PerfFile(std::move(folder), std::move(file), std::move(name),
                                                {static_cast<std::byte*>(memory), bytes}));
}

void PerfFile::remove() const {
  if (getpid() == maker_ && is_named(folder_.fd(), name_.c_str(), file_.fd())) {
    unlinkat(folder_.fd(), name_.c_str(), 0);
  }
}

ForeignCounters map_counters_of(int pid) {
  const std::string name = std::to_string(pid);
  ForeignCounters result{{}, ENOENT, "Process not found"};
  const Listing all(opendir(kTemporary), closedir);
  // Folders of other users may hold a file with this name as well, so a refusal is not the end.
  while (const dirent* entry = all == nullptr ? nullptr : readdir(all.get())) {
    if (!std::string_view(entry->d_name).starts_with(kFolderPrefix)) {
      continue;
    }
    const std::string path = std::string(kTemporary) + '/' + entry->d_name;
    std::string why;
    const OpenFile folder = open_folder(path, Use::kRead, why);
    const OpenFile file = open_to_look(folder.fd(), name.c_str());
    if (folder.is_open() && file.is_open()) {
      result = map_for_reading(file.fd(), path + '/' + name);
      if (result.error == 0) {
        break;
      }
    }
  }
  return result;
}

}  // namespace minijvm::vm::perfdata
