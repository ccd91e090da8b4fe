// Copies files, trees and jars. The tool's main function calls copy_classes() once; the editor sees
// the classes one after the other.
#include "tools/desync/archive.h"

#include <zip.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "classfile/path/class_path.h"
#include "classfile/path/jar_file.h"

namespace minijvm::desync {
namespace {

namespace fs = std::filesystem;
using FileBytes = std::vector<std::uint8_t>;

bool is_class(const std::string& name) { return name.ends_with(".class"); }

// Returns whether this file signs the jar.
bool is_signature(const std::string& entry) {
  return entry.starts_with("META-INF/") && (entry.ends_with(".SF") || entry.ends_with(".RSA") ||
                                            entry.ends_with(".DSA") || entry.ends_with(".EC"));
}

// Replaces the bytes if the entry is a class and the editor wants it.
void edit_class(const std::string& entry, FileBytes& bytes, ClassEditor& editor) {
  if (!is_class(entry)) {
    return;
  }
  if (std::optional<FileBytes> edited = editor.edit(entry, bytes)) {
    bytes = std::move(*edited);
  }
}

// fflush runs here so that a full disk is noticed.
bool write_file(const fs::path& path, const FileBytes& bytes) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"),
                                                       &std::fclose);
  return file != nullptr &&
         std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size() &&
         std::fflush(file.get()) == 0;
}

// These return an empty string on success, else a sentence.
std::string copy_file(const fs::path& from, const fs::path& to, ClassEditor& editor) {
  FileBytes bytes;
  if (!classfile::read_file(from.string(), &bytes)) {
    return "cannot read " + from.string();
  }
  edit_class(from.string(), bytes, editor);
  return write_file(to, bytes) ? std::string() : "cannot write " + to.string();
}

// Directories come before the files in them, since the walk goes from the outside in.
std::string copy_tree(const fs::path& from, const fs::path& to, ClassEditor& editor) {
  std::error_code error;
  fs::create_directories(to, error);
  for (fs::recursive_directory_iterator at(from, error), end; !error && at != end;
       at.increment(error)) {
    fs::path target = to / fs::relative(at->path(), from, error);
    if (at->is_directory(error)) {
      fs::create_directories(target, error);
    } else if (std::string problem = copy_file(at->path(), target, editor); !problem.empty()) {
      return problem;
    }
  }
  return error ? from.string() + ": " + error.message() : std::string();
}

// Makes a new jar. libzip reads the entries' bytes only when it closes the archive, so contents_
// keeps them until then.
class JarWriter {
 public:
  explicit JarWriter(const std::string& path) : path_(path) {
    int error = 0;
    archive_ = zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
  }
  ~JarWriter() {
    // Without close() nothing is written.
    if (archive_ != nullptr) {
      zip_discard(archive_);
    }
  }
  JarWriter(const JarWriter&) = delete;
  JarWriter& operator=(const JarWriter&) = delete;

  // Adds a directory (a name that ends with a slash) or a file, in the order of the calls.
  bool add(const std::string& entry, FileBytes bytes) {
    if (archive_ == nullptr) {
      return false;
    }
    if (entry.ends_with('/')) {
      return zip_dir_add(archive_, entry.c_str(), ZIP_FL_ENC_UTF_8) >= 0;
    }
    contents_.push_back(std::make_unique<FileBytes>(std::move(bytes)));
    zip_source_t* source =
        zip_source_buffer(archive_, contents_.back()->data(), contents_.back()->size(), 0);
    if (source == nullptr) {
      return false;
    }
    // After success libzip owns the source; before, the caller does.
    if (zip_file_add(archive_, entry.c_str(), source, ZIP_FL_ENC_UTF_8 | ZIP_FL_OVERWRITE) < 0) {
      zip_source_free(source);
      return false;
    }
    return true;
  }
  // Writes the jar. zip_close() frees the archive only if it succeeds.
  bool close() {
    bool written = archive_ != nullptr && zip_close(archive_) == 0;
    if (written) {
      archive_ = nullptr;
    }
    return written;
  }
  std::string problem() const {
    return archive_ == nullptr ? "cannot write " + path_ : path_ + ": " + zip_strerror(archive_);
  }

 private:
  std::string path_;
  zip_t* archive_;
  std::vector<std::unique_ptr<FileBytes>> contents_;
};

// Copies entry by entry, in the order of the old jar, because readers of streams expect the
// manifest first.
std::string copy_jar(const classfile::JarFile& from, const std::string& to, ClassEditor& editor) {
  JarWriter writer(to);
  for (const std::string& entry : from.entries()) {
    // A signature would be wrong, because the classes that it signs change.
    if (is_signature(entry)) {
      continue;
    }
    FileBytes bytes;
    if (!entry.ends_with('/') && !from.read(entry, &bytes)) {
      return from.path() + ": entry " + entry + " is damaged";
    }
    edit_class(entry, bytes, editor);
    if (!writer.add(entry, std::move(bytes))) {
      return writer.problem();
    }
  }
  return writer.close() ? std::string() : writer.problem();
}

}  // namespace

std::string copy_classes(const std::string& from, const std::string& to, ClassEditor& editor) {
  std::error_code error;
  // Reading and writing the same file would destroy it.
  if (fs::exists(to, error) && fs::equivalent(from, to, error)) {
    return "the copy would replace " + from;
  }
  if (fs::is_directory(from, error)) {
    return copy_tree(from, to, editor);
  }
  if (is_class(from)) {
    return copy_file(from, to, editor);
  }
  // A path that is neither a directory nor a class must be a jar.
  std::unique_ptr<classfile::JarFile> jar = classfile::JarFile::open(from);
  return jar == nullptr ? from + " is no class file, directory or jar" : copy_jar(*jar, to, editor);
}

}  // namespace minijvm::desync
